"""What a seat knows as a row of numbers, for programs that learn.

A game writes rows block by block (`Game.encode`). Every number is an amount divided by the highest
amount that is distinguished, so it is from -1 to 1. A game with its options settled always writes
the same blocks. Seats are counted clockwise from the observer, whose own part of a block comes
first, so that one policy can play any seat.

An encoder reads the state but writes only what its seat knows: the same on the true state and on
any re-deal of the seat's observation (law *numbers*). Rows have a signed byte for each amount. They
are written into a buffer of mypyc's own runtime, as boxed numbers would take most of the time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from mypy_extensions import i64

from microciv.core.cards import CardSet
from microciv.core.frozen import Frozen
from microciv.core.moves import NOBODY, SEAT_BIT, SPECTATOR, Move, Seat
from microciv.core.state import NOTHING, State
from microciv.core.writer import BytesWriter

MOST: Final = 127
"""The highest amount that can be distinguished: bytes are signed."""
A_KIND: Final = 4  # bits of a bag
A_WORD: Final = 60  # bits of a number that compiled code does not box
WORD: Final = 2**A_WORD - 1
LONGEST: Final = 4096
"""Zeros in a row, at most, that are written at once."""
OWN: Final = 32  # parts that belong to one observer, at most
MOST_STEPS: Final = 10  # of an answer that are distinguished

ZEROS: Final[list[bytes]] = [bytes(size) for size in range(LONGEST + 1)]
WIDE: Final = 10  # bits written at once: for more, the table does not fit a processor's cache
BITS: Final[list[list[bytes]]] = [[] for _ in range(WIDE + 1)]
"""By width and number, the number's bits, the lowest first. Made when needed."""
TRIPLE: Final = 3 * A_KIND  # bits of a bag that are written at once
TRIPLES: Final[list[list[bytes]]] = [[] for _ in range(MOST + 1)]
"""By the highest amount distinguished, the counts of three kinds of a bag. Made when needed."""
HEADS: Final[dict[int, bytes]] = {}
"""The beginnings of rows, by a key of everything they depend on. Made when needed."""
A_PHASE: Final = 8  # bits
A_SEAT: Final = 4
ORDERS: Final[list[list[list[Seat]]]] = [
    [[(first + offset) % seats for offset in range(seats)] for first in range(seats)]
    for seats in range(SPECTATOR + 1)
]
"""By the number of seats and the first one, all of them clockwise."""


@final
@dataclass(frozen=True)
class Block(Frozen):
    """Consecutive numbers of a row that belong together, and their meaning."""

    name: str
    size: int
    meaning: str


@final
class Layout:
    """The meaning of the numbers in a game's rows. An encoder fills it in while it writes one row
    (`Features` with a layout).
    """

    def __init__(self) -> None:
        self.mosts: list[int] = []
        """By number of a row, the amount that becomes 1."""
        self._starts: list[tuple[int, str, str]] = []

    def begin(self, name: str, meaning: str) -> None:
        """Begin a block: the numbers added from here on belong to it."""
        self._starts.append((len(self.mosts), name, meaning))

    def add(self, size: int, most: int) -> None:
        """Add `size` numbers, each an amount that becomes 1 if it is `most`.

        :raises ValueError: if `most` is not from 1 to 127.
        """
        if not 0 < most <= MOST:
            raise ValueError(f"expected to tell apart 1 to {MOST}, not {most}")
        self.mosts += [most] * size

    def blocks(self) -> list[Block]:
        """The blocks in order; their sizes add up to the length of a row."""
        ends = [start for start, _name, _meaning in self._starts[1:]] + [len(self.mosts)]
        return [
            Block(name, end - start, meaning)
            for (start, name, meaning), end in zip(self._starts, ends, strict=True)
        ]


NO_SOURCES: Final[list[object]] = []


@final
class Kept:
    """A part of a row that is kept to be added again, with the era that it was written in, and what
    it was written from.
    """

    def __init__(self) -> None:
        self.row = b""
        self.era = -1
        self.sources: list[object] = []


@final
class Features:
    """Rows being written. With a layout, the blocks of a row are noted in it as well."""

    def __init__(self, layout: Layout | None = None) -> None:
        self.out = BytesWriter()
        """All rows so far, with a byte for each amount."""
        self.layout = layout
        self.seats = 0
        self.observer: Seat = 0
        self.first: Seat = 0
        """The seat from which seats are counted: the observer's, or 0 for a spectator."""
        self.answer: tuple[Move, ...] = NOTHING
        """What the observer has sealed of its answer so far."""
        self._state: State | None = None
        self._sets = 0
        self._asked = 0
        """The seats that the decision set asks, as a mask."""
        self._era = 0
        """Rises with every new decision set and every other state."""
        self._parts: list[Kept] = []
        """The kept parts, by their numbers."""
        self._drafts: list[BytesWriter] = []
        """The parts being written that are to be kept, the innermost last; reused."""
        self._depth = 0
        """The number of parts being written."""

    def taken(self) -> bytes:
        """Take the rows so far, concatenated; the next row is then the first again."""
        rows = self.out.getvalue()
        self.out.truncate(0)
        return rows

    # --- parts that are kept: while answers are sealed, or until what they say is replaced

    def again(self, part: int) -> bool:
        """Add a part that was kept in this decision set, if there is one; return whether there was.
        Such parts must stay the same until the next answers are opened, and be the same for all
        observers, unless they are an observer's `own`.
        """
        if part >= len(self._parts):
            return False
        kept = self._parts[part]
        if kept.era != self._era:
            return False
        self.out.write(kept.row)
        return True

    def unchanged(self, part: int, sources: list[object]) -> bool:
        """Add a part that was kept if it was written from these very objects; return whether it
        was. They must be replaced, never changed, and say all that the part says, to any observer.
        """
        if part >= len(self._parts):
            return False
        kept = self._parts[part]
        if len(kept.sources) != len(sources):
            return False
        for index, source in enumerate(kept.sources):
            if source is not sources[index]:
                return False
        self.out.write(kept.row)
        return True

    def begin(self) -> BytesWriter:
        """Begin a part that is to be kept; returns the writer around it, which `keep` needs."""
        outer = self.out
        if self._depth == len(self._drafts):
            self._drafts.append(BytesWriter())
        self.out = self._drafts[self._depth]
        self._depth += 1
        return outer

    def own(self, part: int) -> int:
        """The number of a part that is different for each observer."""
        return OWN * (self.observer + 1) + part

    def keep(self, part: int, outer: BytesWriter, sources: list[object] = NO_SOURCES) -> None:
        """End and keep the part that was begun: for `again`, or, with its sources, `unchanged`."""
        row = self._ended(outer)
        if self.layout is None:
            while len(self._parts) <= part:
                self._parts.append(Kept())
            kept = self._parts[part]
            kept.row, kept.era, kept.sources = row, self._era, sources

    def _ended(self, outer: BytesWriter) -> bytes:
        """End the part that was begun: add it to the `outer` writer, and return it."""
        row = self.out.getvalue()
        self.out.truncate(0)
        self._depth -= 1
        outer.write(row)
        self.out = outer
        return row

    def is_watched(self) -> bool:
        """Is the row written for a layout? If so, optional parts must be written too."""
        return self.layout is not None

    def block(self, name: str, meaning: str, seat: int = NOBODY, number: int = 0) -> None:
        """Begin a block: the numbers that follow belong to it. If several blocks have one name,
        give the seat, counted from the observer, or a number.
        """
        if self.layout is not None:
            whose = f"seat+{seat} " if seat >= 0 else ""
            self.layout.begin(f"{whose}{name}{f' {number}' if number else ''}", meaning)

    def flag(self, yes: bool) -> None:
        """Add 1 for yes, or 0 for no."""
        self.out.append(1 if yes else 0)
        if self.layout is not None:
            self.layout.add(1, 1)

    def part(self, amount: int, most: int) -> None:
        """Add an amount divided by `most`; amounts beyond `most` or -`most` are capped."""
        self.out.append(amount if 0 <= amount <= most else byte_of(amount, most))
        if self.layout is not None:
            self.layout.add(1, most)

    def one(self, index: int, size: int) -> None:
        """Add `size` numbers, one-hot: 1 at this index, otherwise 0; all 0 if out of range."""
        out = self.out
        start = len(out)
        out.write(ZEROS[size])
        if 0 <= index < size:
            out[start + index] = 1
        if self.layout is not None:
            self.layout.add(size, 1)

    def nothing(self, size: int, most: int = 1) -> None:
        """Add this many zeros, in place of amounts up to `most`."""
        self.out.write(ZEROS[size])
        if self.layout is not None:
            self.layout.add(size, most)

    def pile(self, cards: CardSet, size: int, first: int = 0) -> None:
        """Add a number for each of `size` cards from `first` on: 1 if it is in the pile."""
        if self.layout is not None:
            self.layout.add(size, 1)
        out = self.out
        left = cards >> first if first else cards
        while left and size > 0:
            width = min(size, WIDE)
            bits = bits_of(width)
            out.write(bits[left & (len(bits) - 1)])
            left >>= WIDE
            size -= width
        out.write(ZEROS[size])

    def bag(self, bag: int, kinds: int, most: int) -> None:
        """Add the count of each kind in a bag (`hidden.bags`), divided by `most` and capped."""
        if self.layout is not None:
            self.layout.add(kinds, most)
        out, triples = self.out, triples_of(most)
        while bag and kinds > 0:
            word, width = bag & WORD, min(kinds, A_WORD // A_KIND)
            bag >>= A_WORD
            kinds -= width
            while width >= 3:
                out.write(triples[word & (2**TRIPLE - 1)])
                word >>= TRIPLE
                width -= 3
            while width > 0:
                out.append(min(word & 15, most))
                word >>= A_KIND
                width -= 1
        out.write(ZEROS[kinds])

    def bags(self, bags: list[int], kinds: int, most: int) -> None:
        """Add several bags."""
        for bag in bags:
            self.bag(bag, kinds, most)

    def cards(self, cards: list[int], size: int, most: int, first: int = 0) -> None:
        """Add a number for each of `size` cards from `first` on: how often it is in the list,
        divided by `most` and capped. Other cards are ignored.
        """
        if self.layout is not None:
            self.layout.add(size, most)
        out = self.out
        start: i64 = len(out)
        end: i64 = size
        out.write(ZEROS[size])
        for card in cards:
            index: i64 = card - first
            if 0 <= index < end:
                found = out[start + index]
                if found < most:
                    out[start + index] = found + 1

    def parts(self, amounts: list[int], most: int, first: int = 0, size: int = -1) -> None:
        """Add several amounts, each divided by `most` and capped: all of them, or `size` from the
        `first` one on.
        """
        if size < 0:
            size = len(amounts)
        out = self.out
        index: i64 = first
        end: i64 = first + size
        while index < end:
            amount = amounts[index]
            out.append(amount if 0 <= amount <= most else byte_of(amount, most))
            index += 1
        if self.layout is not None:
            self.layout.add(size, most)

    # --- seats

    def order(self) -> list[Seat]:
        """All seats clockwise from the observer, or from seat 0 for a spectator. The list is
        shared: do not change it.
        """
        return ORDERS[self.seats][self.first]

    def whose(self, whom: Seat) -> None:
        """Add a number for each seat from the observer: 1 for this seat; all 0 for NOBODY."""
        offset = whom - self.first
        if offset < 0 <= whom:
            offset += self.seats
        self.one(offset if whom < self.seats else NOBODY, self.seats)

    def those(self, whom: list[Seat]) -> None:
        """Add a number for each seat from the observer: 1 for these seats."""
        mask = 0
        for seat in whom:
            mask |= SEAT_BIT[seat]
        self.among(mask)

    def among(self, mask: int) -> None:
        """Add a number for each seat from the observer: 1 for the seats in this mask."""
        first = self.first
        self.pile(
            mask >> first | (mask & (SEAT_BIT[first] - 1)) << (self.seats - first), self.seats
        )

    def head(self, state: State, seat: Seat, phases: int) -> None:
        """Begin a row, with what every row begins with: the phase, who is asked, the observer, and
        the number of steps of its answer so far.
        """
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
        head = HEADS.get(key)
        if head is None or self.layout is not None:
            outer = self.begin()
            self._write_head(state.phase, phases, steps)
            HEADS[key] = self._ended(outer)
        else:
            self.out.write(head)

    def _write_head(self, phase: int, phases: int, steps: int) -> None:
        self.block("phase", "the question that is open, by its number; the first is the end")
        self.one(phase, phases)
        self.block("asked", "by seat from the observer: is it to act?")
        self.among(self._asked)
        self.block("seat", "the observer's seat, by its number; all 0 for a spectator")
        self.one(self.observer, self.seats)
        self.block("steps", f"steps of its answer sealed so far, of {MOST_STEPS}")
        self.part(steps, MOST_STEPS)


def byte_of(amount: int, most: int) -> int:
    """The byte of an amount, capped at `most` and -`most`."""
    return max(-most, min(amount, most)) & 255


def bits_of(width: int) -> list[bytes]:
    """The bits of each number of this many bits, the lowest first."""
    bits = BITS[width]
    if not bits:
        for number in range(2**width):
            bits.append(bytes([number >> bit & 1 for bit in range(width)]))
    return bits


def triples_of(most: int) -> list[bytes]:
    """By the bits of three kinds of a bag, their counts, capped."""
    triples = TRIPLES[most]
    if not triples:
        for bag in range(2**TRIPLE):
            triples.append(bytes([min(bag >> 4 * kind & 15, most) for kind in range(3)]))
    return triples
