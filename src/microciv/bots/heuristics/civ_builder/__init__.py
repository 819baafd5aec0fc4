"""Civ Builder: opponents with a trade of their own: specialist, thief or trader. They say why.

Of `easy`, `worth` says what leads and cards are worth, `melding` what a hand can become; `acting`,
`keeping` and `trading` choose by that, and `hearing` keeps it from asking twice. The others search
(`seeking`), led by `guide`. Levels below `expert` slip (`slips`).
"""

from typing import Final

from microciv.bots.heuristics.civ_builder.easy import newcomer
from microciv.bots.heuristics.civ_builder.seeking import Plan, seekers

LEVELS: Final = {
    "easy": newcomer,
    **seekers(
        {
            "medium": Plan(6, 0.1, taste=True, slips=0.2),
            "hard": Plan(12, 0.3, slips=0.12),
            "expert": Plan(32, 2.0),
        }
    ),
}
