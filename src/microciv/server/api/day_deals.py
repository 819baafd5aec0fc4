"""A deal a day: the same cards for all who play on a date, with bots in the other seats.

The seeds come from a secret of the site by the date and the game, so that they stand before anybody
plays, and are sealed a week ahead (docs/decisions/0018-a-deal-for-everybody.md).
"""

from __future__ import annotations

import hmac
import secrets
from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple, final

import msgspec

from microciv.bots import levels
from microciv.core.rng import keyed_seed, seed_text
from microciv.games import about, brought, catalogue
from microciv.server import refusals
from microciv.server.api.routes import Asked, Keyed, Route
from microciv.server.fair_queue import Whose
from microciv.server.rooms import actions
from microciv.server.rooms.room import Room
from microciv.server.rooms.rooms import Rooms
from microciv.server.store import day_deals_sql, sql
from microciv.server.store.rows import Conflict
from microciv.server.table.new_tables import new_table
from microciv.server.table.tables import Given, Who
from microciv.server.wire.day_deals import (
    Daily,
    DailyDeal,
    DailyResult,
    DailyResults,
    DailyState,
    PlayDaily,
)
from microciv.server.wire.lobby import Seating
from microciv.server.wire.messages import NewTable, Refused, SeatPlan
from microciv.server.wire.people import Company
from microciv.speech import t
from microciv.trust import seed_hash

AHEAD: Final = 7
"""Days whose deals are sealed already."""
NAME: Final = "day deals"
PREFIX: Final = b"microciv day 1\n"
LEVEL: Final = "medium"
SEATS: Final = 4


def today() -> date:
    return datetime.fromtimestamp(sql.now(), UTC).date()


def games() -> list[str]:
    """The games that have deals of the day: not those that installed packages bring."""
    return [name for name in catalogue() if not brought(name)]


def game_of(day: date) -> str:
    """The day's own game: each in its turn."""
    known = games()
    return known[day.toordinal() % len(known)]


def seats_of(game: str) -> int:
    known = about(game).seats
    return SEATS if SEATS in known else max(known)


def level_of(game: str) -> str:
    known = levels(game)
    return LEVEL if LEVEL in known else known[0]


def seed_of(secret: str, day: date, game: str) -> int:
    """The seed of a deal: HMAC-SHA-256 of the date and the game."""
    words = PREFIX + f"{day.isoformat()} {game}".encode()
    return keyed_seed(hmac.digest(bytes.fromhex(secret), words, "sha256"))


def read_day(text: str) -> date:
    """A day as it is written in addresses.

    :raises Refused: "malformed"
    """
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Refused("malformed", t("day: expected a date such as 2026-11-25")) from None


class Tried(NamedTuple):
    """What has come of a deal for somebody, as it is stored."""

    person: str
    name: str
    table: str
    gone: int | None
    seat: int | None
    company: str | None
    place: int | None
    score: int | None
    unit: int | None

    @property
    def left(self) -> bool:
        """Did they leave the table for good before its end?"""
        return bool(self.gone)

    def called(self) -> str:
        """Their name at the table."""
        return self._seated().name or self.name

    def _seated(self) -> Company:
        if self.seat is None or self.company is None:
            return Company(name="", level=None)
        return msgspec.json.decode(self.company, type=list[Company])[self.seat]


@final
class DailyApi:
    """Every method is a route."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._secret = ""

    def routes(self) -> list[Route]:
        return [
            Route("GET", "/api/daily", self.daily, Daily),
            Route("GET", "/api/daily/{day}/{game}", self.results, DailyResults),
            Route("POST", "/api/daily", self.play, Seating, PlayDaily, 201),
        ]

    async def daily(self, asked: Asked) -> Daily:
        """The deals of today, and how far I am with each."""
        day, who = today(), await self._rooms.people.known(asked.key)
        first = game_of(day)
        names = [first, *[game for game in games() if game != first]]
        tried: dict[str, bool] = {}
        if who is not None:
            rows = await self._store.run(day_deals_sql.tries(day.isoformat(), who.person))
            tried = {game: bool(ended or gone) for game, _, ended, gone in rows}
        midnight = datetime.combine(day + timedelta(1), datetime.min.time(), UTC)
        ahead = [day + timedelta(number) for number in range(1, AHEAD + 1)]
        return Daily(
            day=day.isoformat(),
            left=int(midnight.timestamp()) - sql.now(),
            games=[await self._state(day, game, who, tried) for game in names],
            coming=[await self._deal(one, game_of(one)) for one in ahead],
        )

    async def _state(
        self, day: date, game: str, who: Who | None, tried: dict[str, bool]
    ) -> DailyState:
        results = await self._results(day, game, who)
        mine = next((one.place for one in results if one.you), None)
        return DailyState(
            deal=await self._deal(day, game),
            seats=seats_of(game),
            level=level_of(game),
            state="new" if game not in tried else "played" if tried[game] else "playing",
            place=mine,
            players=len([one for one in results if one.place is not None]),
        )

    async def results(self, asked: Asked) -> DailyResults:
        """How everybody has done with a deal: when I have played it, or its day is over."""
        day, game = read_day(asked.parts["day"]), asked.parts["game"]
        if game not in games():
            raise Refused("not_found", t("game: expected one of {names}", names=", ".join(games())))
        who = await self._rooms.people.known(asked.key)
        results = await self._results(day, game, who)
        if day >= today() and not any([one.you for one in results]):
            raise Refused("not_finished", t("play this deal first, or wait until its day is over"))
        return DailyResults(deal=await self._deal(day, game), results=results)

    async def play(self, asked: Asked) -> Seating | Keyed:
        """Play today's deal of a game; it counts once: a second time I go on at the same table."""
        day, game = today(), asked.body.game
        if game not in games():
            raise Refused(
                "bad_option", t("game: expected one of {names}", names=", ".join(games()))
            )
        live_tables = self._rooms.services.live_tables
        live_tables.check(Whose(asked.visitor, ""))
        people = self._rooms.people
        visitor = await people.visitor(asked.key, asked.origin, asked.agent, asked.body.name)
        if visitor is None:
            raise Refused("unknown_key", refusals.nobody_here())
        who = visitor.who
        for table in await self._tables(day, game, who):
            return await actions.give_token(await self._room(table), who)
        live_tables.check(Whose(asked.visitor, "", who.person))
        seating = await self._begin(day, asked.body, who)
        return seating if visitor.fresh is None else Keyed(seating, visitor.fresh)

    async def _room(self, table: str) -> Room:
        try:
            return await self._rooms.room(table)
        except Refused as refusal:
            if refusal.code != "unknown_table":
                raise
            words = t("the table of this deal has been closed; there is another deal tomorrow")
            raise Refused("taken", words) from None

    async def _tables(self, day: date, game: str, who: Who) -> list[str]:
        rows = await self._store.run(day_deals_sql.tries(day.isoformat(), who.person))
        return [table for name, table, *_ in rows if name == game]

    async def _begin(self, day: date, wish: PlayDaily, who: Who) -> Seating:
        seats, seed = seats_of(wish.game), await self._seed(day, wish.game)
        mine = day.toordinal() % seats
        bot = SeatPlan(kind="bot", level=level_of(wish.game))
        plan = NewTable(
            game=wish.game,
            name=wish.name or "Traveller",
            seats=[SeatPlan(kind="you") if seat == mine else bot for seat in range(seats)],
            hints="off",
            late=False,
            watching="off",
        )
        table, token, number = new_table(plan, self._rooms.new_id(), who)
        table = msgspec.structs.replace(table, given=Given("", 0, f"{seed:x}"), day=day.isoformat())
        tries = day_deals_sql.add_try(day.isoformat(), wish.game, who.person, table.id)
        try:
            return await self._rooms.set_up(table, token, number, before=tries)
        except Conflict:  # another tab was faster
            raise Refused("taken", t("you play this deal already; look at your tables")) from None

    async def _results(self, day: date, game: str, who: Who | None) -> list[DailyResult]:
        rows = await self._store.run(day_deals_sql.results(day.isoformat(), game))
        found = [Tried(*row) for row in rows]
        stayed = [one for one in found if not one.left]
        ends = [(one.place, one.score) for one in stayed]
        return [
            DailyResult(
                place=None if one.left else 1 + ends.index((one.place, one.score)),
                name=one.called(),
                ended=one.place or 0,
                score=one.score or 0,
                unit=one.unit or 1,
                you=who is not None and who.person == one.person,
                table=one.table,
                seat=one.seat or 0,
                over=one.place is not None,
            )
            for one in [*stayed, *[one for one in found if one.left]]
        ]

    async def _deal(self, day: date, game: str) -> DailyDeal:
        seed = await self._seed(day, game)
        told = seed_text(seed) if day < today() else None
        return DailyDeal(day=day.isoformat(), game=game, seal=seed_hash(seed), seed=told)

    async def _seed(self, day: date, game: str) -> int:
        if not self._secret:
            fresh = secrets.token_hex(32)
            self._secret = await self._store.run(sql.secret_of(NAME, fresh))
        return seed_of(self._secret, day, game)
