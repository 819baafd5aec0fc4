"""Bots get what a person at their seat gets, in another process."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import pickle
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

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
from microciv.server import bot_workers
from microciv.server.bot_workers import BotWorkers, Thought, pack, question, think, unpack
from microciv.server.messages import NewTable, SeatPlan
from microciv.server.rooms import Rooms
from microciv.server.store import open_store
from tests.server.site import PATIENCE, serving_file, settings

GAME = open_game("5x", {"seats": 3})


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
        assert textual(await workers.ask(asked)) in legal
        for process in workers._pool._processes.values():  # type: ignore[union-attr]
            process.kill()
        answers = [textual(await workers.ask(asked)) for _ in range(2)]
        assert answers[-1] in legal
    finally:
        workers.close()


def textual(thought: Thought | None) -> str:
    return "" if thought is None else thought.text


def hang(_: object) -> str:
    time.sleep(1000)
    return ""


@pytest.mark.anyio
async def test_a_bot_that_is_stuck_is_not_waited_for_and_stops_nobody(
    monkeypatch: pytest.MonkeyPatch,
):
    match = Match(GAME, 5)
    legal = [move.text for move in match.observe(0).legal]
    asked = question(GAME, {}, "random", match.observe(0), match.heard(0))
    workers = BotWorkers(1, 30.0)
    try:
        await workers.warm("5x")
        first = workers._pool
        with monkeypatch.context() as stuck:
            stuck.setattr(bot_workers, "think", hang)
            stuck.setattr(workers, "_seconds", 0.05)
            hanging = asyncio.create_task(workers.ask(asked))
            await asyncio.sleep(0)
        others = [asyncio.create_task(workers.ask(asked)) for _ in range(3)]
        assert None is await hanging
        assert {textual(thought) for thought in await asyncio.gather(*others)} <= set(legal)
        assert first is not workers._pool
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
    assert 1 == len(started)
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


def test_the_game_answers_for_a_bot_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def fail(_: object) -> str:
        raise ZeroDivisionError

    monkeypatch.setattr(bot_workers, "think", fail)
    with serving_file(tmp_path / "site") as site:
        made = site.create("bot:random", "bot:random", "bot:random", leaders=False)
        watcher = site.join(made["table"], None)
        while watcher.update["seen"]["phase"] != "over":
            watcher.next("update")


def test_a_bots_illegal_answer_becomes_an_absent_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(bot_workers, "think", lambda _: Thought("bid 200", NO_REASON))
    with serving_file(tmp_path / "site") as site:
        made = site.create("bot:random", "bot:random", "bot:random", leaders=False)
        watcher = site.join(made["table"], None)
        while watcher.update["seen"]["phase"] != "over":
            watcher.next("update")


def test_nobody_plays_where_nobody_watches(tmp_path: Path):
    with serving_file(tmp_path / "site") as site:
        made = site.create("bot:random", "bot:random", "bot:random", leaders=False)
        tables = [site.get(f"/api/tables/{made['table']}").json() for _ in range(3)]
        assert "playing" == tables[-1]["state"]
        assert ["thinking"] * 3 == [seat["status"] for seat in tables[-1]["seats"]]
        watcher = site.join(made["table"], None)
        assert 1 == watcher.update["set"]


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
        while state.sets == number and asked.seat in state.owing:
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
        while watcher.update["set"] < 60:
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
        while watcher.update["set"] < 4:
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
