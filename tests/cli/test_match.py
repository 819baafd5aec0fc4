"""`match`: bots alone, the same rows every time."""

import os
import re
import shlex
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from microciv import open_game, read_record, replay
from microciv.cli.league import league
from microciv.cli.match import match
from microciv.workers import workers

THREE = ("--seats", "bot:random,bot:easy,bot:random")


def test_a_row_says_how_a_match_ended(rows):
    (row,) = rows("match", "5x", *THREE, "--seed", "5", "--json")
    assert list(row) == ["game", "seed", "seats", "scores", "points", "places", "plies"]
    assert row["game"] == "5x"
    assert row["seed"] == 5
    assert row["seats"] == ["bot:random", "bot:easy", "bot:random"]
    assert row["points"] == [score / 2 for score in row["scores"]]
    assert min(row["places"]) == 1


def test_the_same_command_prints_the_same_rows(rows):
    first = rows("match", "5x", *THREE, "--count", "4", "--seed", "9", "--json")
    assert rows("match", "5x", *THREE, "--count", "4", "--seed", "9", "--json") == first
    assert [row["seed"] for row in first] == [9, 10, 11, 12]
    assert rows("match", "5x", *THREE, "--seed", "11", "--json") == first[2:3]


README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
CHANGES = re.findall(r"`microciv (match .* --set \S+ .*?)`", README)


@pytest.mark.parametrize("command", CHANGES)
def test_an_option_that_the_readme_changes_changes_matches(rows, command):
    """At the table that it names, with far fewer matches."""
    words = shlex.split(command)
    words[words.index("--count") + 1] = "12"
    place = words.index("--set")
    assert rows(*words) != rows(*words[:place], *words[place + 2 :])


def test_the_readme_shows_how_an_option_is_changed():
    assert len(CHANGES) == 1


def test_processes_print_the_rows_in_the_same_order(rows):
    alone = rows("match", "5x", *THREE, "--count", "5", "--json")
    assert rows("match", "5x", *THREE, "--count", "5", "--jobs", "2", "--json") == alone


def test_a_worker_that_is_killed_ends_it_with_a_word(cli, tmp_path, monkeypatch):
    @contextmanager
    def doomed(_count):
        with workers(1) as processes:
            processes.submit(os._exit, 9)
            yield processes

    for command in (match, league):
        monkeypatch.setattr(sys.modules[command.__module__], "workers", doomed)
    result = cli("match", "5x", *THREE, "--count", "5", "--jobs", "2")
    assert (1, "error: a worker process was killed (is memory short?)\n") == (
        result.exit_code,
        result.stderr,
    )
    result = cli(
        "arena", "5x", "--bots", "random,easy", "--seats", "3", "--out", tmp_path / "it",
        "--jobs", "2", "--matches", "4",
    )  # fmt: skip
    assert 1 == result.exit_code
    assert "was killed (is memory short?); what was played before is kept" in result.stderr


def test_records_replay_to_the_scores_of_their_row(rows):
    for row in rows(
        "match", "5x", "--count", "2", "--json", "--records", "--variant", "leaderless"
    ):
        record = read_record(row["record"])
        game = open_game("5x", **record.options)
        assert record.options["leaders"] is False
        assert replay(game, record).scores() == row["scores"]


def test_a_table_for_people(cli):
    result = cli("match", "5x", *THREE, "--count", "3")
    assert result.exit_code == 0
    assert "3 matches of 5X" in result.stdout
    assert result.stdout.count("random") == 2


@pytest.mark.parametrize(
    "arguments, complaint",
    [
        (("--seats", "you,bot,bot"), "seat 1: `match` is for bots alone"),
        (("--seats", "bot,easy,Random"), "seat 2: `bot:easy` is a bot of this level"),
        (("--seats", "bot:genius,bot,bot"), "seat 1: no bot 'genius' for 5x; there are random"),
        (("--seats", "bot,bot"), "seats: 5X is for 3, 4, 5, 6 players, not 2"),
        (("--set", "color=red"), "color: 5X has no such option"),
        (("--set", "leaders=maybe"), "leaders: expected on or off, not 'maybe'"),
        (("--variant", "wild"), "no variant 'wild' of 5X; there are: leaders, leaderless"),
        ((*THREE, "--set", "seats=4"), "seats: 4 are set, but 3 are named in --seats"),
    ],
)
def test_what_is_refused_says_what_was_expected(cli, arguments, complaint):
    result = cli("match", "5x", *arguments)
    assert result.exit_code == 1
    assert complaint in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize("seed", ["abc", "-1", "0x1g", str(2**128)])
def test_a_seed_that_is_none_is_named(cli, seed):
    result = cli("match", "5x", "--seed", seed)
    assert result.exit_code == 2
    assert "--seed: expected a" in result.stderr


def test_cards_change_the_match(rows, tmp_path):
    patch = tmp_path / "my.toml"
    patch.write_text('game = "5x"\n[[wonders]]\nletter = "G"\npoints = 9.5\n')
    (row,) = rows("match", "5x", *THREE, "--cards", patch, "--json", "--records")
    table = row["record"]["options"]["wonder_table"]
    assert [wonder["halves"] for wonder in table if wonder["letter"] == "G"] == [19]
