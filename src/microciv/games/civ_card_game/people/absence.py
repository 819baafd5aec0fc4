"""What a seat that is out of time answers: a rule, so that every table does the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.moves import Move
from microciv.core.policy import usual_answer
from microciv.core.rng import Rng
from microciv.games.civ_card_game.moves import DONE, FIGHT, PEACE, WAIVE
from microciv.games.civ_card_game.policy.play import CivCardGamePolicy

if TYPE_CHECKING:
    from microciv.games.civ_card_game.game import CivCardGame
    from microciv.games.civ_card_game.views.observation import CivCardGameObservation

LAST_WORDS: Final = (DONE, PEACE, FIGHT, WAIVE)


def absent(game: CivCardGame, seen: CivCardGameObservation) -> Move:
    """Buy nothing and attack nobody; what the seat has begun itself is brought to an end. What it
    blocks, loses, keeps and collects is what the policy would.
    """
    for move in LAST_WORDS:
        if move in seen.legal:
            return move
    return usual_answer(CivCardGamePolicy(game), seen, Rng(0), 1)[0]
