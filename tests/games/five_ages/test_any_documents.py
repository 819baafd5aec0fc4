"""Documents of any kind: refused politely, or sound."""

from __future__ import annotations

import copy
import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import microciv
from microciv import SPECTATOR, BadPosition, Match, Rng
from microciv.core.plain import plain
from microciv.games.five_ages.cards import NAMES
from tests.games.five_ages.table import (
    changed,
    document,
    legal,
    phase,
    random_match,
)

LEAVES = (
    st.none() | st.booleans() | st.integers(-3, 300) | st.integers() | st.floats()
    | st.text(max_size=8) | st.sampled_from(NAMES)
    | st.sampled_from(["row", "trade", "build", "over", "pass", "done", "mutual", "hidden", ""])
)  # fmt: skip
FIELDS = st.sampled_from(
    ["game", "rules", "options", "round", "phase", "table", "deck", "fired", "generator", "token",
     "tick", "past", "sealed", "seats", "jokers", "hand", "civ", "row", "offers", "done", "idle",
     "kept", "built", "laid", "attacks", "swaps", "exchanged", "over", "0", "1"]
)  # fmt: skip
JSON = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=7) | st.dictionaries(FIELDS | st.text(max_size=3), inner)
    ),
    max_leaves=12,
)


@given(st.dictionaries(FIELDS, JSON), st.booleans())
def test_garbage_is_refused_politely(garbage: dict[str, Any], ours: bool):
    """Nothing but BadPosition, whatever is handed in."""
    if ours:
        garbage = {**garbage, "game": "5-ages"}
    with pytest.raises(BadPosition):
        microciv.set_up(garbage)


def saved(match: Match) -> dict[str, Any]:
    """The document as a file has it."""
    written = json.loads(json.dumps(plain(match.position())))
    assert isinstance(written, dict)
    return written


TABLES: list[tuple[int, dict[str, object]]] = [
    (3, {}), (4, {"jokers": 4}), (3, {"jokers": 4, "war_timing": "after_swaps"}),
]  # fmt: skip
GOOD = [
    saved(match)
    for seats, options in TABLES
    for number, match in enumerate(random_match(11, seats, **options))
    if number % 3 == 0 or not match.owing()
]


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a document that can be changed: what it is in, and its name or number."""
    found: list[tuple[Any, Any]] = []
    names = value if isinstance(value, dict) else range(len(value))
    for name in names:
        found.append((value, name))
        if isinstance(value[name], (dict, list)):
            found += places(value[name])
    return found


@given(st.sampled_from(GOOD), st.data())
def test_a_position_with_one_thing_changed_is_refused_or_sound(
    good: dict[str, Any], data: st.DataObject
):
    """INV-A1 to INV-A14: what is accepted saves and sets up again, looks alike to everybody, and is
    played to its end.
    """
    position = copy.deepcopy(good)
    found = places(position)
    where, name = found[data.draw(st.integers(0, len(found) - 1))]
    how = data.draw(st.sampled_from(["value", "other", "gone", "twice"]))
    if how == "value":
        where[name] = data.draw(JSON)
    elif how == "other":
        there, other = found[data.draw(st.integers(0, len(found) - 1))]
        where[name] = copy.deepcopy(there[other])
    elif how == "gone":
        del where[name]
    elif isinstance(where, list):
        where.insert(name, copy.deepcopy(where[name]))
    try:
        match = microciv.set_up(position)
    except BadPosition:
        return
    check(match)


def check(match: Match) -> None:
    """It is a position like any other."""
    again = microciv.set_up(saved(match))
    assert saved(match) == saved(again)
    rng = Rng(3)
    for seat in (0, SPECTATOR):
        seen = match.observe(seat)
        assert plain(seen) == plain(match.game.redeal(seen, rng).observe(seat))
    while again.owing():
        for seat in again.owing():
            moves = legal(again, seat)
            again.play(seat, moves[rng.below(len(moves))])
    assert saved(again) == saved(microciv.set_up(saved(again)))
    assert "over" == phase(again)


def test_a_bottomless_document_is_refused():
    """Thousands of lists in each other."""
    endless: list[Any] = []
    for _ in range(100_000):
        endless = [endless]
    for path in ("table.0.hand", "deck", "generator", "past", "phase", "round", "options.jokers"):
        position = changed(document(3, options={"jokers": 2}), {path: endless})
        where = path.replace("table.0", "table[0]")
        with pytest.raises(BadPosition, match=rf"^{re.escape(where)}"):
            microciv.set_up(position)
