"""Who serves a table, by the rows of the database; and what that keeps others from writing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from typing import Final

import psycopg
import pytest

from microciv.server.store.leases import Leases, Time
from microciv.server.store.rows import Conflict, Entry, MatchRow, Outcome, TableRow
from microciv.server.store.store import Store, open_store
from microciv.server.wire.messages import Refused
from tests.server.site import settings

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]

HOW: Final = settings(lease=2.0)


class Process:
    """One of several that share a database, as far as its leases go."""

    def __init__(self, store: Store, number: int) -> None:
        self.store = store
        self.leases = Leases(store, HOW)
        self.leases.address = f"http://127.0.0.1:{number}"


@pytest.fixture
async def processes(postgres_url: str) -> AsyncIterator[list[Process]]:
    """Three that live, and the tables `a` to `d`, each with a match."""
    async with AsyncExitStack() as stack:
        found: list[Process] = []
        for number in range(3):
            store = open_store(postgres_url)
            await store.open()
            stack.push_async_callback(store.close)
            process = Process(store, 9000 + number)
            if not found:
                for table in "abcd":
                    match = MatchRow(table, 1, "5x", {}, ["Ann"], 1)
                    await store.add_table(TableRow(table, 1, "playing", 0, b"{}"), match)
            assert set() == await process.leases.beat()
            found.append(process)
        yield found


def long_ago(postgres_url: str, process: Process) -> None:
    """It has not been heard of since."""
    with psycopg.connect(postgres_url) as database:
        database.execute(
            "UPDATE processes SET seen = seen - 10000 WHERE process = %s", (process.store.process,)
        )


async def test_who_is_asked_first_serves_and_others_know_where(processes: list[Process]):
    first, second, _ = processes
    assert None is await first.leases.claim("a")
    peer = await second.leases.claim("a")
    assert peer is not None
    assert ("127.0.0.1", 9000) == (peer.host, peer.port)
    assert first.leases.secret not in repr(peer)
    assert {"a": peer} == await second.leases.elsewhere(["a", "b", "none"])
    assert None is await second.leases.claim("none")
    assert not second.leases.serves("none")


async def test_of_many_that_ask_at_once_one_serves(processes: list[Process]):
    for table in "abcd":
        asked = [process.leases.claim(table) for process in processes for _ in range(4)]
        peers = await asyncio.gather(*asked)
        serving = [process for process in processes if process.leases.serves(table)]
        assert 1 == len(serving)
        others = {None if peer is None else peer.process for peer in peers}
        assert {None, serving[0].store.process} == others


async def test_who_is_not_heard_of_loses_its_tables_and_writes_nothing(
    processes: list[Process], postgres_url: str
):
    frozen, other, _ = processes
    for table in "ab":
        assert None is await frozen.leases.claim(table)
    await frozen.store.append("a", 1, [Entry(0, 0, 1, ("x",))])
    assert None is not await other.leases.claim("a")
    long_ago(postgres_url, frozen)
    assert None is await other.leases.claim("a")
    over = Outcome(b"record", b"replay")
    for write in (
        frozen.store.append("a", 1, [Entry(1, 0, 1, ("late",))]),
        frozen.store.append("a", 1, [Entry(1, 0, 1, ("late",))], over, 1),
        frozen.store.save_table(TableRow("a", 2, "finished", 0, b"late")),
    ):
        with pytest.raises(Conflict):
            await write
    await frozen.store.drop_table("a")
    assert [Entry(0, 0, 1, ("x",))] == await other.store.entries("a", 1)
    assert TableRow("a", 1, "playing", 0, b"{}") == await other.store.table("a")
    await other.store.append("a", 1, [Entry(1, 0, 1, ("y",))])
    assert {"a"} == await frozen.leases.beat()  # b nobody has asked for meanwhile
    assert {"b"} == frozen.leases.mine
    assert None is not await frozen.leases.claim("a")


async def test_tables_that_are_given_up_are_for_whoever_is_next(processes: list[Process]):
    first, second, third = processes
    for table in "ab":
        assert None is await first.leases.claim(table)
    await asyncio.gather(first.leases.release({"a"}), second.leases.claim("c"))
    assert None is await second.leases.claim("a")
    first.leases.close()
    peer = await third.leases.claim("b")
    assert peer is not None
    await first.leases.retire()
    await third.leases.beat()
    assert peer.gone.is_set()
    assert None is await third.leases.claim("b")
    with pytest.raises(Refused, match="stops"):
        await first.leases.claim("d")


async def test_who_follows_goes_on_with_what_was_left(processes: list[Process], postgres_url: str):
    first, second, third = processes
    assert None is await first.leases.claim("a")
    whole = Time(1, 40_000, 7, 90_000)
    assert whole == await first.leases.agree("a", 1, whole, follows=True)
    long_ago(postgres_url, first)  # ten seconds in which nobody served it
    assert None is await second.leases.claim("a")
    agreed = await second.leases.agree("a", 1, Time(1, 45_000, 7, 99_000), follows=True)
    assert 45_000 >= agreed.left > 40_000  # of which it was not heard either, in this test
    assert agreed.whole is not None
    assert 99_000 >= agreed.whole > 90_000
    assert Time(2, 9_000) == await second.leases.agree("a", 1, Time(2, 9_000), follows=True)
    # Who does not serve the table has no say.
    assert Time(2, 1) == await third.leases.agree("a", 1, Time(2, 1), follows=False)
    left = (await second.leases.agree("a", 1, Time(2, 9_000), follows=True)).left
    assert 8_000 < left <= 9_000


async def test_what_is_written_together_succeeds_or_fails_alone(processes: list[Process]):
    store, leases = processes[0].store, processes[0].leases
    for table in "abc":
        assert None is await leases.claim(table)
    await store.append("b", 1, [Entry(0, 0, 1, ("first",))])
    writes = [
        store.append(table, 1, [Entry(0, 0, 1, ("x",)), Entry(1, 0, 1, ())]) for table in "abcd"
    ]
    results = await asyncio.gather(*writes, return_exceptions=True)
    assert [type(None), Conflict, type(None), Conflict] == [type(result) for result in results]
    lengths = [len(await store.entries(table, 1)) for table in "abcd"]
    assert [2, 1, 2, 0] == lengths


async def test_an_answer_outlives_a_connection_that_is_cut(
    processes: list[Process], postgres_url: str
):
    """It is there, or there already when it is written again: who meets that reads it."""
    store, leases = processes[0].store, processes[0].leases
    assert None is await leases.claim("a")
    with psycopg.connect(postgres_url, autocommit=True) as database:
        for ply in range(3):
            database.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            with suppress(Conflict):
                await store.append("a", 1, [Entry(ply, 0, 1, ("x",))])
            assert ply + 1 == len(await store.entries("a", 1))
