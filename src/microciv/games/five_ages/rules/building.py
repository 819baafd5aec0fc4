"""Building in secret, and the exchange (B.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from microciv.core.cards import CardSet, cards_in, minus, plus, size
from microciv.core.moves import SEAT_BIT, Move, Seat
from microciv.games.five_ages.cards import JOKER, JOKERS, face, find, without
from microciv.games.five_ages.events import BUILT, EXCHANGED, REFILLED
from microciv.games.five_ages.moves import BUILDS, DONE, REPLACES, Build, Replace
from microciv.games.five_ages.rules.phases import BUILD

if TYPE_CHECKING:
    from microciv.games.five_ages.rules.state import FiveAgesState


def begin_building(state: FiveAgesState) -> None:
    """Everybody builds at once (5A-25)."""
    state.ask(BUILD, state.game.everybody)


def to_place(state: FiveAgesState, seat: Seat) -> int:
    """One card, two if robbed: after the phase there is a card for each round (5A-34, 5A-58)."""
    return state.round - size(state.civs[seat])


def buildable(state: FiveAgesState, hand: CardSet) -> CardSet:
    """The cards that may come into a civilization (5A-72)."""
    return hand & ~JOKERS if state.game.no_joker_in_civ else hand


def hand_left(state: FiveAgesState, seat: Seat) -> CardSet:
    """The hand without the cards placed so far."""
    hand = state.hands[seat]
    for move in state.answers[seat]:
        if isinstance(move, Build):
            hand = without(hand, move.card)
    return hand


def is_placing(state: FiveAgesState, seat: Seat) -> bool:
    """Has the seat still cards to place, before it may exchange (5A-26)?"""
    return len(state.answers[seat]) < to_place(state, seat)


def legal_builds(state: FiveAgesState, seat: Seat) -> list[Move]:
    """Any card of the hand (5A-25); then one exchange (5A-28) of a card that was in the
    civilization before for one from hand (5A-26), or `done`.
    """
    faces = faces_of(buildable(state, hand_left(state, seat)))
    if is_placing(state, seat):
        return faces
    if not state.game.may_exchange:
        return [DONE]
    moves = [
        REPLACES[slot][move.card]
        for slot in range(size(state.civs[seat]))
        for move in faces
        if isinstance(move, Build)
    ]
    return [DONE, *moves]


def closes(state: FiveAgesState, seat: Seat, move: Move) -> bool:
    """The last card placed closes the answer if nothing can be exchanged (5A-29, 5A-68)."""
    if not isinstance(move, Build):
        return True
    if is_placing(state, seat):
        return False
    if state.civs[seat] == 0 or not state.game.may_exchange:
        return True
    return buildable(state, hand_left(state, seat)) == 0


def build(state: FiveAgesState) -> None:
    """All civilizations grow together; nothing is shown but who has exchanged (5A-31)."""
    exchanged = [seat for seat in range(state.seats) if build_one(state, seat)]
    age = state.this_age()
    age.over = True
    if state.game.exchange_told:
        age.exchanged = exchanged


def build_one(state: FiveAgesState, seat: Seat) -> bool:
    """Place, then exchange: the exchanged card goes into the hand (5A-27); has it exchanged? Where
    exchanges are hidden (5A-40) no event tells of one: its owner sees it in its own cards.
    """
    old, own = cards_in(state.civs[seat]), SEAT_BIT[seat]
    exchanged = False
    for move in state.answers[seat]:
        if isinstance(move, Build):
            enter(state, seat, move.card)
            state.whisper(own, BUILT, seat, move.card)
        elif isinstance(move, Replace):
            exchanged = True
            card = old[move.slot - 1]
            enter(state, seat, move.card)
            state.civs[seat] = minus(state.civs[seat], card)
            state.hands[seat] = plus(state.hands[seat], card)
            if state.game.exchange_told:
                state.whisper(own, EXCHANGED, seat, move.card, face(card))
    return exchanged


def enter(state: FiveAgesState, seat: Seat, looks: int) -> None:
    """A card of the hand goes into the civilization."""
    card = find(state.hands[seat], looks)
    state.hands[seat] = minus(state.hands[seat], card)
    state.civs[seat] = plus(state.civs[seat], card)


def refill(state: FiveAgesState) -> None:
    """Everybody draws one card, in seat order (5A-32, 5A-33)."""
    for seat in range(state.seats):
        state.whisper(SEAT_BIT[seat], REFILLED, seat, face(state.draw(seat)))


def faces_of(hand: CardSet) -> list[Move]:
    """A move for each card that looks different."""
    moves: list[Move] = []
    for card in cards_in(hand & ~JOKERS):
        moves.append(BUILDS[card])  # noqa: PERF401
    if hand & JOKERS:
        moves.append(BUILDS[JOKER])
    return moves
