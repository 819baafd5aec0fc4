"""Civ Builder: opponents with a trade of their own: specialist, thief or trader. They say why.

Of `easy`, `worth` says what leads and cards are worth, `melding` what a hand can become; `acting`,
`keeping` and `trading` choose by that, and `hearing` keeps it from asking twice. The others search
(`seeking`), led by `guide`. Levels below `expert` slip.
"""

from typing import Final

from microciv.bots.heuristics.civ_builder.easy import EasyCivBuilder
from microciv.bots.heuristics.civ_builder.seeking import SEARCHED, Plan, seeker
from microciv.bots.slips import slipping

CARDS: Final = ("exchange", "study", "discard")

LEVELS: Final = {
    "easy": slipping(EasyCivBuilder, 0.4, (*SEARCHED, *CARDS)),
    "medium": slipping(seeker(Plan(6, 0.1, taste=True)), 0.2, SEARCHED),
    "hard": slipping(seeker(Plan(12, 0.3)), 0.12, SEARCHED),
    "expert": seeker(Plan(32, 2.0)),
}
