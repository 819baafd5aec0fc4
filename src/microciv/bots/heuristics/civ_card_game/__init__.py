"""Civilization: The Card Game: an opponent that grows, builds or raids, and those that search.
They say why.

`worth` says what things are worth over the turns that are left, `wishes` what may be bought and
`purses` how it can be paid; `shopping` chooses by that, `fighting` attacks and defends, `keeping`
drafts and discards. `thinking` has the levels that search, `guide` what they know of the game.
"""

from typing import Final

from microciv.bots.heuristics.civ_card_game.easy import EasyCivCardGame
from microciv.bots.heuristics.civ_card_game.thinking import thinkers

WHIMS: Final = 2.5
"""Of `easy`: what a purchase is worth to it is off by up to so much of it."""

LEVELS: Final = {
    "easy": lambda game, seat, seed: EasyCivCardGame(game, seat, seed, whims=WHIMS),
    **thinkers(),
}
