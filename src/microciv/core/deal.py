"""How the seed of a table's match was made, kept in its record so that anybody can check it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from microciv.core.errors import BadRecord
from microciv.core.frozen import Frozen
from microciv.speech import t

DIGITS: Final = 64
"""Hexadecimal digits in a secret, a nonce or a hash, which have 32 bytes."""
MOST_SEATS: Final = 15


@final
@dataclass(frozen=True)
class Deal(Frozen):
    """The table's secret and its people's nonces, from which the seed was made (`microciv.trust`);
    32 bytes each, in hexadecimal.
    """

    table: str  # the table's id
    match: int  # its number at the table, from 1
    seal: str  # SHA-256 of the secret, which people saw before they sent hashes
    secret: str
    hashes: tuple[str | None, ...]  # by seat, SHA-256 of the nonce; None if nobody sent one
    nonces: tuple[str | None, ...]  # by seat; None if not revealed in time


@final
@dataclass(frozen=True)
class Witness(Frozen):
    """What the client that kept a record saw of its deal, before and during the match."""

    seal: str  # as published before this client sent its hash; "" if there was none
    seat: int | None  # None if it only watched
    nonce: str  # its own; "" if it had none
    hashes: tuple[str | None, ...]  # those that it saw when nonces were requested; may be empty
    revealed: bool  # did it send the nonce?


def plain_deal(deal: Deal) -> dict[str, object]:
    return {
        "table": deal.table,
        "match": deal.match,
        "seal": deal.seal,
        "secret": deal.secret,
        "hashes": [*deal.hashes],
        "nonces": [*deal.nonces],
    }


def plain_witness(witness: Witness) -> dict[str, object]:
    return {
        "seal": witness.seal,
        "seat": witness.seat,
        "nonce": witness.nonce,
        "hashes": [*witness.hashes],
        "revealed": witness.revealed,
    }


def read_deal(data: object) -> Deal:
    """Read a deal from plain data.

    :raises BadRecord: if it is wrong; the message names the field and says what was expected.
    """
    if not isinstance(data, dict):
        raise BadRecord(t("deal: expected an object"))
    table, match = data.get("table"), data.get("match")
    if not isinstance(table, str) or not 1 <= len(table.encode()) <= 255:
        raise BadRecord(t("deal.table: expected the id of a table"))
    if isinstance(match, bool) or not isinstance(match, int) or not 1 <= match < 2**31:
        raise BadRecord(t("deal.match: expected a number from 1"))
    seal, secret = digits("deal.seal", data.get("seal")), digits("deal.secret", data.get("secret"))
    hashes = by_seat("deal.hashes", data.get("hashes"))
    nonces = by_seat("deal.nonces", data.get("nonces"))
    if len(nonces) != len(hashes):
        raise BadRecord(
            t("deal.nonces: expected {wanted}, as there are hashes", wanted=len(hashes))
        )
    return Deal(table, match, seal, secret, hashes, nonces)


def read_witness(data: object) -> Witness:
    """Read a witness from plain data.

    :raises BadRecord: if it is wrong; the message names the field and says what was expected.
    """
    if not isinstance(data, dict):
        raise BadRecord(t("witness: expected an object"))
    seat, revealed = data.get("seat"), data.get("revealed")
    if seat is not None and (
        isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < MOST_SEATS
    ):
        raise BadRecord(t("witness.seat: expected the number of a seat, or null"))
    if not isinstance(revealed, bool):
        raise BadRecord(t("witness.revealed: expected true or false"))
    seal, nonce = data.get("seal") or None, data.get("nonce") or None
    return Witness(
        "" if seal is None else digits("witness.seal", seal),
        seat,
        "" if nonce is None else digits("witness.nonce", nonce),
        by_seat("witness.hashes", data.get("hashes")),
        revealed,
    )


def digits(name: str, value: object) -> str:
    """The value, if it is 32 bytes in hexadecimal.

    :raises BadRecord: if it is not.
    """
    if not isinstance(value, str) or len(value) != DIGITS or value.strip("0123456789abcdef"):
        raise BadRecord(t("{name}: expected {most} hexadecimal digits", name=name, most=DIGITS))
    return value


def by_seat(name: str, values: object) -> tuple[str | None, ...]:
    """The values by seat, if each is 32 bytes in hexadecimal or None.

    :raises BadRecord: if they are not.
    """
    if not isinstance(values, list) or len(values) > MOST_SEATS:
        raise BadRecord(
            t(
                "{name}: expected a list, for each seat {most} digits or null",
                name=name,
                most=DIGITS,
            )
        )
    return tuple(
        [
            None if value is None else digits(f"{name}[{seat}]", value)
            for seat, value in enumerate(values)
        ]
    )
