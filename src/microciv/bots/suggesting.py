"""A suggested answer for a person who is to act: a hint that takes only a moment.

There are suggestions only in games whose best bot finds complete answers: in these a single step
means little, so the page selects a whole answer in advance. In other games there are only the hints
that somebody asks for.
"""

from __future__ import annotations

from typing import Final

from microciv.bots.advice import Adviser, Budget, weighs_answers
from microciv.bots.answers import Answer
from microciv.core.game import Game
from microciv.core.policy import Clock
from microciv.core.state import Observation

MOMENT: Final = Budget(400, 0.4)


def suggested(game: Game, seen: Observation, clock: Clock | None = None) -> Answer:
    """A good way to complete the open answer, as the steps still missing; empty if the seat is not
    to act or the game has no suggestions. Without a clock, the same observation always gives the
    same steps.
    """
    if not seen.legal or not weighs_answers(game):
        return ()
    advice = Adviser(game, MOMENT, clock=clock).advise(seen)
    return (advice.options[0].move, *advice.follows)
