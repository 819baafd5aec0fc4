"""Random numbers that are the same on every machine and in every version, compiled or not.

There are two generators. sfc32 is fast, for simulation: Chris Doty-Humphrey's *Small Fast Chaotic*
generator (PractRand, 2010), with three 32-bit words of state and a counter. HMAC-SHA-256 is for
tables: nobody can predict its numbers without the key, even after seeing some of them, or by
choosing among keys. Shuffles are our own, as Python guarantees no stream but that of
`random.random`.
"""

from __future__ import annotations

import hmac
from typing import Final, final

from mypy_extensions import i64

from microciv.core.frozen import Reduced

WORD: Final[i64] = 0xFFFFFFFF
WORDS: Final = 0x100000000  # the number of values that a word may have
WARM_UP: Final = 16  # rounds until a small seed has affected every bit
KEY_BYTES: Final = 32
KEYED: Final = 2**256
"""A seed of at least this has a key for HMAC-SHA-256 in its low 256 bits."""
FAST_WORDS: Final = 4
KEYED_WORDS: Final = 10
BLOCK: Final = 8  # words of 4 bytes in a hash
FAST: Final = "sfc32"
STRONG: Final = "hmac-sha256"
GENERATORS: Final = (FAST, STRONG)


def keyed_seed(key: bytes) -> int:
    """The seed of the HMAC-SHA-256 stream with this key.

    :raises ValueError: if the key does not have 32 bytes.
    """
    if len(key) != KEY_BYTES:
        raise ValueError(f"a key has {KEY_BYTES} bytes, not {len(key)}")
    return KEYED + int.from_bytes(key, "big")


def generator_of(seed: int) -> str:
    """The name of the generator that deals a match with this seed."""
    return STRONG if seed >= KEYED else FAST


def seed_text(seed: int) -> str:
    """A seed in hexadecimal, as records have it; for a keyed seed, the key with all 64 digits."""
    return f"{seed - KEYED:064x}" if seed >= KEYED else f"{seed:x}"


def read_seed(text: str, generator: str) -> int:
    """The seed that `seed_text` has written, for this generator.

    :raises ValueError: if the text is not hexadecimal.
    """
    return int(text, 16) + (KEYED if generator == STRONG else 0)


@final
class Keyed:
    """The stream of HMAC-SHA-256 with a key: block n is the HMAC of n as 8 bytes, big-endian."""

    def __init__(self, key: bytes, drawn: int = 0) -> None:
        self.key = key
        self.drawn = drawn
        """The number of words drawn so far."""
        self._block = b""

    def word(self) -> i64:
        """The next 32 bits."""
        at = self.drawn % BLOCK
        if at == 0 or not self._block:
            number = (self.drawn // BLOCK).to_bytes(8, "big")
            self._block = hmac.digest(self.key, number, "sha256")
        self.drawn += 1
        return int.from_bytes(self._block[4 * at : 4 * at + 4], "big")

    def words(self) -> list[int]:
        """Ten words that determine all later numbers: the key's eight, and two for the number of
        words drawn.
        """
        key = [int.from_bytes(self.key[at : at + 4], "big") for at in range(0, KEY_BYTES, 4)]
        return [*key, self.drawn // WORDS, self.drawn % WORDS]


def keyed_from(words: list[int]) -> Keyed:
    """The stream that these ten words determine."""
    key = b"".join([word.to_bytes(4, "big") for word in words[:BLOCK]])
    return Keyed(key, words[BLOCK] * WORDS + words[BLOCK + 1])


@final
class Rng:
    """A stream of random numbers that its seed determines: a `keyed_seed`, or any other integer
    from 0 on, of which only the low 128 bits count.

    :raises ValueError: for a seed below 0.
    """

    def __init__(self, seed: int) -> None:
        if seed < 0:
            raise ValueError(f"a seed is a number from 0, not {seed}")
        words = [(seed >> shift) & 0xFFFFFFFF for shift in (0, 32, 64, 96)]
        self._a: i64 = words[0]
        self._b: i64 = words[1]
        self._c: i64 = words[2]
        self._counter: i64 = words[3]
        self._keyed: Keyed | None = None
        for _ in range(WARM_UP):
            self.word()
        if seed >> 128 and seed >= KEYED:  # comparing large numbers is slow
            self._keyed = Keyed((seed % KEYED).to_bytes(KEY_BYTES, "big"))

    def word(self) -> i64:
        """The next 32 bits."""
        if self._keyed is not None:
            return self._keyed.word()
        total: i64 = (self._a + self._b + self._counter) & WORD
        self._counter = (self._counter + 1) & WORD
        self._a = self._b ^ (self._b >> 9)
        self._b = (self._c + (self._c << 3)) & WORD
        self._c = ((((self._c << 21) & WORD) | (self._c >> 11)) + total) & WORD
        return total

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, all equally likely (Lemire 2019); bound from 1 to 2**31."""
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
        """The words that determine all later numbers: four for sfc32, ten for HMAC-SHA-256."""
        if self._keyed is not None:
            return self._keyed.words()
        return [int(self._a), int(self._b), int(self._c), int(self._counter)]

    def resume(self, words: list[int]) -> None:
        """Continue from these words, four or ten, each from 0 to 2**32 - 1."""
        self._keyed = keyed_from(words) if len(words) > FAST_WORDS else None
        self._a, self._b, self._c = words[0], words[1], words[2]
        self._counter = words[3]

    def __repr__(self) -> str:
        """Shows its words, from which `resume` continues; of a keyed generator, whose words contain
        the secret key, only the number of words drawn.
        """
        if self._keyed is not None:
            return f"<Rng: {STRONG}, after {self._keyed.drawn} words>"
        return f"<Rng: {FAST}, words {self.words()}>"

    def __reduce__(self) -> Reduced:
        return resumed, (self.words(),)

    def clone(self) -> Rng:
        """A generator that gives the same numbers from here on."""
        copy = Rng(0)
        copy._a, copy._b, copy._c = self._a, self._b, self._c
        copy._counter = self._counter
        if self._keyed is not None:
            copy._keyed = Keyed(self._keyed.key, self._keyed.drawn)
        return copy


def resumed(words: list[int]) -> Rng:
    """The generator whose `words()` these are."""
    rng = Rng(0)
    rng.resume(words)
    return rng
