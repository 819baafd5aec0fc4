"""Many processes on one PostgreSQL, which is both the store and the bus.

NOTIFY only wakes: a woken process reads the log, so a lost notification costs time but no move.
Table talk, which is not stored and may be lost, goes along with it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any, Final, TypeVar, final

import psycopg
from psycopg.rows import tuple_row
from psycopg_pool import AsyncConnectionPool

from microciv.server.limits import Seldom
from microciv.server.logs import log
from microciv.server.rows import Conflict, Operation, Rows, StoreError
from microciv.server.sql import check_known, migrate
from microciv.server.store import Store

T = TypeVar("T")

CHANNEL: Final = "microciv"
MIGRATION_LOCK: Final = 0x6D696372  # any number, the same in every process
QUOTES_NOTHING: Final = ("08", "25", "28", "3D", "40", "53", "55", "57", "58")
"""Classes of SQLSTATE that are about the server, its connections and its locks."""
CONNECTIONS: Final = 8
OPEN_WITHIN: Final = 10.0
LISTEN_AGAIN: Final = 1.0


@final
class PostgresStore(Store):
    """A small pool for transactions, and one connection that listens."""

    shared = True

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self._pool: AsyncConnectionPool[psycopg.AsyncConnection[tuple[Any, ...]]] = (
            AsyncConnectionPool(
                address,
                min_size=1,
                max_size=CONNECTIONS,
                open=False,
                timeout=OPEN_WITHIN,
                # A database that was started anew has cut all its connections.
                check=AsyncConnectionPool.check_connection,
                kwargs={"row_factory": tuple_row},
            )
        )
        self._listener: asyncio.Task[None] | None = None
        self._cut_off = Seldom(lambda why: log.warning("cut off from other processes: %s", why))

    async def open(self) -> None:
        await self._connect(_migrate_alone())

    async def visit(self) -> None:
        await self._connect(check_known())

    async def _connect(self, first: Operation[Any]) -> None:
        try:
            # The pool would try again and again; a wrong address shall be told at once.
            async with await psycopg.AsyncConnection.connect(
                self.address, connect_timeout=int(OPEN_WITHIN)
            ):
                pass
            await self._pool.open(wait=True, timeout=OPEN_WITHIN)
            await self.run(first)
        except StoreError:
            await self._pool.close()
            raise
        except psycopg.Error as error:
            await self._pool.close()
            raise StoreError(f"PostgreSQL: {str(error).strip()}") from None

    async def close(self) -> None:
        if self._listener is not None:
            self._listener.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listener
            self._listener = None
        await self._pool.close()

    async def run(self, operation: Operation[T], wakes: str = "") -> T:
        try:
            async with self._pool.connection() as database, database.transaction():
                result = await _drive(operation, database)
                if wakes:
                    await database.execute(
                        "SELECT pg_notify(%s, %s)", (CHANNEL, f"{self.process}:{wakes}")
                    )
                return result
        except psycopg.errors.IntegrityError:
            raise Conflict from None
        except psycopg.errors.SerializationFailure:
            raise Conflict from None
        except psycopg.Error as error:
            raise _complaint(error) from None

    async def tell(self, table: str, said: str) -> None:
        try:
            async with self._pool.connection() as database:
                await database.execute(
                    "SELECT pg_notify(%s, %s)", (CHANNEL, f"{self.process}:{table}:{said}")
                )
        except psycopg.Error as error:
            raise _complaint(error) from None

    async def listen(self, woken: Callable[[str], None], heard: Callable[[str, str], None]) -> None:
        ready = asyncio.Event()
        self._listener = asyncio.create_task(self._listen(woken, heard, ready))
        await ready.wait()

    async def _listen(
        self, woken: Callable[[str], None], heard: Callable[[str, str], None], ready: asyncio.Event
    ) -> None:
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    self.address, autocommit=True
                ) as database:
                    await database.execute(f"LISTEN {CHANNEL}")
                    ready.set()
                    woken("")  # whatever happened while nobody listened
                    async for notice in database.notifies():
                        process, _, rest = notice.payload.partition(":")
                        table, _, said = rest.partition(":")
                        if process == self.process:
                            continue
                        if said:
                            heard(table, said)
                        else:
                            woken(table)
            except psycopg.Error as error:
                self._cut_off.note(_complaint(error).reason)
            await asyncio.sleep(LISTEN_AGAIN)


def _complaint(error: psycopg.Error) -> StoreError:
    """A fault of the database, with its SQLSTATE, and its words where no value is quoted."""
    state = error.sqlstate
    if state is None:  # the connection's own
        reason = str(error) if isinstance(error, psycopg.OperationalError) else ""
    else:
        words = error.diag.message_primary if state[:2] in QUOTES_NOTHING else None
        reason = state if words is None else f"{state} {words}"
    return StoreError(f"PostgreSQL: {type(error).__name__}", reason)


async def _drive(operation: Operation[T], database: psycopg.AsyncConnection[tuple[Any, ...]]) -> T:
    rows: Rows | None = None
    while True:
        try:
            sql, values = next(operation) if rows is None else operation.send(rows)
        except StopIteration as end:
            result: T = end.value
            return result
        rows = await _execute(database, sql, values)


async def _execute(
    database: psycopg.AsyncConnection[tuple[Any, ...]],
    sql: str,
    values: Any,  # noqa: ANN401
) -> Rows:
    if sql.startswith("CREATE"):
        sql = sql.replace("BLOB", "BYTEA")
    cursor = await database.execute(sql.replace("?", "%s"), values)
    return await cursor.fetchall() if cursor.description is not None else []


def _migrate_alone() -> Operation[int]:
    """Processes that start together migrate one after the other."""
    yield "SELECT pg_advisory_xact_lock(?)", (MIGRATION_LOCK,)
    return (yield from migrate())
