"""Laying the row (B.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from microciv.core.cards import CardSet, card_set, cards_in, minus, size
from microciv.core.moves import Move
from microciv.games.five_ages.cards import JOKER, JOKERS, face, find
from microciv.games.five_ages.events import LAID, ROUND
from microciv.games.five_ages.moves import (
    ATTACK_BOTH,
    ATTACK_LEFT,
    ATTACK_RIGHT,
    KEEPS,
    PEACE,
    Keep,
)
from microciv.games.five_ages.rules.memory import Age
from microciv.games.five_ages.rules.phases import ROW

if TYPE_CHECKING:
    from microciv.games.five_ages.rules.state import FiveAgesState


def begin_round(state: FiveAgesState) -> None:
    """A round begins with everybody's row (5A-07)."""
    state.tell(ROUND, state.round, state.token)
    state.ask(ROW, state.game.everybody)


def rows_of(hand: CardSet) -> list[Move]:
    """Two of the three cards must be laid (5A-10), so say which is kept; a Joker among the two
    attacks left or right (5A-48), two attack both (5A-50).
    """
    moves: list[Move] = []
    in_hand = size(hand & JOKERS)
    for card in cards_in(hand):
        if card >= JOKER and find(hand, JOKER) != card:
            continue  # one Joker is like another
        jokers = in_hand - 1 if card >= JOKER else in_hand
        keeps = KEEPS[face(card)]
        if jokers == 0:
            moves.append(keeps[PEACE])
        elif jokers == 1:
            moves += [keeps[ATTACK_LEFT], keeps[ATTACK_RIGHT]]
        else:
            moves.append(keeps[ATTACK_BOTH])
    return moves


def reveal_rows(state: FiveAgesState) -> None:
    """All rows are turned up together (5A-11); the third card stays hidden (5A-12)."""
    seats = state.game.everybody
    age = Age(state.round, [1] * state.seats, [size(civ) for civ in state.civs])
    state.ages.append(age)
    state.this_age()
    for seat in seats:
        move = state.answers[seat][0]
        assert isinstance(move, Keep)
        kept = find(state.hands[seat], move.card)
        left, right = cards_in(minus(state.hands[seat], kept))
        if move.attack == ATTACK_LEFT:
            left, right = right, left  # Jokers come last: now it lies on the left
        state.hands[seat] = card_set([kept])
        state.left[seat], state.right[seat] = left, right
        age.laid.append((face(left), face(right)))
        state.tell(LAID, seat, face(left), face(right))
