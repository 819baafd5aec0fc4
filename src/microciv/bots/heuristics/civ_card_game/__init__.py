"""Civilization: The Card Game: opponents that search. What they know of the game is its policy;
the game's `search` compares complete answers, and `thinking` has the levels.
"""

from typing import Final

from microciv.bots.heuristics.civ_card_game.thinking import thinkers

LEVELS: Final = thinkers()
