"""Civ Builder: opponents that search.

What is melded, and to whom it is done, is searched; trade and the choice of single cards are left
to the policy: one card changes far less than chance does, and would take as long.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, final

from microciv.bots.bot import Bot
from microciv.bots.player import Player
from microciv.bots.search import Verdict
from microciv.bots.search.nodes import Arm
from microciv.core.game import Game
from microciv.core.moves import Move, Seat
from microciv.core.policy import Reason
from microciv.core.state import Observation
from microciv.games.civ_builder.game import CivBuilderGame
from microciv.games.civ_builder.policy.play import CivBuilderPolicy
from microciv.games.civ_builder.search.worlds import Way, Worlds
from microciv.games.civ_builder.views.observation import CivBuilderObservation

SEARCHED: Final = ("meld", "act", "point", "dump")
"""Phases; in the others the policy decides."""


@final
@dataclass(frozen=True)
class Budget:
    """How long a level thinks about an answer."""

    worlds: int
    seconds: float  # at most, for those that have a clock
    rounds: int = 1  # that playouts go on for, the one that is on included
    styled: bool = False  # has it the styles of `easy`?


@final
class SeekingCivBuilder(Bot):
    """Searches its turns, and trades as the policy would."""

    def __init__(self, game: Game, seat: Seat, seed: int, budget: Budget) -> None:
        super().__init__(game, seat, seed)
        assert isinstance(game, CivBuilderGame)
        self._game = game
        self.budget = budget
        self.policy = CivBuilderPolicy(game, budget.rounds, styled=budget.styled)
        self._trader = Player(game, seat, seed, self._trading)
        self._thoughts = 0
        self._sealed: list[Move] = []
        """The steps that it has answered with since its answer was last empty."""
        self._next: list[tuple[Move, Reason]] = []
        """The steps it means to go on with, and what it says of the answer with each."""

    def _trading(self, game: Game) -> CivBuilderPolicy:
        return CivBuilderPolicy(game, trades=True, styled=self.budget.styled)

    def choose(self, seen: Observation) -> Move:
        assert isinstance(seen, CivBuilderObservation)
        if seen.phase not in SEARCHED:
            self._next = []
            self._trader.table_number = self.table_number
            move = self._trader.choose(seen)
            self.why = self._trader.why
            return move
        ahead = list(seen.answer) == self._sealed and self._next
        if not ahead or self._next[0][0] not in seen.legal:
            self._next = self._think(seen)[0]
        move, self.why = self._next.pop(0)
        self._sealed = [*seen.answer, move]
        return move

    def foreseen(self) -> list[Move]:
        """The rest of the answer as it was thought out."""
        return [move for move, _reason in self._next] or self._trader.foreseen()

    def advise(self, seen: Observation) -> Verdict:
        """What it makes of the moves that may be added to the answer now, of those it looked at."""
        assert isinstance(seen, CivBuilderObservation)
        answer, ways, looks = self._think(seen)
        arms: list[Arm] = []
        for way in ways:
            arm = Arm(way.move)
            arm.visits, arm.total = way.looks, way.total
            arms.append(arm)
        shares = [1.0 if arm.move is answer[0][0] else 0.0 for arm in arms]
        return Verdict(arms, shares, self.budget.worlds, looks)

    def _think(
        self, seen: CivBuilderObservation
    ) -> tuple[list[tuple[Move, Reason]], list[Way], int]:
        """The rest of the answer and what it says of it, what it made of the first step, and in how
        many playouts.
        """
        self._thoughts += 1
        self.policy.sit_down(self.table_number)
        clock, budget = self.clock, self.budget
        end = clock() + budget.seconds if clock is not None else 0.0
        # Seeds of a match lie side by side, so that their worlds may not.
        worlds = Worlds(self._game, seen, self.policy, self.seed * 65_537 + self._thoughts)
        first: list[Way] = []
        answer: list[tuple[Move, Reason]] = []
        while worlds.open():
            while worlds.compare(budget.worlds):
                if clock is not None and clock() >= end:
                    break
            first = first or worlds.ways
            move = worlds.best().move
            steps = [*seen.answer, *worlds.taken, move]
            answer.append((move, self.policy.reason(worlds.world(0), seen.seat, steps)))
            worlds.take(move)
        return answer, first, worlds.looks


def seeker(budget: Budget) -> Callable[[Game, Seat, int], Bot]:
    """A maker of bots that think so long."""
    return lambda game, seat, seed: SeekingCivBuilder(game, seat, seed, budget)
