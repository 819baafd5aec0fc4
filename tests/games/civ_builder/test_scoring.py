"""The Score phase."""

from __future__ import annotations

import pytest

from microciv import Match
from tests.games.civ_builder.table import (
    Row,
    at,
    legal,
    phase,
    points,
    row,
    say,
    score,
    scores,
    silence,
    silent_until_round,
    sources,
    table,
    told,
    tops,
)

TEN = ["Con", "Tra", "Cul", "Sci", "Agr", "Rel", "Sea", "Gov", "Equ", "Eng"]


def scoring(*rows: Row, **fields: object) -> Match:
    """The first top in Science is asked; the others are empty-handed."""
    return table(*rows, phase="point", **fields)


def all_at(value: int) -> dict[str, int]:
    """The same score in everything."""
    return dict.fromkeys(TEN, value)


def seat(points_: int = 0, **values: int) -> Row:
    """An empty-handed seat."""
    return row(points=points_) | {"scores": values}


@pytest.mark.parametrize("attribute", TEN)
def test_a_top_in_science_may_add_a_point(attribute: str):
    """CB-69, CB-71, CB-A04: to any one own attribute, for no VP of its own."""
    match = scoring(seat(Sci=3), seat(**all_at(2)))
    assert [*[f"point {name}" for name in TEN], "skip"] == legal(match)
    say(match, f"point {attribute}")
    assert [(0, attribute)] == told(match, "pointed")
    before = 3 if attribute == "Sci" else 0
    assert before + 1 == score(match, 0, attribute)
    assert {"leads": 1} == sources(match, 0)


def test_or_may_not():
    """CB-69: none is added."""
    match = scoring(seat(Sci=3), seat(**all_at(2)))
    say(match, "skip")
    assert ({"Sci": 3}, []) == (scores(match, 0), told(match, "pointed"))


def test_who_is_not_top_in_science_is_not_asked():
    """CB-69."""
    match = table(row("Cul", Gov=1), row(Sci=1))
    say(match, "meld Cul", "skip")
    assert ("point", [1]) == (phase(match), match.to_act())


def test_all_tops_in_science_may_in_order():
    """CB-70, BS-29: A takes the lead and B still adds a point: 8 : 8, and both score for it."""
    match = scoring(seat(Sci=7), seat(Sci=7), seat(**all_at(5)))
    assert ((1,), [0]) == (at(match).scholars, match.to_act())
    say(match, "point Sci")
    assert ([0], [1]) == (tops(match, "Sci"), match.to_act())
    say(match, "point Sci")
    assert [(0, "Sci"), (1, "Sci")] == told(match, "pointed")
    assert [0, 1] == tops(match, "Sci")
    assert {"leads": 1} == sources(match, 0) == sources(match, 1)


def test_a_point_makes_no_new_scholar():
    """CB-70, BA-29: judged when the phase begins."""
    match = scoring(seat(Sci=7), seat(Sci=6), seat(Sci=7), order=[2, 1, 0], asked=2)
    say(match, "skip")
    assert [0] == match.to_act()


@pytest.mark.parametrize("ties, asked", [("all", [2, 0]), ("none", []), ("order", [2])])
def test_tied_tops_in_science_by_option(ties: str, asked: list[int]):
    """CB-70, BA-04, privilege_ties: all, none, the first in order."""
    match = table(row(Sci=7), row("Cul"), row(Sci=7), order=[2, 0, 1], asked=1,
                  options={"privilege_ties": ties})  # fmt: skip
    say(match, "meld Cul", "skip")
    found = []
    while phase(match) == "point":
        found += match.to_act()
        say(match, "skip")
    assert asked == found


@pytest.mark.parametrize("number, value", [
    *[(number, 1) for number in (1, 2, 3, 4)], *[(number, 2) for number in (5, 6, 7, 8)],
    *[(number, 3) for number in (9, 10, 11, 12)],
])  # fmt: skip
def test_leads_bring_more_and_more(number: int, value: int):
    """CB-72, BA-35: one, two, three points each, by the round."""
    match = scoring(seat(Sci=9, Con=4), seat(**all_at(3)), round=number)
    say(match, "skip")
    assert [2 * value, 8 * value + 1] == [points(match)[0], points(match)[1]]
    assert [{"leads": 2 * value}, {"leads": 8 * value, "culture": 1}] == [
        sources(match, 0), sources(match, 1),
    ]  # fmt: skip


def test_tied_tops_get_the_full_amount_each():
    """CB-73: two, or all."""
    match = scoring(seat(Sci=4, Con=3), seat(Con=3), seat(**{**all_at(1), "Con": 2}))
    say(match, "skip")
    assert ([2, 1], 8 + 1) == (points(match)[:2], points(match)[2])
    assert [(0, "Con", 1), (1, "Con", 1)] == told(match, "led")[:2]


@pytest.mark.parametrize("ties", ["all", "none", "order"])
def test_ties_of_leads_are_no_privilege(ties: str):
    """CB-73, CB-83: whatever the table rules of privileges; Culture's extra point is one."""
    match = table(row("Eng"), row(), asked=0, options={"privilege_ties": ties})
    say(match, "meld Eng", "skip")
    silence(match, "dump", "discard", "meld", "sixth", "offer")
    extra = {"all": (1, 1), "none": (0, 0), "order": (1, 0)}[ties]
    assert (10 + 1 + extra[0], 9 + extra[1]) == tuple(points(match))


def test_a_lead_at_nothing_counts():
    """CB-74, BA-05: when all have 0, all are top."""
    match = scoring(seat(), seat())
    say(match, "skip", "skip")
    assert [11, 11] == points(match)


def test_a_top_in_culture_gains_one_more():
    """CB-75, CB-A03: each, if tied."""
    match = scoring(seat(Sci=9, Cul=4), seat(**{**all_at(3), "Cul": 4}))
    say(match, "skip")
    assert [(0, 1), (1, 1)] == told(match, "cultured")
    assert [{"leads": 2, "culture": 1}, {"leads": 9, "culture": 1}] == [
        sources(match, 0), sources(match, 1),
    ]  # fmt: skip


def test_culture_is_judged_after_the_point_of_science():
    """CB-75, BA-36: which comes at the beginning of the phase."""
    match = scoring(seat(Sci=9, Cul=3), seat(**{**all_at(3), "Cul": 3}))
    say(match, "point Cul")
    assert [(0, 1)] == told(match, "cultured")


def test_no_score_changes_while_leads_are_counted():
    """CB-76: the sequence of attributes does not matter."""
    match = scoring(seat(**all_at(3)), seat(**all_at(2)))
    before = [scores(match, seat_) for seat_ in (0, 1)]
    say(match, "skip")
    assert before == [scores(match, seat_) for seat_ in (0, 1)]
    assert TEN == [name for _seat, name, _points in told(match, "led")]


BS_27 = (
    {"Con": 9, "Tra": 9, "Cul": 9, "Sci": 9, "Agr": 9, "Rel": 9, "Sea": 9},
    {"Gov": 8, "Equ": 8, "Eng": 8, "Cul": 9, "Sci": 9},
)


@pytest.mark.parametrize("number, expected", [(2, [8, 6]), (6, [15, 11]), (10, [22, 16])])
def test_seven_leads_and_five(number: int, expected: list[int]):
    """CB-72, CB-73, CB-75, BS-27, BI-12: A has seven leads and B five, both are top in Culture."""
    match = scoring(seat(**BS_27[0]), seat(**BS_27[1]), round=number)
    say(match, "skip", "skip")
    assert expected == points(match)


def test_the_chart_grows_by_a_round():
    """CB-09, CB-10: everybody's points after each round."""
    match = scoring(seat(5, Sci=9), seat(3, **all_at(3)), round=3, chart=[[1, 1], [2, 2]])
    say(match, "skip")
    silent_until_round(match, 4)
    assert ((1, 1), (2, 2), (6, 3 + 9 + 1)) == at(match).chart
