"""What is asked and told of the deals of the day."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from microciv.server.wire.messages import Name, Request, Struct


class PlayDaily(Request, frozen=True, kw_only=True):
    """Play today's deal of a game: the first time at a new table, then on at the same."""

    game: Annotated[str, Meta(max_length=60)]
    name: Name = ""


class DailyDeal(Struct, frozen=True, kw_only=True):
    """A deal of the day."""

    day: str  # as 2026-11-25, in UTC
    game: str
    seal: str  # SHA-256 of the seed, as records have it
    seed: str | None  # when the day is over


class DailyState(Struct, frozen=True, kw_only=True):
    """A deal of today, and how far I am with it."""

    deal: DailyDeal
    seats: int
    level: str  # of the bots
    state: Literal["new", "playing", "played"]
    place: int | None  # mine among all so far, once I have played to the end
    players: int  # who have played it to the end


class Daily(Struct, frozen=True, kw_only=True):
    """The deals of today, one for each game; the day's own game comes first."""

    day: str
    left: int  # seconds until the next day
    games: list[DailyState]
    coming: list[DailyDeal]  # of the days ahead, sealed already; the day's own game


class DailyResult(Struct, frozen=True, kw_only=True):
    """Who has played a deal, and how it ended."""

    place: int | None  # among all who have played it to the end; null: left
    name: str
    ended: int  # the place at the table, if it is over
    score: int  # in score units
    unit: int
    you: bool
    table: str
    seat: int
    over: bool  # who has left may have left a match that nobody plays on


class DailyResults(Struct, frozen=True, kw_only=True):
    """All who have played a deal, the best first and who left last: when I have played it, or the
    day is over.
    """

    deal: DailyDeal
    results: list[DailyResult]
