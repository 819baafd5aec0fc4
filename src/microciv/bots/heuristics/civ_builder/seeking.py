"""Civ Builder: opponents that search.

What is melded, taken, stolen and kept is searched; trade is left to the reckoning of `easy`, for
what an exchange changes is far less than what chance does to a round.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from microciv.bots.bot import NO_REASON, Bot, Reason
from microciv.bots.heuristics.civ_builder import talk
from microciv.bots.heuristics.civ_builder.easy import EasyCivBuilder
from microciv.bots.heuristics.civ_builder.guide import CivBuilderGuide
from microciv.bots.heuristics.civ_builder.styles import Style, style_of
from microciv.bots.heuristics.civ_builder.worth import Outlook
from microciv.bots.search import Plan, Searcher, Verdict
from microciv.core.events import Heard
from microciv.core.game import Game
from microciv.core.moves import Move, Seat
from microciv.core.state import Observation
from microciv.games.civ_builder.cards import ATTRIBUTES
from microciv.games.civ_builder.game import CivBuilderGame
from microciv.games.civ_builder.moves import Against, Count, Named
from microciv.games.civ_builder.observation import CivBuilderObservation

SEARCHED: Final = ("meld", "act", "exchange", "study", "point", "dump", "discard")
"""Phases; the others are those of trade, and what needs no thought."""

SOBER: Final = Style("sober", (), (), 0.0, 0.0, 1.0, 0.4, 3, counters=True)
"""Without a taste."""


@final
class SeekingCivBuilder(Bot):
    """Searches its turns, and trades as `easy` would; with a taste it has the style of `easy`."""

    def __init__(self, game: Game, seat: Seat, seed: int, plan: Plan, *, taste: bool) -> None:
        super().__init__(game, seat, seed)
        assert isinstance(game, CivBuilderGame)
        self._game = game
        self._taste = taste
        self._trader = EasyCivBuilder(game, seat, seed, None if taste else SOBER)
        self._guide = CivBuilderGuide(game)
        self._searcher = Searcher(game, seat, seed, self._guide, plan)

    def hear(self, events: list[Heard]) -> None:
        """The trader remembers whom it has asked."""
        self._trader.hear(events)

    def choose(self, seen: Observation) -> Move:
        """The next step of its answer."""
        assert isinstance(seen, CivBuilderObservation)
        if seen.phase not in SEARCHED:
            move = self._trader.choose(seen)
            self.why = self._trader.why
            return move
        self._prepare(seen)
        move = self._searcher.choose(seen)
        self.why = self._reason(seen, move)
        return move

    def advise(self, seen: Observation) -> Verdict:
        """What the search makes of every move; of trade, too."""
        assert isinstance(seen, CivBuilderObservation)
        self._prepare(seen)
        return self._searcher.advise(seen)

    def _prepare(self, seen: CivBuilderObservation) -> None:
        self._searcher.clock = self.clock
        if self._taste:
            style = style_of(seen)
            likes = [style.love if at in style.likes else 0.0 for at in range(ATTRIBUTES)]
            self._guide.like(seen.seat, likes)

    def _reason(self, seen: CivBuilderObservation, move: Move) -> Reason:
        """What it says, as `easy` would of the same choice."""
        outlook = Outlook(self._game, seen, style_of(seen) if self._taste else SOBER)
        answer = [*seen.answer, move]
        first = answer[0]
        if seen.phase == "meld" and isinstance(first, Named):
            counted = sum([step.amount for step in answer if isinstance(step, Count)])
            return talk.of_meld(outlook, first.kind, max(counted, seen.melds + 1))
        if seen.phase == "act" and isinstance(first, Against):
            return talk.of_action(outlook, first.seat)
        if seen.phase == "exchange":
            return talk.of_action(outlook, seen.target)
        if seen.phase == "point" and isinstance(move, Named):
            return talk.of_point(outlook, move.kind)
        discards = [step.kind for step in answer if isinstance(step, Named)]
        if seen.phase in ("act", "discard") and discards:
            return talk.of_discards(min(discards))
        return NO_REASON


def seekers(
    plans: dict[str, Plan], tasteful: tuple[str, ...]
) -> dict[str, Callable[[Game, Seat, int], Bot]]:
    """Makers of bots by level; some levels have a taste."""

    def maker(plan: Plan, taste: bool) -> Callable[[Game, Seat, int], Bot]:
        return lambda game, seat, seed: SeekingCivBuilder(game, seat, seed, plan, taste=taste)

    return {level: maker(plan, level in tasteful) for level, plan in plans.items()}
