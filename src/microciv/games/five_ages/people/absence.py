"""What a seat that is out of time answers (F.4): a rule, so that every table does the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.moves import Move
from microciv.core.rng import Rng
from microciv.games.five_ages.cards import JOKER
from microciv.games.five_ages.moves import DONE, PASS, Keep
from microciv.games.five_ages.policy.glance import best_build, loosest
from microciv.games.five_ages.policy.styles import PLAIN, fitted
from microciv.games.five_ages.rules.state import FiveAgesState

if TYPE_CHECKING:
    from microciv.games.five_ages.game import FiveAgesGame
    from microciv.games.five_ages.views.observation import FiveAgesObservation

PATIENCE: Final = 2  # silent ticks, then done


def absent(game: FiveAgesGame, seen: FiveAgesObservation) -> Move:
    """Keep and build what goes best with its own cards, as `easy` does; lay a Joker only if forced;
    exchange nothing; pass, after two silent ticks be done.
    """
    if seen.phase == "trade":
        return DONE if seen.idle >= PATIENCE and not seen.answer else PASS
    world, poker = game.redeal(seen, Rng(0)), game.poker()
    assert isinstance(world, FiveAgesState)
    style = fitted(PLAIN, poker.beaten, game.rounds)
    if seen.phase == "build":
        return best_build(world, seen.seat, list(seen.legal), poker, style)
    jokers = [move for move in seen.legal if isinstance(move, Keep) and move.card >= JOKER]
    return loosest(world, seen.seat, [*jokers] or list(seen.legal), True, style)
