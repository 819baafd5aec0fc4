"""The search for a world that agrees with all that a reader knows (`worlds`). If something may have
happened in several ways, one is drawn at random, and if that contradicts a later fact, another. So
any world that fits can be found.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, final

from mypy_extensions import mypyc_attr

from microciv.core.moves import EVERYBODY, SEAT_BIT, Seat
from microciv.core.rng import Rng
from microciv.hidden.bags import (
    NONE,
    ONE,
    Bag,
    at,
    bag_of,
    count,
    holds,
    kinds_in,
    less,
    merged,
    several,
    size,
)
from microciv.hidden.memory import (
    COME,
    DRAW,
    GIVE,
    HIDDEN,
    HOLD,
    LOOK,
    LOSE,
    SEE,
    SWAP,
    TAKE,
    Past,
    Told,
)
from microciv.hidden.worlds import (
    BOTH,
    NEW,
    OLD,
    World,
    apply,
    deal_out,
    first_world,
    join,
    open_hand,
)

TRIES: Final = 8  # random ways of a choice that are tried before all are tried in order
# How many ways of each choice, and how many in all, are tried before a search is abandoned.
SHORT_ATTEMPTS: Final = 12
SHORT_WAYS: Final = 5
SHORT_BUDGET: Final = 80
LONG_BUDGET: Final = 500


def find_world(past: Past, facts: list[Told], whole: Bag, rng: Rng) -> World | None:
    """A random world that fits these facts, those of the past and perhaps more, with all cards
    settled; None if no search ends in time. `whole` has all cards that may be in hands or the deck.
    """
    world = find_ways(past, facts, whole, rng)
    if world is not None:
        deal_out(world, rng)
    return world


def find_ways(past: Past, facts: list[Told], whole: Bag, rng: Rng) -> World | None:
    """The same, without settling the cards that the facts leave open (`deal_out`)."""
    search = WorldSearch(past, facts, whole, rng)
    return search.find() or search.find_loosely()


@final
class WorldSearch:
    """A search for a world that agrees with all facts."""

    def __init__(self, past: Past, facts: list[Told], whole: Bag, rng: Rng) -> None:
        self.past = past
        self.facts = facts
        self.whole = whole
        self.rng = rng
        self.spent = 0
        self.budget = 0
        self.most_ways = 0
        self.to_blame = 0
        """The seats whose hands led to the last contradiction, as a mask."""

    def find(self) -> World | None:
        """A random world that fits; None if the search is abandoned, or nothing fits."""
        return self.search(first_world(self.past, self.whole))

    def find_loosely(self) -> World | None:
        """The same, ignoring which cards were in the deck when it was last shuffled."""
        world = first_world(self.past, self.whole)
        join(world)
        return self.search(world)

    def search(self, world: World) -> World | None:
        """Search from this world: several short attempts that try few ways of each choice, then a
        long one that tries all.
        """
        for _attempt in range(SHORT_ATTEMPTS):
            found = self.attempt(world, SHORT_BUDGET, SHORT_WAYS)
            if found is not None:
                return found
        return self.attempt(world, LONG_BUDGET, LONG_BUDGET)

    def attempt(self, world: World, budget: int, most_ways: int) -> World | None:
        """One search from a copy of this world, which tries at most `budget` ways in all, and
        `most_ways` of each choice. None if it is abandoned or nothing fits.
        """
        self.spent = 0
        self.budget, self.most_ways = budget, most_ways
        return self.follow(world.clone(), 0)

    def follow(self, world: World, index: int) -> World | None:
        """Continue the search from the fact at this index; this may change the world."""
        facts = self.facts
        while index < len(facts):
            fact = facts[index]
            if is_choice(world, fact):
                return self.choose(world, fact, index)
            if not apply(world, fact, NONE, NONE, NONE):
                self.to_blame = blame(world, fact)
                return None
            index += 1
        return world

    def choose(self, world: World, fact: Told, index: int) -> World | None:
        """Try the ways of this fact one after the other. If a later contradiction does not involve
        its hands, other ways cannot help: return at once, to change an earlier choice
        (backjumping).
        """
        own = concerned(fact)
        blamed = own
        for ways, chosen in enumerate(self.choices(world, fact)):
            self.spent += 1
            if self.spent > self.budget or ways == self.most_ways:
                break
            tried = world.clone()
            if not apply(tried, fact, chosen[0], chosen[1], chosen[2]):
                blamed |= blame(tried, fact)
            elif self.hopeful(tried, fact, index + 1):
                found = self.follow(tried, index + 1)
                if found is not None:
                    return found
                if not self.to_blame & own:
                    return None
                blamed |= self.to_blame
        self.to_blame = blamed
        return None

    def hopeful(self, world: World, fact: Told, index: int) -> bool:
        """Can the seats of this fact still do all that they did later?"""
        if not can_go_on(world, fact.seat, self.facts, index):
            return False
        return fact.kind not in (GIVE, SWAP) or can_go_on(world, fact.other, self.facts, index)

    def choices(self, world: World, fact: Told) -> Iterator[tuple[Bag, Bag, Bag]]:
        """The ways in which the fact may have happened, as arguments for `apply`; first random
        ones, then all.
        """
        kind, seat, other, cards = fact.kind, fact.seat, fact.other, fact.cards
        back, number, backs = fact.back, fact.number, fact.backs
        if cards != HIDDEN:
            yield from self.bindings(world, fact)
        elif kind == GIVE:
            for out in self.parts(world, seat, number):
                yield (out[0], NONE, out[1])
        elif kind == SWAP:
            for out in self.parts(world, seat, number):
                for returned in self.parts(world, other, backs):
                    yield (out[0], returned[0], out[1] * BOTH + returned[1])
        else:  # TAKE: some of the top cards
            for mask in self.masks(back, number):
                yield (mask, NONE, NONE)

    def parts(self, world: World, seat: Seat, number: int) -> Iterator[tuple[Bag, int]]:
        """Ways to choose this many cards of the hand: its settled cards among them, and how many of
        its unknown cards from the old pool.
        """
        known, old, new = world.known[seat], world.old[seat], world.new[seat]
        for _try in range(TRIES):
            hand, olds, news = known, old, new
            out, from_old = NONE, 0
            for _card in range(number):
                drawn = self.rng.below(size(hand) + olds + news)
                if drawn < size(hand):
                    card = ONE[at(hand, drawn)]
                    hand -= card
                    out += card
                elif drawn < size(hand) + olds:
                    olds -= 1
                    from_old += 1
                else:
                    news -= 1
            yield (out, from_old)
        for named in range(min(number, size(known)) + 1):
            rest = number - named
            for out in sub_bags(known, named):
                for from_old in range(max(0, rest - new), min(old, rest) + 1):
                    yield (out, from_old)

    def masks(self, looked: int, number: int) -> Iterator[int]:
        """Masks of this many of the `looked` top cards, in random order."""
        found = [mask for mask in range(2**looked) if mask.bit_count() == number]
        self.rng.shuffle(found)
        yield from found

    def bindings(self, world: World, fact: Told) -> Iterator[tuple[Bag, Bag, Bag]]:
        """Ways for a fact that names its cards: which of them came from the old pool, and for TAKE,
        where they lay.
        """
        kind, seat, other, cards = fact.kind, fact.seat, fact.other, fact.cards
        back, number = fact.back, fact.number
        if kind == DRAW:
            top = world.deck[:number]
            rest = less(cards, bag_of([card for card in top if card >= 0]))
            for from_old in self.splits(rest, top.count(OLD), top.count(OLD)):
                yield (from_old, NONE, NONE)
        elif kind in (LOSE, GIVE, SEE, HOLD):
            rest = less(cards, world.known[seat])
            for from_old in self.old_parts(world, seat, rest):
                yield (from_old, NONE, NONE)
        elif kind == SWAP:
            rest, others = less(cards, world.known[seat]), less(back, world.known[other])
            for from_old in self.old_parts(world, seat, rest):
                for others_old in self.old_parts(world, other, others):
                    yield (from_old, others_old, NONE)
        else:
            for mask in self.masks(back, number):
                chosen = [card for index, card in enumerate(world.deck[:back]) if mask >> index & 1]
                rest = less(cards, bag_of([card for card in chosen if card >= 0]))
                for from_old in self.splits(rest, chosen.count(OLD), chosen.count(OLD)):
                    yield (mask, from_old, NONE)

    def old_parts(self, world: World, seat: Seat, rest: Bag) -> Iterator[Bag]:
        """Ways to choose which of these cards of the hand came from the old pool."""
        low = max(0, size(rest) - world.new[seat])
        yield from self.splits(rest, low, min(size(rest), world.old[seat]))

    def splits(self, rest: Bag, low: int, high: int) -> Iterator[Bag]:
        """Parts of the bag with `low` to `high` cards, in random order."""
        if low > high:
            return
        found = [part for number in range(low, high + 1) for part in sub_bags(rest, number)]
        self.rng.shuffle(found)
        yield from found


def concerned(fact: Told) -> int:
    """The seats whose hands a fact is about, as a mask; all seats if it is about the deck."""
    if fact.kind in (LOOK, TAKE):
        return EVERYBODY
    mask = SEAT_BIT[fact.seat]
    return mask | SEAT_BIT[fact.other] if fact.kind in (GIVE, SWAP) else mask


def blame(world: World, fact: Told) -> int:
    """The seats whose hands made a fact impossible, as a mask; all seats if a pool ran out."""
    return EVERYBODY if world.ran_out else concerned(fact)


def sub_bags(bag: Bag, number: int) -> list[Bag]:
    """All different parts of the bag that have this many cards."""
    parts = [(NONE, 0)]
    for kind in kinds_in(bag):
        more = count(bag, kind)
        parts = [
            (part + several(kind, some), taken + some)
            for part, taken in parts
            for some in range(min(more, number - taken) + 1)
        ]
    return [part for part, taken in parts if taken == number]


def is_choice(world: World, fact: Told) -> bool:
    """Is there more than one way in which the fact may have happened?"""
    kind, seat, other, cards = fact.kind, fact.seat, fact.other, fact.cards
    back, number, backs = fact.back, fact.number, fact.backs
    if kind in (LOOK, COME):
        return False
    if kind == DRAW:
        top = world.deck[:number]
        return cards != HIDDEN and OLD in top and NEW in top
    if kind == TAKE:
        top = world.deck[:back]
        return len(set(top)) > 1 if cards == HIDDEN else min(top, default=0) < 0
    if cards == HIDDEN:
        open_other = kind == SWAP and open_hand(world, other, backs)
        return open_other or open_hand(world, seat, number)
    return mixed(world, seat, cards) or (kind == SWAP and mixed(world, other, back))


def mixed(world: World, seat: Seat, cards: Bag) -> bool:
    """Must unknown cards be settled that may come from either pool?"""
    return world.old[seat] > 0 and world.new[seat] > 0 and not holds(world.known[seat], cards)


@final
@mypyc_attr(acyclic=True)
class Prospect:
    """One seat's hand, followed through the later facts, to see early that a way is impossible. It
    assumes that no card that left the hand unseen is needed later, and ignores pools.
    """

    def __init__(self, world: World, seat: Seat) -> None:
        self.seat = seat
        self.known = world.known[seat]
        self.unknown = world.unknown(seat)
        self.sure = True
        """Is it certain that no card has left the hand unseen?"""

    def may_be(self, fact: Told) -> bool:
        """Can this fact happen to the hand?"""
        kind, who, other, cards = fact.kind, fact.seat, fact.other, fact.cards
        back, number, backs = fact.back, fact.number, fact.backs
        if kind == SWAP:
            if who == self.seat:
                return self.give(cards, number) and self.get(back, backs)
            return other != self.seat or (self.give(back, backs) and self.get(cards, number))
        if kind == GIVE and other == self.seat:
            return self.get(cards, number)
        if who != self.seat or kind == LOOK:
            return True
        if kind in (LOSE, GIVE):
            return self.give(cards, number)
        if kind == HOLD:
            self.unknown -= size(less(cards, self.known))
            self.known = merged(self.known, cards)
            return self.unknown >= 0
        if kind == SEE:
            return self.is_seen(cards)
        return self.get(cards, number)

    def give(self, cards: Bag, number: int) -> bool:
        """Cards leave the hand; False if it cannot have them."""
        if cards == HIDDEN:
            self.sure = False
            return True
        self.unknown -= size(less(cards, self.known))
        self.known = less(self.known, cards)
        return self.unknown >= 0

    def get(self, cards: Bag, number: int) -> bool:
        """Cards come into the hand; always possible."""
        if cards == HIDDEN:
            self.unknown += number
        else:
            self.known += cards
        return True

    def is_seen(self, cards: Bag) -> bool:
        """The whole hand is seen, and known from here on; False if it cannot be these cards."""
        if size(less(cards, self.known)) > self.unknown:
            return False
        if self.sure and not holds(cards, self.known):
            return False
        self.known, self.unknown, self.sure = cards, 0, True
        return True


def can_go_on(world: World, seat: Seat, facts: list[Told], index: int) -> bool:
    """Can the seat still do all that it did, from the fact at this index on?"""
    prospect = Prospect(world, seat)
    return all(prospect.may_be(facts[at_fact]) for at_fact in range(index, len(facts)))
