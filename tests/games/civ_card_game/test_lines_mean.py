"""A line means exactly what it says: with one word of it changed it is refused, or that happens."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from microciv import IllegalMove, Match, Rng
from microciv.games.civ_card_game.cards import LETTERS
from microciv.games.civ_card_game.moves import SEATS
from microciv.games.civ_card_game.people import notation
from tests.games.civ_card_game.printed import NAMES
from tests.games.civ_card_game.table import TABLES, at, events, game_of, plots, random_match
from tests.games.civ_card_game.test_writing_lines import whole_answer

WORDS = [*NAMES, *LETTERS, *SEATS[:2], "W", "E", "0", "1", "2", "3", "9", "FFC", "5F", "on", "none",
         "-", "\uff12"]  # fmt: skip
VERBS = ["play", "bank", "populate", "buy", "build", "claim", "use", "attack", "block", "discard",
         "end", "give", "collect", "grow", "rob", "raze", "take", "yield"]  # fmt: skip
COUNTING = ("play", "attack", "block", "bank", "end", "discard")
"""Verbs behind which a number says how many."""


def perturbed(line: str, rng: Rng) -> str:
    """One token changed, added, left out or said twice."""
    tokens = line.split(" ")
    place, how = rng.below(len(tokens)), rng.below(4)
    if how == 0:
        words = WORDS if place else VERBS
        tokens[place] = words[rng.below(len(words))]
    elif how == 1:
        tokens.insert(place + 1, WORDS[rng.below(len(WORDS))])
    elif how == 2 and len(tokens) > 1:
        del tokens[place]
    else:
        tokens.insert(place, tokens[place])
    return " ".join(tokens)


def said(line: str, seat: int, seats: int) -> Counter[str]:
    """What a line names: each card, plot and letter of a resource; neighbours by their seats."""
    sides = {"W": SEATS[(seat + 1) % seats], "E": SEATS[(seat - 1) % seats]}
    found: Counter[str] = Counter()
    for clause in line.split(";"):
        apart = re.sub(r"([0-9]+)(?=[A-Za-z])", r"\1 ", re.sub("[>,+-]", " ", clause))
        verb, *rest = apart.split()
        amount = 1
        for word in rest:
            if verb in COUNTING and word.isdecimal():
                amount = int(word)
            elif re.fullmatch("[FHC]{2,}", word):
                found.update(word)
            else:
                found[sides.get(word, word)] += amount
                amount = amount if verb == "bank" else 1
    return found


def by_itself(match: Match, seat: int, steps: list[str]) -> Counter[str]:
    """What follows from the steps though none of them says it: the one plot that can hold a
    structure, what there is to steal.
    """
    twin = Match(match.game, position=match.position())
    before = len(events(twin, seat))
    for step in steps:
        twin.play(seat, step)
    found: Counter[str] = Counter()
    for event in events(twin, seat, before):
        found[str(event["plot"] if event["event"] == "built" else event.get("kind"))] += 1
    if twin.observe(seat).answer:  # nothing is told yet, but it can be seen
        for number, plot in enumerate(at(twin, seat).table[seat].plots, 1):
            found[str(number)] += len(plot.structures)
    return found


def check(match: Match, seat: int, line: str, steps: list[str]) -> None:
    """Is everything that is said in the steps, written again, or in what follows?"""
    parsed = [match.game.moves.parse(step) for step in steps]
    written = notation.line(game_of(match), at(match, seat), parsed)
    missing = said(line, seat, match.game.seats)
    missing -= said(written, seat, match.game.seats)
    missing -= Counter({"on": 9, "none": 1})
    if missing:
        missing -= by_itself(match, seat, steps)
    numbered = enumerate(plots(match, seat), 1)
    named = [word for number, name in numbered if str(number) in written for word in name.split()]
    named += [word.strip("->") for word in written.split()]
    dropped = [word for word in missing if not any([name.startswith(word) for name in named])]
    assert [] == dropped, (line, steps, written)


@pytest.mark.heavy
@pytest.mark.parametrize("seats, options", TABLES)
def test_a_line_with_one_word_changed_is_refused_or_true(seats: int, options: dict[str, Any]):
    """All that a line names is in the steps that it becomes, or the rules do it by themselves."""
    rng = Rng(seats)
    accepted = 0
    for number, match in enumerate(random_match(seats + 7, seats, **options)):
        if number % 9 or not match.to_act() or at(match, match.to_act()[0]).answer:
            continue
        seat = match.to_act()[0]
        moves = whole_answer(match.state.clone(), seat, rng)
        line = notation.line(game_of(match), at(match, seat), moves)
        for _try in range(4):
            other = perturbed(line, rng)
            try:
                steps = match.steps(seat, other)
            except IllegalMove:
                continue
            accepted += 1
            check(match, seat, other, [step.text for step in steps])
    assert accepted
