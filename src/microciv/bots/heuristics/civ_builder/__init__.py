"""Civ Builder: an opponent with a trade of its own: specialist, thief or trader. It says why.

`worth` says what leads and cards are worth, `melding` what a hand can become; `acting`, `keeping`
and `trading` choose by that, and `hearing` keeps it from asking twice.
"""

from typing import Final

from microciv.bots.heuristics.civ_builder.easy import EasyCivBuilder

LEVELS: Final = {"easy": EasyCivBuilder}
