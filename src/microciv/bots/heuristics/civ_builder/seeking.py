"""Civ Builder: the bot that searches.

It searches what to meld, and at whom to aim special actions. The policy decides on trade and on
single cards: a single card changes far less than chance does, and would take as long to search.
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
"""The phases that it searches; in all others the policy decides."""


@final
@dataclass(frozen=True)
class Budget:
    """How long a level thinks about an answer."""

    worlds: int
    seconds: float  # at most, for bots with a clock
    rounds: int = 1  # for which playouts go on, including the current one
    styled: bool = False  # with the styles of `easy`?


@final
class SeekingCivBuilder(Bot):
    """Searches its own turns, and trades as the policy does."""

    def __init__(self, game: Game, seat: Seat, seed: int, budget: Budget) -> None:
        super().__init__(game, seat, seed)
        assert isinstance(game, CivBuilderGame)
        self._game = game
        self.budget = budget
        self.policy = CivBuilderPolicy(game, budget.rounds, styled=budget.styled)
        self._trader = Player(game, seat, seed, self._trading)
        self._thoughts = 0
        self._sealed: list[Move] = []
        """The steps of its current answer so far."""
        self._next: list[tuple[Move, Reason]] = []
        """The steps with which it means to continue, each with the reason that it then gives."""

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
        """The rest of the answer."""
        return [move for move, _reason in self._next] or self._trader.foreseen()

    def advise(self, seen: Observation) -> Verdict:
        """What it finds of those of the legal moves that it has tried."""
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
        """The rest of the answer, each step with its reason; what was found of the ways to begin
        it; and the number of playouts.
        """
        self._thoughts += 1
        self.policy.sit_down(self.table_number)
        clock, budget = self.clock, self.budget
        end = clock() + budget.seconds if clock is not None else 0.0
        # Spread the seeds: those of a match's bots may be consecutive numbers.
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
    """A maker of bots with this budget."""
    return lambda game, seat, seed: SeekingCivBuilder(game, seat, seed, budget)
