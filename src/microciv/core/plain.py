"""Plain data from immutable values: only lists, dictionaries, texts, numbers and None."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Final

from microciv.core.moves import Move

LEAVES: Final = (int, str, type(None))


def plain(value: object, parts: bool = False) -> object:
    """A value as plain data. A move becomes its text, or with `parts` an object with its parts."""
    if isinstance(value, LEAVES):
        return value  # most values are leaves
    if isinstance(value, Move):
        return {"text": value.text, **value.parts()} if parts else value.text
    if isinstance(value, (list, tuple)):
        return [item if isinstance(item, LEAVES) else plain(item, parts) for item in value]
    kind: Any = type(value)  # mypy does not consider a class hashable
    if names := field_names(kind):
        value = {name: getattr(value, name) for name in names}
    if isinstance(value, dict):
        return {
            str(name): item if isinstance(item, LEAVES) else plain(item, parts)
            for name, item in value.items()
        }
    return value.plain() if hasattr(value, "plain") else value


@cache
def field_names(kind: type[Any]) -> tuple[str, ...]:
    """The names of a dataclass's fields; none for any other class."""
    return tuple([item.name for item in fields(kind)]) if is_dataclass(kind) else ()
