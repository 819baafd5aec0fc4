"""Levels that other packages add to a game, sound or not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from microciv import BadOption, Match, games, open_game
from microciv.bots import levels, make_bot
from microciv.cli.main import app
from microciv.games import best_policy, left_out, policies
from microciv.laws import Broken
from microciv.laws.blind import law_blind
from tests.server.site import serving_file

SOURCE = """
from microciv.core.policy import Policy

class First(Policy):
    def pick(self, state, seat, legal, rng):
        return legal[0]

class Peeking(Policy):
    def pick(self, state, seat, legal, rng):
        beside = (seat + 1) % self.seats
        return legal[state.zones.piles[beside] % len(legal)]

FIRST = {"first": First}
PEEKING = {"peeking": Peeking}
EASY = {"easy": First}
LOUD = {"LOUD!": First}
"""
BROKEN = {
    ("chess", "first_policy:FIRST"): "no game 'chess'; there are 5x, ",
    ("5x", "first_policy:EASY"): "5x has another level 'easy'",
    ("5x", "first_policy:LOUD"): "expected a level in small letters, as in my-bot, not 'LOUD!'",
    ("5x", "first_policy:First"): "first_policy:First is no dictionary of policies by level",
    ("5-ages", "no_policy:FIRST"): "No module named 'no_policy'",
}


def install(tmp_path: Path, patch: pytest.MonkeyPatch, *offers: tuple[str, str]) -> None:
    """Have packages offer policies for games."""
    points = [EntryPoint(game, value, "microciv.policies") for game, value in offers]
    (tmp_path / "first_policy.py").write_text(SOURCE, encoding="utf-8")

    def offered(**wanted: Any) -> EntryPoints:
        return EntryPoints(points).select(**wanted)

    games.catalogue()
    patch.syspath_prepend(tmp_path)
    patch.setattr(games, "entry_points", offered)
    games._added.cache_clear()


@pytest.fixture
def patch(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    yield monkeypatch
    monkeypatch.undo()
    games._added.cache_clear()


@pytest.fixture
def first(tmp_path: Path, patch: pytest.MonkeyPatch) -> None:
    install(tmp_path, patch, ("5x", "first_policy:FIRST"))


@pytest.mark.usefixtures("first")
def test_an_added_policy_is_a_level_of_its_game_and_no_others():
    assert levels("5x") == ["random", "easy", "first", "medium", "hard", "expert"]
    assert "first" not in levels("5-ages")
    assert best_policy("5x") is policies("5x")["easy"], "the search plays on as the game's own"
    game = open_game("5x", seats=3)
    seen = Match(game, 1).observe(1)
    assert make_bot("first:never-expands", game, 1, 0).choose(seen).text == seen.legal[0].text


@pytest.mark.usefixtures("first")
@pytest.mark.parametrize("command", ["match", "league", "arena"])
def test_it_plays_wherever_bots_do(command: str, tmp_path: Path):
    who = ["--seats", "bot:first,bot:random,bot:first:never-expands", "--count", "2"]
    if command != "match":
        who = ["--bots", "first,random", "--seats", "3", "--matches", "2"]
        who += ["--out", str(tmp_path / "out")]
    ran = CliRunner().invoke(app, [command, "5x", *who, "--json"])
    assert ran.exit_code == 0, ran.output


@pytest.mark.usefixtures("first")
def test_it_plays_at_tables_of_the_site(tmp_path: Path):
    seats = [{"kind": "you"}, *[{"kind": "bot", "level": "first"}] * 2]
    with serving_file(tmp_path / "site.sqlite3") as site:
        offered = {game["name"]: game["levels"] for game in site.get("/api/games").json()}
        site.create("you", "bot:first", "bot:first")
        unknown = site.post("/api/tables", {"game": "5-ages", "seats": seats, "name": "Ann"})
    assert "first" in offered["5x"]
    assert unknown.status_code == 422


def test_what_cannot_be_used_is_left_out_and_says_why(
    tmp_path: Path, patch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    install(tmp_path, patch, *BROKEN, ("5x", "first_policy:FIRST"), ("5x", "first_policy:FIRST"))
    told = left_out()
    for line, ((game, value), complaint) in zip(told, BROKEN.items(), strict=False):
        assert line.startswith(f"left out: the policies for {game!r} of the package {value}: ")
        assert complaint in line
    assert told[len(BROKEN) :] == [told[-1]], "the second of two that are called the same"
    assert "5x has another level 'first'" in told[-1]
    assert "first" in levels("5x")
    with pytest.raises(BadOption, match="no bot 'LOUD!' for 5x"):
        make_bot("LOUD!", open_game("5x"), 0, 0)
    ran = CliRunner().invoke(app, ["games", "--json"])
    assert "first" in json.loads(ran.stdout)[0]["levels"]
    assert "warning: left out: the policies for 'chess'" in ran.stderr


def test_the_law_blind_looks_at_it_too(tmp_path: Path, patch: pytest.MonkeyPatch):
    install(tmp_path, patch, ("5x", "first_policy:PEEKING"))
    game = open_game("5x", seats=3)

    def look() -> None:
        for seed in range(9):
            law_blind(game, seed)

    with pytest.raises(Broken, match="sees more than its seat"):
        look()
