"""The vocabulary of effects on every type of card: what is accepted changes play, what is not is
refused by name.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import pytest

from microciv import Match
from microciv.core.plain import plain
from microciv.games.civ_card_game.effects import (
    FORMS,
    KINDS_OF_CARDS,
    OWNED,
    Form,
    column_of,
    works,
)
from microciv.games.civ_card_game.patches import read_patch
from tests.games.civ_card_game.table import A, Row, at, attack, house, legal, row, table
from tools import clauses

BEARERS: Final = {
    "plot": "Plains",
    "tech": "Mysticism",
    "building": "Temple",
    "wonder": "Stonehenge",
    "unit": "Chariot",
    "goods": "Corn",
}
"""By type, the card that is given the effect."""
Effect = tuple[str | int, ...]


def effects_of(form: Form) -> list[Effect]:
    """The effect with each of its words, and its least and its greatest number."""
    return [
        (form.name, *([word] if word else []), *([number] if form.high else []))
        for word in form.words or [""]
        for number in sorted({form.low, form.high})
    ]


PAIRS: Final = [(effect, kind) for form in FORMS for kind in form.on for effect in effects_of(form)]
REFUSED: Final = [(form, kind) for form in FORMS for kind in KINDS_OF_CARDS if kind not in form.on]


# --- what is accepted


def box(kind: str, effects: tuple[Effect, ...]) -> list[Row]:
    """The bearer has these effects and no others; Plains print everything."""
    column = "effects" if kind in OWNED else "damage"
    bearer = {"name": BEARERS[kind], column: [list(effect) for effect in effects]}
    return [{"name": "Plains", "F": 1, "H": 1, "C": 1}, bearer]


@cache
def story(kind: str, effects: tuple[Effect, ...]) -> list[object]:
    """Two turns of A, in which it gets the bearer and buys one of everything, and is attacked in
    between; or attacks with the bearer, if that is a unit.
    """
    if kind in OWNED:
        hand = f"Granary, Parthenon, {BEARERS[kind] if kind != 'tech' else 'Iron'}"
        owner = row("Plains, Forest, Forest, Forest", hand, "99F 99H 99C")
        rows = [owner, row(hand="Catapult, 2 Chariot", stock="5F 5H 5C")]
    else:
        rows = [row(hand="4 Chariot"), row("Plains:3+Library, Plains:3+Granary, Plains")]
    match = table(*rows, techs="Mysticism, Drama, Music", plots="Coast, Oasis, Hill Country",
                  deck="6 Archers", **house(*box(kind, effects)))  # fmt: skip
    wishes = {
        0: [f"buy {BEARERS['tech']}", f"build {BEARERS[kind]}", "on 1", "bank F H", "populate 1",
            "claim Coast", "buy Drama", "build Granary", "build Parthenon", "done",
            *["attack B Chariot"] * (4 if kind == "unit" else 0), "fight", "peace"],
        1: ["done", "attack A Catapult", "attack A Chariot", "attack A Chariot", "fight", "peace"],
    }  # fmt: skip
    found: list[object] = []
    turns = 0
    while turns < 3:
        seat = match.to_act()[0]
        moves = legal(match, seat)
        found.append((seat, moves, facts(match)))
        wanted = [wish for wish in [*thefts(moves), *wishes[seat]] if wish in moves]
        chosen = wanted[0] if wanted else moves[0]
        if chosen in wishes[seat] and chosen not in ("done", "peace", "fight"):
            wishes[seat].remove(chosen)
        turn = at(match).turn
        match.play(seat, chosen)
        turns += at(match).turn != turn
    return found


def thefts(moves: list[str]) -> list[str]:
    return [move for move in moves if move.startswith("use ")]


def facts(match: Match) -> object:
    """What lies open of both seats."""
    return [plain(shown) for shown in at(match).table]


@pytest.mark.parametrize("effect, kind", PAIRS, ids=str)
def test_every_effect_changes_play_on_every_card_that_may_have_it(effect: Effect, kind: str):
    """A.1: nothing is accepted that would do nothing."""
    assert story(kind, ()) != story(kind, (effect,))


def test_a_technology_sends_attackers_back_as_walls_do():
    """CC-85, CC-86: whatever has `bounce`, and of several cards the largest number counts."""
    for effects, back in (([], 0), ([["bounce", 1]], 1), ([["bounce", 2]], 2)):
        masonry = {"name": "Masonry", "effects": effects}
        defender = row("Plains+City Walls", techs="Masonry")
        match = attack("B Chariot, B Chariot, B Chariot", row(), defender, **house(masonry))
        assert max(1, back) == at(match).table[A].hand


# --- what is refused


@pytest.mark.parametrize("form, kind", REFUSED, ids=lambda part: getattr(part, "name", part))
def test_every_other_pair_is_refused_by_name(form: Form, kind: str):
    """With the cards on which it works."""
    (effect, *_more) = effects_of(form)
    complaint = f"{form.name} does not work on cards of type {kind}; expected {', '.join(form.on)}"
    for column in ("effects", "damage"):
        with pytest.raises(ValueError, match=f"^{BEARERS[kind]}: {column}: {complaint}$"):
            read_patch([{"name": BEARERS[kind], column: [list(effect)]}])


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_an_effect_stands_in_its_own_column(form: Form):
    column = column_of(form)
    other = "damage" if column == "effects" else "effects"
    (effect, *_more) = effects_of(form)
    with pytest.raises(ValueError, match=rf": {form.name} belongs in {column}$"):
        read_patch([{"name": BEARERS[form.on[0]], other: [list(effect)]}])


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_numbers_beyond_its_range_are_refused(form: Form):
    """Every effect that has a number, on every card that may have the effect."""
    if not form.high:
        return
    for kind in form.on:
        for number in (form.low - 1, form.high + 1):
            effect = [form.name, *form.words[:1], number]
            span = form.low if form.low == form.high else f".* from {form.low} to {form.high}"
            with pytest.raises(ValueError, match=rf"{form.name}: expected {span}, not"):
                read_patch([{"name": BEARERS[kind], column_of(form): [effect]}])


def test_a_unit_that_does_not_attack_does_nothing_to_anybody():
    """CC-69: it would be printed and never happen; taking its attack away takes the rest too."""
    for column, value in (("damage", [["steal_population", 1]]), ("breach", 1)):
        with pytest.raises(ValueError, match=f"^Archers: {column}: a unit that does not attack"):
            read_patch([{"name": "Archers", column: value}])
    (quiet,) = read_patch([{"name": "Swordsmen", "attacks": False}]).rows
    assert ((), 0) == (quiet.damage, quiet.breach)


def test_the_ledger_prints_the_vocabulary():
    """A.1: every effect with the cards that it works on, when, and what it does."""
    text = clauses.ledger("civ-card-game").read_text(encoding="utf-8")
    section = text.partition("### A.1")[2].partition("### A.2")[0]
    printed = [line for line in section.splitlines() if line.startswith("| `")]
    assert printed == [line_of(form) for form in FORMS]


def line_of(form: Form) -> str:
    """The form as a line of the ledger: words and numbers as they are called there."""
    kind = ["target" if "tech" in form.words else "kind"] if form.words else []
    number = ["n"] if form.high else []
    fixed = f" (n is {form.low})" if form.high and form.low == form.high else ""
    cells = [
        f"`{' '.join([form.name, *kind, *number])}`{fixed}",
        works(form),
        form.when,
        form.does,
    ]
    return f"| {' | '.join(cells)} |"
