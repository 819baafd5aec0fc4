"""The league: who sits where, and that it can be stopped at any time."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from microciv.cli.main import app
from microciv.study.league import Fixture, fixtures, play_fixture, seating

RUN = CliRunner()
WEAK = ("league", "5x", "--levels", "random,easy", "--seats", "3,4", "--matches", "2")


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6, 7])
def test_everybody_sits_everywhere_equally_often(seats: int):
    places: Counter[tuple[int, str]] = Counter()
    for number in range(2 * seats * 2):
        for seat, level in enumerate(seating(seats, "a", "b", number)):
            places[seat, level] += 1
    assert {2 * seats} == set(places.values())


def test_every_pair_meets_at_every_table():
    rows = fixtures("5x", ["random", "easy", "medium"], [3, 4], 2)
    assert 2 * 2 * 3 == len(rows) == len({row.key() for row in rows})
    pairs = {frozenset(row.levels) for row in rows[:6]}
    assert 3 == len(pairs), "a league that is stopped early has seen something of each pair"


def test_a_fixture_is_always_the_same_match():
    fixture = Fixture("5x", ("easy", "random", "easy"), 7)
    assert play_fixture(fixture) == play_fixture(fixture)


def test_it_goes_on_where_it_was_stopped(tmp_path: Path):
    store = tmp_path / "league.jsonl"
    command = [*WEAK, "--store", str(store)]
    assert 0 == RUN.invoke(app, command).exit_code
    whole = store.read_text()
    lines = whole.splitlines()
    assert 1 + 4 == len(lines)
    # Stopped in the middle of writing the last line: that match alone is played again.
    changed = json.loads(lines[1])
    changed["winners"] = [0, 1, 2]
    kept = [lines[0], json.dumps(changed), *lines[2:4]]
    store.write_text("\n".join(kept) + "\n" + lines[4][:20])
    assert 0 == RUN.invoke(app, command).exit_code
    assert [*kept, lines[4]] == store.read_text().splitlines()


def test_the_report_for_programs(tmp_path: Path):
    ran = RUN.invoke(app, [*WEAK, "--store", str(tmp_path / "x"), "--json"])
    report = json.loads(ran.stdout)
    assert 4 == report["matches"]
    assert {"random", "easy"} == {row["level"] for row in report["ratings"]}
    assert [3, 4, None] == [row["seats"] for row in report["shares"]]


def test_the_tables_have_their_place_on_a_page(tmp_path: Path):
    page, store = tmp_path / "bots.md", tmp_path / "x"
    page.write_text("# Bots\n\nBefore.\n")
    command = [*WEAK, "--store", str(store), "--write", str(page)]
    assert 0 == RUN.invoke(app, command).exit_code
    first = page.read_text()
    assert first.startswith("# Bots\n\nBefore.\n\n<!-- league 5x -->\n| 5X | rating |")
    page.write_text(first + "After.\n")
    assert 0 == RUN.invoke(app, command).exit_code
    assert first + "After.\n" == page.read_text()


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["--seats", "9"], "expected numbers of seats"),
        (["--seats", "three"], "expected numbers of seats"),
        (["--levels", "easy,genius"], "no level 'genius'; there are random, easy"),
        (["--levels", "easy"], "expected two or more of"),
    ],
)
def test_bad_wishes_are_refused(tmp_path: Path, arguments: list[str], message: str):
    ran = RUN.invoke(app, ["league", "5x", *arguments, "--store", str(tmp_path / "x")])
    assert 1 == ran.exit_code
    assert message in " ".join(ran.output.split())
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize(
    "text, message",
    [
        ("", "expected a league of 5x"),
        ("a diary\n", "it begins 'a diary'"),
        ('{"league": 1, "game": "5-ages", "rules": 1}\n', "expected a league of 5x"),
    ],
)
def test_other_files_are_left_alone(tmp_path: Path, text: str, message: str):
    store = tmp_path / "league.jsonl"
    store.write_text(text)
    ran = RUN.invoke(app, [*WEAK, "--store", str(store)])
    assert 1 == ran.exit_code
    assert message in " ".join(ran.output.split())
    assert text == store.read_text()


def test_a_line_that_is_no_result_is_named(tmp_path: Path):
    store = tmp_path / "league.jsonl"
    RUN.invoke(app, [*WEAK, "--store", str(store)])
    lines = store.read_text().splitlines()
    store.write_text("\n".join([*lines, '{"match": "5x 1 easy,easy", "winners": [5]}']) + "\n")
    ran = RUN.invoke(app, [*WEAK, "--store", str(store)])
    assert 1 == ran.exit_code
    assert "line 6: no such winners" in " ".join(ran.output.split())
