"""What a bot account is told, of all its tables in one stream: lines of JSON, each with an id by
which a program that comes back goes on.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from time import monotonic
from typing import Any, Final, Protocol, TypeAlias, final

import msgspec

from microciv.server.api.table_stream import Cursor, TableStream, read_cursor
from microciv.server.fair_queue import Whose
from microciv.server.peers import AskLines
from microciv.server.people.bot_accounts import Known
from microciv.server.rooms.clock import now
from microciv.server.rooms.open_streams import OpenStream
from microciv.server.rooms.rooms import Rooms
from microciv.server.rooms.services import report
from microciv.server.store import bot_accounts_sql
from microciv.server.store.people_sql import MOST_OPEN
from microciv.server.store.rows import StoreError, Unfit
from microciv.server.table.tables import Table, is_id, read_table
from microciv.server.wire.bots import BotInvited, BotLeft, BotLine, BotWithdrawn
from microciv.server.wire.messages import Refused, encode
from microciv.speech import t

LOOK: Final = 2.0
"""Seconds between two looks at which tables an account is, where another process may have asked it
to one.
"""
QUIET: Final = 10.0
"""Seconds without a line after which an empty one is sent."""
REST: Final = 600.0
"""Seconds after a match in which an account waits for the next one."""
BACKLOG: Final = 500
"""Lines that may wait for a slow program before its stream ends; it may come back."""
LONGEST_AFTER: Final = 2000

Line: TypeAlias = BotLine | dict[str, Any]
"""A line of this process, or of another."""


class Source(Protocol):
    """Where lines of one table come from."""

    moved: bool

    @property
    def gone(self) -> bool:
        """Will no more lines come?"""

    @property
    def rests(self) -> float:
        """Since when the match is over."""

    def take(self) -> list[Any]:
        """The lines that have come since the last call."""

    def leave(self) -> None:
        """Stop listening to the table."""


@final
class RemoteTable:
    """The lines of a table that another process serves."""

    def __init__(self, lines: AsyncIterator[bytes], ring: Callable[[], None]) -> None:
        self.moved = True
        self.rests = float("inf")
        self._ring = ring
        self._lines: list[dict[str, Any]] = []
        self._task = asyncio.get_running_loop().create_task(self._read(lines))

    @property
    def gone(self) -> bool:
        return self._task.done()

    def take(self) -> list[dict[str, Any]]:
        taken, self._lines = self._lines, []
        return taken

    def leave(self) -> None:
        self._task.cancel()

    async def _read(self, lines: AsyncIterator[bytes]) -> None:
        try:
            async for text in lines:
                line = msgspec.json.decode(text)
                self._lines.append(line)
                self.moved = line["type"] != "left"
                self.rests = now() if line["type"] == "over" else float("inf")
                self._ring()
        except (Refused, msgspec.DecodeError):
            pass  # it is asked again, or another has the table
        finally:
            self._ring()


@final
class BotStream:
    """What happens at all tables of one account."""

    def __init__(
        self, rooms: Rooms, bot: Known, token: str, visitor: str, ask: AskLines | None
    ) -> None:
        self._rooms = rooms
        self._bot = bot
        self._token = token
        self._visitor = visitor
        self._ask = ask
        self._open = OpenStream()
        self._cursors: dict[str, str] = {}
        self._sources: dict[str, Source] = {}
        self._invited: set[str] = set()
        self._versions: dict[str, int] = {}
        self._lines: list[Line] = []

    def follow(self, after: str) -> None:
        """Go on after the line with this id.

        :raises Refused: "malformed"
        """
        for part in after[:LONGEST_AFTER].split(",") if after else []:
            table, colon, cursor = part.partition(":")
            if not colon or not is_id(table):
                raise Refused("malformed", t("after: expected the id of a line"))
            self._cursors[table] = str(read_cursor(cursor))

    async def lines(self) -> AsyncIterator[bytes]:
        """What happens, until the program goes, its token ends, or another stream begins."""
        streams, account = self._rooms.services.open_streams, self._bot.who.person
        self._open = streams.new(account)
        try:
            looked = quiet = -QUIET
            yield b"\n"  # it has begun
            while not self._open.over and len(self._lines) < BACKLOG:
                if self._open.takes_news() or monotonic() - looked >= LOOK:
                    looked = monotonic()
                    if not await self._look():
                        return
                self._collect()
                for line in self._lines:
                    yield encode(line) + b"\n"
                if self._lines:
                    quiet = monotonic()
                elif monotonic() - quiet >= QUIET:
                    quiet = monotonic()
                    yield b"\n"
                self._lines = []
                await self._open.wait(LOOK)
        finally:
            streams.forget(account, self._open)
            for source in self._sources.values():
                source.leave()

    def _collect(self) -> None:
        for table, source in [*self._sources.items()]:
            for line in source.take():
                self._tell(table, line)
            if source.gone or source.rests < now() - REST:
                source.leave()
                del self._sources[table]
                if source.moved:
                    self._versions.pop(table, None)

    def _tell(self, table: str, line: Line) -> None:
        """A line, with the cursors of all tables as its id."""
        cursor = line["id"] if isinstance(line, dict) else line.id
        if isinstance(line, BotLeft) or (isinstance(line, dict) and line["type"] == "left"):
            self._cursors.pop(table, None)
        elif cursor:
            self._cursors[table] = cursor
        id_ = ",".join([f"{one}:{at}" for one, at in self._cursors.items()])
        if isinstance(line, dict):
            line["id"] = id_
        else:
            line = msgspec.structs.replace(line, id=id_)
        self._lines.append(line)

    # --- at which tables it is

    async def _look(self) -> bool:
        """See where the account is by now; False: it is no account any more."""
        store = self._rooms.store
        try:
            await self._rooms.accounts.known(self._token)
            rows = await store.run(bot_accounts_sql.tables_for(self._bot.who.person, MOST_OPEN))
            versions: dict[str, int] = dict(rows)
            changed = [id_ for id_ in versions if self._versions.get(id_) != versions[id_]]
            # Where the end of a match has not been heard of yet.
            changed += [id_ for id_ in self._cursors if id_ not in {*versions, *self._versions}]
            found = await store.tables(changed)
        except Refused:
            return False
        except StoreError as fault:
            report(fault)
            return True
        for id_ in self._invited - {*versions}:
            self._withdraw(id_)
        for id_ in changed:
            self._versions[id_] = versions.get(id_, 0)
            if id_ in found:
                await self._see(id_, found[id_][0].body)
            else:
                self._cursors.pop(id_, None)
        return True

    async def _see(self, id_: str, body: bytes) -> None:
        try:
            table = read_table(body)
        except Unfit:
            return
        person = self._bot.who.person
        if person in [one.id for one in table.invited()]:
            if id_ not in self._invited:
                self._invited.add(id_)
                self._tell(id_, _invitation(table))
        elif person in [one.id for one in table.seated]:
            if id_ in self._sources or await self._attend(id_):
                self._invited.discard(id_)
        else:
            self._withdraw(id_)
            if id_ not in self._sources:
                self._cursors.pop(id_, None)

    def _withdraw(self, id_: str) -> None:
        if id_ in self._invited:
            self._invited.discard(id_)
            self._tell(id_, BotWithdrawn(id="", table=id_))

    async def _attend(self, id_: str) -> bool:
        """Hear of a table; False: it has moved, or the account is out again, and the next look sees
        which.
        """
        after = self._cursors.get(id_, "")
        try:
            peer = await self._rooms.services.leases.claim(id_)
            if peer is not None and self._ask is not None:
                target = f"/api/tables/{id_}/events?after={after}".encode()
                self._sources[id_] = RemoteTable(self._ask(peer, target), self._open.ring)
                return True
            whose = Whose(self._visitor, id_)
            stream = TableStream(self._token, whose, Cursor(after), self._open.ring)
            await stream.come(self._rooms)
            self._sources[id_] = stream
        except Refused:
            self._versions.pop(id_, None)
            return False
        return True


def _invitation(table: Table) -> BotInvited:
    return BotInvited(
        id="",
        table=table.id,
        game=table.game,
        by=table.host.name,
        seats=len(table.playing),
        pace=table.pace,
        options=table.options,
    )


async def table_lines(rooms: Rooms, table: TableStream, key: str) -> AsyncIterator[bytes]:
    """What happens at one table, until the program goes, does not sit there any more, or another
    stream begins.
    """
    streams = rooms.services.open_streams
    stream = streams.new(key)
    table.ring_with(stream.ring)
    try:
        yield b"\n"
        while not stream.over:
            lines = table.take()
            for line in lines:
                yield encode(line) + b"\n"
            if table.gone:
                return
            if not lines and not await stream.wait(QUIET):
                yield b"\n"
    finally:
        streams.forget(key, stream)
        table.leave()
