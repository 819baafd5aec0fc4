"""5X: a greedy opponent, and those that search.

`styles` says what they have a taste for; `thinking` has the levels that search, `guide` what these
know of the game.
"""

from typing import Final

from microciv.bots.heuristics.five_x.easy import EasyFiveX
from microciv.bots.heuristics.five_x.thinking import thinkers

LEVELS: Final = {"easy": EasyFiveX, **thinkers()}
