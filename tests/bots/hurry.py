"""Bots that think are slow; tests let them think seldom and in a hurry."""

from __future__ import annotations

from microciv.bots import Bot, levels, make_bot
from microciv.core.game import Game
from microciv.core.moves import Seat

SIMPLE = ("random", "easy")
"""Levels that do not search."""


class Hurry:
    """A clock that is a minute later whenever it is looked at: whoever keeps to seconds stops at
    the second look, always at the same place.
    """

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        self.seconds += 60.0
        return self.seconds


def hurried(level: str, game: Game, seat: Seat, seed: int) -> Bot:
    """A bot of this level that has no time."""
    return make_bot(level, game, seat, seed, Hurry())


def thinking(game: str) -> list[str]:
    """The levels of a game that search."""
    return [level for level in levels(game) if level not in SIMPLE]
