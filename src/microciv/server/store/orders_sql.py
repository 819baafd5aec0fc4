"""What people have left at tables for decisions to come. Operations as in `sql`."""

from __future__ import annotations

from microciv.server.store.rows import Conflict, Operation, Rows


def kept(table: str, number: int) -> Operation[Rows]:
    """Who has left orders for this match of a table, by hashed token, and what."""
    return (
        yield "SELECT holder, body FROM orders WHERE table_id = ? AND number = ?", (table, number)
    )


def put(
    table: str, number: int, holder: str, person: str, body: str, process: str | None
) -> Operation[None]:
    """The orders of a holder from now on, in place of all before; where a process is named, only
    if it serves the table.

    :raises Conflict: if another process serves it, or it is gone.
    """
    rows = yield (
        (
            "INSERT INTO orders (table_id, number, holder, person, body)"
            " SELECT id, CAST(? AS INTEGER), CAST(? AS TEXT), (SELECT id FROM people WHERE id = ?),"
            " CAST(? AS TEXT) FROM tables WHERE id = ? AND (CAST(? AS TEXT) IS NULL OR EXISTS"
            " (SELECT 1 FROM serving WHERE table_id = tables.id AND process = ?))"
            " ON CONFLICT (table_id, holder) DO UPDATE SET number = excluded.number,"
            " person = excluded.person, body = excluded.body RETURNING holder"
        ),
        (number, holder, person, body, table, process, process),
    )
    if not rows:
        raise Conflict
