"""Whole answers in one line, and back."""

from __future__ import annotations

from typing import Any

import pytest

from microciv import IllegalMove, Match, Rng
from microciv.core.moves import Move
from microciv.core.state import State
from tests.games.civ_builder.table import (
    Row,
    ahead,
    at,
    deal_of,
    hand,
    new_match,
    phase,
    points,
    row,
    say,
    score,
    table,
)


def steps(match: Match, line: str, seat: int = 0) -> list[str]:
    """What a line stands for."""
    return match.game.steps(match.observe(seat), line)


def complaint(match: Match, line: str, seat: int = 0) -> str:
    """What is wrong with it."""
    with pytest.raises(IllegalMove) as refused:
        steps(match, line, seat)
    return str(refused.value)


def melding(hand_: str = "4Cul+2Con+2Sea+2Dis+2Lea", **fields: Any) -> Match:
    """Seat 0 melds, being top in Religion and Seafaring."""
    return table(row(hand_, Rel=1, Sea=1), row("9Gov"), **fields)


# --- melds


@pytest.mark.parametrize("line, expected", [
    ("meld Cul*3+L", "meld Cul, natural 3, disaster 0, leader 1"),
    ("meld 3Cul+Lea", "meld Cul, natural 3, disaster 0, leader 1"),
    ("MELD cul*3 + l", "meld Cul, natural 3, disaster 0, leader 1"),
    ("meld 3 Cul + 2Dis", None),
    ("meld Culture*3+Leader", "meld Cul, natural 3, disaster 0, leader 1"),
    ("meld Cul*2+Dis*2", "meld Cul, natural 2, disaster 2, leader 0"),
    ("meld Con*2+Sea*2+Dis+L", "meld Con, natural 2, sea 2, disaster 1, leader 1"),
    ("meld Sea*2", "meld Sea, natural 2, disaster 0, leader 0"),
    ("meld Cul+Cul+Cul", "meld Cul, natural 3, disaster 0, leader 0"),
    ("meld Cul 2Cul", "meld Cul, natural 3, disaster 0, leader 0"),
    ("meld Cul", "meld Cul"), ("meld Cul*1", "meld Cul, natural 1, disaster 0, leader 0"),
    ("stop", "stop"), ("meld", "meld"),
])  # fmt: skip
def test_melds(line: str, expected: str | None):
    """CB-34, BD-08 to BD-12: an attribute alone is a step; numbers name all sorts."""
    match = melding()
    if expected is None:
        assert "is not a card" in complaint(match, line)
    else:
        assert expected.split(", ") == steps(match, line)


def test_parts_that_leave_no_choice_are_left_out():
    """BD-09 to BD-12: as the questions leave them out."""
    assert ["meld Cul"] == steps(table(row("Cul"), ahead()), "meld Cul*1")
    assert ["meld Cul", "leader 0"] == steps(table(row("Cul+Lea"), ahead()), "meld Cul*1")
    match = melding("3Cul+Dis+Lea", melds=3)
    assert ["meld Cul", "natural 3", "disaster 0"] == steps(match, "meld Cul*3+L")
    assert ["meld Cul", "natural 2"] == steps(match, "meld Cul*2+Dis+L")


@pytest.mark.parametrize("line, reason", [
    ("meld Lea*2", "a meld begins with its attribute"), ("meld Dis", "a meld begins with its attr"),
    ("meld Cul*5", "you have 4 Culture, not 5"), ("meld Cul+3Dis", "you have 2 Disaster, not 3"),
    ("meld Cul+2L", "a meld has at most one Leader (CB-34)"),
    ("meld Cul+Con", "Conquest is not a card for a Culture meld"),
    ("meld Xyz*2", "'Xyz' is not a card"),
    ("meld Cul*3*2", "is not a card; write it as"), ("meld 2Cul*3", "is not a card; write it as"),
    ("meld 10Cul", "there are 9 cards of a kind"),
    ("meld Cul*0", "this meld needs 1 card at least, not 0 (CB-36)"),
    ("meld Cul*2+Sea",
     "Seafaring is not a card for a Culture meld: it is wild in Trade and Conquest (CB-41)"),
    ("meld C*3", "is not a card"), ("meld ++", "'' is not a card"),
    ("meld +", "'' is not a card"), ("meld *", "is not a card"),
    ("meld Cul-3", "is not a card"),
])  # fmt: skip
def test_melds_that_are_none(line: str, reason: str):
    """CB-34 to CB-41: said before a step is played."""
    assert reason in complaint(melding(), line)


def test_wild_cards_of_others():
    """CB-40, CB-41: who is not top is told so; and the size."""
    match = table(row("3Con+Sea+Dis"), ahead(), melds=2)
    assert "Disaster is wild for who has the privilege of Religion only (CB-40)" == (
        complaint(match, "meld Con*3+Dis")
    )
    assert "Seafaring is wild for who has the privilege of Seafaring only (CB-41)" == (
        complaint(match, "meld Con*3+Sea")
    )
    assert "this meld needs 3 cards at least, not 2 (CB-36)" == complaint(match, "meld Con*2")


# --- offers


def offering(**fields: Any) -> Match:
    """Seat 0 may make an offer."""
    return table(row("3Cul+Lea"), row("3Sci+Gov"), ahead("3Con"), phase="offer", **fields)


@pytest.mark.parametrize("line, expected", [
    ("offer 2Cul+Lea > B : 3Sci",
     "offer B, give Cul, give Cul, give Lea, want Sci, want Sci, want Sci"),
    ("offer Cul > any : Sci", "offer any, give Cul, for, want Sci, done"),
    ("offer Cul*2>b:Sci+Gov", "offer B, give Cul, give Cul, for, want Sci, want Gov, done"),
    ("OFFER cul > ANY : sci", "offer any, give Cul, for, want Sci, done"),
    ("offer B", "offer B"), ("offer any", "offer any"), ("offer b", "offer B"), ("pass", "pass"),
])  # fmt: skip
def test_offers(line: str, expected: str):
    """BD-03 to BD-05: no `for` after the last card that can be given, no `done` likewise."""
    assert expected.split(", ") == steps(offering(), line)


@pytest.mark.parametrize("line, reason", [
    ("offer 4Cul > B : Sci", "you have 3 Culture, not 4"),
    ("offer Gov > B : Sci", "you have 0 Government"),
    ("offer 3Cul+Lea > B : Sci", "you can give 3 cards at most (CB-25)"),
    ("offer Cul > B : 4Sci", "you can want 3 cards at most (CB-25)"),
    ("offer Cul : Sci", "write an offer as"), ("offer Cul > B", "write an offer as"),
    ("offer Cul > K : Sci", "'K' is not a seat"), ("offer Cul > BC : Sci", "'BC' is not a seat"),
    ("offer Cul >  : Sci", "'' is not a seat"), ("offer xx", "'xx' is not a seat"),
    ("offer 2 > B : Sci", "is not a card"), ("counter Cul", "write a counter-offer as"),
])  # fmt: skip
def test_offers_that_are_none(line: str, reason: str):
    """CB-25, CB-28."""
    assert reason in complaint(offering(), line)


def test_counter_offers():
    """BD-07: terms without a name."""
    match = table(row("3Cul"), row("3Sci+Gov"), ahead("3Con"), phase="answer", asked=1,
                  trade={"deal": deal_of(0, 1, "Cul", "Sci")})  # fmt: skip
    assert ["counter", "give Sci", "for", "want Cul", "want Cul", "done"] == (
        steps(match, "counter Sci : 2Cul", 1)
    )
    assert ["counter"] == steps(match, "counter", 1)
    assert "you have 0 Culture, not 1" == complaint(match, "counter Cul : Sci", 1)


def test_gifts():
    """CB-25, trade_gifts=on: one side may be empty."""
    match = offering(options={"trade_gifts": True})
    assert ["offer B", "for", "want Sci", "done"] == steps(match, "offer > B : Sci")
    assert ["offer B", "give Cul", "for", "done"] == steps(match, "offer Cul > B :")


def test_what_a_viewer_sees_is_used():
    """CB-31, BD-05: who sees all hands has nothing more to want of a hand of one."""
    match = table(ahead("3Cul"), row("Sci"), row("Con"), phase="offer")
    assert ["offer B", "give Cul", "for", "want Sci"] == steps(match, "offer Cul > B : Sci")


# --- actions


@pytest.mark.parametrize("theirs, line, expected", [
    ({"Sci": 3, "Gov": 2}, "steal B Sci Sci", "steal B, point Sci, point Sci"),
    ({"Sci": 3, "Gov": 2}, "steal B 2Sci", "steal B, point Sci, point Sci"),
    ({"Sci": 3, "Gov": 2}, "steal b Sci+Gov", "steal B, point Sci, point Gov"),
    ({"Sci": 1, "Gov": 2}, "steal B Sci Gov", "steal B, point Sci"),
    ({"Sci": 1, "Gov": 1}, "steal B Sci Gov", "steal B"),
    ({"Sci": 9}, "steal B Sci Sci", "steal B"),
    ({"Sci": 3, "Gov": 2}, "steal B", "steal B"), ({}, "steal B", "steal B"),
    ({"Sci": 1}, "steal B Sci", "steal B"),
])  # fmt: skip
def test_conquest(theirs: dict[str, int], line: str, expected: str):
    """CB-51, BD-14: points that leave no choice are no steps."""
    match = table(row("Cul"), row() | {"scores": theirs}, phase="act", action="Con", melds=1)
    assert expected.split(", ") == steps(match, line)


def test_thefts_that_are_none():
    """CB-50: a seat is a letter."""
    match = table(row("Cul"), row(Sci=3), phase="act", action="Con", melds=1)
    assert "'Sci' is not a seat; expected a letter from A" == complaint(match, "steal Sci Sci")
    assert "is not a card" in complaint(match, "steal B xyz")


@pytest.mark.parametrize("line, expected", [
    ("take 2Sci : 2Cul", "take Sci, take Sci, done, return Cul, return Cul"),
    ("take 4Sci : 3Cul+Sci",
     "take Sci, take Sci, take Sci, take Sci, return Cul, return Cul, return Cul, return Sci"),
    ("take 4Sci", "take Sci, take Sci, take Sci, take Sci"), ("done", "done"), ("take :", "done"),
    ("take Sci", "take Sci"), ("take Sci :", "take Sci, done"),
])  # fmt: skip
def test_trade(line: str, expected: str):
    """CB-54, BD-15, BD-16: `done` only where more could be taken."""
    match = table(row("5Cul"), ahead("5Sci"), phase="exchange", target=1, melds=1)
    assert expected.split(", ") == steps(match, line)


def test_science_and_government():
    """CB-57, CB-63, BD-17, BD-18: `use` and what is discarded; all of the hand needs no `done`."""
    study = table(row("5Cul"), ahead(), phase="study", melds=1, deck="Con Con Lea Dis Eng Eng Eng")
    assert ["take Con", "take Lea"] == steps(study, "take Con+Lea")
    match = table(row("2Cul+Dis"), ahead(), phase="act", action="Gov", melds=1)
    assert ["use", "discard Dis", "done"] == steps(match, "use Dis")
    assert ["use", "discard Dis", "done"] == steps(match, "discard Dis")
    assert ["use", "discard Cul", "discard Cul", "discard Dis"] == steps(match, "use 2Cul+Dis")
    assert ["use", "done"] == steps(match, "use none")
    assert ["use"] == steps(match, "use")
    assert "you have 1 Disaster, not 2" == complaint(match, "use 2Dis")


def test_discards():
    """CB-80, BD-21."""
    match = table(row("7Cul+Dis"), ahead(), phase="discard")
    assert ["discard Dis", "discard Cul", "discard Cul"] == steps(match, "discard Dis+2Cul")
    assert "you have 1 Disaster, not 3" == complaint(match, "discard 3Dis")


@pytest.mark.parametrize(
    "line", ["", " ", "dance", "natural 3", "accept B2", "with C", "point Sci"]
)
def test_other_lines_are_steps(line: str):
    """F.1: or nothing, as the referee will say."""
    assert [line] == steps(melding(), line)


HOSTILE = [
    "meld", "meld +", "meld + +", "meld *", "meld 9", "meld 99999999999Cul", "offer", "offer >",
    "offer > :", "offer : >", "offer >>::", "offer any > any : any", "counter :", "counter : :",
    "take", "take :", "take : : :", "take +", "steal", "steal B +", "steal B 99Sci", "steal + +",
    "use +", "use none none", "use", "discard +", "discard ;", "meld " + "Cul+" * 500, "\0", "🂡",
    "meld Çul", "meld ²Cul", "offer ß > B : Sci", "offer Cul > ß : Sci", "meld\tCul\n*3", "L",
    "x" * 10_000, "meld " + "9" * 5000 + "Cul", "offer " + ">" * 999, "counter 0Cul : 0Sci",
    "offer 0Cul > B : 0Sci", "take 0Sci : 0Cul", "use 0Dis", "meld 0Cul", "meld 0Cul+L",
]  # fmt: skip
TABLES: list[tuple[str, list[Row], dict[str, Any]]] = [
    ("meld", [row("3Cul+Lea+Dis"), row("Sci")], {}), ("offer", [row("3Cul"), row("Sci")], {}),
    ("answer", [row("3Cul"), row("Sci")], {"trade": {"deal": deal_of(1, 0, "Sci", "Cul")}}),
    ("market", [row("3Cul"), row("Sci")], {"options": {"trade_mode": "clock"}}),
    ("act", [row("3Cul"), row("Sci", Con=3)], {"melds": 1, "action": "Con"}),
    ("act", [row("3Cul"), row("Sci")], {"melds": 1, "action": "Gov"}),
    ("exchange", [row("3Cul"), row("Sci")], {"melds": 1, "target": 1}),
    ("study", [row("3Cul"), row("Sci")], {"melds": 1}), ("discard", [row("9Cul"), row("Sci")], {}),
    ("point", [row("3Cul"), row("Sci")], {}), ("dump", [row("3Cul"), row("Sci")], {}),
    ("sixth", [row("3Cul"), row("Sci")], {}), ("pick", [row() | {"hand": ""}, row()], {}),
]  # fmt: skip


@pytest.mark.parametrize("name, rows, fields", TABLES, ids=[part[0] for part in TABLES])
def test_hostile_lines(name: str, rows: list[Row], fields: dict[str, Any]):
    """F.1: whatever is typed, it is steps or an IllegalMove, for every seat that is asked."""
    match = table(*rows, phase=name, **fields)
    for line in HOSTILE:
        try:
            found = steps(match, line, match.to_act()[0])
        except IllegalMove:
            continue
        assert all(isinstance(step, str) for step in found)


# --- back


def whole_answer(state: State, seat: int, rng: Rng) -> list[Move]:
    """A random answer, played."""
    number, moves = state.sets, []
    while state.sets == number and seat in state.to_act:
        found = state.legal(seat)
        moves.append(found[rng.below(len(found))])
        state.apply(seat, moves[-1])
    return moves


def outcome(state: State) -> dict[str, Any]:
    """The state, the order in which cards were named apart."""
    document = dict(state.position())
    sealed = document.pop("sealed", {})
    assert isinstance(sealed, dict)
    document["sealed"] = {seat: sorted(texts) for seat, texts in sealed.items()}
    return document


@pytest.mark.parametrize("options", [
    {}, {"trade_mode": "clock"}, {"natural_required": False, "wild_limit": "one_each"},
    {"trade_gifts": True, "offer_max_cards": 2}, {"trade_equal": True}, {"empty_dump": True},
])  # fmt: skip
@pytest.mark.parametrize("seed", [1, 2])
def test_lines_and_steps_are_the_same(options: dict[str, Any], seed: int):
    """F.1: every whole answer written in a line and read again does the same."""
    match, rng = new_match(3, seed, **options), Rng(seed)
    number = 0
    while match.to_act() and at(match).round < 5:
        seat = match.to_act()[rng.below(len(match.to_act()))]
        seen, played, read = match.observe(seat), match.state.clone(), match.state.clone()
        moves = whole_answer(played, seat, rng)
        number += 1
        line = match.game.line(seen, moves)
        again = match.game.steps(seen, line)
        for step in again:
            move = match.game.moves.parse(step)
            assert move in read.legal(seat), (line, moves, again)
            read.apply(seat, move)
        assert sorted([move.text for move in moves]) == sorted(again), line
        if number % 4 == 0:
            assert outcome(played) == outcome(read)
        for move in moves:
            match.play(seat, move.text)


@pytest.mark.parametrize("line", [
    "meld Cul*3+L", "meld Con*2+Sea*2+Dis*1+L", "meld Sea*1",
])  # fmt: skip
def test_melds_are_written_whole(line: str):
    """F.1: all sorts are named, those that were not asked too."""
    match = melding()
    moves = [match.game.moves.parse(step) for step in steps(match, line)]
    assert line == match.game.line(match.observe(0), moves)


def test_a_return_without_choice_is_written():
    """CB-54: where a card is taken and nothing else could be given back."""
    match = table(row("2Sci"), ahead("3Sci"), phase="exchange", target=1, melds=1)
    moves = [match.game.moves.parse(step) for step in ("take Sci", "done")]
    assert "take Sci : Sci" == match.game.line(match.observe(0), moves)
    say(match, "take Sci : Sci")
    assert "exchange" != phase(match)


def test_lines_are_played():
    """F.1: a turn in lines."""
    match = table(row("5Cul+Lea+Gov", Gov=2), ahead("2Sci", Con=4), deck="Con Con Con")
    say(match, "meld Gov*1", "use none", "meld Con*2", "steal B Con Con")
    assert (4, [3, 0]) == (score(match, 0, "Con"), points(match))
    say(match, "meld Cul*4+L", "use")
    assert ("Cul", [12, 0]) == (hand(match, 0), points(match))
