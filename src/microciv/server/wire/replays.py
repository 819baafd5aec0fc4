"""What is kept of a finished match, for everybody to read: its record and its replays."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field

from microciv.server.wire.messages import (
    Count,
    EventView,
    Level,
    MoveView,
    Name,
    Plain,
    Request,
    SeenView,
    Struct,
    TableView,
)
from microciv.server.wire.orders import OrderView


class DealRecord(Struct, frozen=True, kw_only=True):
    """Everything that a match was dealt from: 32 bytes each, in hexadecimal."""

    table: str
    match: int
    seal: str  # SHA-256 of the secret
    secret: str
    hashes: list[str | None]  # SHA-256 of the nonces, by seat; null: it had no part in the deal
    nonces: list[str | None]  # by seat; null: not revealed in time


class DealWitness(Struct, frozen=True, kw_only=True):
    """What the person who kept a record saw of its deal, for `microciv verify`."""

    seal: str  # before the hash of its own nonce was sent; empty: not seen
    seat: int | None
    nonce: str  # its own; empty: none
    hashes: list[str | None]  # as they stood when nonces were asked for; empty: not seen
    revealed: bool  # the server said that it has the nonce


class Again(Request, frozen=True, kw_only=True):
    """A finished match once more, with bots: its deal, or on from one of its decisions."""

    match: Count | None = None  # none: the last that is over
    seat: Count = 0  # that is mine
    decision: Count | None = None  # to begin with: what the seat did not know is dealt anew
    level: Level | None = None  # of the bots
    name: Name = ""


class RecordedOrder(Struct, frozen=True, kw_only=True):
    """An order as its seat left it; open to all once the match is over."""

    seat: int
    phase: str  # the question
    round: int  # in which it stood; 0: in every one
    when: str
    wishes: list[str]
    used: bool  # has it ever answered?


class RecordView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A finished match as text; it always replays to the same states."""

    game: str
    rules: int
    options: Plain
    seed: str
    moves: list[tuple[int, str]]
    position: Plain | None = None
    agreed: int | None = None  # the ply from which bots played out the rest, as all people agreed
    generator: str = "sfc32"  # or hmac-sha256, of which `seed` is the key
    deal: DealRecord | None = None
    witness: DealWitness | None = None  # never from the server: whoever keeps the record adds it
    ordered: list[int] = field(default_factory=list)  # the plies that orders gave
    left: list[RecordedOrder] = field(default_factory=list)  # as the match ended, used or not


class ReplayStep(Struct, frozen=True, kw_only=True):
    """One decision of a finished match, as one seat saw it, and all answers to it."""

    decision: int
    events: list[EventView]  # heard since the step before
    seen: SeenView
    legal: list[MoveView]
    answers: dict[str, list[MoveView]]  # by seat; empty in the last step
    sources: list[dict[str, int]] = field(
        default_factory=list
    )  # by seat, where its points come from
    notes: Plain = field(default_factory=dict)  # what the game computes for the seat, by name
    ordered: list[int] = field(default_factory=list)  # the seats that have answered by order


class LeftOrder(OrderView, frozen=True, kw_only=True):
    """An order of a match that is over."""

    seat: int
    used: bool  # has it ever answered?


class Replay(Struct, frozen=True, kw_only=True):
    """A finished match from one seat's view; the last step is the end."""

    game: str
    options: Plain
    seats: list[str]
    steps: list[ReplayStep]
    agreed: int | None = None  # the decision from which bots played out the rest
    left: list[LeftOrder] = field(default_factory=list)  # the orders of all seats, used or not


class WatchRecord(Request, frozen=True, kw_only=True):
    """A record from anywhere, to be shown as one seat saw its match."""

    record: Plain  # a `RecordView`
    names: Annotated[list[Name], Meta(max_length=15)] = field(default_factory=list)  # of the seats
    seat: Count | None = None  # none: as everybody saw it


class WatchedRecord(Struct, frozen=True, kw_only=True):
    """The match of a record, at a table like the one where it was played."""

    table: TableView  # with bots, and no match: for its game and options
    replay: Replay


class RecordReview(Request, frozen=True, kw_only=True):
    """A record from anywhere, for the review of how one seat played in its match."""

    record: Plain  # a `RecordView`
    seat: Count


class RecordAgain(Request, frozen=True, kw_only=True):
    """The match of a record from anywhere, on from one of its decisions, with bots."""

    record: Plain  # a `RecordView`
    seat: Count  # that is mine
    decision: Count  # what the seat did not know then is dealt anew
    level: Level | None = None  # of the bots
    name: Name = ""


class AskPosition(Request, frozen=True, kw_only=True):
    """A position in the match of a record."""

    record: Plain  # a `RecordView`
    decision: Count  # as this decision opened


class PositionView(Struct, frozen=True, kw_only=True):
    """A position document of its game, as for `NewTable.position`."""

    position: Plain
