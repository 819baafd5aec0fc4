"""Ways in which it may all have come: who held which cards, as far as one reader can tell.

A world follows the reader's facts one by one. In each hand it tells cards that are known from
cards that are not; of those it keeps the number, and from which pool they come: cards that were in
hands or in the rest of the deck when it was shuffled, or cards of the shuffled pile. What cards an
unknown one is, is settled when it must be, which makes many worlds one.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from microciv.core.moves import Seat
from microciv.core.rng import Rng
from microciv.hidden.bags import (
    NONE,
    ONE,
    Bag,
    Kind,
    bag_of,
    copies_in,
    count,
    holds,
    kinds_in,
    less,
    several,
    size,
)
from microciv.hidden.memory import (
    COME,
    DRAW,
    GIVE,
    HIDDEN,
    LOOK,
    LOSE,
    SEE,
    SHUFFLED_IN,
    SWAP,
    TAKE,
    TO_BOTTOM,
    TO_TOP,
    Memory,
    Past,
    Told,
    read_row,
)

OLD: Final = -1  # a card of the deck from before it was shuffled, unknown
NEW: Final = -2  # one that was shuffled
BOTH: Final = 1024  # how many of two hands are told in one number, to this base


@final
@mypyc_attr(acyclic=True)
class World:
    """What lies where, as far as it is settled."""

    def __init__(self, seats: int) -> None:
        self.known: list[Bag] = [NONE] * seats
        self.old: list[int] = [0] * seats
        self.new: list[int] = [0] * seats
        self.deck: list[int] = []
        self.old_pool: Bag = NONE
        self.new_pool: Bag = NONE
        self.old_kinds: Bag = NONE
        """What was in the pools at first."""
        self.new_kinds: Bag = NONE
        self.ran_out = False
        """Has a contradiction come of a pool that had no such card left?"""

    def clone(self) -> World:
        """A copy to try a way in. `ran_out` begins anew."""
        copy = World(0)
        copy.known = self.known[:]
        copy.old = self.old[:]
        copy.new = self.new[:]
        copy.deck = self.deck[:]
        copy.old_pool = self.old_pool
        copy.new_pool = self.new_pool
        copy.old_kinds = self.old_kinds
        copy.new_kinds = self.new_kinds
        return copy

    def unknown(self, seat: Seat) -> int:
        """How many cards of the hand are not settled."""
        return self.old[seat] + self.new[seat]

    def settle(self, seat: Seat, cards: Bag, from_old: Bag) -> bool:
        """These unknown cards of the hand turn out to be so; False if they cannot."""
        from_new = cards - from_old
        self.old[seat] -= size(from_old)
        self.new[seat] -= size(from_new)
        if self.old[seat] < 0 or self.new[seat] < 0:
            return False
        if not holds(self.old_pool, from_old):
            self.ran_out = holds(self.old_kinds, from_old)
            return False
        if not holds(self.new_pool, from_new):
            self.ran_out = holds(self.new_kinds, from_new)
            return False
        self.old_pool -= from_old
        self.new_pool -= from_new
        self.known[seat] += cards
        return True

    def name_in_deck(self, index: int, kind: Kind) -> bool:
        """The card at this index is of this kind; False if it cannot be."""
        card = self.deck[index]
        if card >= 0:
            return card == kind
        pool = self.old_pool if card == OLD else self.new_pool
        if not count(pool, kind):
            return False
        if card == OLD:
            self.old_pool -= ONE[kind]
        else:
            self.new_pool -= ONE[kind]
        self.deck[index] = kind
        return True


def first_world(past: Past, whole: Bag) -> World:
    """As it stood before the facts."""
    world = World(len(past.hands))
    world.known = list(past.hands)
    world.new_pool = past.fresh
    above = past.left - size(past.fresh)
    world.deck = [card if card != HIDDEN else OLD for card in past.deck]
    world.deck += [OLD] * (above - len(world.deck)) + [NEW] * size(past.fresh)
    pool = less(less(whole, past.fresh), past.open)
    for seat, hand in enumerate(past.hands):
        world.old[seat] = past.sizes[seat] - size(hand)
        pool = less(pool, hand)
    world.old_pool = less(pool, bag_of([card for card in past.deck if card >= 0]))
    world.old_kinds, world.new_kinds = world.old_pool, world.new_pool
    return world


def bare_world(known: Memory, sizes: list[int], whole: Bag, face_up: Bag, rng: Rng) -> World:
    """What is known for certain, and the rest at random: where no search ends in time."""
    world = sure_world(known, sizes, whole, face_up)
    deal_out(world, rng)
    return world


def sure_world(known: Memory, sizes: list[int], whole: Bag, face_up: Bag) -> World:
    """What is known for certain, and nothing else settled."""
    world = World(len(sizes))
    world.deck = [card if card != HIDDEN else OLD for card in known.deck]
    world.deck += [OLD] * (known.left - len(world.deck))
    pool = less(less(whole, face_up), bag_of([card for card in known.deck if card >= 0]))
    for seat, hand in enumerate(known.hands):
        world.known[seat] = hand
        world.old[seat] = sizes[seat] - size(hand)
        pool = less(pool, hand)
    world.old_pool = pool
    return world


def apply(world: World, fact: Told, one: Bag, two: Bag, three: int) -> bool:
    """What the fact says happens, in the chosen way; False if it cannot."""
    kind, seat, other, cards = fact.kind, fact.seat, fact.other, fact.cards
    back, number = fact.back, fact.number
    if kind == DRAW:
        return draw(world, seat, cards, number, one)
    if kind == LOOK:
        row = read_row(cards, number)
        return all([world.name_in_deck(index, card) for index, card in enumerate(row)])
    if kind == TAKE:
        return take(world, fact, one, two)
    if kind == COME:
        world.known[seat] += cards
        return True
    if cards == HIDDEN:
        if kind == GIVE:
            return move_unknown(world, seat, other, one, number, three)
        return swap_unknown(world, fact, one, two, three)
    if not make_known(world, seat, cards, one):
        return False
    return settled(world, kind, seat, other, cards, back, two)


def settled(
    world: World, kind: int, seat: Seat, other: Seat, cards: Bag, back: Bag, two: Bag
) -> bool:
    """The cards of the hand are known: now they go where the fact says."""
    if kind == LOSE:
        world.known[seat] -= cards
    elif kind == GIVE:
        world.known[seat] -= cards
        world.known[other] += cards
    elif kind == SEE:
        return world.known[seat] == cards and world.unknown(seat) == 0
    elif kind == SWAP:
        if not make_known(world, other, back, two):
            return False
        world.known[seat] += back - cards
        world.known[other] += cards - back
    return True


def make_known(world: World, seat: Seat, cards: Bag, from_old: Bag) -> bool:
    """The hand has these cards; those that are not known yet are settled now."""
    rest = less(cards, world.known[seat])
    if rest == NONE:
        return True
    if size(rest) > world.unknown(seat):
        return False
    if world.new[seat] == 0:
        from_old = rest
    elif world.old[seat] == 0:
        from_old = NONE
    return world.settle(seat, rest, from_old)


def draw(world: World, seat: Seat, cards: Bag, number: int, from_old: Bag) -> bool:
    """The top cards go to the hand."""
    top = world.deck[:number]
    world.deck = world.deck[number:]
    named = bag_of([card for card in top if card >= 0])
    world.known[seat] += named
    world.old[seat] += top.count(OLD)
    world.new[seat] += top.count(NEW)
    if cards == HIDDEN:
        return True
    if not holds(cards, named):
        return False
    rest = cards - named
    if rest == NONE:
        return True
    if top.count(NEW) == 0:
        from_old = rest
    elif top.count(OLD) == 0:
        from_old = NONE
    return world.settle(seat, rest, from_old)


def move_unknown(
    world: World, seat: Seat, other: Seat, known: Bag, number: int, from_old: int
) -> bool:
    """Cards change hands: `number` in all, `known` among them, `from_old` of the old pool."""
    known, from_old, from_new = shares(world, seat, known, number, from_old)
    if from_old > world.old[seat] or from_new > world.new[seat]:
        return False
    world.known[seat] -= known
    world.known[other] += known
    world.old[seat] -= from_old
    world.old[other] += from_old
    world.new[seat] -= from_new
    world.new[other] += from_new
    return True


def shares(
    world: World, seat: Seat, known: Bag, number: int, from_old: int
) -> tuple[Bag, int, int]:
    """How many of each sort go; where there is no choice, what there is."""
    if not open_hand(world, seat, number):
        if number == size(world.known[seat]) + world.unknown(seat):
            return world.known[seat], world.old[seat], world.new[seat]
        if world.known[seat] != NONE:
            return several(kinds_in(world.known[seat])[0], number), 0, 0
        return (NONE, number, 0) if world.old[seat] else (NONE, 0, number)
    return known, from_old, number - size(known) - from_old


def swap_unknown(world: World, fact: Told, out: Bag, returned: Bag, old_cards: int) -> bool:
    """Cards that the reader has not seen go both ways at once."""
    seat, other, number, backs = fact.seat, fact.other, fact.number, fact.backs
    one = shares(world, seat, out, number, old_cards // BOTH)
    two = shares(world, other, returned, backs, old_cards % BOTH)
    for giver, share in ((seat, one), (other, two)):
        if share[1] > world.old[giver] or share[2] > world.new[giver]:
            return False
    world.known[seat] += two[0] - one[0]
    world.known[other] += one[0] - two[0]
    world.old[seat] += two[1] - one[1]
    world.old[other] += one[1] - two[1]
    world.new[seat] += two[2] - one[2]
    world.new[other] += one[2] - two[2]
    return True


def take(world: World, fact: Told, mask: int, from_old: Bag) -> bool:
    """Some of the top cards are taken; the rest goes where the fact says."""
    seat, rest_goes, cards, looked = fact.seat, fact.other, fact.cards, fact.back
    number = fact.number
    top, below = world.deck[:looked], world.deck[looked:]
    if mask == NONE:  # there was no choice
        mask = first_of(top, cards, number)
    chosen = [card for index, card in enumerate(top) if mask >> index & 1]
    rest = [card for index, card in enumerate(top) if not mask >> index & 1]
    world.deck = chosen
    if not draw(world, seat, cards, number, from_old):
        return False
    if rest_goes == TO_TOP:
        world.deck = rest + below
    elif rest_goes == TO_BOTTOM:
        world.deck = below + rest
    else:
        assert rest_goes == SHUFFLED_IN
        world.deck = below + rest
        mix(world)
    return True


def first_of(top: list[int], cards: Bag, number: int) -> int:
    """A mask of the first indices that hold these cards; if they are hidden all are alike."""
    mask = 0
    for index, card in enumerate(top):
        if number and (cards == HIDDEN or count(cards, card)):
            if cards != HIDDEN:
                cards -= ONE[card]
            mask += 2**index
            number -= 1
    return mask


def mix(world: World) -> None:
    """The whole deck is shuffled: nobody can point to a card in it any more. Cards of the old
    pool that are in it make one pool of both.
    """
    world.new_pool += bag_of([card for card in world.deck if card >= 0])
    if OLD in world.deck:
        join(world)
    world.deck = [NEW] * len(world.deck)


def join(world: World) -> None:
    """Make one pool of both."""
    world.new_pool += world.old_pool
    world.new_kinds += world.old_kinds
    world.old_pool = world.old_kinds = NONE
    for seat, number in enumerate(world.old):
        world.new[seat] += number
        world.old[seat] = 0
    world.deck = [NEW if card == OLD else card for card in world.deck]


def open_hand(world: World, seat: Seat, number: int) -> bool:
    """May different cards of the hand have gone?"""
    known, old, new = world.known[seat], world.old[seat], world.new[seat]
    sorts = len(kinds_in(known)) + (1 if old else 0) + (1 if new else 0)
    return sorts > 1 and number < size(known) + old + new


def deal_out(world: World, rng: Rng) -> None:
    """Settle every card that is still unknown."""
    old, new = copies_in(world.old_pool), copies_in(world.new_pool)
    rng.shuffle(old)
    rng.shuffle(new)
    for seat in range(len(world.known)):
        for _card in range(world.old[seat]):
            world.known[seat] += ONE[old.pop()]
        for _card in range(world.new[seat]):
            world.known[seat] += ONE[new.pop()]
    world.deck = [
        card if card >= 0 else (old.pop() if card == OLD else new.pop()) for card in world.deck
    ]
