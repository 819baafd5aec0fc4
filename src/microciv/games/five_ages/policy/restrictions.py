"""What a player of 5 Ages may be kept from: trade, or a part of it, and war."""

from __future__ import annotations

from typing import Final

from microciv.core.moves import Move, Seat
from microciv.core.policy import Restriction
from microciv.core.state import State
from microciv.games.five_ages.cards import JOKER
from microciv.games.five_ages.moves import BOTH, PEACE, Keep, Offer
from microciv.games.five_ages.policy.glance import is_asked
from microciv.games.five_ages.rules.state import FiveAgesState


def offers(state: State, seat: Seat, move: Move) -> bool:
    return isinstance(move, Offer)


def offers_first(state: State, seat: Seat, move: Move) -> bool:
    """Does the neighbour not offer the same swap yet?"""
    assert isinstance(state, FiveAgesState)
    return isinstance(move, Offer) and not is_asked(state, seat, move)


def offers_both(state: State, seat: Seat, move: Move) -> bool:
    return isinstance(move, Offer) and move.given == BOTH


def attacks(state: State, seat: Seat, move: Move) -> bool:
    return isinstance(move, Keep) and move.attack != PEACE


def keeps_a_joker(state: State, seat: Seat, move: Move) -> bool:
    return isinstance(move, Keep) and move.card >= JOKER


RESTRICTIONS: Final = [
    Restriction("never-trades", "Never offers or agrees to a swap.", offers),
    Restriction(
        "never-offers-first",
        "Never offers a swap that the neighbour has not offered.",
        offers_first,
    ),
    Restriction("never-offers-both", "Never offers both cards for both.", offers_both),
    Restriction("never-attacks", "Never lays a Joker.", attacks),
    Restriction("never-keeps-jokers", "Lays every Joker at once.", keeps_a_joker),
]
