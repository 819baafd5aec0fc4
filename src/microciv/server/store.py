"""What outlives the process: tables, matches, every sealed answer. Plain SQL, written once.

An operation is a generator that yields statements and gets rows; a store runs it as one
transaction, SQLite in its writer thread (`store_sqlite`), PostgreSQL without blocking
(`store_postgres`). The log of answers is the truth: a match is its seed and its log.
"""

from __future__ import annotations

import json
import secrets
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable
from typing import ClassVar, Final, TypeVar

from microciv.server import sql
from microciv.server.rows import Entry, MatchRow, Operation, Outcome, StoreError, TableRow, Unfit
from microciv.server.sql import DAY, PRESENT_SECONDS, UNSTARTED_DAYS

T = TypeVar("T")

AT_A_TIME: Final = 500
"""Tables that are read together when all are wanted."""


class Store(ABC):
    """Every operation is one transaction: all of it happened when it returns, or nothing."""

    shared: ClassVar[bool]
    """Can other processes write too?"""

    def __init__(self) -> None:
        self.process = secrets.token_hex(8)
        """The name of this process among those that share the database."""

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
    async def run(self, operation: Operation[T], wakes: str = "") -> T:
        """Run an operation as one transaction; then wake all who watch the table `wakes`.

        :raises Conflict: if a key of it exists already.
        """

    async def listen(self, woken: Callable[[str], None], heard: Callable[[str, str], None]) -> None:
        """Call `woken` with the table's id when another process changed one, "" for any; `heard`
        with the id and what was said there.
        """
        del woken, heard  # nobody else writes, unless a store says otherwise

    async def tell(self, table: str, said: str) -> None:
        """Let other processes hear what was said at a table."""
        del table, said  # nobody else listens, unless a store says otherwise

    async def reach(self) -> None:
        """Ask the database something, to see that it answers.

        :raises StoreError: if it does not.
        """
        await self.run(sql.single("SELECT version FROM schema_version"))

    # --- tables

    async def table(self, table: str) -> TableRow | None:
        rows = await self.run(
            sql.single("SELECT version, state, open_seats, body FROM tables WHERE id = ?", table)
        )
        return (
            TableRow(table, rows[0][0], rows[0][1], rows[0][2], bytes(rows[0][3])) if rows else None
        )

    async def add_table(self, row: TableRow, match: MatchRow | None = None) -> None:
        """Keep a new table, and its first match if it starts at once."""
        await self.run(sql.add_table(row, match))

    async def save_table(self, row: TableRow, match: MatchRow | None = None) -> None:
        """Write a table that was read at version `row.version - 1`, and perhaps a new match.

        :raises Conflict: if it has another version by now.
        """
        await self.run(sql.save_table(row, match), wakes=row.id)

    async def drop_table(self, table: str) -> None:
        """Forget a table and all that belongs to it."""
        await self.run(
            sql.single("DELETE FROM tables WHERE id = ? RETURNING id", table), wakes=table
        )

    async def waiting(self, limit: int) -> list[TableRow]:
        """Tables with open seats, the newest first."""
        rows = await self.run(
            sql.single(
                "SELECT id, version, state, open_seats, body FROM tables WHERE state = 'lobby'"
                " AND open_seats > 0 AND touched >= (SELECT seconds FROM service) - ?"
                " ORDER BY changed DESC, id LIMIT ?",
                UNSTARTED_DAYS * DAY,
                limit,
            )
        )
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
        rows = await self.run(
            sql.single(
                "SELECT network, until FROM blocked WHERE until > ? ORDER BY network", sql.now()
            )
        )
        return dict(rows)

    async def block(self, network: str, until: int) -> None:
        await self.run(sql.block(network, until))

    async def unblock(self, network: str) -> bool:
        """Was it blocked?"""
        operation = sql.single("DELETE FROM blocked WHERE network = ? RETURNING network", network)
        return bool(await self.run(operation))

    # --- how long the site is served, and what is left behind

    async def serve(self, passed: int) -> None:
        """This process has served the site for this many seconds since it last said so."""
        await self.run(sql.serve(sql.now(), passed))

    async def tidy(self, passed: int, visited: set[str]) -> int:
        """Drop some of the tables that nobody has come back to, and how many those were. In the
        seconds that have `passed` since this process last did so, somebody was at the `visited`.
        """
        return await self.run(sql.tidy(sql.now(), passed, visited))

    # --- matches

    async def match(self, table: str, number: int) -> MatchRow:
        """A match of a table.

        :raises Unfit: if there is none, or none that can be read.
        """
        rows = await self.run(
            sql.single(
                "SELECT game, options, names, seed, rules FROM matches"
                " WHERE table_id = ? AND number = ?",
                table,
                number,
            )
        )
        if not rows:
            raise Unfit("its row is not there")
        game, options, names, seed, rules = rows[0]
        try:
            return MatchRow(
                table, number, game, json.loads(options), json.loads(names), int(seed, 16), rules
            )
        except (ValueError, TypeError):
            raise Unfit("its row cannot be read") from None

    async def entries(self, table: str, number: int, since: int = 0) -> list[Entry]:
        """The log of a match, from the `since`-th entry on.

        :raises Unfit: if it cannot be read.
        """
        rows = await self.run(
            sql.single(
                "SELECT ply, seat, set_number, moves, answer_id, played_by FROM entries"
                " WHERE table_id = ? AND number = ? AND ply >= ? ORDER BY ply",
                table,
                number,
                since,
            )
        )
        try:
            return [
                Entry(ply, seat, number_, tuple(json.loads(moves)), id_, by)
                for ply, seat, number_, moves, id_, by in rows
            ]
        except (ValueError, TypeError):
            raise Unfit("its log cannot be read") from None

    async def opened(self, table: str, number: int, set_: int) -> int | None:
        """When this decision set was opened, as the last answer before it was stored then; None:
        it is the first, or nobody has noted it. Answers to the set itself tell nothing: nobody may
        learn when another has sealed one, or thought better of it.
        """
        rows = await self.run(
            sql.single(
                "SELECT stored FROM entries WHERE table_id = ? AND number = ? AND set_number < ?"
                " ORDER BY ply DESC LIMIT 1",
                table,
                number,
                set_,
            )
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

        :raises Conflict: if another entry has one of these places, or the table another version.
        """
        await self.run(sql.append(table, number, entries, outcome, version), wakes=table)

    async def outcome(self, table: str, number: int) -> Outcome | None:
        """What is kept of a finished match; None while it runs."""
        rows = await self.run(
            sql.single(
                "SELECT record, replay FROM matches"
                " WHERE table_id = ? AND number = ? AND record IS NOT NULL",
                table,
                number,
            )
        )
        return Outcome(bytes(rows[0][0]), bytes(rows[0][1])) if rows else None

    # --- who is there: only where processes share a database

    async def arrive(self, table: str, person: str) -> None:
        """A person (by hashed token) has a connection to this process now."""
        await self.run(sql.arrive(table, person, self.process), wakes=table)

    async def depart(self, table: str, person: str) -> None:
        """A person of this process has none any more."""
        operation = sql.single(
            "DELETE FROM presence WHERE table_id = ? AND person = ? AND process = ?"
            " RETURNING person",
            table,
            person,
            self.process,
        )
        await self.run(operation, wakes=table)

    async def present(self, table: str) -> set[str]:
        """The persons who have a connection to another process."""
        rows = await self.run(
            sql.single(
                "SELECT DISTINCT person FROM presence"
                " WHERE table_id = ? AND process <> ? AND seen > ?",
                table,
                self.process,
                sql.now() - PRESENT_SECONDS,
            )
        )
        return {person for (person,) in rows}

    async def agree(self, table: str, number: int, set_: int, left: int, *, alone: bool) -> int:
        """How many milliseconds a decision set has left: `left`, unless another process counts
        down already; `alone` says that there is none.
        """
        moment = sql.moment()
        due = await self.run(sql.agree(table, number, set_, moment + left, moment, alone=alone))
        return min(due - moment, left)  # clocks that do not agree give nobody more

    async def beat(self, here: set[tuple[str, str]]) -> None:
        """The process is alive, and these persons have a connection to it, by table;
        processes that are not leave no traces.
        """
        await self.run(sql.beat(self.process, sql.now(), here))

    async def retire(self) -> None:
        """The process has no connections any more."""
        await self.run(
            sql.single("DELETE FROM presence WHERE process = ? RETURNING person", self.process)
        )


def open_store(database: str) -> Store:
    """The store for a database: a PostgreSQL address, or the path of an SQLite file.

    :raises StoreError: if what it needs is not installed.
    """
    if database.startswith(("postgresql://", "postgres://")):
        try:
            from microciv.server.store_postgres import PostgresStore
        except ImportError:
            raise StoreError(
                "PostgreSQL wants the extra 'postgres': pip install 'microciv[postgres]'"
            ) from None
        return PostgresStore(database)
    from microciv.server.store_sqlite import SqliteStore

    return SqliteStore(database)
