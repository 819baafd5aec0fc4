"""The command line in process: its data in a folder of the test, its output in a string."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from microciv import Match, open_game
from microciv.cli.main import LOCALES, app, prepared
from microciv.core.codec import plain
from microciv.files import write_record
from microciv.speech import speaking
from tests.cli.screens import THREE
from tests.server.site import serving_file


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A folder for saves and records; no colours, 80 columns, English unless it is told otherwise,
    whatever the terminal of the test.
    """
    for name in ("FORCE_COLOR", "CLICOLOR_FORCE", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("MICROCIV_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    for name in LOCALES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.delenv("MICROCIV_LANGUAGE", raising=False)
    with speaking("en"):
        yield tmp_path / "data"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A site whose bots answer at once, for the tests of a module."""
    path = tmp_path_factory.mktemp("site") / "site.sqlite3"
    with serving_file(path, habit=(0.0, 0.0)) as running:
        yield running
        running.hang_up()


@pytest.fixture
def cli():
    """Run a command: `cli("games", "--json")`, `cli("play", typed="quit")`."""

    def run(*arguments, typed=""):
        words = [os.fspath(word) if isinstance(word, Path) else str(word) for word in arguments]
        return CliRunner().invoke(app, prepared(words), input=typed, prog_name="microciv")

    return run


@pytest.fixture
def rows(cli):
    """The JSON objects that a command prints, one a line."""

    def run(*arguments, typed=""):
        result = cli(*arguments, typed=typed)
        assert result.exit_code == 0, result.output
        return [json.loads(line) for line in result.stdout.splitlines()]

    return run


@pytest.fixture
def play(cli, tmp_path):
    """Play on from a position, three people unless told otherwise: the screens in one string."""

    def run(document, typed, *arguments):
        path = tmp_path / "start.json"
        path.write_text(json.dumps(document))
        result = cli("play", "--position", path, *(arguments or THREE), typed=typed)
        assert result.exit_code == 0, result.output
        return result.output

    return run


@pytest.fixture
def finished(tmp_path):
    """The record of a whole match of three, always the first answer."""
    return tmp_path / write_match(tmp_path, "finished.json", plies=10_000)


@pytest.fixture
def unfinished(tmp_path):
    """The record of a match of three in which leaders are passed and one card is sealed."""
    return tmp_path / write_match(tmp_path, "unfinished.json", plies=4)


def write_match(folder: Path, name: str, plies: int) -> str:
    match = Match(open_game("5x", seats=3), 7)
    while match.to_act() and plies:
        seat = match.to_act()[0]
        match.play(seat, match.observe(seat).legal[0].text)
        plies -= 1
    write_record(folder / name, match.record())
    return name


@pytest.fixture
def twins(tmp_path):
    """Two positions that look alike from seat 0: seats 1 and 2 have each other's leaders."""
    match = Match(open_game("5x", seats=3), 7)
    for _ in range(3):
        seat = match.to_act()[0]
        match.play(seat, match.observe(seat).legal[0].text)
    one = json.loads(json.dumps(plain(match.position())))
    two = json.loads(json.dumps(one))
    passed = {row["passed"] for row in one["table"]}
    kept = [next(card for card in row["hand"][5:] if card not in passed) for row in one["table"]]
    swap(two["table"][1]["hand"], kept[1], kept[2])
    swap(two["table"][2]["hand"], kept[2], kept[1])
    paths = tmp_path / "one.json", tmp_path / "two.json"
    for path, document in zip(paths, (one, two), strict=True):
        path.write_text(json.dumps(document))
    return paths


def swap(hand: list[str], out: str, into: str) -> None:
    hand[hand.index(out)] = into
