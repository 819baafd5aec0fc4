"""Positions: out of a match and back, and from a few words by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest

import microciv
from microciv import SPECTATOR, BadPosition, Match, Rng
from tests.games.civ_builder.table import (
    NINE_EACH,
    ahead,
    answer,
    at,
    cards,
    deal_of,
    deck,
    discard,
    document,
    hand,
    hands,
    known,
    legal,
    phase,
    points,
    random_match,
    random_step,
    row,
    say,
    score,
    scores,
    silence,
    sources,
    table,
    told,
)
from tests.games.saving import saved

TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}), (3, {}), (4, {"trade_gifts": True}), (6, {"trade_passes": 1}),
    (3, {"trade_mode": "clock"}), (3, {"trade_mode": "off", "repeat_attribute": False}),
    (3, {"privilege_time": "round_start", "privilege_ties": "order"}),
    (3, {"science_rest": "bottom", "trade_view": "trade_phase"}),
    (2, {"science_rest": "shuffle", "empty_dump": True, "final_tie": "scores"}),
    (3, {"roll_first": True, "unique_civs": False, "natural_required": False}),
    (10, {"allow_7_to_10": True, "civ_pick": "random", "trade_passes": 1}),
]  # fmt: skip


@pytest.mark.heavy
@pytest.mark.parametrize("seats, options", TABLES)
def test_a_position_can_be_saved_and_set_up_at_any_moment(seats: int, options: dict[str, Any]):
    """BI-01, BI-14: through JSON; every seat sees what it saw before."""
    phases, every = set(), 7 * seats
    for number, match in enumerate(random_match(seats, seats, **options)):
        if number % every != seats % every and match.to_act():
            continue
        written = saved(match)
        other = microciv.set_up(written)
        for seat in (number % seats, SPECTATOR):
            assert at(match, seat) == at(other, seat)
        assert written == saved(other)
        assert match.to_act() == other.to_act()
        phases.add(phase(match))
    assert {"meld", "act", "over"} <= phases


@pytest.mark.heavy
@pytest.mark.parametrize("seats, options", TABLES)
def test_a_match_goes_on_from_a_position_as_it_would_have(seats: int, options: dict[str, Any]):
    """BI-14: answer by answer, draws and thefts and all."""
    for cut in (2, 90, 201):
        moments = random_match(cut, seats, **options)
        match = [next(moments) for _ in range(cut)][-1]
        other, rng = microciv.set_up(saved(match)), Rng(cut)
        for _step in range(150):
            if not match.to_act():
                break
            seat = match.to_act()[0]
            moves = legal(match, seat)
            assert moves == legal(other, seat)
            move = moves[rng.below(len(moves))]
            match.play(seat, move)
            other.play(seat, move)
        assert saved(match) == saved(other)


def test_a_record_may_begin_at_a_position():
    """BI-14: and replays from there."""
    match = table(row("3Rel+2Cul"), ahead("5Sci"))
    say(match, "meld Rel*1", "steal B")
    record = microciv.read_record(json.loads(json.dumps(microciv.plain_record(match.record()))))
    assert match.position() == microciv.replay(match.game, record).position()


# --- by hand


def test_what_is_not_said_follows():
    """Scores are 0, the order is that of the seats, the rest is the deck in table order."""
    match = microciv.set_up(
        {"game": "civ-builder", "turn": {}, "table": [{"hand": "Cul"}, {"hand": "2Sci"}, {}]}
    )
    seen = at(match)
    assert (3, "meld", [0], 1) == (match.game.seats, phase(match), match.to_act(), seen.round)
    assert ((0, 1, 2), 0, ()) == (seen.order, seen.melds, seen.chart)
    assert ["middle-east", "north-africa", "india"] == [seat.civ for seat in seen.table]
    assert ([0, 0, 0], {}) == (points(match), scores(match, 0))
    assert (["Cul", "2Sci", ""], "") == (hands(match), discard(match))
    assert ["Con"] * 9 + ["Tra"] * 9 + ["Cul"] * 8 + ["Sci"] * 7 == deck(match)[:33]
    assert 105 == len(deck(match))


def test_the_rest_may_be_discarded():
    """BI-01."""
    match = table(row("Cul"), ahead(), deck="Lea Dis", rest="discard")
    assert (["Lea", "Dis"], 105) == (deck(match), sum(at(match).discard))


def test_the_deck_begins_with_the_cards_that_are_named():
    """The rest follows in table order."""
    match = table(row("Cul"), ahead(), deck="Lea Dis Eng")
    assert ["Lea", "Dis", "Eng", "Con"] == deck(match)[:4]
    assert 9 * 12 - 1 == len(deck(match))


def test_cards_are_written_in_many_ways():
    """Numbers before or behind, L for a Leader, any case."""
    for text in ("2Cul+Lea", "Cul*2+L", "cul 2 +lea", "Cul+Cul+L", "L Culx2", "2culture+leader"):
        try:
            match = table(row(text), ahead())
        except microciv.BadPosition:
            assert text == "cul 2 +lea"  # a number stands alone
            continue
        assert cards("2Cul+Lea") == hand(match, 0)


def test_every_field():
    """F.1: a position that says everything, and is saved as it was written."""
    written = document(
        {"civ": "india", "scores": {"Cul": 6, "Tra": 3}, "started": {"Cul": 2}, "points": 30,
         "sources": {"melds": 20, "leads": 9, "culture": 2, "thefts": -1}, "hand": "4Cul"},
        {"civ": "china", "scores": {"Rel": 1}, "points": 7, "hand": "Sci"},
        phase="act", action="Cul", melds=2, melded=["Cul", "Eng"], round=3, order=[1, 0], asked=0,
        deck="Lea Dis", discard="Eng", chart=[[1, 2], [3, 4]], generator=[1, 2, 3, 4],
        options={"repeat_attribute": False, "privilege_time": "round_start"},
    )  # fmt: skip
    match = microciv.set_up(written)
    again = saved(match)
    assert written["chart"] == again["chart"]
    assert [1, 2, 3, 4] == again["generator"]
    assert (["Cul", "Eng"], "Cul", 2) == (
        again["turn"]["melded"], again["turn"]["action"], again["turn"]["melds"],
    )  # fmt: skip
    assert {"melds": 20, "leads": 9, "culture": 2, "thefts": -1} == sources(match, 0)
    assert {"melds": 7} == sources(match, 1)
    assert (2, 6) == (at(match).round_scores[2], at(match).table[0].scores[2])
    assert saved(microciv.set_up(again)) == again


@pytest.mark.parametrize("name, fields", [
    ("sixth", {}), ("offer", {}), ("answer", {"trade": {"deal": deal_of(1, 0, "Sci", "Cul")}}),
    ("reply", {"trade": {"deal": deal_of(1, 0, "Sci", "Cul")}}),
    ("choose", {"trade": {"deal": deal_of(0, "any", "Cul", "Sci"), "willing": [1, 2]}}),
    ("market", {"options": {"trade_mode": "clock"},
                "trade": {"tick": 3, "offers": [[], [deal_of(1, "any", "Sci", "Cul")], []]}}),
    ("meld", {}), ("act", {"action": "Gov"}), ("exchange", {"target": 1}), ("study", {}),
    ("point", {}), ("dump", {}), ("discard", {}),
])  # fmt: skip
def test_every_phase_from_a_few_words(name: str, fields: dict[str, Any]):
    """F.1: each plays on to the end of the match."""
    match = table(row("8Cul"), row("3Sci"), row("2Sci"), phase=name, **fields)
    assert name == phase(match)
    assert saved(match) == saved(microciv.set_up(saved(match)))
    rng = Rng(4)
    for seat in (0, 1, SPECTATOR):
        assert at(match, seat) == match.game.redeal(match.observe(seat), rng).observe(seat)
    while match.to_act():
        random_step(match, rng)
    assert "over" == phase(match)


def test_picks_from_a_few_words():
    """CB-03: nothing is rolled or dealt; those before have picked."""
    match = table(row(civ="india") | {"scores": {}}, row(), row(), phase="pick", asked=1, round=0)
    assert ([1], 9) == (match.to_act(), len(legal(match)))
    say(match, "pick china", "pick meso-america")
    assert 10 * 3 == len(told(match, "rolled"))
    assert saved(match) == saved(microciv.set_up(saved(match)))


def test_a_final_position():
    """CB-82: ranked as it stands."""
    match = table(row("5Cul", points=9), row(points=10), phase="over", round=12)
    assert ([], [[1], [0]]) == (match.to_act(), match.ranking())
    assert 12 == len(at(match).chart)


def test_without_a_past_what_can_be_seen_now_is_known():
    """CB-10: own hands, and all hands for the top in Trade."""
    match = table(row("2Cul"), row("3Sci", Tra=1))
    assert ["2Cul", ""] == [known(match, seat, 0) for seat in (0, 1)]
    assert ["2Cul", "3Sci"] == [known(match, seat, 1) for seat in (0, 1)]


def test_sealed_answers():
    """F.1: offers to all are answered in secret; a half answer stands, too."""
    fields: dict[str, Any] = {"trade": {"deal": deal_of(0, "any", "Cul", "Sci")}}
    match = table(row("Cul"), row("Sci"), row("Sci"), phase="answer", sealed={"1": ["accept"]},
                  **fields)  # fmt: skip
    assert ([2], ["accept"]) == (match.to_act(), [move.text for move in at(match, 1).answer])
    assert saved(match) == saved(microciv.set_up(saved(match)))
    answer(match, 2, "decline")
    assert "Sci" == hand(match, 0)
    half = table(row("3Cul"), row("Sci"), sealed={"0": ["meld Cul"]})
    assert ["natural 1", "natural 2", "natural 3"] == legal(half)


@pytest.mark.parametrize("scores, asked, scholars, options", [
    ([3, 3, 3], 0, [1, 2], {}), ([3, 2, 3], 0, [2], {}), ([4, 3, 3], 1, [2], {}),
    ([4, 4, 3], 2, [], {}), ([3, 3, 2], 1, [], {}), ([3, 2, 2], 0, [], {"privilege_ties": "none"}),
    ([3, 3, 2], 0, [], {"privilege_ties": "order"}), ([5, 3, 3], 1, [2], {"science_privilege": 2}),
    ([6, 6, 3], 2, [], {"science_privilege": 3}),
])  # fmt: skip
def test_points_of_science_that_are_still_to_come(
    scores: list[int], asked: int, scholars: list[int], options: dict[str, Any]
):
    """CB-69, CB-70: all who were top as the phase began, whatever earlier ones have added since."""
    rows = [row(Sci=score) for score in scores]
    for fields in ({}, {"scholars": scholars}):
        match = table(*rows, phase="point", asked=asked, options=options, **fields)
        assert scholars == list(at(match).scholars)


@pytest.mark.parametrize("scores, asked, options", [
    ([2, 7, 0], 0, {}), ([5, 3, 0], 1, {}), ([3, 3, 0], 2, {}),
    ([3, 3, 0], 0, {"privilege_ties": "none"}), ([4, 3, 0], 1, {"privilege_ties": "none"}),
    ([3, 3, 0], 1, {"privilege_ties": "order"}), ([6, 3, 0], 1, {"science_privilege": 2}),
])  # fmt: skip
def test_who_was_not_top_adds_no_point(scores: list[int], asked: int, options: dict[str, Any]):
    """CB-69: who was asked earlier may have more since by the privilege, nobody else."""
    rows = [row(Sci=score) for score in scores]
    with pytest.raises(BadPosition, match=r"^asked: expected a seat that was top in Sci"):
        table(*rows, phase="point", asked=asked, options=options)


def test_numbers_have_room_to_grow():
    """CB-11: what is played from a position with the highest numbers is a position too."""
    highest = row("9Cul+9Lea", Cul=9999) | {"points": 99999}
    match = table(highest, row("2Sci"))
    say(match, "meld Cul*9+L", "use")
    assert ([100_013, 0], 10_009) == (points(match), score(match, 0, "Cul"))
    assert microciv.set_up(saved(match)).scores() == points(match)
    silence(match, "offer", "over")
    assert microciv.set_up(saved(match)).scores() == points(match)


def test_all_cards_may_be_in_one_hand():
    """BI-01."""
    match: Match = table(row(NINE_EACH), row())
    assert (108, []) == (at(match).table[0].hand, deck(match))
