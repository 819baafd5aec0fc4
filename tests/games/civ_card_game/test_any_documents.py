"""Documents of any kind: refused politely, or sound."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import microciv
from microciv import BadPosition, Match
from tests.games.civ_card_game.printed import KINDS, NAMES
from tests.games.civ_card_game.table import (
    all_cards,
    attack,
    changed,
    do,
    document,
    game_of,
    let_through,
    random_match,
    random_step,
    row,
)
from tests.games.hostile import bottomless, documents, tampered
from tests.games.saving import played_on, refused_or, saved

FIELDS = [
    "game", "rules", "options", "seats", "round", "phase", "first", "turn", "asked", "table",
    "plots", "card", "population", "structures", "stock", "F", "H", "C", "techs", "powers",
    "acquired", "hand", "market", "fresh_plots", "fresh_techs", "revealed", "plot_deck",
    "tech_deck", "faded", "deck", "discard", "rest", "supply", "question", "collecting", "bought",
    "loose", "demolished", "pending", "due", "combat", "units", "target", "state", "blocker",
    "striking", "instruction", "vacating", "sent_back", "statuses", "culture", "happiness",
    "drought", "tech_sold", "ending", "generator", "past", "facts", "bases", "sealed", "0", "1",
]  # fmt: skip
WORDS = [*NAMES, "civ-card-game", "turn", "block", "yield", "receive", "vacate", "breach", "repel",
         "cull", "surrender", "discard", "attacking", "blocked", "unblocked", "done", "play Corn",
         "tech", ""]  # fmt: skip
JSON = documents(FIELDS, WORDS)


@given(st.dictionaries(st.sampled_from(FIELDS), JSON), st.booleans())
def test_garbage_is_refused_politely(garbage: dict[str, Any], ours: bool):
    """CI-01 to CI-18: nothing but BadPosition, whatever is handed in; a table of empty seats is no
    garbage.
    """
    if ours:
        garbage = {**garbage, "game": "civ-card-game"}
    refused_or(check, garbage)


def fights() -> list[dict[str, Any]]:
    """Moments of combats."""
    land = "Plains:3+City Walls+Forge, Coast:2+City Walls, Oasis:1"
    options = {"overfull": "return", "bounce": "per_wall"}
    found = []
    match = attack("C Swordsmen, B Catapult, B Chariot, B Swordsmen, B Axemen, B Chariot", row(),
                   row(land, "Archers, Spearmen"), row("Forest:3+Library+Granary"),
                   options=options)  # fmt: skip
    for step in ("raze 2 City Walls", "repel Axemen", "block Archers", "pass", "pass", "pass",
                 "yield 1", "settle 2", "raze 1 Forge"):  # fmt: skip
        found.append(saved(match))
        if step not in [move.text for move in match.state.legal(match.to_act()[0])]:
            break
        do(match, step)
    let_through(match)
    return [*found, saved(match)]


TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {"goods_change": "lose", "purchase_limit": "one_each", "demolish": True}),
    (3, {"steal_timing": "on_purchase", "steal_kinds": "victim", "fresh_market": "wait"}),
    (4, {"steal_timing": "each_turn", "tie_status": "incumbent", "population_supply": 30}),
]  # fmt: skip
GOOD = [
    saved(match)
    for seats, options in TABLES
    for number, match in enumerate(random_match(11, seats, **options))
    if number % 67 == 0 or not match.to_act()
] + fights()  # fmt: skip


@given(st.sampled_from(GOOD), st.data())
def test_a_position_with_one_thing_changed_is_refused_or_sound(
    good: dict[str, Any], data: st.DataObject
):
    """CI-01 to CI-18: what is accepted saves and sets up again, looks alike to everybody, and can
    be played on.
    """
    refused_or(check, tampered(good, data, JSON))


@given(st.sampled_from(GOOD), st.data())
def test_a_position_without_its_past_is_refused_or_sound(good: dict[str, Any], data: st.DataObject):
    """CI-01 to CI-18: so that no memory protects the cards."""
    refused_or(check, tampered({name: good[name] for name in good if name != "past"}, data, JSON))


@given(st.sampled_from(GOOD), st.data())
def test_a_past_with_one_thing_changed_is_refused_or_sound(
    good: dict[str, Any], data: st.DataObject
):
    """CI-17: facts and where they begin, in particular."""
    refused_or(check, {**good, "past": tampered(good["past"], data, st.integers(-2, 16**8) | JSON)})


def check(match: Match) -> None:
    """It is a position like any other."""
    assert sum(game_of(match).box.copies[:KINDS]) == sum(all_cards(match).values())
    played_on(match, random_step, 25)


@pytest.mark.parametrize("path", [
    "table.0.plots", "table.0.plots.0.structures", "table.0.stock", "table.0.techs",
    "table.0.powers", "table.0.hand", "market", "market.plots", "deck", "discard", "plot_deck",
    "revealed", "faded", "question", "question.bought", "question.loose", "statuses", "generator",
    "past", "phase", "round", "asked", "options.cards", "options.bounce", "rest",
])  # fmt: skip
def test_a_bottomless_document_is_refused(path: str):
    """Thousands of lists in each other, in the place of anything."""
    position = changed(document(row("Plains"), row(), options={"bounce": "one"}), {
        path: bottomless()
    })  # fmt: skip
    where = path.replace("table.0", "table[0]").replace("plots.0", "plots[0]")
    with pytest.raises(BadPosition, match=rf"^{re.escape(where)}"):
        microciv.set_up(position)


def test_lists_without_end():
    """Hands, land and units of any length."""
    for path, many in (("table.0.hand", ["Corn"]), ("table.0.plots", [{"card": "Coast"}]),
                       ("table.0.techs", ["Music"]), ("deck", ["Corn"])):  # fmt: skip
        with pytest.raises(
            BadPosition, match=rf"^{re.escape(path.replace('table.0', 'table[0]'))}"
        ):
            microciv.set_up(changed(document(row(), row()), {path: many * 10_000}))
    units = [{"card": "Chariot", "target": 1}] * 10_000
    with pytest.raises(BadPosition, match=r"^combat.units"):
        microciv.set_up(document(row(), row(), phase="block", combat={"units": units}))
