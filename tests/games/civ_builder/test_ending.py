"""The End phase, and the end of the match."""

from __future__ import annotations

import pytest

from microciv import Match
from tests.games.civ_builder.table import (
    Row,
    ahead,
    at,
    cards,
    discard,
    hand,
    legal,
    phase,
    points,
    refusal,
    row,
    say,
    silence,
    sizes,
    sources,
    table,
    told,
)


def ending(*rows: Row, **fields: object) -> Match:
    """Seat 0, or who is asked, may dump the hand."""
    return table(*rows, phase="dump", **fields)


def test_a_top_in_equestrian_may_dump_the_hand():
    """CB-77, CB-A09, BS-31: all of it, for 3 VP."""
    match = ending(row("2Cul+4Dis", Equ=1), row(Con=1))
    assert ["dump", "keep"] == legal(match)
    say(match, "dump")
    assert ([3, 0], [(0, 6, 3)]) == (points(match), told(match, "dumped"))
    assert {"dumps": 3} == sources(match, 0)
    assert cards("2Cul+4Dis") == cards(
        "+".join([str(card) for _seat, card in told(match, "discarded")])
    )


def test_or_may_keep_it():
    """CB-77: all or nothing."""
    match = ending(row("2Cul", Equ=1), row(Con=1), round=12)
    say(match, "keep")
    assert ([0, 0], "2Cul") == (points(match), hand(match, 0))


@pytest.mark.parametrize("equestrian, asked", [((3, 3), True), ((4, 3), False)])
def test_every_top_in_equestrian_may(equestrian: tuple[int, int], asked: bool):
    """CB-77, CB-83: tied ones; nobody else."""
    match = ending(row("Cul", Equ=equestrian[0]), row("Sci", Equ=equestrian[1]))
    say(match, "keep")
    assert asked == (phase(match) == "dump")


@pytest.mark.parametrize("empty, asked", [(False, False), (True, True)])
def test_an_empty_hand(empty: bool, asked: bool):
    """CB-77, BA-31, empty_dump: there must be something to discard, or not."""
    match = ending(row("Cul", Equ=2), row(Equ=2), options={"empty_dump": empty}, round=12)
    say(match, "keep")
    assert (([1] if asked else []), asked) == (match.to_act(), phase(match) == "dump")
    if asked:
        say(match, "dump")
        assert ([0, 3], [(1, 0, 3)]) == (points(match), told(match, "dumped"))


def test_all_choices_come_before_all_limits():
    """CB-78, BA-30: in order each."""
    match = ending(row("9Cul", Gov=1), row("9Sci"), row("9Agr", Equ=0), order=[1, 2, 0], asked=1)
    asked = []
    for line in ("keep", "keep", "keep"):
        asked += [(phase(match), *match.to_act())]
        say(match, line)
    for _seat in range(3):
        asked += [(phase(match), *match.to_act())]
        say(match, *legal(match)[:1] * (len(at(match, match.to_act()[0]).hand) - 7))
    assert [("dump", 1), ("dump", 2), ("dump", 0)] == asked[:3]
    assert [("discard", 1), ("discard", 2), ("discard", 0)] == asked[3:]


@pytest.mark.parametrize("conquest, limit", [((3, 2), 7), ((2, 3), 5), ((3, 3), 7)])
def test_the_hand_limit(conquest: tuple[int, int], limit: int):
    """CB-79, CB-A01, BI-05: five, or seven for who is top in Conquest, tied or not."""
    match = table(row("9Cul", Con=conquest[0]), row(Con=conquest[1]), phase="discard", round=12)
    say(match, f"discard {9 - limit}Cul")
    assert ("over", [limit, 0]) == (phase(match), sizes(match))


@pytest.mark.parametrize("size, conquest, asked", [
    (5, 0, False), (6, 0, True), (7, 0, True), (6, 2, False), (7, 2, False), (8, 2, True),
])  # fmt: skip
def test_who_is_within_the_limit_is_not_asked(size: int, conquest: int, asked: bool):
    """CB-79, CB-80: also where a hand of one kind leaves no choice."""
    match = ending(row("Dis", Equ=1), row(f"{size}Cul", Con=conquest), row(Con=1), round=12)
    say(match, "keep")
    assert asked == (phase(match) == "discard")


def test_the_owner_chooses_and_no_more_than_needed():
    """CB-80: card by card, down to the limit."""
    match = table(row("4Cul+3Dis+Lea", Con=0), row(Con=1), phase="discard", round=12)
    assert ["discard Cul", "discard Lea", "discard Dis"] == legal(match)
    assert "you have no Science to discard (CB-80)" == refusal(match, 0, "discard Sci")
    say(match, "discard 2Dis+Cul")
    assert ("over", cards("3Cul+Dis+Lea")) == (phase(match), hand(match, 0))
    assert cards("2Dis+Cul") == discard(match)


def test_the_last_round_has_an_end_phase():
    """CB-81, BA-32: 3 VP for a hand, and the limit, in round 12 too."""
    match = table(row("9Cul", Gov=1), row("9Sci"), phase="point", round=12)
    silence(match, "dump")
    say(match, "dump", "keep")
    assert ("discard", [1]) == (phase(match), match.to_act())
    say(match, "discard 2Sci")
    assert ("over", 12) == (phase(match), len(at(match).chart))


@pytest.mark.parametrize("points_, places", [
    ((210, 210, 190), [1, 1, 3]), ((1, 2, 3), [3, 2, 1]), ((5, 5, 5), [1, 1, 1]),
    ((7, 9, 9), [3, 1, 1]),
])  # fmt: skip
def test_the_most_points_win(points_: tuple[int, ...], places: list[int]):
    """CB-82, BS-35, BA-33: a tie is a shared victory."""
    rows = [row(points=value, Cul=9 - seat) for seat, value in enumerate(points_)]
    match = table(*rows, phase="over", round=12, order=[2, 1, 0])
    assert places == match.places()
    assert list(points_) == match.scores()


@pytest.mark.parametrize("rule, places", [
    ("shared", [1, 1, 3, 3]), ("initiative", [2, 1, 3, 4]), ("scores", [1, 2, 3, 3]),
])  # fmt: skip
def test_a_final_tie_by_option(rule: str, places: list[int]):
    """CB-82, BA-33, final_tie: shared; the first in the last order; the higher sum of scores."""
    match = table(
        row(points=9, Cul=5, Sci=2), row(points=9, Cul=6), row(points=4, Con=1),
        row(points=4, Eng=1), phase="over", round=12, order=[1, 2, 0, 3],
        options={"final_tie": rule},
    )  # fmt: skip
    assert places == match.places()


def test_a_tie_of_points_does_not_beat_more_points():
    """CB-82: whatever the option, points come first."""
    for rule in ("shared", "initiative", "scores"):
        match = table(row(points=9), row(points=10), ahead(points=9), phase="over", round=12,
                      options={"final_tie": rule})  # fmt: skip
        assert 1 == match.places()[1]
        assert [1] == match.ranking()[0]
