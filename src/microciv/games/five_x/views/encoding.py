"""What a seat knows of a match of 5X in numbers (docs/environments.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.cards import BIT, EMPTY, CardSet, size
from microciv.core.features import Features
from microciv.core.moves import SEAT_BIT, SPECTATOR, Seat
from microciv.games.five_x.cards import ALL_BASICS, BASICS, CARDS, LETTERS, NO_CARD
from microciv.games.five_x.rules.phases import IN_STACK, REMOVED
from microciv.games.five_x.rules.scoring import halves_of

if TYPE_CHECKING:
    from microciv.games.five_x.rules.state import FiveXState

LEADERS: Final = CARDS - BASICS
STACK: Final = len(LETTERS)
FEW: Final = 10  # resources that are told apart well
MANY: Final = 40

OF_RESOURCES: Final = f"of {FEW}; of {MANY}"
OF_BIDS: Final = f"the bid, once it is open, of {FEW}"
OF_HALVES: Final = f"half points so far, of {MANY}"


def encode(state: FiveXState, seat: Seat, features: Features) -> None:
    """Cards are in table order, Wonders by letter."""
    seated = seat < state.seats
    features.head(state, seat, len(state.game.phases))
    built: list[CardSet] = []
    if not features.again(state.seats):  # nor are the seats kept, then
        built = wonders_by_owner(state)
        encode_table(state, built, features)
    features.block("passed", "the leader that the observer passed to the left")
    features.one((state.passed[seat] if seated else NO_CARD) - BASICS, LEADERS)
    features.block("received", "the leader that it was passed")
    features.one((state.passed[seat - 1] if seated else NO_CARD) - BASICS, LEADERS)
    for offset, other in enumerate(features.order()):
        hand = state.hand_of(other)
        features.block("known", "leaders in hand that the observer knows", offset)
        leaders = hand & ~ALL_BASICS
        features.pile(named(state, leaders, seat) if leaders else EMPTY, LEADERS, BASICS)
        if not features.again(other):
            encode_seat(state, other, offset, built[other], features)


def encode_table(state: FiveXState, built: list[CardSet], features: Features) -> None:
    """The round, and what is no seat's."""
    stack, removed = built[IN_STACK], built[REMOVED]
    aside = size(state.zones.piles[state.game.aside])
    features.block("round", "the round, by its number; is it the last one?")
    features.one(state.round - 1, STACK)
    features.flag(state.round == state.game.rounds)
    features.block("wonder", "the current Wonder")
    features.pile(stack & -stack, STACK)
    features.block("stack", "Wonders still to come, the current one among them")
    features.pile(stack, STACK)
    features.block("removed", "Wonders out of the game")
    features.pile(removed, STACK)
    features.block("aside", "leaders set aside, of 15")
    features.part(aside, LEADERS)


def encode_seat(
    state: FiveXState, seat: Seat, offset: int, wonders: CardSet, features: Features
) -> None:
    """What everybody sees of a seat."""
    hand, pile, resources = state.hand_of(seat), state.pile_of(seat), state.resources[seat]
    leaders = hand & ~ALL_BASICS
    shown = named(state, leaders, SPECTATOR) if leaders else EMPTY
    played, previous, bid = state.played[seat], state.previous[seat], state.bids[seat]
    outer = features.begin()
    features.block("resources", OF_RESOURCES, offset)
    features.part(resources, FEW)
    features.part(resources, MANY)
    features.block("basics", "basics in hand", offset)
    features.pile(hand, BASICS)
    features.block("leaders", "leaders in hand, of 2", offset)
    features.part(size(leaders), 2)
    features.block("shown", "those of them that everybody knows", offset)
    features.pile(shown, LEADERS, BASICS)
    features.block("pile", "cards in its pile", offset)
    features.pile(pile, CARDS)
    features.block("played", "this round's card, once it is open", offset)
    features.one(played, CARDS)
    features.block("previous", "last round's card", offset)
    features.one(previous, CARDS)
    features.block("bid", OF_BIDS, offset)
    features.part(bid, FEW)
    features.block("wonders", "Wonders built", offset)
    features.pile(wonders, STACK)
    features.block("halves", OF_HALVES, offset)
    features.part(halves_of(state, seat), MANY)
    features.keep(seat, outer)


def named(state: FiveXState, leaders: CardSet, observer: Seat) -> CardSet:
    """Those of the leaders that the observer can locate."""
    bit, known = SEAT_BIT[observer], state.zones.known
    found, left = EMPTY, leaders
    while left:
        lowest = left & -left
        if known[lowest.bit_length() - 1] & bit:
            found |= lowest
        left ^= lowest
    return found


def wonders_by_owner(state: FiveXState) -> list[CardSet]:
    """The Wonders of each seat; from the end, those IN_STACK and those REMOVED."""
    wonders = [EMPTY] * (state.seats + 2)
    for wonder, owner in enumerate(state.owner):
        wonders[owner] = wonders[owner] | BIT[wonder]
    return wonders
