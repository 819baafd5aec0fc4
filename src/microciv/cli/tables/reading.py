"""Reading the plain data of an observation: what each seat has, lists, names in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from microciv.cli.scene import Scene
from microciv.texts import texts_for

Row: TypeAlias = dict[str, object]


def table_of(scene: Scene) -> list[Row]:
    return rows(scene.seen, "table")


def rows(data: Row, name: str) -> list[Row]:
    value = data.get(name)
    return [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []


def words(data: Row, name: str) -> list[str]:
    value = data.get(name)
    return [str(word) for word in value] if isinstance(value, list) else []


def numbers(data: Row, name: str) -> list[int]:
    value = data.get(name)
    return [item for item in value if isinstance(item, int)] if isinstance(value, list) else []


def number(data: Row, name: str) -> int:
    """A number; 0 if there is none."""
    value = data.get(name)
    return value if isinstance(value, int) else 0


def is_seated(scene: Scene) -> bool:
    return scene.seat < len(table_of(scene))


def who(scene: Scene, seat: int) -> str:
    """A player's name inside a sentence."""
    return scene.texts.label("you").lower() if seat == scene.seat else scene.names[seat]


def is_you(name: str) -> bool:
    """Is it the reader, as names at the beginning of a sentence have it?"""
    return name == texts_for("core").label("you")


def inside(name: str) -> str:
    """The same name inside a sentence."""
    return name.lower() if is_you(name) else name


def counted(amount: int) -> str:
    """1 card, 2 cards."""
    return "1 card" if amount == 1 else f"{amount} cards"


def enumerated(names: Sequence[str]) -> str:
    """Ana, Bo and Cy."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
