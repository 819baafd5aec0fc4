"""The round: its phases and its order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from microciv import Match
from tests.games.civ_builder.table import (
    Row,
    ahead,
    at,
    at_round,
    events,
    legal,
    new_match,
    phase,
    random_match,
    row,
    say,
    seeded,
    silence,
    silent_until_round,
    table,
    told,
)

RANK = {
    "round": 0, "tie_roll": 0, "ordered": 0, "drew": 1, "sixth": 1,
    "proposed": 2, "proposed_all": 2, "countered": 2, "declined": 2, "gave": 2,
    "turn": 3, "melded": 3, "stopped": 3, "skipped": 3, "robbed": 3, "gained": 3,
    "pointed": 4, "led": 5, "cultured": 6, "dumped": 7,
}  # fmt: skip
ASKED = {
    "sixth": 1, "offer": 2, "answer": 2, "reply": 2, "choose": 2, "market": 2,
    "meld": 3, "act": 3, "exchange": 3, "study": 3, "point": 4, "dump": 5, "discard": 6,
}  # fmt: skip
ACTION_DRAWS = ("Agr", "Gov", "Eng")


def next_order(*rows: Row, **fields: object) -> tuple[int, ...]:
    """The order of the round after this one, nobody doing anything."""
    match = table(*rows, phase="dump", asked=0, **fields)
    number = at(match).round
    silent_until_round(match, number + 1)
    return at(match).order


@pytest.mark.parametrize("mode", ["offers", "clock"])
def test_six_phases_in_their_order(mode: str):
    """CB-12, CB-13, BI-03: Initiative, Draw, Trade, Action, Score, End: asked in no other order,
    each finished by all before the next begins.
    """
    asked = [
        (at(match).round, ASKED[phase(match)])
        for match in random_match(3, 3, trade_mode=mode)
        if phase(match) in ASKED
    ]
    assert sorted(asked) == asked
    assert {1, 2, 3, 4, 5, 6} == {place for _round, place in asked}


def test_what_happens_in_a_round_is_told_in_its_order():
    """CB-12, BI-03: draws of actions apart."""
    match = new_match(3, 6)
    silence(match, "over")
    ranks: list[int] = []
    for event in events(match):
        name = str(event["event"])
        if name == "round":
            assert sorted(ranks) == ranks
            ranks = []
        if name in RANK and not (name == "drew" and 3 in ranks):
            ranks.append(RANK[name])


@pytest.mark.parametrize("government, order", [
    ((5, 7, 6), (1, 2, 0)), ((9, 8, 7), (0, 1, 2)), ((0, 1, 2), (2, 1, 0)),
    ((12, 3, 12), (0, 2, 1)),
])  # fmt: skip
def test_the_highest_government_acts_first(government: tuple[int, ...], order: tuple[int, ...]):
    """CB-14, CB-A08: descending; the last of these is told apart by Religion."""
    rows = [row("Cul", Gov=value, Rel=9 - seat) for seat, value in enumerate(government)]
    assert order == next_order(*rows)


TIES: list[tuple[str, list[Mapping[str, int]], tuple[int, ...]]] = [
    ("Religion", [{"Gov": 7, "Rel": 3}, {"Gov": 7, "Rel": 4}, {"Gov": 5}], (1, 0, 2)),
    ("Culture", [{"Gov": 7, "Rel": 3, "Cul": 1}, {"Gov": 7, "Rel": 3, "Cul": 2}], (1, 0)),
    ("Religion before Culture",
     [{"Gov": 7, "Rel": 3, "Cul": 9}, {"Gov": 7, "Rel": 4, "Cul": 0}], (1, 0)),
    ("Government before Religion", [{"Gov": 6, "Rel": 9, "Cul": 9}, {"Gov": 7}], (1, 0)),
    ("three by Religion", [{"Gov": 4, "Rel": 1}, {"Gov": 4, "Rel": 3}, {"Gov": 4, "Rel": 2}],
     (1, 2, 0)),
    ("three by Religion, then Culture",
     [{"Gov": 4, "Rel": 2, "Cul": 1}, {"Gov": 4, "Rel": 3}, {"Gov": 4, "Rel": 2, "Cul": 5}],
     (1, 2, 0)),
    ("two pairs", [{"Gov": 4, "Rel": 1}, {"Gov": 6, "Cul": 2}, {"Gov": 4, "Rel": 2},
                   {"Gov": 6, "Cul": 3}], (3, 1, 2, 0)),
]  # fmt: skip


@pytest.mark.parametrize("scores, order", [tie[1:] for tie in TIES], ids=[tie[0] for tie in TIES])
def test_ties_of_the_order(scores: list[Mapping[str, int]], order: tuple[int, ...]):
    """CB-15, CB-16: Religion, then Culture, for two and for more; no die is rolled."""
    rows = [row("Cul") | {"scores": dict(values)} for values in scores]
    match = table(*rows, phase="dump")
    silent_until_round(match, 2)
    assert order == at(match).order
    assert [] == told(match, "tie_roll")


def rolled(match: Match) -> list[list[tuple[int, int]]]:
    """The rolls, a list for each time that some rolled: everybody of it rolls once."""
    found: list[list[tuple[int, int]]] = [[]]
    for seat, pips in told(match, "tie_roll"):
        if seat in [who for who, _pips in found[-1]]:
            found.append([])
        found[-1].append((int(str(seat)), int(str(pips))))
    return found


def test_a_die_tells_equals_apart():
    """CB-15: the higher roll is first."""
    firsts = set()
    for seed in range(24):
        match = table(row("Cul", Gov=3), row("Cul", Gov=3), phase="dump", generator=seeded(seed))
        silent_until_round(match, 2)
        last = rolled(match)[-1]
        assert 2 == len(last)
        assert last[0][1] != last[1][1]
        best = max(last, key=lambda roll: roll[1])[0]
        assert best == at(match).order[0]
        firsts.add(best)
    assert {0, 1} == firsts


def test_equal_rolls_are_rolled_again_by_those_who_are_equal():
    """CB-16, BA-06: with three tied players, a pair rolls on alone and keeps its place."""
    pairs = trebles = 0
    for seed in range(120):
        match = table(*[row("Cul", Gov=3)] * 3, phase="dump", generator=seeded(seed),
                      options={"unique_civs": False})  # fmt: skip
        silent_until_round(match, 2)
        rolls = [(int(str(seat)), int(str(pips))) for seat, pips in told(match, "tie_roll")]
        first, order = dict(rolls[:3]), at(match).order
        assert {0, 1, 2} == set(first)
        assert sorted(first.values(), reverse=True) == [first[seat] for seat in order]
        equal = [seat for seat in first if list(first.values()).count(first[seat]) > 1]
        assert set(equal) == {seat for seat, _pips in rolls[3:]}
        pairs += len(equal) == 2
        trebles += len(equal) == 3
    assert (True, True) == (pairs > 0, trebles > 0)


def test_the_order_stands_for_the_round():
    """CB-17, BA-07: Government that is melded counts from the next round on."""
    match = table(row("3Gov", Gov=6), row("Cul", Gov=7), order=[1, 0], asked=0)
    say(match, "meld Gov*3", "skip")
    assert (9, (1, 0)) == (at(match).table[0].scores[7], at(match).order)
    silent_until_round(match, 2)
    assert (0, 1) == at(match).order


def test_everybody_is_told_the_order():
    """CB-14, BI-04: each seat once, with its place."""
    match = at_round(3)
    assert at(match).order == tuple(seat for seat, _place in told(match, "ordered")[-3:])
    assert [1, 2, 3] == [place for _seat, place in told(match, "ordered")[-3:]]


def test_dice_are_for_first_scores_and_ties_of_the_order():
    """CB-86: nothing else rolls one."""
    match = new_match(4, 9)
    silence(match, "over")
    dice = [event for event in events(match) if "pips" in event]
    assert {"rolled", "extra", "tie_roll"} >= {str(event["event"]) for event in dice}
    assert [40, 4] == [
        len([event for event in dice if event["event"] == name]) for name in ("rolled", "extra")
    ]


def test_nobody_is_eliminated():
    """CB-87: a seat with nothing at all still is at the table."""
    match = table(row(), ahead("9Cul"), row(), phase="point", asked=1)
    for number in (2, 3, 4):
        silent_until_round(match, number)
        assert {0, 1, 2} == set(at(match).order)
    assert {0, 1, 2} == {int(str(seat)) for (seat,) in told(match, "turn")}
    assert "over" != phase(match)


def test_turns_come_in_order():
    """CB-32: each player has one, in the order of the round."""
    match = at_round(2, 4)
    silence(match, "dump", "discard", "point")
    number = len(told(match, "turn"))
    assert list(at(match).order) == [seat for (seat,) in told(match, "turn")[number - 4 :]]


def test_a_round_with_no_trade():
    """CB-29, trade_mode=off: cards are drawn, and then it is the first turn."""
    match = new_match(3, 4, trade_mode="off")
    silence(match, "meld")
    assert not at(match).trading
    for moment in random_match(4, 3, trade_mode="off"):
        assert phase(moment) not in ("offer", "answer", "reply", "choose", "market")


def test_legal_answers_are_told_in_the_order_of_the_table():
    """CB-33: attributes first, then stop."""
    match = table(row("Cul+Con+Eng"), ahead())
    assert ["meld Con", "meld Cul", "meld Eng", "stop"] == legal(match)


@pytest.mark.parametrize("options", [{}, {"trade_mode": "clock"}])
def test_trade_has_four_minutes_in_all(options: dict[str, Any]):
    """CB-29: of each round, and nothing else has a limit as a whole."""
    for match in random_match(3, 3, **options):
        seen = at(match)
        if seen.round > 2:
            break
        limit = (seen.round, 240) if seen.trading else None
        assert limit == match.game.stretch(seen)
        assert seen.trading == (phase(match) in ("offer", "answer", "reply", "choose", "market"))
