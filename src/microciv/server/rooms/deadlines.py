"""When the decisions of matches by the day are due: stored by the database's clock, so that neither
a restart nor another process changes anything; and who looks for what is due.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, NamedTuple

from microciv.server.rooms.services import report, report_unless_refused
from microciv.server.store.rows import Operation, StoreError
from microciv.server.store.store import Store
from microciv.server.wire.by_day import QuietHours

AT_A_TIME: Final = 100
"""Tables that are looked after together."""


class Deadline(NamedTuple):
    """When the open decision of a table is due; in milliseconds since 1970."""

    match: int
    decision: int
    terms: str
    """What it was found from."""
    due: int | None
    """None: nobody is waited for, as all who play have let bots take over."""


def keep(
    clock: str,
    table: str,
    wanted: Deadline,
    people: Sequence[str],
    due_from: Callable[[int, list[QuietHours]], int],
    tell: Callable[[int, int, bool], Operation[None]],
) -> Operation[tuple[int, int]]:
    """The time now, and when a decision is due: as stored, or, if nothing is stored under these
    terms, as worked out from the time and the quiet hours of those who are asked. In the latter
    case `tell` gets both, and whether the decision was not known before.
    """
    at = (table, wanted.match, wanted.decision)
    rows = yield (
        (
            f"SELECT {clock}, (SELECT due FROM deadlines WHERE table_id = ? AND number = ?"  # noqa: S608  # of words of ours
            " AND set_number = ? AND terms = ?), EXISTS (SELECT 1 FROM deadlines"
            " WHERE table_id = ? AND number = ? AND set_number = ?)"
        ),
        (*at, wanted.terms, *at),
    )
    moment, due, known = rows[0]
    if due is None:
        due = due_from(moment, (yield from quiet_hours(people)))
        yield from put(table, wanted._replace(due=due))
        yield from tell(moment, due, not known)
    return moment, due


def put(table: str, deadline: Deadline) -> Operation[None]:
    """Keep when a decision is due, unless a later one is kept already."""
    yield (
        (
            "INSERT INTO deadlines (table_id, number, set_number, terms, due)"
            " SELECT id, ?, ?, ?, CAST(? AS BIGINT) FROM tables WHERE id = ?"
            " ON CONFLICT (table_id) DO UPDATE SET number = excluded.number,"
            " set_number = excluded.set_number, terms = excluded.terms, due = excluded.due"
            " WHERE deadlines.number < excluded.number OR (deadlines.number = excluded.number"
            " AND deadlines.set_number <= excluded.set_number)"
        ),
        (deadline.match, deadline.decision, deadline.terms, deadline.due, table),
    )


def silence(table: str, match: int) -> Operation[None]:
    """Nothing is due here, until a decision is kept again: the match is over, or not by the day."""
    yield (
        (
            "INSERT INTO deadlines (table_id, number, set_number, terms, due)"
            " SELECT id, ?, 0, '', NULL FROM tables WHERE id = ?"
            " ON CONFLICT (table_id) DO UPDATE SET terms = '', due = NULL"
        ),
        (match, table),
    )


def put_off(clock: str, table: str, match: int, wait: int) -> Operation[None]:
    """What is due here is looked at again after `wait` milliseconds: it cannot be played now."""
    yield (
        (
            "INSERT INTO deadlines (table_id, number, set_number, terms, due)"  # noqa: S608  # of words of ours
            " SELECT id, ?, 0, '', NULL FROM tables WHERE id = ?"
            f" ON CONFLICT (table_id) DO UPDATE SET due = {clock} + ?"
            f" WHERE deadlines.due <= {clock}"
        ),
        (match, table, wait),
    )


def kept(clock: str, table: str) -> Operation[tuple[int, Deadline] | None]:
    """The time now, and what is kept of a table."""
    rows = yield (
        f"SELECT {clock}, number, set_number, terms, due FROM deadlines WHERE table_id = ?",  # noqa: S608  # of words of ours
        (table,),
    )
    return (rows[0][0], Deadline(*rows[0][1:])) if rows else None


def left(clock: str, table: str, match: int, decision: int) -> Operation[int | None]:
    """Seconds until this decision is due, as far as that is known."""
    found = yield from kept(clock, table)
    if (
        found is None
        or (found[1].match, found[1].decision) != (match, decision)
        or found[1].due is None
    ):
        return None
    return max(0, (found[1].due - found[0]) // 1000)


def wanted(clock: str, most: int) -> Operation[list[str]]:
    """Tables where a decision is due, or whose match goes on and nobody has looked yet."""
    rows = yield (
        f"SELECT table_id FROM deadlines WHERE due <= {clock} ORDER BY due LIMIT ?",  # noqa: S608  # of words of ours
        (most,),
    )
    unseen = yield (
        (
            "SELECT id FROM tables WHERE pace = 'daily' AND state = 'playing'"
            " AND NOT EXISTS (SELECT 1 FROM deadlines WHERE table_id = id) LIMIT ?"
        ),
        (most,),
    )
    return [table for (table,) in [*rows, *unseen]]


def quiet_hours(people: Sequence[str]) -> Operation[list[QuietHours]]:
    """The quiet hours of these people, by id, as far as they have any."""
    marks = ", ".join(["?"] * len(people)) or "NULL"
    rows = yield (
        (
            "SELECT zone, quiet_from, quiet_to FROM people"  # noqa: S608  # of words of ours
            f" WHERE id IN ({marks}) AND quiet_from IS NOT NULL"
        ),
        people,
    )
    return [QuietHours(zone=zone, start=start, end=end) for zone, start, end in rows]


def set_quiet_hours(person: str, quiet: QuietHours | None) -> Operation[None]:
    """A person's quiet hours from now on."""
    hours = (None, None, None) if quiet is None else (quiet.zone, quiet.start, quiet.end)
    yield (
        "UPDATE people SET zone = ?, quiet_from = ?, quiet_to = ? WHERE id = ?",
        (*hours, person),
    )


async def look_after(store: Store, every: float, wake: Callable[[str], Awaitable[None]]) -> None:
    """Wake tables where a decision is due, for as long as this process serves."""
    while True:
        try:
            for table in await store.run(wanted(store.clock, AT_A_TIME)):
                try:
                    await wake(table)
                except Exception as fault:  # noqa: BLE001  # others are looked after all the same
                    # Refused: it is gone, or another process's, which looks as well.
                    report_unless_refused(fault)
        except StoreError as fault:
            report(fault)
        await asyncio.sleep(every)
