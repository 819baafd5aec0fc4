"""What a match is dealt from, as far as it can be checked."""

from __future__ import annotations

from msgspec import Struct


class ComingDeal(Struct, frozen=True, kw_only=True):
    """What the next match will be dealt from."""

    match: int
    seal: str  # SHA-256 of the table's secret
    hash: str | None  # of your nonce, if the server has it


class DealView(Struct, frozen=True, kw_only=True):
    """What a match is dealt from: the table's secret, and the nonces of its people."""

    seal: str  # SHA-256 of the secret
    hashes: list[str | None]  # of the nonces, by seat; null: it has no part in the deal
    asked: bool  # the nonces are asked for now, and the cards are dealt then


class AgainView(Struct, frozen=True, kw_only=True):
    """Why the deal of a match is known: it is that of another, which is over, so that everybody can
    have seen it; or the host has set its position up.
    """

    table: str  # empty: it was set up
    match: int
    decision: int | None  # from this one on; what the person did not know then was dealt anew
