"""Who serves a table, where processes share a database: one of them at a time.

All times are the database's, so that no process's clock matters. Nothing is safe by this alone: the
keys of the log exclude that two processes both write; it keeps them from trying.
"""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from time import monotonic
from typing import Final, NamedTuple, final

from microciv.server.limits import network_of
from microciv.server.peers import Peer
from microciv.server.settings import Settings
from microciv.server.store.rows import Rows, StoreError
from microciv.server.store.sql import CLOCK
from microciv.server.store.store import Store
from microciv.server.wire.messages import Refused
from microciv.speech import t

NOW: Final = "(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT"
"""Milliseconds since 1970 by the database's clock."""
FORGOTTEN: Final = 3600 * 1000
"""Milliseconds after which nothing is kept of a process that is not heard of."""
TRIES: Final = 2
"""One may find that another process has just taken the table, unseen before."""


BEAT: Final = f"""
    WITH clock AS (SELECT {NOW} AS now),
    forgotten AS (DELETE FROM processes USING clock WHERE seen < clock.now - ? AND process <> ?),
    here AS (
        INSERT INTO processes (process, address, secret, seen) SELECT ?, ?, ?, clock.now FROM clock
        ON CONFLICT (process) DO UPDATE SET seen = excluded.seen
    )
    SELECT process, address, secret, clock.now - seen, clock.now FROM processes, clock
    WHERE process = ? OR seen > clock.now - ?
"""  # noqa: S608  # of constants
"""A process is alive: how many milliseconds ago it last said so, and the others that are."""

# The time that a decision had left when the former process was last heard of is kept.
CLAIM: Final = f"""
    WITH clock AS (SELECT {NOW} AS now),
    former AS (
        SELECT process, address, secret, seen FROM serving JOIN processes USING (process)
        WHERE table_id = ?
    ),
    taken AS (
        INSERT INTO serving (table_id, process) SELECT id, ? FROM tables WHERE id = ?
        ON CONFLICT (table_id) DO UPDATE SET process = excluded.process
        WHERE serving.process = excluded.process OR NOT EXISTS (
            SELECT 1 FROM processes, clock
            WHERE processes.process = serving.process AND seen > clock.now - ?
        )
        RETURNING process
    ),
    kept AS (
        UPDATE matches SET due = due + clock.now - former.seen,
            part_due = part_due + clock.now - former.seen
        FROM former, taken, clock
        WHERE table_id = ? AND former.process <> taken.process AND due > former.seen
    )
    SELECT process, '', '' FROM taken
    UNION ALL SELECT process, address, secret FROM former WHERE NOT EXISTS (SELECT 1 FROM taken)
"""  # noqa: S608  # of constants
"""Serve a table from now on, unless a process that lives does: who serves it. No rows: there is no
such table, or somebody has taken it just now.
"""

# No clock runs at a table that nobody is at.
RELEASE: Final = """
    WITH released AS (
        DELETE FROM serving WHERE process = ? AND table_id = ANY(?) RETURNING table_id
    )
    UPDATE matches SET due_set = NULL, due = NULL, part = NULL, part_due = NULL FROM released
    WHERE matches.table_id = released.table_id AND due IS NOT NULL
"""

ELSEWHERE: Final = f"""
    SELECT table_id, process, address, secret FROM serving JOIN processes USING (process)
    WHERE table_id = ANY(?) AND process <> ? AND seen > {NOW} - ?
"""  # noqa: S608  # of constants

AGREE: Final = f"""
    UPDATE matches SET due_set = ?, due = clock.now + CASE
        WHEN ? AND due_set = ? AND due > clock.now THEN LEAST(due - clock.now, ?) ELSE ? END,
    part = ?, part_due = clock.now + CASE
        WHEN ? AND part = ? AND part_due > clock.now THEN LEAST(part_due - clock.now, ?) ELSE ? END
    FROM (SELECT {NOW} AS now) AS clock WHERE table_id = ? AND number = ?
    AND EXISTS (SELECT 1 FROM serving WHERE serving.table_id = ? AND process = ?)
    RETURNING due - clock.now, part_due - clock.now
"""  # noqa: S608  # of constants


class Time(NamedTuple):
    """What is left, in milliseconds, of a decision and of the part of the match that it is in,
    if that has a limit as a whole.
    """

    decision: int
    left: int
    part: int | None = None
    whole: int | None = None


@final
class Leases:
    """The tables that this process serves, and the processes that serve others."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.address = settings.address or ""
        """Where other processes reach this one; "": nowhere."""
        self.secret = secrets.token_urlsafe(24)
        self.mine: set[str] = set()
        self.hosts: set[str] = set()
        """The addresses that other processes may come from, as they are counted."""
        self.patience = settings.lease
        self._store = store
        self._lease = round(1000 * settings.lease)
        self._peers: dict[str, Peer] = {}
        self._beaten = monotonic()
        self._leaving: set[str] = set()
        self._left = asyncio.Event()
        self._closed = False

    def serves(self, table: str) -> bool:
        """Is this table served here, as far as we know?"""
        return table in self.mine or not self._store.shared

    async def claim(self, table: str) -> Peer | None:
        """Who serves a table; None: we do, if only from now on, or there is none.

        :raises Refused: "unavailable" while this process stops.
        """
        if self.serves(table):
            return None
        if self._closed:
            raise Refused("unavailable", t("this server stops; come again"))
        if table in self._leaving:
            await self._left.wait()
        for _ in range(TRIES):
            us, lease = self._store.process, self._lease
            rows = await self._store.one(CLAIM, table, us, table, lease, table)
            if rows and rows[0][0] == self._store.process:
                self.mine.add(table)
            elif rows:
                return self._peer(*rows[0])
            if rows:
                break
        return None

    async def elsewhere(self, tables: list[str]) -> dict[str, Peer]:
        """Those of these tables that another process serves."""
        asked = [table for table in tables if not self.serves(table)]
        if not asked:
            return {}
        rows = await self._store.one(ELSEWHERE, asked, self._store.process, self._lease)
        return {row[0]: self._peer(*row[1:]) for row in rows}

    def doubt(self, table: str) -> None:
        """Somebody else may serve it by now."""
        self.mine.discard(table)

    async def agree(self, table: str, number: int, time: Time, *, follows: bool) -> Time:
        """The time until a decision closes: as given, or, where this process takes over from
        another that has served the table, what that one had left.
        """
        at = (table, number, table, self._store.process)
        own = (time.decision, follows, time.decision, time.left, time.left)
        part = (time.part, follows, time.part, time.whole, time.whole)
        rows = await self._store.one(AGREE, *own, *part, *at)
        if not rows:
            return time
        left, whole = rows[0]
        return Time(time.decision, left if whole is None else min(left, whole), time.part, whole)

    async def beat(self) -> set[str]:
        """Say that we are alive. The tables that we serve no longer: another process may have taken
        them, as we have not said so in time.

        :raises StoreError: at the first time, if it could not be said.
        """
        us = self._store.process
        rows = await self._store.one(
            BEAT, FORGOTTEN, us, us, self.address, self.secret, us, self._lease
        )
        self._beaten = monotonic()
        self._store.leased = True
        if rows:
            CLOCK.set(rows[0][4])
        late = [row[3] for row in rows if row[0] == us]
        await self._meet([row[:3] for row in rows if row[0] != us])
        if not self.mine or (late and late[0] <= self._lease):
            return set()
        rows = await self._store.one("SELECT table_id FROM serving WHERE process = ?", us)
        return self._lose(self.mine - {table for (table,) in rows})

    def silenced(self) -> set[str]:
        """The tables that we serve no longer, as we have not been able to say that we are alive."""
        late = monotonic() - self._beaten > self.patience
        return self._lose({*self.mine}) if late else set()

    def _lose(self, tables: set[str]) -> set[str]:
        self.mine -= tables
        return tables

    async def release(self, tables: set[str]) -> None:
        """Nobody is at these tables; whoever asks for one meanwhile waits until that is told."""
        self.mine -= tables
        self._leaving, self._left = tables, asyncio.Event()
        try:
            await self._store.one(RELEASE, self._store.process, sorted(tables))
        finally:
            self._leaving = set()
            self._left.set()

    def close(self) -> None:
        """Take no more tables."""
        self._closed = True

    async def retire(self) -> None:
        """This process serves nothing any more: others take its tables at once."""
        with suppress(StoreError):  # or when it has not been heard of for long enough
            await self._store.one(
                "DELETE FROM processes WHERE process = ? RETURNING process", self._store.process
            )

    # --- other processes

    def _peer(self, process: str, address: str, secret: str) -> Peer:
        peer = self._peers.get(process)
        if peer is None:
            peer = self._peers[process] = Peer(process, address, secret)
        return peer

    async def _meet(self, others: Rows) -> None:
        """These are alive, and no others."""
        alive = {process for process, _, _ in others}
        for process in self._peers.keys() - alive:
            self._peers.pop(process).gone.set()
        new = [row for row in others if row[0] not in self._peers]
        for peer in [self._peer(*row) for row in new]:
            self.hosts |= await _addresses(peer.host)


async def _addresses(host: str) -> set[str]:
    """The addresses of a host, as they are counted."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, None)
    except OSError:
        return set()
    return {network_of(str(one[4][0])) for one in found}
