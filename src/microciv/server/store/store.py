"""What outlives the process: tables, matches, every sealed answer. Plain SQL, written once.

An operation is a generator that yields statements and gets rows; a store runs it as one
transaction, SQLite in its writer thread (`sqlite`), PostgreSQL without blocking (`postgres`). The
log of answers is the truth: a match is its seed and its log.
"""

from __future__ import annotations

import json
import secrets
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable
from typing import ClassVar, Final, TypeVar

from microciv.core.deal import Deal, read_deal
from microciv.core.errors import BadRecord
from microciv.server.store import people_sql, sql
from microciv.server.store.rows import (
    Entry,
    MatchRow,
    Operation,
    Outcome,
    Rows,
    StoreError,
    TableRow,
    Unfit,
)
from microciv.server.store.sql import Wanted

T = TypeVar("T")

AT_A_TIME: Final = 500
"""Tables that are read together when all are wanted."""


class Store(ABC):
    """Every operation is one transaction: all of it happened when it returns, or nothing."""

    shared: ClassVar[bool]
    """Can other processes write too?"""
    clock: ClassVar[str] = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
    """Milliseconds since 1970 by the database's clock, in its SQL; here, SQLite's."""

    def __init__(self) -> None:
        self.process = secrets.token_hex(8)
        """The name of this process among those that share the database."""
        self.leased = False
        """Is only written of tables that this process serves? (`leases`)"""

    @abstractmethod
    async def open(self) -> None:
        """Connect and migrate.

        :raises StoreError: if the database cannot be used.
        """

    @abstractmethod
    async def visit(self) -> None:
        """Connect beside whoever serves the database; nothing is migrated.

        :raises StoreError: if there is none, or none of this version.
        """

    @abstractmethod
    async def close(self) -> None:
        """Write what is under way and disconnect."""

    @abstractmethod
    async def run(self, operation: Operation[T], wakes: str | None = None) -> T:
        """Run an operation as one transaction; where it is done beside those who serve the
        database, then wake them for the table `wakes`, or for all if that is "".

        :raises Conflict: if a key of it exists already.
        """

    async def one(self, statement: str, *values: object) -> Rows:
        """Run one statement; once more, if nobody knows whether it was run.

        :raises Conflict: if a key of it exists already.
        """
        return await self.run(sql.single(statement, *values))

    @abstractmethod
    async def listen(self, woken: Callable[[str], None]) -> None:
        """Call `woken` with a table's id when somebody changed it beside those who serve it, and
        with "" when it may have been any.
        """

    @abstractmethod
    async def wake(self, tables: list[str]) -> None:
        """Tell those who serve these tables, us included, that they have been altered beside them;
        a room in memory reads its table anew.
        """

    async def reach(self) -> None:
        """Ask the database something, to see that it answers.

        :raises StoreError: if it does not.
        """
        await self.one("SELECT version FROM schema_version")

    @property
    def server(self) -> str | None:
        """The process that must serve a table for it to be written to; None: nobody need."""
        return self.process if self.leased else None

    # --- tables

    async def table(self, table: str) -> TableRow | None:
        rows = await self.one(
            "SELECT version, state, open_seats, body FROM tables WHERE id = ?", table
        )
        return (
            TableRow(table, rows[0][0], rows[0][1], rows[0][2], bytes(rows[0][3])) if rows else None
        )

    async def add_table(
        self,
        row: TableRow,
        match: MatchRow | None = None,
        before: Operation[None] | None = None,
    ) -> None:
        """Keep a new table, its first match if it starts at once, and before them something else:
        all or nothing.
        """
        await self.run(sql.add_table(row, match, before))

    async def add_quick_table(self, row: TableRow) -> None:
        """Keep a new table that starts by itself.

        :raises Conflict: if one like it waits for players already.
        """
        await self.run(sql.add_quick_table(row))

    async def save_table(self, row: TableRow, match: MatchRow | None = None) -> None:
        """Write a table that was read at version `row.version - 1`, and perhaps a new match.

        :raises Conflict: if it has another version by now, or another process serves it.
        """
        await self.run(sql.save_table(row, match, self.server), wakes=row.id)

    async def drop_table(self, table: str) -> None:
        """Forget a table and all that belongs to it, unless another process serves it."""
        await self.run(sql.drop_table(table, self.server), wakes=table)

    async def waiting(self, limit: int, wanted: Wanted = (None,) * 4) -> list[TableRow]:
        """Tables with open seats that are like this, the newest first."""
        statement, values = sql.waiting(wanted, limit)
        rows = await self.one(statement, *values)
        return [TableRow(row[0], row[1], row[2], row[3], bytes(row[4])) for row in rows]

    async def tables(self, ids: list[str]) -> dict[str, tuple[TableRow, int]]:
        """Those of these tables that there are, and when each was changed."""
        return await self.run(sql.tables(ids))

    async def every_table(self, state: str | None = None) -> AsyncIterator[tuple[TableRow, int]]:
        """All tables, or those of a state, by id, and when each was changed."""
        last = ""
        while True:
            rows = await self.run(
                sql.single(
                    "SELECT id, version, state, open_seats, body, changed FROM tables"
                    " WHERE id > ? AND state = COALESCE(?, state) ORDER BY id LIMIT ?",
                    last,
                    state,
                    AT_A_TIME,
                )
            )
            for id_, version, kind, open_, body, changed in rows:
                yield TableRow(id_, version, kind, open_, bytes(body)), changed
                last = id_
            if len(rows) < AT_A_TIME:
                return

    async def rewrite(
        self,
        table: str,
        body: Callable[[bytes], bytes],
        names: Callable[[str], str],
        replay: Callable[[bytes], bytes],
    ) -> bool:
        """Alter what is stored of a table, and of its matches the names (JSON) and the replays
        (packed). Was there anything to alter?
        """
        return await self.run(sql.rewrite(table, body, names, replay), wakes=table)

    # --- who may not connect

    async def blocked(self) -> dict[str, int]:
        """The networks that are blocked, and until when, in seconds since 1970."""
        rows = await self.one(
            "SELECT network, until FROM blocked WHERE until > ? ORDER BY network", sql.now()
        )
        return dict(rows)

    async def block(self, network: str, until: int) -> None:
        await self.run(sql.block(network, until), wakes="")

    async def unblock(self, network: str) -> bool:
        """Was it blocked?"""
        operation = sql.single("DELETE FROM blocked WHERE network = ? RETURNING network", network)
        return bool(await self.run(operation, wakes=""))

    # --- how long the site is served, and what is left behind

    async def serve(self, passed: int) -> None:
        """This process has served the site for this many seconds since it last said so."""
        await self.run(sql.serve(sql.now(), passed))

    async def tidy(
        self, passed: int, visited: set[str], finished: int = 30, history: int = 365
    ) -> int:
        """Drop some of the tables that nobody has come back to, and how many those were. In the
        seconds that have `passed` since this process last did so, somebody was at the `visited`.
        """
        await self.run(people_sql.forget_guests())  # first: who drops tables is told so at once
        return await self.run(sql.tidy(sql.now(), passed, visited, finished, history))

    # --- matches

    async def match(self, table: str, number: int) -> MatchRow:
        """A match of a table.

        :raises Unfit: if there is none, or none that can be read.
        """
        rows = await self.one(
            "SELECT game, options, names, seed, rules, deal, position FROM matches"
            " WHERE table_id = ? AND number = ?",
            table,
            number,
        )
        if not rows:
            raise Unfit("its row is not there")
        game, options, names, seed, rules, deal, position = rows[0]
        try:
            return MatchRow(
                table,
                number,
                game,
                json.loads(options),
                json.loads(names),
                int(seed, 16) if seed or deal is None else None,
                rules,
                None if deal is None else read_deal(json.loads(deal)),
                None if position is None else json.loads(position),
            )
        except (ValueError, TypeError, BadRecord):
            raise Unfit("its row cannot be read") from None

    async def deal(self, before: Deal, after: Deal, seed: int | None) -> None:
        """Keep what a match is dealt from, as far as it is there; with `seed` it is dealt.

        :raises Conflict: if somebody else has written, or it is dealt.
        """
        await self.run(sql.deal(before, after, seed), wakes=before.table)

    async def entries(self, table: str, number: int, since: int = 0) -> list[Entry]:
        """The log of a match, from the `since`-th entry on.

        :raises Unfit: if it cannot be read.
        """
        rows = await self.one(
            "SELECT ply, seat, set_number, moves, answer_id, played_by FROM entries"
            " WHERE table_id = ? AND number = ? AND ply >= ? ORDER BY ply",
            table,
            number,
            since,
        )
        try:
            return [
                Entry(ply, seat, number_, tuple(json.loads(moves)), id_, by)
                for ply, seat, number_, moves, id_, by in rows
            ]
        except (ValueError, TypeError):
            raise Unfit("its log cannot be read") from None

    async def opened(self, table: str, number: int, decision: int) -> int | None:
        """When this decision was opened, as the last answer before it was stored then; None:
        it is the first, or nobody has noted it. Answers to the set itself tell nothing: nobody may
        learn when another has sealed one, or thought better of it.
        """
        rows = await self.one(
            "SELECT stored FROM entries WHERE table_id = ? AND number = ? AND set_number < ?"
            " ORDER BY ply DESC LIMIT 1",
            table,
            number,
            decision,
        )
        return rows[0][0] if rows else None

    async def append(
        self,
        table: str,
        number: int,
        entries: list[Entry],
        outcome: Outcome | None = None,
        version: int | None = None,
    ) -> None:
        """Add to the log of a match; with `outcome`, which has the names of this version of the
        table, it is finished by that.

        :raises Conflict: if another entry has one of these plies, the table another version, or
            another process serves it.
        """
        if outcome is None and len(entries) == 1:
            statement, values = sql.insert_entry(table, number, entries[0])
            await self.one(statement, *values)
            return
        finish = None if outcome is None else (outcome, version)
        await self.run(sql.append(table, number, entries, finish))

    async def outcome(self, table: str, number: int) -> Outcome | None:
        """What is kept of a finished match; None while it runs."""
        rows = await self.one(
            "SELECT record, replay FROM matches"
            " WHERE table_id = ? AND number = ? AND record IS NOT NULL",
            table,
            number,
        )
        return Outcome(bytes(rows[0][0]), bytes(rows[0][1])) if rows else None


def open_store(database: str) -> Store:
    """The store for a database: a PostgreSQL address, or the path of an SQLite file.

    :raises StoreError: if what it needs is not installed.
    """
    if database.startswith(("postgresql://", "postgres://")):
        try:
            from microciv.server.store.postgres import PostgresStore
        except ImportError:
            raise StoreError(
                "PostgreSQL wants the extra 'postgres': pip install 'microciv[postgres]'"
            ) from None
        return PostgresStore(database)
    from microciv.server.store.sqlite import SqliteStore

    return SqliteStore(database)
