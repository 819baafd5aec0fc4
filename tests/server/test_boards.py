"""The files of packages' boards: those that are registered, by hash, and nothing else."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from microciv.boards import BadBoard, Board
from microciv.server.http import boards
from microciv.server.http.boards import Boards
from tests.server.site import Site

FILES = Path(__file__).parents[2] / "examples" / "forecast" / "forecast"


def about(site: Site, name: str) -> dict[str, str] | None:
    found: dict[str, str] | None = next(
        game["board"] for game in site.get("/api/games").json() if game["name"] == name
    )
    return found


def test_the_board_of_a_package_is_served_to_be_kept_for_ever(site: Site):
    board = about(site, "forecast")
    assert board is not None
    for address, kind in ((board["script"], "javascript"), (board["style"], "css")):
        answer = site.get(address)
        assert 200 == answer.status_code
        assert f"text/{kind}; charset=utf-8" == answer.headers["content-type"]
        assert "immutable" in answer.headers["cache-control"]
        assert "script-src 'self';" in answer.headers["content-security-policy"]
        assert (FILES / f"board{Path(address).suffix}").read_bytes() == answer.content
        assert 200 == site.http.head(address).status_code


def test_a_game_without_a_board_says_so(site: Site):
    assert about(site, "5x") is None
    assert about(site, "goofspiel") is None


@pytest.mark.parametrize("path", [
    "board.js", "board.css", "game.py", "forecast.en.toml", "__init__.py",
    "../forecast/game.py", "..%2fforecast%2fgame.py", "%2e%2e/forecast/board.js",
    "", ".", "..", "%00", "a" * 3000,
])  # fmt: skip
def test_nothing_else_is_served(path: str, site: Site):
    for game in ("forecast", "goofspiel", "5x", "%2e%2e", "chess"):
        answer = site.get(f"/boards/{game}/{path}")
        assert (404, "not_found") == (answer.status_code, answer.json()["error"])


def test_a_file_that_changes_has_another_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    script = tmp_path / "board.js"
    script.write_text("1", encoding="utf-8")
    monkeypatch.setattr(boards, "board_of", lambda _: Board(script, None))
    known = Boards(["mine"])
    before = known.about("mine")
    assert before is not None
    script.write_text("2", encoding="utf-8")
    after = known.about("mine")
    assert after is not None
    assert before.script != after.script
    assert after.style is None
    assert known.file("mine", before.script.rpartition("/")[2]) is None
    answer = known.file("mine", after.script.rpartition("/")[2])
    assert answer is not None
    assert b"2" == answer.body
    script.unlink()
    assert known.about("mine") is None


def test_a_board_that_is_not_there_is_logged_and_stops_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def lost(_game: str) -> Board:
        raise BadBoard("expected a .js file")

    monkeypatch.setattr(boards, "board_of", lost)
    with caplog.at_level(logging.ERROR):
        assert Boards(["mine"]).about("mine") is None
    assert "expected a .js file" in caplog.text
