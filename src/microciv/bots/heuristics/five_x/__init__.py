"""5X: a greedy opponent, and those that search."""

from typing import Final

from microciv.bots.heuristics.five_x.easy import EasyFiveX

LEVELS: Final = {"easy": EasyFiveX}
