"""What happened to hidden cards since the deck was last shuffled, and what follows for a reader.

For games whose hands are bags of like cards. The state keeps facts, each with a mask of those who
know which cards it is about. What a seat knows is folded from the facts as it may read them: for
each hand the cards that are in it for certain, and the cards of the deck that it can point to
(docs/decisions/0005). Every card of the game is in a hand, in the deck, or lies open.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from mypy_extensions import mypyc_attr

from microciv.core.frozen import Reduced
from microciv.core.moves import EVERYBODY, SEAT_BIT, SPECTATOR, Seat
from microciv.hidden.bags import (
    NONE,
    ONE,
    Bag,
    Kind,
    bag_of,
    count,
    holds,
    less,
    merged,
    size,
    thinned,
)

# Kinds of facts.
DRAW: Final = 0  # seat draws from the top of the deck
LOSE: Final = 1  # seat's cards are laid open, on the discard pile or on the table
GIVE: Final = 2  # seat's cards go to the hand of other
SWAP: Final = 3  # seat's `cards` go to other, and other's `back` to seat, at once
SEE: Final = 4  # the audience sees seat's whole hand
HOLD: Final = 5  # the audience learns that seat has these cards, at least
LOOK: Final = 6  # the audience sees the top of the deck; `cards` is a row, not a bag
TAKE: Final = 7  # of the `back` top cards, seat takes these; `other` says where the rest goes
COME: Final = 8  # cards that lay open go to seat's hand, and everybody knows them

# Where the cards go that TAKE leaves.
TO_TOP: Final = 0
TO_BOTTOM: Final = 1
SHUFFLED_IN: Final = 2
RESTS: Final[list[str]] = ["top", "bottom", "shuffle"]

HIDDEN: Final[Bag] = -1

# --- facts


@final
@mypyc_attr(acyclic=True)
class Told:
    """A fact as one reader knows it. Cards that the reader does not know are HIDDEN; how many they
    are is public.
    """

    def __init__(
        self,
        kind: int,
        seat: Seat,
        other: int,
        cards: Bag,
        back: Bag,
        number: int,
        backs: int,
        audience: int,
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.other = other
        """The other seat; where the cards go that TAKE leaves; how many LOOK sees."""
        self.cards = cards
        self.back = back
        """The cards of SWAP that come back; how many cards TAKE looks at."""
        self.number = number
        """Of `cards`."""
        self.backs = backs
        """Of `back`."""
        self.audience = audience
        """A mask of the seats that know the cards."""

    def plain(self) -> list[int]:
        """The fact as eight integers, in the order of the fields: what a position has of it."""
        first = [self.kind, self.seat, self.other, self.cards]
        return [*first, self.back, self.number, self.backs, self.audience]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Told) and self.plain() == other.plain()

    def __hash__(self) -> int:
        return self.kind + 16 * self.number

    def __repr__(self) -> str:
        return f"Told{tuple(self.plain())}"

    def __reduce__(self) -> Reduced:
        return Told, tuple(self.plain())


@final
@mypyc_attr(acyclic=True)
class Fact:
    """Something that happened to cards. What it says is worked out when somebody asks: playouts
    note a lot and never do.
    """

    def __init__(
        self, kind: int, seat: Seat, other: int, cards: Bag, back: Bag, audience: int
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.other = other
        self.cards = cards
        self.back = back
        self.audience = audience
        self.listed = NO_LIST
        """The cards one by one, if they were given so; then `cards` says nothing."""
        self.retold: Told | None = None
        """If no more is known of it than one reader was told: that."""
        self._full: Told | None = None
        self._veiled: Told | None = None

    def full(self) -> Told:
        """To those who know the cards."""
        if self._full is None:
            self._full = self._to_all() if self.retold is None else self.retold
        return self._full

    def _to_all(self) -> Told:
        kind, cards, back = self.kind, self.cards, self.back
        if self.listed:
            cards = bag_of(self.listed)
        number = self.other if kind == LOOK else size(cards)
        backs = back if kind == TAKE else size(back)
        return Told(kind, self.seat, self.other, cards, back, number, backs, self.audience)

    def veiled(self) -> Told:
        """To all others."""
        if self._veiled is None:
            self._veiled = self._less()
        return self._veiled

    def _less(self) -> Told:
        full = self.full()
        if self.retold is not None or self.audience == EVERYBODY:
            return full
        kind, seat, other = full.kind, full.seat, full.other
        back = HIDDEN if kind == SWAP else full.back
        return Told(kind, seat, other, HIDDEN, back, full.number, full.backs, full.audience)

    def drops(self) -> bool:
        """Does it tell nothing to a seat that does not know the cards?"""
        return self.retold is None and self.kind in (SEE, HOLD, LOOK)


NO_LIST: Final[list[Kind]] = []


def told_again(fact: Told) -> Fact:
    """A fact of which no more is known than one reader was told."""
    again = Fact(fact.kind, fact.seat, fact.other, NONE, NONE, fact.audience)
    again.retold = fact
    return again


def told(facts: list[Fact], since: int, bit: int) -> list[Told]:
    """The facts as the reader with this bit knows them."""
    heard: list[Told] = []
    for fact in facts[since:]:
        if fact.audience & bit:
            heard.append(fact.full())
        elif not fact.drops():
            heard.append(fact.veiled())
    return heard


def row_of(cards: list[Kind]) -> Bag:
    """A row of up to 15 kinds in one number, the first one lowest, to the base of 16. With kinds
    above 15 it is to the base of 64, and as much is added as no row to the base of 16 comes to.
    """
    bits = 4 if max(cards, default=0) < 16 else 6
    row = 0
    for kind in reversed(cards):
        row = (row << bits) + kind
    return row if bits == 4 else row + ONE[len(cards)]


def read_row(row: Bag, number: int) -> list[Kind]:
    """The kinds of a row of `number` cards, as `row_of` wrote it."""
    bits, most = 4, 15
    if row >= ONE[number]:
        row -= ONE[number]
        bits, most = 6, 63
    cards: list[Kind] = []
    for _card in range(number):
        cards.append(row & most)
        row >>= bits
    return cards


# --- readers


def reader_of(seats: int, seat: Seat) -> int:
    """The reader that sits there: its seat's number, and one for all spectators."""
    return min(seats, seat)


def reader_bit(seats: int, reader: int) -> int:
    """The bit that a reader has in masks: a seat's own, or that of spectators."""
    return SEAT_BIT[reader] if reader < seats else SEAT_BIT[SPECTATOR]


@final
@mypyc_attr(acyclic=True)
class Memory:
    """What one reader knows for certain. Never changed once it is shared: `after` makes another."""

    def __init__(
        self, hands: list[Bag], deck: list[Kind], left: int, folded: int, shuffles: int = 0
    ) -> None:
        self.hands = hands
        """By seat, cards that are in hand at least; its own: all."""
        self.deck = deck
        """From the top, the cards that it can point to; HIDDEN for those between."""
        self.left = left
        """How many cards the deck has."""
        self.folded = folded
        """How many facts have been taken in."""
        self.shuffles = shuffles
        """How many shuffles have been."""


@final
@mypyc_attr(acyclic=True)
class Base:
    """Where a reader's facts begin: what it knew then, and what lay open."""

    def __init__(
        self, known: Memory, sizes: list[int], fresh: Bag, face_up: Bag, since: int
    ) -> None:
        self.known = known
        self.sizes = sizes
        """By seat, how many cards were in hand."""
        self.fresh = fresh
        """The cards that lay shuffled at the bottom of the deck."""
        self.open = face_up
        """The cards that lay open: the discard pile, and what else is neither in hands nor in the
        deck.
        """
        self.since = since
        """How many facts there were before."""


@final
@dataclass(frozen=True)
class Past:
    """What the observer has seen happen to hidden cards since the deck was last shuffled, and what
    it knew then.

    Bags are numbers: sixteen to the power of the kind for each card; -1 where it does not know.
    """

    hands: tuple[Bag, ...]  # by seat, what it knew then
    sizes: tuple[int, ...]  # by seat, how many cards there were
    deck: tuple[int, ...]  # from the top, kinds it knew; -1 for those between
    left: int  # cards of the deck then
    fresh: Bag  # the cards that lay shuffled at its bottom
    open: Bag  # the cards that lay open, on the discard pile and elsewhere
    facts: tuple[Told, ...]  # in order, as it knows them


def past_of(base: Base, facts: list[Fact], bit: int) -> Past:
    """What the reader with this bit may remember, for those who deal again."""
    return Past(
        tuple(base.known.hands),
        tuple(base.sizes),
        tuple(base.known.deck),
        base.known.left,
        base.fresh,
        base.open,
        tuple(told(facts, base.since, bit)),
    )


def before_the_deal(seats: int, whole: Bag) -> Base:
    """Nobody has seen anything, and the whole deck is shuffled."""
    known = Memory([NONE] * seats, [], size(whole), 0)
    return Base(known, [0] * seats, whole, NONE, 0)


# --- what follows


def after(memory: Memory, facts: list[Fact], bit: int) -> Memory:
    """The memory with all facts taken in that it has not yet."""
    new = Memory(memory.hands[:], memory.deck[:], memory.left, len(facts), memory.shuffles)
    for fact in told(facts, memory.folded, bit):
        take_in(new, fact)
    return new


def recalled(past: Past) -> Memory:
    """What follows from a past for its reader: its memory after all the facts."""
    memory = Memory(list(past.hands), list(past.deck), past.left, len(past.facts))
    for fact in past.facts:
        take_in(memory, fact)
    return memory


def take_in(memory: Memory, fact: Told) -> None:
    """Change the memory by one fact, as its reader knows it."""
    kind, seat, other, cards = fact.kind, fact.seat, fact.other, fact.cards
    back, number, backs = fact.back, fact.number, fact.backs
    hands = memory.hands
    if kind == DRAW:
        top = memory.deck[:number]
        hands[seat] += cards if cards != HIDDEN else bag_of([card for card in top if card >= 0])
        memory.deck = memory.deck[number:]
        memory.left -= number
    elif kind == LOSE:
        hands[seat] = less(hands[seat], cards)
    elif kind == GIVE:
        hands[seat] = minus(hands[seat], cards, number)
        hands[other] += cards if cards != HIDDEN else NONE
    elif kind == SWAP:
        rest, others_rest = minus(hands[seat], cards, number), minus(hands[other], back, backs)
        hands[seat] = rest + (back if back != HIDDEN else NONE)
        hands[other] = others_rest + (cards if cards != HIDDEN else NONE)
    elif kind == SEE:
        hands[seat] = cards
    elif kind == HOLD:
        hands[seat] = merged(hands[seat], cards)
    elif kind == LOOK:
        memory.deck = read_row(cards, number) + memory.deck[number:]
    elif kind == COME:
        hands[seat] += cards
    else:
        take(memory, fact)


def minus(hand: Bag, cards: Bag, number: int) -> Bag:
    """What is in the hand for certain without these cards; of unknown ones any may have gone."""
    return thinned(hand, number) if cards == HIDDEN else less(hand, cards)


def take(memory: Memory, fact: Told) -> None:
    """Some of the top cards are taken; where the others are is known to those who saw both."""
    seat, rest_goes, cards, number = fact.seat, fact.other, fact.cards, fact.number
    looked = fact.backs
    top, below = memory.deck[:looked], memory.deck[looked:]
    seen = len(top) == looked and HIDDEN not in top
    if cards != HIDDEN:
        memory.hands[seat] += cards
    if cards != HIDDEN and seen:
        rest = without(top, cards)
    else:
        rest = [HIDDEN] * (looked - number)
    memory.left -= number
    if rest_goes == TO_TOP:
        memory.deck = trimmed(rest + below)
    elif rest_goes == SHUFFLED_IN:
        memory.deck = []
    else:
        gap = memory.left - len(rest) - len(below)
        memory.deck = trimmed(below + [HIDDEN] * gap + rest)


def without(top: list[Kind], cards: Bag) -> list[Kind]:
    """The row without these cards, the first ones of each kind."""
    rest: list[Kind] = []
    for kind in top:
        if holds(cards, bag_of([kind])):
            cards = less(cards, bag_of([kind]))
        else:
            rest.append(kind)
    return rest


def trimmed(deck: list[Kind]) -> list[Kind]:
    """Without the unknown end."""
    while deck and deck[-1] == HIDDEN:
        deck.pop()
    return deck


def at_shuffle(memory: Memory, sizes: list[int], whole: Bag, shuffled: Bag, face_up: Bag) -> Memory:
    """What is known once these cards, which lay open, lie shuffled below what is left of the deck,
    and those are still open. All others of the whole deck are in hands then: if only one hand has
    cards that are not known, they are known now.
    """
    hands = memory.hands[:]
    hidden = memory.left - len([card for card in memory.deck if card >= 0])
    open_hands = [seat for seat, held in enumerate(sizes) if size(hands[seat]) < held]
    if hidden == 0 and len(open_hands) == 1:
        rest = less(less(whole, shuffled), face_up)
        for hand in hands:
            rest = less(rest, hand)
        hands[open_hands[0]] += less(rest, bag_of([card for card in memory.deck if card >= 0]))
    left = memory.left + size(shuffled)
    return Memory(hands, memory.deck, left, 0, memory.shuffles + 1)


# --- for a state


@final
@mypyc_attr(acyclic=True)
class Shuffle:
    """A shuffle of the deck, and the facts that it put an end to. Like a fact, it is looked into
    when somebody asks.
    """

    def __init__(
        self, facts: list[Fact], sizes: list[int], shuffled: list[Kind], face_up: list[Kind]
    ) -> None:
        self.facts = facts
        self.sizes = sizes
        self._shuffled = shuffled
        self._face_up = face_up
        self._bags: tuple[Bag, Bag] | None = None

    def bags(self) -> tuple[Bag, Bag]:
        """The cards that were shuffled, and those that still lay open; the same to all readers."""
        if self._bags is None:
            self._bags = bag_of(self._shuffled), bag_of(self._face_up)
        return self._bags


@final
@mypyc_attr(acyclic=True)
class Knowledge:
    """What everybody may remember of hidden cards: kept by a state, cloned with it."""

    def __init__(self, seats: int, whole: Bag, like: Knowledge | None = None) -> None:
        self.seats = seats
        self.whole = whole
        """All cards of the game that are ever in hands or in the deck."""
        if like is None:
            base = before_the_deal(seats, whole)
            self.facts: list[Fact] = []
            """Since the deck was last shuffled."""
            self.shares_facts = False
            self.bases = [base] * (seats + 1)
            """By reader, seats and then spectators: what was known before the facts."""
            self.memories = [base.known] * (seats + 1)
            """By reader: what is known, as far as it has been asked for."""
            self.shuffles: list[Shuffle] = []
            """Replaced, never changed. Readers look back on them when they are asked: playouts
            never are.
            """
        else:
            self.facts = like.facts
            self.shares_facts = like.shares_facts = True
            self.bases = like.bases
            self.memories = like.memories[:]
            self.shuffles = like.shuffles

    def clone(self) -> Knowledge:
        """A copy: the two share the facts until one of them adds to them."""
        return Knowledge(self.seats, self.whole, self)

    # --- what is known

    def base(self, seat: Seat) -> Base:
        """Where the facts of a seat, or of a spectator, begin."""
        reader = reader_of(self.seats, seat)
        self.look_back(reader)
        return self.bases[reader]

    def look_back(self, reader: int) -> None:
        """Let a reader draw its conclusions from the shuffles since it was last asked."""
        known = self.memories[reader]
        while known.shuffles < len(self.shuffles):
            last = self.shuffles[known.shuffles]
            before = after(known, last.facts, reader_bit(self.seats, reader))
            shuffled, face_up = last.bags()
            known = at_shuffle(before, last.sizes, self.whole, shuffled, face_up)
            self.memories[reader] = known
            self.bases = self.bases[:]
            self.bases[reader] = Base(known, last.sizes, shuffled, face_up, 0)

    def recall(self, seat: Seat) -> Memory:
        """What a seat, or a spectator, knows of hidden cards."""
        reader = reader_of(self.seats, seat)
        self.look_back(reader)
        known = self.memories[reader]
        if known.folded != len(self.facts):
            bit = reader_bit(self.seats, reader)
            known = self.memories[reader] = after(known, self.facts, bit)
        return known

    def past(self, seat: Seat) -> Past:
        """What a seat, or a spectator, may remember, for those who deal again."""
        reader = reader_of(self.seats, seat)
        return past_of(self.base(seat), self.facts, reader_bit(self.seats, reader))

    def knows(self, seat: Seat, kind: Kind) -> bool:
        """Does the seat know where a card of this kind is, in a hand or in the deck? Of those
        shuffled last, that they were there.
        """
        known, fresh = self.recall(seat), self.base(seat).fresh
        if kind in known.deck or (fresh != self.whole and count(fresh, kind)):
            return True
        return any([count(hand, kind) for hand in known.hands])

    # --- what happens

    def note(self, kind: int, seat: Seat, other: int, cards: Bag, back: Bag, knows: int) -> None:
        """Remember what happened to hidden cards. With LOOK, `cards` is a row and `other` says how
        many cards it has.
        """
        self._add(Fact(kind, seat, other, cards, back, knows))

    def note_each(self, kind: int, seat: Seat, cards: list[Kind], knows: int) -> None:
        """The same of one seat's cards in a list, which must not be changed after."""
        fact = Fact(kind, seat, -1, NONE, NONE, knows)
        fact.listed = cards
        self._add(fact)

    def _add(self, fact: Fact) -> None:
        if self.shares_facts:
            self.facts = self.facts[:]
            self.shares_facts = False
        self.facts.append(fact)

    def shuffled(self, sizes: list[int], shuffled: list[Kind], face_up: list[Kind]) -> None:
        """These cards, which lay open, have been shuffled and laid below what is left of the deck;
        those still lie open. Whatever is in neither is in that rest or in hands, of these sizes:
        everybody may draw conclusions. Lists that are not changed any more, in any order.
        """
        self.shuffles = [*self.shuffles, Shuffle(self.facts, sizes, shuffled, face_up)]
        self.facts = []
        self.shares_facts = False

    # --- positions and re-deals

    def begin(self, views: list[Memory], sizes: list[int], face_up: Bag) -> None:
        """Each reader knows what it sees now, and remembers nothing."""
        facts, shuffles = len(self.facts), len(self.shuffles)
        self.memories = [
            Memory(view.hands, view.deck, view.left, facts, shuffles) for view in views
        ]
        self.bases = [Base(known, sizes, NONE, face_up, facts) for known in self.memories]

    def resume(
        self, seat: Seat, past: Past, views: list[Memory], sizes: list[int], face_up: Bag
    ) -> None:
        """The seat remembers this past; all others know what they see now."""
        self.facts = [told_again(fact) for fact in past.facts]
        self.shares_facts = False
        self.begin(views, sizes, face_up)
        reader = reader_of(self.seats, seat)
        known = Memory(list(past.hands), list(past.deck), past.left, 0, len(self.shuffles))
        self.memories[reader] = known
        self.bases[reader] = Base(known, list(past.sizes), past.fresh, past.open, 0)


NOTHING: Final = Knowledge(0, NONE)
"""For states that nothing has been dealt in yet: never noted in."""
