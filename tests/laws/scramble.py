"""Changing what a seat does not know, straight in the truth, without asking an observation.

A re-deal is made from an observation: if that leaks, the re-deal repeats the leak and hides it.
So law "veil" changes the truth by who `knows` what, a few lines a game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from microciv.core.cards import cards_in
from microciv.core.moves import Seat
from microciv.core.rng import Rng
from microciv.core.state import State


def scramble_five_x(state: Any, seat: Seat, rng: Rng) -> None:
    """The leaders that the seat does not know change places; who knows a place knows the new."""
    zones = state.zones
    places = [
        (zone, card)
        for zone, pile in enumerate(zones.piles)
        for card in cards_in(pile & state.game.leaders)
        if not state.knows(seat, card)
    ]
    known = [zones.known[card] for _zone, card in places]
    cards = [card for _zone, card in places]
    for zone, card in places:
        zones.take(card, zone)
    rng.shuffle(cards)
    becomes = {place[1]: card for place, card in zip(places, cards, strict=True)}
    for (zone, _card), card, seen_by in zip(places, cards, known, strict=True):
        zones.put(card, zone, seen_by)
    state.passed = [becomes.get(card, card) for card in state.passed]


def scramble_goofspiel(state: Any, seat: Seat, rng: Rng) -> None:
    """The prizes to come, in another order."""
    coming = state.prizes[state.turn + 1 :]
    rng.shuffle(coming)
    state.prizes = state.prizes[: state.turn + 1] + coming


SCRAMBLES: dict[str, Callable[[State, Seat, Rng], None]] = {
    "5x": scramble_five_x,
    "goofspiel": scramble_goofspiel,
}
