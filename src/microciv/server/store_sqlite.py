"""One process, one file: SQLite in a thread of its own, many transactions to a write."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar, final

from microciv.server.rows import Conflict, Operation, Rows, StoreError, StoreInUse
from microciv.server.sql import migrate
from microciv.server.store import Store

T = TypeVar("T")

MOST_AT_ONCE: Final = 200
"""How many operations share one commit when they come in faster than the disk writes."""


@final
class Job:
    """An operation on its way through the writer thread."""

    def __init__(self, operation: Operation[Any]) -> None:
        self.operation = operation
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()
        self.result: Any = None
        self.error: BaseException | None = None

    def settle(self) -> None:
        """Tell whoever waits, in its own thread."""
        self.loop.call_soon_threadsafe(self._settle)

    def _settle(self) -> None:
        if self.future.done():
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)


@final
class SqliteStore(Store):
    """The file belongs to this process alone for as long as it is open."""

    shared = False

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    async def open(self) -> None:
        if self.path != ":memory:":
            try:
                Path(self.path).parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise StoreError(f"{self.path}: {error.strerror}") from None
        opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._thread = threading.Thread(
            target=self._work, args=(opened, opened.get_loop()), name="microciv-store", daemon=True
        )
        self._thread.start()
        await opened
        await self.run(migrate())

    async def close(self) -> None:
        if self._thread is not None:
            self._jobs.put(None)
            await asyncio.to_thread(self._thread.join)
            self._thread = None

    async def run(self, operation: Operation[T], wakes: str = "") -> T:
        if self._thread is None:
            raise StoreError(f"{self.path}: not open")
        job = Job(operation)
        self._jobs.put(job)
        result: T = await job.future
        return result

    # --- in the writer thread

    def _work(self, opened: asyncio.Future[None], loop: asyncio.AbstractEventLoop) -> None:
        try:
            database = self._connect()
        except (sqlite3.Error, OSError) as error:
            loop.call_soon_threadsafe(opened.set_exception, self._complaint(error))
            return
        loop.call_soon_threadsafe(opened.set_result, None)
        working = True
        while working:
            jobs = [self._jobs.get()]
            while len(jobs) < MOST_AT_ONCE and not self._jobs.empty():
                jobs.append(self._jobs.get())
            working = None not in jobs
            self._commit(database, [job for job in jobs if job is not None])
        database.close()

    def _connect(self) -> sqlite3.Connection:
        database = sqlite3.connect(self.path, timeout=2, isolation_level=None)
        try:
            # Nobody else writes behind our back, and what was committed survives a power cut.
            database.execute("PRAGMA locking_mode = EXCLUSIVE")
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = FULL")
            database.execute("PRAGMA foreign_keys = ON")
            database.execute("BEGIN IMMEDIATE")
            database.execute("COMMIT")
        except BaseException:
            database.close()
            raise
        return database

    def _complaint(self, error: Exception) -> StoreError:
        if "locked" in str(error):
            return StoreInUse(
                f"{self.path}: another microciv has this database open; stop it, or choose another"
                " file with --database"
            )
        return StoreError(f"{self.path}: {error}")

    def _commit(self, database: sqlite3.Connection, jobs: list[Job]) -> None:
        """Each job succeeds or fails alone; all that succeed share one write to the disk."""
        if not jobs:
            return
        try:
            database.execute("BEGIN IMMEDIATE")
            for job in jobs:
                self._run(database, job)
            database.execute("COMMIT")
        except sqlite3.Error as error:
            for job in jobs:
                job.error = job.error or self._complaint(error)
            with contextlib.suppress(sqlite3.Error):  # a full or broken disk has done it already
                database.execute("ROLLBACK")
        for job in jobs:
            job.settle()

    def _run(self, database: sqlite3.Connection, job: Job) -> None:
        database.execute("SAVEPOINT job")
        try:
            job.result = drive(job.operation, lambda sql, values: _rows(database, sql, values))
        except sqlite3.IntegrityError:
            job.error = Conflict()
        except Exception as error:  # noqa: BLE001  # whoever asked gets it
            job.error = self._complaint(error) if isinstance(error, sqlite3.Error) else error
        if job.error is not None:
            database.execute("ROLLBACK TO job")
        database.execute("RELEASE job")


def drive(operation: Operation[T], execute: Callable[[str, Any], Rows]) -> T:
    """Run an operation to its end, statement by statement."""
    try:
        sql, values = next(operation)
        while True:
            sql, values = operation.send(execute(sql, values))
    except StopIteration as end:
        result: T = end.value
        return result


def _rows(database: sqlite3.Connection, sql: str, values: Any) -> Rows:  # noqa: ANN401
    return database.execute(sql, values).fetchall()
