"""Setting the table: first hands, and the leaders dealt and passed (B.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.cards import card_set, cards_in
from microciv.core.moves import SEAT_BIT, Move, Seat
from microciv.core.rng import Rng
from microciv.games.five_x.cards import BASICS, NO_CARD
from microciv.games.five_x.events import DEALT, PASSED
from microciv.games.five_x.moves import PASSES, Pass
from microciv.games.five_x.rules.phases import IN_STACK, PASS
from microciv.games.five_x.rules.selection import begin_round

if TYPE_CHECKING:
    from microciv.games.five_x.rules.state import FiveXState

ALL_BASICS: Final = card_set(list(range(BASICS)))
LEADERS_EACH: Final = 2  # 5X-10


def set_table(state: FiveXState) -> None:
    """Everybody has the five basics and 3 resources; all Wonders are in the stack (5X-02 to 04)."""
    seats = state.seats
    for seat in range(seats):
        state.zones.piles[seat] = ALL_BASICS
    state.resources = [state.game.sheet.start] * seats
    state.played = [NO_CARD] * seats
    state.previous = [NO_CARD] * seats
    state.passed = [NO_CARD] * seats
    state.bids = [0] * seats
    state.owner = [IN_STACK] * state.game.rounds


def deal(state: FiveXState, seed: int) -> None:
    """Shuffle the pool and deal two leaders each; the rest is set aside unseen (5X-10)."""
    set_table(state)
    leaders = state.game.pool[:]
    if not leaders:
        begin_round(state)  # the variant has no leaders (5X-113) and no chance at all (5X-117)
        return
    Rng(seed).shuffle(leaders)
    for seat in range(state.seats):
        for _ in range(LEADERS_EACH):
            leader = leaders.pop()
            state.zones.put(leader, seat, SEAT_BIT[seat])
            state.whisper(SEAT_BIT[seat], DEALT, seat, leader)
    for leader in leaders:
        state.zones.put(leader, state.game.aside, 0)
    state.ask(PASS, state.game.everybody)


def legal_passes(state: FiveXState, seat: Seat) -> list[Move]:
    """Either of the two leaders dealt (5X-11)."""
    leaders = state.hand_of(seat) & state.game.leaders
    return [PASSES[leader - BASICS] for leader in cards_in(leaders)]


def pass_leaders(state: FiveXState) -> None:
    """All pass at once, to the left; giver and receiver know the card (5X-11, 5X-13)."""
    for seat in range(state.seats):
        move = state.answers[seat][0]
        assert isinstance(move, Pass)
        left = (seat + 1) % state.seats
        both = SEAT_BIT[seat] | SEAT_BIT[left]
        state.zones.move(move.card, seat, left, both)
        state.whisper(both, PASSED, seat, left, move.card)
        state.passed[seat] = move.card
    begin_round(state)
