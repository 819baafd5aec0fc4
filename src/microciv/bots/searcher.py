"""The bot that searches, for every game."""

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

CHUNK: Final = 10  # worlds played between two checks of the clock

USUAL: Final[Rule] = Ucb()


@final
@dataclass(frozen=True)
class SearchBudget:
    """How long a level thinks about an answer, and by which rule its search chooses."""

    iterations: int  # worlds, each played once
    seconds: float = 2.0  # at most, for bots with a clock
    rule: Rule = USUAL  # in its trees


@final
class Searcher(Bot):
    """Searches once for a whole answer, however many steps it has; gives its policy's reasons."""

    def __init__(
        self, game: Game, seat: Seat, seed: int, policy: Policy, budget: SearchBudget
    ) -> None:
        super().__init__(game, seat, seed)
        self.policy = policy
        self.budget = budget
        self._searches = 0
        self._sealed: list[Move] = []
        """The steps of its current answer so far."""
        self._next: list[Move] = []
        """The steps with which it means to continue."""

    def choose(self, seen: Observation) -> Move:
        """A step found by search. Forced steps need no search, nor do steps that were foreseen."""
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
        """The rest of the answer that the search found, without its forced steps."""
        return self._next[:]

    def advise(self, seen: Observation) -> Verdict:
        """What a search finds of every move that is legal now."""
        self.policy.sit_down(self.table_number)
        return self._think(seen).verdict()

    def _reason(self, seen: Observation) -> Reason:
        """The policy's reason for the answer so far, from any world: it is the same in all."""
        world = self.game.redeal(seen, Rng(self.seed))
        self.policy.begin(world)
        return self.policy.reason(world, seen.seat, self._sealed)

    def _think(self, seen: Observation) -> Search:
        """Search for as long as the budget says."""
        self._searches += 1
        # Spread the seeds: those of a match's bots may be consecutive numbers.
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
    """A maker of bots that search with this policy and budget."""
    return lambda game, seat, seed: Searcher(game, seat, seed, policy(game), budget)
