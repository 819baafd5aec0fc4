"""Worked scenarios: the ledger's (BS), and more of our own, each worked out by hand from the rules.

A scenario is a position, the lines that are answered one after the other by whoever is asked, and
what then is the case.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import pytest

from microciv import Match
from tests.games.civ_builder.table import (
    Row,
    ahead,
    at,
    cards,
    deck,
    discard,
    hand,
    legal,
    new_match,
    phase,
    points,
    rest_of,
    row,
    say,
    scores,
    silence,
    silent_until_round,
    sizes,
    table,
    told,
    tops,
)

Outcome: TypeAlias = dict[str, Any]


class Scenario(NamedTuple):
    """A row of the table."""

    name: str
    rows: list[Row]
    fields: dict[str, Any]
    lines: list[str]
    outcome: Outcome


def looks(match: Match, outcome: Outcome) -> Outcome:
    """What a match is like, in the terms of an expected outcome."""
    seen: Outcome = {}
    for name in outcome:
        if name == "phase":
            seen[name] = f"{phase(match)} {' '.join(map(str, match.to_act()))}".strip()
        elif name == "points":
            seen[name] = points(match)
        elif name == "sizes":
            seen[name] = sizes(match)
        elif name == "discard":
            seen[name] = discard(match)
        elif name == "deck":
            seen[name] = " ".join(deck(match)[: len(outcome[name].split())])
        elif name == "order":
            seen[name] = list(at(match).order)
        elif name == "legal":
            seen[name] = legal(match)
        elif name.startswith("hand"):
            seen[name] = hand(match, int(name[4:]))
        elif name.startswith("scores"):
            seen[name] = scores(match, int(name[6:]))
        else:
            assert name.startswith("top")
            seen[name] = tops(match, name[3:])
    return seen


def scenario(
    name: str, rows: list[Row], fields: dict[str, Any], lines: str, **outcome: Any
) -> Scenario:
    """A row of the table; lines are parted by commas."""
    answers = [line.strip() for line in lines.split(",") if line.strip()]
    return Scenario(name, rows, fields, answers, outcome)


TEN = "Eng+2Cul+3Tra+Lea+Dis+Sci+Rel"
OFF: dict[str, Any] = {"options": {"trade_mode": "off"}}

LEDGER = [
    scenario("BS-03: Government, then Religion", [row("Cul", Gov=7, Rel=3), row(Gov=7, Rel=4),
             row(Gov=5)], {"phase": "dump", **OFF}, "keep", order=[1, 0, 2]),
    scenario("BS-09: Trade, Trade, Leader", [row("2Tra+Lea+Con", Tra=1), ahead("Sci")], {},
             "meld Tra*2+L", scores0={"Tra": 4}, points=[3, 0], discard="2Tra+Lea",
             legal=["exchange B", "skip"]),
    scenario("BS-11: a Leader alone is no meld", [row("2Lea+Sci"), row()], {}, "",
             legal=["meld Sci", "stop"]),
    scenario("BS-11: Science has one Leader at most", [row("2Lea+Sci"), row()], {}, "meld Sci",
             legal=["leader 0", "leader 1"]),
    scenario("BS-15: a turn of three melds", [row(TEN, Cul=5), ahead("Con")],
             {"deck": "Con Con"}, "meld Eng*1, use, meld Cul*2, use, meld Tra*3, skip",
             points=[13, 0], scores0={"Eng": 1, "Cul": 7, "Tra": 3}, hand0="2Con+Sci+Rel+Lea+Dis",
             sizes=[6, 1]),
    scenario("BS-17: a single point is stolen", [row("2Cul"), row(Gov=1)],
             {"phase": "act", "action": "Con", "melds": 1}, "steal B", scores0={"Gov": 1},
             scores1={}),
    scenario("BS-19: Trade against three cards", [row("4Cul"), ahead("Sci+Con+Rel")],
             {"phase": "act", "action": "Tra", "melds": 1},
             "exchange B, take Sci+Con+Rel : 3Cul", hand0="Con+Cul+Sci+Rel", hand1="3Cul",
             sizes=[4, 3]),
    scenario("BS-21: Equestrian against two cards", [row("2Cul"), ahead("Sci+Con")],
             {"phase": "act", "action": "Equ", "melds": 1}, "raid B", sizes=[2, 0],
             discard="Con+Sci"),
    scenario("BS-25: Agriculture for a card", [row("Agr+2Cul", Agr=1), ahead()],
             {"deck": "Con Tra Cul Sci"}, "meld Agr, use", scores0={"Agr": 2}, points=[1, 0],
             sizes=[5, 0]),
    scenario("BS-29: Science 7 : 7", [row(Sci=7), row(Sci=7)], {"phase": "point"},
             "point Sci, point Sci", scores0={"Sci": 8}, scores1={"Sci": 8}, points=[11, 11]),
    scenario("BS-31: a hand of six for 3 VP", [row("6Cul", Equ=1), row(Con=1)],
             {"phase": "dump", "round": 12}, "dump", sizes=[0, 0], points=[3, 0]),
    scenario("BS-31: an empty hand is not asked", [row("Cul"), row()], {"phase": "dump",
             "round": 12}, "keep", phase="over", points=[0, 0]),
    scenario("BS-33: Religion in the middle of a turn", [row("3Rel+2Dis+Con", Rel=5),
             row("Cul+Dis", Rel=7)], {}, "meld Rel*3, skip, meld Con+2Dis, skip, meld Cul*1",
             scores0={"Rel": 8, "Con": 3}, phase="act 1", topRel=[0]),
]  # fmt: skip

OURS = [
    scenario("CB-36: two melds of two cards need a third of three", [row("2Con+2Tra+2Cul"),
             ahead("9Gov")], {}, "meld Con*2, skip, meld Tra*2, skip", points=[4, 0],
             phase="meld 1"),
    scenario("CB-36, CB-39: a Leader makes the second meld", [row("Con+Tra+Lea"), ahead("9Gov")],
             {}, "meld Con*1, skip, meld Tra+L, skip", points=[3, 0], phase="meld 1"),
    scenario("CB-47, CB-60: two cards drawn make the next meld", [row("Agr+Cul"), ahead("9Gov")],
             {"deck": "Cul Dis Dis"}, "meld Agr*1, use, meld Cul*2, use",
             scores0={"Agr": 1, "Cul": 2}, points=[7, 0], hand0="2Dis"),
    scenario("CB-51, CB-72: points of Conquest take two leads", [row("Con", Con=1, Gov=3, Rel=3),
             row(Con=9, Gov=4, Rel=4, Cul=1, Sci=1)], {}, "meld Con, steal B Gov Rel, skip",
             scores0={"Con": 2, "Gov": 4, "Rel": 4}, points=[1 + 2 + 5, 3 + 5 + 1], topGov=[0]),
    scenario("CB-52: the last two points come from two attributes", [row("2Cul"),
             row(Gov=1, Sci=1, points=3)], {"phase": "act", "action": "Con", "melds": 1},
             "steal B", scores0={"Gov": 1, "Sci": 1}, scores1={}, points=[0, 3]),
    scenario("CB-54: everything is taken and given back", [row(), ahead("2Sci")],
             {"phase": "act", "action": "Tra", "melds": 1}, "exchange B, take 2Sci", hand0="",
             hand1="2Sci"),
    scenario("CB-57, CB-47: Science finds a pair", [row("Sci+Con"), ahead("9Gov")],
             {"deck": "Tra Con Cul Con Agr Rel Sea"}, "meld Sci, use, take 2Con, meld Con*3, "
             "steal B Gov Gov", scores0={"Sci": 1, "Con": 3, "Gov": 2}, points=[4, 0],
             deck="Tra Cul Agr Rel Sea"),
    scenario("CB-62: two points of the richest", [row("Sea", points=1), ahead(points=9),
             row(points=1)], {}, "meld Sea, steal B", points=[4, 7, 1]),
    scenario("CB-62: one point is all there is", [row("Sea", points=1), ahead(points=9),
             row(points=1)], {}, "meld Sea, steal C", points=[3, 9, 0]),
    scenario("CB-63: a hand for a better one", [row("Gov+3Dis", Gov=1), ahead("9Con")],
             {"deck": "Cul Cul Cul Lea Sci"}, "meld Gov, use 3Dis, meld Cul*3+L, use",
             points=[1 + 4 + 4, 0], hand0="Sci", discard="3Cul+Gov+Lea+3Dis"),
    scenario("CB-66: Engineering over and over", [row("Eng"), ahead("9Gov")],
             {"deck": "Eng Eng Eng Eng Con"}, "meld Eng, use, meld Eng*2, use",
             points=[1 + 3 + 2 + 3, 0], hand0="2Eng"),
    scenario("CB-42: all sorts in a meld of seven", [row("2Tra+2Sea+2Dis+Lea", Rel=1, Sea=1),
             row("9Gov")], {"melds": 6}, "meld Tra", scores0={"Tra": 7, "Rel": 1, "Sea": 1},
             points=[7, 0], discard="2Tra+2Sea+Lea+2Dis"),
    scenario("CB-41: Seafaring cards are natural in Seafaring melds", [row("3Sea", Sea=1),
             row(Eng=1)], {}, "meld Sea*3", scores0={"Sea": 4}, points=[3, 0], phase="act 0"),
    scenario("CB-69, CB-75: the point makes the lead of Culture", [row(Sci=5, Cul=2),
             row(Cul=2, Eng=1, Con=1, Tra=1, Agr=1, Rel=1, Sea=1, Gov=1, Equ=1)],
             {"phase": "point", "round": 9}, "point Cul", points=[2 * 3 + 1, 8 * 3]),
    scenario("CB-70: a scholar helps the other's rival", [row(Sci=7, Con=4), row(Sci=7, Con=5),
             row(Con=5, Eng=1)], {"phase": "point", "round": 1}, "point Con, skip",
             points=[7 + 2 + 1, 7 + 2 + 1, 7 + 2 + 1]),
    scenario("CB-72: a lone leader in the last round", [ahead(), row(), row()],
             {"phase": "point", "round": 12}, "skip", points=[31, 0, 0]),
    scenario("CB-77, CB-80: a hand is dumped, and another cut to seven", [row("9Cul", Gov=1),
             row("9Sci")], {"phase": "dump", "round": 12}, "dump, keep, discard 2Sci",
             points=[3, 0], sizes=[0, 7], phase="over"),
    scenario("CB-79: the limit of who lost Conquest is five", [row("2Con+7Dis", Con=3),
             row("9Sci", Con=4)], {"round": 12}, "meld Con*2, skip, stop, skip, skip, keep, keep, "
             "discard 4Sci", sizes=[7, 5], phase="over"),
    scenario("CB-21: a meld comes back with the next draw", [row("2Agr"),
             ahead(rest_of("2Agr"))], {}, "meld Agr*2, use", hand0="2Agr", sizes=[2, 106],
             discard=""),
    scenario("CB-22: what there is is drawn, and points are gained", [row("Eng"),
             ahead(rest_of("Eng+Con"))], {"deck": "Con"}, "meld Eng, use", hand0="Con+Eng",
             points=[4, 0]),
    scenario("CB-27: a card goes round the table", [row("Cul"), row("Sci"), ahead("Gov")],
             {"phase": "offer"}, "offer Cul > B : Sci, accept, offer Cul > C : Gov, accept, "
             "offer Cul > A : Sci, accept", hand0="Cul", hand1="Gov", hand2="Sci"),
    scenario("CB-17: a new highest Government waits", [row("3Gov+Con", Gov=1), row("Con", Gov=3)],
             {"order": [1, 0], "asked": 0}, "meld Gov*3, use none", scores0={"Gov": 4},
             order=[1, 0], topGov=[0]),
    scenario("CB-61: the last card is stolen", [row("Rel+Con"), ahead("Con")], {},
             "meld Rel, steal B", hand0="2Con", sizes=[2, 0], points=[1, 0], phase="meld 0"),
    scenario("CB-83: three are top in Culture", [row(Cul=3), row(Cul=3), row(Cul=3)],
             {"phase": "point", "round": 5}, "skip, skip, skip", points=[21, 21, 21]),
    scenario("CB-40: Disasters alone raise the meld to five", [row("Equ+4Dis", Rel=2),
             row("3Gov", Rel=2)], {"melds": 4}, "meld Equ, raid B", scores0={"Equ": 5, "Rel": 2},
             points=[5, 0], discard="3Gov+Equ+4Dis"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*LEDGER, *OURS], ids=[case.name for case in [*LEDGER, *OURS]])
def test_scenarios(case: Scenario):
    """As the table tells them."""
    match = table(*case.rows, **case.fields)
    say(match, *case.lines)
    if "order" in case.outcome and case.fields.get("phase") == "dump":
        silent_until_round(match, 2)
    expected = {
        name: cards(value) if name.startswith("hand") or name == "discard" else value
        for name, value in case.outcome.items()
    }
    assert expected == looks(match, expected)


def test_there_are_enough():
    """The ledger's, and twenty of our own."""
    assert (True, True) == (len(LEDGER) >= 12, len(OURS) >= 20)


# --- those that take more than a table


def test_bs_01_the_first_draw():
    """BS-01, CB-08, CB-18, CB-19, CB-23: 88 cards, then 67 with one top in Agriculture."""
    deals = [new_match(4, seed) for seed in range(20)]
    for deal in deals:
        silence(deal, "sixth", "offer")
    match = next(deal for deal in deals if len(tops(deal, "Agr")) == 1)
    silence(match, "offer")
    (seat,) = tops(match, "Agr")
    assert 20 == len(told(match, "dealt"))
    assert (67, [10 + (other == seat) for other in range(4)]) == (at(match).deck, sizes(match))


def test_bs_05_government_in_the_middle_of_a_round():
    """BS-05, CB-17: the order stays; the new highest is first in the next round."""
    match = table(row("Con", Gov=7), row("Con", Gov=6), row("3Gov", Gov=5))
    say(match, "stop", "stop", "meld Gov*3", "use none")
    assert (0, 1, 2) == at(match).order
    silent_until_round(match, 2)
    assert 2 == at(match).order[0]


def test_bs_07_a_deck_of_three():
    """BS-07, CB-21: three cards, a reshuffle of forty, two cards: deck 38, discard pile 0."""
    pile = "9Con+9Tra+9Cul+9Sci+4Agr"
    match = table(row("Agr"), row(rest_of("Agr", pile, "Eng+Lea+Dis")), phase="sixth",
                  discard=pile, deck="Eng Lea Dis", **OFF)  # fmt: skip
    say(match, "skip")
    assert (38, "") == (at(match).deck, discard(match))


@pytest.mark.parametrize("seat, wild", [(0, True), (1, True), (2, False)])
def test_bs_13_tied_tops_in_religion(seat: int, wild: bool):
    """BS-13, CB-40, CB-83: Religion 6 : 6 : 2."""
    rows = [row("Cul+Dis", Rel=value) for value in (6, 6, 2)]
    match = table(*rows, asked=seat)
    say(match, "meld Cul")
    assert wild == ("disaster 1" in legal(match))


def test_bs_23_the_cards_that_science_leaves_are_drawn_next():
    """BS-23, CB-57: deck 20, afterwards 18, and the next five are those seen and left."""
    top = "Con Tra Cul Sci Agr Rel Sea"
    match = table(row("Sci"), ahead(Agr=0), row("Lea", Agr=1), phase="act", action="Sci", melds=1,
                  deck=f"{top} {'Dis ' * 8}{'Eng ' * 5}", rest="discard",
                  options={"trade_mode": "off"})  # fmt: skip
    assert 20 == at(match).deck
    say(match, "use", "take Con+Tra")
    assert (18, ["Cul", "Sci", "Agr", "Rel", "Sea"]) == (at(match).deck, deck(match)[:5])
    silent_until_round(match, 2)
    assert cards("Cul+Sci+Agr+Rel+Sea") == hand(match, 1)  # the first in order


@pytest.mark.parametrize("number, expected", [(6, [15, 11]), (10, [22, 16])])
def test_bs_27_the_same_leads_in_later_rounds(number: int, expected: list[int]):
    """BS-27, CB-72, CB-75: seven leads and five, both top in Culture."""
    first = row() | {"scores": dict.fromkeys(["Con", "Tra", "Cul", "Sci", "Agr", "Rel", "Sea"], 9)}
    second = row(Gov=8, Equ=8, Eng=8, Cul=9, Sci=9)
    match = table(first, second, phase="point", round=number)
    say(match, "skip", "skip")
    assert expected == points(match)


def test_bs_34_seven_melds_of_thirteen_cards():
    """BS-34, CB-36: with actions that bring three cards, a turn has at most seven melds: 28 of 31
    cards, and the three that are left are too few for an eighth.
    """
    brought = "Lea Lea Lea Lea Lea Dis Dis Dis Dis Cul Cul Cul Cul Cul Cul Sci Sci Con"
    match = table(row("8Agr+5Dis", Rel=9), row("9Gov"), deck=brought)
    for meld in ("Agr*1", "Agr*1+Dis*1", "Agr*1+Dis*1+L", "Agr*1+Dis*2+L", "Agr*1+Dis*3+L",
                 "Agr*3+Dis*2+L"):  # fmt: skip
        say(match, f"meld {meld}", "use")
    say(match, "meld Cul*6+L", "skip")
    assert ([(0, 7)], "Con+2Sci") == (told(match, "stopped"), hand(match, 0))
    assert list(range(1, 8)) == [size for _seat, _attribute, size in told(match, "melded")]


def test_four_melds_of_thirteen_cards_without_actions():
    """CB-36: 1 + 2 + 3 + 4 cards, and none is left for a fifth."""
    match = table(row("Con+2Tra+3Cul+4Sci+3Rel"), ahead("9Gov"))
    for meld in ("Con", "Tra*2", "Cul*3", "Sci*4"):
        say(match, f"meld {meld}", "skip")
    assert ([(0, 4)], "3Rel") == (told(match, "stopped"), hand(match, 0))


def test_bs_35_a_shared_victory():
    """BS-35, CB-82: 210, 210, 190."""
    match = table(row(points=210), row(points=210), row(points=190), phase="over", round=12)
    assert [[0, 1], [2]] == match.ranking()
