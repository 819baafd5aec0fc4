"""The rooms in memory: made when somebody comes, forgotten when nobody has been there for long."""

from __future__ import annotations

import asyncio
import errno
from collections import OrderedDict
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any, Final, Literal, cast, final
from weakref import WeakValueDictionary

from microciv.games import catalogue
from microciv.server import refusals
from microciv.server.bots.worker import Kind
from microciv.server.counts import Counts
from microciv.server.limits import Seldom
from microciv.server.logs import log
from microciv.server.people.bot_accounts import BotAccounts
from microciv.server.people.people import People
from microciv.server.rooms import dealing
from microciv.server.rooms.deadlines import look_after
from microciv.server.rooms.my_tables import AskHeld, HeldSeat, HeldTable, held_table, how_it_stands
from microciv.server.rooms.room import Room
from microciv.server.rooms.services import Services, report, report_unless_refused
from microciv.server.settings import Settings
from microciv.server.store import groups_sql, sql
from microciv.server.store.rows import Conflict, MatchRow, Operation, StoreError, TableRow, Unfit
from microciv.server.store.sql import Wanted
from microciv.server.store.store import Store
from microciv.server.table import new_tables, rated_tables, seating, shared_device, tables
from microciv.server.table.play_again import again
from microciv.server.table.tables import Table, Who
from microciv.server.wire.lobby import NewLesson, Seating, SharedSeat
from microciv.server.wire.messages import NewTable, Refused
from microciv.server.wire.replays import Again
from microciv.speech import t

SCARCE: Final = (errno.EMFILE, errno.ENFILE)
OUT_OF_DESCRIPTORS: Final = Seldom(log.error)


@final
class Rooms:
    """The rooms in memory, and what runs in the background."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        metrics: Counts | None = None,
        workers: Kind | None = None,
    ) -> None:
        self.store = store
        self.settings = settings
        self.services = Services(store, settings, metrics, workers)
        self.people = People(store)
        self.accounts = BotAccounts(store)
        self._rooms: WeakValueDictionary[str, Room] = WeakValueDictionary()
        """Every room that anybody holds: a table never has two."""
        self._kept: OrderedDict[str, Room] = OrderedDict()
        """Those that stay in memory, the one that was asked for last at the end."""
        self._visited: set[str] = set()
        """Tables that somebody has asked for since the last tidying up."""
        self._beating: asyncio.Task[None] | None = None
        self._tidied = monotonic()
        metrics, rooms = self.services.metrics, self._rooms
        metrics.tables.set_function(lambda: len(rooms))
        metrics.tables_watched.set_function(
            lambda: len([room for room in [*rooms.values()] if room.watchers])
        )
        metrics.watchers.set_function(
            lambda: sum([len(room.watchers) for room in [*rooms.values()]])
        )

    async def open(self) -> None:
        """Open the store, and say that this process is there."""
        asyncio.get_running_loop().set_exception_handler(_quietly)
        await self.store.open()
        self._tidied = monotonic()
        await self.services.blocklist.read()
        await self.store.listen(self._wake)
        self.services.spawn(self._tidy_again())
        self.services.spawn(look_after(self.store, self.settings.due, self._wake_clock))
        if self.store.shared:
            await self.services.leases.beat()
            self._beating = self.services.spawn(self._beat_on())

    async def hand_over(self) -> None:
        """Take nothing more on, and let other processes have the tables: who is there comes back at
        one of those.
        """
        self.services.open_streams.close()
        if self._beating is None:
            return
        self._beating.cancel()
        await asyncio.wait([self._beating])
        self.services.leases.close()
        for room in [*self._rooms.values()]:
            async with room.lock:  # what is being written is written
                room.give_up()
        await self.services.leases.retire()

    async def close(self) -> None:
        """Finish what is being written, and stop everything else."""
        await self.hand_over()
        await self.services.close()
        with suppress(StoreError):  # not open, or broken: nothing depends on it
            await self.store.serve(int(monotonic() - self._tidied))
        await self.store.close()

    async def room(self, id_: str, *, visit: bool = True) -> Room:
        """The room of a table; one that somebody visits is not tidied away for a time.

        :raises Refused: if there is no such table.
        """
        if not tables.is_id(id_):
            raise Refused("unknown_table", refusals.no_such_table())
        room = self._rooms.get(id_)
        if room is None or room.left:
            room = Room(id_, self.services)
            self._rooms[id_] = room
        room.asked = monotonic()
        try:
            async with room.lock:
                await room.refresh()
                room.table  # noqa: B018  # refuses if there is none
        except Refused:
            self._kept.pop(id_, None)
            raise
        if visit:
            self._visited.add(id_)
        self._kept[id_] = room
        self._kept.move_to_end(id_)
        self._forget_idle()
        return room

    async def new_table(self, wish: NewTable | NewLesson, who: Who | None = None) -> Seating:
        """Set up a table; the match begins at once when nobody is waited for.

        :raises Refused: if it cannot be played like that.
        """
        id_ = self.new_id()
        if isinstance(wish, NewLesson):
            return await self.set_up(*new_tables.new_lesson(wish, id_, who))
        named = {plan.program for plan in wish.seats if plan.program and wish.programs}
        invited = {name: await self.accounts.invited(name) for name in sorted(named)}
        if wish.group:
            await self.check_member(wish.group, who)
        table, token, number = new_tables.new_table(wish, id_, who, invited)
        rated_tables.check_table(table, who)
        table, token, people = shared_device.seat_all(table, token, wish)
        seated = await self.set_up(table, token, number, wish.hash, people, quick=wish.quick)
        self.services.open_streams.tell([one.id for one in table.invited()])
        return seated

    async def check_member(self, group: str, who: Who | None) -> None:
        """Only members may ask for what is a group's.

        :raises Refused: "not_found"
        """
        known = await self.store.run(groups_sql.group(group))
        if known is None or who is None or who.person not in [one.person for one in known[1]]:
            raise Refused("not_found", t("group: expected one that you are a member of"))

    async def play_again(self, room: Room, wish: Again, who: Who | None = None) -> Seating:
        """Set up a table where a finished match of this one is played once more.

        :raises Refused: if there is none, or it cannot be played like that.
        """
        outcome = await room.outcome(wish.match)
        of = room.id, room.last_match() if wish.match is None else wish.match
        seats = [room.table.chairs[place] for place in room.table.playing]
        levels = [chair.level for chair in seats] if of[1] == room.table.match else []
        table = await asyncio.to_thread(again, wish, of, outcome, self.new_id(), who, levels)
        return await self.set_up(*table)

    def new_id(self) -> str:
        return (self.settings.table_id or tables.new_id)()

    async def set_up(
        self,
        table: Table,
        token: str,
        number: int | None,
        hashed: str | None = None,
        people: list[SharedSeat] | None = None,
        *,
        quick: bool = False,
        before: Operation[None] | None = None,
    ) -> Seating:
        """Store a new table, whose host has the chair of this number, after running `before` if
        given; its match begins at once when nobody is waited for.

        :raises Refused: if it is a `quick` one, and another waits for players.
        """
        table = dealing.with_secret(table, self.settings)
        dealer = table.speaks_for(token)[0].token
        table = dealing.with_hash(table, dealer, hashed)
        match = None
        if not table.open():
            started = seating.start(table, None)
            table, match = dealing.begun(started, self.settings, {dealer})
        state = "lobby" if match is None else "playing"
        if quick and match is None:
            try:
                await self.store.add_quick_table(table.row(1, state))
            except Conflict:
                raise Refused(
                    "taken", t("a table like this waits for players already; sit down there")
                ) from None
        else:
            await self.store.add_table(table.row(1, state), match, before)
        self.services.spawn(self.services.bot_workers.warm(table.game))
        seat = -1 if number is None else number
        return Seating(table=table.id, token=token, seat=seat, people=people or [])

    def gathered(self, table: Table) -> tuple[TableRow, MatchRow | None]:
        """A new table whose people are still to come, as it is to be kept. Its match begins when
        its host says so, or by itself; one by the day at once.
        """
        table, match = dealing.with_secret(table, self.settings), None
        if table.pace == "daily":
            table, match = dealing.begun(seating.start(table, None), self.settings, set())
        return table.row(1, "lobby" if match is None else "playing"), match

    async def held(self, seats: list[HeldSeat], ask: AskHeld | None = None) -> list[HeldTable]:
        """How the tables stand that the holder of these tokens sits at. Only where the token is
        good and there is news is a room made for it. Of tables that another process serves that
        one is asked, all at once, if it can be.
        """
        ids = [seat.table for seat in seats]
        rows = await self.store.tables(ids)
        peers = await self.services.leases.elsewhere([*rows])
        told: dict[HeldSeat, HeldTable] = {}
        parts = [
            [seat for seat in seats if peers.get(seat.table) is peer]
            for peer in {*peers.values()}
            if ask is not None
        ]
        asked = [ask(peers[part[0].table], part) for part in parts if ask is not None]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        for part, said in zip(parts, answers, strict=True):
            if not isinstance(said, BaseException):
                told |= dict(zip(part, said, strict=True))
        return [told.get(seat) or await self._held(seat, rows.get(seat.table)) for seat in seats]

    async def _held(self, seat: HeldSeat, found: tuple[TableRow, int] | None) -> HeldTable:
        gone = HeldTable(table=seat.table, state="gone")
        if found is None:
            return gone
        row, changed = found
        try:
            table = tables.read_table(row.body)
            if not table.speaks_for(seat.token) and not table.was_here(seat.token):
                return gone
            if row.state == "finished" and seat.known == table.match:
                return held_table(table, None, seat.token, sql.now() - changed)
            return await how_it_stands(await self.room(seat.table), seat.token, changed)
        except Unfit:
            return HeldTable(table=seat.table, state="stranded")
        except Refused as refused:
            if refused.code == "unavailable":  # its process does not say
                state_of_row = cast("Literal['lobby', 'playing', 'finished']", row.state)
                return HeldTable(table=seat.table, state=state_of_row)
            # It went, or was left, just now.
            state: Literal["gone", "stranded"]
            state = "stranded" if refused.code == "stranded" else "gone"
            return HeldTable(table=seat.table, state=state)

    async def waiting(self, limit: int, wanted: Wanted = (None,) * 4) -> list[Table]:
        """Tables that strangers may sit down at, which are like that."""
        found: list[Table] = []
        for row in await self.store.waiting(limit, wanted):
            with suppress(Unfit):  # who opens it is told
                found.append(tables.read_table(row.body))
        return [table for table in found if table.offered() and table.game in catalogue()]

    async def tidy(self) -> None:
        """Drop some of the tables that nobody comes back to."""
        moment = monotonic()
        watched = {id_ for id_, room in [*self._rooms.items()] if room.watchers}
        visited = self._visited | watched
        dropped = await self.store.tidy(
            int(moment - self._tidied), visited, self.settings.finished, self.settings.history
        )
        self._tidied = moment
        self._visited -= visited
        if dropped:
            log.info("%d old tables tidied away", dropped)
            self._wake("")

    async def _tidy_again(self) -> None:
        while True:
            await asyncio.sleep(self.settings.tidy)
            try:
                await self.tidy()
            except Exception as fault:  # noqa: BLE001  # the next time it may be as it should
                report(fault)

    def _wake(self, id_: str) -> None:
        """Somebody changed a table, or anything, beside us."""
        if not id_:
            self.services.spawn(self._turn_out_blocked())
        rooms = [self._rooms.get(id_)] if id_ else [*self._rooms.values()]
        for room in rooms:
            if room is None:
                continue
            room.stale = True
            if room.watchers:
                self.services.spawn(room.catch_up())

    async def _wake_clock(self, id_: str) -> None:
        room = await self.room(id_, visit=False)
        await room.clock.days.wake()

    async def _turn_out_blocked(self) -> None:
        blocklist = self.services.blocklist
        await blocklist.read()
        for room in [*self._rooms.values()]:
            for watcher in [*room.watchers]:
                until = blocklist.until(watcher.whose.visitor)
                if until is not None:
                    watcher.drop(partial(refusals.blocked, until))

    async def _beat_on(self) -> None:
        """Say that this process is there; give up what others serve by now, or nobody wants."""
        leases = self.services.leases
        while True:
            await asyncio.sleep(self.settings.beat)
            try:
                lost = await leases.beat()
                await self._release_idle()
            except (StoreError, Conflict) as fault:
                report(fault)
                lost = leases.silenced()
            for id_ in lost:
                room = self._rooms.get(id_)
                if room is not None:
                    room.give_up()
                self._kept.pop(id_, None)

    async def _release_idle(self) -> None:
        before = monotonic() - self.settings.unused
        idle: set[str] = set()
        for id_ in self.services.leases.mine:
            room = self._rooms.get(id_)
            if room is None or (room.idle and room.asked < before):
                idle.add(id_)
        for id_ in idle:
            room = self._rooms.get(id_)
            if room is not None:
                room.left = True
            self._kept.pop(id_, None)
        if idle:
            await self.services.leases.release(idle)

    def _forget_idle(self) -> None:
        if len(self._kept) <= self.settings.rooms:
            return
        for id_, room in [*self._kept.items()]:
            if room.idle:
                del self._kept[id_]
            if len(self._kept) <= self.settings.rooms:
                return


def _quietly(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Faults that nobody waits for are logged like all others: without their words."""
    fault = context.get("exception")
    if isinstance(fault, OSError) and fault.errno in SCARCE:
        OUT_OF_DESCRIPTORS.note("no descriptor left for a connection")
        return
    if isinstance(fault, BaseException):
        report_unless_refused(fault)
    else:
        log.error("fault: in the event loop")
