"""How 5X is played: one policy, over states, that knows only what its seat knows."""

from typing import Final

from microciv.core.game import Game
from microciv.games.five_x.policy.play import FiveXPolicy


def styled(game: Game) -> FiveXPolicy:
    """Every seat has its style."""
    return FiveXPolicy(game, styled=True)


POLICIES: Final = {"easy": styled}
