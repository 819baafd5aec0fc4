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
        """The blocks written so far."""
        ends = [start for start, _name, _meaning in self._starts[1:]] + [len(self.values)]
        return [
            Block(name, end - start, meaning)
            for (start, name, meaning), end in zip(self._starts, ends, strict=True)
        ]

    def one(self, place: int, places: int) -> None:
        """1 in this place of `places`, 0 in the others; all 0 if the place is none of them."""
        start = len(self.values)
        self.values += [0.0] * places
        if 0 <= place < places:
            self.values[start + place] = 1.0

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
        self, named: tuple[str, ...], places: dict[str, int], count: int, most: int, first: int = 0
    ) -> None:
        """How often each of `count` names, from the `first` one on, is among these, as a part of
        `most`; others are not counted.
        """
        start = len(self.values)
        self.values += [0.0] * count
        for name in named:
            place = places.get(name, -1) - first
            if 0 <= place < count:
                found = self.values[start + place] + 1.0 / most
                self.values[start + place] = min(found, 1.0)

    def name(self, name: str, places: dict[str, int], count: int, first: int = 0) -> None:
        """1 in the place of this name, of `count` from the `first` one on."""
        self.one(places.get(name, -1) - first, count)

    def nothing(self, places: int) -> None:
        """This many zeros."""
        self.values += [0.0] * places

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
