"""Dealing again what a seat does not know: only leaders in other hands, and those set aside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from microciv.core.cards import Card, CardSet, card_set, cards_in
from microciv.core.moves import SEAT_BIT, Seat
from microciv.core.rng import Rng
from microciv.core.zones import ZonesSeen, zones_from
from microciv.games.five_x.cards import CARD, CARDS, LETTERS, NO_CARD
from microciv.games.five_x.observation import FiveXObservation, SeatSeen
from microciv.games.five_x.phases import IN_STACK, PASS, PHASES, REMOVED, steps_after
from microciv.games.five_x.setup import LEADERS_EACH
from microciv.games.five_x.state import FiveXState

if TYPE_CHECKING:
    from microciv.games.five_x.game import FiveXGame


def redeal(game: FiveXGame, seen: FiveXObservation, rng: Rng) -> FiveXState:
    """A quiet state that looks like `seen` from its seat; each deal that fits is as likely."""
    table = seen.table
    hands = [pile_from(seat.basics) | pile_from(seat.known) for seat in table]
    hidden = [seat.leaders - len(seat.known) for seat in table]
    piles = [pile_from(seat.pile) for seat in table]
    named = ZonesSeen((*hands, *piles, 0), (*hidden, *[0] * len(table), seen.aside))
    secret = game.leaders & ~pile_from(tuple([seat.played for seat in table if seat.played]))
    state = FiveXState(game, zones_from(named, game.owners, CARDS, secret, rng))
    state.quiet = True
    state.round = seen.round
    state.resources = [seat.resources for seat in table]
    state.played = [CARD.get(seat.played, NO_CARD) for seat in table]
    state.previous = [CARD.get(seat.previous, NO_CARD) for seat in table]
    state.bids = [seat.bid for seat in table]
    state.owner = owners_of(game, seen)
    state.passed = [NO_CARD] * len(table)
    phase = PHASES.index(seen.phase)
    if game.pool and phase != PASS:
        share_passes(state, seen, rng)
    share_knowledge(state, seen)
    state.built = pending_bonus(state)
    state.plan_anew(steps_after(game.round_steps, phase))
    state.ask_again(phase, seen)
    return state


def owners_of(game: FiveXGame, seen: FiveXObservation) -> list[int]:
    """Whose each Wonder is."""
    owner = [IN_STACK] * game.rounds
    for letter in seen.removed:
        owner[LETTERS.index(letter)] = REMOVED
    for seat, other in enumerate(seen.table):
        for letter in other.wonders:
            owner[LETTERS.index(letter)] = seat
    return owner


def pending_bonus(state: FiveXState) -> CardSet:
    """The current Wonder, if it has been built but the round is not cleaned up yet."""
    if state.played[0] != NO_CARD and state.owner[state.current()] >= 0:
        return card_set([state.current()])
    return 0


def share_passes(state: FiveXState, seen: FiveXObservation, rng: Rng) -> None:
    """Who passed which leader, and who therefore knows where it is (5X-13)."""
    seats = state.seats
    for giver in range(seats):
        receiver = (giver + 1) % seats
        if giver == seen.seat:
            leader = CARD.get(seen.passed, NO_CARD)
        elif receiver == seen.seat:
            leader = CARD.get(seen.received, NO_CARD)
        else:
            leader = any_of_two(leaders_had(state, seen.table[receiver], receiver), rng)
        state.passed[giver] = leader
        if leader != NO_CARD and state.zones.has(receiver, leader):
            state.zones.known[leader] |= SEAT_BIT[giver]


def share_knowledge(state: FiveXState, seen: FiveXObservation) -> None:
    """A leader that the seat can name, but not everybody, is known to its holder and giver."""
    for seat, other in enumerate(seen.table):
        for name in other.known:
            if name not in other.shown:
                leader, giver = CARD[name], (seat - 1) % state.seats
                knows = SEAT_BIT[giver] if state.passed[giver] == leader else 0
                state.zones.known[leader] = SEAT_BIT[seat] | knows


def leaders_had(state: FiveXState, seat: SeatSeen, receiver: Seat) -> list[Card]:
    """The leaders that a seat may have begun with: those in hand that nobody showed, then those
    it has played.
    """
    game = state.game
    hidden = state.hand_of(receiver) & game.leaders & ~pile_from(seat.shown)
    played = pile_from(seat.pile) | (pile_from((seat.played,)) if seat.played else 0)
    return cards_in(hidden) + cards_in(played & game.leaders)


def any_of_two(leaders: list[Card], rng: Rng) -> Card:
    """One of the first two, each as likely."""
    pick = rng.below(LEADERS_EACH)
    return leaders[pick] if pick < len(leaders) else NO_CARD


def pile_from(names: tuple[str, ...]) -> CardSet:
    """The set of the cards of these names."""
    return card_set([CARD[name] for name in names])
