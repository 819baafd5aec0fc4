"""Tables with a clock: who is to act when the time is up is answered for.

A second of these clocks is a few milliseconds long where they run out by themselves, and a whole
one where they do not.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from microciv.server.fair_queue import Whose
from microciv.server.rooms import actions, clock
from microciv.server.rooms.room import Room
from microciv.server.rooms.rooms import Rooms
from microciv.server.store.rows import MatchRow, StoreError
from microciv.server.store.store import Store, open_store
from microciv.server.table.live_match import LiveMatch, resume
from microciv.server.table.tables import hash_token, read_table
from microciv.server.table.views import Frames
from microciv.server.wire.messages import NewTable, Play, Refused, SeatPlan, Sit, Start, TakeBack
from tests.server.site import PATIENCE, Client, Site, sealed, serving_file, settings
from tests.server.spelling import Spelling, offer_spelling, spelling, told

GIVEN = 45_000
"""Milliseconds of a decision at a normal pace, where a second is one."""
SHORT = 0.2 / 45
"""A second that lets a normal decision last a fifth of one."""


@pytest.fixture
def slow(site: Site, monkeypatch: pytest.MonkeyPatch) -> Site:
    """A server whose clocks do not run out before a test is over."""
    offer_spelling(monkeypatch)
    return site


@pytest.fixture
def fast(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A server whose clocks run out soon."""
    offer_spelling(monkeypatch)
    with serving_file(tmp_path / "site.sqlite3", second=SHORT, grace=0) as running:
        yield running


def spell(site: Site, count: int = 2, pace: str = "normal", **options: Any) -> Any:
    """A table of people who spell: its name, tokens, connections."""
    return site.people(count, game="spelling", pace=pace, **options)


def lengths(client: Client) -> list[int]:
    return [event["length"] for event in client.heard if event["event"] == "spelt"]


def countdowns(client: Client) -> list[bytes]:
    return [frame for frame in client.frames if b'"type":"countdown"' in frame]


# --- what is told


@pytest.mark.parametrize(
    "pace, given", [("relaxed", 2 * GIVEN), ("normal", GIVEN), ("blitz", GIVEN // 2)]
)
def test_people_are_told_how_much_time_there_is(slow: Site, pace: str, given: int):
    _, _, [ann, ben] = spell(slow, pace=pace)
    for client in (ann, ben):
        assert (1, 1, given) == tuple(
            client.countdown[name] for name in ("match", "decision", "given")
        )
        assert 0 < client.countdown["left"] <= given
        assert pace == client.table["pace"]


def test_a_table_has_no_clock_unless_one_is_wanted(slow: Site):
    _, _, [ann, _] = spell(slow, pace="none")
    assert ("none", None) == (ann.table["pace"], ann.countdown)
    refused = slow.post("/api/tables", {"game": "5x", "seats": [], "pace": "lightning"})
    assert "malformed" == refused.json()["error"]


def test_the_list_of_tables_tells_the_pace(slow: Site):
    table = slow.create("you", "open", game="spelling", pace="blitz", listed=True)["table"]
    assert ["blitz"] == [
        row["pace"] for row in slow.get("/api/tables").json() if row["table"] == table
    ]


def test_bots_among_themselves_need_no_clock(slow: Site):
    made = slow.create("bot:random", "bot:random", game="spelling", pace="blitz")
    watcher = slow.join(made["table"], None)
    while watcher.update["seen"]["phase"] != "over":
        watcher.next("update")
    assert [] == countdowns(watcher)


def test_nobody_hears_of_a_change_of_mind_by_the_clock(slow: Site):
    _, _, [ann, ben] = spell(slow)
    ann.play("a", id="1")
    before = len(ben.frames)
    ann.play("a", "b", id="2")
    ben.sync()
    heard = len(ben.frames)
    ann.play("b", "b", id="3")
    ann.play("b", "stop", id="4")
    ben.sync()
    assert [b'{"type":"pong"}'] == ben.frames[heard:]
    assert 1 == len(countdowns(ben))
    assert before < heard


def test_who_comes_in_between_is_told_what_is_left(slow: Site):
    table, tokens, [ann, _] = spell(slow)
    time.sleep(0.05)
    for token in (tokens[1], None):
        again = slow.join(table, token)
        again.next("countdown")
        assert (1, GIVEN) == (again.countdown["decision"], again.countdown["given"])
        assert again.countdown["left"] <= ann.countdown["left"] - 40


def test_every_set_has_its_own_time(slow: Site):
    _, _, [ann, ben] = spell(slow)
    for client in (ann, ben):
        client.play("a", "stop")
    ann.until_decision(2)
    assert 2 == ann.next("countdown")["decision"]
    assert GIVEN - 5000 < ann.countdown["left"]


def test_a_seat_is_told_what_would_be_played_for_it():
    live = LiveMatch(spelling(), MatchRow("t", 1, "spelling", {}, ["Ann", "Ben"], 7))
    live.answer(0, ("b", "b"))
    assert [None, "a", None] == [told(live, seat).absent for seat in (0, 1, 15)]


# --- what happens when the time is up


def test_whoever_owes_an_answer_is_answered_for(fast: Site):
    table, _, clients = spell(fast)
    clients[1].until(lambda _: clients[1].table["paused"])
    clients[0].send(type="return", id="r")
    for client in clients:
        client.until_decision(3)
        assert ("over", [2, 2, 2, 2]) == (client.update["seen"]["phase"], lengths(client))
    moves = fast.get(f"/api/tables/{table}/record").json()["moves"]
    assert [[0, "a"], [0, "a"], [1, "a"], [1, "a"]] * 2 == moves


def test_all_are_answered_for_at_once(fast: Site):
    """Nobody sees one seat locked before the other, however many steps their answers want."""
    _, _, [ann, _, cleo] = spell(fast, 3, rounds=1)
    ann.play("b")
    cleo.until_decision(2)
    assert ("over", [1, 1, 1]) == (cleo.update["seen"]["phase"], cleo.update["places"])
    assert [] == [frame for frame in cleo.frames if b'"locked"' in frame]


def test_the_clock_is_there_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    offer_spelling(monkeypatch)
    path = tmp_path / "site.sqlite3"
    with serving_file(path) as site:
        table, tokens, [ann, _] = spell(site, pace="blitz")
        ann.play("a", "stop")
    with serving_file(path, second=SHORT, grace=0) as site:
        back = site.join(table, tokens[0])
        assert ["a", "stop"] == sealed(back.update)
        back.next("countdown")
        assert ("blitz", 100) == (back.table["pace"], back.countdown["given"])
        back.until_decision(2)


def test_a_table_of_before_there_were_clocks_has_none():
    body = b'{"id":"t","game":"5x","options":{},"host":{"name":"A","token":"x"},"chairs":[]}'
    assert "none" == read_table(body).pace


def test_when_nothing_can_be_stored_the_clock_tries_again(
    fast: Site, monkeypatch: pytest.MonkeyPatch
):
    honest, failed = Store.append, threading.Event()

    async def append(self: Store, *entries: Any) -> None:
        if not failed.is_set():
            failed.set()
            raise StoreError("disk full")
        await honest(self, *entries)

    monkeypatch.setattr(Store, "append", append)
    _, _, [ann, _] = spell(fast, rounds=1)
    ann.until_decision(2)
    assert (True, [2, 2]) == (failed.is_set(), lengths(ann))


# --- the same without waiting: the test says when the time is up


class Eye:
    """A connection that keeps what it is shown."""

    def __init__(self, token: str | None) -> None:
        self.token = token
        self.whose = Whose("here", "table")
        self.gone = False
        self.table: Any = None
        self.countdowns: list[Any] = []
        self.moments: list[int] = []

    def show(self, frames: Frames) -> None:
        self.table = msgspec.json.decode(frames.table(self.token))["table"]
        if frames.countdown is not None:
            self.countdowns.append(frames.countdown[0])

    def hear(self, frame: bytes) -> None:
        del frame

    def accepted(self, id_: str | None, moment: int = 0) -> None:
        self.moments.append(moment)
        del id_

    def drop(self, reason: Callable[[], str], code: int = 1001) -> None:
        del reason


class Party:
    """People who spell at a table, and a hand at its clock."""

    def __init__(self, room: Room, eyes: list[Eye]) -> None:
        self.room = room
        self.eyes = eyes

    @property
    def live(self) -> LiveMatch:
        assert self.room.live is not None
        return self.room.live

    def kinds(self) -> list[str]:
        return [seat["kind"] for seat in self.eyes[0].table["seats"]]

    async def play(self, seat: int, *moves: str) -> None:
        await self.room.answer(
            self.eyes[seat], Play(match=1, decision=self.live.decision, moves=[*moves])
        )

    async def time_is_up(self) -> None:
        await self.room.clock._close((self.live.number, self.live.decision))


@asynccontextmanager
async def party(path: Path, count: int = 2, **changes: Any) -> AsyncIterator[Party]:
    """A match of this many people on a slow clock; bots that may be called take their time."""
    rooms = Rooms(open_store(str(path / "store")), settings(pause=(3600.0, 3600.0), **changes))
    await rooms.open()
    seats = [SeatPlan(kind="you"), *[SeatPlan(kind="open")] * (count - 1)]
    wish = NewTable(
        game="spelling", name="Ann", seats=seats, pace="normal", options={"rounds": 100}
    )
    seating = await rooms.new_table(wish)
    room = await rooms.room(seating.table)
    tokens = [seating.token]
    tokens += [
        (await actions.sit(room, None, Sit(name=f"B{seat}"))).token for seat in range(1, count)
    ]
    await actions.start(room, seating.token, Start())
    eyes = [Eye(token) for token in tokens]
    for eye in eyes:
        await room.join(eye)
    yield Party(room, eyes)
    await rooms.close()


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch) -> None:
    offer_spelling(monkeypatch)


@pytest.mark.anyio
@pytest.mark.usefixtures("offered")
async def test_what_is_sealed_stands_and_half_an_answer_is_gone_on_with(tmp_path: Path):
    async with party(tmp_path, 3) as people:
        await people.play(0, "b")
        await people.play(1, "b", "stop")
        await people.time_is_up()
        record = people.live.match.record()
        assert [(0, "b"), (0, "a"), (1, "b"), (1, "stop"), (2, "a"), (2, "a")] == [*record.moves]
        assert ["person", "person", "absent", "absent", "absent"] == [
            entry.by for entry in people.live.log
        ]


@pytest.mark.anyio
@pytest.mark.usefixtures("offered")
async def test_the_time_of_a_set_that_is_closed_means_nothing(tmp_path: Path):
    async with party(tmp_path) as people:
        for seat in (0, 1):
            await people.play(seat, "a", "stop")
        before = people.eyes[0].countdowns[-1]
        await people.room.clock._close((1, 1))
        assert (2, []) == (people.live.decision, people.live.log[2:])
        assert before == people.eyes[0].countdowns[-1]


@pytest.mark.anyio
@pytest.mark.usefixtures("offered")
async def test_the_time_runs_while_anybody_is_there(tmp_path: Path):
    async with party(tmp_path, away_after=3600.0) as people:
        room, [ann, ben] = people.room, people.eyes
        room.part(ben)
        room.part(ann)  # a reload takes a moment
        assert room.clock.message() is not None
        watcher = Eye(None)
        await room.join(watcher)
        assert ann.countdowns[-1:] == watcher.countdowns


@pytest.mark.anyio
@pytest.mark.usefixtures("offered")
async def test_time_that_ran_out_while_the_machine_slept_begins_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async with party(tmp_path) as people, asyncio.timeout(PATIENCE):
        awake, told = clock.now, people.eyes[0].countdowns[-1]
        monkeypatch.setattr(clock, "now", lambda: awake() + 3600.0)
        waking = asyncio.create_task(people.room.clock._run((1, 1)))
        while people.eyes[0].countdowns[-1] == told:  # noqa: ASYNC110  # an eye tells nobody
            await asyncio.sleep(0)
        waking.cancel()
        assert [told + 1] * 2 == [eye.countdowns[-1] for eye in people.eyes]
        assert ((1, []), 45.0) == (
            (people.live.decision, people.live.log),
            round(people.room.clock._left()),
        )


@pytest.mark.anyio
@pytest.mark.usefixtures("offered")
async def test_where_nobody_is_the_time_stands_and_begins_anew(tmp_path: Path):
    async with party(tmp_path) as people:
        room, [ann, ben] = people.room, people.eyes
        watcher = Eye(None)
        await room.join(watcher)
        for eye in (ann, ben):
            assert room.clock.message() is not None
            room.part(eye)
            await room._lingering[hash_token(eye.token or "")]
        assert (True, True) == (room.clock.message() is None, watcher.table["paused"])
        back = Eye(ann.token)
        await room.join(back)
        assert [ann.countdowns[-1] + 1] == back.countdowns
        assert not watcher.table["paused"]


@pytest.mark.anyio
@pytest.mark.usefixtures("offered")
async def test_after_two_missed_sets_a_bot_plays_until_the_person_is_back(tmp_path: Path):
    async with party(tmp_path) as people:
        for wanted in ("person", "bot"):
            await people.play(0, "a", "stop")
            await people.time_is_up()
            assert ["person", wanted] == people.kinds()
        await people.play(1, "a")
        assert ["person", "person"] == people.kinds()
        await people.play(1, "b", "stop")
        await people.time_is_up()
        assert (["person", "person"], 0) == (people.kinds(), people.live.missed(1))


@pytest.mark.anyio
@pytest.mark.usefixtures("offered")
async def test_the_first_time_out_answers_for_that_decision_only(tmp_path: Path):
    async with party(tmp_path) as people:
        await people.play(0, "a", "stop")
        await people.time_is_up()
        ben = people.eyes[0].table["seats"][1]
        assert ("person", "away", False) == (ben["kind"], ben["status"], people.room.paused)
        await people.play(1, "a")
        assert "thinking" == people.eyes[0].table["seats"][1]["status"]


@pytest.mark.anyio
@pytest.mark.usefixtures("offered")
@pytest.mark.parametrize("how", ["an answer", "a word"])
async def test_a_table_whose_people_have_all_run_out_of_time_waits_for_one(
    tmp_path: Path, how: str
):
    """Idle tabs are no people: nothing goes on for them, neither by the clock nor by bots."""
    async with party(tmp_path) as people:
        await people.time_is_up()
        room, [ann, ben] = people.room, people.eyes
        assert (True, None) == (ann.table["paused"], room.clock.message())
        assert ["away", "away"] == [seat["status"] for seat in ben.table["seats"]]
        if how == "an answer":
            await people.play(1, "a")
        else:
            await room.come_back(ben, "id")
        assert (False, ["person"] * 2) == (ann.table["paused"], people.kinds())
        assert ["away", "thinking"] == [seat["status"] for seat in ann.table["seats"]]
        assert room.clock.message() is not None
        again = resume(people.live.game, people.live.row, people.live.log)
        assert [1, 0] == [again.missed(seat) for seat in (0, 1)]


@pytest.mark.anyio
@pytest.mark.usefixtures("offered")
async def test_a_bot_keeps_the_seat_until_its_person_says_so(tmp_path: Path):
    """That a page comes back by itself tells nothing of its person."""
    async with party(tmp_path) as people:
        for _ in range(2):
            await people.play(0, "a", "stop")
            await people.time_is_up()
        again = Eye(people.eyes[1].token)
        await people.room.join(again, resumes=True)
        assert ["person", "bot"] == people.kinds()
        await people.room.come_back(again, None)
        assert (["person", "person"], [0]) == (people.kinds(), again.moments)
        with pytest.raises(Refused, match="watch"):
            await people.room.come_back(Eye(None), None)


# --- a moment for who plays with bots alone


@asynccontextmanager
async def alone(path: Path, moment: float) -> AsyncIterator[Party]:
    """One person with two bots that take no time."""
    rooms = Rooms(open_store(str(path / "store")), settings(moment=moment))
    await rooms.open()
    seats = [SeatPlan(kind="you"), *[SeatPlan(kind="bot", level="random")] * 2]
    seating = await rooms.new_table(NewTable(game="5x", name="Ann", seats=seats))
    room = await rooms.room(seating.table)
    eye = Eye(seating.token)
    await room.join(eye)
    yield Party(room, [eye])
    await rooms.close()


async def all_locked(people: Party, seats: list[int]) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            views = people.eyes[0].table["seats"]
            if all(views[seat]["status"] == "locked" for seat in seats):
                return
            await asyncio.sleep(0.001)


@pytest.mark.anyio
async def test_who_plays_with_bots_alone_can_change_an_answer_for_a_moment(tmp_path: Path):
    """The bots have made up their minds, and are shown so; the answer that they wait for counts."""
    async with alone(tmp_path, 3600.0) as people:
        await all_locked(people, [1, 2])
        first, second = [move.text for move in people.live.match.observe(0).legal][:2]
        assert [] == people.live.log
        for answer in (first, second):
            await people.play(0, answer)
            await asyncio.sleep(0.01)
        await people.room.answer(people.eyes[0], TakeBack(match=1, decision=1))
        assert ([3_600_000, 3_600_000, 0], 1) == (people.eyes[0].moments, people.live.decision)


@pytest.mark.anyio
async def test_after_a_moment_the_bots_answer(tmp_path: Path):
    async with alone(tmp_path, 0.02) as people:
        await all_locked(people, [1, 2])
        asked = clock.now()
        await people.play(0, people.live.match.observe(0).legal[0].text)
        async with asyncio.timeout(PATIENCE):
            while people.live.decision == 1:  # noqa: ASYNC110  # an eye tells nobody
                await asyncio.sleep(0.001)
        assert clock.now() - asked >= 0.02
        assert ["person", "bot random", "bot random"] == [e.by for e in people.live.log[:3]]


@pytest.mark.anyio
async def test_a_forced_answer_is_given_no_moment(tmp_path: Path):
    """Whom nothing is asked that wants a choice has nothing to change."""
    async with alone(tmp_path, 3600.0) as people:
        live = people.live
        assert live.chooses(0)
        live.answer(0, (live.match.observe(0).legal[0].text,), None, "obvious")
        assert not live.chooses(0)


@pytest.mark.anyio
@pytest.mark.usefixtures("offered")
async def test_saying_hello_brings_a_person_back_too(tmp_path: Path):
    async with party(tmp_path) as people:
        for _ in range(2):
            await people.time_is_up()
        assert ["bot", "bot"] == people.kinds()
        assert people.room.clock.message() is None  # bots among themselves
        back = Eye(people.eyes[1].token)
        await people.room.join(back)
        assert ["bot", "person"] == people.kinds()
        assert people.room.clock.message() is not None


@pytest.mark.anyio
@pytest.mark.usefixtures("offered")
async def test_who_does_something_now_and_then_keeps_the_seat(tmp_path: Path):
    async with party(tmp_path) as people:
        for _ in range(3):
            await people.time_is_up()
            await people.play(0, "b")
            await people.play(1, "b")
            await people.time_is_up()
            assert ["person", "person"] == people.kinds()
        with pytest.raises(Refused, match="closed"):
            await people.room.answer(people.eyes[0], Play(match=1, decision=1, moves=["a"]))


def test_missed_sets_are_counted_from_the_log():
    game = spelling()
    row = MatchRow("t", 1, "spelling", {}, ["Ann", "Ben"], 7)
    live = LiveMatch(game, row)
    live.answer(0, ("b", "stop"), by="obvious")
    for _ in range(2):
        live.absent(1)
    assert [0, 1] == [live.missed(seat) for seat in (0, 1)]
    again = resume(game, row, live.log)
    assert [0, 1] == [again.missed(seat) for seat in (0, 1)]


# --- parts of a match that have a limit as a whole


class Limited:
    """The time of the clocks, and the part of the match that has a minute in all."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.part: tuple[int, int] | None = (7, 60)


@pytest.fixture
def limited(monkeypatch: pytest.MonkeyPatch) -> Limited:
    """A match that is all one such part, until the test says otherwise; time goes as it says."""
    offer_spelling(monkeypatch)
    limited = Limited()
    monkeypatch.setattr(clock, "now", lambda: limited.now)
    monkeypatch.setattr(Spelling, "stretch", lambda _game, _seen: limited.part)
    return limited


def told_by_clock(people: Party) -> tuple[int, int]:
    """What is given for the decision, and for the whole."""
    frame = people.room.clock.message()
    assert frame is not None
    countdown = msgspec.json.decode(frame[1])
    return countdown["given"], countdown["part_left"]


@pytest.mark.anyio
async def test_a_part_of_a_match_may_have_a_limit_as_a_whole(tmp_path: Path, limited: Limited):
    """Each decision has its own time, but no more than the whole still has; then all is as ever."""
    async with party(tmp_path, grace=3600.0) as people:
        told = [told_by_clock(people)]
        for part in ((7, 60), (7, 60), (7, 60), (8, 60), None):
            limited.now += 25
            limited.part = part
            for seat in (0, 1):
                await people.play(seat, "a", "stop")
            told.append(told_by_clock(people))
        assert told == [
            *((45_000, 60_000), (35_000, 35_000), (10_000, 10_000), (0, 1)),
            *((45_000, 60_000), (45_000, 0)),
        ]


@pytest.mark.anyio
async def test_who_had_less_time_than_others_has_missed_nothing(tmp_path: Path, limited: Limited):
    """No bot takes over from somebody whom the limit of the whole cut short."""
    async with party(tmp_path, grace=3600.0) as people:
        limited.now += 60
        for seat in (0, 1):
            await people.play(seat, "a", "stop")
        for _ in range(3):
            await people.time_is_up()
            assert ["person", "person"] == people.kinds()
        assert {"obvious"} == {entry.by for entry in people.live.log[2:]}
        assert (5, 0) == (people.live.decision, people.live.missed(1))


@pytest.mark.anyio
async def test_where_nobody_is_the_whole_begins_anew_too(tmp_path: Path, limited: Limited):
    """As the time of a decision does."""
    async with party(tmp_path, grace=3600.0, away_after=0.0) as people:
        room, [ann, ben] = people.room, people.eyes
        for eye in (ann, ben):
            room.part(eye)
            await room._lingering[hash_token(eye.token or "")]
        limited.now += 60
        await room.join(Eye(ann.token))
        assert (45_000, 60_000) == told_by_clock(people)
