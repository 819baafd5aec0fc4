"""What 5X hides, for the laws."""

from __future__ import annotations

from typing import final

from microciv.core.cards import cards_in
from microciv.core.moves import Seat
from microciv.core.rng import Rng
from microciv.core.secrets import Secrets, Truth


@final
class FiveXSecrets(Secrets):
    def scramble(self, state: Truth, seat: Seat, rng: Rng) -> None:
        """Leaders that the seat does not know are mixed; who knew the old one knows the new."""
        zones = state.zones
        spots = [
            (zone, card)
            for zone, pile in enumerate(zones.piles)
            for card in cards_in(pile & state.game.leaders)
            if not state.knows(seat, card)
        ]
        known = [zones.known[card] for _zone, card in spots]
        cards = [card for _zone, card in spots]
        for zone, card in spots:
            zones.take(card, zone)
        rng.shuffle(cards)
        becomes = {spot[1]: card for spot, card in zip(spots, cards, strict=True)}
        for (zone, _card), card, seen_by in zip(spots, cards, known, strict=True):
            zones.put(card, zone, seen_by)
        state.passed = [becomes.get(card, card) for card in state.passed]
