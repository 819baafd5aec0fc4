"""The database of a device, in memory; what a transaction changes is passed on to be kept."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar, final

from microciv.server.store.rows import Conflict, Operation, Rows, StoreError
from microciv.server.store.sql import migrate
from microciv.server.store.sqlite import drive
from microciv.server.store.store import Store

T = TypeVar("T")

PAGE: Final = 4096
"""The size of an SQLite page in bytes; changes are kept page by page."""
MOST_FINISHED: Final = 50
"""Matches that are over and can still be watched; their results stay for good."""


class Pages(NamedTuple):
    """What a database has become since it was kept last."""

    total: int
    """How many pages there are now; any beyond these are no longer kept."""
    changed: dict[int, bytes]
    """By number, the pages that differ from what was kept before, or all of them."""

    @property
    def whole(self) -> bool:
        """Do they need nothing that was kept before?"""
        return len(self.changed) == self.total


Keep: TypeAlias = Callable[[Pages], Awaitable[bool]]
"""Keeps pages so that they outlive the program, all of them or none. False if there is no room, or
if what is kept now is not what was last kept from here."""


@final
class DeviceStore(Store):
    """One program, one page: nobody else writes. Where there is no room to keep what is played, it
    is played all the same, and the page is told.
    """

    shared = False

    def __init__(self, kept: bytes, keep: Keep) -> None:
        """`kept` is what was kept last; empty: nothing was."""
        super().__init__()
        self._kept = kept
        self._keep = keep
        self._database: sqlite3.Connection | None = None
        self._woken: Callable[[str], None] = lambda _: None
        self._writing = asyncio.Lock()
        self._written = 0
        """How many rows had changed when it was kept last; -1: it has to be kept in any case."""

    async def open(self) -> None:
        self._database = database = sqlite3.connect(":memory:", isolation_level=None)
        try:
            if self._kept:
                database.deserialize(self._kept)
            database.execute("PRAGMA foreign_keys = ON")
            database.execute("PRAGMA temp_store = MEMORY")
        except sqlite3.Error as error:
            raise _complaint(error) from None
        await self.run(migrate())

    async def visit(self) -> None:
        """Always refused: nobody visits a device."""
        raise StoreError("nobody visits a device")

    async def close(self) -> None:
        if self._database is not None:
            await self._save(self._database)
            self._database.close()
            self._database = None

    async def listen(self, woken: Callable[[str], None]) -> None:
        self._woken = woken

    async def wake(self, tables: list[str]) -> None:
        for table in tables:
            self._woken(table)

    async def tidy(
        self, passed: int, visited: set[str], finished: int = 30, history: int = 365
    ) -> int:
        """Drop all finished matches but the latest, and the tables left without a match; return how
        many tables those were. Ages in days are ignored: a page is only ever open for minutes.
        """
        dropped = await self.run(_tidy(visited))
        database = self._opened()
        [[free]], [[pages]] = (
            database.execute(f"PRAGMA {which}").fetchall()
            for which in ("freelist_count", "page_count")
        )
        if free * 2 > pages:
            database.execute("VACUUM")
            self._written = -1
            await self._save(database)
        return dropped

    async def run(self, operation: Operation[T], wakes: str | None = None) -> T:
        database = self._opened()

        def execute(statement: str, values: Any) -> Rows:  # noqa: ANN401  # as SQLite takes them
            return database.execute(statement, values).fetchall()

        try:
            database.execute("BEGIN")
            result = drive(operation, execute)
            database.execute("COMMIT")
        except sqlite3.Error as error:
            _roll_back(database)
            if isinstance(error, sqlite3.IntegrityError):
                raise Conflict from None
            raise _complaint(error) from None
        except BaseException:
            _roll_back(database)
            raise
        await self._save(database)
        return result

    def _opened(self) -> sqlite3.Connection:
        if self._database is None:
            raise StoreError("the database of this device is not open")
        return self._database

    async def _save(self, database: sqlite3.Connection) -> None:
        """Return when all that is committed is kept; several transactions may share that."""
        wanted = database.total_changes
        async with self._writing:
            if self._written >= wanted:
                return
            written, data = database.total_changes, database.serialize()
            pages = changed_pages(self._kept, data)
            kept = await self._keep(pages)
            if not kept and not pages.whole:  # it may not be there any more
                kept = await self._keep(changed_pages(b"", data))
            self._kept = data if kept else b""
            self._written = written if kept else -1


def changed_pages(before: bytes, after: bytes) -> Pages:
    """The pages in which a database differs from before; all of them if there was none before."""
    count = -(-len(after) // PAGE)
    return Pages(
        count,
        {
            number: page
            for number in range(count)
            if (page := _page(after, number)) != _page(before, number)
        },
    )


def _page(data: bytes, number: int) -> bytes:
    return data[number * PAGE : (number + 1) * PAGE]


def _tidy(visited: set[str]) -> Operation[int]:
    """Rows lie in the order in which their matches began, whatever the clock said."""
    seen = sorted(visited)
    marks = ", ".join(["?"] * len(seen))
    yield (
        (
            f"DELETE FROM matches WHERE record IS NOT NULL AND table_id NOT IN ({marks})"  # noqa: S608  # of marks
            " AND rowid NOT IN (SELECT rowid FROM matches WHERE record IS NOT NULL"
            " ORDER BY rowid DESC LIMIT ?)"
        ),
        (*seen, MOST_FINISHED),
    )
    rows = yield (
        (
            "DELETE FROM tables WHERE state = 'finished' AND NOT EXISTS"
            " (SELECT 1 FROM matches WHERE table_id = tables.id) RETURNING id"
        ),
        (),
    )
    return len(rows)


def _roll_back(database: sqlite3.Connection) -> None:
    with contextlib.suppress(sqlite3.Error):
        database.execute("ROLLBACK")


def _complaint(error: sqlite3.Error) -> StoreError:
    reason = getattr(error, "sqlite_errorname", "")
    return StoreError(f"what this device has kept cannot be used: {error}", reason)
