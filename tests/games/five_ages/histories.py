"""Every way in which the cards may lie, by playing all histories that fit what was seen.

A second reading of B.6, for the tests: slow, and only of which worlds there are, not how likely.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from microciv.games.five_ages.views.observation import AgeSeen, AttackSeen, FiveAgesObservation

JOKER: Final = "Jk"


class Piles(NamedTuple):
    """A seat: its cards that somebody has seen, by name, and how many others."""

    hand: tuple[str, ...]
    more_hand: int
    civ: tuple[str, ...]
    more_civ: int


World: TypeAlias = tuple[Piles, ...]


def worlds(
    seen: FiveAgesObservation, *, told: bool, war_first: bool, forbidden: bool
) -> set[World]:
    """How everybody's cards may lie. Exchanges are `told` or not; a Joker may be `forbidden`."""
    first = seen.past[0]
    found = {
        tuple(
            Piles(
                (), first.kept[seat] + len([card for card in first.laid[seat] if card]), (), built
            )
            for seat, built in enumerate(first.built)
        )
    }
    for age in seen.past:
        for seat, row in enumerate(age.laid):
            for card in filter(None, row):
                found = {after for world in found for after in laid(world, seat, card)}
        if not war_first:
            found = set(swapped(found, age))
        before = found
        found = {after for world in before for after in war(world, age.attacks)}
        if war_first:
            found = set(swapped(found, age))
        if age.over:
            for seat in range(len(age.kept)):
                exchanges = (seat in age.exchanged,) if told else (False, True)
                robbed = [a for a in age.attacks if a.target == seat and not a.void]
                found = {
                    after
                    for world in found
                    for after in built_up(world, seat, 1 + len(robbed), exchanges, forbidden)
                }
            if age.round < 5:
                found = {tuple(drawn(piles) for piles in world) for world in found}
    return {tuple(without_row(seen, seat, piles) for seat, piles in enumerate(w)) for w in found}


def change(world: World, seat: int, piles: Piles) -> World:
    """The world with other piles of a seat."""
    return (*world[:seat], piles, *world[seat + 1 :])


def plus(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    return tuple(sorted([*cards, card]))


def minus(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    rest = list(cards)
    rest.remove(card)
    return tuple(rest)


def drawn(piles: Piles) -> Piles:
    return piles._replace(more_hand=piles.more_hand + 1)


def laid(world: World, seat: int, card: str) -> Iterator[World]:
    """A card of the row: one that was seen before, or one of the others in hand. A Joker goes."""
    own = world[seat]
    if card in own.hand:
        left = minus(own.hand, card) if card == JOKER else own.hand
        yield change(world, seat, own._replace(hand=left))
    seen_before = [card in piles.hand + piles.civ for piles in world]
    if own.more_hand and (card == JOKER or not any(seen_before)):
        named = own.hand if card == JOKER else plus(own.hand, card)
        yield change(world, seat, own._replace(hand=named, more_hand=own.more_hand - 1))


def war(world: World, attacks: tuple[AttackSeen, ...]) -> Iterator[World]:
    """All thefts at once, and the draws."""
    found = [world]
    for attack in attacks:
        if attack.void:
            found = [change(w, attack.seat, drawn(w[attack.seat])) for w in found]
        else:
            found = [after for w in found for after in robbed(w, world, attack)]
    yield from found


def robbed(world: World, before: World, attack: AttackSeen) -> Iterator[World]:
    """One theft: of a card that was seen, or another; the victim draws."""
    victim, thief = attack.target, attack.seat
    civ = before[victim].civ
    for card in set(civ):
        if attack.stolen in ("", card):
            losing = world[victim]._replace(civ=minus(world[victim].civ, card))
            after = change(world, victim, drawn(losing))
            gaining = after[thief]._replace(hand=plus(after[thief].hand, card))
            yield change(after, thief, gaining)
    if before[victim].more_civ == 0:
        return
    losing = world[victim]._replace(more_civ=world[victim].more_civ - 1)
    after = change(world, victim, drawn(losing))
    if attack.stolen == "":
        yield change(after, thief, drawn(after[thief]))
    elif attack.stolen == JOKER or not any(attack.stolen in p.hand + p.civ for p in world):
        gaining = after[thief]._replace(hand=plus(after[thief].hand, attack.stolen))
        yield change(after, thief, gaining)


def swapped(found: Iterable[World], age: AgeSeen) -> Iterator[World]:
    """The swaps of the round."""
    for each in found:
        world = each
        for swap in age.swaps:
            one, other = world[swap.seat], world[swap.other]
            one = one._replace(hand=plus(minus(one.hand, swap.given), swap.got))
            other = other._replace(hand=plus(minus(other.hand, swap.got), swap.given))
            world = change(change(world, swap.seat, one), swap.other, other)
        yield world


def built_up(
    world: World, seat: int, count: int, exchanges: tuple[bool, ...], forbidden: bool
) -> Iterator[World]:
    """Any cards of the hand are placed; then one is exchanged for an old one, or none."""
    own = world[seat]
    for entering in entries(own, count, forbidden):
        placed = entered(own, entering)
        if False in exchanges:
            yield change(world, seat, placed)
        if True in exchanges:
            for another in entries(placed, 1, forbidden):
                both = entered(placed, another)
                for old in set(own.civ):
                    back = both._replace(hand=plus(both.hand, old), civ=minus(both.civ, old))
                    yield change(world, seat, back)
                if own.more_civ:
                    back = both._replace(more_hand=both.more_hand + 1, more_civ=both.more_civ - 1)
                    yield change(world, seat, back)


def entries(piles: Piles, count: int, forbidden: bool) -> Iterator[tuple[str, ...]]:
    """So many cards of a hand; "" for one that nobody has seen."""
    hand = [card for card in piles.hand if not (forbidden and card == JOKER)]
    unseen = [""] * min(piles.more_hand, count)
    yield from set(combinations([*hand, *unseen], count))


def entered(piles: Piles, cards: tuple[str, ...]) -> Piles:
    """These cards go from the hand into the civilization."""
    hand, civ = piles.hand, piles.civ
    for card in filter(None, cards):
        hand, civ = minus(hand, card), plus(civ, card)
    unseen = cards.count("")
    return Piles(hand, piles.more_hand - unseen, civ, piles.more_civ + unseen)


def without_row(seen: FiveAgesObservation, seat: int, piles: Piles) -> Piles:
    """The piles without the cards that lie open."""
    row = {seen.table[seat].left, seen.table[seat].right}
    return piles._replace(hand=tuple([card for card in piles.hand if card not in row]))
