"""The end: civilizations are shown, and the best poker hand wins (B.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.cards import CardSet, cards_in
from microciv.core.moves import Seat
from microciv.games.five_ages.cards import JOKER, RANK, RANKS, face
from microciv.games.five_ages.events import LEFT_OVER, RANKED, SHOWN

if TYPE_CHECKING:
    from microciv.games.five_ages.game import FiveAgesGame
    from microciv.games.five_ages.rules.state import FiveAgesState


TIES: Final = (len(RANKS) + 1) ** 2  # more than any hand value


def show(state: FiveAgesState) -> None:
    """All show their five cards together (5A-43); hands only if they break ties (5A-45)."""
    if not state.quiet:
        places = state.places()
        for seat in range(state.seats):
            for card in cards_in(state.civs[seat]):
                state.tell(SHOWN, seat, face(card))
            if state.game.hands_break_ties:
                for card in cards_in(state.hands[seat]):
                    state.tell(LEFT_OVER, seat, face(card))
            hand = state.game.poker().hand(strength_of(state, seat))
            state.tell(RANKED, seat, hand, places[seat])
    state.finish()


def strength_of(state: FiveAgesState, seat: Seat) -> int:
    return state.game.poker().strength(state.civs[seat])


def score_of(game: FiveAgesGame, civ: CardSet, hand: CardSet) -> int:
    """The strength of the civilization; where hands break ties, each strength is split by them.
    Equal scores share a victory and a place (5A-45, 46).
    """
    strength = game.poker().strength(civ)
    if not game.hands_break_ties:
        return strength
    return strength * TIES + hand_value(hand)


def hand_value(hand: CardSet) -> int:
    """The two cards left in hand, the higher first; a Joker is worth nothing (5A-71)."""
    ranks = sorted([0 if card >= JOKER else RANK[card] + 1 for card in cards_in(hand)])
    return ranks[-1] * (len(RANKS) + 1) + ranks[0]
