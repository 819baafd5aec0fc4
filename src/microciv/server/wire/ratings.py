"""What is told of ratings by HTTP (docs/ratings.md). All points are Elo points."""

from __future__ import annotations

from msgspec import field

from microciv.server.wire.messages import Struct


class Rating(Struct, frozen=True, kw_only=True):
    """How strong somebody is believed to be."""

    points: float
    error: float  # half the width of the 95 % interval
    provisional: bool  # it is too wide still to have a place on the ladder
    matches: int


class LadderRow(Struct, frozen=True, kw_only=True):
    """Somebody on a ladder, or a level of bots as a landmark."""

    place: int | None  # null: a bot, or provisional
    name: str  # at the last rated table; of a bot empty
    level: str | None  # of bots
    rating: Rating
    you: bool
    owner: str = ""  # of a bot account


class LadderSize(Struct, frozen=True, kw_only=True):
    """A ladder, and how many people have a rating there."""

    game: str
    seats: int
    people: int


class Ladder(Struct, frozen=True, kw_only=True):
    """Some of a ladder, the strongest first; provisional ratings come after all others."""

    game: str
    seats: int
    rows: list[LadderRow]
    first: int  # the index of the first person among all of this ladder
    most: int  # people on a page
    total: int
    ladders: list[LadderSize] = field(default_factory=list)  # all that there are


class MyRating(Struct, frozen=True, kw_only=True):
    """A rating of mine."""

    game: str
    seats: int
    place: int | None  # on its ladder; null: provisional
    rating: Rating


class RatingChange(Struct, frozen=True, kw_only=True):
    """How a rated match has changed somebody's rating."""

    seat: int
    before: float
    after: float
    provisional: bool
