"""What a seat out of time answers."""

from __future__ import annotations

from typing import Any

import pytest

from microciv import Match
from tests.games.civ_builder.table import (
    Row,
    ahead,
    answer,
    at,
    deal_of,
    hands,
    legal,
    new_match,
    phase,
    points,
    row,
    silence,
    table,
    told,
)


def absent(match: Match, seat: int = 0) -> str:
    """The next step of the rule."""
    return match.game.absent(match.observe(seat)).text


def silent(match: Match, seat: int = 0) -> list[str]:
    """The whole answer of the rule, played."""
    number, answered = match.set_number(), []
    while seat in match.to_act() and match.set_number() == number:
        answered.append(absent(match, seat))
        match.play(seat, answered[-1])
    return answered


DEAL = {"trade": {"deal": deal_of(1, 0, "Sci", "Cul")}}
CHOICE = {"trade": {"deal": deal_of(0, "any", "Cul", "Sci"), "willing": [1, 2]}}
CASES: list[tuple[str, list[Row], dict[str, Any], list[str]]] = [
    ("pick", [row(), row()], {"round": 0}, ["pick middle-east"]),
    ("sixth", [row("Cul"), row()], {}, ["draw"]),
    ("offer", [row("Cul"), row("Sci")], {}, ["pass"]),
    ("answer", [row("Cul"), row("Sci")], DEAL, ["decline"]),
    ("reply", [row("Cul"), row("Sci")], DEAL, ["decline"]),
    ("choose", [row("Cul"), row("Sci"), row("Sci")], CHOICE, ["decline"]),
    ("market", [row("Cul"), row("Sci")], {"options": {"trade_mode": "clock"}}, ["ready"]),
    ("meld", [row("9Cul"), row("Sci")], {}, ["stop"]),
    *[("act", [row("9Cul"), row("Sci", Con=4)], {"melds": 1, "action": action}, [answer_])
      for action, answer_ in [("Con", "skip"), ("Tra", "skip"), ("Rel", "skip"), ("Sea", "skip"),
                              ("Equ", "skip"), ("Gov", "skip"), ("Cul", "use"), ("Agr", "use"),
                              ("Eng", "use"), ("Sci", "use")]],
    ("exchange", [row("2Cul"), row("Sci")], {"melds": 1, "target": 1}, ["done"]),
    ("study", [row("2Cul+Con"), row("Sci")], {"melds": 1, "deck": "Con Eng Cul Con Lea Dis Cul"},
     ["take Eng", "take Lea"]),
    ("point", [row("Cul"), row("Sci")], {}, ["skip"]),
    ("dump", [row("Cul"), row("Sci")], {}, ["keep"]),
    ("discard", [row("3Cul+3Con+Eng+2Dis"), row(Con=1)], {},
     ["discard Eng", "discard Dis", "discard Dis", "discard Cul"]),
]  # fmt: skip


@pytest.mark.parametrize("name, rows, fields, expected", CASES)
def test_a_seat_out_of_time(
    name: str, rows: list[Row], fields: dict[str, Any], expected: list[str]
):
    """F.4: draw, trade nothing, meld nothing, use what needs no choice, part with what is least of
    use.
    """
    match = table(*rows, phase=name, **fields)
    assert expected == silent(match)


def test_what_is_discarded_is_what_the_policy_would():
    """F.4, CB-80: Leaders stay, and what makes a large meld."""
    match = table(row("3Cul+2Con+Eng+2Dis+Lea"), row(Con=1), phase="discard")
    assert ["discard Eng", "discard Dis", "discard Dis", "discard Cul"] == silent(match)


def test_half_an_answer_is_made_whole():
    """F.4: whatever was begun, the rule comes to an end."""
    begun: list[tuple[str, list[Row], dict[str, Any], list[str]]] = [
        ("meld", [row("3Cul+Lea"), row("Sci")], {}, ["meld Cul"]),
        ("offer", [row("3Cul"), row("3Sci")], {}, ["offer B"]),
        ("offer", [row("3Cul"), row("3Sci")], {}, ["offer B", "give Cul", "for"]),
        ("answer", [row("Cul"), row("Sci")], DEAL, ["counter"]),
        ("act", [row("3Cul"), row(Con=3, Gov=3)], {"melds": 1, "action": "Con"}, ["steal B"]),
        ("act", [row("3Cul"), row("Sci")], {"melds": 1, "action": "Gov"}, ["use"]),
        ("exchange", [row("3Cul"), row("3Sci")], {"melds": 1, "target": 1}, ["take Sci"]),
        ("exchange", [row("3Cul"), row("3Sci")], {"melds": 1, "target": 1}, ["take Sci", "done"]),
        ("study", [row("3Cul"), row("3Sci")], {"melds": 1}, ["take Con"]),
        ("discard", [row("9Cul"), row("3Sci")], {}, ["discard Cul"]),
    ]  # fmt: skip
    for name, rows, fields, steps in begun:
        match = table(*rows, phase=name, **fields)
        number = match.set_number()
        for step in steps:
            match.play(0, step)
        assert len(silent(match)) <= 9
        assert match.set_number() != number or 0 not in match.to_act()


@pytest.mark.parametrize("options", [
    {}, {"trade_mode": "clock"}, {"trade_mode": "off"}, {"civ_pick": "random"},
    {"trade_gifts": True, "empty_dump": True}, {"science_rest": "shuffle"},
])  # fmt: skip
def test_a_match_of_absent_seats_ends(options: dict[str, Any]):
    """F.4, CB-09: nobody melds or trades anything."""
    match = new_match(3, 2, **options)
    silence(match, "over")
    assert [] == told(match, "melded", "gave", "pointed", "dumped")
    assert all(seat.hand <= 7 for seat in at(match).table)
    assert sum(points(match)) >= 12 * 10


def test_nobody_is_answered_for_before():
    """F.4: the rule is only asked for."""
    match = table(row("3Cul"), ahead("3Sci"), phase="offer")
    before = (hands(match), legal(match))
    assert "pass" == absent(match)
    assert before == (hands(match), legal(match))
    answer(match, 0, "pass")
    assert "offer" == phase(match)
