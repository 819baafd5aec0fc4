"""What a seat knows of a match of 5 Ages in numbers (docs/environments.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.features import Features, seats_from
from microciv.core.moves import Seat
from microciv.games.five_ages.cards import CARD, JOKER, MOST_JOKERS, NAMES, ORDINARY
from microciv.games.five_ages.moves import BOTH, LEFT, PASS, SLOTS, WITHDRAW, Build, Offer, Replace
from microciv.games.five_ages.rules.phases import MOST_ROUNDS
from microciv.games.five_ages.views.observation import FiveAgesObservation, SeatSeen

if TYPE_CHECKING:
    from microciv.games.five_ages.game import FiveAgesGame

TICKS: Final = 6
MOST_CARDS: Final = 8  # in a hand or a civilization
FACES: Final = JOKER + 1
SWAPS: Final = 10
"""Swaps with a neighbour: by side, own left or right card for its left or right, and both."""
WHOLE_DECK: Final = ORDINARY + MOST_JOKERS


def encode(game: FiveAgesGame, seen: FiveAgesObservation, features: Features) -> None:
    """Cards are by rank, then by suit; a Joker, where it counts, is the last."""
    features.head(seen, game.phases, game.seats)
    features.block("round", "the round, by its number")
    features.one(seen.round - 1, MOST_ROUNDS)
    features.block("tick", "the tick of trade, by its number; is it the last one?")
    features.one(seen.tick - 1, TICKS)
    features.flag(seen.tick == seen.ticks)
    features.block("token", "by seat from the observer: who breaks ties of trade?")
    for seat in seats_from(seen, game.seats):
        features.flag(seat == seen.token)
    features.block("deck", "cards in the deck, of 56; Jokers fired, of 4")
    features.part(seen.deck, WHOLE_DECK)
    features.part(seen.fired, MOST_JOKERS)
    features.block("hand", "the observer's own cards; then Jokers, of 4")
    cards(features, seen.hand)
    features.block("civ", "its civilization; then Jokers, of 4")
    cards(features, seen.civ)
    features.block("task", "cards it builds in this round, of 4; ticks it has passed, of 6")
    features.part(seen.to_place, MOST_JOKERS)
    features.part(seen.idle, TICKS)
    encode_answer(seen, features)
    encode_table(game, seen, features)


def encode_answer(seen: FiveAgesObservation, features: Features) -> None:
    """What the observer has sealed so far."""
    features.block("built", "cards that its answer builds or exchanges so far; then Jokers, of 4")
    named: list[str] = []
    slot = 0
    for move in seen.answer:
        if isinstance(move, Build):
            named.append(NAMES[move.card])
        elif isinstance(move, Replace):
            named.append(NAMES[move.card])
            slot = move.slot
    cards(features, tuple(named))
    features.block("replaced", "the card of its civilization that its answer exchanges")
    features.one(slot - 1, SLOTS)
    features.block("sealed", "its answer withdraws all offers, or passes")
    features.flag(WITHDRAW in seen.answer)
    features.flag(PASS in seen.answer)
    features.block(
        "offered",
        "offers of its answer: a neighbour W, then E; left for left, left for right, right for"
        " left, right for right, both; the best one 1, the second 1/2, and so on",
    )
    offers = [move for move in seen.answer if isinstance(move, Offer)]
    if seen.seat < len(seen.table):
        swaps(features, seen, seen.seat, offers)
    else:
        features.nothing(SWAPS)


def encode_table(game: FiveAgesGame, seen: FiveAgesObservation, features: Features) -> None:
    """Seat by seat from the observer on."""
    for place, seat in enumerate(seats_from(seen, game.seats)):
        row = seen.table[seat]
        whose = f"seat+{place}"
        features.block(f"{whose} cards", "in hand, and in its civilization, of 8; done with trade?")
        features.part(row.hand, MOST_CARDS)
        features.part(row.civ, MOST_CARDS)
        features.flag(row.done)
        features.block(f"{whose} left", "what lies in its row on its left; a Joker last")
        features.name(row.left, CARD, FACES)
        features.block(f"{whose} right", "what lies on its right")
        features.name(row.right, CARD, FACES)
        features.block(f"{whose} offers", "offers that stand, as in `offered`")
        swaps(features, seen, seat, list(row.offers))
        features.block(f"{whose} known", "cards that it has for certain; then Jokers, of 4")
        cards(features, row.known)
        features.block(f"{whose} suspected", "cards that it may have by theft; then Jokers, of 4")
        cards(features, row.suspected)
        features.block(f"{whose} shown", "its civilization at the end; then Jokers, of 4")
        cards(features, row.shown)
        encode_round(seen, seat, whose, features)


def encode_round(seen: FiveAgesObservation, seat: Seat, whose: str, features: Features) -> None:
    """What it has done in this round, once its row is turned up."""
    features.block(
        f"{whose} round", "in this round: attacks, attacks that hit it, swaps, of 4; exchanged?"
    )
    if not seen.past or seen.past[-1].round != seen.round:
        features.nothing(4)
        return
    age = seen.past[-1]
    features.part(len([attack for attack in age.attacks if attack.seat == seat]), MOST_JOKERS)
    hits = [attack for attack in age.attacks if attack.target == seat and not attack.void]
    features.part(len(hits), MOST_JOKERS)
    features.part(len([swap for swap in age.swaps if seat in (swap.seat, swap.other)]), MOST_JOKERS)
    features.flag(seat in age.exchanged)


def cards(features: Features, named: tuple[str, ...]) -> None:
    """A pile: a place for each card, and how many Jokers."""
    features.names(named, CARD, ORDINARY, 1)
    features.part(named.count(NAMES[JOKER]), MOST_JOKERS)


def swaps(features: Features, seen: FiveAgesObservation, seat: Seat, offers: list[Offer]) -> None:
    """The offers of a seat by what they would move."""
    worth = [0.0] * SWAPS
    own = seen.table[seat]
    for rank, offer in enumerate(offers):
        seats = len(seen.table)
        neighbour = (seat + (1 if offer.side == LEFT else seats - 1)) % seats
        index = index_of(offer, own, seen.table[neighbour])
        if index >= 0:
            worth[index] = 1.0 / (rank + 1) if seat == seen.seat else 1.0
    features.values += worth


def index_of(offer: Offer, own: SeatSeen, other: SeatSeen) -> int:
    """The index of an offer among the ten that there can be; below 0 if its cards have gone."""
    first = 0 if offer.side == LEFT else SWAPS // 2
    if offer.given == BOTH:
        return first + 4
    given, wanted = NAMES[offer.given], NAMES[offer.wanted]
    if given not in (own.left, own.right) or wanted not in (other.left, other.right):
        return -1
    return first + (0 if given == own.left else 2) + (0 if wanted == other.left else 1)
