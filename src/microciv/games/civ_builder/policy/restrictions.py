"""What a player of Civ Builder may be kept from: trade, large melds and what melds allow."""

from __future__ import annotations

from typing import Final

from microciv.core.moves import Move, Seat
from microciv.core.policy import Restriction
from microciv.core.state import State
from microciv.games.civ_builder.moves import (
    ACCEPT,
    COUNTER,
    DUMP,
    USE,
    Against,
    Count,
    Named,
    Standing,
)
from microciv.games.civ_builder.rules.phases import ACT
from microciv.games.civ_builder.rules.state import CivBuilderState


def offers(state: State, seat: Seat, move: Move) -> bool:
    return move is COUNTER or (isinstance(move, Against) and move.verb == "offer")


def trades(state: State, seat: Seat, move: Move) -> bool:
    accepts = move is ACCEPT or (isinstance(move, Standing) and move.seat >= 0)
    return accepts or offers(state, seat, move)


def adds_a_card(state: State, seat: Seat, move: Move) -> bool:
    """More of a sort than the meld needs."""
    return isinstance(move, Count) and move is not state.legal(seat)[0]


def melds_again(state: State, seat: Seat, move: Move) -> bool:
    assert isinstance(state, CivBuilderState)
    return state.melds > 0 and isinstance(move, Named) and move.verb == "meld"


def acts(state: State, seat: Seat, move: Move) -> bool:
    assert isinstance(state, CivBuilderState)
    return state.phase == ACT and (move is USE or isinstance(move, Against))


def dumps(state: State, seat: Seat, move: Move) -> bool:
    return move is DUMP


RESTRICTIONS: Final = [
    Restriction("never-trades", "Never offers or accepts anything.", trades),
    Restriction("never-offers", "Accepts, but never offers or counters.", offers),
    Restriction(
        "melds-least", "Melds as few cards as it may, of each attribute it melds.", adds_a_card
    ),
    Restriction("melds-once", "Never melds more than once in a turn.", melds_again),
    Restriction("never-acts", "Never uses the special action of a meld.", acts),
    Restriction("never-dumps", "Never dumps its hand for points.", dumps),
]
