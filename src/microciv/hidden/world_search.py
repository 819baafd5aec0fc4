"""The search for a world that agrees with all that a reader has seen (`worlds`). Where something
may have happened in several ways one is drawn at random; if it contradicts what was seen later,
another, so that every world that fits can be found.
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

TRIES: Final = 8  # random choices before all are gone through
# How many ways are tried of each choice, and in all, before a search is abandoned.
SHORT_ATTEMPTS: Final = 12
SHORT_WAYS: Final = 5
SHORT_BUDGET: Final = 80
LONG_BUDGET: Final = 500


def find_world(past: Past, facts: list[Told], whole: Bag, rng: Rng) -> World | None:
    """A random world that fits these facts, those of the past and perhaps more, with every card
    settled; None if no search ends in time. `whole` is all that can be in hands or in the deck.
    """
    world = find_ways(past, facts, whole, rng)
    if world is not None:
        deal_out(world, rng)
    return world


def find_ways(past: Past, facts: list[Told], whole: Bag, rng: Rng) -> World | None:
    """The same, but what the facts leave open is still to be dealt out."""
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
        """A mask of the seats whose hands led to the last contradiction."""

    def find(self) -> World | None:
        """A random world that fits; None if the search is abandoned."""
        return self.search(first_world(self.past, self.whole))

    def find_loosely(self) -> World | None:
        """The same, without asking which cards were in the deck when it was shuffled."""
        world = first_world(self.past, self.whole)
        join(world)
        return self.search(world)

    def search(self, world: World) -> World | None:
        """Many short searches that try few ways of everything, then a long one that tries all."""
        for _attempt in range(SHORT_ATTEMPTS):
            found = self.attempt(world, SHORT_BUDGET, SHORT_WAYS)
            if found is not None:
                return found
        return self.attempt(world, LONG_BUDGET, LONG_BUDGET)

    def attempt(self, world: World, budget: int, most_ways: int) -> World | None:
        """One search from a copy of this world: at most `budget` ways are tried in all, and
        `most_ways` of each choice. None if it is abandoned or if nothing fits.
        """
        self.spent = 0
        self.budget, self.most_ways = budget, most_ways
        return self.follow(world.clone(), 0)

    def follow(self, world: World, index: int) -> World | None:
        """Go on from this fact; the world may be changed."""
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
        """Try one way after the other. A contradiction that has nothing to do with the hands of
        this fact cannot be mended here: then an earlier choice is to be made otherwise at once.
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
        """Can those whom the fact concerns still do what they did later?"""
        if not can_go_on(world, fact.seat, self.facts, index):
            return False
        return fact.kind not in (GIVE, SWAP) or can_go_on(world, fact.other, self.facts, index)

    def choices(self, world: World, fact: Told) -> Iterator[tuple[Bag, Bag, Bag]]:
        """What may have happened: at random first, then all there is."""
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
        else:  # some of the cards on top
            for mask in self.masks(back, number):
                yield (mask, NONE, NONE)

    def parts(self, world: World, seat: Seat, number: int) -> Iterator[tuple[Bag, int]]:
        """Known cards of the hand that may be among this many, and how many of the old unknown."""
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
        """Masks of this many of the top cards."""
        found = [mask for mask in range(2**looked) if mask.bit_count() == number]
        self.rng.shuffle(found)
        yield from found

    def bindings(self, world: World, fact: Told) -> Iterator[tuple[Bag, Bag, Bag]]:
        """Which of the named cards came from the old pool; for TAKE, and where they lay."""
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
        """Which of these cards of the hand came from the old pool."""
        low = max(0, size(rest) - world.new[seat])
        yield from self.splits(rest, low, min(size(rest), world.old[seat]))

    def splits(self, rest: Bag, low: int, high: int) -> Iterator[Bag]:
        """Parts of the bag with numbers of cards within these limits, in random order."""
        if low > high:
            return
        found = [part for number in range(low, high + 1) for part in sub_bags(rest, number)]
        self.rng.shuffle(found)
        yield from found


def concerned(fact: Told) -> int:
    """A mask of the seats whose hands a fact is about; the deck is everybody's."""
    if fact.kind in (LOOK, TAKE):
        return EVERYBODY
    mask = SEAT_BIT[fact.seat]
    return mask | SEAT_BIT[fact.other] if fact.kind in (GIVE, SWAP) else mask


def blame(world: World, fact: Told) -> int:
    """Whose hands made it impossible: those of the fact, or everybody's if a pool has run out."""
    return EVERYBODY if world.ran_out else concerned(fact)


def sub_bags(bag: Bag, number: int) -> list[Bag]:
    """All different parts of the bag with this many cards."""
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
    """Is there more than one way in which it may have happened?"""
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
    """Have unknown cards of two pools turned out to be something?"""
    return world.old[seat] > 0 and world.new[seat] > 0 and not holds(world.known[seat], cards)


@final
@mypyc_attr(acyclic=True)
class Prospect:
    """One seat's hand followed through the facts to come. Where cards have gone that nobody names,
    it is supposed that they were none of those it needed; from which pool its cards are is not
    asked.
    """

    def __init__(self, world: World, seat: Seat) -> None:
        self.seat = seat
        self.known = world.known[seat]
        self.unknown = world.unknown(seat)
        self.sure = True
        """Has nothing gone unseen?"""

    def may_be(self, fact: Told) -> bool:
        """Can it have happened? SEE ends what has to be asked."""
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
        """Cards go away."""
        if cards == HIDDEN:
            self.sure = False
            return True
        self.unknown -= size(less(cards, self.known))
        self.known = less(self.known, cards)
        return self.unknown >= 0

    def get(self, cards: Bag, number: int) -> bool:
        """Cards come."""
        if cards == HIDDEN:
            self.unknown += number
        else:
            self.known += cards
        return True

    def is_seen(self, cards: Bag) -> bool:
        """The whole hand is seen: from here on it is as the facts say."""
        if size(less(cards, self.known)) > self.unknown:
            return False
        if self.sure and not holds(cards, self.known):
            return False
        self.known, self.unknown, self.sure = cards, 0, True
        return True


def can_go_on(world: World, seat: Seat, facts: list[Told], index: int) -> bool:
    """Can the seat do all that it did from here on?"""
    prospect = Prospect(world, seat)
    return all(prospect.may_be(facts[at_fact]) for at_fact in range(index, len(facts)))
