"""How a broken law is reported: what was expected, what was found, and where they differ."""

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
    """A match or an answer does not end. Every law that plays would report this."""


def holds(holding: object, complaint: str) -> None:
    """Check a condition.

    :raises Broken: with the complaint, if it does not hold.
    """
    if not holding:
        raise Broken(complaint)


def same(expected: T, actual: T, what: str) -> None:
    """Check that two values are equal; `what` says what it means if they are not.

    :raises Broken: if they differ; the message shows where they first do.
    """
    if expected != actual:
        raise Broken(f"{what}{difference(expected, actual)}")


def difference(expected: Any, actual: Any, path: str = "") -> str:  # noqa: ANN401  # of any type
    """Where two values first differ, and the parts of both there."""
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
    """A law that a game breaks, the seed with which it does, and what was expected."""

    law: str
    seed: int
    complaint: str
    where: str  # "file:line" where the game raised an error; "" if it raised none
    endless: bool = False  # if so, other laws would find the same, and take long


def found(law: str, check: Callable[[Game, int], None], game: Game, seed: int) -> Finding | None:
    """Check a law on the match of this seed; None if it holds."""
    try:
        check(game, seed)
    except Broken as broken:
        return Finding(law, seed, str(broken), "", isinstance(broken, Endless))
    except Exception as failure:  # noqa: BLE001  # any error of a game breaks the law
        frame = traceback.extract_tb(failure.__traceback__)[-1]
        said = f"{type(failure).__name__}: {failure}".rstrip(": ")
        return Finding(law, seed, f"the game fails: {said}", f"{frame.filename}:{frame.lineno}")
    return None
