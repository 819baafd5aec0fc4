"""What is taken for a puzzle, and that a search for more goes on where it ended."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from microciv.bots.advice import Chance, Option, Ranked
from microciv.games import open_game
from tools import find_puzzles
from tools.find_puzzles import find, is_clear, weigh_again
from tools.puzzle_kinds import KINDS, Wanted


def ranked(*chances: float, lead: float = 0.2, error: float = 0.01) -> Ranked:
    moves = open_game("5x", {}).moves.all
    options = [Option(moves[at], Chance(value, 0.01)) for at, value in enumerate(chances)]
    return Ranked(tuple(options), Chance(lead, error))


def test_the_best_answer_is_ahead_beyond_doubt():
    assert is_clear(ranked(0.6, 0.4, 0.35), 0.05)
    assert not is_clear(ranked(0.6, 0.4, 0.35, lead=0.04), 0.05)
    assert is_clear(ranked(0.6, 0.4, 0.35, lead=0.04), 0.03)
    assert not is_clear(ranked(0.6, 0.4, 0.35, error=0.1), 0.05)


def test_three_answers_are_worth_a_thought():
    assert not is_clear(ranked(0.6, 0.4, 0.1), 0.05)
    assert is_clear(ranked(0.6, 0.4, 0.3, 0.0), 0.05)


def test_of_two_answers_both_are_worth_a_thought():
    assert is_clear(ranked(0.6, 0.4), 0.05)
    assert not is_clear(ranked(0.6, 0.2, lead=0.4), 0.05)


def test_one_number_may_decide_all():
    assert is_clear(ranked(1.0, 0.0, 0.0, lead=1.0), 0.05, sharp=True)
    assert not is_clear(ranked(1.0, 1.0, 0.0, lead=0.0), 0.05, sharp=True)


def row(text: str, phase: str = "select", **more: str) -> dict[str, Any]:
    return {"phase": phase, "answers": [[text]], **more}


def test_no_more_are_taken_of_a_kind_than_are_wanted():
    wanted = Wanted("5x", [row("exploit"), row("exploit")])
    assert wanted.takes(row("exploit"))
    assert not wanted.takes(row("exploit"))
    assert wanted.takes(row("bid 2", "bid"))
    assert {"bids": 4, "leaders": 5}.items() <= wanted.left().items()
    assert "exploitation" not in wanted.left()


def test_an_answer_to_somebody_is_none_of_the_offers():
    wanted = Wanted("5-ages", [row("offer 7S for W:4S", "trade", **{"as": "answer"})])
    assert {"answers": 3, "offers": 5}.items() <= wanted.left().items()


def test_every_game_has_kinds_for_two_dozen_puzzles():
    for game, kinds in KINDS.items():
        assert sum([kind.quota for kind in kinds]) >= 24, game


def test_the_match_is_still_one():
    assert not is_clear(ranked(0.99, 0.7, 0.6), 0.05)
    assert not is_clear(ranked(0.06, 0.05, 0.04), 0.05)


def test_a_search_goes_on_where_it_ended_and_finds_what_one_would_have_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(find_puzzles, "LOOKS", (40,))
    monkeypatch.setattr(find_puzzles, "SIFT", 20)
    monkeypatch.setattr(find_puzzles, "is_clear", lambda *_, **__: True)
    found = []
    folder = tmp_path
    for parts in ((3,), (1, 2)):
        folder = tmp_path / str(len(parts))
        folder.mkdir()
        monkeypatch.setattr(find_puzzles, "FOLDER", folder)
        for matches in parts:
            find("5x", matches)
        found.append((folder / "5x.json").read_text(encoding="utf-8"))
    assert found[0] == found[1]
    kept = json.loads(found[0])
    assert (3, open_game("5x", {}).rules) == (kept["matches"], kept["rules"])
    assert kept["puzzles"]
    (folder / "5x.json").write_text(json.dumps({**kept, "rules": -1}), encoding="utf-8")
    find("5x", 1)
    assert 1 == json.loads((folder / "5x.json").read_text(encoding="utf-8"))["matches"]


def test_those_that_are_not_clear_any_more_are_thrown_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    kept = resources.files("microciv.puzzles").joinpath("5x.json").read_text(encoding="utf-8")
    known = json.loads(kept)
    known["puzzles"] = known["puzzles"][:2]
    (tmp_path / "5x.json").write_text(json.dumps(known), encoding="utf-8")
    monkeypatch.setattr(find_puzzles, "FOLDER", tmp_path)
    monkeypatch.setattr(find_puzzles, "LOOKS", (40,))
    for clear, left in ((True, 2), (False, 0)):
        monkeypatch.setattr(find_puzzles, "is_clear", lambda *_, clear=clear, **__: clear)
        weigh_again("5x")
        told = json.loads((tmp_path / "5x.json").read_text(encoding="utf-8"))
        assert (left, known["matches"]) == (len(told["puzzles"]), told["matches"])
