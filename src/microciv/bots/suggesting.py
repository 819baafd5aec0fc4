"""What is suggested to a person who is asked: a hint, thought over for a moment only.

Only in a game whose best bot finds complete answers: there a step says little, and what belongs
together is chosen beforehand. Elsewhere nothing is suggested but what a hint says when it is asked
for.
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
    """What may well be added to the answer now, to its end. Without a clock it is always the same
    where the same is seen. Nothing where nothing is asked, or the game has no such bot.
    """
    if not seen.legal or not weighs_answers(game):
        return ()
    advice = Adviser(game, MOMENT, clock=clock).advise(seen)
    return (advice.options[0].move, *advice.follows)
