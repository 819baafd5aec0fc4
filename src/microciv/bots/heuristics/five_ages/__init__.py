"""5 Ages: an opponent with a taste. It plays for what its cards can still become, and says so.

`worth` says what cards are worth, `neighbours` what others evidently want; `trading` and `easy`
choose by that. The levels above search: `guide` says what they know. The lower ones slip in trade
(docs/bots/5-ages.md).
"""

from typing import Final

from microciv.bots.heuristics.five_ages.easy import EasyFiveAges
from microciv.bots.heuristics.five_ages.guide import FiveAgesGuide
from microciv.bots.search import Plan, searcher
from microciv.bots.slips import slipping
from microciv.core.game import Game

TRADE: Final = ("trade",)


def styled(game: Game) -> FiveAgesGuide:
    """Has a taste, and obliges."""
    return FiveAgesGuide(game, -0.01, blur=0.3, styled=True)


def plain(game: Game) -> FiveAgesGuide:
    """Looks after itself alone."""
    return FiveAgesGuide(game, 0.0, blur=0.1)


def grudging(game: Game) -> FiveAgesGuide:
    """Weighs what others gain."""
    return FiveAgesGuide(game, 0.0, 0.7, 1)


LEVELS: Final = {
    "easy": slipping(EasyFiveAges, 0.4, TRADE),
    "medium": slipping(searcher(styled, Plan(10, 0.1)), 0.18, TRADE),
    "hard": searcher(plain, Plan(20, 0.3)),
    "expert": searcher(grudging, Plan(40, 2.0)),
}
