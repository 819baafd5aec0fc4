"""Documents that nobody should write, for the tests of any game's positions."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import strategies as st


def leaves(words: list[str]) -> st.SearchStrategy[Any]:
    """Values of all types, and words of the game."""
    return (
        st.none() | st.booleans() | st.integers(-3, 300) | st.integers() | st.floats()
        | st.text(max_size=8) | st.sampled_from(words)
    )  # fmt: skip


def documents(fields: list[str], words: list[str]) -> st.SearchStrategy[Any]:
    """Anything that JSON can say, with fields and words of the game in it."""
    names = st.sampled_from(fields) | st.text(max_size=3)
    return st.recursive(
        leaves(words),
        lambda inner: st.lists(inner, max_size=7) | st.dictionaries(names, inner),
        max_leaves=12,
    )


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a document that can be changed: what it is in, and its name or number."""
    found: list[tuple[Any, Any]] = []
    names = value if isinstance(value, dict) else range(len(value))
    for name in names:
        found.append((value, name))
        if isinstance(value[name], (dict, list)):
            found += places(value[name])
    return found


def tampered(good: dict[str, Any], data: st.DataObject, anything: Any) -> dict[str, Any]:
    """The document with one thing changed: another value, something from elsewhere in it, something
    missing, something twice.
    """
    position = copy.deepcopy(good)
    found = places(position)
    where, name = found[data.draw(st.integers(0, len(found) - 1))]
    how = data.draw(st.sampled_from(["value", "other", "gone", "twice"]))
    if how == "value":
        where[name] = data.draw(anything)
    elif how == "other":
        there, other = found[data.draw(st.integers(0, len(found) - 1))]
        where[name] = copy.deepcopy(there[other])
    elif how == "gone":
        del where[name]
    elif isinstance(where, list):
        where.insert(name, copy.deepcopy(where[name]))
    return position


def bottomless() -> list[Any]:
    """Thousands of lists in each other."""
    endless: list[Any] = []
    for _ in range(100_000):
        endless = [endless]
    return endless
