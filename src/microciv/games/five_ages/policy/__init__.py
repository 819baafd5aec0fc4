"""How 5 Ages is played: one policy, over states, that knows only what its seat knows."""

from __future__ import annotations

from typing import Final

from microciv.core.game import Game
from microciv.core.policy import Policy, slipping
from microciv.games.five_ages.policy.play import FiveAgesPolicy

SLIPS: Final = 0.55  # of its answers in trade


def easy(game: Game) -> Policy:
    """Has a style, plays at a glance, and slips in trade."""
    return slipping(FiveAgesPolicy(game, styled=True), SLIPS, ["trade"])


POLICIES: Final = {"easy": easy}
