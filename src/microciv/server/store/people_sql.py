"""What is stored of people: their devices, passkeys and short-lived codes, where they have been,
and what they have played. Operations as in `sql`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from microciv.server.store.day_deals_sql import merge_tries
from microciv.server.store.groups_sql import forget_deserted, merge_members
from microciv.server.store.ratings_sql import merge_ratings
from microciv.server.store.rows import Operation, PasskeyRow, Rows
from microciv.server.store.sql import DAY, now, rewrite

TOLD: Final[dict[str, tuple[str, ...]]] = {
    "people": ("id", "made", "name", "zone", "quiet_from", "quiet_to", "language"),
    "keys": ("id", "label", "made", "seen"),
    "passkeys": ("id", "label", "made", "seen"),
    "codes": ("kind", "until"),
    "visits": ("table_id",),
    "played": (
        *("table_id", "number", "seat", "game", "variant", "company", "people"),
        "seats",
        *("place", "score", "unit", "begun", "ended", "rating_before", "rating", "spread"),
        "group_id",
    ),
    "day_deals": ("day", "game", "table_id", "gone"),
    "members": ("group_id", "name", "number"),
    "ratings": (*("game", "seats", "points", "spread", "matches", "provisional", "name", "rated"),),
    "addresses": ("address", "confirmed", "wanted", "mailed"),
    "pushes": ("endpoint", "key_id", "made"),
    "hooks": ("table_id", "url"),
    "orders": ("table_id", "number", "body"),
    "notices": (
        *("table_id", "number", "set_number", "kind", "channel", "target", "due", "tries"),
    ),
}
"""All that is stored of a person, by table, as the person is told who asks for everything."""
WITHHELD: Final = {
    "people": ("owner", "looks"),
    "keys": ("person", "hash"),
    "passkeys": ("person", "public", "signs"),
    "codes": ("person", "hash"),
    "visits": ("person",),
    "played": ("person",),
    "day_deals": ("person",),
    "members": ("person",),
    "ratings": ("person", "owner"),
    "addresses": ("person",),
    "pushes": ("person", "public", "auth"),
    "hooks": ("person",),
    "orders": ("person", "holder"),
    "notices": ("id", "person"),
}
"""What is left out of that: whose it is goes without saying; the rest only proves something."""

MOST_OPEN: Final = 30
"""Tables that a device is told of at once; it keeps no more."""
GUEST_DAYS: Final = 400
"""As long as browsers keep a key; nobody can come back to what no key opens."""


def add_person(person: str, name: str, key: tuple[str, str, str]) -> Operation[None]:
    """Somebody new, with a first key: its id, hash and label."""
    yield "INSERT INTO people (id, made, name) VALUES (?, ?, ?)", (person, now(), name)
    yield from add_key(person, *key)


def add_key(person: str, id_: str, hashed: str, label: str) -> Operation[None]:
    yield (
        "INSERT INTO keys (id, person, hash, label, made, seen) VALUES (?, ?, ?, ?, ?, ?)",
        (id_, person, hashed, label, now(), today()),
    )


def add_passkey(person: str, made: PasskeyRow, label: str) -> Operation[None]:
    """:raises Conflict: if it is known already."""
    yield (
        (
            "INSERT INTO passkeys (id, person, public, signs, label, made, seen)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)"
        ),
        (made.id, person, made.public, made.signs, label, now(), today()),
    )


def note_signed(passkey: str, signs: int) -> Operation[None]:
    yield "UPDATE passkeys SET signs = ?, seen = ? WHERE id = ?", (signs, today(), passkey)


def today() -> int:
    """The beginning of this day: no more is kept of when somebody was here."""
    return now() // DAY * DAY


def renew(key: str, hashed: str) -> Operation[None]:
    """A key has another secret, and is no more opened by the former one."""
    yield "UPDATE keys SET hash = ? WHERE id = ?", (hashed, key)


def note_seen(person: str, key: str, name: str) -> Operation[None]:
    """Somebody is here today, and is called like that."""
    yield "UPDATE keys SET seen = ? WHERE id = ? AND seen < ?", (today(), key, today())
    if name:
        yield "UPDATE people SET name = ? WHERE id = ? AND name <> ?", (name, person, name)


def note_language(person: str, language: str) -> Operation[None]:
    """What somebody is told in when nobody asks (`notices`)."""
    yield "UPDATE people SET language = ? WHERE id = ?", (language, person)


def is_told_otherwise(person: str, language: str) -> Operation[bool]:
    """Is somebody told in another language, or in one that is not known yet?"""
    rows = yield (
        (
            "SELECT 1 FROM people WHERE id = ? AND (language <> ? OR language IS NULL AND"
            " (EXISTS (SELECT 1 FROM addresses WHERE person = people.id)"
            " OR EXISTS (SELECT 1 FROM pushes WHERE person = people.id)))"
        ),
        (person, language),
    )
    return bool(rows)


def language_of(person: str, otherwise: str = "en") -> Operation[str]:
    """What somebody is told in; the other one, if that is not known."""
    rows = yield "SELECT language FROM people WHERE id = ?", (person,)
    return str(rows[0][0] or otherwise) if rows else otherwise


def add_code(hashed: str, kind: str, person: str | None, until: int) -> Operation[None]:
    """A code that is good once; those that are too old are forgotten."""
    yield "DELETE FROM codes WHERE until < ?", (now(),)
    if person is not None:
        yield "DELETE FROM codes WHERE person = ? AND kind = ?", (person, kind)
    yield (
        "INSERT INTO codes (hash, kind, person, until) VALUES (?, ?, ?, ?)",
        (hashed, kind, person, until),
    )


def take_code(
    hashed: str, kind: str, moment: int, person: str | None = None
) -> Operation[str | None]:
    """Whose code this was, if it is good at this moment; "" of one that is nobody's, None if there
    is none, or none of this person.
    """
    rows = yield (
        (
            "DELETE FROM codes WHERE hash = ? AND kind = ? AND until >= ?"
            " AND COALESCE(person, '') = COALESCE(CAST(? AS TEXT), person, '') RETURNING person"
        ),
        (hashed, kind, moment, person),
    )
    return (rows[0][0] or "") if rows else None


def is_account(person: str) -> Operation[bool]:
    """Can this person sign in anywhere?"""
    rows = yield (
        (
            "SELECT 1 FROM passkeys WHERE person = ?"
            " UNION SELECT 1 FROM addresses WHERE person = ? AND confirmed = 1"
        ),
        (person, person),
    )
    return bool(rows)


def tables_of(person: str) -> Operation[list[str]]:
    """Where this person is, or has been."""
    rows = yield (
        (
            "SELECT table_id FROM visits WHERE person = ?"
            " UNION SELECT played.table_id FROM played JOIN tables ON tables.id = played.table_id"
            " WHERE person = ?"
        ),
        (person, person),
    )
    return sorted([table for (table,) in rows])


def open_tables_of(person: str) -> Operation[list[str]]:
    """Where this person is, or has been, and a match is on or awaited; the last changed first."""
    rows = yield (
        (
            "SELECT id FROM visits JOIN tables ON id = table_id WHERE person = ?"
            " AND state <> 'finished' ORDER BY changed DESC, id LIMIT ?"
        ),
        (person, MOST_OPEN),
    )
    return [table for (table,) in rows]


def merge(guest: str, into: str, body: Callable[[bytes], bytes]) -> Operation[list[str]]:
    """What was a guest's is another person's from now on; the tables that were altered."""
    tables = yield from tables_of(guest)
    changed = yield from alter(tables, body)
    yield (
        (
            "INSERT INTO visits (person, table_id) SELECT people.id, table_id FROM visits, people"
            " WHERE person = ? AND people.id = ? ON CONFLICT DO NOTHING"
        ),
        (guest, into),
    )
    yield "UPDATE keys SET person = ? WHERE person = ?", (into, guest)
    yield "UPDATE people SET owner = ? WHERE owner = ?", (into, guest)
    for table in ("played", "pushes", "hooks", "orders", "notices"):
        yield f"UPDATE {table} SET person = ? WHERE person = ?", (into, guest)  # noqa: S608  # of words of ours
    # Quiet hours and the language are kept by who has none.
    yield (
        (
            "UPDATE people SET (zone, quiet_from, quiet_to) ="
            " (SELECT zone, quiet_from, quiet_to FROM people WHERE id = ?)"
            " WHERE id = ? AND quiet_from IS NULL"
        ),
        (guest, into),
    )
    yield (
        (
            "UPDATE people SET language = (SELECT language FROM people WHERE id = ?)"
            " WHERE id = ? AND language IS NULL"
        ),
        (guest, into),
    )
    yield from merge_ratings(guest, into)
    yield from merge_tries(guest, into)
    yield from merge_members(guest, into)
    yield "DELETE FROM people WHERE id = ?", (guest,)
    return changed


def sign_out(person: str, keys: list[str], body: Callable[[bytes], bytes]) -> Operation[list[str]]:
    """These keys open nothing any more, nor do the tokens of their devices; the tables where there
    were such.
    """
    changed = yield from alter((yield from tables_of(person)), body)
    for key in keys:
        yield "DELETE FROM keys WHERE id = ? AND person = ?", (key, person)
    return changed


def alter(tables: list[str], body: Callable[[bytes], bytes]) -> Operation[list[str]]:
    """Alter what is stored of these tables; those that there was something to alter at."""
    changed: list[str] = []
    for table in tables:
        altered = yield from rewrite(table, body, _as_it_is, _as_it_is)
        changed += [table] if altered else []
    return changed


def _as_it_is(stored: Any) -> Any:  # noqa: ANN401  # names or a replay
    return stored


def history(
    person: str, game: str | None, company: str | None, first: int, most: int
) -> Operation[tuple[Rows, int, Rows]]:
    """Some of what somebody has played, the last first, beginning at the `first`; how many there
    are of that kind, and how many of each game. `company` is "people" or "bots".
    """
    which = (
        " FROM played WHERE person = ? AND game = COALESCE(CAST(? AS TEXT), game)"
        " AND people BETWEEN ? AND ?"
    )
    least, greatest = (2 if company == "people" else 0), (1 if company == "bots" else 99)
    values = (person, game, least, greatest)
    rows = yield (
        (
            "SELECT table_id, number, seat, game, variant, company, place, score, unit, begun,"  # noqa: S608  # of words of ours
            " ended, rating_before, rating, EXISTS (SELECT 1 FROM matches"
            " WHERE matches.table_id = played.table_id AND matches.number = played.number"
            " AND record IS NOT NULL)"
            f"{which} ORDER BY ended DESC, table_id, number DESC, seat LIMIT ? OFFSET ?"
        ),
        (*values, most, first),
    )
    total = yield f"SELECT COUNT(*){which}", values  # of words of ours
    games = yield (
        "SELECT game, COUNT(*) FROM played WHERE person = ? GROUP BY game ORDER BY game",
        (person,),
    )
    return rows, int(total[0][0]), games


def stored_in(tables: Iterable[str], person: str) -> Operation[dict[str, list[dict[str, object]]]]:
    """What is stored of a person in some tables, as they are told."""
    told: dict[str, list[dict[str, object]]] = {}
    for table in tables:
        columns, whose = TOLD[table], "id" if table == "people" else "person"
        rows = yield (
            f"SELECT {', '.join(columns)} FROM {table} WHERE {whose} = ? ORDER BY 1",  # noqa: S608  # of words of ours
            (person,),
        )
        told[table] = [dict(zip(columns, row, strict=True)) for row in rows]
    return told


def played_by(person: str) -> Operation[int]:
    """How many matches somebody has played to their end."""
    rows = yield "SELECT COUNT(*) FROM played WHERE person = ?", (person,)
    return int(rows[0][0])


def everything(person: str) -> Operation[dict[str, list[dict[str, object]]]]:
    """All that is stored of a person, by table; `bots` are their bot accounts."""
    told = yield from stored_in(TOLD, person)
    rows = yield "SELECT id, made, name FROM people WHERE owner = ? ORDER BY 1", (person,)
    told["bots"] = [dict(zip(("id", "made", "name"), row, strict=True)) for row in rows]
    return told


def matches_of(person: str) -> Operation[Rows]:
    """Table, number and game of what somebody has played; the first first."""
    return (
        yield (
            (
                "SELECT DISTINCT table_id, number, game, ended FROM played WHERE person = ?"
                " ORDER BY ended, table_id, number"
            ),
            (person,),
        )
    )


def companies(person: str) -> Operation[Rows]:
    """Table, number, seat and company of what somebody has played."""
    return (yield "SELECT table_id, number, seat, company FROM played WHERE person = ?", (person,))


def rename_in_companies(
    table: str | None, number: int | None, change: Callable[[str], str]
) -> Operation[set[str]]:
    """What all who have played a match, or any at a table, or any at all, keep of who was there;
    the tables where that was otherwise.
    """
    rows = yield (
        (
            "SELECT table_id, number, seat, company FROM played"
            " WHERE table_id = COALESCE(CAST(? AS TEXT), table_id)"
            " AND number = COALESCE(CAST(? AS INTEGER), number)"
        ),
        (table, number),
    )
    changed: set[str] = set()
    for where, match, seat, company in rows:
        if (after := change(company)) != company:
            changed.add(where)
            yield (
                "UPDATE played SET company = ? WHERE table_id = ? AND number = ? AND seat = ?",
                (after, where, match, seat),
            )
    return changed


def known_as(name: str | None, most: int) -> Operation[Rows]:
    """Id, name, when first seen, devices, passkeys and matches of people, the newest first."""
    return (
        yield (
            (
                "SELECT id, name, made,"
                " (SELECT COUNT(*) FROM keys WHERE keys.person = people.id),"
                " (SELECT COUNT(*) FROM passkeys WHERE passkeys.person = people.id),"
                " (SELECT COUNT(*) FROM played WHERE played.person = people.id)"
                " FROM people WHERE name = COALESCE(CAST(? AS TEXT), name)"
                " ORDER BY made DESC, id LIMIT ?"
            ),
            (name, most),
        )
    )


def forget_guests() -> Operation[None]:
    """Those whom no key opens any more, and who have no other way back."""
    old = today() - GUEST_DAYS * DAY
    yield (
        (
            "DELETE FROM keys WHERE seen < ?"  # an account's token is good as long as its owner's
            " AND NOT EXISTS (SELECT 1 FROM people WHERE id = person AND owner IS NOT NULL)"
        ),
        (old,),
    )
    yield (
        (
            "DELETE FROM people WHERE made < ?"
            " AND NOT EXISTS (SELECT 1 FROM keys WHERE keys.person = people.id)"
            " AND NOT EXISTS (SELECT 1 FROM passkeys WHERE passkeys.person = people.id)"
            " AND NOT EXISTS (SELECT 1 FROM addresses WHERE addresses.person = people.id"
            " AND confirmed = 1)"
        ),
        (old,),
    )
    yield from forget_deserted()
