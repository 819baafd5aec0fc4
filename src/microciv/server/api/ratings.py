"""What is asked of ratings by HTTP: the ladders, one's own, and how a match has changed them."""

from __future__ import annotations

from typing import Final, final

from microciv.bots.strength import strengths
from microciv.games import about, catalogue
from microciv.server.api.routes import Asked, Route, read_number
from microciv.server.ratings import CERTAIN, Standing
from microciv.server.rooms.rooms import Rooms
from microciv.server.store import ratings_sql
from microciv.server.store.ratings_sql import Among, Rung
from microciv.server.wire.messages import Refused
from microciv.server.wire.ratings import (
    Ladder,
    LadderRow,
    LadderSize,
    MyRating,
    Rating,
    RatingChange,
)
from microciv.speech import t

PAGE: Final = 25
"""People that are told at a time."""


@final
class RatingsApi:
    """Every method is a route."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._store = rooms.store

    def routes(self) -> list[Route]:
        return [
            Route("GET", "/api/ladder", self.ladder, Ladder),
            Route("GET", "/api/me/ratings", self.my_ratings, list[MyRating]),
            Route("GET", "/api/tables/{table}/ratings", self.changes, list[RatingChange]),
        ]

    async def ladder(self, asked: Asked) -> Ladder:
        """Who is how strong: with `?game=` and `?seats=` of these, with `?first=25` from there on;
        else the ladder with most people. With `?bots=1` bot accounts, which have ladders of their
        own; with `?group=` the members of a group of mine.
        """
        query, who = asked.query, await self._rooms.people.known(asked.key)
        among = Among(query.get("bots") == "1", query.get("group", ""))
        if among.group:
            await self._rooms.check_member(among.group, who)
        found = await self._store.run(ratings_sql.ladders(among))
        most = max(found, key=lambda one: one[2], default=(next(iter(catalogue())), 0, 0))
        game = query.get("game", most[0])
        if game not in catalogue():
            raise Refused(
                "not_found", t("game: expected one of {names}", names=", ".join(catalogue()))
            )
        here = [(seats, people) for name, seats, people in found if name == game]
        usual = max(here, key=lambda one: one[1], default=(about(game).seats[0], 0))[0]
        seats = read_number("seats", query["seats"]) if "seats" in query else usual
        if seats not in about(game).seats:
            raise Refused(
                "not_found", t("seats: expected one of {seats}", seats=list(about(game).seats))
            )
        first = read_number("first", query.get("first", "0"))
        rungs = await self._store.run(ratings_sql.ladder(game, seats, first, PAGE, among))
        me = "" if who is None else who.person
        rows = [_row(rung, first + number, me) for number, rung in enumerate(rungs)]
        total = dict(here).get(seats, 0)
        return Ladder(
            game=game,
            seats=seats,
            rows=await self._with_bots((game, seats), first, rows, total, among),
            first=first,
            most=PAGE,
            total=total,
            ladders=[LadderSize(game=name, seats=of, people=people) for name, of, people in found],
        )

    async def _with_bots(
        self,
        ladder: tuple[str, int],
        first: int,
        rows: list[LadderRow],
        total: int,
        among: Among,
    ) -> list[LadderRow]:
        """The levels beside those whom they stand between, as landmarks."""
        marks: dict[int, list[LadderRow]] = {}
        for level, (points, error) in strengths(ladder[0]).items():
            above = await self._store.run(ratings_sql.settled_above(*ladder, points, among))
            rating = Rating(points=points, error=error, provisional=False, matches=0)
            mark = LadderRow(place=None, name="", level=level, rating=rating, you=False)
            marks.setdefault(above - first, []).append(mark)
        settled = len([row for row in rows if row.place is not None])
        if settled == PAGE and first + PAGE < total:
            marks.pop(settled, None)  # they begin the next page
        merged: list[LadderRow] = []
        for at in range(len(rows) + 1):
            merged += [*marks.get(at, []), *rows[at : at + 1]]
        return merged

    async def my_ratings(self, asked: Asked) -> list[MyRating]:
        """My ratings; whom nobody knows has none."""
        who = await self._rooms.people.known(asked.key)
        if who is None:
            return []
        return [
            MyRating(
                game=game,
                seats=seats,
                place=await self._place(game, seats, standing),
                rating=_rating(standing),
            )
            for game, seats, standing in await self._store.run(ratings_sql.ratings_of(who.person))
        ]

    async def _place(self, game: str, seats: int, standing: Standing) -> int | None:
        if standing.provisional:
            return None
        above = ratings_sql.settled_above(game, seats, standing.points, Among())
        return 1 + await self._store.run(above)

    async def changes(self, asked: Asked) -> list[RatingChange]:
        """How a match has changed the ratings of those who played it, the last that is over if none
        is named by `?match=`; empty, if it was not rated.
        """
        room = await self._rooms.room(asked.parts["table"])
        named = asked.query.get("match")
        number = room.last_match() if named is None else read_number("match", named)
        rows = await self._store.run(ratings_sql.changes(room.id, number))
        return [
            RatingChange(
                seat=seat,
                before=before,
                after=points,
                provisional=Standing(points, spread).provisional,
            )
            for seat, before, points, spread in rows
        ]


def _row(rung: Rung, at: int, me: str) -> LadderRow:
    return LadderRow(
        place=None if rung.standing.provisional else at + 1,
        name=rung.name,
        level=None,
        rating=_rating(rung.standing),
        you=rung.person == me,
        owner=rung.owner,
    )


def _rating(standing: Standing) -> Rating:
    return Rating(
        points=standing.points,
        error=CERTAIN * standing.spread,
        provisional=standing.provisional,
        matches=standing.matches,
    )
