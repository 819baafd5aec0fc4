"""Civ Builder: opponents that search.

What is melded, and to whom it is done, is searched; trade and the choice of single cards are left
to the reckoning of `easy`: one card changes far less than chance does, and would take as long.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, final

from microciv.bots.bot import NO_REASON, Bot, Reason
from microciv.bots.heuristics.civ_builder import talk
from microciv.bots.heuristics.civ_builder.easy import EasyCivBuilder
from microciv.bots.heuristics.civ_builder.guide import CivBuilderGuide
from microciv.bots.heuristics.civ_builder.guide_worlds import Way, Worlds
from microciv.bots.heuristics.civ_builder.styles import Style, style_of
from microciv.bots.heuristics.civ_builder.worth import Outlook
from microciv.bots.search import Verdict
from microciv.bots.search.nodes import Arm
from microciv.core.events import Heard
from microciv.core.game import Game
from microciv.core.moves import Move, Seat
from microciv.core.state import Observation
from microciv.games.civ_builder.cards import ATTRIBUTES
from microciv.games.civ_builder.game import CivBuilderGame
from microciv.games.civ_builder.moves import Against, Count, Named
from microciv.games.civ_builder.observation import CivBuilderObservation

SEARCHED: Final = ("meld", "act", "point", "dump")
"""Phases; in the others `easy` decides."""

SOBER: Final = Style("sober", (), (), 0.0, 0.0, 1.0, 0.4, 3, counters=True)
"""Without a taste."""


@final
@dataclass(frozen=True)
class Plan:
    """How long a level thinks about an answer."""

    worlds: int
    seconds: float  # at most, for those that have a clock
    rounds: int = 1  # that playouts go on for, the one that is on included
    taste: bool = False  # has it the styles of `easy`?


@final
class SeekingCivBuilder(Bot):
    """Searches its turns, and trades as `easy` would."""

    def __init__(self, game: Game, seat: Seat, seed: int, plan: Plan) -> None:
        super().__init__(game, seat, seed)
        assert isinstance(game, CivBuilderGame)
        self._game = game
        self.plan = plan
        self.guide = CivBuilderGuide(game, plan.rounds)
        self._trader = EasyCivBuilder(game, seat, seed, None if plan.taste else SOBER)
        self._thoughts = 0
        self._sealed: list[Move] = []
        """The steps that it has answered with since its answer was last empty."""
        self._next: list[Move] = []
        """The steps it means to go on with."""

    def hear(self, events: list[Heard]) -> None:
        """The trader remembers whom it has asked."""
        self._trader.hear(events)

    def choose(self, seen: Observation) -> Move:
        """The next step of its answer; forced ones need no thought."""
        assert isinstance(seen, CivBuilderObservation)
        if list(seen.answer) != self._sealed:
            self._next = []
        move = self._choose(seen)
        self._sealed = [*seen.answer, move]
        return move

    def _choose(self, seen: CivBuilderObservation) -> Move:
        if seen.phase not in SEARCHED:
            move = self._trader.choose(seen)
            self.why = self._trader.why
            return move
        if len(seen.legal) == 1:
            move = seen.legal[0]
        elif self._next and self._next[0] in seen.legal:
            move = self._next.pop(0)
        else:
            move, *self._next = self._think(seen)[0]
        self.why = self._reason(seen, move)
        return move

    def foreseen(self) -> list[Move]:
        """The rest of the answer as it was planned; what is forced is not in it."""
        return self._next[:]

    def advise(self, seen: Observation) -> Verdict:
        """What it makes of the moves that may be added to the answer now, of those it looked at."""
        assert isinstance(seen, CivBuilderObservation)
        answer, ways, looks = self._think(seen)
        arms: list[Arm] = []
        for way in ways:
            arm = Arm(way.move)
            arm.visits, arm.total = way.looks, way.total
            arms.append(arm)
        shares = [1.0 if arm.move is answer[0] else 0.0 for arm in arms]
        return Verdict(arms, shares, self.plan.worlds, looks)

    def _think(self, seen: CivBuilderObservation) -> tuple[list[Move], list[Way], int]:
        """The rest of the answer, what it made of the first step, and in how many playouts."""
        self._thoughts += 1
        if self.plan.taste:
            style = style_of(seen)
            likes = [style.love if at in style.likes else 0.0 for at in range(ATTRIBUTES)]
            self.guide.like(seen.seat, likes)
        clock, plan = self.clock, self.plan
        end = clock() + plan.seconds if clock is not None else 0.0
        # Seeds of a match lie side by side, so that their worlds may not.
        worlds = Worlds(self._game, seen, self.guide, self.seed * 65_537 + self._thoughts)
        first: list[Way] = []
        while worlds.open():
            while worlds.compare(plan.worlds):
                if clock is not None and clock() >= end:
                    break
            first = first or worlds.ways
            worlds.take(worlds.best().move)
        return worlds.taken, first, worlds.looks

    def _reason(self, seen: CivBuilderObservation, move: Move) -> Reason:
        """What it says, as `easy` would of the same choice."""
        outlook = Outlook(self._game, seen, style_of(seen) if self.plan.taste else SOBER)
        answer = [*seen.answer, move]
        first = answer[0]
        if seen.phase == "meld" and isinstance(first, Named):
            counted = sum([step.amount for step in answer if isinstance(step, Count)])
            return talk.of_meld(outlook, first.kind, max(counted, seen.melds + 1))
        if seen.phase == "act" and isinstance(first, Against):
            return talk.of_action(outlook, first.seat)
        if seen.phase == "point" and isinstance(move, Named):
            return talk.of_point(outlook, move.kind)
        discards = [step.kind for step in answer if isinstance(step, Named)]
        if seen.phase == "act" and discards:
            return talk.of_discards(min(discards))
        return NO_REASON


def seeker(plan: Plan) -> Callable[[Game, Seat, int], Bot]:
    """A maker of bots that think so long."""
    return lambda game, seat, seed: SeekingCivBuilder(game, seat, seed, plan)
