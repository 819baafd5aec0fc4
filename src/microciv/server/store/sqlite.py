"""One process, one file: SQLite in a thread of its own, many transactions to a write."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable
from contextlib import ExitStack, closing
from typing import Any, Final, TypeVar, final

from microciv.server.store.rows import Conflict, Operation, Rows, StoreError
from microciv.server.store.sql import check_known, migrate, single
from microciv.server.store.sqlite_files import claim, complaint, connect
from microciv.server.store.store import Store

T = TypeVar("T")

MOST_AT_ONCE: Final = 200
"""How many operations share one commit when they come in faster than the disk writes."""
LOOK: Final = 1.0
"""Seconds between two looks whether another process has written."""


@final
class Job:
    """An operation on its way through the writer thread."""

    def __init__(self, operation: Operation[Any], *, single: bool = False) -> None:
        self.operation = operation
        self.single = single
        """Is it one statement? Then it is done wholly or not at all, whatever stands around it."""
        self.future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.result: Any = None
        self.error: BaseException | None = None

    def settle(self) -> None:
        """Tell whoever waits, in the thread of the loop."""
        if self.future.done():
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)


@final
class SqliteStore(Store):
    """One process serves the file; `microciv admin` may write to it meanwhile."""

    shared = False

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self._jobs: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._gathered: list[Job] = []
        """Those of this turn of the loop, which go to the writer thread together."""
        self._thread: threading.Thread | None = None
        self._looking: asyncio.Task[None] | None = None
        self._woken: Callable[[str], None] | None = None

    async def open(self) -> None:
        await self._start(serves=True)
        await self.run(migrate())

    async def visit(self) -> None:
        await self._start(serves=False)
        await self.run(check_known())

    async def _start(self, *, serves: bool) -> None:
        opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        thread = threading.Thread(
            target=self._work, args=(serves, opened), name="microciv-store", daemon=True
        )
        thread.start()
        await opened
        self._thread = thread

    async def wake(self, tables: list[str]) -> None:
        if self._woken is not None:  # others who serve it there are none
            for table in tables:
                self._woken(table)

    async def listen(self, woken: Callable[[str], None]) -> None:
        self._woken = woken
        self._looking = asyncio.create_task(self._look(woken, await self._others()))

    async def _look(self, woken: Callable[[str], None], seen: int) -> None:
        while True:
            await asyncio.sleep(LOOK)
            with contextlib.suppress(StoreError):  # the next look will tell
                if (now := await self._others()) != seen:
                    seen = now
                    woken("")

    async def _others(self) -> int:
        """A number that changes whenever another process has written."""
        rows = await self.run(single("PRAGMA data_version"))
        return int(rows[0][0])

    async def close(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None
        if self._thread is not None:
            self._hand_over()
            self._jobs.put(None)
            await asyncio.to_thread(self._thread.join)
            self._thread = None

    async def run(self, operation: Operation[T], wakes: str | None = None) -> T:
        result: T = await self._do(Job(operation))
        return result

    async def one(self, statement: str, *values: object) -> Rows:
        rows: Rows = await self._do(Job(single(statement, *values), single=True))
        return rows

    async def _do(self, job: Job) -> Any:  # noqa: ANN401  # what its operation gives
        if self._thread is None:
            raise StoreError(f"{self.path}: not open")
        if not self._gathered:
            asyncio.get_running_loop().call_soon(self._hand_over)
        self._gathered.append(job)
        return await job.future

    def _hand_over(self) -> None:
        if self._gathered:
            self._jobs.put(self._gathered)
            self._gathered = []

    # --- in the writer thread

    def _work(self, serves: bool, opened: asyncio.Future[None]) -> None:
        loop = opened.get_loop()
        with ExitStack() as stack:
            try:
                if serves:
                    stack.enter_context(closing(claim(self.path)))
                database = connect(self.path, "rwc" if serves else "rw")
                stack.enter_context(closing(database))
            except StoreError as error:
                loop.call_soon_threadsafe(opened.set_exception, error)
                return
            loop.call_soon_threadsafe(opened.set_result, None)
            working = True
            while working:
                gathered = self._jobs.get()
                jobs = gathered or []
                while gathered and len(jobs) < MOST_AT_ONCE and not self._jobs.empty():
                    gathered = self._jobs.get()
                    jobs += gathered or []
                working = gathered is not None
                self._commit(database, loop, jobs)

    def _commit(
        self, database: sqlite3.Connection, loop: asyncio.AbstractEventLoop, jobs: list[Job]
    ) -> None:
        """Each job succeeds or fails alone; all that succeed share one write to the disk, and all
        of them wake the loop once.
        """
        if not jobs:
            return
        try:
            database.execute("BEGIN IMMEDIATE")
            for job in jobs:
                self._run(database, job)
            database.execute("COMMIT")  # it fails if the disk has ended the transaction already
        except sqlite3.Error as error:
            for job in jobs:
                job.error = job.error or complaint(self.path, error)
            with contextlib.suppress(sqlite3.Error):  # a full or broken disk has done it already
                database.execute("ROLLBACK")
        loop.call_soon_threadsafe(_settle, jobs)

    def _run(self, database: sqlite3.Connection, job: Job) -> None:
        if not job.single:
            database.execute("SAVEPOINT job")
        try:
            job.result = drive(job.operation, lambda sql, values: _rows(database, sql, values))
        except sqlite3.IntegrityError:
            job.error = Conflict()
        except Exception as error:  # noqa: BLE001  # whoever asked gets it
            job.error = complaint(self.path, error) if isinstance(error, sqlite3.Error) else error
        if not job.single:
            if job.error is not None:
                database.execute("ROLLBACK TO job")
            database.execute("RELEASE job")


def _settle(jobs: list[Job]) -> None:
    for job in jobs:
        job.settle()


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
