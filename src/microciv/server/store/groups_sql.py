"""What is stored of groups: who is in them, and their tournaments. Operations as in `sql`; who is
erased is gone from them. The host is who has been a member longest.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from microciv.server.store.rows import Conflict, MatchRow, Operation, Rows, TableRow
from microciv.server.store.sql import add_table, now

NewTables: TypeAlias = Sequence[tuple[TableRow, MatchRow | None]]
"""Tables of a round, and the matches that begin at once."""
MOST_TABLES: Final = 50
"""Of a group, that are told at once."""


class Member(NamedTuple):
    """Somebody in a group."""

    person: str
    name: str


def add_group(group: str, title: str, person: str, name: str) -> Operation[None]:
    """A new group, and its first member."""
    yield "INSERT INTO groups (id, title, made) VALUES (?, ?, ?)", (group, title, now())
    yield from join(group, person, name)


def group(group_id: str) -> Operation[tuple[str, list[Member]] | None]:
    """Title and members of a group, who came first before the others; None: there is none."""
    titles = yield "SELECT title FROM groups WHERE id = ?", (group_id,)
    rows = yield (
        "SELECT person, name FROM members WHERE group_id = ? ORDER BY number",
        (group_id,),
    )
    return (titles[0][0], [Member(*row) for row in rows]) if titles and rows else None


def groups_of(person: str) -> Operation[Rows]:
    """Id, title, number of members and of waiting tables of somebody's groups."""
    return (
        yield (
            (
                "SELECT id, title,"
                " (SELECT COUNT(*) FROM members others WHERE others.group_id = groups.id),"
                " (SELECT COUNT(*) FROM tables WHERE tables.group_id = groups.id"
                " AND state = 'lobby')"
                " FROM members JOIN groups ON groups.id = group_id WHERE person = ?"
                " ORDER BY made, id"
            ),
            (person,),
        )
    )


def join(group_id: str, person: str, name: str) -> Operation[None]:
    """Somebody is a member, or is called otherwise from now on."""
    yield (
        (
            "INSERT INTO members (group_id, person, name, number)"
            " SELECT ?, ?, ?, COALESCE(MAX(number), 0) + 1 FROM members WHERE group_id = ?"
            " ON CONFLICT (group_id, person) DO UPDATE SET name = excluded.name"
        ),
        (group_id, person, name, group_id),
    )


def leave(group_id: str, person: str) -> Operation[None]:
    yield "DELETE FROM members WHERE group_id = ? AND person = ?", (group_id, person)
    yield from forget_deserted()


def forget_deserted() -> Operation[None]:
    """Groups that nobody is in any more."""
    yield (
        "DELETE FROM groups WHERE NOT EXISTS (SELECT 1 FROM members WHERE group_id = groups.id)",
        (),
    )


def merge_members(guest: str, into: str) -> Operation[None]:
    """Where a guest is a member, another is from now on, from when the first of both was."""
    yield (
        (
            "INSERT INTO members (group_id, person, name, number)"
            " SELECT group_id, people.id, members.name, number FROM members, people"
            " WHERE person = ? AND people.id = ?"
            " ON CONFLICT (group_id, person) DO UPDATE SET number ="
            " CASE WHEN excluded.number < members.number"
            " THEN excluded.number ELSE members.number END"
        ),
        (guest, into),
    )
    yield from replace_in_tournaments(guest, into)


def replace_in_tournaments(person: str, by: str) -> Operation[None]:
    """Put another in the place of somebody in all tournaments, even if they have left the group;
    where both were in one, the other is in it once.
    """
    rows = yield "SELECT id, body FROM tournaments WHERE body LIKE ?", (f'%"{person}"%',)
    for tournament, body in rows:
        yield (
            "UPDATE tournaments SET body = ?, version = version + 1 WHERE id = ?",
            (_replaced(body, person, by), tournament),
        )


def _replaced(body: str, person: str, by: str) -> str:
    cup = json.loads(body)
    for each in (cup, *[table for of_round in cup["drawn"] for table in of_round]):
        each["people"] = [*dict.fromkeys([by if one == person else one for one in each["people"]])]
    return json.dumps(cup)


def rename(group_id: str, title: str) -> Operation[None]:
    yield "UPDATE groups SET title = ? WHERE id = ?", (title, group_id)


def tables_of(group_id: str) -> Operation[list[str]]:
    """The group's tables whose matches are not over, what moved last first."""
    rows = yield (
        (
            "SELECT id FROM tables WHERE group_id = ? AND state <> 'finished'"
            " ORDER BY changed DESC, id LIMIT ?"
        ),
        (group_id, MOST_TABLES),
    )
    return [table for (table,) in rows]


def places_at(tables: list[str]) -> Operation[Rows]:
    """Table, person, place and seats of the first matches of these tables that are over."""
    marks = ", ".join(["?"] * len(tables)) or "NULL"
    return (
        yield (
            (
                "SELECT table_id, person, place, seats FROM played WHERE number = 1"  # noqa: S608  # of words of ours
                f" AND table_id IN ({marks})"
            ),
            tables,
        )
    )


def places_since(group_id: str, since: int) -> Operation[Rows]:
    """Person, place and seats of what members have played at the group's tables since then."""
    return (
        yield (
            (
                "SELECT played.person, place, seats FROM played JOIN members"
                " ON members.person = played.person AND members.group_id = played.group_id"
                " WHERE played.group_id = ? AND ended >= ?"
            ),
            (group_id, since),
        )
    )


# --- tournaments: their bodies are `tournaments.Tournament` as JSON


def add_tournament(
    tournament: str, group_id: str, body: str, most: int, tables: NewTables
) -> Operation[bool]:
    """A new tournament, with the tables of its first round; False: the group has as many already as
    it may.
    """
    rows = yield "SELECT COUNT(*) FROM tournaments WHERE group_id = ?", (group_id,)
    if rows[0][0] >= most:
        return False
    yield (
        "INSERT INTO tournaments (id, group_id, version, body, made) VALUES (?, ?, 0, ?, ?)",
        (tournament, group_id, body, now()),
    )
    for row, match in tables:
        yield from add_table(row, match)
    return True


def tournaments_of(group_id: str) -> Operation[Rows]:
    """Id, version and body of a group's tournaments, the newest first."""
    return (
        yield (
            "SELECT id, version, body FROM tournaments WHERE group_id = ? ORDER BY made DESC, id",
            (group_id,),
        )
    )


def save_tournament(tournament: str, version: int, body: str, tables: NewTables) -> Operation[None]:
    """A tournament that was read at this version, with the tables of the round that is drawn.

    :raises Conflict: if somebody has drawn meanwhile.
    """
    rows = yield (
        (
            "UPDATE tournaments SET body = ?, version = version + 1"
            " WHERE id = ? AND version = ? RETURNING id"
        ),
        (body, tournament, version),
    )
    if not rows:
        raise Conflict
    for row, match in tables:
        yield from add_table(row, match)


def drop_tournament(group_id: str, tournament: str) -> Operation[None]:
    yield "DELETE FROM tournaments WHERE id = ? AND group_id = ?", (tournament, group_id)
