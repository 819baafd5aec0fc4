"""The command in a real pseudo terminal: a whole match, an interrupt, plain pages without one."""

import codecs
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import microciv
from tests.server.site import serving_file

SOURCE = str(Path(microciv.__file__).parents[1])
PATIENCE = 60  # seconds
ASKING = "?] "


class Terminal:
    """A program that believes it has a person before it."""

    def __init__(self, *arguments, env, columns=80, lines=24):
        self.ours, theirs = pty.openpty()
        env = {**os.environ, **env, "PYTHONPATH": SOURCE}
        env |= {"COLUMNS": str(columns), "LINES": str(lines)}
        command = [sys.executable, "-m", "microciv", *arguments]
        self.process = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, env=env, start_new_session=True
        )
        os.close(theirs)
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.text = ""
        self.read_to = 0

    def interrupt(self, ending):
        """Press Ctrl-C until it is heard: a read that is just about to wait may miss the first."""
        for _ in range(PATIENCE):
            self.process.send_signal(signal.SIGINT)
            try:
                return self.until(ending, patience=1)
            except AssertionError:
                assert self.process.poll() is None
        return self.until(ending)

    def until(self, *endings, patience=PATIENCE):
        """Read on until the new text has one of these."""
        stop = time.monotonic() + patience
        while time.monotonic() < stop:
            new = self.text[self.read_to :]
            if any(ending in new for ending in endings):
                self.read_to = len(self.text)
                return new
            if select.select([self.ours], [], [], 0.2)[0]:
                try:
                    data = os.read(self.ours, 65536)
                except OSError:  # the program has ended
                    data = b""
                if not data:
                    break
                self.text += self.decoder.decode(data)  # a read may end inside a letter
        new = self.text[self.read_to :]
        assert any(ending in new for ending in endings), new
        self.read_to = len(self.text)
        return new

    def type(self, line):
        os.write(self.ours, f"{line}\n".encode())

    def close(self):
        code = self.process.wait(PATIENCE)
        os.close(self.ours)
        return code


@pytest.fixture
def terminal(home):
    started = []

    def start(*arguments, columns=80, **settings):
        env = {"MICROCIV_DATA": str(home), "TERM": "xterm-256color", "NO_COLOR": ""}
        started.append(Terminal(*arguments, env={**env, **settings}, columns=columns))
        return started[-1]

    yield start
    for one in started:
        if one.process.poll() is None:
            one.process.kill()
            one.process.wait()
            os.close(one.ours)


def test_a_whole_match_at_a_terminal(terminal, home):
    one = terminal("play", "5x", "--seed", "5", "--seats", "you,bot:random,bot:random")
    screen = one.until(ASKING)
    assert "\x1b[" in screen  # colours, on a terminal that has them
    for _ in range(40):
        one.type("1")
        if "Record: " in one.until(ASKING, "Record: "):
            break
    assert one.close() == 0
    assert len(list((home / "records").glob("*.json"))) == 1


def test_an_interrupt_saves_and_the_match_is_resumed_at_the_same_question(terminal):
    one = terminal(
        "play", "5x", "--seed", "5", "--seats", "you,bot:random,bot:random", NO_COLOR="1"
    )
    one.until(ASKING)
    one.type("1")
    asked = one.until(ASKING)
    said = one.interrupt("--resume ")
    assert "Saved. Go on with: microciv play" in said
    assert one.close() == 0
    two = terminal("play", "--resume", NO_COLOR="1")
    again = two.until(ASKING)
    assert again[again.index("Round 1") :] == asked[asked.index("Round 1") :]
    two.type("quit")
    two.until("Saved.")
    assert two.close() == 0


@pytest.mark.parametrize("settings", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colours_where_none_are_wanted(terminal, settings):
    one = terminal("play", "5x", "--seed", "5", "--seats", "you,bot:random,bot:random", **settings)
    screen = one.until(ASKING)
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]", screen)
    if "TERM" in settings:
        assert "\x1b" not in screen
    for line in screen.splitlines():
        assert len(re.sub(r"\x1b\[[0-9;]*m", "", line)) <= 80
    one.type("quit")
    one.until("Saved.")
    assert one.close() == 0


def test_an_ascii_terminal_shows_what_it_can(home):
    env = {**os.environ, "PYTHONPATH": SOURCE, "MICROCIV_DATA": str(home)}
    env |= {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "COLUMNS": "80"}
    done = subprocess.run(
        [sys.executable, "-m", "microciv", "play", "5x", "--seats", "you,bot:random,bot:random"],
        input=b"1\n1\n", capture_output=True, env=env, timeout=PATIENCE, check=True,
    )  # fmt: skip
    assert b"Wonders" in done.stdout
    assert done.stderr == b""


def test_an_ascii_terminal_shows_suits_as_letters(home):
    env = {**os.environ, "PYTHONPATH": SOURCE, "MICROCIV_DATA": str(home)}
    env |= {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "COLUMNS": "80"}
    done = subprocess.run(
        [sys.executable, "-m", "microciv", "play", "5-ages", "--seed", "6", "--seats", "Ana,Bo,Cy"],
        input=b"\n1\n", capture_output=True, env=env, timeout=PATIENCE, check=True,
    )  # fmt: skip
    assert re.search(rb"hand +(\w{2,3} +){3}", done.stdout)
    assert done.stderr == b""


def test_a_reader_that_leaves_early_is_no_error(home):
    env = {**os.environ, "PYTHONPATH": SOURCE, "MICROCIV_DATA": str(home)}
    with subprocess.Popen(
        [sys.executable, "-m", "microciv", "match", "5x", "--count", "2000", "--json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stdout.readline().startswith(b'{"game"')
        process.stdout.close()
        assert process.wait(PATIENCE) == 0
        assert process.stderr is not None
        assert process.stderr.read() == b""


@pytest.mark.parametrize("columns", [80, 120])
def test_a_whole_war_of_5_ages_at_a_terminal(terminal, home, columns):
    seats = "you,bot:random,bot:random,bot:random"
    one = terminal(
        "play", "5-ages", "--variant", "war-4", "--seed", "5", "--seats", seats, columns=columns
    )
    assert "\x1b[" in one.until(ASKING)
    for _ in range(80):
        one.type("1")
        if "Record: " in one.until(ASKING, "Record: "):
            break
    assert one.close() == 0
    assert len(list((home / "records").glob("*.json"))) == 1


def test_an_interrupt_between_two_steps_keeps_the_first(terminal):
    seats = "you,bot:random,bot:random,bot:random"
    one = terminal("play", "5-ages", "--seed", "6", "--seats", seats, NO_COLOR="1")
    one.until(ASKING)
    one.type("1")
    one.until(ASKING)
    one.type("offer both for w")
    listed = one.until(ASKING)
    one.interrupt("--resume ")
    assert one.close() == 0
    two = terminal("play", "--resume", NO_COLOR="1")
    again = two.until(ASKING)
    assert (
        "On your list now: 1. both cards for both of Ana's cards; pass when that is all." in again
    )
    assert again.partition("On your list")[2] == listed.partition("On your list")[2]
    two.type("quit")
    two.until("Saved.")
    assert two.close() == 0


def test_an_interrupt_in_the_middle_of_a_turn_keeps_its_lines(terminal):
    seats = "you,bot:random"
    one = terminal("play", "civ-card-game", "--seed", "6", "--seats", seats, NO_COLOR="1")
    for line in ("1", "1", "1", "1"):  # a plot, the first population, two discards
        one.until(ASKING)
        one.type(line)
    one.until(ASKING)
    one.type("play corn")
    asked = one.until(ASKING)
    assert "So far: play Corn." in asked
    one.interrupt("--resume ")
    assert one.close() == 0
    two = terminal("play", "--resume", NO_COLOR="1")
    again = two.until(ASKING)
    assert asked[asked.index("So far") :] == again[again.index("So far") :]
    two.type("undo")
    assert "Taken back: " in two.until(ASKING)
    two.type("quit")
    two.until("Saved.")
    assert two.close() == 0


def test_an_interrupt_keeps_the_seat_at_a_table_of_a_site(terminal, tmp_path):
    with serving_file(tmp_path / "site.sqlite3", habit=(0.0, 0.0)) as site:
        host = site.create("open", "bot:random", "bot:random", game="5x")
        link = f"http://127.0.0.1:{site.port}/t/{host['table']}"
        one = terminal("join", link, "--name", "Ben", NO_COLOR="1")
        one.until("begins the match")
        site.start(host["table"], host["token"])
        one.until(ASKING)
        one.type("1")
        asked = one.until(ASKING)
        assert f"Come back with: microciv join {link}" in one.interrupt(link)
        assert one.close() == 0
        two = terminal("join", link, NO_COLOR="1")
        again = two.until(ASKING)
        assert asked[asked.index("Round 1") :] == again[again.index("Round 1") :]
        for line in again.replace("\r", "").splitlines():
            assert len(re.sub(r"\x1b\[[0-9;]*[mK]", "", line)) <= 80 or "Seed hash" in line
        two.type("quit")
        two.until("Come back with")
        assert two.close() == 0
