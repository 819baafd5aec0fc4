"""Operations on tables, matches and what else the site keeps, for SQLite and PostgreSQL alike."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias, final

from microciv.core.deal import Deal, plain_deal
from microciv.server.store import migrations
from microciv.server.store.day_deals_sql import give_up
from microciv.server.store.notices_sql import plan_over
from microciv.server.store.ratings_sql import rate_match
from microciv.server.store.rows import (
    Conflict,
    Entry,
    Listing,
    MatchRow,
    Operation,
    Outcome,
    Played,
    Rows,
    Statement,
    StoreError,
    TableRow,
)

MIGRATIONS: Final = migrations.STEPS
DAY: Final = 24 * 60 * 60
SITTING: Final = DAY // 2
"""Seconds of a match that is not played by the day, at most."""
UNSTARTED_DAYS: Final = 1
PLAYING_DAYS: Final = 365
SHARE: Final = 20
"""At most one in this many tables is dropped at a time, whatever anybody may have got wrong."""

Wanted: TypeAlias = tuple[str | None, int | None, str | None, int | None]
"""Game, seats, pace and rated (0 or 1), as far as that is said."""
Finish: TypeAlias = tuple[Outcome, int | None]
"""What is kept of a match that is over, and the version of the table whose names are in it."""


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


@final
class SharedClock:
    """The time of a database that processes on several machines share: their own clocks may differ,
    and be wrong.
    """

    def __init__(self) -> None:
        self._ahead = 0.0
        """Seconds that it has more than the machine's clock, when they were last compared."""

    def set(self, now: int) -> None:
        """This is what the database has, in milliseconds since 1970."""
        self._ahead = now / 1000 - time.time()

    def now(self) -> int:
        return int(time.time() + self._ahead)


CLOCK: Final = SharedClock()


def now() -> int:
    """Seconds since 1970, by the clock of the database where processes share one; it may jump.
    Nothing in a match depends on it.
    """
    return CLOCK.now()


def single(sql: str, *values: object) -> Operation[Rows]:
    """One statement; SQLite and PostgreSQL both give rows back from RETURNING."""
    return (yield sql, values)


def secret_of(name: str, fresh: str) -> Operation[str]:
    """A secret of the site's; this fresh one, if there was none."""
    yield "INSERT INTO secrets (name, secret) VALUES (?, ?) ON CONFLICT DO NOTHING", (name, fresh)
    rows = yield "SELECT secret FROM secrets WHERE name = ?", (name,)
    return str(rows[0][0])


def add_table(
    row: TableRow, match: MatchRow | None, before: Operation[None] | None = None
) -> Operation[None]:
    """A new table, and perhaps its first match; before them something else."""
    if before is not None:
        yield from before
    yield (
        (
            "INSERT INTO tables (id, version, state, open_seats, body, changed,"
            " game, seats, pace, rated, fills, group_id, touched)"
            " SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, seconds FROM service"
        ),
        (
            *(row.id, row.version, row.state, row.open, row.body, now(), *listed(row.listing)),
            row.group or None,
        ),
    )
    yield from note_visits(row)
    if match is not None:
        yield insert_match(match)


def add_quick_table(row: TableRow) -> Operation[None]:
    """A new table that starts by itself, unless one like it waits already. One is added after the
    other, so that two people who look for each other do not both make one.

    :raises Conflict: if there is one; nothing has changed.
    """
    assert row.listing is not None
    game, seats, pace, is_rated, _ = listed(row.listing)
    yield "UPDATE service SET seconds = seconds", ()
    others = yield (
        (
            "SELECT 1 FROM tables WHERE state = 'lobby' AND open_seats > 0 AND fills >= ?"
            " AND game = ? AND seats = ? AND pace = ? AND rated = ? LIMIT 1"
        ),
        (now(), game, seats, pace, is_rated),
    )
    if others:
        raise Conflict
    yield from add_table(row, None)


def listed(listing: Listing | None) -> tuple[object, ...]:
    """The columns of a listing."""
    if listing is None:
        return (None,) * 5
    return listing.game, listing.seats, listing.pace, int(listing.rated), listing.fills


def waiting(wanted: Wanted, limit: int) -> Statement:
    """Tables with open seats that are like this, the newest first; none whose people are gone,
    though bots should have taken the seats.
    """
    return (
        (
            "SELECT id, version, state, open_seats, body FROM tables WHERE state = 'lobby'"
            " AND open_seats > 0 AND touched >= (SELECT seconds FROM service) - ?"
            " AND (fills IS NULL OR fills >= ?)"
            " AND (CAST(? AS TEXT) IS NULL OR game = ?)"
            " AND (CAST(? AS INTEGER) IS NULL OR seats = ?)"
            " AND (CAST(? AS TEXT) IS NULL OR pace = ?)"
            " AND (CAST(? AS INTEGER) IS NULL OR rated = ?)"
            " ORDER BY changed DESC, id LIMIT ?"
        ),
        (
            *(UNSTARTED_DAYS * DAY, now()),
            *[part for one in wanted for part in (one, one)],
            limit,
        ),
    )


def lengths(game: str, seats: int, most: int) -> Operation[list[int]]:
    """How many seconds the last matches of people took that were not played by the day."""
    rows = yield (
        (
            "SELECT DISTINCT table_id, number, ended, ended - begun FROM played WHERE game = ?"
            " AND seats = ? AND people > 1 AND ended - begun < ? ORDER BY ended DESC LIMIT ?"
        ),
        (game, seats, SITTING, most),
    )
    return [int(length) for *_, length in rows]


def note_visits(row: TableRow) -> Operation[None]:
    """Who is at a table; of whom nothing is known any more, nothing is noted."""
    for person in row.people:
        yield (
            (
                "INSERT INTO visits (person, table_id) SELECT id, ? FROM people WHERE id = ?"
                " ON CONFLICT DO NOTHING"
            ),
            (row.id, person),
        )


def note_played(played: Played) -> Statement:
    """That somebody has played a match to its end, unless nothing is known of them any more."""
    return (
        (
            "INSERT INTO played (person, table_id, number, seat, game, variant, company, people,"
            " seats, place, score, unit, begun, ended, group_id)"
            " SELECT people.id, matches.table_id, number, ?, game, ?, ?, ?, ?, ?, ?, ?, begun, ?,"
            " (SELECT group_id FROM tables WHERE tables.id = matches.table_id)"
            " FROM people, matches WHERE people.id = ? AND table_id = ? AND number = ?"
            " ON CONFLICT DO NOTHING"
        ),
        (
            *(played.seat, played.variant, played.company, played.people, played.seats),
            *(played.place, played.score, played.unit, now()),
            *(played.person, played.table, played.number),
        ),
    )


def save_table(row: TableRow, match: MatchRow | None, process: str | None) -> Operation[None]:
    """A table that was read one version ago, and perhaps a new match; where a process is named,
    only if it serves the table.
    """
    rows = yield (
        (
            "UPDATE tables SET version = ?, state = ?, open_seats = ?, body = ?, changed = ?,"
            " game = ?, seats = ?, pace = ?, rated = ?, fills = ?,"
            " touched = (SELECT seconds FROM service) WHERE id = ? AND version = ?"
            " AND (CAST(? AS TEXT) IS NULL OR EXISTS"
            " (SELECT 1 FROM serving WHERE table_id = tables.id AND process = ?)) RETURNING id"
        ),
        (
            *(row.version, row.state, row.open, row.body, now(), *listed(row.listing)),
            *(row.id, row.version - 1, process, process),
        ),
    )
    if not rows:
        raise Conflict
    yield from note_visits(row)
    if row.given_up:
        yield from give_up(row.id)
    if match is not None:
        yield insert_match(match)


def drop_table(table: str, process: str | None) -> Operation[None]:
    """A table and all of it; where a process is named, only if it serves the table."""
    rows = yield (
        (
            "DELETE FROM tables WHERE id = ? AND (CAST(? AS TEXT) IS NULL OR EXISTS"
            " (SELECT 1 FROM serving WHERE table_id = tables.id AND process = ?)) RETURNING id"
        ),
        (table, process, process),
    )
    if rows:
        yield from give_up(table)


def tables(ids: list[str]) -> Operation[dict[str, tuple[TableRow, int]]]:
    """Those of these tables that there are, and when each was changed."""
    marks = ", ".join(["?"] * len(ids)) or "NULL"
    wanted = "id, version, state, open_seats, body, changed"
    rows = yield (
        f"SELECT {wanted} FROM tables WHERE id IN ({marks})",  # noqa: S608  # of words of ours
        ids,
    )
    return {
        id_: (TableRow(id_, version, state, open_, bytes(body)), changed)
        for id_, version, state, open_, body, changed in rows
    }


def insert_match(match: MatchRow) -> Statement:
    return (
        (
            "INSERT INTO matches"
            " (table_id, number, game, options, names, seed, rules, deal, begun, position)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        ),
        (
            match.table,
            match.number,
            match.game,
            json.dumps(match.options),
            json.dumps(match.names),
            seed_column(match.seed),
            match.rules,
            None if match.deal is None else deal_column(match.deal),
            now(),
            None if match.position is None else json.dumps(match.position),
        ),
    )


def seed_column(seed: int | None) -> str:
    """A seed as it is stored; that of a match which is still to be dealt is empty."""
    return "" if seed is None else f"{seed:x}"


def deal_column(deal: Deal) -> str:
    """A deal as it is stored."""
    return json.dumps(plain_deal(deal))


def deal(before: Deal, after: Deal, seed: int | None) -> Operation[None]:
    """A deal has become another, while nobody else has changed it; with a seed, the last one."""
    rows = yield (
        (
            "UPDATE matches SET deal = ?, seed = ?"
            " WHERE table_id = ? AND number = ? AND deal = ? AND seed = '' RETURNING number"
        ),
        (
            deal_column(after),
            seed_column(seed),
            before.table,
            before.match,
            deal_column(before),
        ),
    )
    if not rows:
        raise Conflict


def append(
    table: str, number: int, entries: Sequence[Entry], finish: Finish | None
) -> Operation[None]:
    """Entries at the end of the log; with `finish`, the last ones."""
    for entry in entries:
        yield insert_entry(table, number, entry)
    if finish is not None:
        yield from finish_match(table, number, *finish)


def insert_entry(table: str, number: int, entry: Entry) -> Statement:
    return (
        (
            "INSERT INTO entries"
            " (table_id, number, ply, seat, set_number, moves, answer_id, played_by, stored)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
        ),
        (table, number, *columns(entry), now()),
    )


def columns(entry: Entry) -> tuple[object, ...]:
    """What is stored of an entry, but where and when."""
    moves = json.dumps(entry.moves)
    return entry.ply, entry.seat, entry.decision, moves, entry.id, entry.by


def finish_match(table: str, number: int, outcome: Outcome, version: int | None) -> Operation[None]:
    """A match is finished, but only if its table, whose names are in the outcome, is of this
    version still.
    """
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
    yield "DELETE FROM deadlines WHERE table_id = ?", (table,)
    for played in outcome.played:
        yield note_played(played)
    if outcome.told is not None:
        yield from plan_over(table, number, outcome.told, now() * 1000)
    if outcome.rated is not None:
        yield from rate_match(outcome.rated, now())


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


def tidy(
    moment: int, passed: int, visited: set[str], finished: int, history: int
) -> Operation[int]:
    """Some of the tables that nobody has come back to are dropped, matches in play last; how
    many there were. Those that are `finished` have this many days, or if somebody with an account
    has played there as many as `history` says.
    """
    served = yield from serve(moment, passed)
    for table in sorted(visited):
        yield "UPDATE tables SET touched = ? WHERE id = ?", (served, table)
    rows = yield "SELECT COUNT(*) FROM tables", ()
    most = max(1, int(rows[0][0]) // SHARE)
    left = most
    for state, days in (
        ("lobby", UNSTARTED_DAYS),
        ("finished", finished),
        ("playing", PLAYING_DAYS),
    ):
        longer = served - max(days, history) * DAY if state == "finished" else served
        rows = yield (
            (
                "DELETE FROM tables WHERE id IN (SELECT id FROM tables WHERE state = ?"
                " AND touched < ? AND (touched < ? OR NOT EXISTS (SELECT 1 FROM played"
                " JOIN (SELECT person FROM passkeys"
                " UNION SELECT person FROM addresses WHERE confirmed = 1) AS accounts"
                " ON accounts.person = played.person WHERE played.table_id = tables.id))"
                " ORDER BY touched, id LIMIT ?) RETURNING id"
            ),
            (state, served - days * DAY, longer, left),
        )
        left -= len(rows)
    return most - left
