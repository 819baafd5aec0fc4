"""The database of a device: in memory, and after each transaction all of it goes to be kept."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias, TypeVar, final

from microciv.server.rows import Conflict, Operation, Rows, StoreError
from microciv.server.sql import migrate
from microciv.server.store import Store
from microciv.server.store_sqlite import drive

T = TypeVar("T")
Keep: TypeAlias = Callable[[bytes], Awaitable[bool]]
"""Keeps a database so that it survives the program; False: there is no room for it."""


@final
class DeviceStore(Store):
    """One program, one page: nobody else writes. Where there is no room to keep what is played, it
    is played all the same, and the page is told.
    """

    shared = False

    def __init__(self, kept: bytes, keep: Keep) -> None:
        """`kept` is what was kept last; empty: nothing was."""
        super().__init__()
        self._former = kept
        self._keep = keep
        self._database: sqlite3.Connection | None = None
        self._woken: Callable[[str], None] = lambda _: None
        self._writing = asyncio.Lock()
        self._written = 0
        """How many rows had changed when all was kept last."""

    async def open(self) -> None:
        self._database = database = sqlite3.connect(":memory:", isolation_level=None)
        try:
            if self._former:
                database.deserialize(self._former)
            database.execute("PRAGMA foreign_keys = ON")
        except sqlite3.Error as error:
            raise _complaint(error) from None
        self._former = b""
        await self.run(migrate())

    async def visit(self) -> None:
        """Nobody does."""
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

    async def run(self, operation: Operation[T], wakes: str | None = None) -> T:
        database = self._database
        if database is None:
            raise StoreError("the database of this device is not open")

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

    async def _save(self, database: sqlite3.Connection) -> None:
        """Return when all that is committed is kept; several transactions may share that."""
        wanted = database.total_changes
        async with self._writing:
            if self._written < wanted:
                written = database.total_changes
                if await self._keep(database.serialize()):
                    self._written = written


def _roll_back(database: sqlite3.Connection) -> None:
    with contextlib.suppress(sqlite3.Error):
        database.execute("ROLLBACK")


def _complaint(error: sqlite3.Error) -> StoreError:
    reason = getattr(error, "sqlite_errorname", "")
    return StoreError(f"what this device has kept cannot be used: {error}", reason)
