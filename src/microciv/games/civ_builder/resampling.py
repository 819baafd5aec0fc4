"""Dealing again what a seat does not know, so that it agrees with all that the seat has seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.bags import NONE, ONE, Bag, at, bag_of, holds, less, size
from microciv.core.moves import NOBODY, SEAT_BIT, Seat
from microciv.core.rng import Rng
from microciv.games.civ_builder.cards import ALL, CIVS, KIND, SCIENCE_LOOKS, bag_from
from microciv.games.civ_builder.layout import tasks_after
from microciv.games.civ_builder.market import Market
from microciv.games.civ_builder.memory import HOLD, Base, Memory, Told, now, reader, told_again
from microciv.games.civ_builder.moves import ANY
from microciv.games.civ_builder.observation import UNKNOWN, CivBuilderObservation, DealSeen
from microciv.games.civ_builder.phases import OVER, PHASES
from microciv.games.civ_builder.state import CivBuilderState
from microciv.games.civ_builder.trade import Deal
from microciv.games.civ_builder.walks import Walk
from microciv.games.civ_builder.worlds import OLD, World, deal_out

if TYPE_CHECKING:
    from microciv.games.civ_builder.game import CivBuilderGame

TRIES: Final = 2  # before the facts are let go
LEAST_WILLING: Final = 2  # if the proposer is asked to choose


def redeal(game: CivBuilderGame, seen: CivBuilderObservation, rng: Rng) -> CivBuilderState:
    """A quiet state that looks like `seen` from its seat."""
    state = CivBuilderState(game)
    state.quiet = True
    state.rng = Rng(rng.below(2**31))
    lay_table(state, seen)
    state.willing = list(seen.willing)
    world = find_world(seen, state.willing, rng)
    state.hands = world.known[:]
    state.deck = world.deck
    lay_deals(state, seen, rng)
    share_memory(state, seen)
    phase = PHASES.index(seen.phase)
    if phase == OVER:
        state.finish()
    else:
        state.agenda = tasks_after(state, phase, seen.asked[0], seen.scholars)
        state.ask_again(phase, seen)
    return state


def lay_table(state: CivBuilderState, seen: CivBuilderObservation) -> None:
    """All that lies open."""
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
    state.looked = looked_at(seen)


def looked_at(seen: CivBuilderObservation) -> int:
    """How many cards of the deck are looked at."""
    return min(SCIENCE_LOOKS, seen.deck) if seen.phase == "study" else 0


def find_world(seen: CivBuilderObservation, willing: list[Seat], rng: Rng) -> World:
    """A way in which it may have come, with every card settled. Where the proposer chooses, some
    have been willing: those that the seat does not know of are drawn and added to `willing`.
    """
    known = willing[:]
    for _try in range(TRIES):
        willing[:] = known
        facts = [*seen.past.facts, *may_be_willing(seen, willing, rng)]
        walk = Walk(seen.past, facts, rng)
        world = walk.find() or walk.find_loosely()
        if world is not None:
            deal_out(world, rng)
            return world
    willing[:] = known
    return bare_world(seen, rng)


def may_be_willing(seen: CivBuilderObservation, willing: list[Seat], rng: Rng) -> list[Told]:
    """That at least two are, and so hold what is wanted, is known to all."""
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
    return [(HOLD, seat, -1, wanted, NONE, len(deal.wanted), 0, 0) for seat in drawn]


def bare_world(seen: CivBuilderObservation, rng: Rng) -> World:
    """What is known for certain, and the rest at random: where no search ends in time."""
    world = World(len(seen.table))
    top = [KIND[name] if name != UNKNOWN else OLD for name in seen.top]
    world.deck = top + [OLD] * (seen.deck - len(top))
    pool = less(ALL, bag_of([card for card in top if card >= 0]))
    for kind, number in enumerate(seen.discard):
        pool = less(pool, bag_of([kind] * number))
    for seat, other in enumerate(seen.table):
        world.known[seat] = bag_from(other.known)
        world.old[seat] = other.hand - len(other.known)
        pool = less(pool, world.known[seat])
    world.old_pool = pool
    deal_out(world, rng)
    return world


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
    """A card of the hand."""
    if hand == NONE:
        return NONE
    return ONE[at(hand, rng.below(size(hand)))]


def share_memory(state: CivBuilderState, seen: CivBuilderObservation) -> None:
    """The seat remembers what it did; the others know their own hands."""
    state.facts = [told_again(fact) for fact in seen.past.facts]
    facts = len(state.facts)
    sizes = [size(hand) for hand in state.hands]
    state.bases, state.memories = [], []
    for place in range(state.seats + 1):
        known = now(state, place, facts)
        state.memories.append(known)
        state.bases.append(Base(known, sizes, NONE, state.discard, facts))
    own = reader(state.seats, seen.seat)
    past = seen.past
    known = Memory(list(past.hands), list(past.deck), past.left, 0)
    state.memories[own] = known
    state.bases[own] = Base(known, list(past.sizes), past.fresh, past.discard, 0)
