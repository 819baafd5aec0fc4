"""`games`, `options`, `cards`, `--version`, and how any command refuses."""

import json

import pytest

from microciv import about
from microciv.cli.main import COMMANDS, version_text
from microciv.core.options import describe


def test_games_lists_every_game(cli):
    result = cli("games")
    assert result.exit_code == 0
    assert "5x" in result.output
    assert "3–6" in result.output


def test_games_for_programs(rows):
    (found,) = rows("games", "--json")
    game = next(row for row in found if row["name"] == "5x")
    assert game["seats"] == [3, 4, 5, 6]
    assert "random" in game["levels"]


def test_options_names_each_with_its_clause(cli):
    output = cli("options", "5x").output
    for info in describe(about("5x").options):
        assert info.name in output
        assert info.clause in output


def test_options_for_programs(rows):
    (found,) = rows("options", "5x", "--json")
    assert [info["name"] for info in found["options"]] == [
        info.name for info in describe(about("5x").options)
    ]
    assert [variant["name"] for variant in found["variants"]] == ["leaders", "leaderless"]


def test_cards_names_each_with_its_effect(cli):
    output = cli("cards", "5x").output
    for word in ("Napoleon", "Catharine the Great", "5X-80", "the Rocket", "4½"):
        assert word in output


def test_cards_for_programs(rows):
    (found,) = rows("cards", "5x", "--json")
    assert len(found["cards"]) == 20
    assert len(found["tables"]["wonder_table"]) == 7


def test_cards_are_shown_as_a_file_changes_them(cli, tmp_path):
    patch = tmp_path / "my.toml"
    patch.write_text('[[wonders]]\nletter = "C"\nname = "the Hanging Gardens"\n')
    assert "the Hanging Gardens" in cli("cards", "5x", "--cards", patch).output
    patch.write_text('[[wonders]]\nletter = "H"\n')
    result = cli("cards", "5x", "--cards", patch)
    assert result.exit_code == 1
    assert f"{patch}: wonders, row 1: letter: expected one of A" in result.stderr


def test_version_says_which_engine_runs(cli):
    result = cli("--version")
    assert result.exit_code == 0
    assert result.output.strip() == version_text()
    assert version_text().endswith(("(compiled)", "(interpreted)"))


@pytest.mark.parametrize("command", list(COMMANDS))
def test_every_command_has_help(cli, command):
    for flag in ("--help", "-h"):
        result = cli(command, flag)
        assert result.exit_code == 0
        assert f"microciv {command}" in result.output


@pytest.mark.parametrize("command", ["options", "rules", "cards", "match", "play"])
def test_an_unknown_game_is_refused_with_the_games_there_are(cli, command):
    result = cli(command, "6x")
    assert result.exit_code == 1
    assert result.stderr.startswith("error: no game '6x'; there are 5x")
    assert result.stdout == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ("nonsense",),
        ("games", "--nonsense"),
        ("options",),
        ("show",),
        ("match", "5x", "--count", "0"),
        ("match", "5x", "--seed", "seven"),
        ("match", "5x", "--records"),
        ("play", "5x", "--set", "leaders"),
        ("play", "5x", "--resume", "x"),
        ("position",),
        ("position", "5x", "--ply", "3"),
        ("position", "x.json", "--seed", "3"),
        ("serve", "--port", "70000"),
    ],
)
def test_wrong_usage_is_exit_code_2(cli, arguments):
    result = cli(*arguments)
    assert result.exit_code == 2
    assert "Usage:" in result.stderr
    assert result.stdout == ""


def test_json_is_all_that_stands_on_standard_output(cli):
    for command in (("games",), ("options", "5x"), ("cards", "5x")):
        json.loads(cli(*command, "--json").stdout)
