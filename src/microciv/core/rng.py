"""The random numbers of every deal: sfc32, always the same, compiled and interpreted.

Chris Doty-Humphrey's *Small Fast Chaotic* generator (PractRand, 2010) with three 32-bit words of
state and a counter. Python promises the stream of `random.random` only, so shuffles are ours.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from microciv.core.frozen import Reduced

WORD: Final[i64] = 0xFFFFFFFF
WORDS: Final = 0x100000000  # how many values a word has
WARM_UP: Final = 16  # rounds until a small seed has reached every bit


@final
class Rng:
    """A stream of numbers fixed by its seed (any integer from 0; its low 128 bits count)."""

    def __init__(self, seed: int) -> None:
        if seed < 0:
            raise ValueError(f"a seed is a number from 0, not {seed}")
        words = [(seed >> shift) & 0xFFFFFFFF for shift in (0, 32, 64, 96)]
        self._a: i64 = words[0]
        self._b: i64 = words[1]
        self._c: i64 = words[2]
        self._counter: i64 = words[3]
        for _ in range(WARM_UP):
            self.word()

    def word(self) -> i64:
        """The next 32 bits."""
        total: i64 = (self._a + self._b + self._counter) & WORD
        self._counter = (self._counter + 1) & WORD
        self._a = self._b ^ (self._b >> 9)
        self._b = (self._c + (self._c << 3)) & WORD
        self._c = ((((self._c << 21) & WORD) | (self._c >> 11)) + total) & WORD
        return total

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each as likely (Lemire 2019); bound from 1 to 2**31."""
        wide: i64 = bound
        product: i64 = self.word() * wide
        if (product & WORD) < wide:
            floor: i64 = (WORDS - wide) % wide
            while (product & WORD) < floor:
                product = self.word() * wide
        return product >> 32

    def shuffle(self, items: list[int]) -> None:
        """Put the items into a random order, in place (Fisher-Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            item = items[last]
            items[last] = items[other]
            items[other] = item

    def words(self) -> list[int]:
        """The four words that fix all numbers to come."""
        return [int(self._a), int(self._b), int(self._c), int(self._counter)]

    def resume(self, words: list[int]) -> None:
        """Go on from these four words, each from 0 to 2**32 - 1."""
        self._a, self._b, self._c = words[0], words[1], words[2]
        self._counter = words[3]

    def __reduce__(self) -> Reduced:
        return resumed, (self.words(),)

    def clone(self) -> Rng:
        """A generator that will give the same numbers from here on."""
        copy = Rng(0)
        copy._a, copy._b, copy._c = self._a, self._b, self._c
        copy._counter = self._counter
        return copy


def resumed(words: list[int]) -> Rng:
    rng = Rng(0)
    rng.resume(words)
    return rng
