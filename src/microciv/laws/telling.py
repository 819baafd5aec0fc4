"""How a broken law is told: what was expected, what was there, and where they part."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Final, TypeVar, final

from microciv.core.fields import shown
from microciv.core.game import Game

T = TypeVar("T")

SAME: Final = ""


class Broken(AssertionError):
    """A law does not hold; the message says what was expected."""


class Endless(Broken):
    """Play does not come to an end, which every law would say."""


def holds(holding: object, complaint: str) -> None:
    """Raise unless it is so."""
    if not holding:
        raise Broken(complaint)


def same(expected: T, actual: T, what: str) -> None:
    """Raise unless they are equal, saying where they first differ."""
    if expected != actual:
        raise Broken(f"{what}{difference(expected, actual)}")


def difference(expected: Any, actual: Any, path: str = "") -> str:  # noqa: ANN401  # of any type
    """Where two values first differ, and what stands there."""
    if isinstance(expected, (list, tuple)) and isinstance(actual, (list, tuple)):
        if len(expected) == len(actual):
            for index, (one, other) in enumerate(zip(expected, actual, strict=True)):
                if one != other:
                    return difference(one, other, f"{path}[{index}]")
    elif isinstance(expected, dict) and isinstance(actual, dict):
        if list(expected) == list(actual):
            for name, one in expected.items():
                if one != actual[name]:
                    return difference(one, actual[name], f"{path}[{name!r}]")
    elif is_dataclass(expected) and type(expected) is type(actual):
        for item in fields(expected):
            one, other = getattr(expected, item.name), getattr(actual, item.name)
            if one != other:
                return difference(one, other, f"{path}.{item.name}")
    where = f"; at {path}" if path else ""
    return f"{where}: expected {shown(expected)}, not {shown(actual)}"


@final
@dataclass(frozen=True)
class Finding:
    """A law that a game breaks: with which seed, and what was expected."""

    law: str
    seed: int
    complaint: str
    where: str  # "file:line", the last one that is not of the laws, if the game itself failed
    endless: bool = False  # then other laws would find nothing else, and take long


def found(law: str, check: Callable[[Game, int], None], game: Game, seed: int) -> Finding | None:
    """What this law finds on the match of this seed; nothing if it holds."""
    try:
        check(game, seed)
    except Broken as broken:
        return Finding(law, seed, str(broken), "", isinstance(broken, Endless))
    except Exception as failure:  # noqa: BLE001  # whatever a game does wrong breaks the law
        frame = traceback.extract_tb(failure.__traceback__)[-1]
        said = f"{type(failure).__name__}: {failure}".rstrip(": ")
        return Finding(law, seed, f"the game fails: {said}", f"{frame.filename}:{frame.lineno}")
    return None
