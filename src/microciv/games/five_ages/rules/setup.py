"""Setting the table: the deck shuffled and dealt (B.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from microciv.core.moves import SEAT_BIT
from microciv.core.rng import Rng
from microciv.games.five_ages.cards import deck_of, face
from microciv.games.five_ages.events import DEALT
from microciv.games.five_ages.rules.phases import HAND
from microciv.games.five_ages.rules.rows import begin_round

if TYPE_CHECKING:
    from microciv.games.five_ages.rules.state import FiveAgesState


def deal(state: FiveAgesState, seed: int) -> None:
    """Three cards each, hidden; Jokers may be among them (5A-04); the rest is the deck (5A-05)."""
    rng = Rng(seed)
    state.deck = deck_of(state.game.jokers)
    rng.shuffle(state.deck)
    state.token = rng.below(state.seats)
    if state.game.jokers:
        state.rng = rng  # thefts are drawn at random when they happen
    for seat in range(state.seats):
        for _card in range(HAND):
            card = state.draw(seat)
            state.whisper(SEAT_BIT[seat], DEALT, seat, face(card))
    begin_round(state)
