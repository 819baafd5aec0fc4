"""What lies before somebody's eyes: it is told whatever is remembered (`hidden/memory.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from microciv.core.moves import SEAT_BIT
from microciv.games.civ_builder.rules.market import is_for
from microciv.hidden.bags import NONE, Bag, Kind, merged
from microciv.hidden.memory import Memory

if TYPE_CHECKING:
    from microciv.games.civ_builder.rules.state import CivBuilderState


def now(state: CivBuilderState, reader: int) -> Memory:
    """What a reader sees at this moment, remembering nothing: its own hand, all hands if it may
    look at them, a hand and cards of the deck that it looks at; what an offer that it may read
    gives is in a hand (CB-28).
    """
    hands: list[Bag] = [NONE] * state.seats
    deck: list[Kind] = []
    for deal in [state.deal, *[deal for deals in state.market.offers for deal in deals]]:
        if deal.seat >= 0 and is_for(deal, reader):
            hands[deal.seat] = merged(hands[deal.seat], deal.given)
    if reader < state.seats:
        hands[reader] = state.hands[reader]
        if state.viewers & SEAT_BIT[reader]:
            hands = state.hands[:]
        if reader == state.acting:
            deck = state.deck[state.drawn : state.drawn + state.looked]
            if state.target >= 0:
                hands[state.target] = state.hands[state.target]
    return Memory(hands, deck, state.in_deck(), 0)


def views(state: CivBuilderState) -> list[Memory]:
    """The same by reader, seats and then spectators."""
    return [now(state, reader) for reader in range(state.seats + 1)]
