"""Bots get what a person at their seat gets, in another process."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from pathlib import Path

import pytest

from microciv.core.codec import plain
from microciv.core.match import Match
from microciv.games import open_game
from microciv.server import fillers
from microciv.server.fillers import Fillers, pack, question, think, unpack
from tests.server.site import serving_file

GAME = open_game("5x", {"seats": 3})


def test_an_observation_comes_back_as_it_was_with_the_games_own_moves():
    match = Match(GAME, 5)
    for seat in (0, 1, 2):
        seen = match.observe(seat)
        back = unpack(GAME, pickle.loads(pickle.dumps(pack(seen))))
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
    assert think(asked) in [move.text for move in match.observe(0).legal]


@pytest.mark.anyio
async def test_a_worker_is_a_process_and_one_that_dies_is_replaced():
    match = Match(GAME, 5)
    legal = [move.text for move in match.observe(0).legal]
    asked = question(GAME, {}, "random", match.observe(0), match.heard(0))
    workers = Fillers(1, 30.0)
    try:
        assert await workers.ask(asked) in legal
        for process in workers._pool._processes.values():  # type: ignore[union-attr]
            process.kill()
        answers = [await workers.ask(asked) for _ in range(2)]
        assert answers[-1] in legal
    finally:
        workers.close()


@pytest.mark.anyio
async def test_a_bot_that_is_stuck_is_not_waited_for(monkeypatch: pytest.MonkeyPatch):
    import threading

    stuck = threading.Event()
    monkeypatch.setattr(fillers, "think", lambda _: stuck.wait(20))
    match = Match(GAME, 5)
    workers = Fillers(0, 0.01)
    asked = question(GAME, {}, "random", match.observe(0), match.heard(0))
    assert None is await workers.ask(asked)
    stuck.set()
    workers.close()


def test_the_game_answers_for_a_bot_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def fail(_: object) -> str:
        raise ZeroDivisionError

    monkeypatch.setattr(fillers, "think", fail)
    with serving_file(tmp_path / "site") as site:
        made = site.create("bot:random", "bot:random", "bot:random", leaders=False)
        watcher = site.join(made["table"], None)
        while watcher.update["seen"]["phase"] != "over":
            watcher.next("update")


def test_a_bots_illegal_answer_becomes_an_absent_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(fillers, "think", lambda _: "bid 200")
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
