"""A line means exactly what it says, or it is refused: what is sealed, and what then happens.

Whole answers of random matches are written as lines, and one token of each is changed: another
card, number or seat, one more, one fewer, a word too many. What is still accepted is read here
once more, in the strictest way, and held against the steps and against the events.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest

from microciv import IllegalMove, Match, Rng
from microciv.core.codec import plain_event
from microciv.core.moves import SPECTATOR
from microciv.core.state import State
from microciv.games.civ_builder.cards import NAMES
from tests.games.civ_builder.table import at, deal_of, new_match, random_step, row, table

WORD = re.compile(r"[A-Za-z]+|[0-9]+|[+*>:]")
OPTIONS: list[dict[str, Any]] = [
    {}, {"trade_mode": "clock"}, {"natural_required": False, "wild_limit": "one_each"},
    {"trade_gifts": True, "offer_max_cards": 2}, {"trade_equal": True, "repeat_attribute": False},
]  # fmt: skip


# --- the strictest reading


@dataclass
class Said:
    """What a line says."""

    verb: str
    target: str = ""
    first: Counter[str] = field(default_factory=Counter)
    """The cards of the only list, or of that before the colon."""
    second: Counter[str] = field(default_factory=Counter)
    colon: bool = False
    words: int = 0


def read(line: str) -> Said:
    """The line, as `Game.line` writes it; whatever is written otherwise is an error."""
    verb, _space, rest = line.partition(" ")
    said = Said(verb.lower())
    before, colon, after = rest.partition(":")
    said.colon = bool(colon)
    if said.verb in ("steal", "raid", "exchange", "with"):
        said.target, _space, before = before.partition(" ")
    elif said.verb == "offer" and colon:
        before, _arrow, said.target = (part.strip() for part in before.partition(">"))
    elif said.verb == "offer":
        said.target, before = before, ""
    if before.strip() != "none":
        said.first = read_list(before)
    said.second = read_list(after)
    return said


def read_list(text: str) -> Counter[str]:
    """`2Cul+Lea`, `Cul*2+L`, or `Cul Cul`."""
    cards: Counter[str] = Counter()
    for part in re.split(r"\+| +", text.strip()) if text.strip() else []:
        match = re.fullmatch(r"([1-9]?)\*?([A-Za-z]+)(?:\*?([0-9]))?", part)
        assert match, text
        assert not (match[1] and match[3]), text
        name = "Lea" if match[2] == "L" else match[2]
        assert name in NAMES, text
        cards[name] += int(match[1] or match[3] or 1)
    return +cards


# --- what is sealed, what happens


def sealed_by(state: State, seat: int, steps: list[str]) -> list[dict[str, Any]]:
    """Play the steps, each of which must be legal; what everybody's ears hear of it."""
    game, number = state.game, state.sets  # type: ignore[attr-defined]  # of any game
    before = len(state.log)
    for step in steps:
        assert state.sets == number, (steps, step)
        assert seat in state.to_act, (steps, step)
        move = game.moves.parse(step)
        assert move in state.legal(seat), (steps, step)
        state.apply(seat, move)
    return [plain_event(game, heard) for heard in state.heard(seat, before)]


def named(steps: list[str], *verbs: str) -> Counter[str]:
    """The cards that steps with these verbs name."""
    parts = [step.split() for step in steps]
    return Counter([part[1] for part in parts if part[0] in verbs and part[1] in NAMES])


def happened(events: list[dict[str, Any]], kind: str, part: str = "card") -> Counter[str]:
    """The cards of the events of a kind."""
    return Counter([str(event[part]) for event in events if event["event"] == kind])


def check(match: Match, seat: int, line: str) -> bool:
    """Is the line refused (False), or does what it says happen (True)?"""
    seen, state = match.observe(seat), match.state.clone()
    try:
        steps = match.game.steps(seen, line)
        for step in steps:
            match.game.moves.parse(step)
    except IllegalMove:
        return False
    if len(steps) == 1 and match.game.moves.parse(steps[0]) not in seen.legal:
        return False
    hand = Counter(at(match, seat).hand)
    events = sealed_by(state, seat, steps)
    said = read(line)
    whole = seat not in state.to_act or state.sets != match.state.sets
    CHECKS[said.verb](said, steps, events, hand, whole)
    return True


def check_meld(
    said: Said, steps: list[str], events: list[dict[str, Any]], hand: Counter[str], whole: bool
) -> None:
    """As many cards as it says are melded, and as many of them wild."""
    attribute = steps[0].split()[1]
    if not whole:
        assert {attribute: 1} == said.first
        return
    (meld,) = [event for event in events if event["event"] == "melded"]
    wild = {str(event["kind"]): event["amount"] for event in events if event["event"] == "wild"}
    assert attribute == meld["attribute"]
    if steps[1:] or said.first != {attribute: 1}:
        assert said.first.total() == meld["size"]
        assert {name: n for name, n in said.first.items() if name != attribute} == wild
    assert said.first <= hand


def check_offer(
    said: Said, steps: list[str], events: list[dict[str, Any]], hand: Counter[str], whole: bool
) -> None:
    """These cards are offered, to this seat, for those."""
    if said.verb == "offer":
        assert f"offer {said.target}" == steps[0]
    assert (said.first, said.second) == (named(steps, "give"), named(steps, "want"))
    assert whole == said.colon
    assert said.first <= hand


def check_steal(
    said: Said, steps: list[str], events: list[dict[str, Any]], hand: Counter[str], whole: bool
) -> None:
    """These points are taken and no others."""
    assert f"steal {said.target}" == steps[0]
    if said.first:
        assert whole
        assert said.first == happened(events, "robbed", "attribute")


def check_take(
    said: Said, steps: list[str], events: list[dict[str, Any]], hand: Counter[str], whole: bool
) -> None:
    """These are taken, and these returned, or that is still asked."""
    assert said.first == named(steps, "take")
    assert said.colon == ("done" in steps or said.second != Counter()) or whole
    if whole:
        assert said.first == happened(events, "took") + happened(events, "learned")
        if said.second:
            assert said.second == happened(events, "returned")


def check_discard(
    said: Said, steps: list[str], events: list[dict[str, Any]], hand: Counter[str], whole: bool
) -> None:
    """These cards go, and no others."""
    assert said.first == named(steps, "discard")
    assert said.first <= hand
    if whole:
        assert said.first == happened(events, "discarded")
    assert ("use" in steps) <= whole or steps == ["use"]


def check_word(
    said: Said, steps: list[str], events: list[dict[str, Any]], hand: Counter[str], whole: bool
) -> None:
    """A line of one step is that step."""
    assert 1 == len(steps)


CHECKS: dict[str, Any] = {
    "meld": check_meld, "offer": check_offer, "counter": check_offer, "steal": check_steal,
    "take": check_take, "use": check_discard, "discard": check_discard,
    **dict.fromkeys(("raid", "exchange", "with"), check_word),
}  # fmt: skip


# --- what is changed


def changed_lines(line: str, rng: Rng) -> list[str]:
    """The line with one token changed, in every way."""
    found: list[str] = []
    tokens = list(WORD.finditer(line))
    for at_, token in enumerate(tokens):
        if at_ == 0:
            continue
        start, end = line[: token.start()], line[token.end() :]
        word = token[0]
        if word.isdigit():
            others = [str(int(word) + 1), str(int(word) - 1), ""]
        elif word in NAMES or word == "L":
            others = [NAMES[rng.below(len(NAMES))], "Lea", "Dis", f"2{word}", f"{word}+{word}", ""]
        elif word in ("+", "*", ">", ":"):
            others = ["", word * 2]
        else:
            others = ["A", "B", "C", "any", ""]
        found += [start + other + end for other in others]
    found += [
        f"{line} Cul",
        f"{line}+Sci",
        f"{line} : Con",
        f"{line} B",
        f"{line} none",
        f"{line}+",
    ]
    return [other for other in dict.fromkeys(found) if other != line]


@pytest.mark.heavy
@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_a_line_does_what_it_says_or_is_refused(number: int):
    """F.1: of every answer that is written as a line, and of all that nearly are."""
    match, rng = new_match(3, 7 + number, **OPTIONS[number]), Rng(number)
    asked: Counter[str] = Counter()
    while match.to_act() and at(match).round < 4:
        seat = match.to_act()[rng.below(len(match.to_act()))]
        seen, state = match.observe(seat), match.state.clone()
        moves = []
        while state.sets == match.state.sets and seat in state.to_act:
            legal = state.legal(seat)
            moves.append(legal[rng.below(len(legal))])
            state.apply(seat, moves[-1])
        line = match.game.line(seen, moves)
        verb = line.split()[0]
        if verb in CHECKS and " " in line and not seen.answer and asked[verb] < 12:
            asked[verb] += 1
            assert check(match, seat, line), line
            for other in changed_lines(line, rng):
                check(match, seat, other)
        random_step(match, rng)
    assert asked["meld"]
    assert asked["steal"]


# --- the cases that were seen


def refused(match: Match, seat: int, line: str) -> str:
    with pytest.raises(IllegalMove) as refusal:
        match.game.steps(match.observe(seat), line)
    return str(refusal.value)


@pytest.mark.parametrize("scores, line, reason", [
    ({"Tra": 1, "Sci": 4}, "steal B Tra Tra", "B has 1 point of Trade, not 2 (CB-52)"),
    ({"Tra": 1, "Sci": 4}, "steal B Tra Lea", "B has 0 points of Leader, not 1 (CB-52)"),
    ({"Tra": 1}, "steal B Dis", "B has 0 points of Disaster, not 1 (CB-52)"),
    ({"Tra": 9}, "steal B Tra", "name 2 points, all that are taken, or none (CB-51)"),
    ({"Tra": 9}, "steal B 3Tra", "name 2 points, all that are taken, or none (CB-51)"),
    ({}, "steal B Sci Sci", "B has 0 points of Science, not 2 (CB-52)"),
])  # fmt: skip
def test_points_that_are_not_those_taken(scores: dict[str, int], line: str, reason: str):
    """CB-51, CB-52: Conquest takes what is named, or the line is refused."""
    match = table(row("Cul"), row("Cul") | {"scores": scores}, phase="act", action="Con", melds=1)
    assert reason == refused(match, 0, line)


@pytest.mark.parametrize("line, reason", [
    ("take 2Cul : 5Lea", "for 2 cards as many are given back, not 5 (CB-54)"),
    ("take 2Cul : 2Lea", "you would have 0 Leader, not 2"),
    ("take 2Cul : Cul", "for 2 cards as many are given back, not 1 (CB-54)"),
    ("take 2Cul : 3Cul", "for 2 cards as many are given back, not 3 (CB-54)"),
    ("take : Cul", "for 0 cards as many are given back, not 1 (CB-54)"),
    ("take 4Cul : 4Cul", "you see 3 Culture, not 4"),
    ("take Lea", "no Leader is left there to take"),
    ("take 3Cul+2Gov : Cul", "you see 1 Government, not 2"),
])  # fmt: skip
def test_exchanges_that_are_not_those_made(line: str, reason: str):
    """CB-54: as many go back as are taken, and all of them are there."""
    match = table(row("2Cul"), row("3Cul+Gov"), phase="exchange", target=1, melds=1)
    assert reason in refused(match, 0, line)


@pytest.mark.parametrize("phase, fields, line, reason", [
    ("study", {"melds": 1}, "take 2Con : Cul", "nothing is given back (CB-57)"),
    ("study", {"melds": 1}, "take 3Con", "you take 2 cards, not 3 (CB-59)"),
    ("act", {"melds": 1, "action": "Cul"}, "use Cul", "discards no cards of yours (CB-63)"),
    ("act", {"melds": 1, "action": "Cul"}, "use none", "discards no cards of yours (CB-63)"),
    ("act", {"melds": 1, "action": "Rel"}, "steal B Con",
     "what Religion takes is not named (CB-61)"),
    ("act", {"melds": 1, "action": "Sea"}, "steal B Con",
     "what Seafaring takes is not named (CB-62)"),
    ("act", {"melds": 1, "action": "Con"}, "use Cul", "not now: 'use'; the special action is open"),
    ("discard", {}, "discard 3Cul", "you discard 2 cards, not 3 (CB-80)"),
    ("discard", {}, "discard none", "'none' is not a card"),
    ("offer", {}, "offer Cul > C : Sci", "not now: 'offer C'; there are 2 seats"),
    ("offer", {}, "offer Cul > A : Sci", "not now: 'offer A'; choose another player"),
    ("offer", {}, "offer Cul > any : Sci", "not now: 'offer any'; there is only one"),
    ("offer", {}, "offer > B : Sci", "an offer gives a card at least"),
    ("offer", {}, "offer Cul > B :", "an offer asks for a card at least"),
    ("meld", {}, "offer Cul > B : Sci", "not now: 'offer B'; you are melding"),
    ("meld", {}, "steal B Con Con", "not now: 'steal B'; you are melding"),
    ("meld", {}, "meld Gov*2", "not now: 'meld Gov'; you have no Government card"),
    ("meld", {"options": {"wild_limit": "one_each"}}, "meld Cul+2Dis",
     "at this table 1 Disaster may be wild in a meld, no more (CB-40)"),
])  # fmt: skip
def test_lines_that_cannot_be_done(phase: str, fields: dict[str, Any], line: str, reason: str):
    """F.1: where nothing else could be meant, the reason is that of the rules."""
    match = table(row("7Cul+2Dis"), row("5Sci"), phase=phase, deck="Con Con Con Lea Dis Eng Eng",
                  **fields)  # fmt: skip
    assert reason in refused(match, 0, line)


def test_who_is_not_asked_hears_why():
    """F.1: a line of a seat that is not asked, or that nobody holds, and when all is over."""
    match = table(row("7Cul"), row("5Sci"))
    assert "you are not to act now: A is to act (CB-32)" in refused(match, 1, "meld Sci*2")
    assert "spectators do not play" in refused(match, SPECTATOR, "meld Cul*2")
    over = table(row("5Cul"), row("5Sci"), phase="over", round=12)
    assert "the match is over" in refused(over, 0, "meld Cul*2")


def test_equal_trades():
    """CB-25, trade_equal=on: both lists have as many cards."""
    match = table(row("3Cul"), row("3Sci"), phase="offer", options={"trade_equal": True})
    reason = "at this table 2 cards are for as many, not 1 (CB-25)"
    assert reason == refused(match, 0, "offer 2Cul > B : Sci")


def test_what_a_viewer_cannot_want():
    """CB-31: several hands together do not have what one must have."""
    match = table(row("3Cul"), row("Sci"), row("Gov+Rel"), phase="offer")
    reason = "nobody who gets the offer has Science and Government, as you can see (CB-31)"
    assert reason == refused(match, 0, "offer Cul > any : Sci+Gov")


def test_a_counter_offer_is_read_as_an_offer_is():
    """BD-07: with what is held, to who asks for it."""
    match = table(row("3Cul"), row("3Sci"), row("Con"), phase="answer", asked=1,
                  trade={"deal": deal_of(0, 1, "Cul", "Sci")})  # fmt: skip
    assert "you have 3 Science, not 4" == refused(match, 1, "counter 4Sci : Cul")
    assert "an offer asks for a card at least" in refused(match, 1, "counter Sci :")
    assert "nobody who gets the offer has Gov" in refused(match, 1, "counter Sci : Gov")
