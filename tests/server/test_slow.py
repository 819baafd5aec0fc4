"""A client that does not read is dropped; nobody waits for it."""

from __future__ import annotations

import asyncio
import gc
import time
import weakref
from pathlib import Path
from typing import Any, Final

import pytest

from microciv.server.api.socket import Connection
from microciv.server.limits import Bucket, Buckets
from microciv.server.rooms.room import Room
from microciv.server.rooms.rooms import Rooms
from microciv.server.rooms.watcher import TRY_AGAIN
from microciv.server.store import sql
from microciv.server.store.store import open_store
from microciv.server.wire.messages import NewTable, Refused, SeatPlan, encode
from tests.server.site import PATIENCE, settings

SCOPE: Final = {"type": "websocket", "headers": []}


class Clogged:
    """The other end of a socket that takes the first frames and then no more."""

    def __init__(self, incoming: list[bytes], takes: int) -> None:
        self.incoming = incoming
        self.takes = takes
        self.sent: list[Any] = []
        self.told = asyncio.Event()
        """It has heard something."""

    async def receive(self) -> Any:
        if not self.sent:
            return {"type": "websocket.connect"}
        if self.incoming:
            return {"type": "websocket.receive", "text": self.incoming.pop(0).decode()}
        return await asyncio.Event().wait()

    async def send(self, message: Any) -> None:
        if message["type"] == "websocket.send" and len(self.sent) > self.takes:
            await asyncio.Event().wait()
        self.sent.append(message)
        if len(self.sent) > 1:
            self.told.set()


@pytest.mark.anyio
async def test_a_client_that_does_not_read_is_dropped(tmp_path: Path):
    rooms = Rooms(open_store(str(tmp_path / "s")), settings(backlog=5))
    await rooms.open()
    wish = NewTable(game="5x", name="Ann", seats=[SeatPlan(kind="open")] * 3)
    seating = await rooms.new_table(wish)
    pings = [b'{"type":"ping"}'] * 20
    end = Clogged([encode({"type": "hello", "token": seating.token}), *pings], takes=2)
    connection = Connection(SCOPE, end.receive, end.send, rooms, seating.table)
    await asyncio.wait_for(connection.run(), 10)
    assert {"type": "websocket.close", "code": TRY_AGAIN} == {
        name: end.sent[-1][name] for name in ("type", "code")
    }
    room = await rooms.room(seating.table)
    assert set() == room.watchers
    await rooms.close()


async def greeted(rooms: Rooms, table: str, end: Clogged) -> Any:
    """The first frame that a client gets."""
    connection = Connection(SCOPE, end.receive, end.send, rooms, table)
    served = asyncio.create_task(connection.run())
    await asyncio.wait_for(end.told.wait(), PATIENCE)
    served.cancel()
    await asyncio.wait([served])
    return end.sent[1]


@pytest.mark.anyio
async def test_a_hello_is_served_however_long_the_store_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    rooms = Rooms(open_store(str(tmp_path / "s")), settings(greeting=0.05))
    await rooms.open()
    wish = NewTable(game="5x", name="Ann", seats=[SeatPlan(kind="open")] * 3)
    seating = await rooms.new_table(wish)
    at_once = rooms.room

    async def slowly(id_: str) -> Room:
        await asyncio.sleep(0.1)
        return await at_once(id_)

    monkeypatch.setattr(rooms, "room", slowly)
    end = Clogged([encode({"type": "hello", "token": seating.token})], takes=9)
    frame = await greeted(rooms, seating.table, end)
    assert "websocket.send" == frame["type"]
    await rooms.close()


@pytest.mark.anyio
async def test_a_hello_that_comes_as_the_time_is_up_is_heard(tmp_path: Path):
    """Thousands come back at once, and one turn of the loop takes longer than a greeting may."""
    rooms = Rooms(open_store(str(tmp_path / "s")), settings(greeting=0.05))
    await rooms.open()
    wish = NewTable(game="5x", name="Ann", seats=[SeatPlan(kind="open")] * 3)
    seating = await rooms.new_table(wish)
    come = asyncio.Event()

    class Late(Clogged):
        async def receive(self) -> Any:
            if self.sent and self.incoming:
                loop.call_later(0.02, come.set)
                loop.call_soon(time.sleep, 0.1)
                await come.wait()
            return await super().receive()

    loop = asyncio.get_running_loop()
    end = Late([encode({"type": "hello", "token": seating.token})], takes=9)
    frame = await greeted(rooms, seating.table, end)
    assert "websocket.send" == frame["type"]
    await rooms.close()


@pytest.mark.anyio
async def test_rooms_without_anybody_are_forgotten_and_others_are_not(tmp_path: Path):
    rooms = Rooms(open_store(str(tmp_path / "s")), settings(rooms=2))
    await rooms.open()
    wish = NewTable(game="5x", seats=[SeatPlan(kind="open")] * 3)
    tables = [(await rooms.new_table(wish)).table for _ in range(6)]
    held = await rooms.room(tables[0])
    forgotten = weakref.ref(await rooms.room(tables[1]))
    for table in tables[2:]:
        await rooms.room(table)
    gc.collect()
    assert None is forgotten()
    assert held is await rooms.room(tables[0])
    assert 2 == len(rooms._kept)
    with pytest.raises(Refused):
        await rooms.room("nowhere")
    await rooms.close()


@pytest.mark.anyio
async def test_a_server_that_runs_for_long_tidies_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    rooms = Rooms(open_store(str(tmp_path / "s")), settings(tidy=0.01))
    await rooms.open()
    wish = NewTable(game="5x", seats=[SeatPlan(kind="open")] * 3)
    old = (await rooms.new_table(wish)).table
    await rooms.room(old)
    await rooms.tidy()
    # It tidies all the time, by two clocks: while they pass a day it may see only one of them.
    began, machine, passed = sql.now(), time.monotonic(), [0]
    monkeypatch.setattr(sql, "now", lambda: began + passed[0])
    monkeypatch.setattr("microciv.server.rooms.rooms.monotonic", lambda: machine + passed[0])
    async with asyncio.timeout(PATIENCE):
        while await rooms.store.table(old) is not None:
            passed[0] += sql.DAY
    with pytest.raises(Refused, match="tidied away"):
        await rooms.room(old)
    fresh = (await rooms.new_table(wish)).table
    await rooms.tidy()
    assert fresh == (await rooms.room(fresh)).id
    await rooms.close()


@pytest.mark.anyio
async def test_short_times_of_serving_add_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    moment, machine = [0.0], sql.now()
    monkeypatch.setattr("microciv.server.rooms.rooms.monotonic", lambda: moment[0])
    monkeypatch.setattr(sql, "now", lambda: machine + int(moment[0]))
    wish = NewTable(game="5x", seats=[SeatPlan(kind="open")] * 3, listed=True)
    for hours in range(50):
        rooms = Rooms(open_store(str(tmp_path / "s")), settings())
        await rooms.open()
        if hours == 0:
            await rooms.new_table(wish)
        assert (hours <= 24) == bool(await rooms.waiting(1))
        moment[0] += 3600
        await rooms.close()
        moment[0] += 7 * 3600


@pytest.mark.anyio
async def test_a_server_that_starts_long_after_tidies_nothing_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    wish = NewTable(game="5x", seats=[SeatPlan(kind="bot")] * 3)
    tables = set()
    for years in range(3):
        monkeypatch.setattr(sql, "now", lambda years=years: years * 400 * sql.DAY)
        rooms = Rooms(open_store(str(tmp_path / "s")), settings())
        await rooms.open()
        await rooms.tidy()
        tables.add((await rooms.new_table(wish)).table)
        assert tables == {(await rooms.room(table)).id for table in tables}
        await rooms.close()


@pytest.mark.anyio
async def test_faults_that_nobody_waits_for_are_logged_without_their_words(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    rooms = Rooms(open_store(str(tmp_path / "s")), settings())
    await rooms.open()

    async def fail() -> None:
        raise RuntimeError("seat 0 holds gandhi")

    task = asyncio.create_task(fail())
    await asyncio.sleep(0)
    del task
    asyncio.get_running_loop().call_soon(int, "gandhi")
    await asyncio.sleep(0)
    gc.collect()
    await asyncio.sleep(0)
    await rooms.close()
    assert ["RuntimeError", "ValueError"] == sorted(
        {record.getMessage().split()[1] for record in caplog.records}
    )
    assert "gandhi" not in caplog.text


def test_a_bucket_empties_and_fills(monkeypatch: pytest.MonkeyPatch):
    moment = [100.0]
    monkeypatch.setattr("microciv.server.limits.time.monotonic", lambda: moment[0])
    bucket = Bucket(2.0, 3)
    assert [True, True, True, False] == [bucket.take() for _ in range(4)]
    moment[0] += 0.5
    assert [True, False] == [bucket.take() for _ in range(2)]
    moment[0] += 100
    assert [True, True, True, False] == [bucket.take() for _ in range(4)]
    buckets = Buckets(1.0, 1)
    assert [True, False, True] == [buckets.take(address) for address in ("a", "a", "b")]
