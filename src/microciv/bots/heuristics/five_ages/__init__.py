"""5 Ages: an opponent with a taste. It plays for what its cards can still become, and says so.

`worth` says what cards are worth, `neighbours` what others evidently want; `trading` and `easy`
choose by that. The levels above search: `guide` says what they know (docs/bots/5-ages.md).
"""

from typing import Final

from microciv.bots.heuristics.five_ages.easy import EasyFiveAges
from microciv.bots.heuristics.five_ages.guide import FiveAgesGuide
from microciv.bots.search import Plan, searchers

LEVELS: Final = {
    "easy": EasyFiveAges,
    **searchers(
        lambda game: FiveAgesGuide(game, -0.01, blur=0.3, styled=True),
        {"medium": Plan(10, 0.1)},
    ),
    **searchers(lambda game: FiveAgesGuide(game, 0.0, blur=0.1), {"hard": Plan(20, 0.3)}),
    **searchers(lambda game: FiveAgesGuide(game, 0.0, 0.7, 1), {"expert": Plan(40, 2.0)}),
}
