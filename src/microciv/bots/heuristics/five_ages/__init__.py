"""5 Ages: the levels that search, each with a policy of its own (docs/bots/5-ages.md)."""

from __future__ import annotations

from typing import Final

from microciv.bots.searcher import SearchBudget, searcher
from microciv.bots.slips import slipping
from microciv.core.game import Game
from microciv.games.five_ages.policy.play import FiveAgesPolicy

TRADE: Final = ("trade",)


def styled(game: Game) -> FiveAgesPolicy:
    """The policy of `medium`: it has a style, and accepts swaps that cost it a little."""
    return FiveAgesPolicy(game, -0.01, blur=0.3, styled=True)


def plain(game: Game) -> FiveAgesPolicy:
    """The policy of `hard`: it considers only its own gains."""
    return FiveAgesPolicy(game, 0.0, blur=0.1)


def grudging(game: Game) -> FiveAgesPolicy:
    """The policy of `expert`: it also weighs what others gain."""
    return FiveAgesPolicy(game, 0.0, 0.7, 1)


LEVELS: Final = {
    "medium": slipping(searcher(styled, SearchBudget(10, 0.1)), 0.18, TRADE),
    "hard": searcher(plain, SearchBudget(20, 0.3)),
    "expert": searcher(grudging, SearchBudget(40, 2.0)),
}
