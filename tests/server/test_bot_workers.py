"""Bots get what a person at their seat gets, in another process."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import pickle
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest

from microciv.bots import NO_REASON, Bot
from microciv.core.codec import plain
from microciv.core.game import Game
from microciv.core.match import Match
from microciv.core.moves import Move
from microciv.core.rng import Rng
from microciv.core.state import Observation
from microciv.games import catalogue, open_game
from microciv.laws.play import decisions
from microciv.server.bots import workers as bot_workers
from microciv.server.bots.workers import BotWorkers, Thought, pack, question, think, unpack
from microciv.server.fair_queue import Whose
from microciv.server.rooms.rooms import Rooms
from microciv.server.store.store import open_store
from microciv.server.wire.messages import NewTable, SeatPlan
from tests.server.chores import note, sleep
from tests.server.site import PATIENCE, serving_file, settings
from tests.server.test_clock import Eye

GAME = open_game("5x", {"seats": 3})
ANN, BEN = Whose("ann", "table"), Whose("ben", "table")


@pytest.mark.parametrize("name", catalogue())
def test_an_observation_comes_back_as_it_was_with_the_games_own_moves(name: str):
    game = open_game(name, {})
    match, rng = Match(game, 5), Rng(5)
    for number, _ in enumerate(decisions(match, rng)):
        if number % 40 == 0:
            for seat in range(game.seats):
                seen = match.observe(seat)
                back = unpack(game, pickle.loads(pickle.dumps(pack(seen))))
                assert seen == back
                assert plain(seen) == plain(back)
                assert all(one is other for one, other in zip(seen.legal, back.legal, strict=True))


def test_what_has_no_business_in_an_observation_is_not_sent():
    @dataclass(frozen=True)
    class Leaking:
        match: object

    with pytest.raises(TypeError, match="holds no Match"):
        pack(Leaking(Match(GAME, 5)))


def test_a_worker_learns_neither_seed_nor_other_hands():
    seed = 0xDEADBEEFCAFE
    match = Match(GAME, seed)
    asked = question(GAME, {}, "random", match.observe(0), match.heard(0))
    sent = pickle.dumps(asked)
    assert seed.to_bytes(8, "little")[:6] not in sent
    for move in [*match.observe(1).legal, *match.observe(2).legal]:
        assert move.text.split()[1].encode() not in sent
    assert think(asked).text in [move.text for move in match.observe(0).legal]


@pytest.mark.anyio
async def test_a_worker_is_a_process_and_one_that_dies_is_replaced():
    match = Match(GAME, 5)
    legal = [move.text for move in match.observe(0).legal]
    asked = question(GAME, {}, "random", match.observe(0), match.heard(0))
    workers = BotWorkers(1, 30.0)
    try:
        assert textual(await workers.ask(asked, ANN)) in legal
        for process in processes(workers):
            process.kill()
        answers = [textual(await workers.ask(asked, ANN)) for _ in range(2)]
        assert answers[-1] in legal
    finally:
        workers.close()


def processes(workers: BotWorkers) -> list[BaseProcess]:
    """Those that work now."""
    pools: list[Any] = [worker._pool for worker in workers._workers if worker._pool is not None]
    return [process for pool in pools for process in pool._processes.values()]


def textual(thought: Thought | None) -> str:
    return "" if thought is None else thought.text


@pytest.mark.anyio
async def test_only_a_worker_that_is_stuck_ends_and_what_others_do_is_done_once(tmp_path: Path):
    workers, notes = BotWorkers(1, PATIENCE), tmp_path / "notes"
    try:
        await workers.warm("5x")
        workers._seconds = 4.0
        before = {process.pid for process in processes(workers)}
        hanging = asyncio.create_task(workers.do(sleep, 1000.0, ANN))
        others = [workers.do(note, (notes, number), BEN) for number in range(20)]
        assert [*range(20)] == await asyncio.gather(*others)
        assert not hanging.done()
        assert None is await hanging
        assert "done" == await workers.do(sleep, 0.0, ANN)
        after = {process.pid for process in processes(workers)}
        assert 1 == len(before & after)
        told = [line.split() for line in notes.read_text(encoding="utf-8").splitlines()]
        assert [str(number) for number in range(20)] == [number for number, _ in told]
        assert {str(pid) for pid in before & after} == {pid for _, pid in told}
    finally:
        workers.close()


@pytest.mark.anyio
async def test_time_counts_from_when_a_worker_begins():
    workers = BotWorkers(1, PATIENCE)
    try:
        await workers.warm("5x")
        workers._seconds = 1.5
        doing = [workers.do(sleep, 0.6, ANN) for _ in range(3)]
        assert ["done"] * 3 == await asyncio.gather(*doing)
    finally:
        workers.close()


@pytest.mark.anyio
async def test_what_nobody_waits_for_any_more_is_not_done(tmp_path: Path):
    workers, notes = BotWorkers(0, PATIENCE), tmp_path / "notes"
    try:
        doing = [asyncio.create_task(workers.do(note, (notes, at), ANN)) for at in range(3)]
        await asyncio.sleep(0)  # all of them wait, or are done
        doing[1].cancel()
        assert [0, 2] == [await doing[0], await doing[2]]
        told = notes.read_text(encoding="utf-8").split()
        assert ["0", "2"] == told[::2]
    finally:
        workers.close()


@pytest.mark.anyio
async def test_a_table_warms_the_workers_and_they_go_with_the_server(tmp_path: Path):
    before = set(multiprocessing.active_children())
    rooms = Rooms(open_store(str(tmp_path / "site")), settings(workers=1))
    await rooms.open()
    assert not set(multiprocessing.active_children()) - before
    wish = NewTable(game="5x", seats=[SeatPlan(kind="you")] + [SeatPlan(kind="bot")] * 2)
    await rooms.new_table(wish)
    await rooms.services.bot_workers.warm("5x")  # waits for what the table began
    started = set(multiprocessing.active_children()) - before
    assert 2 == len(started)  # one more for who has nothing under way
    await rooms.close()
    deadline = time.monotonic() + PATIENCE
    while any(exists(worker.pid) for worker in started):
        assert time.monotonic() < deadline
        await asyncio.sleep(0.01)


def exists(process: int | None) -> bool:
    """Does the system know it? `is_alive` cannot tell while the pool waits for it as well."""
    stat = Path(f"/proc/{process}/stat")
    try:
        return stat.read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("talk", ["phrases", "off"])
def test_the_game_answers_for_a_bot_that_fails_and_everybody_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, talk: str
):
    def fail(_: object) -> str:
        raise ZeroDivisionError("a hidden hand")

    monkeypatch.setattr(bot_workers, "think", fail)
    with serving_file(tmp_path / "site") as site:
        made = site.create("bot:random", "bot:random", "bot:random", leaders=False, talk=talk)
        watcher = site.join(made["table"], None)
        while watcher.update["seen"]["phase"] != "over":
            watcher.next("update")
        watcher.sync()
    assert "a worker failed: ZeroDivisionError at " in caplog.text
    assert "a hidden hand" not in caplog.text
    assert {"no_answer"} == {said["key"] for said in watcher.said}
    told = [(said["decision"], said["seat"]) for said in watcher.said]
    assert [(1, 0), (1, 1), (1, 2)] == told[:3]
    assert len(told) == len(set(told))


def test_a_bots_illegal_answer_becomes_an_absent_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(bot_workers, "think", lambda _: Thought("bid 200", NO_REASON))
    with serving_file(tmp_path / "site") as site:
        made = site.create("bot:random", "bot:random", "bot:random", leaders=False)
        watcher = site.join(made["table"], None)
        while watcher.update["seen"]["phase"] != "over":
            watcher.next("update")


@pytest.mark.anyio
async def test_bots_think_for_the_host_of_the_table_or_until_then_for_who_came_first(
    tmp_path: Path,
):
    rooms = Rooms(open_store(str(tmp_path / "site")), settings())
    await rooms.open()
    try:
        made = await rooms.new_table(NewTable(game="5x", seats=[SeatPlan(kind="bot")] * 3))
        room = await rooms.room(made.table)
        found = []
        for name, token in (("first", None), ("second", None), ("host", made.token)):
            eye = Eye(token)
            eye.whose = Whose(name, room.id)
            await room.join(eye)
            found.append(room.bot_moves.whose.visitor)
        assert ["first", "first", "host"] == found
    finally:
        await rooms.close()


def test_nobody_plays_where_nobody_watches(tmp_path: Path):
    with serving_file(tmp_path / "site") as site:
        made = site.create("bot:random", "bot:random", "bot:random", leaders=False)
        tables = [site.get(f"/api/tables/{made['table']}").json() for _ in range(3)]
        assert "playing" == tables[-1]["state"]
        assert ["thinking"] * 3 == [seat["status"] for seat in tables[-1]["seats"]]
        watcher = site.join(made["table"], None)
        assert 1 == watcher.update["decision"]


@pytest.mark.parametrize("forced", [False, True], ids=["choices", "forced steps too"])
def test_what_a_bot_has_thought_out_for_an_answer_is_played_without_asking_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forced: bool
):
    foreseen: list[tuple[str, ...]] = []
    begun: list[bool] = []

    def think_ahead(asked: bot_workers.Question) -> Thought:
        """The first choice at every step of the answer, as in a world that looks like ours."""
        game = open_game(asked.game, json.loads(asked.options))
        seen = unpack(game, asked.seen)
        state = game.redeal(seen, Rng(asked.seed))
        number, steps = state.sets, [seen.legal[0]]
        state.apply(asked.seat, seen.legal[0])
        while state.sets == number and asked.seat in state.to_act:
            legal = state.legal(asked.seat)
            steps += legal[:1] if forced or len(legal) > 1 else []
            state.apply(asked.seat, legal[0])
        foreseen.append(tuple([step.text for step in steps[1:]]))
        begun.append(bool(seen.answer))
        return Thought(steps[0].text, NO_REASON, foreseen[-1])

    monkeypatch.setattr(bot_workers, "think", think_ahead)
    with serving_file(tmp_path / "site") as site:
        made = site.create("bot:random", "bot:random", game="civ-card-game")
        watcher = site.join(made["table"], None)
        while watcher.update["decision"] < 60:
            watcher.next("update")
    assert any(foreseen)
    assert not any(begun)


def test_all_bots_of_a_match_are_given_its_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """`Bot.table_number`, the same at every question; a bot's own seed is another each time."""
    asked_with: list[tuple[int, int]] = []

    def think_of_it(asked: bot_workers.Question) -> Thought:
        asked_with.append((asked.table_number, asked.seed))
        return think(asked)

    monkeypatch.setattr(bot_workers, "think", think_of_it)
    with serving_file(tmp_path / "site") as site:
        made = site.create(*["bot:random"] * 3, game="5x")
        watcher = site.join(made["table"], None)
        while watcher.update["decision"] < 4:
            watcher.next("update")
    numbers, seeds = zip(*asked_with, strict=True)
    assert 1 == len(set(numbers))
    assert len(seeds) == len(set(seeds))


def test_a_worker_tells_the_steps_that_a_bot_foresees(monkeypatch: pytest.MonkeyPatch):
    class Foreseeing(Bot):
        def choose(self, seen: Observation) -> Move:
            return seen.legal[0]

        def foreseen(self) -> list[Move]:
            return self.game.moves.all[1:3]

    def make(
        _: str, game: Game, seat: int, seed: int, clock: Callable[[], float], table_number: int
    ) -> Bot:
        assert clock() <= clock()
        assert table_number == 7
        return Foreseeing(game, seat, seed)

    monkeypatch.setattr(bot_workers, "make_bot", make)
    match = Match(GAME, 5)
    asked = question(GAME, {}, "random", match.observe(0), match.heard(0), table_number=7)
    thought = think(asked)
    assert tuple([move.text for move in GAME.moves.all[1:3]]) == thought.foreseen
