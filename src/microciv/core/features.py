"""What a seat may know as a row of numbers, for programs that learn.

A game writes its observation down block after block (`Game.encode`). Every number is from -1 to 1,
and a game with its options settled always writes the same blocks. Seats are counted from the
observer, clockwise: its own part of a block comes first, so that one policy can sit anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from microciv.core.frozen import Frozen
from microciv.core.moves import Seat
from microciv.core.state import Observation


@final
@dataclass(frozen=True)
class Block(Frozen):
    """Consecutive numbers, and what they mean."""

    name: str
    size: int
    meaning: str


@final
class Features:
    """The numbers of one observation in the making."""

    def __init__(self) -> None:
        self.values: list[float] = []
        self._starts: list[tuple[int, str, str]] = []

    def block(self, name: str, meaning: str) -> None:
        """What follows belongs to this block."""
        self._starts.append((len(self.values), name, meaning))

    def blocks(self) -> list[Block]:
        ends = [start for start, _name, _meaning in self._starts[1:]] + [len(self.values)]
        return [
            Block(name, end - start, meaning)
            for (start, name, meaning), end in zip(self._starts, ends, strict=True)
        ]

    def one(self, index: int, size: int) -> None:
        """One-hot: 1 at this index of `size`, else 0; all 0 if the index is none of them."""
        start = len(self.values)
        self.values += [0.0] * size
        if 0 <= index < size:
            self.values[start + index] = 1.0

    def flag(self, yes: bool) -> None:
        """1 for yes, 0 for no."""
        self.values.append(1.0 if yes else 0.0)

    def part(self, amount: int, most: int) -> None:
        """An amount as a part of the most that is told apart: more, or less than its opposite,
        looks like that.
        """
        if amount >= most:
            self.values.append(1.0)
        elif amount <= -most:
            self.values.append(-1.0)
        else:
            self.values.append(amount / most)

    def names(
        self, named: tuple[str, ...], indices: dict[str, int], count: int, most: int, first: int = 0
    ) -> None:
        """How often each of `count` names, from the `first` one on, is among these, as a part of
        `most`; others are not counted.
        """
        start = len(self.values)
        self.values += [0.0] * count
        for name in named:
            index = indices.get(name, -1) - first
            if 0 <= index < count:
                found = self.values[start + index] + 1.0 / most
                self.values[start + index] = min(found, 1.0)

    def name(self, name: str, indices: dict[str, int], count: int, first: int = 0) -> None:
        """1 at the index of this name, of `count` from the `first` one on."""
        self.one(indices.get(name, -1) - first, count)

    def nothing(self, size: int) -> None:
        """This many zeros."""
        self.values += [0.0] * size

    def head(self, seen: Observation, phases: list[str], seats: int) -> None:
        """What every observation has: the phase, who is asked, the observer, its answer so far."""
        self.block("phase", "the question that is open, by its number; the first is the end")
        self.one(phases.index(seen.phase), len(phases))
        self.block("asked", "by seat from the observer: is it asked?")
        for seat in seats_from(seen, seats):
            self.flag(seat in seen.asked)
        self.block("seat", "the observer's seat, by its number; all 0 for a spectator")
        self.one(seen.seat, seats)
        self.block("steps", "steps of its answer sealed so far, of 10")
        self.part(len(seen.answer), 10)


def seats_from(seen: Observation, seats: int) -> list[Seat]:
    """All seats clockwise, the observer's first; a spectator sees from seat 0."""
    first = seen.seat if seen.seat < seats else 0
    return [(first + step) % seats for step in range(seats)]
