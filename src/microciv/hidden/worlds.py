"""Worlds: who may have held which cards, consistent with all that one reader knows.

A world follows the reader's facts one by one. Of each hand it has the cards that are settled, and
the numbers of unknown cards from two pools: the old pool, of cards that were in hands or in the
rest of the deck when it was last shuffled, and the new pool, of the cards shuffled then. What an
unknown card is gets settled only when it must be, so that one world stands for many.
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

OLD: Final = -1  # an unknown card of the deck, from the old pool
NEW: Final = -2  # an unknown card of the deck, from the new pool
BOTH: Final = 1024  # two numbers of cards are combined as one * BOTH + other


@final
@mypyc_attr(acyclic=True)
class World:
    """Where cards lie, as far as that is settled."""

    def __init__(self, seats: int) -> None:
        self.known: list[Bag] = [NONE] * seats
        """By seat, the settled cards in hand."""
        self.old: list[int] = [0] * seats
        """By seat, the number of unknown cards in hand from the old pool."""
        self.new: list[int] = [0] * seats
        """By seat, the number of unknown cards in hand from the new pool."""
        self.deck: list[int] = []
        """From the top, kinds, or OLD or NEW."""
        self.old_pool: Bag = NONE
        """The cards that unknown ones from the old pool may still be."""
        self.new_pool: Bag = NONE
        """The cards that unknown ones from the new pool may still be."""
        self.old_kinds: Bag = NONE
        """What was in the old pool at first."""
        self.new_kinds: Bag = NONE
        """What was in the new pool at first."""
        self.ran_out = False
        """Did the last contradiction arise because a pool had no such card left?"""

    def clone(self) -> World:
        """A copy in which to try a way; its `ran_out` is false."""
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
        """The number of cards in the hand that are not settled."""
        return self.old[seat] + self.new[seat]

    def settle(self, seat: Seat, cards: Bag, from_old: Bag) -> bool:
        """Settle that unknown cards of the hand are these, of which `from_old` come from the old
        pool; False if they cannot be.
        """
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
        """Settle that the card at this index of the deck is of this kind; False if it cannot be."""
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
    """The world before the facts of this past; `whole` has all cards of the game."""
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
    """What is certainly known, with the rest dealt at random, for when no search ends in time. It
    need not agree with the facts.
    """
    world = sure_world(known, sizes, whole, face_up)
    deal_out(world, rng)
    return world


def sure_world(known: Memory, sizes: list[int], whole: Bag, face_up: Bag) -> World:
    """What is certainly known, with nothing else settled."""
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
    """Let a fact happen, in the way that `one`, `two` and `three` choose (`WorldSearch.choices`);
    False if it cannot.
    """
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
    """Move the named cards, which are now settled in the hand, where the fact says."""
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
    """Settle that the hand has these cards; False if it cannot have them."""
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
    """Move the top `number` cards to the hand; False if they cannot be these `cards`."""
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
    """Move `number` cards to another hand: `known` among them, and `from_old` unknown ones of the
    old pool; False if there are not so many.
    """
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
    """What leaves the hand: settled cards, unknown ones of the old pool, unknown ones of the new
    pool. If there is a choice, the arguments make it.
    """
    if not open_hand(world, seat, number):
        if number == size(world.known[seat]) + world.unknown(seat):
            return world.known[seat], world.old[seat], world.new[seat]
        if world.known[seat] != NONE:
            return several(kinds_in(world.known[seat])[0], number), 0, 0
        return (NONE, number, 0) if world.old[seat] else (NONE, 0, number)
    return known, from_old, number - size(known) - from_old


def swap_unknown(world: World, fact: Told, out: Bag, returned: Bag, old_cards: int) -> bool:
    """Exchange cards that the reader has not seen; False if there are not so many."""
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
    """Move some of the top cards, those in the mask, to the hand, and the rest where the fact says;
    False if they cannot be the cards named.
    """
    seat, rest_goes, cards, looked = fact.seat, fact.other, fact.cards, fact.back
    number = fact.number
    top, below = world.deck[:looked], world.deck[looked:]
    if mask == NONE:  # there is no choice
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
    """A mask of the first indices that have these cards; if they are hidden, any will do."""
    mask = 0
    for index, card in enumerate(top):
        if number and (cards == HIDDEN or count(cards, card)):
            if cards != HIDDEN:
                cards -= ONE[card]
            mask += 2**index
            number -= 1
    return mask


def mix(world: World) -> None:
    """Shuffle the whole deck, so that nobody can point to a card in it any more. If it has cards of
    the old pool, the two pools become one.
    """
    world.new_pool += bag_of([card for card in world.deck if card >= 0])
    if OLD in world.deck:
        join(world)
    world.deck = [NEW] * len(world.deck)


def join(world: World) -> None:
    """Make the two pools one, the new pool."""
    world.new_pool += world.old_pool
    world.new_kinds += world.old_kinds
    world.old_pool = world.old_kinds = NONE
    for seat, number in enumerate(world.old):
        world.new[seat] += number
        world.old[seat] = 0
    world.deck = [NEW if card == OLD else card for card in world.deck]


def open_hand(world: World, seat: Seat, number: int) -> bool:
    """Is there a choice as to which `number` cards have left the hand?"""
    known, old, new = world.known[seat], world.old[seat], world.new[seat]
    sorts = len(kinds_in(known)) + (1 if old else 0) + (1 if new else 0)
    return sorts > 1 and number < size(known) + old + new


def deal_out(world: World, rng: Rng) -> None:
    """Settle all unknown cards at random, each from its pool."""
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
