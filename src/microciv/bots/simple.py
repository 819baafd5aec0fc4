"""The bot that plays at random, for every game."""

from __future__ import annotations

from typing import final

from microciv.bots.bot import Bot
from microciv.core.game import Game
from microciv.core.moves import Move, Seat
from microciv.core.rng import Rng
from microciv.core.state import Observation


@final
class RandomBot(Bot):
    """Plays any legal move, all equally likely."""

    def __init__(self, game: Game, seat: Seat, seed: int) -> None:
        super().__init__(game, seat, seed)
        self._rng = Rng(seed)

    def choose(self, seen: Observation) -> Move:
        return seen.legal[self._rng.below(len(seen.legal))]
