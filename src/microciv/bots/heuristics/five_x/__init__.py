"""5X: a greedy opponent, and those that search. `guide` has what these know of the game."""

from typing import Final

from microciv.bots.heuristics.five_x.easy import EasyFiveX
from microciv.bots.heuristics.five_x.guide import FiveXGuide
from microciv.bots.search import Plan, searchers

PLANS: Final = {
    "medium": Plan(60, 0.1),
    "hard": Plan(600, 0.3, mixed=True, exploration=0.15),
    "expert": Plan(20_000, 1.0, mixed=True, exploration=0.15),
}

LEVELS: Final = {"easy": EasyFiveX, **searchers(FiveXGuide, PLANS)}
