"""Is it fixed? At the deal a hash of the seed is published, after the match the seed itself.

Whoever kept the hash can see that the seed was chosen before the first move, and can deal the same
cards again from the record.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from string import hexdigits
from typing import Final

from microciv.core.errors import BadRecord
from microciv.core.match import Record

SEED_BITS: Final = 128
HASH_DIGITS: Final = 64
FEWEST_DIGITS: Final = 8
"""Of a hash, to be compared: fewer would agree by chance too often."""
TABLE_DIGITS: Final = 8


def new_seed() -> int:
    """A seed that nobody can foresee or try out."""
    return secrets.randbits(SEED_BITS)


def seed_hash(seed: int) -> str:
    """What is published at the deal: SHA-256 of the seed as a record has it.

    >>> seed_hash(7)
    '7902699be42c8a8e46fbbb4501726517e86b22c56a189f7625a6da49081b2451'
    """
    return hashlib.sha256(f"{seed:x}".encode("ascii")).hexdigest()


def table_number(seed: int) -> int:
    """What bots may know of the seed (`Bot.table_number`): a part of the hash that all know."""
    return int(seed_hash(seed)[:TABLE_DIGITS], 16)


def verify(record: Record, published_hash: str) -> int:
    """The record was dealt from the seed whose hash was published at the deal; how many digits of
    it were compared. The first ones alone can be given, as a page shows them, with an ellipsis or
    without; only all of them prove that no other seed was kept ready.

    :raises BadRecord: if it was not, or if that is no hash.
    """
    wanted = read_hash(published_hash)
    found = seed_hash(int(record.seed, 16))
    if not hmac.compare_digest(found[: len(wanted)], wanted):
        begins = "is" if len(wanted) == HASH_DIGITS else "begins with"
        raise BadRecord(
            f"hash: does not agree: that of the seed {begins} {found[: len(wanted)]}, not {wanted};"
            " this match was not dealt from the seed that was promised"
        )
    return len(wanted)


def read_hash(text: str) -> str:
    """The digits of a hash, or its first ones, as people copy them.

    :raises BadRecord: if it has other characters, too few or too many.
    """
    digits = "".join(text.split()).lower().removesuffix("…").rstrip(".")
    if not all([digit in hexdigits for digit in digits]):
        raise BadRecord(f"hash: expected hexadecimal digits, not {text.strip()[:64]!r}")
    if not FEWEST_DIGITS <= len(digits) <= HASH_DIGITS:
        raise BadRecord(
            f"hash: expected its {HASH_DIGITS} digits, or at least the first {FEWEST_DIGITS}:"
            f" {len(digits)} are not enough to compare"
            if len(digits) < FEWEST_DIGITS
            else f"hash: expected {HASH_DIGITS} digits at most, not {len(digits)}"
        )
    return digits
