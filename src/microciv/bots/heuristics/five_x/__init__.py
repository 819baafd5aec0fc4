"""5X: the levels that search; `medium` has a style.

Strength grows up to about a hundred worlds, and little beyond. So the levels divide that range.
"""

from typing import Final

from microciv.bots.search.rules import Ucb
from microciv.bots.searcher import SearchBudget, searcher
from microciv.games.five_x.policy import styled
from microciv.games.five_x.policy.play import FiveXPolicy

LEVELS: Final = {
    "medium": searcher(styled, SearchBudget(10, 0.1)),
    "hard": searcher(FiveXPolicy, SearchBudget(25, 0.3)),
    "expert": searcher(FiveXPolicy, SearchBudget(1_000, 1.0, Ucb(temperature=0.25))),
}
