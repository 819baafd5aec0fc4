"""Dealing again what a seat does not know: only leaders in other hands, and those set aside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.cards import EMPTY, Card, CardSet, card_set, cards_in, minus, plus, size
from microciv.core.moves import EVERYBODY, SEAT_BIT, Seat
from microciv.core.rng import Rng
from microciv.core.zones import ZonesSeen, zones_from
from microciv.games.five_x.cards import CAESAR, CARD, CARDS, LETTERS, NO_CARD
from microciv.games.five_x.rules.phases import IN_STACK, PASS, PHASES, REMOVED, steps_after
from microciv.games.five_x.rules.setup import LEADERS_EACH
from microciv.games.five_x.rules.state import FiveXState
from microciv.games.five_x.views.observation import FiveXObservation

if TYPE_CHECKING:
    from microciv.games.five_x.game import FiveXGame

CAESARS: Final = card_set([CAESAR])  # he himself is never fetched (5X-85)


def redeal(game: FiveXGame, seen: FiveXObservation, rng: Rng) -> FiveXState:
    """A quiet state that looks like `seen` from its seat; each deal that fits is as likely."""
    table = seen.table
    hands = [pile_from(seat.basics) | pile_from(seat.known) for seat in table]
    hidden = [seat.leaders - len(seat.known) for seat in table]
    piles = [pile_from(seat.pile) for seat in table]
    named = ZonesSeen((*hands, *piles, 0), (*hidden, *[0] * len(table), seen.aside))
    secret = game.leaders & ~pile_from(tuple([seat.played for seat in table if seat.played]))
    zones = zones_from(named, game.owners, CARDS, secret, rng, EVERYBODY)  # see `share_knowledge`
    state = FiveXState(game, zones)
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
    state.reschedule(steps_after(game.round_steps, phase))
    state.ask_again(phase, seen)
    return state


def owners_of(game: FiveXGame, seen: FiveXObservation) -> list[int]:
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
    began = first_leaders(state, seen, rng)
    for giver in range(seats):
        receiver = (giver + 1) % seats
        if giver == seen.seat:
            leader = CARD.get(seen.passed, NO_CARD)
        elif receiver == seen.seat:
            leader = CARD.get(seen.received, NO_CARD)
        else:
            leader = any_of(began[receiver], rng)
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


def first_leaders(state: FiveXState, seen: FiveXObservation, rng: Rng) -> list[CardSet]:
    """The leaders with which each seat began, the passed one among them. What the seat passed and
    received it knows; else they lie at their seat still, but for what Caesar has carried away.
    """
    began = [state.leaders_at(seat) for seat in range(state.seats)]
    told = EMPTY
    if seen.seat < state.seats:
        left = (seen.seat + 1) % state.seats
        told = began_at(began, seen.passed, left) | began_at(began, seen.received, seen.seat)
    for seat in range(state.seats):
        while size(began[seat]) > LEADERS_EACH:
            robbed = poorest(began)
            carried = began[seat] & ~(told | CAESARS | hidden_from_all(state, seen, seat))
            if size(began[robbed]) >= LEADERS_EACH or not carried:
                break  # in positions laid by hand
            leader = any_of(carried, rng)
            began[seat] = minus(began[seat], leader)
            began[robbed] = plus(began[robbed], leader)
    return began


def began_at(began: list[CardSet], name: str, seat: Seat) -> CardSet:
    """Add this leader to those of the seat, wherever it is now; returns a set of it alone."""
    if not name:
        return EMPTY
    leader = CARD[name]
    for other in range(len(began)):
        began[other] = minus(began[other], leader)
    began[seat] = plus(began[seat], leader)
    return card_set([leader])


def hidden_from_all(state: FiveXState, seen: FiveXObservation, seat: Seat) -> CardSet:
    """The leaders in hand that nobody has shown: Caesar did not carry those (5X-94)."""
    return state.hand_of(seat) & state.game.leaders & ~pile_from(seen.table[seat].shown)


def poorest(began: list[CardSet]) -> Seat:
    seat = 0
    for other in range(len(began)):
        if size(began[other]) < size(began[seat]):
            seat = other
    return seat


def any_of(leaders: CardSet, rng: Rng) -> Card:
    """One of them, all equally likely; NO_CARD if there are none."""
    return cards_in(leaders)[rng.below(size(leaders))] if leaders else NO_CARD


def pile_from(names: tuple[str, ...]) -> CardSet:
    return card_set([CARD[name] for name in names])
