"""Civ Builder: opponents that search, led by the policy of the game, and trade as it does.

Levels below `expert` slip.
"""

from typing import Final

from microciv.bots.heuristics.civ_builder.seeking import SEARCHED, Plan, seeker
from microciv.bots.slips import slipping

LEVELS: Final = {
    "medium": slipping(seeker(Plan(6, 0.1, styled=True)), 0.2, SEARCHED),
    "hard": slipping(seeker(Plan(12, 0.3)), 0.12, SEARCHED),
    "expert": seeker(Plan(32, 2.0)),
}
