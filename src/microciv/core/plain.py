"""Plain data out of anything frozen: lists, objects, texts and numbers only."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

from microciv.core.moves import Move


def plain(value: object, parts: bool = False) -> object:
    """What files and wires carry of a value; a move becomes its text, and if wanted its parts."""
    if value is None or isinstance(value, (int, str)):
        return value  # most values are leaves
    if isinstance(value, Move):
        return {"text": value.text, **value.parts()} if parts else value.text
    if isinstance(value, (list, tuple)):
        return [plain(item, parts) for item in value]
    if isinstance(value, dict):
        return {str(name): plain(item, parts) for name, item in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return {item.name: plain(getattr(value, item.name), parts) for item in fields(value)}
    return value.plain() if hasattr(value, "plain") else value
