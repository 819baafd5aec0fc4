"""What people ask for who play by the day."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta

from microciv.server.wire.messages import Request
from microciv.server.wire.pace import Hours, Pace

MinuteOfDay: TypeAlias = Annotated[int, Meta(ge=0, le=1439)]
Moment: TypeAlias = Annotated[int, Meta(ge=0, le=2**40)]


class QuietHours(Request, frozen=True, kw_only=True):
    """When nobody can expect me to play by the day; nobody else is told."""

    zone: Annotated[str, Meta(max_length=60)]  # such as "Europe/Berlin"
    start: MinuteOfDay  # from this minute of every day on
    end: MinuteOfDay  # until this one, of the next day if that is earlier


class SetQuiet(Request, frozen=True, kw_only=True):
    """My quiet hours from now on; null: none."""

    quiet: QuietHours | None


class AskFor(Request, frozen=True, kw_only=True):
    """Ask the others for another pace, or for a holiday: it comes true when all agree."""

    pace: Pace | None = None
    hours: Hours | None = None  # for each decision, by the day
    back: Moment | None = None  # away until then, in seconds since 1970; 0: here again


class Agree(Request, frozen=True, kw_only=True):
    """Agree to what somebody asks for, or not: then it is off. Whoever asked may withdraw it so."""

    agree: bool
