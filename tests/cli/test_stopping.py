"""Every command that runs for long ends at SIGINT and SIGTERM, even if it was started with the
first ignored, as the background of a script and `nohup` start it.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import microciv
from microciv.workers import unwinding, workers

ROOT = Path(__file__).parents[2]
SOURCE = str(Path(microciv.__file__).parents[1])
PATIENCE = 60  # seconds
SEAT = f"{sys.executable} {ROOT / 'examples' / 'text_seat' / 'seat.py'}"
MANY = "1000000"

LEAGUE = ("league", "5x", "--levels", "random,easy", "--seats", "3")

IGNORING = ("sh", "-c", 'trap "" INT; exec "$@"', "sh")

# What is typed, what it says when it is well under way, its exit code, what it says at its end.
COMMANDS = {
    "play": (
        ("play", "5x", "--seed", "5", "--seats", "you,bot:random,bot:random"),
        "?] ", 0, "Saved. Go on with: microciv play",
    ),
    "serve": (("serve", "--port", "0", "--database", "site.sqlite3"), "stops it.", 0, "Stopped."),
    "match": (("match", "5x", "--count", MANY, "--json"), '{"game"', 1, "error: stopped"),
    "match, two jobs": (
        ("match", "5x", "--count", "1000", "--jobs", "2", "--json"),
        '{"game"', 1, "error: stopped",
    ),
    "league": (
        (*LEAGUE, "--matches", "10000"),
        None, 1, "the same command goes on",
    ),
    "league, two jobs": (
        (*LEAGUE, "--matches", "1000", "--jobs", "2"),
        None, 1, "the same command goes on",
    ),
    "bot-host": (
        ("bot-host", SEAT, "5x", "--count", MANY, "--against", "random", "--json"),
        '{"game"', 1, "error: stopped",
    ),
}  # fmt: skip


# Stopped by the very signal, at the same place every time.
WHILE_IT_LOADS = """
import runpy, signal, sys

class Stopping:
    def find_spec(self, name, *_):
        if name == "microciv.cli.main":
            signal.raise_signal(int(sys.argv[1]))

sys.meta_path.insert(0, Stopping())
runpy.run_module("microciv", run_name="__main__")
"""


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("name", COMMANDS)
def test_it_ends_in_order_however_it_was_started(name, sign, tmp_path):
    words, begun, code, said = COMMANDS[name]
    env = {**os.environ, "PYTHONPATH": SOURCE, "MICROCIV_DATA": str(tmp_path), "NO_COLOR": "1"}
    with subprocess.Popen(
        [*IGNORING, sys.executable, "-m", "microciv", *words],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env=env, cwd=tmp_path, start_new_session=True,
    ) as process:  # fmt: skip
        try:
            under_way(process, begun, tmp_path / "league-5x" / "matches.jsonl")
            process.send_signal(sign)
            output = process.communicate(timeout=PATIENCE)[0].decode()
        finally:
            process.kill()
    assert said in output
    assert "Traceback" not in output
    assert process.returncode == code


def under_way(process, begun, store):
    """Wait until it says so, or until something is in its store."""
    if begun is None:
        deadline = time.monotonic() + PATIENCE
        while not store.exists() or store.read_text().count("\n") < 3:
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.01)
        return
    text = ""
    while begun not in text:
        data = os.read(process.stdout.fileno(), 65536)
        assert data, text
        text += data.decode()


PRINTING = {
    "a page": ("rules", "5x"),
    "JSON": ("options", "5x", "--json"),
    "a study": ("study", "5x", "--players", "random", "--matches", "20", "--jobs", "1"),
}


def printed(words, tmp_path, out):
    """The exit code, and what is said on standard error."""
    process = subprocess.run(
        [sys.executable, "-m", "microciv", *words],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": SOURCE, "NO_COLOR": "1"},
        stdout=out, stderr=subprocess.PIPE, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    return process.returncode, process.stderr.splitlines()[-1:]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
@pytest.mark.parametrize("name", PRINTING)
def test_what_cannot_be_printed_is_said_in_a_line(name, tmp_path):
    with Path("/dev/full").open("w") as full:
        code, said = printed(PRINTING[name], tmp_path, full)
    assert (1, ["error: no space left on device"]) == (code, said)


@pytest.mark.skipif(os.name != "posix", reason="pipes as POSIX has them")
@pytest.mark.parametrize("name", PRINTING)
def test_a_reader_who_has_gone_is_no_fault(name, tmp_path):
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as gone:
        code, said = printed(PRINTING[name], tmp_path, gone)
    assert 0 == code
    assert "Error" not in "".join(said)


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_in_a_line_while_it_is_being_loaded(sign):
    ended = subprocess.run(
        [*IGNORING, sys.executable, "-c", WHILE_IT_LOADS, str(int(sign))],
        env={**os.environ, "PYTHONPATH": SOURCE},
        capture_output=True, check=False, text=True, timeout=PATIENCE,
    )  # fmt: skip
    assert (1, "", "error: stopped\n") == (ended.returncode, ended.stdout, ended.stderr)


def work(folder: Path, number: int) -> None:
    with unwinding():
        try:
            (folder / f"{number} begun").touch()
            time.sleep(PATIENCE)
        finally:
            (folder / f"{number} put away").touch()


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_a_worker_that_is_ended_puts_away_what_is_open_and_begins_nothing_else(tmp_path):
    def work_until_stopped():
        with workers(1) as processes:
            for number in (1, 2):
                processes.submit(work, tmp_path, number)
            while not (tmp_path / "1 begun").exists():
                time.sleep(0.01)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work_until_stopped()
    assert ["1 begun", "1 put away"] == sorted([path.name for path in tmp_path.iterdir()])
