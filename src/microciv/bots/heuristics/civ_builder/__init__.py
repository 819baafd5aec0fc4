"""Civ Builder: opponents with a trade of their own: specialist, thief or trader. They say why.

Of `easy`, `worth` says what leads and cards are worth, `melding` what a hand can become; `acting`,
`keeping` and `trading` choose by that, and `hearing` keeps it from asking twice. The others search
(`seeking`), led by `guide`.
"""

from typing import Final

from microciv.bots.heuristics.civ_builder.easy import EasyCivBuilder
from microciv.bots.heuristics.civ_builder.seeking import Plan, seekers

LEVELS: Final = {
    "easy": EasyCivBuilder,
    **seekers(
        {
            "medium": Plan(12, 0.1, taste=True),
            "hard": Plan(48, 0.3),
            "expert": Plan(160, 2.0),
        }
    ),
}
