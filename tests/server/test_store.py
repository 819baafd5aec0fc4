"""The store, on SQLite and on PostgreSQL alike."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from microciv.server.store import sql, sqlite
from microciv.server.store.rows import (
    Conflict,
    Entry,
    Listing,
    MatchRow,
    Outcome,
    StoreError,
    StoreInUse,
    TableRow,
    Unfit,
)
from microciv.server.store.sql import DAY
from microciv.server.store.sqlite import SqliteStore
from microciv.server.store.store import Store, open_store
from tests.server.site import PATIENCE

pytestmark = pytest.mark.anyio

STATES = ("lobby", "playing", "finished")
STORES = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]


@pytest.fixture(params=STORES)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "folder" / "store.sqlite3")
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture
async def store(address: str) -> AsyncIterator[Store]:
    opened = open_store(address)
    await opened.open()
    yield opened
    await opened.close()


def table(version: int = 1, id_: str = "t", state: str = "lobby", body: bytes = b"{}") -> TableRow:
    return TableRow(id_, version, state, 2, body)


def match(number: int = 1) -> MatchRow:
    return MatchRow("t", number, "5x", {"leaders": False}, ["Ann", "Bén"], 2**127 + 1, 3)


async def test_of_all_who_look_for_each_other_one_makes_a_table(store: Store):
    listing = Listing("5x", 3, "none", rated=False, fills=sql.now() + 60)
    rows = [replace(table(id_=id_), listing=listing) for id_ in "abcdefgh"]
    await asyncio.gather(*[store.table(row.id) for row in rows])  # all connections are open
    asked = [store.add_quick_table(row) for row in rows]
    made = await asyncio.gather(*asked, return_exceptions=True)
    assert 1 == made.count(None)
    assert {Conflict} == {type(one) for one in made if one is not None}
    assert 1 == len(await store.waiting(9))


async def test_what_is_written_is_read(store: Store):
    await store.add_table(table(), match())
    entries = [Entry(0, 1, 1, ("bid 2", "x"), "id"), Entry(1, 0, 1, (), None, "bot easy")]
    await store.append("t", 1, entries)
    assert table() == await store.table("t")
    assert match() == await store.match("t", 1)
    assert entries == await store.entries("t", 1)
    assert entries[1:] == await store.entries("t", 1, since=1)
    assert None is await store.table("x")
    with pytest.raises(Unfit, match="not there"):
        await store.match("t", 2)
    assert [table()] == await store.waiting(10)


async def test_one_ply_of_the_log_is_written_once(store: Store):
    await store.add_table(table(), match())
    await store.append("t", 1, [Entry(0, 0, 1, ("a",))])
    with pytest.raises(Conflict):
        await store.append("t", 1, [Entry(1, 1, 1, ("b",)), Entry(0, 0, 1, ("b",))])
    assert [Entry(0, 0, 1, ("a",))] == await store.entries("t", 1)


async def test_of_many_writers_at_once_one_wins(store: Store):
    await store.add_table(table(), match())
    writers = [store.append("t", 1, [Entry(0, seat, 1, ("a",))]) for seat in range(20)]
    results = await asyncio.gather(*writers, return_exceptions=True)
    assert 19 == len([result for result in results if isinstance(result, Conflict)])
    assert 1 == len(await store.entries("t", 1))


async def test_what_comes_in_one_turn_of_the_loop_is_one_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    store = SqliteStore(str(tmp_path / "store.sqlite3"))
    await store.open()
    await store.add_table(table(), match())
    writes: list[int] = []

    def commit(database: Any, loop: Any, jobs: list[Any]) -> None:
        writes.append(len(jobs))
        whole(database, loop, jobs)

    whole = store._commit
    monkeypatch.setattr(store, "_commit", commit)
    answers = [store.append("t", 1, [Entry(ply, 0, 1, ("a",))]) for ply in (0, 1, 1, 2)]
    told = await asyncio.gather(*answers, return_exceptions=True)
    assert [None, None, Conflict, None] == [one and type(one) for one in told]
    assert [4] == writes
    assert [0, 1, 2] == [entry.ply for entry in await store.entries("t", 1)]
    await store.close()


async def test_a_table_is_written_by_who_has_read_it(store: Store):
    await store.add_table(table())
    await store.save_table(table(2, body=b"two"), match())
    with pytest.raises(Conflict):
        await store.save_table(table(2, body=b"too late"), match(2))
    found = await store.table("t")
    assert found is not None
    assert b"two" == found.body
    with pytest.raises(Unfit):
        await store.match("t", 2)


async def test_a_finished_match_keeps_its_outcome(store: Store):
    await store.add_table(table(state="playing"), match())
    assert None is await store.outcome("t", 1)
    await store.append("t", 1, [Entry(0, 0, 1, ("a",))], Outcome(b"record", b"\x00replay"))
    assert Outcome(b"record", b"\x00replay") == await store.outcome("t", 1)
    found = await store.table("t")
    assert found is not None
    assert "finished" == found.state


async def test_a_match_is_finished_under_the_names_of_its_table_alone(store: Store):
    await store.add_table(table(state="playing"), match())
    await store.save_table(table(2, state="playing"))
    with pytest.raises(Conflict):
        await store.append("t", 1, [Entry(0, 0, 1, ("a",))], Outcome(b"r", b"r"), version=1)
    assert [] == await store.entries("t", 1)
    assert None is await store.outcome("t", 1)
    await store.append("t", 1, [Entry(0, 0, 1, ("a",))], Outcome(b"r", b"r"), version=2)
    assert Outcome(b"r", b"r") == await store.outcome("t", 1)


async def test_all_tables_are_read_some_at_a_time(store: Store, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("microciv.server.store.store.AT_A_TIME", 2)
    for number, state in enumerate((*STATES, "lobby")):
        await store.add_table(table(id_=f"t{number}", state=state))
    assert [f"t{number}" for number in range(4)] == [row.id async for row, _ in store.every_table()]
    assert ["t0", "t3"] == [row.id async for row, _ in store.every_table("lobby")]


async def test_dropping_a_table_drops_all_of_it(store: Store):
    await store.add_table(table(), match())
    await store.append("t", 1, [Entry(0, 0, 1, ("a",))])
    await store.drop_table("t")
    assert None is await store.table("t")
    assert [] == await store.entries("t", 1)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


class Clock:
    """The machine's clock, which anybody may set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = sql.now()
        monkeypatch.setattr(sql, "now", lambda: self.now)

    async def serve(self, store: Store, seconds: int, *visited: str, jump: int = 0) -> int:
        """The store is used on for so long; meanwhile the clock may jump."""
        self.now += seconds + jump
        return await store.tidy(seconds, {*visited})


async def left(store: Store, *tables: str) -> list[str]:
    return [id_ for id_ in tables if await store.table(id_)]


async def test_old_tables_are_tidied_away(store: Store, clock: Clock):
    for state in (*STATES, "visited"):
        await store.add_table(table(id_=state, state="lobby" if state == "visited" else state))
    await clock.serve(store, 0)
    kept = []
    for days in (1, 1, 29, 335):
        await clock.serve(store, days * DAY, "visited")
        kept.append(await left(store, *STATES))
    assert [[*STATES], ["playing", "finished"], ["playing"], []] == kept
    assert ["visited"] == await left(store, "visited")


@pytest.mark.parametrize("years", [-30, -1, 1, 30])
async def test_a_clock_that_jumps_tidies_nothing_away(store: Store, clock: Clock, years: int):
    await clock.serve(store, 0)
    for state in STATES:
        await store.add_table(table(id_=state, state=state))
    assert 0 == await clock.serve(store, 3600, jump=years * 365 * DAY)
    assert ["lobby"] == [row.id for row in await store.waiting(10)]
    for _ in range(3):
        assert 0 == await clock.serve(store, 3600)
    assert 0 == await clock.serve(store, 3600, jump=-years * 365 * DAY)
    assert [*STATES] == await left(store, *STATES)
    assert 1 == await clock.serve(store, 2 * DAY)
    assert ["playing", "finished"] == await left(store, *STATES)


async def test_while_nobody_serves_tables_do_not_grow_old(address: str, clock: Clock):
    for _ in range(5):
        store = open_store(address)
        await store.open()
        if await store.table("t") is None:
            await store.add_table(table())
        assert 0 == await store.tidy(0, set())
        assert 0 == await store.tidy(3600, set())
        await store.close()
        clock.now += 400 * DAY


async def test_processes_that_share_a_database_do_not_count_twice(store: Store, clock: Clock):
    await store.add_table(table())
    await clock.serve(store, 0)
    for _ in range(20):  # hour after hour, the second of them half an hour after the first
        clock.now += 1800
        assert 0 == await store.tidy(3600, set())
        clock.now += 1800
        assert 0 == await store.tidy(3600, set())
    assert 1 == await clock.serve(store, 5 * 3600)


async def test_few_tables_are_dropped_at_a_time_and_matches_in_play_last(
    store: Store, clock: Clock
):
    for state in STATES:
        for number in range(20):
            await store.add_table(table(id_=f"{state}{number}", state=state))
    await clock.serve(store, 0)
    dropped = [await clock.serve(store, 400 * DAY)]
    while dropped[-1]:
        rows = await store.run(sql.single("SELECT state FROM tables"))
        playing = len([row for row in rows if row == ("playing",)])
        assert playing == min(20, len(rows))
        dropped.append(await clock.serve(store, 0))
    assert (3, 60) == (max(dropped), sum(dropped))


async def test_a_database_of_before_gives_all_its_tables_their_time(
    address: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sql, "MIGRATIONS", sql.MIGRATIONS[:2])
    store = open_store(address)
    await store.open()
    tables = (
        "INSERT INTO tables (id, version, state, open_seats, body, changed)"
        " VALUES (?, 1, 'playing', 0, ?, 5) RETURNING id"
    )
    matches = (
        "INSERT INTO matches (table_id, number, game, options, names, seed)"
        " VALUES (?, 1, '5x', '{}', '[]', 'ff') RETURNING number"
    )
    await store.run(sql.single(tables, "t", b"{}"))
    await store.run(sql.single(matches, "t"))
    await store.close()
    monkeypatch.undo()
    again = open_store(address)
    await again.open()
    assert MatchRow("t", 1, "5x", {}, [], 255, None) == await again.match("t", 1)
    assert 0 == await again.tidy(3600, set())
    assert ["t"] == await left(again, "t")
    await again.close()


async def test_a_database_is_opened_again_and_migrated_once(address: str):
    for expected in (None, table()):
        store = open_store(address)
        await store.open()
        assert expected == await store.table("t")
        if expected is None:
            await store.add_table(table())
        rows = await store.run(sql.single("SELECT version FROM schema_version"))
        assert [(len(sql.MIGRATIONS),)] == rows
        await store.close()


async def test_a_database_of_a_newer_microciv_is_left_alone(address: str):
    store = open_store(address)
    await store.open()
    await store.run(sql.single("UPDATE schema_version SET version = 999 RETURNING version"))
    await store.close()
    again = open_store(address)
    with pytest.raises(StoreError, match="update microciv"):
        await again.open()
    await again.close()


async def test_what_is_written_beside_a_server_reaches_it(
    store: Store, address: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sqlite, "LOOK", 0.01)
    await store.add_table(table())
    woken = asyncio.Event()
    await store.listen(lambda _: woken.set())
    woken.clear()  # PostgreSQL has told of what was before
    beside = open_store(address)
    await beside.visit()
    assert table() == await beside.table("t")
    await beside.save_table(table(2, body=b"beside"))
    await asyncio.wait_for(woken.wait(), PATIENCE)
    with pytest.raises(Conflict):
        await store.save_table(table(2, body=b"too late"))
    assert table(2, body=b"beside") == await store.table("t")
    await beside.close()


async def test_nobody_is_woken_by_what_the_server_itself_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    store = SqliteStore(str(tmp_path / "store.sqlite3"))
    await store.open()
    look = store._others
    looked = asyncio.Queue[int]()

    async def others() -> int:
        looked.put_nowait(await look())
        return await look()

    monkeypatch.setattr(sqlite, "LOOK", 0.001)
    monkeypatch.setattr(store, "_others", others)
    woken: list[str] = []
    await store.listen(woken.append)
    for version in range(1, 6):
        await (store.add_table(table()) if version == 1 else store.save_table(table(version)))
        await asyncio.wait_for(looked.get(), PATIENCE)
    await store.close()
    assert [] == woken


async def test_one_store_serves_a_file(tmp_path: Path):
    first, second = [open_store(str(tmp_path / "store.sqlite3")) for _ in range(2)]
    await first.open()
    with pytest.raises(StoreInUse, match="another microciv has this database open"):
        await second.open()
    await first.close()
    await second.open()
    await second.close()


async def test_beside_a_server_nothing_is_made_or_migrated(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    with monkeypatch.context() as before:
        before.setattr(sql, "MIGRATIONS", sql.MIGRATIONS[:-1])
        store = open_store(address)
        await store.open()
        await store.close()
    store = open_store(address)
    with pytest.raises(StoreError, match="serve it with this microciv first"):
        await store.visit()
    await store.close()
    nowhere = open_store(str(tmp_path / "nowhere.sqlite3"))
    with pytest.raises(StoreError, match="there is no such database"):
        await nowhere.visit()
    assert not (tmp_path / "nowhere.sqlite3").exists()


async def test_an_operation_that_fails_changes_nothing(store: Store):
    await store.add_table(table())
    good = store.save_table(table(2, body=b"two"))
    bad = store.run(sql.single("SELECT nonsense FROM nowhere"))
    results = await asyncio.gather(good, bad, return_exceptions=True)
    assert None is results[0]
    assert isinstance(results[1], StoreError)


async def test_a_place_that_cannot_hold_a_database_is_told(tmp_path: Path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    for path in (tmp_path / "file" / "store.sqlite3", tmp_path):
        store = open_store(str(path))
        with pytest.raises(StoreError):
            await store.open()


@pytest.mark.postgres
async def test_a_postgres_that_is_not_there_is_told_at_once():
    store = open_store("postgresql://nobody@127.0.0.1:9/none")
    with pytest.raises(StoreError, match="PostgreSQL"):
        await store.open()


async def test_what_is_no_database_is_told(tmp_path: Path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann, " * 1000, encoding="utf-8")
    store = open_store(str(path))
    with pytest.raises(StoreError, match=r"letter\.txt: file is not a database"):
        await store.open()
    await store.close()
    assert path.read_text(encoding="utf-8").startswith("Dear Ann, ")


async def test_a_damaged_database_is_told(tmp_path: Path):
    path = tmp_path / "store.sqlite3"
    store = open_store(str(path))
    await store.open()
    await store.add_table(table())
    await store.close()
    data = path.read_bytes()
    path.write_bytes(data[:4096] + b"\xff" * (len(data) - 4096))
    store = open_store(str(path))
    with pytest.raises(StoreError, match="malformed"):
        await store.open()
    await store.close()


async def test_a_full_disk_loses_nothing_and_is_got_over(tmp_path: Path):
    store = open_store(str(tmp_path / "store.sqlite3"))
    await store.open()
    await store.add_table(table(), match())
    await store.run(sql.single("PRAGMA max_page_count = 1"))
    long = ("x" * 2000,)
    written = 0
    with contextlib.suppress(StoreError):
        while written < 100:
            await store.append("t", 1, [Entry(written, 0, 1, long)])
            written += 1
    assert written < 100
    with pytest.raises(StoreError, match="full"):
        await store.append("t", 1, [Entry(written, 0, 1, long)])
    many = [store.append("t", 1, [Entry(100 + number, 0, 1, long)]) for number in range(20)]
    results = await asyncio.gather(*many, return_exceptions=True)
    assert {StoreError} == {type(result) for result in results}
    assert written == len(await store.entries("t", 1))
    await store.run(sql.single("PRAGMA max_page_count = 100000"))
    await store.append("t", 1, [Entry(written, 0, 1, long)])
    assert written + 1 == len(await store.entries("t", 1))
    await store.close()
