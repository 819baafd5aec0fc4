"""Many processes on one PostgreSQL, each with tables of its own (`leases`).

Answers are written in one statement and one round trip; what comes while others are being written
goes together. NOTIFY tells of what is changed beside those who serve the tables.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Final, NamedTuple, TypeVar, final

import msgspec
import psycopg
from psycopg.rows import tuple_row
from psycopg_pool import AsyncConnectionPool

from microciv.server.limits import Seldom
from microciv.server.logs import log
from microciv.server.store.leases import NOW
from microciv.server.store.rows import Conflict, Entry, Operation, Outcome, Rows, StoreError
from microciv.server.store.sql import CLOCK, check_known, columns, finish_match, migrate, now
from microciv.server.store.store import Store

T = TypeVar("T")

CHANNEL: Final = "microciv"
MIGRATION_LOCK: Final = 0x6D696372  # any number, the same in every process
QUOTES_NOTHING: Final = ("08", "25", "28", "3D", "40", "53", "55", "57", "58")
"""Classes of SQLSTATE that are about the server, its connections and its locks."""
CONNECTIONS: Final = 8
CUT: Final = ("57P01", "57P02", "57P03")
"""What a database says that shuts down, or a connection that it ends."""
AGAIN: Final = 3
"""How often a statement is run again whose connection was cut; its neighbours may be cut, too."""
OPEN_WITHIN: Final = 10.0
LISTEN_AGAIN: Final = 1.0
MOST_AT_ONCE: Final = 200
"""Answers that are written together."""


# In JSON, as that costs this process half as much as arrays.
ADD: Final = """
    INSERT INTO entries
    (table_id, number, ply, seat, set_number, moves, answer_id, played_by, stored)
    SELECT new.* FROM json_to_recordset(?) AS new (
        table_id TEXT, number INTEGER, ply INTEGER, seat INTEGER, set_number INTEGER, moves TEXT,
        answer_id TEXT, played_by TEXT, stored BIGINT
    )
    WHERE ?::TEXT IS NULL
    OR EXISTS (SELECT 1 FROM serving WHERE serving.table_id = new.table_id AND process = ?)
    RETURNING table_id
"""
"""Entries of many tables, as far as the process serves them, where one is named."""
COLUMNS: Final = (
    *("table_id", "number", "ply", "seat", "set_number"),
    *("moves", "answer_id", "played_by", "stored"),
)


class Added(NamedTuple):
    """Entries at the end of a log."""

    table: str
    number: int
    entries: list[Entry]


@final
class PostgresStore(Store):
    """A small pool for all that is asked, and one connection that listens."""

    shared = True
    clock = NOW

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
                check=_check,
                kwargs={"row_factory": tuple_row, "autocommit": True},
            )
        )
        self._visits = False
        """Is this beside those who serve the database?"""
        self._additions = _Additions(self._add)
        self._listener: asyncio.Task[None] | None = None
        self._cut_off = Seldom(lambda why: log.warning("cut off from the database: %s", why))

    async def open(self) -> None:
        await self._connect(_migrate_alone())

    async def visit(self) -> None:
        await self._connect(check_known())
        self._visits = True

    async def _connect(self, first: Operation[Any]) -> None:
        try:
            # The pool would try again and again; a wrong address shall be told at once.
            async with await psycopg.AsyncConnection.connect(
                self.address, connect_timeout=int(OPEN_WITHIN)
            ):
                pass
            await self._pool.open(wait=True, timeout=OPEN_WITHIN)
            await self.run(first)
            [(moment,)] = await self.one(f"SELECT {NOW}")
            CLOCK.set(moment)
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

    async def run(self, operation: Operation[T], wakes: str | None = None) -> T:
        with _complaining():
            async with self._pool.connection() as database, database.transaction():
                result = await _drive(operation, database)
                if wakes is not None and self._visits:
                    await database.execute("SELECT pg_notify(%s, %s)", (CHANNEL, wakes))
                return result

    async def wake(self, tables: list[str]) -> None:
        for table in tables:
            await self.one("SELECT pg_notify(?, ?)", CHANNEL, table)

    async def one(self, statement: str, *values: object) -> Rows:
        with _complaining():
            for _ in range(AGAIN):
                if (rows := await self._ask(statement, values)) is not None:
                    return rows
            async with self._pool.connection() as database:
                return await _execute(database, statement, values)

    async def _ask(self, statement: str, values: tuple[object, ...]) -> Rows | None:
        """None: the connection was cut, and nobody knows whether that was before or after."""
        async with self._pool.connection() as database:
            try:
                return await _execute(database, statement, values)
            except psycopg.OperationalError as error:
                if not database.closed and error.sqlstate not in CUT:
                    raise
        return None

    async def append(
        self,
        table: str,
        number: int,
        entries: list[Entry],
        outcome: Outcome | None = None,
        version: int | None = None,
    ) -> None:
        added = Added(table, number, entries)
        if outcome is None:
            await self._additions.add(added)
        else:
            await self.run(_finish(added, outcome, version, self.server))

    async def _add(self, added: list[Added]) -> set[str]:
        rows = await self.one(ADD, *_values(added, self.server))
        return {table for (table,) in rows}

    async def listen(self, woken: Callable[[str], None]) -> None:
        ready = asyncio.Event()
        self._listener = asyncio.create_task(self._listen(woken, ready))
        await ready.wait()

    async def _listen(self, woken: Callable[[str], None], ready: asyncio.Event) -> None:
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    self.address, autocommit=True
                ) as database:
                    await database.execute(f"LISTEN {CHANNEL}")
                    ready.set()
                    woken("")  # whatever happened while nobody listened
                    async for notice in database.notifies():
                        woken(notice.payload)
            except psycopg.Error as error:
                self._cut_off.note(_complaint(error).reason)
            await asyncio.sleep(LISTEN_AGAIN)


@final
class _Additions:
    """Entries on their way: those that come while others are being written go together."""

    def __init__(self, write: Callable[[list[Added]], Awaitable[set[str]]]) -> None:
        self._write = write
        self._waiting: list[tuple[Added, asyncio.Future[None]]] = []
        self._task: asyncio.Task[None] | None = None

    async def add(self, added: Added) -> None:
        """Until they are written.

        :raises Conflict: if they are not, as others are in their place or serve the table.
        """
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((added, written))
        if self._task is None:
            self._task = asyncio.create_task(self._keep_on())
        await written

    async def _keep_on(self) -> None:
        while self._waiting:
            together, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
            await self._try(together)
        self._task = None

    async def _try(self, together: list[tuple[Added, asyncio.Future[None]]]) -> None:
        """Of one that cannot be written the others know nothing: each is tried alone."""
        fault: Exception | None = None
        tables: set[str] = set()
        try:
            tables = await self._write([added for added, _ in together])
        except Conflict:
            if len(together) > 1:
                for each in together:
                    await self._try([each])
                return
        except Exception as error:  # noqa: BLE001  # whoever waits gets it
            fault = error
        for added, written in together:
            if written.done():  # whoever asked has gone
                continue
            if fault is None and added.table in tables:
                written.set_result(None)
            else:
                written.set_exception(fault or Conflict())


def _values(added: list[Added], process: str | None) -> tuple[object, ...]:
    """Those of `ADD`."""
    moment = now()
    rows = [
        dict(zip(COLUMNS, (one.table, one.number, *columns(entry), moment), strict=True))
        for one in added
        for entry in one.entries
    ]
    return msgspec.json.encode(rows).decode(), process, process


def _finish(
    added: Added, outcome: Outcome, version: int | None, process: str | None
) -> Operation[None]:
    if not (yield ADD, _values([added], process)):
        raise Conflict
    yield from finish_match(added.table, added.number, outcome, version)


async def _check(database: psycopg.AsyncConnection[Any]) -> None:
    """A database that was started anew has cut its connections: that is noticed without asking it.

    :raises psycopg.OperationalError: if it has cut this one.
    """
    for _ in range(2):  # first there may be a last word
        database.pgconn.consume_input()


@contextlib.contextmanager
def _complaining() -> Iterator[None]:
    """:raises Conflict, StoreError: for what the database says."""
    try:
        yield
    except (psycopg.errors.IntegrityError, psycopg.errors.SerializationFailure):
        raise Conflict from None
    except psycopg.Error as error:
        raise _complaint(error) from None


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
