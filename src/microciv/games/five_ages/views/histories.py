"""What one seat may have built, given what was seen of it: how many ways, and one of them.

Nobody sees what is built, but every row tells something of it later. A *world* is one way a seat's
cards may lie: which of its named cards are in hand and which in its civilization, and how many
others. Ways are counted back from the end, so that each history that fits is drawn as often.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Final, final

from mypy_extensions import mypyc_attr

from microciv.core.cards import EMPTY, CardSet, card_set, cards_in, minus, plus, size
from microciv.core.large import product
from microciv.core.moves import Seat
from microciv.core.rng import Rng
from microciv.games.five_ages.cards import ALL_ORDINARY, JOKERS
from microciv.games.five_ages.rules.memory import Age

if TYPE_CHECKING:
    from microciv.games.five_ages.game import FiveAgesGame

# Kinds of changes.
LAY: Final = 1
LOSE: Final = 2
GAIN: Final = 3
GIVE: Final = 4
BUILD: Final = 5

NOT_EXCHANGED: Final = 0
EXCHANGED: Final = 1
MAYBE_EXCHANGED: Final = 2


@final
@mypyc_attr(acyclic=True)
class Change:
    """Something that happened to the cards of a seat: to named ones, and to a number of others."""

    def __init__(self, kind: int, named: CardSet, others: int = 0) -> None:
        self.kind = kind
        self.named = named
        self.others = others
        self.fresh: CardSet = EMPTY
        self.gone: CardSet = EMPTY
        self.exchanged = NOT_EXCHANGED


def lay(named: CardSet, fresh: CardSet, gone: CardSet, others: int) -> Change:
    """A row of cards that had a name before and `fresh` ones that get it now; of the Jokers in it,
    the named ones that are `gone`, and a number of others.
    """
    change = Change(LAY, named | gone, size(fresh) + others)
    change.fresh, change.gone = fresh, gone
    return change


def lose(named: CardSet) -> Change:
    return Change(LOSE, named)


def gain(named: CardSet, others: int) -> Change:
    return Change(GAIN, named, others)


def give(given: CardSet, got: CardSet) -> Change:
    """A card of the row for another's."""
    change = Change(GIVE, given)
    change.fresh = got
    return change


def build(placed: int, exchanged: int) -> Change:
    """Cards are placed, and perhaps one is exchanged."""
    change = Change(BUILD, EMPTY, placed)
    change.exchanged = exchanged
    return change


@final
@mypyc_attr(acyclic=True)
class World:
    """The named cards in hand and in the civilization, and how many others are in each."""

    def __init__(self, hand: CardSet, civ: CardSet, more_hand: int, more_civ: int) -> None:
        self.hand = hand
        self.civ = civ
        self.more_hand = more_hand
        self.more_civ = more_civ

    def key(self) -> tuple[int, int, int, int]:
        """What makes worlds equal."""
        return self.hand, self.civ, self.more_hand, self.more_civ


Way = tuple[World, int]  # what may come of a change, and in how many ways


@final
class Histories:
    """All that may have happened at one seat."""

    def __init__(self, game: FiveAgesGame, changes: list[Change]) -> None:
        self._no_joker_in_civ = game.no_joker_in_civ
        self._changes = changes
        self._counted: dict[tuple[int, int, int, int, int], int] = {}
        self._here: CardSet = EMPTY
        self._shown: CardSet = EMPTY
        self._jokers = 0

    def reveal(self, here: CardSet, shown: CardSet, jokers: int) -> None:
        """At the end of the match: the seat's civilization, with how many of its named Jokers, and
        all cards that are seen.
        """
        self._here = here
        self._shown = shown
        self._jokers = jokers

    def ways(self, world: World, done: int = 0) -> int:
        """In how many ways can the changes that are not done yet have happened?"""
        if done == len(self._changes):
            return 1 if self._is_shown(world) else 0
        key = (*world.key(), done)
        count = self._counted.get(key)
        if count is None:
            count = 0
            for after, times in self._after(world, self._changes[done]):
                count += product(times, self.ways(after, done + 1))
            self._counted[key] = count
        return count

    def ends(self, world: World) -> list[World]:
        """Every way the cards may lie in the end."""
        worlds = {world.key(): world}
        for change in self._changes:
            after: dict[tuple[int, int, int, int], World] = {}
            for before in worlds.values():
                for follower, _times in self._after(before, change):
                    after[follower.key()] = follower
            worlds = after
        return list(worlds.values())

    def draw(self, world: World, rng: Rng) -> World:
        """Where the cards are in the end, in one history of those that fit, each as likely."""
        for done, change in enumerate(self._changes):
            choices = self._after(world, change)
            weights = [product(times, self.ways(after, done + 1)) for after, times in choices]
            world = choices[pick(weights, rng)][0]
        return world

    def _is_shown(self, world: World) -> bool:
        """Does it agree with what is shown in the end, if anything is?"""
        if not self._shown:
            return True
        hand, civ = world.hand & ALL_ORDINARY, world.civ & ALL_ORDINARY
        jokers = size(world.civ & JOKERS)
        return civ & ~self._here == EMPTY and hand & self._shown == EMPTY and jokers == self._jokers

    def _after(self, world: World, change: Change) -> list[Way]:
        hand, civ, named, others = world.hand, world.civ, change.named, change.others
        more_hand, more_civ = world.more_hand, world.more_civ
        if change.kind == LAY:
            if named & ~hand or more_hand < others:
                return []
            after = World((hand & ~change.gone) | change.fresh, civ, more_hand - others, more_civ)
            return [(after, comb(more_hand, others))]
        if change.kind == LOSE:
            if named:
                lost = World(hand, civ & ~named, more_hand, more_civ)
                return [(lost, 1)] if civ & named else []
            return [(World(hand, civ, more_hand, more_civ - 1), more_civ)] if more_civ else []
        if change.kind == GAIN:
            return [(World(hand | named, civ, more_hand + others, more_civ), 1)]
        if change.kind == GIVE:
            return [(World((hand & ~named) | change.fresh, civ, more_hand, more_civ), 1)]
        return self._after_building(world, change)

    def _after_building(self, world: World, change: Change) -> list[Way]:
        """Place this many cards, then exchange one that was there before, or not."""
        entering = change.others
        found: list[Way] = []
        if change.exchanged != EXCHANGED:
            for into, others, times in self._entries(world, entering):
                found.append((entered(world, into, others), times))
        if change.exchanged != NOT_EXCHANGED:
            for into, others, times in self._entries(world, entering + 1):
                after = entered(world, into, others)
                for card in cards_in(world.civ):
                    hand, civ = plus(after.hand, card), minus(after.civ, card)
                    found.append((World(hand, civ, after.more_hand, after.more_civ), times))
                if world.more_civ:
                    swapped = World(after.hand, after.civ, after.more_hand + 1, after.more_civ - 1)
                    found.append((swapped, product(times, world.more_civ)))
        return found

    def _entries(self, world: World, count: int) -> list[tuple[CardSet, int, int]]:
        """The cards that may go into the civilization together: named ones, how many others, and in
        how many ways. Which of them was exchanged in makes no difference.
        """
        named = world.hand & ~JOKERS if self._no_joker_in_civ else world.hand
        found: list[tuple[CardSet, int, int]] = []
        for into in subsets(cards_in(named), count):
            others = count - len(into)
            if others <= world.more_hand:
                found.append((card_set(into), others, comb(world.more_hand, others)))
        return found


def fits(world: World, held: CardSet, civ: CardSet, named: CardSet, waiting: int) -> bool:
    """Do the cards lie so, as far as they are named? `waiting` Jokers lie in the row still."""
    return (
        world.hand & ALL_ORDINARY == held & named
        and world.civ & ALL_ORDINARY == civ & named
        and size(world.hand) + world.more_hand == size(held) - waiting
        and size(world.civ) + world.more_civ == size(civ)
        and size(world.hand & JOKERS) <= size(held & JOKERS) - waiting
        and size(world.civ & JOKERS) <= size(civ & JOKERS)
    )


def entered(world: World, into: CardSet, others: int) -> World:
    """The world after these cards have gone from the hand into the civilization."""
    return World(
        world.hand & ~into, world.civ | into, world.more_hand - others, world.more_civ + others
    )


def subsets(cards: list[int], most: int) -> list[list[int]]:
    """All choices of at most this many of the cards."""
    found: list[list[int]] = [[]]
    for card in cards:
        found += [[*chosen, card] for chosen in found if len(chosen) < most]
    return found


def pick(weights: list[int], rng: Rng) -> int:
    """An index, as likely as its weight says."""
    total = 0
    for weight in weights:
        total += weight
    assert total > 0, "nothing that can have happened fits"
    left = below(rng, total)
    index = 0
    while left >= weights[index]:
        left -= weights[index]
        index += 1
    return index


def below(rng: Rng, bound: int) -> int:
    """A number from 0 to bound - 1, however large the bound."""
    if bound < 2**31:
        return rng.below(bound)
    high = below(rng, (bound >> 31) + 1)
    number = (high << 31) + rng.below(2**31)
    return number if number < bound else below(rng, bound)


def first_world(ages: list[Age], seat: Seat) -> World:
    """A seat before the first row that anybody remembers."""
    first = ages[0]
    laid = [card for card in first.laid[seat] if card >= 0] if first.laid else []
    return World(EMPTY, EMPTY, first.kept[seat] + len(laid), first.built[seat])
