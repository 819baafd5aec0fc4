"""How Civ Builder is played: one policy, over states, that knows only what its seat knows."""

from typing import Final

from microciv.core.game import Game
from microciv.core.policy import Policy, PolicyMaker, slipping
from microciv.games.civ_builder.policy.play import CivBuilderPolicy

SLIPS: Final = ["meld", "act", "point", "dump", "exchange", "study", "discard"]


def easy(game: Game) -> Policy:
    """With a style; it trades, and two answers in five begin with any step."""
    return slipping(CivBuilderPolicy(game, trades=True, styled=True), 0.4, SLIPS)


POLICIES: Final[dict[str, PolicyMaker]] = {"easy": easy}
