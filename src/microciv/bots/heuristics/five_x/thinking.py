"""5X: opponents that search; `medium` has a style, and says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias, final

from microciv.bots.bot import Bot
from microciv.bots.heuristics.five_x.guide import FiveXGuide
from microciv.bots.heuristics.five_x.styles import reason, style_of
from microciv.bots.search import Plan, Searcher, Verdict, searcher
from microciv.bots.search.rules import Ucb
from microciv.core.game import Game
from microciv.core.moves import Move, Seat
from microciv.core.state import Observation

Maker: TypeAlias = Callable[[Game, Seat, int], Bot]


@final
class Stylist(Bot):
    """Searches with a taste, and says it of a card that is to its taste."""

    def __init__(self, game: Game, seat: Seat, seed: int, plan: Plan) -> None:
        super().__init__(game, seat, seed)
        self._style = style_of(seat, game.seats)
        self._searcher = Searcher(game, seat, seed, FiveXGuide(game, styled=True), plan)

    def choose(self, seen: Observation) -> Move:
        """By the search."""
        self._searcher.clock = self.clock
        move = self._searcher.choose(seen)
        self.why = reason(self._style, move)
        return move

    def advise(self, seen: Observation) -> Verdict:
        """What it makes of every move."""
        self._searcher.clock = self.clock
        return self._searcher.advise(seen)


# Strength grows until some hundred worlds and little beyond: the levels share what lies below.
MEDIUM: Final = Plan(10, 0.1)
PLANS: Final = {
    "hard": Plan(25, 0.3),
    "expert": Plan(1_000, 1.0, Ucb(temperature=0.25)),
}


def thinkers() -> dict[str, Maker]:
    """Makers of bots by level."""
    return {
        "medium": lambda game, seat, seed: Stylist(game, seat, seed, MEDIUM),
        **{level: searcher(FiveXGuide, plan) for level, plan in PLANS.items()},
    }
