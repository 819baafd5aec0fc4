"""Plain data out of anything frozen: lists, objects, texts and numbers only."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

from microciv.core.moves import Move


def plain(value: object) -> object:
    """What files and wires carry of a value; a move becomes its text."""
    if value is None or isinstance(value, (int, str)):
        return value  # most values are leaves
    if isinstance(value, Move):
        return value.text
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {str(name): plain(item) for name, item in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return {item.name: plain(getattr(value, item.name)) for item in fields(value)}
    return value
