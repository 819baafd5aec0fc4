"""How the Card Game is played: one policy, over states, that knows only what its seat knows.

`worth` says what things are worth over the turns that are left, `wishes` what may be bought and how
it can be paid; `turns` chooses by that, `fights` attacks, defends, drafts and discards. `play` puts
them together, `reasons` says why, and `evaluation` how likely each seat is to win.
"""

from typing import Final

from microciv.core.game import Game
from microciv.games.civ_card_game.policy.play import CivCardGamePolicy

SLIP_SIZE: Final = 6.0
"""How far off a purchase may seem, up or down, as a multiple of its worth."""


def easy(game: Game) -> CivCardGamePolicy:
    """Each seat in its style, and with slips."""
    policy = CivCardGamePolicy(game)
    policy.styles = [None] * game.seats
    policy.slip_size = SLIP_SIZE
    return policy


POLICIES: Final = {"easy": easy}
