"""What a network sees of a match of 5X as one seat does: yes or no, about each seat and the table.

What holds is a list of numbers, those of the inputs that are 1.
"""

from __future__ import annotations

from typing import Final

from microciv.core.cards import cards_in, size
from microciv.core.moves import SPECTATOR, Seat
from microciv.games.five_x.cards import ALL_BASICS, BASICS, CARDS, LETTERS, NO_CARD
from microciv.games.five_x.rules.phases import IN_STACK, PHASES, REMOVED
from microciv.games.five_x.rules.scoring import halves_of
from microciv.games.five_x.rules.state import FiveXState

LEADERS: Final = CARDS - BASICS
WONDERS: Final = len(LETTERS)
ROUNDS: Final = WONDERS + 1  # by number, and one that says that it is the last
TABLES: Final = 4  # sizes of a table: 3 to 6 seats
SMALLEST: Final = 3
RESOURCES: Final = 25  # from 0; more count as 24
BIDS: Final = 11  # those above 10 count as 10
HALVES: Final = 25
IN_HAND: Final = 3  # leaders: none to two

# Where the inputs of a seat begin.
KNOWN: Final = 0
PURSE: Final = KNOWN + LEADERS
HAND: Final = PURSE + RESOURCES
COUNT: Final = HAND + BASICS
SHOWN: Final = COUNT + IN_HAND
PILE: Final = SHOWN + LEADERS
PLAYED: Final = PILE + CARDS
PREVIOUS: Final = PLAYED + CARDS
BID: Final = PREVIOUS + CARDS
BUILT: Final = BID + BIDS
SCORE: Final = BUILT + WONDERS
ASKED: Final = SCORE + HALVES
OF_SEAT: Final = ASKED + 1

# Where those of the table begin, after the observer's own.
PHASE: Final = OF_SEAT
ROUND: Final = PHASE + len(PHASES)
CURRENT: Final = ROUND + ROUNDS
STACK: Final = CURRENT + WONDERS
GONE: Final = STACK + WONDERS
GIVEN: Final = GONE + WONDERS
RECEIVED: Final = GIVEN + LEADERS
SEATS: Final = RECEIVED + LEADERS
OF_ALL: Final = SEATS + TABLES


def seen_of(state: FiveXState, other: Seat, seat: Seat) -> list[int]:
    """The inputs that hold of a seat, as `seat` sees it."""
    hand = state.hand_of(other)
    leaders = hand & ~ALL_BASICS
    found = [
        PURSE + min(state.resources[other], RESOURCES - 1),
        COUNT + min(size(leaders), IN_HAND - 1),
        BID + min(state.bids[other], BIDS - 1),
        SCORE + min(halves_of(state, other), HALVES - 1),
    ]
    for card in cards_in(leaders):
        if state.knows(seat, card):
            found.append(KNOWN + card - BASICS)
        if state.knows(SPECTATOR, card):
            found.append(SHOWN + card - BASICS)
    found += [HAND + card for card in cards_in(hand & ALL_BASICS)]
    found += [PILE + card for card in cards_in(state.pile_of(other))]
    if state.played[other] != NO_CARD:
        found.append(PLAYED + state.played[other])
    if state.previous[other] != NO_CARD:
        found.append(PREVIOUS + state.previous[other])
    found += [BUILT + wonder for wonder in range(WONDERS) if state.owner[wonder] == other]
    if other in state.asked:
        found.append(ASKED)
    return found


def table_of(state: FiveXState, seat: Seat) -> list[int]:
    """The inputs that hold of the table, as `seat` sees it."""
    found = [PHASE + state.phase, ROUND + state.round - 1, SEATS + state.seats - SMALLEST]
    if state.is_last_round():
        found.append(ROUND + ROUNDS - 1)
    stack = [wonder for wonder in range(WONDERS) if state.owner[wonder] == IN_STACK]
    if stack:
        found.append(CURRENT + stack[0])
    found += [STACK + wonder for wonder in stack]
    found += [GONE + wonder for wonder in range(WONDERS) if state.owner[wonder] == REMOVED]
    if state.passed[seat] != NO_CARD:
        found.append(GIVEN + state.passed[seat] - BASICS)
    if state.passed[seat - 1] != NO_CARD:
        found.append(RECEIVED + state.passed[seat - 1] - BASICS)
    return found
