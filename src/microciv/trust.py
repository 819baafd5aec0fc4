"""Fair deals: nobody can choose the deal of a match at a table, and everybody can check that.

First the table publishes its seal, the hash of a secret, and each person's client sends the hash of
a nonce. When all hashes are in, the nonces are revealed, and the seed is the hash of everything
together (`seed_of`). A record contains all of it (`core.deal.Deal`), and what whoever kept the
record saw before the deal (`Witness`). If a seed was not made in this way, its hash is published at
the deal, and the seed itself after the match.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from string import hexdigits
from typing import Final

from microciv.core.deal import Deal
from microciv.core.errors import BadRecord
from microciv.core.lists import all_of
from microciv.core.match import Record
from microciv.core.rng import keyed_seed, read_seed, seed_text
from microciv.speech import t, tn

SEED_BITS: Final = 128
HASH_DIGITS: Final = 64
FEWEST_DIGITS: Final = 8
"""The fewest digits of a hash that may be compared: fewer would agree by chance too often."""
TABLE_DIGITS: Final = 8
SECRET_BYTES: Final = 32
PREFIX: Final = b"microciv deal 1\n"
"""The beginning of what is hashed for a seed, so that no other hash can be used as one."""


def new_seed() -> int:
    """A random seed of 128 bits, which nobody can predict or find by trying."""
    return secrets.randbits(SEED_BITS)


def seed_hash(seed: int) -> str:
    """The hash that is published at the deal: SHA-256 of the seed's text in records (`seed_text`).

    >>> seed_hash(7)
    '7902699be42c8a8e46fbbb4501726517e86b22c56a189f7625a6da49081b2451'
    """
    return hashlib.sha256(seed_text(seed).encode("ascii")).hexdigest()


def table_number(seed: int) -> int:
    """What bots may know of the seed (`Bot.table_number`): a part of its public hash."""
    return int(seed_hash(seed)[:TABLE_DIGITS], 16)


def verify(record: Record, published_hash: str) -> int:
    """Check that the record was dealt from the seed, or the table's secret, whose hash was
    published at the deal; return the number of digits compared. The first digits suffice, as a page
    shows them, with or without an ellipsis; but only all of them prove that no other seed was kept
    ready.

    :raises BadRecord: if it was not, or if the text is not a hash.
    """
    wanted = read_hash(published_hash)
    found = seed_hash(read_seed(record.seed, record.generator))
    deal = record.deal
    if deal is not None and hmac.compare_digest(deal.seal[: len(wanted)], wanted):
        return len(wanted)
    if not hmac.compare_digest(found[: len(wanted)], wanted):
        if len(wanted) == HASH_DIGITS:
            why = t(
                "does not agree: that of the seed is {found}, not {wanted};"
                " this match was not dealt from the seed that was promised",
                found=found,
                wanted=wanted,
            )
        else:
            why = t(
                "does not agree: that of the seed begins with {found}, not {wanted};"
                " this match was not dealt from the seed that was promised",
                found=found[: len(wanted)],
                wanted=wanted,
            )
        raise BadRecord(f"hash: {why}")
    return len(wanted)


def read_hash(text: str) -> str:
    """The digits of a hash, or its first ones, as people copy them.

    :raises BadRecord: if it has other characters, too few or too many.
    """
    digits = "".join(text.split()).lower().removesuffix("…").rstrip(".")
    if not all([digit in hexdigits for digit in digits]):
        why = t("expected hexadecimal digits, not {given}", given=repr(text.strip()[:64]))
        raise BadRecord(f"hash: {why}")
    if len(digits) < FEWEST_DIGITS:
        why = t(
            "expected its {all} digits, or at least the first {fewest}:"
            " {given} are not enough to compare",
            all=HASH_DIGITS,
            fewest=FEWEST_DIGITS,
            given=len(digits),
        )
        raise BadRecord(f"hash: {why}")
    if len(digits) > HASH_DIGITS:
        why = t("expected {most} digits at most, not {given}", most=HASH_DIGITS, given=len(digits))
        raise BadRecord(f"hash: {why}")
    return digits


# --- a deal that nobody can choose


def new_secret() -> str:
    """A secret of a table, or a nonce of a person: 32 bytes in hexadecimal."""
    return secrets.token_hex(SECRET_BYTES)


def hash_of(secret: str) -> str:
    """The hash that is published of a secret or a nonce: SHA-256 of its bytes, in hexadecimal.

    >>> hash_of("00" * 32)
    '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925'
    """
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def seed_of(deal: Deal) -> int:
    """The seed of a deal: a `keyed_seed` whose key is the SHA-256 of secret, table, match and
    nonces by seat; docs/protocol.md has the bytes.
    """
    table = deal.table.encode()
    parts = [
        PREFIX,
        bytes.fromhex(deal.secret),
        bytes([len(table)]),
        table,
        deal.match.to_bytes(4, "big"),
        bytes([len(deal.nonces)]),
    ]
    for nonce in deal.nonces:
        parts += [bytes(1 + SECRET_BYTES)] if nonce is None else [b"\x01", bytes.fromhex(nonce)]
    return keyed_seed(hashlib.sha256(b"".join(parts)).digest())


def faults(record: Record) -> list[str]:
    """What is wrong with the deal of a record, in sentences: contradictions in itself, and with
    what whoever kept the record saw. Empty if there are none.
    """
    deal = record.deal
    if deal is None:
        return []
    found = []
    if hash_of(deal.secret) != deal.seal:
        found.append(t("The secret of the table does not fit the seal that it published."))
    for seat, (hashed, nonce) in enumerate(zip(deal.hashes, deal.nonces, strict=True)):
        if nonce is not None and hash_of(nonce) != hashed:
            found.append(
                t("The number of seat {seat} does not fit the hash that it sent.", seat=seat + 1)
            )
    if read_seed(record.seed, record.generator) != seed_of(deal):
        found.append(t("The cards were not dealt from these numbers."))
    return found + _contradictions(record, deal)


def _contradictions(record: Record, deal: Deal) -> list[str]:
    """The contradictions between a deal and what whoever kept the record saw."""
    seen = record.witness
    if seen is None:
        return []
    found = []
    if seen.seal and seen.seal != deal.seal:
        found.append(
            t("The table's secret is not the one that was sealed before people sent theirs.")
        )
    if seen.hashes and seen.hashes != deal.hashes:
        found.append(t("The hashes are not those that stood when the numbers were asked for."))
    if seen.seat is None or not seen.nonce or not seen.revealed:
        return found
    kept = deal.nonces[seen.seat] if seen.seat < len(deal.nonces) else None
    if kept is None:
        found.append(t("Your number was sent in time to be revealed, and was left out."))
    elif kept != seen.nonce:
        found.append(t("Your number is not the one that you sent."))
    return found


def findings(record: Record) -> list[str]:
    """What can be said about the deal of a record without `faults`, in sentences."""
    deal, seen = record.deal, record.witness
    if deal is None:
        return []
    seats = [str(seat + 1) for seat, nonce in enumerate(deal.nonces) if nonce is not None]
    silent = [
        str(seat + 1)
        for seat, (hashed, nonce) in enumerate(zip(deal.hashes, deal.nonces, strict=True))
        if hashed is not None and nonce is None
    ]
    own = seen is not None and bool(seen.seal and seen.revealed)
    lines = [_made_from(seats, sure=own)]
    if silent:
        lines.append(
            tn(
                len(silent),
                "Dealt without that of seat {seats}: not revealed in time.",
                "Dealt without those of seats {seats}: not revealed in time.",
                seats=all_of(silent),
            )
        )
    if own:
        lines.append(
            t(
                "What was seen at the table fits: your number is in it, and the seal that was"
                " published before."
            )
        )
    elif seen is not None and seen.seal:
        lines.append(t("What was seen at the table fits: the seal that was published before."))
    if seen is not None and seen.nonce and not seen.revealed:
        lines.append(t("Your number is not in it: it was not asked for, or came too late."))
    return lines


def _made_from(seats: list[str], *, sure: bool) -> str:
    """Whose numbers a deal was made from, in a sentence. `sure`: whoever kept the record
    contributed a number, and saw the seal before, so it is certain that nobody could choose the
    deal.
    """
    if sure and seats:
        return tn(
            len(seats),
            "Nobody could choose this deal: it was made from secret numbers, the table's and that"
            " of seat {seats}.",
            "Nobody could choose this deal: it was made from secret numbers, the table's and those"
            " of seats {seats}.",
            seats=all_of(seats),
        )
    if sure:
        return t(
            "Nobody could choose this deal: it was made from secret numbers, the table's alone."
        )
    if seats:
        return tn(
            len(seats),
            "The deal fits its seal: it was made from secret numbers, the table's and that of seat"
            " {seats}.",
            "The deal fits its seal: it was made from secret numbers, the table's and those of"
            " seats {seats}.",
            seats=all_of(seats),
        )
    return t("The deal fits its seal: it was made from secret numbers, the table's alone.")
