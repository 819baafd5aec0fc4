"""The invariants (d), watched over random matches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

import microciv
from microciv import SPECTATOR, Match, Rng
from tests.games.civ_builder.table import (
    WHOLE_DECK,
    Event,
    all_cards,
    at,
    events,
    hand,
    known,
    new_match,
    news_of,
    phase,
    random_match,
    random_step,
    truth,
)

pytestmark = pytest.mark.heavy

TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}), (3, {}), (4, {}), (6, {"trade_passes": 1}), (3, {"trade_mode": "clock"}),
    (3, {"trade_mode": "off", "max_melds": 3}),
    (3, {"privilege_ties": "none", "privilege_time": "round_start"}),
    (3, {"science_rest": "shuffle", "empty_dump": True, "repeat_attribute": False}),
    (4, {"trade_gifts": True, "wild_limit": "one_each", "privilege_ties": "order"}),
]  # fmt: skip
every_table = pytest.mark.parametrize("seats, options", TABLES)


class Moment(NamedTuple):
    """What is open at one moment, as numbers."""

    round: int
    scores: int
    points: int
    hands: int
    sizes: tuple[int, ...]


def moment(match: Match) -> Moment:
    """Sums over all seats."""
    seen = at(match)
    return Moment(
        seen.round,
        sum([sum(seat.scores) for seat in seen.table]),
        sum([seat.points for seat in seen.table]),
        sum([seat.hand for seat in seen.table]),
        tuple([seat.hand for seat in seen.table]),
    )


def moments(seed: int, seats: int, options: dict[str, Any]) -> Iterator[Match]:
    """A match of random answers."""
    return random_match(seed, seats, **options)


def steps(
    seed: int, seats: int, options: dict[str, Any]
) -> Iterator[tuple[Match, Moment, list[Event]]]:
    """A match step by step: what was before, and what was told since."""
    match, rng = new_match(seats, seed, **options), Rng(seed)
    while match.to_act():
        before, heard = moment(match), len(match.heard(SPECTATOR))
        random_step(match, rng)
        yield match, before, news_of(match, heard)


@every_table
def test_all_cards_are_there(seats: int, options: dict[str, Any]):
    """BI-01: deck, discard pile and hands are the 108 cards, nine of each kind."""
    for number, match in enumerate(moments(1, seats, options)):
        if number % 7 == 0 or not match.to_act():
            assert WHOLE_DECK == all_cards(match)


@every_table
def test_numbers_are_never_below_nothing(seats: int, options: dict[str, Any]):
    """BI-02: scores and points."""
    for match in moments(2, seats, options):
        assert all(score >= 0 for seat in at(match).table for score in seat.scores)
        assert all(seat.points >= 0 for seat in at(match).table)
        assert all(
            seat.points == sum([some for _name, some in seat.sources]) for seat in at(match).table
        )


@every_table
def test_rounds_and_orders(seats: int, options: dict[str, Any]):
    """BI-03, BI-04, BI-15: twelve rounds, one after the other, everybody once in each order."""
    rounds: list[int] = []
    for match in moments(3, seats, options):
        seen = at(match)
        if not rounds or rounds[-1] != seen.round:
            rounds.append(seen.round)
        assert list(range(seats)) == sorted(seen.order)
        if phase(match) != "pick":
            assert len(seen.chart) == seen.round - (phase(match) != "over")
    assert list(range(1 if "civ_pick" in options else 0, 13)) == rounds


@every_table
def test_hands_after_the_end_phase(seats: int, options: dict[str, Any]):
    """BI-05: five cards at most, seven for a top in Conquest, when the next round begins."""
    before: tuple[int, ...] = ()
    for match, _before, news in steps(4, seats, options):
        if "round" in [event["event"] for event in news]:
            drawn = [event["seat"] for event in news if event["event"] == "drew"]
            before = tuple(
                [seat.hand - drawn.count(at_) for at_, seat in enumerate(at(match).table)]
            )
            if at(match).round > 1:
                assert all(size <= 7 for size in before)
    last = at(match)
    for seat, other in enumerate(last.table):
        assert other.hand <= (7 if seat in last.tops[0] else 5)


@every_table
def test_what_actions_and_exchanges_leave_alone(seats: int, options: dict[str, Any]):
    """BI-06, BI-07, BI-08, BI-09: sums of cards, scores and points rise and fall only by what is
    told: melds, points of Science, leads, actions, hands given up.
    """
    for match, before, news in steps(5, seats, options):
        after, names = moment(match), [str(event["event"]) for event in news]
        if before.round == 0:
            continue
        melded = sum([number(event, "size") for event in news if event["event"] == "melded"])
        pointed = names.count("pointed")
        assert after.scores - before.scores == melded + pointed
        gained = sum(
            [
                number(event, "points")
                for event in news
                if event["event"] in ("gained", "led", "cultured", "dumped")
            ]
        )
        assert after.points - before.points == melded + gained
        drawn = names.count("drew") + names.count("learned")
        gone = names.count("discarded") + names.count("lost")
        assert after.hands - before.hands == drawn - gone - melded
        if "took" in names and "drew" not in names:
            assert before.sizes == after.sizes


def number(event: Event, part: str) -> int:
    """A number of an event."""
    value = event[part]
    assert isinstance(value, int)
    return value


@every_table
def test_melds_of_a_turn(seats: int, options: dict[str, Any]):
    """BI-10: the k-th has k cards at least, one Leader at most, a natural card at least."""
    melds = 0
    for _match, _before, news in steps(6, seats, options):
        for place, event in enumerate(news):
            if event["event"] == "turn":
                melds = 0
            elif event["event"] == "melded":
                melds += 1
                wild: dict[str, int] = {}
                for other in news[place + 1 :]:
                    if other["event"] != "wild":
                        break
                    wild[str(other["kind"])] = number(other, "amount")
                assert number(event, "size") >= melds
                assert number(event, "size") > sum(wild.values())
                assert wild.get("Lea", 0) <= 1
                if "Sea" in wild:
                    assert event["attribute"] in ("Con", "Tra")
            elif event["event"] == "stopped":
                assert melds == number(event, "melds")


@pytest.mark.parametrize("seats, options", TABLES[:5])
def test_every_attribute_has_a_top(seats: int, options: dict[str, Any]):
    """BI-11: somebody whom nobody exceeds."""
    for match in moments(7, seats, options):
        seen = at(match)
        for attribute, found in enumerate(seen.tops):
            best = max([seat.scores[attribute] for seat in seen.table])
            assert [
                at_ for at_, seat in enumerate(seen.table) if seat.scores[attribute] == best
            ] == (list(found))


@every_table
def test_a_score_phase(seats: int, options: dict[str, Any]):
    """BI-12: v for each attribute and each who is top in it, and 1 for each top in Culture."""
    for match, _before, news in steps(8, seats, options):
        led = [event for event in news if event["event"] == "led"]
        if not led:
            continue
        number_of_round = len(at(match).chart)
        if "round" not in [event["event"] for event in news] and match.to_act():
            number_of_round += 1
        value = 1 + (number_of_round - 1) // 4
        assert {value} == {number(event, "points") for event in led}
        assert 10 == len({event["attribute"] for event in led})
        tied = [event["seat"] for event in led if event["attribute"] == "Cul"]
        cultured = [event["seat"] for event in news if event["event"] == "cultured"]
        if options.get("privilege_time") != "round_start":
            ties = options.get("privilege_ties", "all")
            if ties == "all" or len(tied) == 1:
                assert tied == cultured
            else:
                assert len(cultured) == (0 if ties == "none" else 1)


@pytest.mark.parametrize("seats, options", TABLES[:6])
def test_nobody_sees_what_is_hidden(seats: int, options: dict[str, Any]):
    """BI-13: what a seat knows is true, and all of a hand is known only to who may see it, or has
    seen every card of it come.
    """
    for step, match in enumerate(moments(9, seats, options)):
        if step % 9:
            continue
        state = truth(match)
        for observer in (*range(seats), SPECTATOR):
            seen = at(match, observer)
            assert bool(seen.looked) <= (observer == seen.acting)
            assert seen.looked == seen.top[: len(seen.looked)]
            for other in range(seats):
                mine = sorted(seen.table[other].known)
                theirs = list(at(match, other).hand)
                assert all(mine.count(card) <= theirs.count(card) for card in mine)
            if observer < seats and state.viewers >> observer & 1:
                assert all(known(match, other, observer) == hand(match, other)
                           for other in range(seats))  # fmt: skip


@pytest.mark.parametrize("seats, options", TABLES[:5])
def test_seed_and_answers_are_the_whole_match(seats: int, options: dict[str, Any]):
    """BI-14: draws and thefts included."""
    played = list(moments(10, seats, options))[-1]
    again = microciv.replay(played.game, played.record())
    assert played.position() == again.position()
    assert events(played) == events(again)


def test_a_copy_plays_on_alone():
    """BI-14: nothing done to a copy changes the original."""
    for step, match in enumerate(random_match(11, 3)):
        if step % 40 == 0 and match.to_act():
            before = match.position()
            other = match.state.clone()
            rng = Rng(step)
            for _answer in range(30):
                if other.to_act:
                    moves = other.legal(other.to_act[0])
                    other.apply(other.to_act[0], moves[rng.below(len(moves))])
            assert before == match.position()


@every_table
def test_a_match_ends_after_twelve_rounds(seats: int, options: dict[str, Any]):
    """BI-15: exactly."""
    last = list(moments(12, seats, options))[-1]
    assert ("over", 12, 12) == (phase(last), at(last).round, len(at(last).chart))
    assert at(last).chart[-1] == tuple(last.scores())
