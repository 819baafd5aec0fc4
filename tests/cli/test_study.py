"""`study`: from a question to an answer in one command."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import polars as pl
import pytest

TOWER = '[[wonders]]\nletter = "E"\npoints = 9\n'


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to study in."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tower.toml").write_text(TOWER, encoding="utf-8")
    return tmp_path


QUICK = ("--matches", "60", "--jobs", "1")


def test_one_command_one_answer(cli):
    result = cli("study", "5x", "--cards", "tower.toml", *QUICK)
    assert 0 == result.exit_code, result.output
    first, *lines = result.stdout.splitlines()
    assert first.startswith("5X, 4 seats, easy: wonder_table = ")
    assert "  60 matches of each, on the same deals." in lines
    assert any("“won” E wins" in line for line in lines)
    assert "not people; seed 0" in lines[-1]
    assert "all rows are in study-5x-" in result.stderr
    (folder,) = Path().glob("study-5x-*")
    assert 120 == pl.scan_parquet(folder / "matches" / "*.parquet").collect().height


def test_the_same_command_goes_on_and_finds_the_same(cli, rows):
    command = ("study", "5x", "--set", "leader_pool=all15", "--json", "--into", "kept")
    (once,) = rows(*command, *QUICK)
    (again,) = rows(*command, *QUICK)
    assert once == again
    assert [60, 60] == [answer["matches"] for answer in once["answers"]]
    assert {"default": {}, "changed": {"leader_pool": "all15"}} == once["arms"]


def test_without_a_change_seats_are_held_against_what_is_fair(rows):
    (row,) = rows("study", "civ-builder", "--players", "random", "--seats", "2", "--json", *QUICK)
    (answer,) = row["answers"]
    wins = [found for found in answer["findings"] if found["subject"][0] == "wins"]
    assert [[0.5, 0.0], [0.5, 0.0]] == [found["base"] for found in wins]
    assert pytest.approx(1) == sum(found["found"][0] for found in wins)


def test_a_change_that_these_bots_never_meet_is_called_so(cli):
    result = cli("study", "5x", "--seats", "3", "--set", "allow_variant_5_6=on", *QUICK)
    assert "All 60 matches are identical: these bots never meet the change." in result.stdout


def test_a_plan_with_two_tables(cli, here):
    (here / "plan.toml").write_text(
        'game = "5x"\nseats = 3\nplayers = ["random", "easy,random"]\nmatches = 20\n'
        '[arms.tower]\ncards = "tower.toml"\n',
        encoding="utf-8",
    )
    result = cli("study", "plan.toml", "--jobs", "1")
    assert 0 == result.exit_code, result.output
    heads = [line for line in result.stdout.splitlines() if line.startswith("5X, ")]
    assert ["5X, 3 seats, random: ", "5X, 3 seats, easy, random: "] == [
        head.partition("wonder")[0] for head in heads
    ]
    assert Path("study-plan/study.json").exists()


def test_two_processes_find_what_one_finds(rows):
    command = ("study", "5x", "--players", "random", "--matches", "300", "--json")
    (one,) = rows(*command, "--jobs", "1", "--into", "one")
    (two,) = rows(*command, "--jobs", "2", "--into", "two")
    assert one == two


@pytest.mark.parametrize(
    "words, why",
    [
        (("6x",), "6x"),
        (("5x", "--seats", "7"), "expected numbers of seats (3, 4, 5, 6), not '7'"),
        (("5x", "--players", "clever"), "no level 'clever'; there are random, easy"),
        (("5x", "--set", "seats=3"), "the numbers of seats stand in --seats"),
        (("5x", "--set", "leaders=maybe"), "leaders: expected on or off, not 'maybe'"),
        (("5x", "--cards", "none.toml"), "none.toml"),
        (("5x", "--variant", "long"), "no variant 'long'"),
        (("5x", "--seats", "5", "--set", "leaders=off"), "5"),
        (("plan.toml", "--seats", "3"), "--seats goes with a game"),
        (("plan.toml", "--seed", "3"), "--seed goes with a game"),
        (("5x", "--seed", str(2**64)), "9223372036854775807"),
    ],
)
def test_what_cannot_be_studied_is_refused(cli, here, words, why):
    (here / "plan.toml").write_text('game = "5x"', encoding="utf-8")
    result = cli("study", *words, *QUICK)
    assert result.exit_code in {1, 2}
    assert why in " ".join(result.stderr.split())
    assert not list(here.glob("study-*"))


def test_a_folder_of_another_study_is_left_alone(cli, here):
    assert 0 == cli("study", "5x", "--into", "kept", *QUICK).exit_code
    before = json.loads((here / "kept" / "study.json").read_text(encoding="utf-8"))
    result = cli("study", "5x", "--seed", "5", "--into", "kept", *QUICK)
    assert 1 == result.exit_code
    assert "holds another study" in " ".join(result.stderr.split())
    assert before == json.loads((here / "kept" / "study.json").read_text(encoding="utf-8"))


def test_without_the_extra_it_says_what_to_install(cli, monkeypatch):
    monkeypatch.delattr("microciv.study.findings", raising=False)
    monkeypatch.setitem(sys.modules, "microciv.study.findings", None)
    result = cli("study", "5x", *QUICK)
    assert 1 == result.exit_code
    assert "pip install 'microciv[study]'" in " ".join(result.stderr.split())
