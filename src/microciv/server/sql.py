"""All the SQL there is, for SQLite and PostgreSQL alike; and how databases become newer."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Final

from microciv.server.rows import (
    Conflict,
    Entry,
    MatchRow,
    Operation,
    Outcome,
    Rows,
    Statement,
    StoreError,
    TableRow,
)

DAY: Final = 24 * 60 * 60
UNSTARTED_DAYS: Final = 1
FINISHED_DAYS: Final = 30
PLAYING_DAYS: Final = 365
SHARE: Final = 20
"""At most one in this many tables is dropped at a time, whatever anybody may have got wrong."""
PRESENT_SECONDS: Final = 30
"""A process that has not been heard of for so long is gone, and its sockets with it."""

# One step a version; a step that has been released is never changed.
MIGRATIONS: Final[list[list[str]]] = [
    [
        """CREATE TABLE tables (
            id TEXT PRIMARY KEY,
            version INTEGER NOT NULL,
            state TEXT NOT NULL,
            open_seats INTEGER NOT NULL,
            body BLOB NOT NULL,
            changed BIGINT NOT NULL
        )""",
        "CREATE INDEX tables_by_state ON tables (state, changed)",
        """CREATE TABLE matches (
            table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            game TEXT NOT NULL,
            options TEXT NOT NULL,
            names TEXT NOT NULL,
            seed TEXT NOT NULL,
            record BLOB,
            replay BLOB,
            PRIMARY KEY (table_id, number)
        )""",
        """CREATE TABLE entries (
            table_id TEXT NOT NULL,
            number INTEGER NOT NULL,
            ply INTEGER NOT NULL,
            seat INTEGER NOT NULL,
            set_number INTEGER NOT NULL,
            moves TEXT NOT NULL,
            answer_id TEXT,
            played_by TEXT NOT NULL,
            PRIMARY KEY (table_id, number, ply),
            FOREIGN KEY (table_id, number) REFERENCES matches (table_id, number) ON DELETE CASCADE
        )""",
        """CREATE TABLE presence (
            table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            place INTEGER NOT NULL,
            process TEXT NOT NULL,
            seen BIGINT NOT NULL,
            PRIMARY KEY (table_id, place, process)
        )""",
    ],
    ["ALTER TABLE matches ADD COLUMN due_set INTEGER", "ALTER TABLE matches ADD COLUMN due BIGINT"],
    ["ALTER TABLE matches ADD COLUMN rules INTEGER"],
    [
        # How long the site has been served in all: the clock by which tables grow old never jumps.
        "CREATE TABLE service (seconds BIGINT NOT NULL, seen BIGINT NOT NULL)",
        "INSERT INTO service (seconds, seen) VALUES (0, 0)",
        "ALTER TABLE tables ADD COLUMN touched BIGINT NOT NULL DEFAULT 0",
        "DROP INDEX tables_by_state",
        "CREATE INDEX tables_by_state ON tables (state, touched)",
    ],
    ["ALTER TABLE entries ADD COLUMN stored BIGINT"],  # for "moved five minutes ago" alone
    [
        # Who is there is known by person, as people change places; it is found out anew anyway.
        "DROP TABLE presence",
        """CREATE TABLE presence (
            table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            person TEXT NOT NULL,
            process TEXT NOT NULL,
            seen BIGINT NOT NULL,
            PRIMARY KEY (table_id, person, process)
        )""",
    ],
    ["CREATE TABLE blocked (network TEXT PRIMARY KEY, until BIGINT NOT NULL)"],
]


def migrate() -> Operation[int]:
    """Bring the database to this version, whatever it was before.

    :raises StoreError: if it was written by a newer microciv.
    """
    yield "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)", ()
    rows = yield "SELECT version FROM schema_version", ()
    if not rows:
        yield "INSERT INTO schema_version (version) VALUES (0)", ()
    found: int = rows[0][0] if rows else 0
    check_not_newer(found)
    for version in range(found, len(MIGRATIONS)):
        for statement in MIGRATIONS[version]:
            yield statement, ()
        yield "UPDATE schema_version SET version = ?", (version + 1,)
    return found


def check_not_newer(version: int) -> None:
    """A database can be brought to this version from any before it.

    :raises StoreError: if it was written by a newer microciv.
    """
    if version > len(MIGRATIONS):
        raise StoreError(
            f"the database is of version {version}, this microciv knows {len(MIGRATIONS)}:"
            " update microciv or choose another database"
        )


def check_known() -> Operation[None]:
    """The database is of this version, and can be used beside whoever serves it.

    :raises StoreError: if it is not.
    """
    rows = yield "SELECT version FROM schema_version", ()
    version: int = rows[0][0]
    check_not_newer(version)
    if version < len(MIGRATIONS):
        raise StoreError(
            f"the database is of version {version}, this microciv knows {len(MIGRATIONS)}:"
            " serve it with this microciv first"
        )


def now() -> int:
    """Seconds since 1970, as the machine's clock has it, which may jump: for the order of a list,
    for presence, and for how long ago a table moved; nothing in a match depends on it.
    """
    return int(time.time())


START: Final = time.time() - time.monotonic()


def moment() -> int:
    """Milliseconds since 1970 by a clock that goes on evenly, even where the machine's is set anew:
    by these, processes agree when a decision set closes.
    """
    return int((START + time.monotonic()) * 1000)


def single(sql: str, *values: object) -> Operation[Rows]:
    """One statement; SQLite and PostgreSQL both give rows back from RETURNING."""
    return (yield sql, values)


def add_table(row: TableRow, match: MatchRow | None) -> Operation[None]:
    """A new table, and perhaps its first match."""
    yield (
        (
            "INSERT INTO tables (id, version, state, open_seats, body, changed, touched)"
            " SELECT ?, ?, ?, ?, ?, ?, seconds FROM service"
        ),
        (row.id, row.version, row.state, row.open, row.body, now()),
    )
    if match is not None:
        yield insert_match(match)


def save_table(row: TableRow, match: MatchRow | None) -> Operation[None]:
    """A table that was read one version ago, and perhaps a new match."""
    rows = yield (
        (
            "UPDATE tables SET version = ?, state = ?, open_seats = ?, body = ?, changed = ?,"
            " touched = (SELECT seconds FROM service) WHERE id = ? AND version = ? RETURNING id"
        ),
        (row.version, row.state, row.open, row.body, now(), row.id, row.version - 1),
    )
    if not rows:
        raise Conflict
    if match is not None:
        yield insert_match(match)


def tables(ids: list[str]) -> Operation[dict[str, tuple[TableRow, int]]]:
    """Those of these tables that there are, and when each was changed."""
    found: dict[str, tuple[TableRow, int]] = {}
    for id_ in ids:
        rows = yield (
            "SELECT version, state, open_seats, body, changed FROM tables WHERE id = ?",
            (id_,),
        )
        for version, state, open_, body, changed in rows:
            found[id_] = TableRow(id_, version, state, open_, bytes(body)), changed
    return found


def insert_match(match: MatchRow) -> Statement:
    return (
        (
            "INSERT INTO matches (table_id, number, game, options, names, seed, rules)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)"
        ),
        (
            match.table,
            match.number,
            match.game,
            json.dumps(match.options),
            json.dumps(match.names),
            f"{match.seed:x}",
            match.rules,
        ),
    )


def append(
    table: str, number: int, entries: list[Entry], outcome: Outcome | None, version: int | None
) -> Operation[None]:
    """Entries at the end of the log; with an outcome, the last ones, and only if the table, whose
    names are in it, is of this version still.
    """
    for entry in entries:
        yield (
            (
                "INSERT INTO entries"
                " (table_id, number, ply, seat, set_number, moves, answer_id, played_by, stored)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
            ),
            (
                table,
                number,
                entry.ply,
                entry.seat,
                entry.set,
                json.dumps(entry.moves),
                entry.id,
                entry.by,
                now(),
            ),
        )
    if outcome is not None:
        rows = yield (
            (
                "UPDATE tables SET state = 'finished', changed = ?,"
                " touched = (SELECT seconds FROM service)"
                " WHERE id = ? AND version = COALESCE(?, version) RETURNING id"
            ),
            (now(), table, version),
        )
        if not rows:
            raise Conflict
        yield (
            "UPDATE matches SET record = ?, replay = ? WHERE table_id = ? AND number = ?",
            (outcome.record, outcome.replay, table, number),
        )


def rewrite(
    table: str,
    body: Callable[[bytes], bytes],
    names: Callable[[str], str],
    replay: Callable[[bytes], bytes],
) -> Operation[bool]:
    """Alter what is stored of a table, the names and the replays of its matches, whoever else
    writes. Was there anything to alter?
    """
    if not (yield from _alterations(table, body, names, replay)):
        return False
    # This waits for whoever writes, and then keeps all others from it.
    yield "UPDATE tables SET version = version + 1 WHERE id = ?", (table,)
    for statement in (yield from _alterations(table, body, names, replay)):  # noqa: UP028  # a list cannot be sent rows
        yield statement
    return True


def _alterations(
    table: str,
    body: Callable[[bytes], bytes],
    names: Callable[[str], str],
    replay: Callable[[bytes], bytes],
) -> Operation[list[Statement]]:
    statements: list[Statement] = []
    rows = yield "SELECT body FROM tables WHERE id = ?", (table,)
    for (old,) in rows:
        if (new := body(bytes(old))) != bytes(old):
            statements.append(("UPDATE tables SET body = ? WHERE id = ?", (new, table)))
    rows = yield "SELECT number, names, replay FROM matches WHERE table_id = ?", (table,)
    for number, called, seen in rows:
        before = called, None if seen is None else bytes(seen)
        after = names(called), None if seen is None else replay(bytes(seen))
        if before != after:
            update = "UPDATE matches SET names = ?, replay = ? WHERE table_id = ? AND number = ?"
            statements.append((update, (*after, table, number)))
    return statements


def block(network: str, until: int) -> Operation[None]:
    """Nobody from there may connect until then; what is over is forgotten."""
    yield "DELETE FROM blocked WHERE until <= ? OR network = ?", (now(), network)
    yield "INSERT INTO blocked (network, until) VALUES (?, ?)", (network, until)


def arrive(table: str, person: str, process: str) -> Operation[None]:
    """Somebody has a connection to this process."""
    yield (
        (
            "INSERT INTO presence (table_id, person, process, seen) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (table_id, person, process) DO UPDATE SET seen = excluded.seen"
        ),
        (table, person, process, now()),
    )


def beat(process: str, moment: int, here: set[tuple[str, str]]) -> Operation[None]:
    """A process is alive, with these persons; processes that have not been for long are forgotten.
    A process forgotten when a clock jumped is there again.
    """
    rows = yield (
        "UPDATE presence SET seen = ? WHERE process = ? RETURNING table_id, person",
        (moment, process),
    )
    known = {(table, person) for table, person in rows}
    for table, person in sorted(here - known):
        yield from arrive(table, person, process)
    yield "DELETE FROM presence WHERE seen < ?", (moment - 10 * PRESENT_SECONDS,)


def agree(
    table: str, number: int, set_: int, due: int, after: int, *, alone: bool
) -> Operation[int]:
    """When a decision set closes: as another process has said, if there is one; else at `due`."""
    if not alone:
        rows = yield (
            "SELECT due FROM matches WHERE table_id = ? AND number = ? AND due_set = ? AND due > ?",
            (table, number, set_, after),
        )
        if rows:
            return int(rows[0][0])
    yield (
        "UPDATE matches SET due_set = ?, due = ? WHERE table_id = ? AND number = ?",
        (set_, due, table, number),
    )
    return due


def serve(moment: int, passed: int) -> Operation[int]:
    """The site has been served on, and how long in all by now: since it was last seen, by the
    machine's clock, but no longer than `passed`, by the process's own. So a clock that is set
    forward adds nothing, one that is set back takes nothing away, and processes that share the
    database do not count twice.
    """
    rows = yield (
        (
            "UPDATE service SET seen = ?, seconds = seconds + CASE WHEN seen >= ? THEN 0"
            " WHEN ? - seen < ? THEN ? - seen ELSE ? END RETURNING seconds"
        ),
        (moment, moment, moment, passed, moment, passed),
    )
    return int(rows[0][0])


def tidy(moment: int, passed: int, visited: set[str]) -> Operation[int]:
    """Some of the tables that nobody has come back to are dropped, matches in play last; how
    many there were.
    """
    served = yield from serve(moment, passed)
    for table in sorted(visited):
        yield "UPDATE tables SET touched = ? WHERE id = ?", (served, table)
    rows = yield "SELECT COUNT(*) FROM tables", ()
    most = max(1, int(rows[0][0]) // SHARE)
    left = most
    for state, days in (
        ("lobby", UNSTARTED_DAYS),
        ("finished", FINISHED_DAYS),
        ("playing", PLAYING_DAYS),
    ):
        rows = yield (
            (
                "DELETE FROM tables WHERE id IN (SELECT id FROM tables WHERE state = ?"
                " AND touched < ? ORDER BY touched, id LIMIT ?) RETURNING id"
            ),
            (state, served - days * DAY, left),
        )
        left -= len(rows)
    return most - left
