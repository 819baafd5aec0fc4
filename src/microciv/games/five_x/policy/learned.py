"""5X as a network plays it that learned by playing itself (docs/bots/5x.md)."""

from __future__ import annotations

from math import exp
from typing import Final, final

from microciv.core.game import Game
from microciv.core.moves import Move, Seat
from microciv.core.options import changed
from microciv.core.policy import Policy
from microciv.core.rng import Rng
from microciv.core.state import State
from microciv.games.five_x.policy.network import MOVES, Network
from microciv.games.five_x.policy.play import drawn
from microciv.games.five_x.rules.state import FiveXState

SHARPER: Final = 1.5  # chances are taken to this power: it explored while it learned
MAY_CHANGE: Final = (
    "seats",
    "recommit_until_group_complete",
    "show_known_hands",
    "auto_min_sole_bid",
)
"""Options that leave what pays as it is."""


def has_learned(game: Game) -> bool:
    """Is this the game that the network has learned, with the numbers and rulings of its rules?"""
    return not [name for name in changed(game.options) if name not in MAY_CHANGE]


@final
class LearnedFiveX(Policy):
    """Draws a move, the likelier ones rather more often than the network does. Bids that it has
    never met, above 24, it never makes.
    """

    def __init__(self, game: Game, network: Network) -> None:
        super().__init__(game)
        self.network = network

    def pick(self, state: State, seat: Seat, legal: list[Move], rng: Rng) -> Move:
        assert isinstance(state, FiveXState)
        known = [move for move in legal if move.index < MOVES]
        if not known:
            return legal[0]
        thought = self.network.think(state, seat)
        likings = [self.network.liking(thought, move.index) for move in known]
        most = max(likings)
        weights = [exp(SHARPER * (liking - most)) for liking in likings]
        return known[drawn(weights, rng)]
