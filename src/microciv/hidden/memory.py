"""What has happened to hidden cards since the deck was last shuffled, and what each reader knows.

This is for games whose hands are bags of indistinguishable cards. The state keeps facts, each with
a mask of the seats that know its cards. What a reader knows follows from the facts as it may read
them: of each hand the cards that are certainly in it, and the cards of the deck that it can point
to (docs/decisions/0005). Readers are the seats, and one for all spectators. Every card of the game
is in a hand, in the deck, or lies open.
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
LOSE: Final = 1  # seat's cards are laid open, on the discard pile or elsewhere
GIVE: Final = 2  # seat's cards go to the hand of other
SWAP: Final = 3  # seat's `cards` go to other, and other's `back` to seat, at once
SEE: Final = 4  # the audience sees seat's whole hand
HOLD: Final = 5  # the audience learns that seat has these cards, at least
LOOK: Final = 6  # the audience sees the top of the deck; `cards` is a row, not a bag
TAKE: Final = 7  # of the `back` top cards, seat takes these; `other` says where the rest goes
COME: Final = 8  # cards that lay open go to seat's hand, and everybody knows them

# Where the rest goes after TAKE.
TO_TOP: Final = 0
TO_BOTTOM: Final = 1
SHUFFLED_IN: Final = 2
RESTS: Final[list[str]] = ["top", "bottom", "shuffle"]

HIDDEN: Final[Bag] = -1

# --- facts


@final
@mypyc_attr(acyclic=True)
class Told:
    """A fact as one reader knows it. Cards that the reader does not know are HIDDEN; their number
    is public.
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
        """The other seat; for TAKE, where the rest goes; for LOOK, the number of cards."""
        self.cards = cards
        self.back = back
        """For SWAP, the cards that come back; for TAKE, the number of cards looked at."""
        self.number = number
        """The number of `cards`."""
        self.backs = backs
        """The number of cards in `back`."""
        self.audience = audience
        """The seats that know the cards, as a mask."""

    def plain(self) -> list[int]:
        """The fact as eight integers, in the order of the fields, as positions have it."""
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
    """Something that happened to cards. What it tells is computed only when asked for, since
    playouts note many facts and never ask.
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
        """The cards as a list, if they were given as one; `cards` is then empty."""
        self.retold: Told | None = None
        """What one reader knew of it, if no more is known; otherwise None."""
        self._full: Told | None = None
        self._veiled: Told | None = None

    def full(self) -> Told:
        """The fact as it is known to those who know the cards."""
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
        """The fact as all others know it."""
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
        """Does it tell nothing to readers that do not know the cards?"""
        return self.retold is None and self.kind in (SEE, HOLD, LOOK)


NO_LIST: Final[list[Kind]] = []


def told_again(fact: Told) -> Fact:
    """A fact of which no more is known than what one reader knew."""
    again = Fact(fact.kind, fact.seat, fact.other, NONE, NONE, fact.audience)
    again.retold = fact
    return again


def told(facts: list[Fact], since: int, bit: int) -> list[Told]:
    """The facts from index `since` on, as the reader with this bit knows them."""
    heard: list[Told] = []
    for fact in facts[since:]:
        if fact.audience & bit:
            heard.append(fact.full())
        elif not fact.drops():
            heard.append(fact.veiled())
    return heard


def row_of(cards: list[Kind]) -> Bag:
    """A row of up to 15 kinds as one number to the base 16, the first kind in the lowest digit. If
    a kind is above 15, the base is 64, and 16 to the power of the length is added, which no row to
    the base 16 reaches.
    """
    bits = 4 if max(cards, default=0) < 16 else 6
    row = 0
    for kind in reversed(cards):
        row = (row << bits) + kind
    return row if bits == 4 else row + ONE[len(cards)]


def read_row(row: Bag, number: int) -> list[Kind]:
    """The kinds in a row of `number` cards that `row_of` has written."""
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
    """The number of the reader in this seat: the seat's own, or `seats` for spectators."""
    return min(seats, seat)


def reader_bit(seats: int, reader: int) -> int:
    """The reader's bit in masks: the seat's, or that of SPECTATOR."""
    return SEAT_BIT[reader] if reader < seats else SEAT_BIT[SPECTATOR]


@final
@mypyc_attr(acyclic=True)
class Memory:
    """What one reader certainly knows. It is never changed once it is shared: `after` makes
    another.
    """

    def __init__(
        self, hands: list[Bag], deck: list[Kind], left: int, folded: int, shuffles: int = 0
    ) -> None:
        self.hands = hands
        """By seat, the cards that are certainly in hand; of its own hand, all."""
        self.deck = deck
        """From the top, the cards of the deck that it knows; HIDDEN for those between."""
        self.left = left
        """The number of cards in the deck."""
        self.folded = folded
        """The number of facts that have been taken in."""
        self.shuffles = shuffles
        """The number of shuffles so far."""


@final
@mypyc_attr(acyclic=True)
class Base:
    """Where a reader's facts begin: what it knew, and what lay where, before them."""

    def __init__(
        self, known: Memory, sizes: list[int], fresh: Bag, face_up: Bag, since: int
    ) -> None:
        self.known = known
        self.sizes = sizes
        """By seat, the number of cards in hand."""
        self.fresh = fresh
        """The cards that had been shuffled, at the bottom of the deck."""
        self.open = face_up
        """The cards that lay open: the discard pile, and all others that were neither in hands nor
        in the deck.
        """
        self.since = since
        """The index of its first fact."""


@final
@dataclass(frozen=True)
class Past:
    """What the observer knows of what has happened to hidden cards since the deck was last
    shuffled, and what it knew then.

    Bags are numbers: the sum over their cards of 16 to the power of the kind; -1 for unknown cards.
    """

    hands: tuple[Bag, ...]  # by seat, the cards that it knew then
    sizes: tuple[int, ...]  # by seat, the number of cards in hand then
    deck: tuple[int, ...]  # from the top, the kinds that it knew; -1 for those between
    left: int  # the number of cards in the deck then
    fresh: Bag  # the cards that had been shuffled, at the bottom of the deck
    open: Bag  # the cards that lay open, on the discard pile and elsewhere
    facts: tuple[Told, ...]  # in order, as it knows them


def past_of(base: Base, facts: list[Fact], bit: int) -> Past:
    """What the reader with this bit may remember, for re-deals."""
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
    """The base of all readers before the deal: all cards are in the deck, and shuffled."""
    known = Memory([NONE] * seats, [], size(whole), 0)
    return Base(known, [0] * seats, whole, NONE, 0)


# --- what follows


def after(memory: Memory, facts: list[Fact], bit: int) -> Memory:
    """The memory after all these facts, of which it may have taken in the first ones."""
    new = Memory(memory.hands[:], memory.deck[:], memory.left, len(facts), memory.shuffles)
    for fact in told(facts, memory.folded, bit):
        take_in(new, fact)
    return new


def recalled(past: Past) -> Memory:
    """The memory of a past's reader after all its facts."""
    memory = Memory(list(past.hands), list(past.deck), past.left, len(past.facts))
    for fact in past.facts:
        take_in(memory, fact)
    return memory


def take_in(memory: Memory, fact: Told) -> None:
    """Update a memory by one fact, as its reader knows it."""
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
    """What is certainly in the hand without these cards; of hidden ones, any may have gone."""
    return thinned(hand, number) if cards == HIDDEN else less(hand, cards)


def take(memory: Memory, fact: Told) -> None:
    """Update a memory by TAKE. Readers that know all the cards looked at, and those taken, know
    where the rest is.
    """
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
    """The row without these cards; of each kind, the first ones are removed."""
    rest: list[Kind] = []
    for kind in top:
        if holds(cards, bag_of([kind])):
            cards = less(cards, bag_of([kind]))
        else:
            rest.append(kind)
    return rest


def trimmed(deck: list[Kind]) -> list[Kind]:
    """The deck without the unknown cards at its end; the list itself is changed."""
    while deck and deck[-1] == HIDDEN:
        deck.pop()
    return deck


def at_shuffle(memory: Memory, sizes: list[int], whole: Bag, shuffled: Bag, face_up: Bag) -> Memory:
    """The memory after the `shuffled` cards, which lay open, have been put below the rest of the
    deck, while `face_up` still lie open. All other cards are in hands or in that rest: if all of
    the rest is known, and only one hand has unknown cards, these can be inferred.
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
    """A shuffle of the deck, and the facts before it. Like a fact, it is evaluated only when asked
    for.
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
        """The cards that were shuffled, and those that still lay open; they are public."""
        if self._bags is None:
            self._bags = bag_of(self._shuffled), bag_of(self._face_up)
        return self._bags


@final
@mypyc_attr(acyclic=True)
class Knowledge:
    """What all readers may remember of hidden cards; a part of the state, and cloned with it."""

    def __init__(self, seats: int, whole: Bag, like: Knowledge | None = None) -> None:
        self.seats = seats
        self.whole = whole
        """All cards of the game that may be in hands or in the deck."""
        if like is None:
            base = before_the_deal(seats, whole)
            self.facts: list[Fact] = []
            """The facts since the deck was last shuffled."""
            self.shares_facts = False
            """Is the list of facts shared with a clone?"""
            self.bases = [base] * (seats + 1)
            """By reader (the seats, then spectators), where its facts begin."""
            self.memories = [base.known] * (seats + 1)
            """By reader, what it knows; brought up to date when asked for."""
            self.shuffles: list[Shuffle] = []
            """All shuffles. The list is replaced, never changed. Readers take them in only when
            asked, which playouts never do.
            """
        else:
            self.facts = like.facts
            self.shares_facts = like.shares_facts = True
            self.bases = like.bases
            self.memories = like.memories[:]
            self.shuffles = like.shuffles

    def clone(self) -> Knowledge:
        """A copy; both share the list of facts until one of them adds a fact."""
        return Knowledge(self.seats, self.whole, self)

    # --- what is known

    def base(self, seat: Seat) -> Base:
        """The base of a seat, or of spectators."""
        reader = reader_of(self.seats, seat)
        self.look_back(reader)
        return self.bases[reader]

    def look_back(self, reader: int) -> None:
        """Let a reader take in the shuffles since it was last asked."""
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
        """What a seat, or a spectator, now knows of hidden cards."""
        reader = reader_of(self.seats, seat)
        self.look_back(reader)
        known = self.memories[reader]
        if known.folded != len(self.facts):
            bit = reader_bit(self.seats, reader)
            known = self.memories[reader] = after(known, self.facts, bit)
        return known

    def past(self, seat: Seat) -> Past:
        """What a seat, or a spectator, may remember, for re-deals."""
        reader = reader_of(self.seats, seat)
        return past_of(self.base(seat), self.facts, reader_bit(self.seats, reader))

    def knows(self, seat: Seat, kind: Kind) -> bool:
        """Does the seat know where a card of this kind is, in a hand or in the deck? For the cards
        shuffled last, it is enough that they were in the deck.
        """
        known, fresh = self.recall(seat), self.base(seat).fresh
        if kind in known.deck or (fresh != self.whole and count(fresh, kind)):
            return True
        return any([count(hand, kind) for hand in known.hands])

    # --- what happens

    def note(self, kind: int, seat: Seat, other: int, cards: Bag, back: Bag, knows: int) -> None:
        """Add a fact; `knows` is a mask of the seats that know the cards. For LOOK, `cards` is a
        row of `other` cards.
        """
        self._add(Fact(kind, seat, other, cards, back, knows))

    def note_each(self, kind: int, seat: Seat, cards: list[Kind], knows: int) -> None:
        """Add a fact about one seat's cards, given as a list, which must not be changed later."""
        fact = Fact(kind, seat, -1, NONE, NONE, knows)
        fact.listed = cards
        self._add(fact)

    def _add(self, fact: Fact) -> None:
        if self.shares_facts:
            self.facts = self.facts[:]
            self.shares_facts = False
        self.facts.append(fact)

    def shuffled(self, sizes: list[int], shuffled: list[Kind], face_up: list[Kind]) -> None:
        """Note that the `shuffled` cards, which lay open, have been put below the rest of the deck,
        while `face_up` still lie open, and hands have these sizes. All readers may draw conclusions
        from that. The lists may be in any order, and must not be changed later.
        """
        self.shuffles = [*self.shuffles, Shuffle(self.facts, sizes, shuffled, face_up)]
        self.facts = []
        self.shares_facts = False

    # --- positions and re-deals

    def begin(self, views: list[Memory], sizes: list[int], face_up: Bag) -> None:
        """Begin anew: each reader knows what it sees now (`views`), and remembers nothing."""
        facts, shuffles = len(self.facts), len(self.shuffles)
        self.memories = [
            Memory(view.hands, view.deck, view.left, facts, shuffles) for view in views
        ]
        self.bases = [Base(known, sizes, NONE, face_up, facts) for known in self.memories]

    def resume(
        self, seat: Seat, past: Past, views: list[Memory], sizes: list[int], face_up: Bag
    ) -> None:
        """For a re-deal: the seat remembers this past, and all others know what they see now."""
        self.facts = [told_again(fact) for fact in past.facts]
        self.shares_facts = False
        self.begin(views, sizes, face_up)
        reader = reader_of(self.seats, seat)
        known = Memory(list(past.hands), list(past.deck), past.left, 0, len(self.shuffles))
        self.memories[reader] = known
        self.bases[reader] = Base(known, list(past.sizes), past.fresh, past.open, 0)


NOTHING: Final = Knowledge(0, NONE)
"""For states in which nothing has been dealt yet; no fact is ever added to it."""
