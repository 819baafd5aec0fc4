"""Reading the plain data of an observation: what each seat has, lists, names in a sentence."""

from __future__ import annotations

from typing import TypeAlias

from microciv.cli.scene import Scene
from microciv.speech import language, tn
from microciv.texts import Reader, texts_for

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


def whom(scene: Scene, seat: int) -> str:
    """The same where others do something to the player."""
    return scene.texts.label("you_accusative") if seat == scene.seat else scene.names[seat]


def is_you(name: str) -> bool:
    """Is it the reader, as names at the beginning of a sentence have it?"""
    return isinstance(name, Reader)


def accusative(name: str) -> str:
    """The same name inside a sentence, where others do something to the player."""
    return texts_for("core").label("you_accusative") if is_you(name) else name


def dative(name: str) -> str:
    """The same where something is given to the player, or taken from there."""
    return texts_for("core").label("you_dative") if is_you(name) else name


def counted(amount: int) -> str:
    """1 card, 2 cards."""
    return tn(amount, "{n} card", "{n} cards")


def small(words: str) -> str:
    """Words that begin a line, inside one: German nouns keep their capitals."""
    return words if language() == "de" else words.lower()


def begun(words: str) -> str:
    """Words as they begin a line."""
    return words[:1].upper() + words[1:]
