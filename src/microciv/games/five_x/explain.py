"""Why a move is not allowed, in a sentence with its clause, from what the seat knows."""

from __future__ import annotations

from typing import Final

from microciv.core.cards import Card
from microciv.core.moves import Move
from microciv.games.five_x.cards import BASICS, CARD, LETTERS, NAMES, is_leader
from microciv.games.five_x.exploration import PRICE
from microciv.games.five_x.leaders import minimum_bid, selection_group
from microciv.games.five_x.moves import (
    BIDS,
    BUILDS,
    FETCHES,
    PLAYS,
    TAKES,
    Bid,
    Build,
    Fetch,
    Pass,
    Play,
    Take,
)
from microciv.games.five_x.observation import FiveXObservation, SeatSeen

BIDS_SHOWN: Final = 3  # how many bids beyond one's means a person may look for


def expected(seen: FiveXObservation) -> list[Move]:
    """The moves of the kind that is asked, and the own cards whenever."""
    if seen.seat >= len(seen.table) or seen.phase == "over":
        return []
    own = seen.table[seen.seat]
    if seen.seat in seen.asked:
        if seen.phase == "bid":
            return BIDS[: own.resources + BIDS_SHOWN]
        if seen.phase == "dido":
            return [BUILDS[seen.round - 1]]
        if seen.phase == "dig":
            piled = [CARD[name] for other in seen.table for name in other.pile]
            fetches = [FETCHES[card - BASICS] for card in piled if is_leader(card)]
            builds = [BUILDS[number] for number in range(seen.round)]
            caesar, suleiman = own.played == "caesar", own.played == "suleiman"
            return TAKES + (fetches if caesar else []) + (builds if suleiman else [])
        if seen.phase == "pass":
            return []
    cards = {*range(BASICS), *[CARD[name] for name in own.known + own.pile]}
    if own.played:
        cards.add(CARD[own.played])
    return [PLAYS[card] for card in sorted(cards)]


def why_not(seen: FiveXObservation, move: Move) -> str:
    """The reason, for the person who wanted the move."""
    if seen.phase == "over":
        return "the match is over"
    if seen.seat >= len(seen.table):
        return "you are watching, not playing"
    own = seen.table[seen.seat]
    if seen.seat not in seen.asked:
        return why_wait(seen)
    if isinstance(move, Play):
        return why_not_play(seen, own, move.card)
    if isinstance(move, Pass):
        return why_not_pass(seen, own)
    if isinstance(move, Bid):
        return why_not_bid(seen, own, move.amount)
    if isinstance(move, Take):
        return why_not_take(seen)
    if isinstance(move, Fetch):
        return why_not_fetch(seen, own)
    if isinstance(move, Build):
        return why_not_build(seen, own, move.wonder)
    return f"{asking(seen)}; declining is for Dido, and for Suleiman without a card to take"


def asking(seen: FiveXObservation) -> str:
    """What the seat is asked."""
    return {
        "pass": "you are choosing a leader to pass (5X-11)",
        "select": "you are choosing a card for the round (5X-16)",
        "bid": "you are bidding (5X-43)",
        "dido": "Dido may build the current Wonder or decline (5X-82)",
        "dig": "you are choosing what to excavate (5X-61)",
    }[seen.phase]


def why_wait(seen: FiveXObservation) -> str:
    """Why the seat is not asked now."""
    own = seen.table[seen.seat]
    if seen.phase == "select" and not own.played:
        group = selection_group(CARD.get(own.previous, -1))
        if group == 3:
            return "after Erik you choose last of all, seeing every card (5X-23)"
        return "you explored: you choose when the others' cards are open (5X-22)"
    if seen.phase == "select":
        return "your card is on the table; explorers choose now (5X-22)"
    return "nothing is asked of you now; one card a round (5X-16)"


def why_not_play(seen: FiveXObservation, own: SeatSeen, card: Card) -> str:
    """A card for the round that cannot be chosen."""
    name = NAMES[card]
    if seen.phase != "select":
        return asking(seen)
    if name in own.pile:
        if is_leader(card):
            return "it is in your pile; only Caesar brings leaders back (5X-63)"
        return "it is in your pile; Excavate brings a card back (5X-61)"
    return "it is not in your hand"


def why_not_pass(seen: FiveXObservation, own: SeatSeen) -> str:
    """A leader that cannot be passed."""
    if seen.phase != "pass":
        return f"leaders are passed once, before round 1; {asking(seen)}"
    return f"you can pass one of the two dealt to you: {' or '.join(own.known)} (5X-11)"


def why_not_bid(seen: FiveXObservation, own: SeatSeen, amount: int) -> str:
    """A bid that cannot be made."""
    if seen.phase != "bid":
        return asking(seen)
    least = minimum_bid(CARD[own.played])
    if amount < least:
        return f"with this card you must bid at least {least} (5X-41)"
    return f"you hold {own.resources}: bid {least} to {own.resources} (5X-43)"


def why_not_take(seen: FiveXObservation) -> str:
    """A basic that cannot be taken back."""
    return "it is not in your pile (5X-61)" if seen.phase == "dig" else asking(seen)


def why_not_fetch(seen: FiveXObservation, own: SeatSeen) -> str:
    """A leader that cannot be fetched."""
    if seen.phase != "dig":
        return asking(seen)
    if own.played != "caesar":
        return "only Caesar fetches leaders (5X-63)"
    return "it lies in no pile; cards of this round are in no pile yet (5X-65, 5X-85)"


def why_not_build(seen: FiveXObservation, own: SeatSeen, wonder: int) -> str:
    """A Wonder that cannot be built."""
    if seen.phase == "dido":
        return "Dido builds the current Wonder and no other (5X-82)"
    if seen.phase != "dig" or own.played != "suleiman":
        return asking(seen)
    if own.resources < PRICE:
        return f"Suleiman pays {PRICE}; you hold {own.resources} (5X-87)"
    if any([LETTERS[wonder] in seat.wonders for seat in seen.table]):
        return "it has been built; a Wonder has one owner for ever (5X-120)"
    if wonder == seen.round - 1:
        return "the current Wonder is not removed yet (5X-87)"
    return "its round has not come: Suleiman builds removed Wonders (5X-87)"
