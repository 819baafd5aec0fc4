"""5X: the levels that search, and `expert`; `medium` has a style.

With a search, strength grows up to about a hundred worlds, and little beyond. So the levels divide
that range. `expert` plays as a network that has learned the printed game, without a search; where
options change the game, it searches a thousand worlds.
"""

from __future__ import annotations

import json
from base64 import b64decode
from functools import cache
from importlib import resources
from typing import Final

from microciv.bots.bot import Bot
from microciv.bots.player import Player
from microciv.bots.search.rules import Ucb
from microciv.bots.searcher import SearchBudget, searcher
from microciv.core.game import Game
from microciv.core.moves import Seat
from microciv.games.five_x.policy import styled
from microciv.games.five_x.policy.learned import LearnedFiveX, has_learned
from microciv.games.five_x.policy.network import Network
from microciv.games.five_x.policy.play import FiveXPolicy

WEIGHTS: Final = "learned.json"

thorough: Final = searcher(FiveXPolicy, SearchBudget(1_000, 1.0, Ucb(temperature=0.25)))


@cache
def network() -> Network:
    """The network of `expert`."""
    stored = (resources.files(__name__) / WEIGHTS).read_text("ascii")
    return Network(**{layer: b64decode(weights) for layer, weights in json.loads(stored).items()})


def learned(game: Game) -> LearnedFiveX:
    """The policy of `expert`."""
    return LearnedFiveX(game, network())


def expert(game: Game, seat: Seat, seed: int) -> Bot:
    """Plays as it has learned or, where options make it another game, searches."""
    return Player(game, seat, seed, learned) if has_learned(game) else thorough(game, seat, seed)


LEVELS: Final = {
    "medium": searcher(styled, SearchBudget(10, 0.1)),
    "hard": searcher(FiveXPolicy, SearchBudget(25, 0.3)),
    "expert": expert,
}
