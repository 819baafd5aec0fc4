"""What a game's look is made of: plain functions from a scene to something to print."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, final

from rich.console import RenderableType

from microciv.cli.scene import Scene
from microciv.core.errors import MicrocivError
from microciv.core.moves import Move
from microciv.speech import t


def as_typed(_scene: Scene, typed: str) -> str:
    """Games that name no players in their moves take a line as it is."""
    return typed


def is_begun(scene: Scene) -> bool:
    return bool(scene.observation.answer)


def nothing(_scene: Scene) -> RenderableType | None:
    return None


def nothing_meant(_scene: Scene, _typed: str) -> list[str]:
    return []


def what_is_pinned(scene: Scene) -> str:
    return scene.pinned


def nothing_to_pin(_scene: Scene, _typed: str) -> str:
    raise MicrocivError(t("in this game there is nothing to pin"))


Captions: TypeAlias = Sequence[tuple[dict[str, object], str]]
"""Events with their sentences."""


@final
@dataclass(frozen=True)
class Look:
    """How one game is shown."""

    draw: Callable[[Scene], RenderableType]
    """All that lies on the table, at a glance."""
    remark: Callable[[Scene, Move], str]
    """A few words beside a move in the list of answers."""
    stakes: Callable[[Scene], str]
    """One line above the question: what is at stake in it. May be empty."""
    ask: Callable[[Scene], str]
    """The question itself."""
    results: Callable[[Scene, Sequence[int]], list[str]]
    """What each seat ended with, in words, from the scores: its points, its hand."""
    digest: Callable[[Captions, Sequence[str]], Captions]
    """The captions of what happened, with many small ones added up; the players' names. An event
    may get a `rung`, the one that it stands on instead of its own.
    """
    written: Callable[[Scene, str], str] = as_typed
    """A typed line in the game's notation: players by its letters instead of their names."""
    goes_on: Callable[[Scene], bool] = is_begun
    """Does the question only go on with what the same person has just done? Then the table that
    stands above is not shown again.
    """
    advice: Callable[[Scene], RenderableType | None] = nothing
    """What `?` tells besides what can be typed: what your hand is good for."""
    menu: Callable[[Scene], RenderableType | None] = nothing
    """The answers with their numbers where a list of them would be too long."""
    pin: Callable[[Scene, str], str] = nothing_to_pin
    """What a person wants to keep in sight, as `Scene.pinned` has it.

    :raises MicrocivError: if there is no such thing.
    """
    pinned: Callable[[Scene], str] = what_is_pinned
    """What has become of it."""
    meant: Callable[[Scene, str], list[str]] = nothing_meant
    """The steps that words of this look stand for; none if they are no such words.

    :raises MicrocivError: if they are, but not now.
    """
