"""Is it fixed? At the deal a hash of the seed is published, after the match the seed itself.

Whoever kept the hash can see that the seed was chosen before the first move, and can deal the same
cards again from the record.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Final

from microciv.core.errors import BadRecord
from microciv.core.match import Record

SEED_BITS: Final = 128


def new_seed() -> int:
    """A seed that nobody can foresee or try out."""
    return secrets.randbits(SEED_BITS)


def seed_hash(seed: int) -> str:
    """What is published at the deal: SHA-256 of the seed as a record has it.

    >>> seed_hash(7)
    '7902699be42c8a8e46fbbb4501726517e86b22c56a189f7625a6da49081b2451'
    """
    return hashlib.sha256(f"{seed:x}".encode("ascii")).hexdigest()


def verify(record: Record, published_hash: str) -> None:
    """The record was dealt from the seed whose hash was published at the deal.

    :raises BadRecord: if it was not.
    """
    found = seed_hash(int(record.seed, 16))
    if not hmac.compare_digest(found, published_hash.strip().lower()):
        raise BadRecord(
            f"seed: its hash is {found}, not {published_hash.strip()[:64]!r}:"
            " this match was not dealt from the seed that was promised"
        )
