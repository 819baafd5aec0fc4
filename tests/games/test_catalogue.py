"""The catalogue with what other packages bring, sound or not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from microciv import games
from microciv.cli.main import app
from microciv.core.errors import BadOption
from tests.server.site import serving_file

FOLDER = "/"
"""In place of a module that is hidden by a folder of its name."""
BROKEN = {
    "broken": ("broken_game:ABOUT", "raise RuntimeError('no luck')", "RuntimeError: no luck"),
    "empty": ("empty_game:ABOUT", "", "has no attribute 'ABOUT'"),
    "strange": ("strange_game:ABOUT", "ABOUT = 'a game'", "strange_game:ABOUT is no About"),
    "hidden": ("hidden_game:ABOUT", FOLDER, "hides it: start Python in another one)"),
    "absent": ("absent_game:ABOUT", None, "No module named 'absent_game'"),
    "witless": (
        "witless_game:ABOUT",
        """import dataclasses, goofspiel
ABOUT = dataclasses.replace(goofspiel.ABOUT, name='witless', policies='no_wits:LEVELS')""",
        "No module named 'no_wits'",
    ),
}


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Games that cannot be loaded, and one that can."""
    points = [EntryPoint("goofspiel", "goofspiel:ABOUT", "microciv.games")]
    for name, (value, source, _) in BROKEN.items():
        points.insert(0, EntryPoint(name, value, "microciv.games"))
        if source == FOLDER:
            (tmp_path / f"{name}_game").mkdir()
        elif source is not None:
            (tmp_path / f"{name}_game.py").write_text(source, encoding="utf-8")

    def offered(**wanted: Any) -> EntryPoints:
        return EntryPoints(points).select(**wanted)

    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(games, "entry_points", offered)
    forget()
    yield
    monkeypatch.undo()
    forget()


def forget() -> None:
    for cached in (games.catalogue, games._installed, games._added):
        cached.cache_clear()


@pytest.mark.usefixtures("installed")
def test_a_game_that_cannot_be_loaded_is_left_out_and_stops_no_other():
    assert ["5x", "5-ages", "civ-card-game", "civ-builder", "goofspiel"] == list(games.catalogue())
    for told, (name, (value, _, complaint)) in zip(
        games.left_out(), reversed(BROKEN.items()), strict=True
    ):
        assert told.startswith(f"left out: the game {name!r} of the package {value}: ")
        assert complaint in told


@pytest.mark.parametrize("reference, why", [
    ("goofspiel:Gofspiel", "has no attribute 'Gofspiel'"),
    ("gofspiel:Goofspiel", "No module named 'gofspiel'"),
    ("goofspiel", "not enough values"),
])  # fmt: skip
def test_a_game_whose_rules_cannot_be_loaded_is_refused_in_words(
    reference: str, why: str, monkeypatch: pytest.MonkeyPatch
):
    wrong = replace(games.about("goofspiel"), game=reference)
    monkeypatch.setattr(games, "about", lambda _name: wrong)
    with pytest.raises(BadOption, match=f"goofspiel: '{reference}' cannot be loaded: .*{why}"):
        games.open_game("goofspiel", {})


@pytest.mark.usefixtures("installed")
def test_who_wants_to_play_it_is_told_why_not():
    with pytest.raises(BadOption, match=r"left out: the game .*: RuntimeError: no luck"):
        games.open_game("broken", {})


@pytest.mark.usefixtures("installed")
def test_the_list_of_games_says_so_beside_the_others():
    result = CliRunner().invoke(app, ["games", "--json"])
    assert 0 == result.exit_code
    assert '"goofspiel"' in result.stdout
    assert "broken" not in result.stdout
    assert "warning: left out: the game 'broken'" in result.stderr


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("adapter", ["gymnasium", "openspiel"])
def test_who_has_its_environment_made_is_warned(adapter: str, monkeypatch: pytest.MonkeyPatch):
    """Where the games are registered: it is not among them, and nobody else would say why."""
    module = pytest.importorskip(f"microciv.adapters.{adapter}")
    library = module.gymnasium if adapter == "gymnasium" else module.pyspiel
    name = "register" if adapter == "gymnasium" else "register_game"
    monkeypatch.setattr(library, name, lambda *_, **__: None)
    with pytest.warns(UserWarning, match="left out: the game") as told:
        module.register()
    assert len(BROKEN) == len(told)


@pytest.mark.usefixtures("installed")
def test_the_server_says_so_in_its_log_and_offers_the_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    with serving_file(tmp_path / "site.sqlite3") as site:
        offered = [game["name"] for game in site.get("/api/games").json()]
    assert "goofspiel" == offered[-1]
    assert "the game 'broken' of the package" in caplog.text
