"""Who has played the deals of the day. Operations as in `sql`."""

from __future__ import annotations

from microciv.server.store.rows import Operation, Rows


def add_try(day: str, game: str, person: str, table: str) -> Operation[None]:
    """Somebody plays a deal at this table.

    :raises Conflict: if they have tried it already.
    """
    yield (
        "INSERT INTO day_deals (day, game, person, table_id) VALUES (?, ?, ?, ?)",
        (day, game, person, table),
    )


def give_up(table: str) -> Operation[None]:
    """Whoever plays a deal at this table has left it for good; its match is not over."""
    yield (
        (
            "UPDATE day_deals SET gone = 1 WHERE table_id = ? AND NOT EXISTS"
            " (SELECT 1 FROM played WHERE played.table_id = day_deals.table_id AND number = 1)"
        ),
        (table,),
    )


def tries(day: str, person: str) -> Operation[Rows]:
    """Game and table of the deals of a day that somebody has tried; when it ended, and 1 where it
    was dropped.
    """
    return (
        yield (
            (
                "SELECT day_deals.game, day_deals.table_id, ended, gone FROM day_deals"
                " LEFT JOIN played ON played.table_id = day_deals.table_id AND number = 1"
                " AND played.person = day_deals.person WHERE day = ? AND day_deals.person = ?"
            ),
            (day, person),
        )
    )


def results(day: str, game: str) -> Operation[Rows]:
    """Who has played a deal to its end, the best first, or has given it up: person, their name,
    table, gone, seat, company, place, score and unit; None from the seat on: it has not ended.
    """
    return (
        yield (
            (
                "SELECT day_deals.person, people.name, day_deals.table_id, gone, seat, company,"
                " place, score, unit FROM day_deals"
                " LEFT JOIN people ON people.id = day_deals.person"
                " LEFT JOIN played ON played.table_id = day_deals.table_id AND number = 1"
                " AND played.person = day_deals.person WHERE day = ? AND day_deals.game = ?"
                " AND (ended IS NOT NULL OR gone IS NOT NULL)"
                " ORDER BY place, score DESC, ended, day_deals.table_id"
            ),
            (day, game),
        )
    )


def merge_tries(guest: str, into: str) -> Operation[None]:
    """What a guest has tried, another has; of two tries that one's own counts."""
    yield (
        (
            "UPDATE day_deals SET person = ? WHERE person = ? AND NOT EXISTS"
            " (SELECT 1 FROM day_deals own WHERE own.person = ? AND own.day = day_deals.day"
            " AND own.game = day_deals.game)"
        ),
        (into, guest, into),
    )
