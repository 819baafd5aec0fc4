"""Bots change over to a faster engine while people play, and nobody is disturbed."""

from __future__ import annotations

import asyncio
import py_compile
import shutil
import signal
import time
from pathlib import Path

import pytest

import microciv
from microciv.core.match import Match
from microciv.engine import engine
from microciv.games import open_game
from microciv.server.bots.workers import BotWorkers, question
from microciv.server.fair_queue import Whose
from tests.server.processes import server_process
from tests.server.site import PATIENCE, Site, first_choice, play_through, sealed
from tests.server.test_bot_workers import processes

GAME = open_game("5x", {"seats": 3})
WHOSE = Whose("visitor", "table")


def stand_in(folder: Path) -> Path:
    """A microciv of which the engine is no source that Python reads, as if it were compiled."""
    ours, theirs = Path(microciv.__file__).parent, folder / "microciv"
    shutil.copytree(ours, theirs, copy_function=lambda one, other: Path(other).symlink_to(one))
    (theirs / "core" / "state.py").unlink()
    py_compile.compile(str(ours / "core" / "state.py"), str(theirs / "core" / "state.pyc"))
    return folder


def engine_at(site: Site) -> str:
    return str(site.get("/api/server").json()["engine"])


@pytest.mark.interpreted
def test_bots_change_over_in_the_middle_of_a_match(tmp_path: Path):
    coming, there = stand_in(tmp_path / "coming"), tmp_path / "there"
    database = str(tmp_path / "site.sqlite3")
    with server_process(database, "--compiled", str(there)) as (process, site):
        made = site.create("you", "open", "bot:easy", leaders=False)
        ben_sits = site.sit(made["table"], "Ben")
        site.start(made["table"], made["token"])
        ann, ben = (site.join(made["table"], token) for token in (made["token"], ben_sits["token"]))
        ann.until(lambda _: ann.table["seats"][2]["status"] == "locked")
        choice = first_choice(ann)
        assert "accepted" == ann.play(choice)["type"]
        assert engine() == engine_at(site)

        coming.rename(there)
        deadline = time.monotonic() + PATIENCE
        while engine_at(site) != "compiled":
            assert time.monotonic() < deadline
            time.sleep(0.02)

        for person in (ann, ben):
            person.sync()
        assert (1, [choice]) == (ann.update["decision"], sealed(ann.update))
        assert "locked" == ben.table["seats"][2]["status"]
        ben.play(first_choice(ben))
        play_through([ann, ben], upto=3)

        process.send_signal(signal.SIGINT)
        assert 0 == process.wait(PATIENCE)
        assert process.stdout is not None
        assert "Bots think with the compiled engine now." in process.stdout.read()


def first_for_ever(begun: Path) -> str:
    """Which engine thinks; whoever is asked first is never done."""
    if not begun.exists():
        begun.touch()
        time.sleep(1000)
    return engine()


@pytest.mark.anyio
async def test_what_is_being_thought_out_at_that_moment_is_asked_again(tmp_path: Path):
    workers, begun = BotWorkers(1, PATIENCE), tmp_path / "begun"
    try:
        asked = asyncio.create_task(workers.do(first_for_ever, begun, WHOSE))
        while not begun.exists():  # noqa: ASYNC110  # another process makes it
            await asyncio.sleep(0.01)
        assert await workers.take(stand_in(tmp_path / "there"))
        assert "compiled" == await asked == workers.engine
        for process in processes(workers):
            process.kill()
        assert "compiled" == await workers.do(first_for_ever, begun, WHOSE)
    finally:
        workers.close()


@pytest.mark.anyio
async def test_a_microciv_that_does_not_run_is_left_alone(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
):
    (tmp_path / "microciv").mkdir()
    (tmp_path / "microciv" / "__init__.py").write_text("raise ImportError('half of it')\n")
    match = Match(GAME, 5)
    asked = question(GAME, {}, "random", match.observe(0), match.heard(0))
    workers = BotWorkers(1, PATIENCE)
    try:
        first = await workers.ask(asked, WHOSE)
        assert not await workers.take(tmp_path)
        assert "half of it" in capfd.readouterr().err
        assert engine() == workers.engine
        assert first == await workers.ask(asked, WHOSE)
    finally:
        workers.close()
