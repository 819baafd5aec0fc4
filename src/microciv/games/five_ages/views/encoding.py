"""What a seat knows of a match of 5 Ages in numbers (docs/environments.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.cards import BIT, EMPTY, Card, CardSet, size
from microciv.core.features import Features
from microciv.core.moves import SPECTATOR, Seat
from microciv.games.five_ages.cards import ALL_ORDINARY, JOKER, JOKERS, MOST_JOKERS, ORDINARY, face
from microciv.games.five_ages.moves import BOTH, LEFT, PASS, SLOTS, WITHDRAW, Build, Offer, Replace
from microciv.games.five_ages.rules.building import to_place
from microciv.games.five_ages.rules.phases import MOST_ROUNDS, OVER, TRADE
from microciv.games.five_ages.rules.trade import neighbour, row_of
from microciv.games.five_ages.views import whereabouts
from microciv.games.five_ages.views.observation import offers_seen, recall, tracks_of
from microciv.hidden.bags import NONE, several

if TYPE_CHECKING:
    from microciv.games.five_ages.rules.state import FiveAgesState

TICKS: Final = 6
MOST_CARDS: Final = 8  # in a hand or a civilization
FACES: Final = JOKER + 1
SWAPS: Final = 10
"""Swaps with a neighbour: by side, own left or right card for its left or right, and both."""
WHOLE_DECK: Final = ORDINARY + MOST_JOKERS

OF_DECK: Final = f"cards in the deck, of {WHOLE_DECK}; Jokers fired, of {MOST_JOKERS}"
OF_HAND: Final = f"the observer's own cards; then Jokers, of {MOST_JOKERS}"
OF_CIV: Final = f"its civilization; then Jokers, of {MOST_JOKERS}"
OF_TASK: Final = f"cards it builds in this round, of {MOST_JOKERS}; ticks it has passed, of {TICKS}"
OF_BUILT: Final = f"cards that its answer builds or exchanges so far; then Jokers, of {MOST_JOKERS}"
OF_OFFERED: Final = (
    "offers of its answer: a neighbour W, then E; left for left, left for right, right for left,"
    f" right for right, both; the best one 1, the next ones less by 1/{SWAPS} each"
)
OF_CARDS: Final = f"in hand, and in its civilization, of {MOST_CARDS}; done with trade?"
OF_KNOWN: Final = f"cards that it has for certain; then Jokers, of {MOST_JOKERS}"
OF_SUSPECTED: Final = f"cards that it may have by theft; then Jokers, of {MOST_JOKERS}"
OF_SHOWN: Final = f"its civilization at the end; then Jokers, of {MOST_JOKERS}"
OF_ROUND: Final = (
    f"in this round: attacks, attacks that hit it, swaps, of {MOST_JOKERS}; exchanged?"
)


# Parts of a row that stay the same while answers are sealed; numbers of seats are of what all see.
KNOWN: Final = 16
"""All of a seat but its offers, to those who have seen no booty: this and its number."""
TABLE: Final = 15
REST: Final = 31
"""What no answer of the observer changes."""


def encode(state: FiveAgesState, seat: Seat, features: Features) -> None:
    """Cards are by rank, then by suit; a Joker, where it counts, is the last."""
    features.head(state, seat, len(state.game.phases))
    encode_answer(state, seat, features)
    if features.again(features.own(REST)):
        return
    outer = features.begin()
    seated = seat < state.seats
    features.block("token", "by seat from the observer: who breaks ties of trade?")
    features.whose(state.token)
    features.block("hand", OF_HAND)
    pile(state.hands[seat] if seated else EMPTY, features)
    features.block("civ", OF_CIV)
    pile(state.civs[seat] if seated else EMPTY, features)
    features.block("task", OF_TASK)
    features.part(to_place(state, seat) if seated else 0, MOST_JOKERS)
    features.part(state.idle[seat] if seated else 0, TICKS)
    if not features.again(TABLE):
        outer_table = features.begin()
        encode_table(state, features)
        features.keep(TABLE, outer_table)
    encode_seats(state, seat, features)
    features.keep(features.own(REST), outer)


def encode_seats(state: FiveAgesState, observer: Seat, features: Features) -> None:
    """What stands before everybody, and what the observer remembers of it."""
    tracks = tracks_of(state, observer)
    alike = tracks is recall(state, SPECTATOR).tracks
    for offset, other in enumerate(features.order()):
        features.block("offers", "offers that stand, as in `offered`", offset)
        swaps(state, other, offers_seen(state, other, observer), other == observer, features)
        if alike and features.again(KNOWN + other):
            continue
        if not alike:
            encode_known(state, other, offset, tracks, features)
            if features.again(other):
                continue
        outer = features.begin()
        if alike:
            encode_known(state, other, offset, tracks, features)
        encode_seat(state, other, offset, features)
        features.keep(KNOWN + other if alike else other, outer)


def encode_table(state: FiveAgesState, features: Features) -> None:
    """The round, and the deck."""
    tick = state.tick if state.phase == TRADE else 0
    features.block("round", "the round, by its number")
    features.one(state.round - 1, MOST_ROUNDS)
    features.block("tick", "the tick of trade, by its number; is it the last one?")
    features.one(tick - 1, TICKS)
    features.flag(tick == state.game.ticks)
    features.block("deck", OF_DECK)
    features.part(state.in_deck(), WHOLE_DECK)
    features.part(size(state.discard), MOST_JOKERS)


def encode_answer(state: FiveAgesState, seat: Seat, features: Features) -> None:
    """What the observer has sealed so far."""
    if not features.answer and not features.is_watched():
        features.nothing(ORDINARY + 1 + SLOTS + 2 + SWAPS)
        return
    features.block("built", OF_BUILT)
    built, jokers, slot = EMPTY, 0, 0
    withdraws = passes = False
    offers: list[Offer] = []
    for move in features.answer:
        card = -1
        if isinstance(move, Offer):
            offers.append(move)
        elif isinstance(move, Build):
            card = move.card
        elif isinstance(move, Replace):
            card, slot = move.card, move.slot
        elif move is WITHDRAW:
            withdraws = True
        elif move is PASS:
            passes = True
        if card == JOKER:
            jokers += 1
        elif card >= 0:
            built |= BIT[card]
    features.pile(built, ORDINARY)
    features.part(jokers, MOST_JOKERS)
    features.block("replaced", "the card of its civilization that its answer exchanges")
    features.one(slot - 1, SLOTS)
    features.block("sealed", "its answer withdraws all offers, or passes")
    features.flag(withdraws)
    features.flag(passes)
    features.block("offered", OF_OFFERED)
    swaps(state, seat, offers, True, features)


def encode_known(
    state: FiveAgesState,
    seat: Seat,
    offset: int,
    tracks: list[whereabouts.Track],
    features: Features,
) -> None:
    """The cards that a seat has, or may have, for all that the observer remembers."""
    certain, perhaps = whereabouts.known(tracks, seat), whereabouts.suspected(tracks, seat)
    shown = row_of(state, seat)
    if state.phase == OVER:
        for civ in state.civs:
            shown |= civ
        jokers = size(state.civs[seat] & JOKERS)
        perhaps = whereabouts.less_jokers(perhaps, jokers - size(certain & JOKERS))
        certain = whereabouts.less_jokers(certain, jokers)
    shown &= ALL_ORDINARY  # Jokers go by number
    features.block("known", OF_KNOWN, offset)
    pile(certain & ~shown, features)
    features.block("suspected", OF_SUSPECTED, offset)
    pile(perhaps & ~shown, features)


def encode_seat(state: FiveAgesState, seat: Seat, offset: int, features: Features) -> None:
    """What everybody sees of a seat."""
    features.block("cards", OF_CARDS, offset)
    features.part(size(state.hands[seat]), MOST_CARDS)
    features.part(size(state.civs[seat]), MOST_CARDS)
    features.flag(state.quitters[seat])
    features.block("left", "what lies in its row on its left; a Joker last", offset)
    features.one(face(state.left[seat]), FACES)
    features.block("right", "what lies on its right", offset)
    features.one(face(state.right[seat]), FACES)
    features.block("shown", OF_SHOWN, offset)
    pile(state.civs[seat] if state.phase == OVER else EMPTY, features)
    encode_round(state, seat, offset, features)


def encode_round(state: FiveAgesState, seat: Seat, offset: int, features: Features) -> None:
    """What it has done in this round, once its row is turned up: all of it is public."""
    features.block("round", OF_ROUND, offset)
    attacks = hits = swapped = 0
    exchanged = False
    if state.ages and state.ages[-1].round == state.round:
        age = state.ages[-1]
        for attack in age.attacks:
            if attack.seat == seat:
                attacks += 1
            if attack.target == seat and attack.reason == 0:
                hits += 1
        for swap in age.swaps:
            if seat in (swap.seat, swap.other):
                swapped += 1
        exchanged = seat in age.exchanged
    features.parts([attacks, hits, swapped], MOST_JOKERS)
    features.flag(exchanged)


def pile(cards: CardSet, features: Features) -> None:
    """A bit for each card, and how many Jokers."""
    features.pile(cards, ORDINARY)
    features.part(size(cards & JOKERS), MOST_JOKERS)


def swaps(
    state: FiveAgesState, seat: Seat, offers: list[Offer], ranked: bool, features: Features
) -> None:
    """The offers of a seat by what they would move; its own `ranked`, the best one highest."""
    if not offers:
        features.nothing(SWAPS, SWAPS)
        return
    worth = NONE
    for rank, offer in enumerate(offers):
        index = index_of(state, seat, offer)
        if index >= 0:
            worth += several(index, max(1, SWAPS - rank) if ranked else SWAPS)
    features.bag(worth, SWAPS, SWAPS)


def index_of(state: FiveAgesState, seat: Seat, offer: Offer) -> int:
    """The index of an offer among the ten that there can be; below 0 if its cards have gone."""
    first = 0 if offer.side == LEFT else SWAPS // 2
    if offer.given == BOTH:
        return first + 4
    other = neighbour(state.seats, seat, offer.side)
    given: Card = offer.given
    wanted: Card = offer.wanted
    if given not in (state.left[seat], state.right[seat]):
        return -1
    if wanted not in (state.left[other], state.right[other]):
        return -1
    own_right = 0 if given == state.left[seat] else 2
    return first + own_right + (0 if wanted == state.left[other] else 1)
