"""Levels by name. A game's own heuristics are in `bots/heuristics/<module of the game>`."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TypeAlias

from microciv.bots.bot import Bot, Clock
from microciv.bots.simple import RandomBot
from microciv.core.errors import BadOption
from microciv.core.game import Game
from microciv.core.moves import Seat

Maker: TypeAlias = Callable[[Game, Seat, int], Bot]

HEURISTICS = {
    "5-ages": "five_ages",
    "5x": "five_x",
    "civ-builder": "civ_builder",
    "civ-card-game": "civ_card_game",
}


def _makers(name: str) -> dict[str, Maker]:
    makers: dict[str, Maker] = {"random": RandomBot}
    if name in HEURISTICS:
        module = import_module(f"microciv.bots.heuristics.{HEURISTICS[name]}")
        makers.update(module.LEVELS)
    return makers


def levels(name: str) -> list[str]:
    """The levels a game has, the weakest first."""
    return list(_makers(name))


def make_bot(level: str, game: Game, seat: Seat, seed: int, clock: Clock | None = None) -> Bot:
    """A bot of this level for a seat; with a clock it keeps to its level's seconds.

    :raises BadOption: if the game has no such level.
    """
    makers = _makers(game.name)
    if level not in makers:
        raise BadOption(f"no bot {level[:40]!r} for {game.name}; there are {', '.join(makers)}")
    bot = makers[level](game, seat, seed)
    bot.clock = clock
    return bot
