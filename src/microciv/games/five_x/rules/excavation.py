"""Step 5, Excavate: cards back from the piles, and Suleiman's Wonder (B.8, 5X-85 to 87)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from microciv.core.cards import Card, cards_in, holds
from microciv.core.moves import EVERYBODY, Move, Seat
from microciv.games.five_x.cards import BASICS, CAESAR, CATHARINE, EXCAVATE, SULEIMAN
from microciv.games.five_x.events import (
    CANNOT_BUILD,
    DECLINED,
    DUG_NOTHING,
    FETCHED,
    GRANTED,
    NO_LEADER,
    NONE_REMOVED,
    TOO_POOR,
    TOOK,
)
from microciv.games.five_x.moves import BUILDS, DECLINE, FETCHES, TAKES, Build, Fetch, Take
from microciv.games.five_x.rules.exploration import pay_and_build
from microciv.games.five_x.rules.phases import DIG, IN_STACK, REMOVED

if TYPE_CHECKING:
    from microciv.games.five_x.rules.state import FiveXState


def excavate(state: FiveXState) -> None:
    """The basic comes back (5X-60), Catharine takes 1 (5X-86), and everybody with something to
    choose chooses at once (5X-67).
    """
    diggers: list[Seat] = []
    for seat in state.players_of(EXCAVATE):
        card = state.played[seat]
        if card == EXCAVATE:
            state.take_back(seat)
        elif card == CATHARINE:
            state.gain(seat, state.game.sheet.catharine_takes)
            state.tell(GRANTED, seat, state.game.sheet.catharine_takes)
        if not state.quiet:
            tell_what_leader_cannot(state, seat)
        if legal_digs(state, seat):
            diggers.append(seat)
        else:
            state.tell(DUG_NOTHING, seat, card)
    if diggers:
        state.ask(DIG, diggers)


def tell_what_leader_cannot(state: FiveXState, seat: Seat) -> None:
    """No leader lies there for Caesar, no Wonder for Suleiman, or he cannot pay."""
    card = state.played[seat]
    if card == CAESAR and not fetchable(state):
        state.tell(NO_LEADER, seat, CAESAR)
    elif card == SULEIMAN and not buildable(state):
        state.tell(CANNOT_BUILD, seat, SULEIMAN, NONE_REMOVED)
    elif card == SULEIMAN and state.resources[seat] < state.game.sheet.price[SULEIMAN]:
        state.tell(CANNOT_BUILD, seat, SULEIMAN, TOO_POOR)


def legal_digs(state: FiveXState, seat: Seat) -> list[Move]:
    """A basic from the seat's pile, which must be taken if there is one (5X-61, 62); Caesar a
    leader from any pile instead (5X-85), Suleiman a removed Wonder for 3 (5X-87). Cards played this
    round are in no pile yet (5X-65).
    """
    moves = [TAKES[basic] for basic in range(EXCAVATE) if holds(state.pile_of(seat), basic)]
    card = state.played[seat]
    if card == CAESAR:
        moves += [FETCHES[leader - BASICS] for leader in fetchable(state)]
    elif card == SULEIMAN and state.resources[seat] >= state.game.sheet.price[SULEIMAN]:
        wonders = buildable(state)
        if wonders and not moves:
            moves = [DECLINE]  # nothing regular to do, and he need not pay
        moves = [*moves, *[BUILDS[wonder] for wonder in wonders]]
    return moves


def fetchable(state: FiveXState) -> list[Card]:
    """The leaders in all piles, Caesar's own player's included."""
    piled = 0
    for seat in range(state.seats):
        piled |= state.pile_of(seat)
    return cards_in(piled & state.game.leaders)


def buildable(state: FiveXState) -> list[int]:
    """The Wonders removed in earlier rounds; by ruling also the current one, if unbuilt (A-16)."""
    wonders = [wonder for wonder, owner in enumerate(state.owner) if owner == REMOVED]
    if state.game.suleiman_may_take_current and state.owner[state.current()] == IN_STACK:
        wonders.append(state.current())
    return wonders


def dig(state: FiveXState, diggers: list[Seat]) -> None:
    """What everybody takes is public (5X-94) and in nobody else's way (5X-67)."""
    for seat in diggers:
        answer = state.answers[seat][0]
        if isinstance(answer, Take):
            state.zones.move(answer.card, state.seats + seat, seat, EVERYBODY)
            state.tell(TOOK, seat, answer.card)
        elif isinstance(answer, Fetch):
            fetch(state, seat, answer.card)
        elif isinstance(answer, Build):
            pay_and_build(state, seat, answer.wonder)
        else:
            state.tell(DECLINED, seat, SULEIMAN)


def fetch(state: FiveXState, seat: Seat, leader: Card) -> None:
    """Caesar takes a leader from whosever pile it lies in (5X-85)."""
    for owner in range(state.seats):
        if holds(state.pile_of(owner), leader):
            state.zones.move(leader, state.seats + owner, seat, EVERYBODY)
            state.tell(FETCHED, seat, owner, leader)
            return
