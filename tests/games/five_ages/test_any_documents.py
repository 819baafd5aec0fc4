"""Documents of any kind: refused politely, or sound."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import microciv
from microciv import BadPosition, Match, Rng
from microciv.games.five_ages.cards import NAMES
from tests.games.five_ages.table import (
    changed,
    document,
    legal,
    phase,
    random_match,
)
from tests.games.hostile import bottomless, documents, tampered
from tests.games.saving import played_on, refused_or, saved

FIELDS = [
    "game", "rules", "options", "round", "phase", "table", "deck", "fired", "generator", "token",
    "tick", "past", "sealed", "seats", "jokers", "hand", "civ", "row", "offers", "done", "idle",
    "kept", "built", "laid", "attacks", "swaps", "exchanged", "over", "0", "1",
]  # fmt: skip
WORDS = [*NAMES, "row", "trade", "build", "over", "pass", "done", "mutual", "hidden", ""]
JSON = documents(FIELDS, WORDS)


@given(st.dictionaries(st.sampled_from(FIELDS), JSON), st.booleans())
def test_garbage_is_refused_politely(garbage: dict[str, Any], ours: bool):
    """Nothing but BadPosition, whatever is handed in."""
    if ours:
        garbage = {**garbage, "game": "5-ages"}
    with pytest.raises(BadPosition):
        microciv.set_up(garbage)


TABLES: list[tuple[int, dict[str, object]]] = [
    (3, {}), (4, {"jokers": 4}), (3, {"jokers": 4, "war_timing": "after_swaps"}),
]  # fmt: skip
GOOD = [
    saved(match)
    for seats, options in TABLES
    for number, match in enumerate(random_match(11, seats, **options))
    if number % 3 == 0 or not match.to_act()
]


@given(st.sampled_from(GOOD), st.data())
def test_a_position_with_one_thing_changed_is_refused_or_sound(
    good: dict[str, Any], data: st.DataObject
):
    """INV-A1 to INV-A14: what is accepted saves and sets up again, looks alike to everybody, and is
    played to its end.
    """
    refused_or(check, tampered(good, data, JSON))


LONGEST = 10_000
"""More steps than any match has."""


def random_step(match: Match, rng: Rng) -> None:
    """Any step of the first seat that is to act."""
    seat = match.to_act()[0]
    moves = legal(match, seat)
    match.play(seat, moves[rng.below(len(moves))])


def check(match: Match) -> None:
    """It is a position like any other."""
    assert "over" == phase(played_on(match, random_step, LONGEST))


def test_a_bottomless_document_is_refused():
    """Thousands of lists in each other."""
    for path in ("table.0.hand", "deck", "generator", "past", "phase", "round", "options.jokers"):
        position = changed(document(3, options={"jokers": 2}), {path: bottomless()})
        where = path.replace("table.0", "table[0]")
        with pytest.raises(BadPosition, match=rf"^{re.escape(where)}"):
            microciv.set_up(position)
