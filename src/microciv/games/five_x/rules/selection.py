"""Choosing and revealing the card of the round (B.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.moves import EVERYBODY, Seat
from microciv.games.five_x.cards import NO_CARD
from microciv.games.five_x.events import REVEALED, ROUND
from microciv.games.five_x.moves import Play
from microciv.games.five_x.rules.leaders import selection_group
from microciv.games.five_x.rules.phases import SELECT

if TYPE_CHECKING:
    from microciv.games.five_x.rules.state import FiveXState

LAST_GROUP: Final = 3


def begin_round(state: FiveXState) -> None:
    """A round begins with the first group's choice."""
    state.tell(ROUND, state.round, state.current())
    state.ask(SELECT, next_group(state))


def next_group(state: FiveXState) -> list[Seat]:
    """Who selects now, nobody if all have: first those who did not explore last round, then the
    explorers, then Erik's player; empty groups are skipped (5X-20 to 24).
    """
    seats: list[Seat] = []
    first = LAST_GROUP + 1
    for seat in range(state.seats):
        if state.played[seat] == NO_CARD:
            group = selection_group(state.previous[seat])
            if group == first:
                seats.append(seat)
            elif group < first:
                seats, first = [seat], group
    return seats


def reveal(state: FiveXState, group: list[Seat]) -> None:
    """The whole group's cards are turned up for everybody (5X-21); when the last group's are, the
    round is processed, not before (5X-27).
    """
    for seat in group:
        move = state.answers[seat][0]
        assert isinstance(move, Play)
        state.zones.take(move.card, seat)
        state.zones.show(move.card, EVERYBODY)
        state.played[seat] = move.card
        state.tell(REVEALED, seat, move.card)
    later = next_group(state)
    if later:
        state.ask(SELECT, later)
    else:
        state.schedule(state.game.round_steps)
