"""Civilization: The Card Game: an opponent that grows, builds or raids. It says why.

`worth` says what things are worth over the turns that are left, `wishes` what may be bought and
`purses` how it can be paid; `shopping` chooses by that, `fighting` attacks and defends, `keeping`
drafts and discards.
"""

from typing import Final

from microciv.bots.heuristics.civ_card_game.easy import EasyCivCardGame

LEVELS: Final = {"easy": EasyCivCardGame}
