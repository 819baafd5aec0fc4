"""The rooms in memory: made when somebody comes, forgotten when nobody has been there for long."""

from __future__ import annotations

import asyncio
import errno
from collections import OrderedDict
from contextlib import suppress
from time import monotonic
from typing import Any, Final, Literal, final
from weakref import WeakValueDictionary

import msgspec

from microciv.games import catalogue
from microciv.server import seating, sql, tables
from microciv.server.held import HeldSeat, HeldTable, held_table, how_it_stands
from microciv.server.limits import Seldom
from microciv.server.logs import log
from microciv.server.messages import NewLesson, NewTable, Refused, Said, Seating
from microciv.server.room import NO_SUCH_TABLE, Room
from microciv.server.rows import StoreError, TableRow, Unfit
from microciv.server.services import Services, report
from microciv.server.settings import Settings
from microciv.server.store import Store
from microciv.server.tables import Table

SCARCE: Final = (errno.EMFILE, errno.ENFILE)
OUT_OF_DESCRIPTORS: Final = Seldom(log.error)


@final
class Rooms:
    """The rooms in memory, and what runs in the background."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.services = Services(store, settings)
        self._rooms: WeakValueDictionary[str, Room] = WeakValueDictionary()
        """Every room that anybody holds: a table never has two."""
        self._kept: OrderedDict[str, Room] = OrderedDict()
        """Those that stay in memory, the one that was asked for last at the end."""
        self._visited: set[str] = set()
        """Tables that somebody has asked for since the last tidying up."""
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
        """Open the store, and listen to other processes."""
        asyncio.get_running_loop().set_exception_handler(_quietly)
        await self.store.open()
        self._tidied = monotonic()
        await self.services.blocklist.read()
        await self.store.listen(self._wake, self._overhear)
        self.services.spawn(self._tidy_again())
        if self.store.shared:
            self.services.spawn(self._sweep())

    async def close(self) -> None:
        """Finish what is being written, and stop everything else."""
        await self.services.close()
        with suppress(StoreError):  # not open, or broken: nothing depends on it
            await self.store.serve(int(monotonic() - self._tidied))
        if self.store.shared:
            await self.store.retire()
        await self.store.close()

    async def room(self, id_: str) -> Room:
        """The room of a table.

        :raises Refused: if there is no such table.
        """
        if not tables.is_id(id_):
            raise Refused("unknown_table", NO_SUCH_TABLE)
        room = self._rooms.get(id_)
        if room is None:
            room = Room(id_, self.services)
            self._rooms[id_] = room
        try:
            async with room.lock:
                await room.refresh()
                room.table  # noqa: B018  # refuses if there is none
        except Refused:
            self._kept.pop(id_, None)
            raise
        self._visited.add(id_)
        self._kept[id_] = room
        self._kept.move_to_end(id_)
        self._forget_idle()
        return room

    async def new_table(self, wish: NewTable | NewLesson) -> Seating:
        """Set up a table; the match begins at once when nobody is waited for.

        :raises Refused: if it cannot be played like that.
        """
        id_ = (self.settings.table_id or tables.new_id)()
        if isinstance(wish, NewLesson):
            table, token, place = tables.new_lesson(wish, id_)
        else:
            table, token, place = tables.new_table(wish, id_)
        match = None
        if not table.open():
            table = seating.start(table, None)
            match = self.services.new_match(table)
        state = "lobby" if match is None else "playing"
        row = TableRow(table.id, 1, state, table.offered(), msgspec.json.encode(table))
        await self.store.add_table(row, match)
        self.services.spawn(self.services.bot_workers.warm(table.game))
        return Seating(table=table.id, token=token, seat=-1 if place is None else place)

    async def held(self, seats: list[HeldSeat]) -> list[HeldTable]:
        """How the tables stand that the holder of these tokens sits at. Only where the token is
        good and there is news is a room made for it.
        """
        rows = await self.store.tables([seat.table for seat in seats])
        return [await self._held(seat, rows.get(seat.table)) for seat in seats]

    async def _held(self, seat: HeldSeat, found: tuple[TableRow, int] | None) -> HeldTable:
        gone = HeldTable(table=seat.table, state="gone")
        if found is None:
            return gone
        row, changed = found
        try:
            table = tables.read_table(row.body)
            if table.person_of(seat.token) is None and not table.was_here(seat.token):
                return gone
            if row.state == "finished" and seat.known == table.match:
                return held_table(table, None, seat.token, sql.now() - changed)
            return await how_it_stands(await self.room(seat.table), seat.token, changed)
        except Unfit:
            return HeldTable(table=seat.table, state="stranded")
        except Refused as refused:  # it went, or was left, just now
            state: Literal["gone", "stranded"]
            state = "stranded" if refused.code == "stranded" else "gone"
            return HeldTable(table=seat.table, state=state)

    async def waiting(self, limit: int) -> list[Table]:
        found: list[Table] = []
        for row in await self.store.waiting(limit):
            with suppress(Unfit):  # who opens it is told
                found.append(tables.read_table(row.body))
        return [table for table in found if table.offered() and table.game in catalogue()]

    async def tidy(self) -> None:
        """Drop some of the tables that nobody comes back to."""
        moment = monotonic()
        watched = {id_ for id_, room in [*self._rooms.items()] if room.watchers}
        visited = self._visited | watched
        dropped = await self.store.tidy(int(moment - self._tidied), visited)
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
            except StoreError as fault:
                report(fault)

    def _wake(self, id_: str) -> None:
        """Another process changed a table, or anything."""
        if not id_:
            self.services.spawn(self._turn_out_blocked())
        rooms = [self._rooms.get(id_)] if id_ else [*self._rooms.values()]
        for room in rooms:
            if room is None:
                continue
            room.stale = True
            if room.watchers:
                self.services.spawn(room.catch_up())

    async def _turn_out_blocked(self) -> None:
        blocklist = self.services.blocklist
        await blocklist.read()
        for room in [*self._rooms.values()]:
            for watcher in [*room.watchers]:
                refusal = blocklist.refusal(watcher.whose.visitor)
                if refusal is not None:
                    watcher.drop(refusal.message)

    def _overhear(self, id_: str, frame: str) -> None:
        """Something was said at a table to another process."""
        room = self._rooms.get(id_)
        if room is not None:
            said = msgspec.json.decode(frame, type=Said)
            self.services.spawn(room.overhear(said))

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(self.settings.sweep)
            try:
                here = {(room.id, one) for room in self._rooms.values() for one in room.here()}
                await self.store.beat(here)
                self._wake("")
            except StoreError as fault:
                report(fault)

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
        report(fault)
    else:
        log.error("fault: in the event loop")
