"""Section D: what holds at every moment, in every round and at the end, over random matches."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import microciv
from microciv import Match
from tests.games.five_x.table import (
    ANYBODY,
    RANDOM,
    Event,
    Round,
    at,
    events,
    hand,
    random_match,
    removed,
    resources,
    told,
    vectors,
)

BASICS = {"exploit", "exterminate", "expand", "explore", "excavate"}
LETTERS = "ABCDEFG"


def whole_hand(match: Match, seat: int) -> set[str]:
    """In hand, or on the table before its fate is settled."""
    played = at(match).table[seat].played
    return hand(match, seat) | ({played} if played else set())


@pytest.mark.parametrize("seats, seed, options", RANDOM)
def test_nothing_is_lost_and_nothing_is_doubled(seats: int, seed: int, options: dict[str, object]):
    """INV-1, INV-2, INV-3, INV-4, INV-7, INV-16, INV-17: at every moment of a random match."""
    dealt: set[str] | None = None
    built: list[str] = []
    for match in random_match(seed, seats, **options):
        seen = at(match)
        leaders: list[str] = []
        for seat, row in enumerate(seen.table):
            cards = sorted([*whole_hand(match, seat), *row.pile])
            assert sorted(BASICS) == [card for card in cards if card in BASICS]
            leaders += [card for card in cards if card not in BASICS]
            assert row.resources >= 0
        assert len(set(leaders)) == len(leaders)
        assert dealt in (None, set(leaders))
        dealt = set(leaders)
        built = [letter for row in seen.table for letter in row.wonders]
        letters = LETTERS[: seen.rounds]
        assert sorted([*built, *seen.removed, *seen.stack]) == list(letters)
        assert letters.endswith("".join(seen.stack))
        if seen.phase == "select":
            assert len(built) + len(seen.removed) == seen.round - 1
    assert [e["card"] for e in told(match, "revealed")].count("caesar") <= 1
    halves = dict(zip(LETTERS, range(3, 10), strict=True))
    total = sum(halves[letter] for letter in [*built, *removed(match)])
    assert total == (33 if "leaders" in options else 42)


@pytest.mark.parametrize("seats, seed, options", RANDOM)
def test_a_round_begins_with_an_empty_table(seats: int, seed: int, options: dict[str, object]):
    """INV-9, INV-10: nothing in play, no bid open, and the groups part the players."""
    number = 0
    for match in random_match(seed, seats, **options):
        seen = at(match)
        if seen.phase == "select" and seen.round != number:
            number = seen.round
            assert [("", 0)] * seats == [(seat.played, seat.bid) for seat in seen.table]
            assert [seat.previous for seat in seen.table].count("erik") <= 1
            late = {seat for seat, row in enumerate(seen.table) if explored(row.previous)}
            assert set(seen.asked) == (set(range(seats)) - late or late - erik(match) or late)


def explored(card: str) -> bool:
    return card in {"explore", "dido", "erik", "isabella"}


def erik(match: Match) -> set[int]:
    return {seat for seat, row in enumerate(at(match).table) if row.previous == "erik"}


def rounds(
    seats: int, seed: int, options: dict[str, object]
) -> Iterator[tuple[Round, list[Event]]]:
    """Every round of a random match: its vectors, checked against the resources, and its events."""
    start, since, number = [3] * seats, 0, 1
    for match in random_match(seed, seats, **options):
        seen = at(match)
        if seen.round != number or seen.phase == "over":
            happened = events(match)[since:]
            outcome = Round(match, vectors(start, happened))
            assert outcome["END"] == resources(match)
            yield outcome, happened
            start, since, number = resources(match), len(events(match)), seen.round


def of(happened: list[Event], *kinds: str) -> list[Event]:
    return [event for event in happened if event["event"] in kinds]


@pytest.mark.parametrize("seats, seed, options", RANDOM)
def test_every_step_moves_what_it_may(seats: int, seed: int, options: dict[str, object]):
    """INV-11, INV-12, INV-13, INV-14, INV-15."""
    played = 0
    for outcome, happened in rounds(seats, seed, options):
        played += 1
        cards = {event["seat"]: event["card"] for event in of(happened, "revealed")}
        exploiters = {event["seat"] for event in of(happened, "exploited")}
        for seat, brought in enumerate(outcome.brought("S1")):
            assert brought in (range(4) if seat in exploiters else [0])
        hits = of(happened, "hit")
        assert sum(outcome.brought("S2")) == sum(event["supply"] == 1 for event in hits)
        assert len({(event["seat"], event["target"]) for event in hits}) == len(hits)
        won = of(happened, "won")
        assert len(won) <= 1
        for seat, brought in enumerate(outcome.brought("S3")):
            prices = [-event["amount"] for event in won if event["seat"] == seat]  # type: ignore[operator]
            assert brought in (prices or [0, -1, -3])
        built = [cards[event["seat"]] for event in of(happened, "built")]
        assert len(won) + built.count("dido") <= 1
        assert built.count("suleiman") <= 1
    assert played == (6 if "leaders" in options else 7)


@pytest.mark.parametrize("seats, seed, options", RANDOM)
def test_options_seed_and_answers_are_the_match(seats: int, seed: int, options: dict[str, object]):
    """INV-20."""
    *_, match = random_match(seed, seats, **options)
    game = microciv.open_game("5x", seats=seats, **options)
    again = microciv.replay(game, match.record())
    assert match.position() == again.position()
    assert [match.heard(seat) for seat in range(seats)] == [
        again.heard(seat) for seat in range(seats)
    ]


@pytest.mark.parametrize("seats, seed, options", RANDOM)
def test_the_events_account_for_every_resource(seats: int, seed: int, options: dict[str, object]):
    """INV-14: `Game.changes` of all that is heard leads from the first resources to the last."""
    held, since = [3] * seats, 0
    for match in random_match(seed, seats, **options):
        for heard in match.heard(ANYBODY, since):
            since += 1
            for seat, amount in match.game.changes(heard):
                held[seat] += amount
        assert held == match.game.holdings(at(match))
