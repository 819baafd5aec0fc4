"""At what pace a table plays, and what its people ask each other about that."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

Pace: TypeAlias = Literal["none", "relaxed", "normal", "blitz", "daily"]
Hours: TypeAlias = Annotated[int, Meta(ge=1, le=336)]
USUAL_HOURS: Final = 24


class WishView(Struct, frozen=True, kw_only=True):
    """What somebody asks the others for, until all agree: another pace, or a holiday."""

    id: str
    by: str  # their name
    pace: Pace | None  # null: a holiday
    hours: int | None  # for each decision, by the day
    back: int | None  # in seconds since 1970
    agreed: list[str]  # by name
    silent: list[str]  # who have yet to agree, by name


class HolidayView(Struct, frozen=True, kw_only=True):
    """Who is away by consent: nothing of theirs is due before they are back."""

    name: str
    back: int  # in seconds since 1970
