"""Boards of the page that packages bring: found by entry point, and among their files."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from microciv import boards
from microciv.boards import BadBoard, board_of
from microciv.cli.main import app
from microciv.games import BOARDS

Patch = pytest.MonkeyPatch


@pytest.fixture
def package(tmp_path: Path, monkeypatch: Patch) -> Iterator[Path]:
    """The files of a package that stops whoever runs it."""
    folder = tmp_path / "drawn_game"
    folder.mkdir()
    (folder / "__init__.py").write_text("raise RuntimeError('run')", encoding="utf-8")
    (folder / "board.js").write_text("export function mount() {}", encoding="utf-8")
    (tmp_path / "secret.js").write_text("secret", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield folder
    monkeypatch.undo()
    boards._registered.cache_clear()


def register(patch: Patch, **points: str) -> None:
    """What installed packages name as boards."""

    def offered(**wanted: Any) -> EntryPoints:
        return EntryPoints([EntryPoint(*point, BOARDS) for point in points.items()]).select(
            **wanted
        )

    patch.setattr(boards, "entry_points", offered)
    boards._registered.cache_clear()


def test_a_board_is_a_file_of_its_package(package: Path, monkeypatch: Patch):
    register(monkeypatch, drawn="drawn_game:board.js")
    assert boards.Board(package / "board.js", None) == board_of("drawn")
    (package / "board.css").write_text("", encoding="utf-8")
    assert boards.Board(package / "board.js", package / "board.css") == board_of("drawn")
    assert board_of("goofspiel") is None


@pytest.mark.parametrize("value", [
    "drawn_game:other.js", "drawn_game:__init__.py", "drawn_game", "drawn_game:board",
    "drawn_game:../secret.js", "drawn_game:../drawn_game/board.js", "",
    "no_such_game:board.js", "no_such_game.inner:board.js", "goofspiel:board.js",
])  # fmt: skip
@pytest.mark.usefixtures("package")
def test_what_is_not_there_is_said(value: str, monkeypatch: Patch):
    register(monkeypatch, drawn=value)
    with pytest.raises(BadBoard, match=r"microciv\.boards: drawn = .*: expected a "):
        board_of("drawn")


def test_check_says_whether_the_board_is_there(monkeypatch: Patch):
    good = CliRunner().invoke(app, ["check", "forecast", "--law", "replay", "--seats", "2"])
    assert 0 == good.exit_code
    register(monkeypatch, forecast="forecast:borad.js")
    bad = CliRunner().invoke(app, ["check", "forecast", "--law", "replay", "--seats", "2"])
    assert 1 == bad.exit_code
    assert "expected a .js file in" in bad.output
    told = CliRunner().invoke(app, ["check", "forecast", "--law", "replay", "--json"])
    assert 1 == told.exit_code
    assert '"board": "microciv.boards: forecast =' in told.output
    monkeypatch.undo()
    boards._registered.cache_clear()
