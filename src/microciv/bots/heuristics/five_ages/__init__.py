"""5 Ages: an opponent with a taste. It plays for what its cards can still become, and says so.

`worth` says what cards are worth, `neighbours` what others evidently want; `trading` and `easy`
choose by that.
"""

from typing import Final

from microciv.bots.heuristics.five_ages.easy import EasyFiveAges

LEVELS: Final = {"easy": EasyFiveAges}
