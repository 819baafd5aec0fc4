"""Whatever happens to a study on its way, the same command goes on and finds the same."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TypeAlias

import pytest
from typer.testing import CliRunner

import microciv
from microciv.cli.main import app, prepared
from microciv.core.errors import BadPlan
from microciv.speech import LANGUAGES
from microciv.study.plan import Arm, Plan, tables_of
from microciv.study.running import Folder, Progress, Study, among
from microciv.workers import workers
from tests.study.studies import carried_out, kept

Command: TypeAlias = subprocess.Popen[str]

SOURCE = str(Path(microciv.__file__).parents[1])
PATIENCE = 300  # seconds
COMMAND = ("study", "goofspiel", "--players", "random", "--matches", "2000", "--json", "--into")
PLAN = Plan("goofspiel", (Arm("default", {}),), tables_of((4,), (("random",),)), 2000)
# Started from a Python of its own: what a fork inherits is no matter of the test's threads.
LIMITED = """
import resource, runpy, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]),) * 2)
sys.argv = ["microciv", *sys.argv[2:]]
runpy.run_module("microciv", run_name="__main__")
"""


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The command in one process, and its answer."""
    folder = tmp_path_factory.mktemp("once")
    return folder, answer(folder)


def answer(folder: Path) -> str:
    """What the command says that begins there, or goes on."""
    words = prepared([*COMMAND, str(folder), "--jobs", "1"])
    done = CliRunner().invoke(app, words, prog_name="microciv")
    assert 0 == done.exit_code, done.output
    return done.stdout


def command(folder: Path, *more: str, begin: tuple[str, ...] = ("-m", "microciv")) -> Command:
    return subprocess.Popen(
        [sys.executable, *begin, *COMMAND, str(folder), *more],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": SOURCE, "NO_COLOR": "1", "COLUMNS": "200"},
    )  # fmt: skip


def finished(process: Command) -> tuple[int, str, str]:
    try:
        out, complaint = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    return process.returncode, out, complaint


def under_way(process: Command, folder: Path) -> None:
    """Wait for the first chunk."""
    deadline = time.monotonic() + PATIENCE
    while not list(folder.glob("matches/*.parquet")):
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.005)


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGKILL])
def test_a_command_that_is_ended_goes_on(
    tmp_path: Path, once: tuple[Path, str], sign: signal.Signals
):
    first = command(tmp_path, "--jobs", "2")
    under_way(first, tmp_path)
    first.send_signal(sign)
    code, _, complaint = finished(first)
    if sign is signal.SIGKILL:
        assert code == -sign
    else:
        assert code == 1
        assert "stopped; the same command goes on" in complaint
        assert "Traceback" not in complaint
    for half in tmp_path.rglob("*.new"):
        assert sign is signal.SIGKILL
        half.unlink()
    assert kept(tmp_path).items() < kept(once[0]).items()
    assert once[1] == answer(tmp_path)
    assert kept(once[0]) == kept(tmp_path)


def test_a_disk_that_is_full_loses_nothing(tmp_path: Path, once: tuple[Path, str]):
    """The limit on the size of files stands for it: writing fails halfway."""
    sizes = {file.stat().st_size for file in once[0].glob("*/*.parquet")}
    limited = ("-c", LIMITED, str(max(sizes) - 1))
    code, out, complaint = finished(command(tmp_path, "--jobs", "1", begin=limited))
    assert (1, "") == (code, out)
    assert "what was played before is kept, the same command goes on" in complaint
    assert "Traceback" not in complaint
    assert kept(tmp_path).items() <= kept(once[0]).items()
    assert once[1] == answer(tmp_path)
    assert kept(once[0]) == kept(tmp_path)


def test_a_worker_that_is_killed_costs_no_more_than_it_was_playing(
    tmp_path: Path, once: tuple[Path, str]
):
    killed: list[int] = []

    def kill_one(now: Progress) -> None:
        if now.matches and not killed:
            (child, *_) = multiprocessing.active_children()
            assert child.pid is not None
            os.kill(child.pid, signal.SIGKILL)
            killed.append(child.pid)

    Study(PLAN, Folder(tmp_path, PLAN)).run(among(partial(workers, 2), 2), kill_one)
    assert 1 == len(killed)
    assert kept(once[0]) == kept(tmp_path)


def test_workers_that_die_again_and_again_end_the_study(tmp_path: Path):
    pools: list[int] = []

    @contextmanager
    def doomed() -> Iterator[Executor]:
        with workers(1) as processes:
            pools.append(1)
            processes.submit(os._exit, 9)
            yield processes

    with pytest.raises(BadPlan, match="3 times in a row a worker process was killed"):
        carried_out(PLAN, tmp_path, among(doomed, 1))
    assert 3 == len(pools)


def test_a_file_that_is_cut_short_before_it_is_read(tmp_path: Path, once: tuple[Path, str]):
    """At whatever byte: while results are read it is named, and the next command replaces it."""
    study = carried_out(PLAN, tmp_path)
    for name in ("matches", "seats", "counts"):
        file = tmp_path / name / "000-000001.parquet"
        whole = file.read_bytes()
        for length in (0, 3, 4, len(whole) // 2, len(whole) - 1):
            file.write_bytes(whole[:length])
            with pytest.raises(BadPlan, match=f"{name}/000-000001.parquet: cannot be read"):
                study.folder.rows(name, 0, study.chunks[0])
            assert study.folder.wins(0, 1, range(250, 500)) is None
        file.unlink()
        with pytest.raises(BadPlan, match="the command that made it makes it again"):
            study.folder.rows(name, 0, study.chunks[0])
    carried_out(PLAN, tmp_path)
    assert kept(once[0]) == kept(tmp_path)


def test_a_folder_where_nobody_may_write(tmp_path: Path):
    place = Path("/proc/study") if sys.platform == "linux" else tmp_path / "file" / "study"
    (tmp_path / "file").touch()
    with pytest.raises(BadPlan, match=f"{place}: cannot keep a study here"):
        Folder(place, PLAN)


@pytest.mark.parametrize("name", ["version", "rules", "seed"])
def test_a_folder_of_another_study_says_what_is_other(tmp_path: Path, name: str):
    Folder(tmp_path, PLAN)
    file = tmp_path / "study.json"
    text = file.read_text(encoding="utf-8").replace(f'"{name}": ', f'"{name}": 9')
    file.write_text(text.replace(': 9"', ': "9'), encoding="utf-8")
    with pytest.raises(BadPlan, match=rf"holds another study \(other {name}\); name another"):
        Folder(tmp_path, PLAN)
    assert [file] == [path for path in tmp_path.rglob("*") if path.is_file()]


def test_a_study_that_is_watched_does_not_say_where_it_is_kept(tmp_path: Path) -> None:
    (tmp_path / "matches").write_text("no folder")
    asked = {
        "game": "goofspiel", "options": {}, "seats": [4], "players": ["random"], "matches": 2,
        "minutes": 1, "seed": 0, "folder": str(tmp_path), "report": False,
        "language": "en",
    }  # fmt: skip
    process = subprocess.Popen(
        [sys.executable, "-m", "microciv.study.live"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": SOURCE},
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(asked) + "\n")
    process.stdin.flush()
    said = process.stdout.read()
    _, complaint = process.communicate(timeout=PATIENCE)
    broken = [line for line in map(json.loads, said.splitlines()) if line["type"] == "broken"]
    assert list(LANGUAGES) == [line["language"] for line in broken]
    for line in broken:
        assert line["message"].startswith("the study: cannot keep a study here")
    assert str(tmp_path) not in said + complaint
