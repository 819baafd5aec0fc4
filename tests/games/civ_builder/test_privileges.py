"""Who is top, and when it is judged."""

from __future__ import annotations

import pytest

from microciv import SPECTATOR, Match
from tests.games.civ_builder.table import (
    ahead,
    at,
    at_round,
    hand,
    legal,
    phase,
    row,
    say,
    silence,
    silent_step,
    silent_until_round,
    sizes,
    table,
    told,
    tops,
)

TEN = ["Con", "Tra", "Cul", "Sci", "Agr", "Rel", "Sea", "Gov", "Equ", "Eng"]


@pytest.mark.parametrize("attribute", TEN)
@pytest.mark.parametrize("values, ties, expected", [
    ((3, 2, 1), "all", [0]), ((3, 3, 1), "all", [0, 1]), ((0, 0, 0), "all", [0, 1, 2]),
    ((3, 2, 1), "none", [0]), ((3, 3, 1), "none", []), ((3, 2, 1), "order", [0]),
    ((3, 3, 1), "order", [1]), ((1, 1, 1), "order", [2]),
])  # fmt: skip
def test_who_is_top(attribute: str, values: tuple[int, ...], ties: str, expected: list[int]):
    """CB-83, BA-04, BI-11: all whom nobody exceeds; or by option none of several, or the first."""
    rows = [row("Cul") | {"scores": {attribute: value}} for value in values]
    match = table(*rows, order=[2, 1, 0], asked=2, options={"privilege_ties": ties})
    assert expected == tops(match, attribute)


def religion(timing: str) -> Match:
    """Seat 0 melds Religion above seat 1's; who might use Disasters afterwards?"""
    match = table(
        row("3Rel+2Cul+Dis", Rel=5), row("2Con+2Dis", Rel=7),
        options={"privilege_time": timing},
    )  # fmt: skip
    say(match, "meld Rel*3", "skip")
    return match


def test_privileges_follow_the_scores_of_the_moment():
    """CB-84, BA-08, BS-33: A's next meld may have Disasters, B's in the same round may not."""
    match = religion("current")
    assert [0] == tops(match, "Rel")
    say(match, "meld Cul")
    assert "natural 1" in legal(match)
    match.play(0, "natural 1")
    assert ("act", [(0, "Dis", 1)]) == (phase(match), told(match, "wild"))
    say(match, "skip")
    say(match, "meld Con")
    assert ["natural 1", "natural 2"] == legal(match)
    match.play(1, "natural 2")
    assert "act" == phase(match)


def test_or_those_the_round_began_with():
    """CB-84, privilege_time=round_start: A's Disasters are dead until the next round."""
    match = religion("round_start")
    assert [1] == tops(match, "Rel")
    say(match, "meld Cul*2", "skip")
    match.play(1, "meld Con")
    match.play(1, "natural 1")
    assert ["disaster 0", "disaster 1", "disaster 2"] == legal(match)
    match.play(1, "disaster 2")
    assert [(1, "Dis", 2)] == told(match, "wild")
    silent_until_round(match, 2)
    assert [0] == tops(match, "Rel")


@pytest.mark.parametrize("timing, asked", [("current", 0), ("round_start", 1)])
def test_when_the_point_of_science_is_judged(timing: str, asked: int):
    """CB-84, CB-70, privilege_time: by the scores as the phase begins, or as the round began."""
    match = table(row("2Sci", Sci=5), row("Con", Sci=6), options={"privilege_time": timing})
    say(match, "meld Sci*2", "skip", "stop")
    assert ("point", [asked]) == (phase(match), match.to_act())


@pytest.mark.parametrize("timing, extra", [("current", [1, 0]), ("round_start", [0, 1])])
def test_when_the_extra_point_of_culture_is_judged(timing: str, extra: list[int]):
    """CB-84, CB-75: leads themselves are always those of the moment (CB-72)."""
    match = table(
        row("2Cul", Cul=5), ahead("Con", Cul=6), options={"privilege_time": timing}, round=1
    )  # fmt: skip
    say(match, "meld Cul*2", "skip", "stop", "skip")
    found = [dict(seat.sources) for seat in at(match).table]
    assert extra == [seat["culture"] for seat in found]
    assert [1, 9] == [seat["leads"] for seat in found]


@pytest.mark.parametrize("timing, limit", [("current", 7), ("round_start", 5)])
def test_when_the_hand_limit_is_judged(timing: str, limit: int):
    """CB-84, CB-79."""
    match = table(
        row("2Con+9Dis", Con=5), ahead(Con=6), options={"privilege_time": timing}, round=12
    )  # fmt: skip
    say(match, "meld Con*2", "skip", "skip")
    silence(match, "discard")
    for _card in range(9 - limit):
        say(match, "discard Dis")
    assert ("over", [limit, 0]) == (phase(match), sizes(match))


@pytest.mark.parametrize("timing, asked", [("current", True), ("round_start", False)])
def test_when_dumping_is_judged(timing: str, asked: bool):
    """CB-84, CB-77."""
    match = table(
        row("2Equ+Dis", Equ=5), ahead(Equ=6), options={"privilege_time": timing}, round=12
    )  # fmt: skip
    say(match, "meld Equ*2", "skip", "skip")
    assert asked == (phase(match) == "dump")


def test_engineering_has_no_privilege():
    """CB-85, CB-A10: who is top in nothing else is asked nothing, and sees nothing."""
    match = table(row("2Con+Dis", Eng=9), ahead("Lea", Eng=0), row("Lea"))
    say(match, "stop")
    assert [1] == match.to_act()
    assert ("point", False) == (phase(match), at(match).table[0].sees_all)
    say(match, "skip")
    assert ("dump", [1]) == (phase(match), match.to_act())
    say(match, "keep")
    assert (2, "sixth", [1]) == (at(match).round, phase(match), match.to_act())


def test_a_theft_of_points_moves_a_privilege():
    """CB-84, CB-51: at once."""
    match = table(
        row("2Con+Tra+2Sea", Sea=4), row("Lea", Sea=5), row(Eng=1), phase="act", action="Con",
        melds=1,
    )  # fmt: skip
    assert [1] == tops(match, "Sea")
    say(match, "steal B Sea Sea")
    assert [0] == tops(match, "Sea")
    say(match, "meld Tra+2Sea")
    assert "Con" in hand(match, 0)


def test_views_open_and_close_with_the_score():
    """CB-31, CB-84, BA-14: in the middle of a turn, and everybody is told."""
    match = table(row("3Tra", Tra=5), row("2Con", Tra=7), row("Sci", Tra=1))
    assert [False, True, False] == [seat.sees_all for seat in at(match).table]
    say(match, "meld Tra*3")
    assert [True, False, False] == [seat.sees_all for seat in at(match).table]
    assert ([(0,)], [(1,)]) == (told(match, "opened"), told(match, "closed"))
    assert [2, 1] == [len(at(match, 0).table[seat].known) for seat in (1, 2)]


@pytest.mark.parametrize("view", ["always", "trade_phase"])
def test_when_hands_can_be_seen(view: str):
    """CB-31, BA-14, trade_view: always, or in the Trade phase."""
    match = at_round(3, trade_view=view)
    seen: set[tuple[bool, bool]] = set()
    while at(match).round < 6:
        trading = at(match).trading
        sees = [seat for seat in range(3) if at(match).table[seat].sees_all]
        expected = tops(match, "Tra") if view == "always" or trading else []
        assert expected == sees
        seen.add((trading, bool(sees)))
        silent_step(match)
    assert {(True, True), (False, view == "always")} == seen


def test_spectators_see_no_hands():
    """BA-42, BI-13: though everybody else is top in Trade and looks."""
    match = table(row("2Con"), row("3Sci"), deck="Cul Cul Cul")
    assert [True, True] == [seat.sees_all for seat in at(match).table]
    assert [(), ()] == [seat.known for seat in at(match, SPECTATOR).table]
    assert ((), ()) == (at(match).hand, at(match).top)
