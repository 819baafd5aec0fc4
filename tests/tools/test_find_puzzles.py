"""What is taken for a puzzle, and that a search for more goes on where it ended."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from microciv.bots.advice import Chance, Option, Ranked
from microciv.games import open_game
from tools import find_puzzles
from tools.find_puzzles import find, is_clear


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


def test_the_match_is_still_one():
    assert not is_clear(ranked(0.99, 0.7, 0.6), 0.05)
    assert not is_clear(ranked(0.06, 0.05, 0.04), 0.05)


def test_a_search_goes_on_where_it_ended_and_finds_what_one_would_have_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(find_puzzles, "LOOKS", (40,))
    monkeypatch.setattr(find_puzzles, "SIFT", 20)
    monkeypatch.setattr(find_puzzles, "is_clear", lambda *_: True)
    found = []
    folder = tmp_path
    for parts in ((3,), (1, 2)):
        folder = tmp_path / str(len(parts))
        folder.mkdir()
        monkeypatch.setattr(find_puzzles, "FOLDER", folder)
        for matches in parts:
            find("5x", matches, 50)
        found.append((folder / "5x.json").read_text(encoding="utf-8"))
    assert found[0] == found[1]
    kept = json.loads(found[0])
    assert (3, open_game("5x", {}).rules) == (kept["matches"], kept["rules"])
    assert kept["puzzles"]
    (folder / "5x.json").write_text(json.dumps({**kept, "rules": -1}), encoding="utf-8")
    find("5x", 1, 50)
    assert 1 == json.loads((folder / "5x.json").read_text(encoding="utf-8"))["matches"]
