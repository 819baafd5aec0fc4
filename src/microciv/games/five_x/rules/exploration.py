"""Step 4, Explore: income, and Dido's Wonder (B.7, 5X-82)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from microciv.core.moves import NOBODY, Move, Seat
from microciv.games.five_x.cards import DIDO, EXPAND, EXPLORE
from microciv.games.five_x.events import BLOCKED, BUILT, CANNOT_BUILD, DECLINED, EXPLORED, TOO_POOR
from microciv.games.five_x.moves import BUILDS, DECLINE, Build
from microciv.games.five_x.rules.phases import DIDO as DIDO_PHASE

if TYPE_CHECKING:
    from microciv.games.five_x.rules.state import FiveXState


def explore(state: FiveXState) -> None:
    """1 from the supply for each, more in the last round and for Isabella (5X-56)."""
    for seat in state.players_of(EXPLORE):
        income = state.game.sheet.explore_income(state.played[seat], state.is_last_round())
        state.gain(seat, income)
        state.tell(EXPLORED, seat, income)


def ask_dido(state: FiveXState) -> None:
    """If nobody chose Expand, not even one who could not bid, Dido's player may pay 3 and build
    the current Wonder (5X-82).
    """
    seat = didos_seat(state)
    if seat != NOBODY:
        state.ask_one(DIDO_PHASE, seat)
    elif not state.quiet:
        tell_what_stops_dido(state)


def didos_seat(state: FiveXState) -> Seat:
    """Whose Dido may build now."""
    price = state.game.sheet.price[DIDO]
    for seat, card in enumerate(state.played):
        if card == DIDO and state.resources[seat] >= price and not state.players_of(EXPAND):
            return seat
    return NOBODY


def tell_what_stops_dido(state: FiveXState) -> None:
    """Somebody's Expand, or the price."""
    for seat, card in enumerate(state.played):
        if card == DIDO:
            expanders = state.players_of(EXPAND)
            if expanders:
                state.tell(BLOCKED, seat, DIDO, expanders[0])
            else:
                state.tell(CANNOT_BUILD, seat, DIDO, TOO_POOR)


def didos_choice(state: FiveXState) -> list[Move]:
    return [BUILDS[state.current()], DECLINE]


def settle_dido(state: FiveXState, seat: Seat) -> None:
    answer = state.answers[seat][0]
    if isinstance(answer, Build):
        pay_and_build(state, seat, answer.wonder)
    else:
        state.tell(DECLINED, seat, DIDO)


def pay_and_build(state: FiveXState, seat: Seat, wonder: int) -> None:
    """A Wonder for 3, without an auction."""
    price = state.game.sheet.price[state.played[seat]]
    state.gain(seat, -price)
    state.give_wonder(seat, wonder)
    state.tell(BUILT, seat, wonder, price)
