"""Civ Builder: opponents with a trade of their own: specialist, thief or trader. They say why.

Of `easy`, `worth` says what leads and cards are worth, `melding` what a hand can become; `acting`,
`keeping` and `trading` choose by that, and `hearing` keeps it from asking twice. The others search
(`seeking`), led by `guide`.
"""

from typing import Final

from microciv.bots.heuristics.civ_builder.easy import EasyCivBuilder
from microciv.bots.heuristics.civ_builder.seeking import seekers
from microciv.bots.search import Plan

LEVELS: Final = {
    "easy": EasyCivBuilder,
    **seekers(
        {
            "medium": Plan(16, seconds=0.1, exploration=0.15),
            "hard": Plan(80, seconds=0.3, exploration=0.15),
            "expert": Plan(600, seconds=2.0, exploration=0.15),
        },
        ("medium",),
    ),
}
