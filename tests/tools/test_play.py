"""`make play`: the server at once, a compiler behind it, and nobody left when it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tools import compiled

ROOT = Path(__file__).parents[2]
PATIENCE = 20.0

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


def wait_until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def alive(process: int) -> bool:
    """Is it neither gone nor only waiting to be forgotten?"""
    shown = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False
    )
    return shown.stdout.strip()[:1] not in {"", "Z"}


@pytest.mark.parametrize("ended", ["Ctrl-C", "SIGTERM", "SIGHUP"])
def test_the_compiler_ends_with_the_server(tmp_path: Path, ended: str):
    begun = tmp_path / "begun"
    compile_ = f"sleep 1000 & echo $! > {tmp_path}/rough && mv {tmp_path}/rough {begun}; wait"
    with played(tmp_path, compile_) as process:
        wait_until(begun.exists)
        compiler = int(begun.read_text())
        assert alive(compiler)
        if ended == "Ctrl-C":
            os.killpg(process.pid, signal.SIGINT)
        else:
            process.send_signal(getattr(signal, ended))
        process.wait(PATIENCE)
        assert process.stdout is not None
        assert "" == process.stdout.read()
    wait_until(lambda: not alive(compiler))


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
