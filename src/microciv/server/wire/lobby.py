"""What somebody who looks for a table is told and asks for, and the seat that they get."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field

from microciv.server.wire.messages import Name, Request, Struct
from microciv.server.wire.pace import Pace


class WaitingTable(Struct, frozen=True, kw_only=True):
    """A table that waits for players."""

    table: str
    game: str
    title: str
    host: str
    open: int
    seats: int
    bots: int  # that sit there already
    pace: Pace
    hours: int | None  # for each decision, by the day
    rated: bool
    changed: bool  # not by the usual rules
    quick: bool  # it starts by itself, soon
    minutes: int | None  # that matches of people take here; null: too few have been played


class Duration(Struct, frozen=True, kw_only=True):
    """How long matches of people take on this site."""

    game: str
    seats: int
    minutes: int  # the median of the last ones
    matches: int  # that it comes from


class SharedSeat(Struct, frozen=True, kw_only=True):
    """Somebody who shares a device with others, and the token that shows their cards."""

    name: str
    token: str


class Seating(Struct, frozen=True, kw_only=True):
    """Your seat. The token is yours alone; the server keeps only its hash."""

    table: str
    token: str  # of a shared device: it speaks for all of its people, and shows no hand
    seat: int  # index in `TableView.seats`; -1 for a host who only watches
    people: list[SharedSeat] = field(default_factory=list)  # sharing the device, in seat order


class NewLesson(Request, frozen=True, kw_only=True):
    """A first match that teaches, where `GameAbout.lesson`: the game says all else."""

    game: Annotated[str, Meta(max_length=60)]
    name: Name = ""
