"""What somebody who looks for a table is told and asks for."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from microciv.server.messages import Name, Pace, Request, Struct


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


class NewLesson(Request, frozen=True, kw_only=True):
    """A first match that teaches, where `GameAbout.lesson`: the game says all else."""

    game: Annotated[str, Meta(max_length=60)]
    name: Name = ""
