"""Slips, which make the lower levels weaker: now and then they begin an answer at random.

Whether a bot slips depends only on what it sees, since a bot may be made anew for every question.
Advice never slips.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import final
from zlib import crc32

from microciv.bots.bot import Bot
from microciv.core.events import Heard
from microciv.core.game import Game
from microciv.core.moves import Move, Seat
from microciv.core.policy import NO_REASON, errs
from microciv.core.rng import Rng
from microciv.core.state import Observation


@final
class Slipping(Bot):
    """Plays as another bot does, except for its slips."""

    def __init__(self, bot: Bot, share: float, phases: tuple[str, ...]) -> None:
        super().__init__(bot.game, bot.seat, bot.seed)
        self.bot = bot
        self.share = share
        """The share of its answers in `phases` that begin with a slip, from 0 to 1."""
        self.phases = phases
        self._foreseen: list[Move] = []

    def at_its_best(self) -> Bot:
        return self.bot

    def hear(self, events: list[Heard]) -> None:
        self.bot.hear(events)

    def choose(self, seen: Observation) -> Move:
        move = slip(seen, self.share) if seen.phase in self.phases else None
        if move is not None:
            self.why, self._foreseen = NO_REASON, []
            return move
        self.bot.clock, self.bot.table_number = self.clock, self.table_number
        move = self.bot.choose(seen)
        self.why, self._foreseen = self.bot.why, self.bot.foreseen()
        return move

    def foreseen(self) -> list[Move]:
        return self._foreseen


def slipping(
    maker: Callable[[Game, Seat, int], Bot], share: float, phases: tuple[str, ...]
) -> Callable[[Game, Seat, int], Bot]:
    return lambda game, seat, seed: Slipping(maker(game, seat, seed), share, phases)


def slip(seen: Observation, share: float) -> Move | None:
    """In this share of answers, a random first step; None in all others, and for later steps."""
    legal = seen.legal
    if seen.answer or share == 0.0 or len(legal) == 1:
        return None
    rng = Rng(crc32(repr(seen).encode()))
    return legal[rng.below(len(legal))] if errs(rng, share) else None
