"""What lies before somebody's eyes: it is told whatever is remembered (`core/memory.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from microciv.core.bags import NONE, Bag, Kind
from microciv.core.memory import Memory
from microciv.core.moves import SEAT_BIT

if TYPE_CHECKING:
    from microciv.games.civ_builder.state import CivBuilderState


def now(state: CivBuilderState, place: int) -> Memory:
    """What a reader sees at this moment, remembering nothing: its own hand, all hands if it may
    look at them, a hand and cards of the deck that it looks at.
    """
    hands: list[Bag] = [NONE] * state.seats
    deck: list[Kind] = []
    if place < state.seats:
        hands[place] = state.hands[place]
        if state.viewers & SEAT_BIT[place]:
            hands = state.hands[:]
        if place == state.acting:
            deck = state.deck[state.drawn : state.drawn + state.looked]
            if state.target >= 0:
                hands[state.target] = state.hands[state.target]
    return Memory(hands, deck, state.in_deck(), 0)


def views(state: CivBuilderState) -> list[Memory]:
    """The same by reader, seats and then spectators."""
    return [now(state, place) for place in range(state.seats + 1)]
