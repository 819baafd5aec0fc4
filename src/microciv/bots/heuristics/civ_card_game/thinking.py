"""Civilization: The Card Game: opponents that search, and say why as the others do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias, final

from microciv.bots.bot import NO_REASON, Bot, Reason
from microciv.bots.heuristics.civ_card_game import talk
from microciv.bots.heuristics.civ_card_game.guide import CivCardGameGuide
from microciv.bots.heuristics.civ_card_game.styles import GROWER, style_of
from microciv.bots.heuristics.civ_card_game.worth import Outlook
from microciv.bots.search import Plan, Searcher
from microciv.bots.search.search import Verdict
from microciv.core.game import Game
from microciv.core.moves import Move, Seat
from microciv.core.state import Observation
from microciv.games.civ_card_game.game import CivCardGame
from microciv.games.civ_card_game.observation import CivCardGameObservation

Maker: TypeAlias = Callable[[Game, Seat, int], Bot]


@final
class Thinker(Bot):
    """Searches with the guide of this game; of an answer it says what `easy` would say."""

    def __init__(
        self, game: Game, seat: Seat, seed: int, guide: CivCardGameGuide, plan: Plan
    ) -> None:
        super().__init__(game, seat, seed)
        assert isinstance(game, CivCardGame)
        self._game = game
        self._guide = guide
        self._searcher = Searcher(game, seat, seed, guide, plan)

    def choose(self, seen: Observation) -> Move:
        """By the search."""
        assert isinstance(seen, CivCardGameObservation)
        self._searcher.clock = self.clock
        move = self._searcher.choose(seen)
        self.why = self._reason(seen, [*seen.answer, move, *self.foreseen()])
        return move

    def foreseen(self) -> list[Move]:
        """The rest of the answer as the search planned it."""
        return self._searcher.foreseen()

    def advise(self, seen: Observation) -> Verdict:
        """What it makes of every move that may be added to the answer now."""
        self._searcher.clock = self.clock
        return self._searcher.advise(seen)

    def _reason(self, seen: CivCardGameObservation, answer: list[Move]) -> Reason:
        """Of an answer as far as it is known: what lies open once it does."""
        if seen.phase not in ("turn", "cull", "discard", "block"):
            return NO_REASON
        style = style_of(seen) if self._guide.styled else GROWER
        return talk.of_answer(Outlook(self._game, seen, style), answer)


PLANS: Final[dict[str, tuple[Plan, bool]]] = {
    "medium": (Plan(24, 0.1, exploration=0.3), True),
    "hard": (Plan(100, 0.5, exploration=0.3), False),
    "expert": (Plan(400, 2.0, exploration=0.3), False),
}
"""By level, how long it thinks, and whether it keeps to a style."""


def thinkers() -> dict[str, Maker]:
    """Makers of bots by level."""

    def maker(plan: Plan, styled: bool) -> Maker:
        return lambda game, seat, seed: Thinker(
            game, seat, seed, CivCardGameGuide(game, styled=styled), plan
        )

    return {level: maker(plan, styled) for level, (plan, styled) in PLANS.items()}
