"""A bot that searches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, final

from microciv.bots.bot import Bot
from microciv.bots.search.rules import Rule, Ucb
from microciv.bots.search.search import Search, Verdict
from microciv.core.game import Game
from microciv.core.moves import Move, Seat
from microciv.core.policy import Policy, PolicyMaker, Reason
from microciv.core.rng import Rng
from microciv.core.state import Observation

CHUNK: Final = 10  # worlds between two looks at the clock

USUAL: Final[Rule] = Ucb()


@final
@dataclass(frozen=True)
class SearchBudget:
    """How long a level thinks about an answer, and how it chooses."""

    iterations: int
    seconds: float = 2.0  # at most, for those that have a clock
    rule: Rule = USUAL  # of its trees


@final
class Searcher(Bot):
    """Thinks once about an answer, however many steps it has, and says what its policy says."""

    def __init__(
        self, game: Game, seat: Seat, seed: int, policy: Policy, budget: SearchBudget
    ) -> None:
        super().__init__(game, seat, seed)
        self.policy = policy
        self.budget = budget
        self._searches = 0
        self._sealed: list[Move] = []
        """The steps that it has answered with since its answer was last empty."""
        self._next: list[Move] = []
        """The steps it means to go on with."""

    def choose(self, seen: Observation) -> Move:
        """By the search; forced steps need none, and later ones only if they were not foreseen."""
        if list(seen.answer) != self._sealed:
            self._next = []
        self.policy.sit_down(self.table_number)
        move = self._choose(seen)
        self._sealed = [*seen.answer, move]
        self.why = self._reason(seen)
        return move

    def _choose(self, seen: Observation) -> Move:
        if len(seen.legal) == 1:
            return seen.legal[0]
        if self._next and self._next[0] in seen.legal:
            return self._next.pop(0)
        move, *self._next = self._think(seen).draw()
        return move

    def foreseen(self) -> list[Move]:
        """The rest of the answer as the search found it; what is forced is not in it."""
        return self._next[:]

    def advise(self, seen: Observation) -> Verdict:
        """What it makes of every move that may be added to the answer now."""
        self.policy.sit_down(self.table_number)
        return self._think(seen).verdict()

    def _reason(self, seen: Observation) -> Reason:
        """What its policy says of the answer so far, in any world: it is the same in all."""
        world = self.game.redeal(seen, Rng(self.seed))
        self.policy.begin(world)
        return self.policy.reason(world, seen.seat, self._sealed)

    def _think(self, seen: Observation) -> Search:
        """Search for as long as the budget says."""
        self._searches += 1
        # Seeds of a match lie side by side, so that their searches may not.
        seed = self.seed * 65_537 + self._searches
        search = Search(self.game, seen, self.policy, self.budget.rule, seed)
        clock, budget = self.clock, self.budget
        end = clock() + budget.seconds if clock is not None else 0.0
        while search.iterations < budget.iterations:
            search.run(min(CHUNK, budget.iterations - search.iterations))
            late = clock is not None and clock() >= end
            if late or len(search.menu) == 1:  # nothing to choose among
                break
        return search


def searcher(policy: PolicyMaker, budget: SearchBudget) -> Callable[[Game, Seat, int], Bot]:
    """A maker of bots that think so long, with this policy."""
    return lambda game, seat, seed: Searcher(game, seat, seed, policy(game), budget)
