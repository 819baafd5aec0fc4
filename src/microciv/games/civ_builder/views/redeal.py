"""Dealing again what a seat does not know, so that it agrees with all that the seat has seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.moves import NOBODY, SEAT_BIT, Seat
from microciv.core.rng import Rng
from microciv.games.civ_builder.cards import CIVS, KIND, bag_from
from microciv.games.civ_builder.moves import ANY
from microciv.games.civ_builder.rules.layout import tasks_after
from microciv.games.civ_builder.rules.market import Market
from microciv.games.civ_builder.rules.phases import OVER, PHASES
from microciv.games.civ_builder.rules.state import CivBuilderState
from microciv.games.civ_builder.rules.trade import Deal
from microciv.games.civ_builder.views.chances import can_meld, with_meld
from microciv.games.civ_builder.views.observation import CivBuilderObservation, DealSeen
from microciv.games.civ_builder.views.sights import views
from microciv.hidden.bags import NONE, ONE, Bag, at, bag_of, holds, less, size
from microciv.hidden.memory import HOLD, Knowledge, Told, recalled
from microciv.hidden.world_search import find_ways
from microciv.hidden.worlds import World, deal_out, sure_world

if TYPE_CHECKING:
    from microciv.games.civ_builder.game import CivBuilderGame

TRIES: Final = 2  # searches abandoned before the facts are dropped
FREELY_DRAWN: Final = 6  # worlds, before one is made in which the seat can meld
MOST_DRAWN: Final = 12  # before the facts are dropped
LEAST_WILLING: Final = 2  # if the proposer is asked to choose


def redeal(game: CivBuilderGame, seen: CivBuilderObservation, rng: Rng) -> CivBuilderState:
    state = CivBuilderState(game)
    state.quiet = True
    state.rng = Rng(rng.below(2**31))
    lay_table(state, seen)
    world = world_of(state, seen, rng)
    state.hands = world.known[:]
    state.deck = world.deck
    lay_deals(state, seen, rng)
    share_memory(state, seen)
    phase = PHASES.index(seen.phase)
    if phase == OVER:
        state.finish()
    else:
        state.reschedule(tasks_after(state, phase, seen.asked[0], seen.scholars))
        state.ask_again(phase, seen)
    return state


def lay_table(state: CivBuilderState, seen: CivBuilderObservation) -> None:
    state.round = seen.round
    state.order = list(seen.order)
    state.acting = seen.acting
    state.melds = seen.melds
    state.melded = bag_from(seen.melded)
    state.action = KIND[seen.action] if seen.action else NOBODY
    state.target = seen.target
    state.trading = seen.trading
    state.pass_number = seen.pass_number
    state.proposed = seen.proposed
    state.discard = bag_of(
        [kind for kind, number in enumerate(seen.discard) for _card in range(number)]
    )
    state.start_scores = list(seen.round_scores)
    state.chart = list(seen.chart)
    state.scores_in = [score for other in seen.table for score in other.scores]
    state.sources = [points for other in seen.table for _source, points in other.sources]
    for seat, other in enumerate(seen.table):
        state.civs[seat] = CIVS.index(other.civ) if other.civ else NOBODY
        state.points[seat] = other.points
        if other.sees_all:
            state.viewers |= SEAT_BIT[seat]
    if seen.phase == "study":
        state.looked = min(state.game.sheet.science_looks, seen.deck)


def world_of(state: CivBuilderState, seen: CivBuilderObservation, rng: Rng) -> World:
    """A way in which it may have come, with every card settled. Where the proposer chooses, some
    have been willing: those that the seat does not know of are drawn and added. Who is asked for a
    meld can make one: worlds are drawn until one is such; where that is rare, its hand is so dealt.
    """
    melds = seen.phase == "meld" and seen.seat != seen.acting
    given_up = drawn = 0
    while given_up < TRIES and drawn < MOST_DRAWN:
        state.willing = list(seen.willing)
        facts = [*seen.past.facts, *may_be_willing(seen, state.willing, rng)]
        world = find_ways(seen.past, facts, state.game.sheet.deck, rng)
        if world is None:
            given_up += 1
            continue
        drawn += 1
        if melds and drawn > FREELY_DRAWN:
            world = with_meld(state, world, rng)
        else:
            deal_out(world, rng)
        if world is not None and (not melds or can_meld(state, world)):
            return world
    state.willing = list(seen.willing)
    sizes = [other.hand for other in seen.table]
    sure = sure_world(recalled(seen.past), sizes, state.game.sheet.deck, state.discard)
    dealt = with_meld(state, sure, rng) if melds else None
    if dealt is not None:
        return dealt
    deal_out(sure, rng)
    return sure


def may_be_willing(seen: CivBuilderObservation, willing: list[Seat], rng: Rng) -> list[Told]:
    """Draw others to be willing: all know that at least two are, and so hold what is wanted."""
    if seen.phase != "choose" or seen.seat == seen.deals[0].seat:
        return []
    deal = seen.deals[0]
    wanted = bag_from(deal.wanted)
    others = [
        seat
        for seat, other in enumerate(seen.table)
        if seat not in (seen.seat, deal.seat)
        and size(less(wanted, bag_from(other.known))) <= other.hand - len(other.known)
    ]
    rng.shuffle(others)
    drawn = others[: max(0, LEAST_WILLING - len(willing))]
    willing += drawn
    willing.sort()
    return [Told(HOLD, seat, -1, wanted, NONE, len(deal.wanted), 0, 0) for seat in drawn]


def lay_deals(state: CivBuilderState, seen: CivBuilderObservation, rng: Rng) -> None:
    """Offers that stand; those that the seat may not read ask for and give anything there is."""
    if seen.ticks:
        offers: list[list[Deal]] = [[] for _seat in range(state.seats)]
        for deal in seen.deals:
            offers[deal.seat].append(read_deal(state, deal, rng))
        state.market = Market(seen.ticks, list(seen.ready), offers)
    elif seen.deals:
        state.deal = read_deal(state, seen.deals[0], rng)
    if seen.phase == "choose":
        state.willing = [
            seat for seat in state.willing if holds(state.hands[seat], state.deal.wanted)
        ]


def read_deal(state: CivBuilderState, deal: DealSeen, rng: Rng) -> Deal:
    """An offer as it is told, or as it might be."""
    other = ANY if deal.target == NOBODY else deal.target
    if deal.open:
        return Deal(deal.seat, other, bag_from(deal.given), bag_from(deal.wanted))
    asked = [other] if other != ANY else [seat for seat in range(state.seats) if seat != deal.seat]
    return Deal(
        deal.seat, other, one_of(state.hands[deal.seat], rng), one_of(state.hands[asked[0]], rng)
    )


def one_of(hand: Bag, rng: Rng) -> Bag:
    if hand == NONE:
        return NONE
    return ONE[at(hand, rng.below(size(hand)))]


def share_memory(state: CivBuilderState, seen: CivBuilderObservation) -> None:
    """The seat remembers what it did; the others know their own hands."""
    sizes = [size(hand) for hand in state.hands]
    state.knowledge = Knowledge(state.seats, state.game.sheet.deck)
    state.knowledge.resume(seen.seat, seen.past, views(state), sizes, state.discard)
