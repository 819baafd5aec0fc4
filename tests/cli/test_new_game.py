"""`microciv new-game`: what it writes is a game that keeps the laws."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from microciv.cli.main import app
from microciv.games import catalogue
from microciv.texts import texts_for

NAME = "high-cards-2"


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, list(arguments))


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a new game, and the game in the catalogue, as if it had been installed."""
    result = run("new-game", NAME, "--in", str(tmp_path))
    assert 0 == result.exit_code, result.output
    monkeypatch.syspath_prepend(tmp_path / f"microciv-{NAME}")
    monkeypatch.setitem(catalogue(), NAME, import_module("high_cards_2").ABOUT)
    yield tmp_path / f"microciv-{NAME}"
    del sys.modules["high_cards_2"]


def test_it_is_a_package_that_microciv_finds(written: Path):
    project = tomllib.loads((written / "pyproject.toml").read_text(encoding="utf-8"))
    assert {NAME: "high_cards_2:ABOUT"} == project["project"]["entry-points"]["microciv.games"]
    assert ["high_cards_2"] == project["tool"]["setuptools"]["packages"]
    assert [
        "high_cards_2/__init__.py",
        "high_cards_2/high-cards-2.en.toml",
        "pyproject.toml",
        "test_high_cards_2.py",
    ] == sorted(
        [
            file.relative_to(written).as_posix()
            for file in written.rglob("*.*")
            if file.suffix != ".pyc"
        ]
    )


@pytest.mark.parametrize("name", ["bluff", "high-cards"])
def test_python_started_beside_the_folder_finds_the_package_and_not_the_folder(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """A folder without `__init__.py` is a package, too, and hides one that is installed."""
    assert 0 == run("new-game", name, "--in", str(tmp_path)).exit_code
    monkeypatch.syspath_prepend(tmp_path)
    assert find_spec(name.replace("-", "_")) is None


@pytest.mark.usefixtures("written")
def test_it_has_words_of_its_own():
    assert "Which card do you play?" == texts_for(NAME).ask("play")


def test_nothing_in_it_bears_the_name_of_the_scaffold(written: Path):
    for file in written.rglob("*.*"):
        if file.suffix == ".pyc":
            continue
        text = file.read_text(encoding="utf-8").lower()
        assert not [own for own in ("my_game", "my-game", "my game", "mygame") if own in text]


@pytest.mark.usefixtures("written")
def test_all_laws_hold_and_it_plays():
    result = run("check", NAME)
    assert 0 == result.exit_code, result.output
    assert f"{NAME} --seats 5: " in result.output
    assert "Not tried" not in result.output
    assert "does not say" not in result.output
    assert 0 == run("match", NAME, "--count", "3").exit_code


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path):
    (tmp_path / f"microciv-{NAME}").mkdir()
    result = run("new-game", NAME, "--in", str(tmp_path))
    assert 1 == result.exit_code
    assert "is there already" in result.output
    assert [] == list((tmp_path / f"microciv-{NAME}").iterdir())


@pytest.mark.parametrize("name, complaint", [
    ("My Game", "cannot name a game"),
    ("../escape", "cannot name a game"),
    ("2-cards", "cannot name a game"),
    ("x" * 41, "cannot name a game"),
    ("5x", "cannot name a game"),
    ("goofspiel", "there is a game 'goofspiel' already"),
    ("json", "Python has a module 'json' already"),
    ("class", "Python has a module 'class' already"),
])  # fmt: skip
def test_what_cannot_be_a_name_is_refused(name: str, complaint: str, tmp_path: Path):
    result = run("new-game", name, "--in", str(tmp_path))
    assert 1 == result.exit_code
    assert complaint in " ".join(result.output.split())
    assert [] == list(tmp_path.iterdir())
