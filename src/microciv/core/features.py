"""What a seat may know as a row of numbers, for programs that learn.

A game writes it down block after block (`Game.encode`). Every number is an amount as a part of the
most that is told apart, from -1 to 1, and a game with its options settled always writes the same
blocks. Seats are counted from the observer, clockwise: its own part of a block comes first, so that
one policy can sit anywhere.

An encoder reads the state and writes what its seat knows alone: the same on the true state and on
any re-deal of the seat's observation (law *numbers*). Rows are bytes, an amount each. Until they
are taken they are text, a character an amount, put together from pieces that are made once: numbers
in boxes would take most of the time, and Python joins text three times as fast as bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias, final

from microciv.core.cards import BIT, CardSet
from microciv.core.frozen import Frozen
from microciv.core.moves import NOBODY, SEAT_BIT, SPECTATOR, Move, Seat
from microciv.core.state import NOTHING, State

MOST: Final = 127
"""The highest amount that can be told apart: a byte has a sign."""
LONGEST: Final = 4096
"""Numbers of a part that are all 0."""
OWN: Final = 32  # parts of an observer
MOST_STEPS: Final = 10  # of an answer

AMOUNTS: Final[list[str]] = [chr(amount % 256) for amount in range(-MOST, MOST + 1)]
"""By amount + MOST."""
ZEROS: Final[list[str]] = ["\0" * size for size in range(LONGEST + 1)]
ONES: Final[list[list[str]]] = [[] for _ in range(512)]
"""By size, the rows with a single 1, by its index; then the row without one. Made when needed."""
WIDE: Final = 10  # bits that are written at once: of more, the lookup leaves a processor's cache
BITS: Final[list[list[str]]] = [[] for _ in range(WIDE + 1)]
"""By width, the bits of a number, the lowest first. Made when needed."""
HEADS: Final[dict[int, str]] = {}
"""What rows begin with, by all that it follows from. Made when needed."""
A_PHASE: Final = 8  # bits
A_SEAT: Final = 4
ORDERS: Final[list[list[list[Seat]]]] = [
    [[(first + offset) % seats for offset in range(seats)] for first in range(seats)]
    for seats in range(SPECTATOR + 1)
]
"""By the number of seats and the first one, all of them clockwise."""

Triples: TypeAlias = list[str]
TRIPLES: Final[list[Triples]] = [[] for _ in range(MOST + 1)]
"""By the most that is told apart, the counts of three kinds of a bag. Made when needed."""


@final
@dataclass(frozen=True)
class Block(Frozen):
    """Consecutive numbers, and what they mean."""

    name: str
    size: int
    meaning: str


@final
class Layout:
    """What the numbers of a row mean: written down once a game, by an encoder that is watched."""

    def __init__(self) -> None:
        self.mosts: list[int] = []
        """By number, the amount that is 1."""
        self._starts: list[tuple[int, str, str]] = []

    def begin(self, name: str, meaning: str) -> None:
        """Begin a block: the numbers added from here on belong to it."""
        self._starts.append((len(self.mosts), name, meaning))

    def add(self, size: int, most: int) -> None:
        """Add `size` numbers, each an amount of which `most` is 1.

        :raises ValueError: if `most` is not from 1 to 127.
        """
        if not 0 < most <= MOST:
            raise ValueError(f"expected to tell apart 1 to {MOST}, not {most}")
        self.mosts += [most] * size

    def blocks(self) -> list[Block]:
        """The blocks in their order; their sizes add up to the length of a row."""
        ends = [start for start, _name, _meaning in self._starts[1:]] + [len(self.mosts)]
        return [
            Block(name, end - start, meaning)
            for (start, name, meaning), end in zip(self._starts, ends, strict=True)
        ]


@final
class Kept:
    """A part of rows that may be put again, and when, and from which numbers, it was written."""

    def __init__(self) -> None:
        self.text = ""
        self.era = -1
        self.one = -1
        self.other = -1


@final
class Features:
    """Rows in the making. With a layout, the blocks of one row are written down as well."""

    def __init__(self, layout: Layout | None = None) -> None:
        self.pieces: list[str] = []
        """All rows so far; joined, an amount a character."""
        self.layout = layout
        self.seats = 0
        self.observer: Seat = 0
        self.first: Seat = 0
        """From where seats are counted: the observer's; for a spectator, 0."""
        self.answer: tuple[Move, ...] = NOTHING
        """What the observer has sealed of its answer so far."""
        self._state: State | None = None
        self._sets = 0
        self._asked = 0
        """Whom the decision set asks, a mask."""
        self._era = 0
        """Goes up with every decision set, and with every other state."""
        self._parts: list[Kept] = []
        """By number."""
        self._lasting: dict[int, tuple[list[object], str]] = {}
        """By number, parts of rows with what they were written from."""
        self._contents: dict[int, list[list[int]]] = {}
        """By number, what parts were last written from."""

    def taken(self) -> bytes:
        """The rows so far; the next one is the first again."""
        rows = "".join(self.pieces).encode("latin-1")
        self.pieces = []
        return rows

    # --- what stays the same while answers are sealed, or longer

    def again(self, part: int) -> bool:
        """Put a part that was kept since the last answers were opened: what is on the table stays
        the same until the next are, whoever looks. Is there one?
        """
        if part >= len(self._parts):
            return False
        kept = self._parts[part]
        if kept.era != self._era:
            return False
        self.pieces.append(kept.text)
        return True

    def still(self, part: int, one: int, other: int = 0) -> bool:
        """Put a part that was kept for the same numbers, whenever that was. Is there one?"""
        if part >= len(self._parts):
            return False
        kept = self._parts[part]
        if kept.one != one or kept.other != other:
            return False
        kept.era = self._era
        self.pieces.append(kept.text)
        return True

    def unchanged(self, part: int, content: list[object]) -> bool:
        """Put a part that was kept for the same content, whenever that was. Is there one?"""
        kept = self._lasting.get(part)
        if kept is None or kept[0] != content:
            return False
        self.pieces.append(kept[1])
        return True

    def is_same(self, part: int, content: list[list[int]]) -> bool:
        """Is the content what it was when this was last asked of the part? A copy of it is kept."""
        kept = self._contents.get(part)
        if kept is not None and kept == content:
            return True
        self._contents[part] = [numbers[:] for numbers in content]
        return False

    def last(self, part: int) -> bool:
        """Put a part that was kept for content which is known to be the same. Is there one?"""
        kept = self._lasting.get(part)
        if kept is None:
            return False
        self.pieces.append(kept[1])
        return True

    def begin(self) -> list[str]:
        """Begin a part that is to be kept; the pieces before it, which `keep` wants."""
        outer = self.pieces
        self.pieces = []
        return outer

    def keep_for(self, part: int, content: list[object], outer: list[str]) -> None:
        """Keep the part that was begun, of which everything follows from the content: lists in it
        that may change are copies.
        """
        text = self._ended(outer)
        if self.layout is None:
            self._lasting[part] = content, text

    def own(self, part: int) -> int:
        """The number of a part that is this observer's alone."""
        return OWN * (self.observer + 1) + part

    def keep(self, part: int, outer: list[str], one: int = -1, other: int = 0) -> None:
        """Keep the part that was begun. If all of it follows from two numbers from 0 up, they are
        kept beside it.
        """
        text = self._ended(outer)
        if self.layout is None:
            while len(self._parts) <= part:
                self._parts.append(Kept())
            kept = self._parts[part]
            kept.text, kept.era = text, self._era
            kept.one, kept.other = one, other

    def _ended(self, outer: list[str]) -> str:
        """The part that was begun, now one piece after those before it."""
        text = "".join(self.pieces)
        outer.append(text)
        self.pieces = outer
        return text

    def is_watched(self) -> bool:
        """Is the row written for a layout? Then what is not there must be written as if it were."""
        return self.layout is not None

    def block(self, name: str, meaning: str, seat: int = NOBODY, number: int = 0) -> None:
        """What follows belongs to this block; of this seat as counted from the observer, and with
        this number, if several blocks have one name.
        """
        if self.layout is not None:
            whose = f"seat+{seat} " if seat >= 0 else ""
            self.layout.begin(f"{whose}{name}{f' {number}' if number else ''}", meaning)

    def flag(self, yes: bool) -> None:
        """1 for yes, 0 for no."""
        self.pieces.append(AMOUNTS[MOST + 1] if yes else AMOUNTS[MOST])
        if self.layout is not None:
            self.layout.add(1, 1)

    def part(self, amount: int, most: int) -> None:
        """An amount as a part of the most that is told apart: more, or less than its opposite,
        looks like that.
        """
        if amount > most:
            amount = most
        elif amount < -most:
            amount = -most
        self.pieces.append(AMOUNTS[amount + MOST])
        if self.layout is not None:
            self.layout.add(1, most)

    def one(self, index: int, size: int) -> None:
        """One-hot: 1 at this index of `size`, else 0; all 0 if the index is none of them."""
        rows = ONES[size]
        if not rows:
            rows = ONES[size] = one_hot(size)
        self.pieces.append(rows[index if 0 <= index < size else size])
        if self.layout is not None:
            self.layout.add(size, 1)

    def nothing(self, size: int, most: int = 1) -> None:
        """This many zeros, where amounts up to the most might be."""
        self.pieces.append(ZEROS[size])
        if self.layout is not None:
            self.layout.add(size, most)

    def pile(self, cards: CardSet, size: int, first: int = 0) -> None:
        """By card, `size` of them from the `first` one on: is it in the pile?"""
        if self.layout is not None:
            self.layout.add(size, 1)
        left = cards >> first if first else cards
        while size > 0:
            if left == 0:
                self.pieces.append(ZEROS[size])
                return
            width = min(size, WIDE)
            bits = BITS[width]
            if not bits:
                bits = BITS[width] = bits_of(width)
            self.pieces.append(bits[left & (len(bits) - 1)])
            left >>= WIDE
            size -= WIDE

    def bag(self, bag: int, kinds: int, most: int) -> None:
        """By kind of a bag (`hidden.bags`), how many there are, as a part of the most."""
        if self.layout is not None:
            self.layout.add(kinds, most)
        if bag == 0:
            self.pieces.append(ZEROS[kinds])
            return
        while kinds >= 3:
            triples = TRIPLES[most]
            if not triples:
                triples = TRIPLES[most] = triples_up_to(most)
            self.pieces.append(triples[bag & 4095])
            bag >>= 12
            kinds -= 3
        for _kind in range(kinds):
            amount = bag & 15
            self.pieces.append(AMOUNTS[(min(most, amount)) + MOST])
            bag >>= 4

    def bags(self, bags: list[int], kinds: int, most: int) -> None:
        """Several of them. Most are often empty."""
        empty = 0
        for bag in bags:
            if bag == 0:
                empty += kinds
                continue
            if empty:
                self.nothing(empty, most)
                empty = 0
            self.bag(bag, kinds, most)
        if empty:
            self.nothing(empty, most)

    def cards(self, cards: list[int], size: int, most: int, first: int = 0) -> None:
        """By card, `size` of them from the `first` one on: how often it is in the list, as a part
        of the most. Others are not counted.
        """
        if self.layout is not None:
            self.layout.add(size, most)
        if not cards:
            self.pieces.append(ZEROS[size])
            return
        done, at, end = first, 0, first + size
        ordered = sorted(cards) if len(cards) > 1 else cards
        while at < len(ordered):
            card, found = ordered[at], 1
            at += 1
            while at < len(ordered) and ordered[at] == card:
                found += 1
                at += 1
            if first <= card < end:
                if card > done:
                    self.pieces.append(ZEROS[card - done])
                self.pieces.append(AMOUNTS[(min(most, found)) + MOST])
                done = card + 1
        if done < end:
            self.pieces.append(ZEROS[end - done])

    def parts(self, amounts: list[int], most: int) -> None:
        """Several amounts, each as a part of the same most. Most are often 0."""
        pieces, zeros = self.pieces, 0
        for amount in amounts:
            if amount == 0:
                zeros += 1
                continue
            if zeros:
                pieces.append(ZEROS[zeros])
                zeros = 0
            pieces.append(AMOUNTS[max(-most, min(amount, most)) + MOST])
        if zeros:
            pieces.append(ZEROS[zeros])
        if self.layout is not None:
            self.layout.add(len(amounts), most)

    # --- seats

    def order(self) -> list[Seat]:
        """All seats clockwise, the observer's first; a spectator sees from seat 0. The list is
        shared: do not change it.
        """
        return ORDERS[self.seats][self.first]

    def whose(self, whom: Seat) -> None:
        """By seat from the observer: is it this one? NOBODY's is nobody's."""
        offset = whom - self.first
        if offset < 0 <= whom:
            offset += self.seats
        self.one(offset if whom < self.seats else NOBODY, self.seats)

    def those(self, whom: list[Seat]) -> None:
        """By seat from the observer: is it among these?"""
        mask = 0
        for seat in whom:
            mask |= SEAT_BIT[seat]
        self.among(mask)

    def among(self, mask: int) -> None:
        """By seat from the observer: is it in this mask?"""
        first = self.first
        self.pile(
            mask >> first | (mask & (SEAT_BIT[first] - 1)) << (self.seats - first), self.seats
        )

    def head(self, state: State, seat: Seat, phases: int) -> None:
        """What every row begins with: the phase, who is asked, the observer, its answer so far."""
        if state is not self._state or state.sets != self._sets:
            self._state, self._sets = state, state.sets
            self._era += 1
            self._asked = 0
            for other in state.asked:
                self._asked |= SEAT_BIT[other]
        self.seats = state.seats
        self.observer = seat
        self.first = seat if seat < state.seats else 0
        self.answer = state.answers[seat] if self._asked & SEAT_BIT[seat] else NOTHING
        steps = min(len(self.answer), MOST_STEPS)
        key = (phases << A_PHASE | state.phase) << A_SEAT | steps
        key = ((key << A_SEAT | state.seats) << A_SEAT | seat) << SPECTATOR | self._asked
        text = HEADS.get(key)
        if text is None or self.layout is not None:
            outer = self.begin()
            self._write_head(state.phase, phases, steps)
            HEADS[key] = self._ended(outer)
        else:
            self.pieces.append(text)

    def _write_head(self, phase: int, phases: int, steps: int) -> None:
        self.block("phase", "the question that is open, by its number; the first is the end")
        self.one(phase, phases)
        self.block("asked", "by seat from the observer: is it to act?")
        self.among(self._asked)
        self.block("seat", "the observer's seat, by its number; all 0 for a spectator")
        self.one(self.observer, self.seats)
        self.block("steps", f"steps of its answer sealed so far, of {MOST_STEPS}")
        self.part(steps, MOST_STEPS)


def text_of(amounts: list[int]) -> str:
    """Amounts from -127 to 127 as the characters that rows are joined from."""
    return "".join([AMOUNTS[amount + MOST] for amount in amounts])


def bits_of(width: int) -> list[str]:
    """What all numbers of this many bits look like."""
    return [
        text_of([number // BIT[bit] % 2 for bit in range(width)]) for number in range(BIT[width])
    ]


def one_hot(size: int) -> list[str]:
    """The rows of this size with a single 1, by its index; then the row without one."""
    return [text_of([int(column == index) for column in range(size)]) for index in range(size + 1)]


def triples_up_to(most: int) -> Triples:
    """What three kinds of a bag look like, four bits a kind."""
    return [text_of([min(bag // 16**kind % 16, most) for kind in range(3)]) for bag in range(16**3)]
