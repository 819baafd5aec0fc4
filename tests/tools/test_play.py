"""`make play`: the server at once, a compiler behind it, and nobody left when it ends."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tools import compiled

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0

DRIVER = """
import sys
from pathlib import Path
from tools import compiled, play

folder, command, fresh = sys.argv[1:]
compiled.READY = Path(folder, "ready")
compiled.has_compiler = lambda: True
play.LOG = Path(folder, "log")
play.SERVE = ("sh", "-c", "echo serving; exec sleep 1000")
play.COMPILE = ("sh", "-c", command)
play.is_fresh = lambda: fresh == "fresh"
sys.exit(play.play([]))
"""


@contextmanager
def played(folder: Path, compile_: str, state: str = "stale") -> Iterator[subprocess.Popen[str]]:
    """`make play` with a server that sleeps and a compiler of ours, as in a terminal of its own."""
    command = [sys.executable, "-c", DRIVER, str(folder), compile_, state]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdout is not None
        assert "serving\n" == process.stdout.readline()
        try:
            yield process
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.parametrize("ended", ["Ctrl-C", "SIGTERM", "SIGHUP"])
def test_the_compiler_ends_with_the_server(tmp_path: Path, ended: str):
    held = tmp_path / "held"  # for as long as the compiler, or a process of its, is there
    os.mkfifo(held)
    with played(tmp_path, f"exec 3> {held}; sleep 1000 & wait") as process, held.open() as end:
        assert ([], [], []) == select.select([end], [], [], 0)
        if ended == "Ctrl-C":
            os.killpg(process.pid, signal.SIGINT)
        else:
            process.send_signal(getattr(signal, ended))
        process.wait(PATIENCE)
        assert ([end], [], []) == select.select([end], [], [], PATIENCE)
        assert process.stdout is not None
        assert "" == process.stdout.read()


def test_a_compiler_that_fails_is_told_in_a_line_and_play_goes_on(tmp_path: Path):
    with played(tmp_path, "echo why; exit 1") as process:
        assert process.stdout is not None
        told = f"No faster engine: compiling failed, {tmp_path}/log says why. Play goes on.\n"
        assert told == process.stdout.readline()
        assert "why\n" == (tmp_path / "log").read_text()
        assert process.poll() is None


def test_what_is_up_to_date_is_offered_at_once_and_not_compiled(tmp_path: Path):
    with played(tmp_path, f"touch {tmp_path}/begun", "fresh") as process:
        assert "compiled" == str((tmp_path / "ready").readlink())
        process.terminate()
        process.wait(PATIENCE)
    assert not (tmp_path / "begun").exists()


def test_what_is_stale_is_not_offered(tmp_path: Path):
    (tmp_path / "ready").symlink_to("compiled")
    with played(tmp_path, "exit 0"):
        assert not (tmp_path / "ready").is_symlink()


def test_a_build_is_offered_when_it_is_whole_and_only_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    build = tmp_path / "build"
    ready, library = build / "ready", build / "compiled" / "microciv__mypyc.so"
    monkeypatch.setattr(compiled, "ROOT", tmp_path)
    monkeypatch.setattr(compiled, "SOURCE", tmp_path / "src")
    monkeypatch.setattr(compiled, "TARGET", build / "compiled")
    monkeypatch.setattr(compiled, "READY", ready)
    monkeypatch.setattr(compiled, "UNFINISHED", build / "unfinished")
    seen: list[tuple[bool, bool]] = []

    def run(*_: object, **__: object) -> None:
        seen.append((ready.exists(), library.exists()))
        library.parent.mkdir(exist_ok=True)
        library.touch()
        if len(seen) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(subprocess, "run", run)
    compiled.build()
    assert ready.resolve() == library.parent
    with pytest.raises(KeyboardInterrupt):
        compiled.build()
    assert not ready.exists()
    compiled.build()
    assert ready.exists()
    # What was linked when the second was interrupted is not trusted by the third.
    assert [(False, False), (False, True), (False, False)] == seen
