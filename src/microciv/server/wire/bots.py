"""What bot accounts are told and what they say: lines of a stream, and requests beside it."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, field

from microciv.server.wire.messages import (
    Count,
    EventView,
    MoveText,
    MoveView,
    Name,
    Plain,
    Request,
    SeenView,
    Struct,
)

BotId = Annotated[str, Meta(max_length=40)]

# --- what an owner asks


class NewBot(Request, frozen=True, kw_only=True):
    """A bot account for a program of yours."""

    name: Name


class RenewBot(Request, frozen=True, kw_only=True):
    """A new token; the former one no longer opens anything."""

    bot: BotId


class DeleteBot(Request, frozen=True, kw_only=True):
    """No such account any more; bots play its matches on."""

    bot: BotId


class BotView(Struct, frozen=True, kw_only=True):
    """A bot account of yours."""

    id: str
    name: str
    made: int  # in seconds since 1970, like all these times
    renewed: int  # its token was made
    used: int  # the day when its token was used last; 0: it never was


class BotToken(Struct, frozen=True, kw_only=True):
    """The token of an account, this once: the server keeps only its hash."""

    token: str
    bots: list[BotView]


# --- what a program says


class Accept(Request, frozen=True, kw_only=True):
    """Take the seat that is kept for you."""


class Decline(Request, frozen=True, kw_only=True):
    """You do not want that seat."""


class Answer(Request, frozen=True, kw_only=True):
    """Your answer to an open decision, complete or its first steps; it replaces what was sealed."""

    match: Count
    decision: Count
    moves: Annotated[list[MoveText], Meta(min_length=1, max_length=64)]


# --- what it is told, a line each


class BotInvited(Struct, frozen=True, kw_only=True, tag="invited"):
    """A host invites you to a table: accept or decline. It is sent again to every new stream."""

    id: str
    table: str
    game: str
    by: str  # the host's name
    seats: int  # that play
    pace: str
    options: Plain  # those that are not as usual


class BotWithdrawn(Struct, frozen=True, kw_only=True, tag="withdrawn"):
    """You are not asked to this table any more, and do not play there."""

    id: str
    table: str


class BotMatch(Struct, frozen=True, kw_only=True, tag="match"):
    """A match begins, or you come to one."""

    id: str
    table: str
    match: int
    game: str
    options: Plain
    unit: int  # score units per point
    seats: list[str]  # the names, in the order of the seats
    seat: int  # yours


class BotChoose(Struct, frozen=True, kw_only=True, tag="choose"):
    """Your decision. One of several steps is asked for step by step."""

    id: str
    table: str
    match: int
    decision: int
    since: int  # how many events you had heard before these
    events: list[EventView]
    seen: SeenView
    answer: list[str]  # the steps that are sealed; moves to answer with are these and one more
    legal: list[MoveView]
    seconds: float | None  # until the game answers for you; null: no clock


class BotHeard(Struct, frozen=True, kw_only=True, tag="heard"):
    """What happened: answers are revealed, cards dealt."""

    id: str
    table: str
    match: int
    since: int
    events: list[EventView]


class BotOver(Struct, frozen=True, kw_only=True, tag="over"):
    """The match has ended. If people want another one, you play it too, unless you leave."""

    id: str
    table: str
    match: int
    since: int
    events: list[EventView]
    seen: SeenView
    scores: list[int]
    places: list[int]


class BotLeft(Struct, frozen=True, kw_only=True, tag="left"):
    """You do not sit at this table any more, or it is gone."""

    id: str
    table: str
    because: str = field(default="")


BotLine: TypeAlias = BotInvited | BotWithdrawn | BotMatch | BotChoose | BotHeard | BotOver | BotLeft
