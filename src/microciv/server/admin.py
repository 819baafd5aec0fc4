"""What an operator does beside the servers, through the database that they serve: the servers
notice, and tell the people concerned. Nothing here shows more than a spectator sees.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial

from microciv.core.errors import MicrocivError
from microciv.server import refusals
from microciv.server.blocklist import read_blocked
from microciv.server.people import people
from microciv.server.people.erasing import in_body, in_company, in_names, in_replay
from microciv.server.rooms.room import ATTEMPTS
from microciv.server.store import people_sql, sql
from microciv.server.store.rows import Conflict, TableRow, Unfit
from microciv.server.store.store import Store, open_store
from microciv.server.table import seating
from microciv.server.table.stored_match import Found, reopen, strand
from microciv.server.table.tables import read_table
from microciv.server.table.views import table_view
from microciv.server.wire.messages import Refused, Struct, TableView


class AdminError(MicrocivError):
    """It cannot be done; the message says why."""


class TableLine(Struct, frozen=True, kw_only=True):
    """A row of `microciv admin tables`."""

    table: str
    state: str  # lobby, playing, finished; or unreadable, by this microciv
    game: str
    match: int
    people: list[str]
    bots: int
    open: int
    changed: int  # when seats or matches changed last, in seconds since 1970


class TableLook(Struct, frozen=True, kw_only=True):
    """A table as who watches it sees it."""

    view: TableView
    changed: int  # as of a `TableLine`


class PersonLine(Struct, frozen=True, kw_only=True):
    """A row of `microciv admin people`."""

    person: str
    name: str  # as they were called last
    made: int  # in seconds since 1970
    devices: int
    passkeys: int
    matches: int


@asynccontextmanager
async def visiting(database: str) -> AsyncIterator[Store]:
    """The store of a database, served or not.

    :raises StoreError: if it cannot be used.
    """
    store = open_store(database)
    try:
        await store.visit()
        yield store
    finally:
        await store.close()


async def list_tables(
    store: Store, *, state: str | None, game: str | None, name: str | None, most: int
) -> list[TableLine]:
    """The tables of this state and game where somebody has this name, the last changed first."""
    found: list[TableLine] = []
    async for row, changed in store.every_table(state):
        line = _line(row, changed)
        if game in (None, line.game) and (name is None or name in line.people):
            found.append(line)
    found.sort(key=lambda line: line.changed, reverse=True)
    return found[:most]


def _line(row: TableRow, changed: int) -> TableLine:
    try:
        table = read_table(row.body)
    except Unfit:
        return TableLine(
            table=row.id,
            state="unreadable",
            game="",
            match=0,
            people=[],
            bots=0,
            open=0,
            changed=changed,
        )
    names = dict.fromkeys([person.name for person in table.persons()])
    return TableLine(
        table=row.id,
        state=row.state,
        game=table.game,
        match=table.match,
        people=[*names],
        bots=len([chair for chair in table.chairs if chair.kind == "bot"]),
        open=table.open(),
        changed=changed,
    )


async def look(store: Store, id_: str) -> TableLook:
    """What anybody sees who watches the table.

    :raises AdminError: if there is none, or it cannot be read.
    """
    found = await store.tables([id_])
    if id_ not in found:
        raise _no_table(id_)
    row, changed = found[id_]
    try:
        table = read_table(row.body)
    except Unfit:
        raise AdminError(refusals.unreadable()) from None
    match: Found | None = None
    if table.match > 0:
        try:
            match = await reopen(store, id_, table.match, table.teaches())
        except Unfit:
            match = await strand(store, id_, table.match)
    # Who is there is known to the server alone: so nobody is shown as away.
    everybody = {person.token for person in table.persons()}
    return TableLook(view=table_view(table, match, everybody, None), changed=changed)


async def close(store: Store, id_: str) -> None:
    """Close a table: it is forgotten, with its matches, and its people are told.

    :raises AdminError: if there is none.
    """
    if await store.table(id_) is None:
        raise _no_table(id_)
    await store.drop_table(id_)


async def revoke(store: Store, id_: str, name: str) -> None:
    """Take a person's seat; a bot plays on, and the token opens nothing at this table any more.

    :raises AdminError: if nobody there has that name.
    """
    for _ in range(ATTEMPTS):
        row = await store.table(id_)
        if row is None:
            raise _no_table(id_)
        try:
            table = seating.revoke(read_table(row.body), name)
        except Unfit:
            raise AdminError(refusals.unreadable()) from None
        except Refused as refusal:
            raise AdminError(refusal.message) from None
        if table is None:
            await store.drop_table(id_)
            return
        with suppress(Conflict):
            await store.save_table(table.row(row.version + 1, row.state), None)
            return
    raise AdminError("the table is changing all the time; try again")


async def erase(store: Store, name: str, id_: str | None) -> list[str]:
    """Take a name out of a table and its matches, or out of all tables, and out of what people keep
    of them; returns the tables where it was.

    :raises AdminError: if there is no such table.
    """
    if id_ is not None and await store.table(id_) is None:
        raise _no_table(id_)
    ids = [id_] if id_ is not None else [row.id async for row, _ in store.every_table()]
    change = partial(in_body, name), partial(in_names, name), partial(in_replay, name)
    found = {one for one in ids if await store.rewrite(one, *change)}
    company = people_sql.rename_in_companies(id_, None, partial(in_company, name))
    found |= await store.run(company)
    if id_ is None:
        await store.run(sql.single("UPDATE people SET name = '' WHERE name = ? RETURNING id", name))
    return sorted(found)


async def list_people(store: Store, *, name: str | None, most: int) -> list[PersonLine]:
    """Those who were last called like that, or anybody; the newest first."""
    rows = await store.run(people_sql.known_as(name, most))
    return [
        PersonLine(person=id_, name=called, made=made, devices=keys, passkeys=own, matches=played)
        for id_, called, made, keys, own, played in rows
    ]


async def erase_person(store: Store, person: str) -> list[str]:
    """Take a person out of all that is stored; at which tables they were.

    :raises AdminError: if there is nobody of that id.
    """
    if not await store.one("SELECT 1 FROM people WHERE id = ?", person):
        raise AdminError(f"nobody is {person!r:.60}; `microciv admin people` lists them")
    return await people.erase(store, person)


async def block(store: Store, address: str, seconds: int) -> tuple[str, int]:
    """Let nobody from an address connect; what was blocked, and until when.

    :raises AdminError: if it is none.
    """
    network, until = _network(address), sql.now() + seconds
    await store.block(network, until)
    return network, until


async def unblock(store: Store, address: str) -> str:
    """Let an address connect again.

    :raises AdminError: if it was not blocked.
    """
    network = _network(address)
    if not await store.unblock(network):
        raise AdminError(f"{network}: is not blocked; `microciv admin blocked` lists what is")
    return network


def _network(text: str) -> str:
    try:
        return read_blocked(text)
    except ValueError:
        raise AdminError(
            "expected an address such as 192.0.2.7 or a network such as 192.0.2.0/24,"
            f" not {text!r:.60}"
        ) from None


def _no_table(id_: str) -> AdminError:
    return AdminError(f"no table {id_!r:.60}; `microciv admin list` lists them")
