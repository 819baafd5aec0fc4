"""A table that was made to start soon: bots take the seats that are open when its time is up."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final, final

import msgspec

from microciv.server.rooms.services import report
from microciv.server.store import sql
from microciv.server.store.rows import StoreError
from microciv.server.table import seating
from microciv.server.table.tables import Table, check_level
from microciv.server.wire.messages import Refused

if TYPE_CHECKING:
    from microciv.server.rooms.room import Room

AGAIN: Final = 5.0


@final
class QuickStart:
    """Waits for that, in one room, while somebody is there."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._task: asyncio.Task[None] | None = None

    def look(self) -> None:
        """Wait if there is something to wait for; with the lock held."""
        table = self._room.table
        if not table.fills or table.match > 0 or not self._room.watchers:
            if self._task is not None:
                self._task.cancel()
                self._task = None
        elif self._task is None or self._task.done():
            self._task = self._room.services.spawn(self._wait(table.fills))

    async def notice(self) -> None:
        """Strangers are shown the table only while somebody waits there; with the lock held."""
        if self._room.table.fills:
            with suppress(Refused):  # others write; they notice it as well
                await self._room.save(self._noticed)

    def _noticed(self, table: Table) -> Table:
        deserted = table.match == 0 and not self._room.present()
        return msgspec.structs.replace(table, deserted=deserted)

    async def _wait(self, fills: int) -> None:
        while True:
            await asyncio.sleep(max(0, fills - sql.now()))
            try:
                with suppress(Refused):  # it is gone, or cannot be played like that
                    await self._room.change(_filled)
                return
            except StoreError as fault:
                report(fault)
                await asyncio.sleep(AGAIN)


def _filled(table: Table) -> Table:
    if table.match > 0 or not table.fills or table.fills > sql.now():
        return table
    return seating.start(table, check_level(table.game, None))
