"""Civilization: The Card Game: the bot that searches, and its levels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, TypeAlias, final

from microciv.bots.bot import Bot
from microciv.bots.search.nodes import Arm
from microciv.bots.search.search import Verdict
from microciv.core.game import Game
from microciv.core.moves import Move, Seat
from microciv.core.policy import errs
from microciv.core.rng import Rng
from microciv.core.state import Observation
from microciv.games.civ_card_game.game import CivCardGame
from microciv.games.civ_card_game.policy.play import CivCardGamePolicy
from microciv.games.civ_card_game.rules.state import CivCardGameState
from microciv.games.civ_card_game.search.answers import AnswerSearch, Option
from microciv.games.civ_card_game.views.observation import CivCardGameObservation

Maker: TypeAlias = Callable[[Game, Seat, int], Bot]


@final
@dataclass(frozen=True)
class Budget:
    """How long a level thinks about an answer, and how far it looks ahead."""

    worlds: int
    seconds: float  # at most, for bots with a clock
    horizon: int  # how far playouts go on, in turns of every seat
    width: int  # purchases that are compared with the policy's default one
    slips: float = 0.0  # the share of choices that are drawn from the ways compared
    styled: bool = False  # with the styles of `easy`?


@final
class Thinker(Bot):
    """Finds a complete answer at once."""

    def __init__(self, game: Game, seat: Seat, seed: int, budget: Budget) -> None:
        super().__init__(game, seat, seed)
        assert isinstance(game, CivCardGame)
        self._game = game
        self._budget = budget
        self.policy = CivCardGamePolicy(game, budget.horizon, budget.width)
        if budget.styled:
            self.policy.styles[seat] = None
        self._thoughts = 0
        self._sealed: list[Move] = []
        """The steps of its current answer so far."""
        self._next: list[Move] = []
        """The steps with which it means to continue."""

    def at_its_best(self) -> Bot:
        return Thinker(self._game, self.seat, self.seed, replace(self._budget, slips=0.0))

    def choose(self, seen: Observation) -> Move:
        """A step of the answer that a search finds; forced steps need no search."""
        assert isinstance(seen, CivCardGameObservation)
        if list(seen.answer) != self._sealed:
            self._next = []
        move = self._choose(seen)
        self._sealed = [*seen.answer, move]
        world = self._game.redeal(seen, Rng(self.seed))
        self.why = self.policy.reason(world, seen.seat, [*self._sealed, *self._next])
        return move

    def _choose(self, seen: CivCardGameObservation) -> Move:
        if self._next and self._next[0] in seen.legal:
            return self._next.pop(0)
        if len(seen.legal) == 1:
            return seen.legal[0]
        move, *self._next = self._search(seen)[0].answer
        return move

    def foreseen(self) -> list[Move]:
        """The rest of the answer, including its forced steps."""
        return self._next[:]

    def advise(self, seen: Observation) -> Verdict:
        """What it finds of those of the legal moves that it has tried; each counts as the best way
        to continue with it.
        """
        assert isinstance(seen, CivCardGameObservation)
        search, options = self._search(seen)
        arms: list[Arm] = []
        for option in options:
            if not [arm for arm in arms if arm.move is option.steps[0]]:
                arm = Arm(option.steps[0])
                ways = [other for other in options if other.steps[0] is arm.move]
                best = max(ways, key=Option.mean)
                arm.visits, arm.total = len(best.values), best.total
                arms.append(arm)
        shares = [1.0 if arm.move is search.answer[0] else 0.0 for arm in arms]
        return Verdict(arms, shares, search.looked, search.looked)

    def _search(self, seen: CivCardGameObservation) -> tuple[AnswerSearch, list[Option]]:
        """A search for the rest of the answer, and the options that it had for its beginning."""
        self._thoughts += 1
        # Spread the seeds: those of a match's bots may be consecutive numbers.
        rng = Rng(self.seed * 65_537 + self._thoughts)
        clock, budget = self.clock, self._budget
        end = clock() + budget.seconds if clock is not None else 0.0
        worlds: list[CivCardGameState] = []
        while len(worlds) < budget.worlds:
            if worlds and clock is not None and clock() >= end:
                break
            world = self._game.redeal(seen, rng)
            assert isinstance(world, CivCardGameState)
            worlds.append(world)
        search = AnswerSearch(self.policy, worlds, seen.seat, budget.horizon, clock, end)
        first: list[Option] = []
        while search.is_open():
            options = search.options()
            chosen = search.weigh(options)
            if errs(rng, budget.slips):
                chosen = options[rng.below(len(options))]
            search.take(chosen)
            first = first or options
        return search, first


BUDGETS: Final[dict[str, Budget]] = {
    "medium": Budget(2, 0.1, 0, 2, slips=0.22, styled=True),
    "hard": Budget(14, 0.5, 1, 5, slips=0.12),
    "expert": Budget(40, 2.0, 2, 6),
}
"""The budgets, by level."""


def thinkers() -> dict[str, Maker]:

    def maker(budget: Budget) -> Maker:
        return lambda game, seat, seed: Thinker(game, seat, seed, budget)

    return {level: maker(budget) for level, budget in BUDGETS.items()}
