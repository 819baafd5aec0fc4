"""The webhooks of tables. Operations as in `sql`."""

from __future__ import annotations

from microciv.server.store.rows import Operation


def url_of(table: str) -> Operation[str | None]:
    """The address that is told of a table."""
    rows = yield "SELECT url FROM hooks WHERE table_id = ?", (table,)
    return str(rows[0][0]) if rows else None


def put(table: str, url: str | None, host: str) -> Operation[None]:
    """Tell this address from now on, as its host wants; none: nobody."""
    yield "DELETE FROM hooks WHERE table_id = ?", (table,)
    yield "DELETE FROM notices WHERE table_id = ? AND person IS NULL", (table,)
    if url is not None:
        yield (
            (
                "INSERT INTO hooks (table_id, person, url) SELECT id,"
                " (SELECT id FROM people WHERE id = ?), CAST(? AS TEXT) FROM tables WHERE id = ?"
            ),
            (host, url, table),
        )
