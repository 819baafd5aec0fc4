"""The end of a round: piles, bonuses, the unbuilt Wonder, the next one (B.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from microciv.core.cards import EMPTY, cards_in
from microciv.core.moves import EVERYBODY
from microciv.games.five_x.events import BONUS, DISCARDED, REMOVED, SCORED
from microciv.games.five_x.rules.phases import IN_STACK
from microciv.games.five_x.rules.phases import REMOVED as OUT
from microciv.games.five_x.rules.selection import begin_round

if TYPE_CHECKING:
    from microciv.games.five_x.rules.state import FiveXState


def clean_up(state: FiveXState) -> None:
    """In this order (5X-68), in the last round too (5X-72)."""
    discard(state)
    pay_bonuses(state)
    remove_unbuilt(state)
    if state.is_last_round():
        finish(state)
    else:
        state.round += 1
        begin_round(state)


def discard(state: FiveXState) -> None:
    """Cards that are not back in hand go to the pile of their players (5X-69)."""
    for seat in range(state.seats):
        card = state.played[seat]
        if not state.has_returned(seat):
            state.zones.put(card, state.seats + seat, EVERYBODY)
            state.tell(DISCARDED, seat, card)
    state.previous = state.played
    state.played = state.game.nothing_played[:]
    for seat in range(state.seats):
        state.bids[seat] = 0


def pay_bonuses(state: FiveXState) -> None:
    """Resources of the Wonders built this round, however they were built (5X-70)."""
    for wonder in cards_in(state.built):
        bonus = state.game.wonders[wonder].bonus
        if bonus:
            seat = state.owner[wonder]
            state.gain(seat, bonus)
            state.tell(BONUS, seat, wonder, bonus)
    state.built = EMPTY


def remove_unbuilt(state: FiveXState) -> None:
    """The current Wonder leaves the game if nobody has built it (5X-71)."""
    if state.owner[state.current()] == IN_STACK:
        state.owner[state.current()] = OUT
        state.tell(REMOVED, state.current())


def finish(state: FiveXState) -> None:
    if not state.quiet:
        scores, places = state.scores(), state.places()
        for seat in range(state.seats):
            state.tell(SCORED, seat, scores[seat], places[seat])
    state.finish()
