"""What the others evidently collect, from what everybody can see and remember."""

from __future__ import annotations

from typing import Final

from microciv.bots.heuristics.five_ages.worth import cards_of, counted
from microciv.core.cards import Card
from microciv.core.moves import Seat
from microciv.games.five_ages.cards import JOKER, ORDINARY, RANK, SUIT
from microciv.games.five_ages.moves import BOTH, LEFT, OFFERS, OFFERS_OF_BOTH, RIGHT, SIDES, Offer
from microciv.games.five_ages.observation import FiveAgesObservation

SAME_SUIT: Final = 0.4  # a card of the suit counts so much of one of the rank


def neighbour(seen: FiveAgesObservation, side: int) -> Seat:
    """Who sits on this side: left is the next seat clockwise."""
    return (seen.seat + (1 if side == LEFT else -1)) % len(seen.table)


def is_offered(seen: FiveAgesObservation, offer: Offer) -> bool:
    """Does the neighbour offer exactly this swap?"""
    side = RIGHT if offer.side == LEFT else LEFT
    mirror = OFFERS_OF_BOTH[side]
    if offer.given != BOTH:
        mirror = OFFERS[side][offer.wanted * ORDINARY + offer.given]
    return mirror.text in seen.table[neighbour(seen, offer.side)].offers


def evidence(seen: FiveAgesObservation, seat: Seat) -> list[Card]:
    """What a seat surely has and does not lay out, and what it asks for."""
    asked = [text.partition(":")[2] for text in seen.table[seat].offers]
    return cards_of([*seen.table[seat].known, *[name for name in asked if name]])


def liking(seen: FiveAgesObservation, seat: Seat, card: Card) -> float:
    """How much a card seems to go with what the seat collects."""
    suits, ranks = counted([other for other in evidence(seen, seat) if other != card])
    return ranks[RANK[card]] + SAME_SUIT * suits[SUIT[card]]


def strength(seen: FiveAgesObservation, seat: Seat) -> float:
    """How far the seat's collection seems to have come."""
    suits, ranks = counted(evidence(seen, seat))
    return max(ranks) + SAME_SUIT * max(suits) + len(seen.table[seat].known) / 10


def may_shoot(seen: FiveAgesObservation, seat: Seat) -> bool:
    """Is the seat known to hold a Joker? It might attack, too, and both attacks would be void."""
    other = seen.table[seat]
    return "Jk" in other.known or "Jk" in other.suspected


def stronger_side(seen: FiveAgesObservation) -> int:
    """The side with more to lose, rather one that has no Joker."""

    def threat(side: int) -> tuple[bool, float, int]:
        seat = neighbour(seen, side)
        return not may_shoot(seen, seat), strength(seen, seat), seen.table[seat].civ

    return max(range(len(SIDES)), key=threat)


def most_liked(seen: FiveAgesObservation, card: Card) -> float:
    """How much one of the two neighbours seems to want the card."""
    if card >= JOKER:
        return 0.0
    return max([liking(seen, neighbour(seen, side), card) for side in range(len(SIDES))])
