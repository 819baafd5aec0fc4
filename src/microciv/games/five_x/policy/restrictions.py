"""What a player of 5X may be kept from: each action, its leaders, bids above the least."""

from __future__ import annotations

from typing import Final

from microciv.core.cards import Card
from microciv.core.moves import Move, Seat
from microciv.core.policy import Avoids, Restriction
from microciv.core.state import State
from microciv.games.five_x.cards import (
    ACTION,
    BASICS,
    EXCAVATE,
    EXPAND,
    EXPLOIT,
    EXPLORE,
    EXTERMINATE,
)
from microciv.games.five_x.moves import Bid, Play


def plays(action: Card) -> Avoids:
    """The basic, or a leader that counts as it."""

    def avoids(state: State, seat: Seat, move: Move) -> bool:
        return isinstance(move, Play) and ACTION[move.card] == action

    return avoids


def plays_a_leader(state: State, seat: Seat, move: Move) -> bool:
    return isinstance(move, Play) and move.card >= BASICS


def bids_more(state: State, seat: Seat, move: Move) -> bool:
    return isinstance(move, Bid) and move is not state.legal(seat)[0]


RESTRICTIONS: Final = [
    Restriction("never-exploits", "Never plays Exploit.", plays(EXPLOIT)),
    Restriction("never-attacks", "Never plays Exterminate.", plays(EXTERMINATE)),
    Restriction("never-expands", "Never plays Expand, and so never bids.", plays(EXPAND)),
    Restriction("never-explores", "Never plays Explore.", plays(EXPLORE)),
    Restriction("never-excavates", "Never plays Excavate.", plays(EXCAVATE)),
    Restriction("never-leads", "Never plays a leader.", plays_a_leader),
    Restriction("bids-least", "Bids the least that is allowed.", bids_more),
]
