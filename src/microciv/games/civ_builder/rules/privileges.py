"""Who leads in an attribute, and who has the privilege of it (CB-83, CB-84)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.moves import SEAT_BIT, Seat
from microciv.games.civ_builder.cards import ATTRIBUTES, TRADE
from microciv.games.civ_builder.events import CLOSED, OPENED, UNLED
from microciv.games.civ_builder.rules.phases import ANSWER, CHOOSE, MARKET, OFFER, REPLY
from microciv.hidden.bags import Kind
from microciv.hidden.memory import SEE

if TYPE_CHECKING:
    from microciv.games.civ_builder.rules.state import CivBuilderState

# BA-04
ALL_TIED: Final = 0
NONE_TIED: Final = 1
FIRST_IN_ORDER: Final = 2

TRADING: Final = (OFFER, ANSWER, REPLY, CHOOSE, MARKET)


def leading(scores: list[int], attribute: Kind) -> int:
    """A mask of everybody whose score nobody exceeds (CB-83)."""
    best, mask, index = -1, 0, attribute
    for seat in range(len(scores) // ATTRIBUTES):
        score = scores[index]
        index += ATTRIBUTES
        if score > best:
            best, mask = score, SEAT_BIT[seat]
        elif score == best:
            mask |= SEAT_BIT[seat]
    return mask


def leaders(scores: list[int], attribute: Kind) -> list[Seat]:
    """The same as a list."""
    mask = leading(scores, attribute)
    return [seat for seat in range(len(scores) // ATTRIBUTES) if mask & SEAT_BIT[seat]]


def top(state: CivBuilderState, attribute: Kind) -> int:
    """A mask of those who have the privilege of the attribute now."""
    scores = state.start_scores if state.game.at_round_start else state.scores_in
    mask = leading(scores, attribute)
    if mask & (mask - 1) == 0 or state.game.privilege_ties == ALL_TIED:
        return mask
    if state.game.privilege_ties == NONE_TIED:
        return 0
    for seat in state.order:
        if mask & SEAT_BIT[seat]:
            return SEAT_BIT[seat]
    return mask & -mask


def tops(state: CivBuilderState, attribute: Kind) -> list[Seat]:
    """The same as a list."""
    mask = top(state, attribute)
    return [seat for seat in range(state.seats) if mask & SEAT_BIT[seat]]


def is_top(state: CivBuilderState, seat: Seat, attribute: Kind) -> bool:
    """Has the seat the privilege of the attribute now (CB-43)?"""
    if state.game.privilege_ties != ALL_TIED:
        return top(state, attribute) & SEAT_BIT[seat] != 0
    scores = state.start_scores if state.game.at_round_start else state.scores_in
    own = scores[seat * ATTRIBUTES + attribute]
    for other in range(state.seats):  # noqa: SIM110  # faster compiled
        if scores[other * ATTRIBUTES + attribute] > own:
            return False
    return True


def tell_unled(state: CivBuilderState, attribute: Kind) -> None:
    """Say that nobody has the privilege, as several lead (CB-83)."""
    if state.game.privilege_ties == NONE_TIED and not top(state, attribute):
        state.tell(UNLED, attribute)


def viewers_now(state: CivBuilderState) -> int:
    """A mask of the seats that may look at every hand (CB-31)."""
    if state.round == 0:
        return 0
    if state.game.views_in_trade and not state.trading:
        return 0
    return top(state, TRADE)


def look_again(state: CivBuilderState) -> None:
    """Open and close views with the scores (BA-14); everybody is told, and who opens, sees."""
    now = viewers_now(state)
    before = state.viewers
    if now == before:
        return
    state.viewers = now
    for seat in range(state.seats):
        bit = SEAT_BIT[seat]
        if now & bit and not before & bit:
            state.tell(OPENED, seat)
            for other in range(state.seats):
                if other != seat:
                    state.note(SEE, other, -1, state.hands[other], 0, bit)
        elif before & bit and not now & bit:
            state.tell(CLOSED, seat)
