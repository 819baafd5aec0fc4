"""What a player of the Card Game may be kept from: each kind of purchase, attacks and thefts."""

from __future__ import annotations

from typing import Final

from microciv.core.moves import Move, Seat
from microciv.core.policy import Avoids, Restriction
from microciv.core.state import State
from microciv.games.civ_card_game.moves import Named
from microciv.games.civ_card_game.rules.state import CivCardGameState


def says(verb: str) -> Avoids:
    """A move of this verb."""

    def avoids(state: State, seat: Seat, move: Move) -> bool:
        return move.parts()["verb"] == verb

    return avoids


def builds_a_wonder(state: State, seat: Seat, move: Move) -> bool:
    assert isinstance(state, CivCardGameState)
    wonder = isinstance(move, Named) and move.card >= state.game.box.first_wonder
    return wonder and move.parts()["verb"] == "build"


RESTRICTIONS: Final = [
    Restriction("never-attacks", "Never attacks.", says("attack")),
    Restriction("never-blocks", "Never blocks an attack.", says("block")),
    Restriction("never-steals", "Never uses Writing, Code of Laws or the like.", says("use")),
    Restriction("never-buys-technologies", "Never buys a technology.", says("buy")),
    Restriction("never-builds", "Builds neither buildings nor wonders.", says("build")),
    Restriction("never-builds-wonders", "Builds no wonder.", builds_a_wonder),
    Restriction("never-claims", "Claims no plot.", says("claim")),
    Restriction("never-populates", "Buys no population.", says("populate")),
]
