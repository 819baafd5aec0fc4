"""Civilization: The Card Game: bots that search. They know the game through its policy; the game's
package `search` compares complete answers, and `thinking` has the levels.
"""

from typing import Final

from microciv.bots.heuristics.civ_card_game.thinking import thinkers

LEVELS: Final = thinkers()
