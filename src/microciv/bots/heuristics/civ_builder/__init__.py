"""Civ Builder: bots that search with the game's policy, and trade as the policy does.

Levels below `expert` slip.
"""

from typing import Final

from microciv.bots.heuristics.civ_builder.seeking import SEARCHED, Budget, seeker
from microciv.bots.slips import slipping

LEVELS: Final = {
    "medium": slipping(seeker(Budget(6, 0.1, styled=True)), 0.2, SEARCHED),
    "hard": slipping(seeker(Budget(12, 0.3)), 0.12, SEARCHED),
    "expert": seeker(Budget(32, 2.0)),
}
