"""What a game's look is made of: plain functions from a scene to something to print."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, final

from rich.console import RenderableType

from microciv.cli.scene import Scene
from microciv.core.moves import Move

Captions: TypeAlias = Sequence[tuple[dict[str, object], str]]
"""Events with their sentences."""


@final
@dataclass(frozen=True)
class Look:
    """How one game is shown."""

    table: Callable[[Scene], RenderableType]
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
    """The captions of what happened, with many small ones added up; the players' names."""
