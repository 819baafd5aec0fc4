"""What a seat knows as a row of numbers, for programs that learn.

A game writes rows block by block (`Game.encode`). Every number is an amount divided by the highest
amount that is distinguished, so it is from -1 to 1. A game with its options settled always writes
the same blocks. Seats are counted clockwise from the observer, whose own part of a block comes
first, so that one policy can play any seat.

An encoder reads the state but writes only what its seat knows: the same on the true state and on
any re-deal of the seat's observation (law *numbers*). Rows have a signed byte for each amount.
Until they are taken they are text, with a character for each amount, joined from pieces that are
made once: boxed numbers would take most of the time, and Python joins text three times as fast as
bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias, final

from microciv.core.cards import BIT, CardSet
from microciv.core.frozen import Frozen
from microciv.core.moves import NOBODY, SEAT_BIT, SPECTATOR, Move, Seat
from microciv.core.state import NOTHING, State

MOST: Final = 127
"""The highest amount that can be distinguished: bytes are signed."""
LONGEST: Final = 4096
"""Zeros in a row, at most, that are written at once."""
OWN: Final = 32  # parts that belong to one observer, at most
MOST_STEPS: Final = 10  # of an answer that are distinguished

AMOUNTS: Final[list[str]] = [chr(amount % 256) for amount in range(-MOST, MOST + 1)]
"""By amount + MOST, its character."""
ZEROS: Final[list[str]] = ["\0" * size for size in range(LONGEST + 1)]
ONES: Final[list[list[str]]] = [[] for _ in range(512)]
"""By size, the rows with a single 1, by its index; then the row without one. Made when needed."""
WIDE: Final = 10  # bits written at once: for more, the table does not fit a processor's cache
BITS: Final[list[list[str]]] = [[] for _ in range(WIDE + 1)]
"""By width and number, the number's bits, the lowest first. Made when needed."""
HEADS: Final[dict[int, str]] = {}
"""The beginnings of rows, by a key of everything they depend on. Made when needed."""
A_PHASE: Final = 8  # bits
A_SEAT: Final = 4
ORDERS: Final[list[list[list[Seat]]]] = [
    [[(first + offset) % seats for offset in range(seats)] for first in range(seats)]
    for seats in range(SPECTATOR + 1)
]
"""By the number of seats and the first one, all of them clockwise."""

Triples: TypeAlias = list[str]
TRIPLES: Final[list[Triples]] = [[] for _ in range(MOST + 1)]
"""By the highest amount distinguished, the counts of three kinds of a bag. Made when needed."""


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


@final
class Kept:
    """A part of a row that is kept to be added again, with the era and the numbers that it was
    written in and from.
    """

    def __init__(self) -> None:
        self.text = ""
        self.era = -1
        self.one = -1
        self.other = -1


@final
class Features:
    """Rows being written. With a layout, the blocks of a row are noted in it as well."""

    def __init__(self, layout: Layout | None = None) -> None:
        self.pieces: list[str] = []
        """All rows so far: pieces of text to be joined, with a character for each amount."""
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
        """By number of a part."""
        self._lasting: dict[int, tuple[list[object], str]] = {}
        """By number of a part, the content it was written from, and its text."""
        self._contents: dict[int, list[list[int]]] = {}
        """By number of a part, the content that `is_same` was last asked about."""

    def taken(self) -> bytes:
        """Take the rows so far, concatenated; the next row is then the first again."""
        rows = "".join(self.pieces).encode("latin-1")
        self.pieces = []
        return rows

    # --- parts that stay the same while answers are sealed, or longer

    def again(self, part: int) -> bool:
        """Add a part that was kept in this decision set, if there is one; return whether there was.
        Such parts must be the same for all observers, and until the next answers are opened.
        """
        if part >= len(self._parts):
            return False
        kept = self._parts[part]
        if kept.era != self._era:
            return False
        self.pieces.append(kept.text)
        return True

    def still(self, part: int, one: int, other: int = 0) -> bool:
        """Add a part that was kept for the same two numbers at any time, if there is one; return
        whether there was.
        """
        if part >= len(self._parts):
            return False
        kept = self._parts[part]
        if kept.one != one or kept.other != other:
            return False
        kept.era = self._era
        self.pieces.append(kept.text)
        return True

    def unchanged(self, part: int, content: list[object]) -> bool:
        """Add a part that was kept for the same content at any time, if there is one; return
        whether there was.
        """
        kept = self._lasting.get(part)
        if kept is None or kept[0] != content:
            return False
        self.pieces.append(kept[1])
        return True

    def is_same(self, part: int, content: list[list[int]]) -> bool:
        """Is the content the same as when this was last asked for the part? A copy is kept."""
        kept = self._contents.get(part)
        if kept is not None and kept == content:
            return True
        self._contents[part] = [numbers[:] for numbers in content]
        return False

    def last(self, part: int) -> bool:
        """Add a part that was kept for content that is known to be the same, if there is one;
        return whether there was.
        """
        kept = self._lasting.get(part)
        if kept is None:
            return False
        self.pieces.append(kept[1])
        return True

    def begin(self) -> list[str]:
        """Begin a part that is to be kept; returns the pieces before it, which `keep` needs."""
        outer = self.pieces
        self.pieces = []
        return outer

    def keep_for(self, part: int, content: list[object], outer: list[str]) -> None:
        """End and keep the part that was begun, which must depend only on the content. Lists in the
        content that may change must be copies.
        """
        text = self._ended(outer)
        if self.layout is None:
            self._lasting[part] = content, text

    def own(self, part: int) -> int:
        """The number of a part that is different for each observer."""
        return OWN * (self.observer + 1) + part

    def keep(self, part: int, outer: list[str], one: int = -1, other: int = 0) -> None:
        """End and keep the part that was begun, for `again`. If it depends only on two numbers from
        0, pass these, for `still`.
        """
        text = self._ended(outer)
        if self.layout is None:
            while len(self._parts) <= part:
                self._parts.append(Kept())
            kept = self._parts[part]
            kept.text, kept.era = text, self._era
            kept.one, kept.other = one, other

    def _ended(self, outer: list[str]) -> str:
        """End the part that was begun: add it as one piece to the `outer` ones, and return it."""
        text = "".join(self.pieces)
        outer.append(text)
        self.pieces = outer
        return text

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
        self.pieces.append(AMOUNTS[MOST + 1] if yes else AMOUNTS[MOST])
        if self.layout is not None:
            self.layout.add(1, 1)

    def part(self, amount: int, most: int) -> None:
        """Add an amount divided by `most`; amounts beyond `most` or -`most` are capped."""
        if amount > most:
            amount = most
        elif amount < -most:
            amount = -most
        self.pieces.append(AMOUNTS[amount + MOST])
        if self.layout is not None:
            self.layout.add(1, most)

    def one(self, index: int, size: int) -> None:
        """Add `size` numbers, one-hot: 1 at this index, otherwise 0; all 0 if out of range."""
        rows = ONES[size]
        if not rows:
            rows = ONES[size] = one_hot(size)
        self.pieces.append(rows[index if 0 <= index < size else size])
        if self.layout is not None:
            self.layout.add(size, 1)

    def nothing(self, size: int, most: int = 1) -> None:
        """Add this many zeros, in place of amounts up to `most`."""
        self.pieces.append(ZEROS[size])
        if self.layout is not None:
            self.layout.add(size, most)

    def pile(self, cards: CardSet, size: int, first: int = 0) -> None:
        """Add a number for each of `size` cards from `first` on: 1 if it is in the pile."""
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
        """Add the count of each kind in a bag (`hidden.bags`), divided by `most` and capped."""
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
        """Add several bags; fast if most are empty."""
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
        """Add a number for each of `size` cards from `first` on: how often it is in the list,
        divided by `most` and capped. Other cards are ignored.
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
        """Add several amounts, each divided by `most` and capped; fast if most are 0."""
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
    """The characters for amounts from -127 to 127."""
    return "".join([AMOUNTS[amount + MOST] for amount in amounts])


def bits_of(width: int) -> list[str]:
    """The texts of all numbers with this many bits, by number."""
    return [
        text_of([number // BIT[bit] % 2 for bit in range(width)]) for number in range(BIT[width])
    ]


def one_hot(size: int) -> list[str]:
    """The rows of this size with a single 1, by its index; then the row without one."""
    return [text_of([int(column == index) for column in range(size)]) for index in range(size + 1)]


def triples_up_to(most: int) -> Triples:
    """The texts for three kinds of a bag, by their part of the bag: four bits for each kind."""
    return [text_of([min(bag // 16**kind % 16, most) for kind in range(3)]) for bag in range(16**3)]
