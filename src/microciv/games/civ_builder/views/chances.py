"""Hands for a seat that is asked for a meld, re-dealt for an observer who does not see its hand.
Such a hand can make a meld (CB-49), and each that can comes up in proportion to its chance among
all hands.

A hand can make one if it contains one of the smallest melds. So one of these is drawn, as often as
it would be dealt, and then the other cards. A hand that contains k of them would come up k times as
often as it should, so it is kept with a probability of 1/k (rejection sampling).
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Final

from microciv.core.moves import Seat
from microciv.core.rng import Rng
from microciv.games.civ_builder.cards import ATTRIBUTES, DISASTER, LEADER, SEAFARING
from microciv.games.civ_builder.moves import DISASTERS, LEADERS, NATURALS, SEAS
from microciv.games.civ_builder.rules.melds import Limits, limits_of, may_go_on
from microciv.hidden.bags import NONE, Bag, Kind, count, holds, kinds_in, less, several, size
from microciv.hidden.world_search import sub_bags
from microciv.hidden.worlds import World, deal_out

if TYPE_CHECKING:
    from microciv.games.civ_builder.rules.state import CivBuilderState

TRIES: Final = 100  # hands, before one is kept however often it comes up
GRAIN: Final = 2**30  # of random fractions


def can_meld(state: CivBuilderState, world: World) -> bool:
    """Has the seat whose turn it is a legal meld in this world?"""
    state.hands = world.known[:]
    return may_go_on(state, state.acting)


def with_meld(state: CivBuilderState, world: World, rng: Rng) -> World | None:
    """The world with every card dealt out, so that the seat whose turn it is can meld; None if it
    never can.
    """
    seat = state.acting
    wanted = least_melds(state, world)
    ways = [way for cards in wanted for way in ways_to_hold(world, seat, cards)]
    if not ways:
        return None
    chances = [chance(world, seat, cards, from_old) for cards, from_old in ways]
    dealt = world
    for _try in range(TRIES):
        cards, from_old = ways[pick(chances, rng)]
        dealt = world.clone()
        dealt.settle(seat, cards, from_old)
        deal_out(dealt, rng)
        if rng.below(times(dealt.known[seat] - world.known[seat], wanted)) == 0:
            break
    return dealt


def least_melds(state: CivBuilderState, world: World) -> list[Bag]:
    """All that the hand may need for a meld beside the cards that are known; nothing, if they are
    enough.
    """
    seat = state.acting
    known = world.known[seat]
    state.hands[seat] = known + world.old_pool + world.new_pool
    limits = limits_of(state, seat)
    needed: dict[Bag, None] = {}
    for attribute in range(ATTRIBUTES):
        if limits.most(attribute):
            for meld in melds_of(limits, attribute):
                needed[less(meld, known)] = None
    return [NONE] if NONE in needed else list(needed)


def melds_of(limits: Limits, attribute: Kind) -> list[Bag]:
    """The melds of the attribute that have no card too many."""
    highs = limits.highs(attribute)
    melds: list[Bag] = []
    for leaders in range(highs[LEADERS] + 1):
        for disasters in range(highs[DISASTERS] + 1):
            for seas in range(highs[SEAS] + 1):
                natural = limits.least - leaders - disasters - seas
                if limits.natural <= natural <= highs[NATURALS]:
                    wild = several(LEADER, leaders) + several(DISASTER, disasters)
                    melds.append(several(attribute, natural) + several(SEAFARING, seas) + wild)
    return melds


def ways_to_hold(world: World, seat: Seat, cards: Bag) -> list[tuple[Bag, Bag]]:
    """The cards, with each part of them that may come from the old pool."""
    number = size(cards)
    low, high = max(0, number - world.new[seat]), min(number, world.old[seat])
    return [
        (cards, part)
        for old in range(low, high + 1)
        for part in sub_bags(cards, old)
        if holds(world.old_pool, part) and holds(world.new_pool, cards - part)
    ]


def chance(world: World, seat: Seat, cards: Bag, from_old: Bag) -> float:
    """How often the cards come up among the unknown ones of the hand, each copy for itself."""
    return share(world.old_pool, world.old[seat], from_old) * share(
        world.new_pool, world.new[seat], cards - from_old
    )


def share(pool: Bag, drawn: int, cards: Bag) -> float:
    """How often they come up among this many of the pool."""
    found = float(choices(pool, cards))
    whole = size(pool)
    for index in range(size(cards)):
        found *= (drawn - index) / (whole - index)
    return found


def choices(bag: Bag, cards: Bag) -> int:
    """In how many ways these cards can be chosen from the bag, each copy for itself."""
    ways = 1
    for kind in kinds_in(cards):
        ways *= comb(count(bag, kind), count(cards, kind))
    return ways


def times(hand: Bag, wanted: list[Bag]) -> int:
    """How often the hand comes up."""
    return min(GRAIN, sum([choices(hand, cards) for cards in wanted]))


def pick(chances: list[float], rng: Rng) -> int:
    """A random index, each as likely as its number says."""
    left = sum(chances) * rng.below(GRAIN) / GRAIN
    for index, part in enumerate(chances):
        left -= part
        if left < 0:
            return index
    return len(chances) - 1
