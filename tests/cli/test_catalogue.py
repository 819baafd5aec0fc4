"""`games`, `options`, `cards`, `--version`, and how any command refuses."""

import io
import json
import sys
import tomllib

import pytest

from microciv import about
from microciv.cli.main import COMMANDS, app, version_text
from microciv.core.options import describe
from microciv.effects import effects_of, names_of
from microciv.games.civ_card_game.cards import PRINTED
from microciv.games.civ_card_game.patches import read_patch
from microciv.games.civ_card_game.people.catalogue import GROUPS

BOX = """
[[cards]]
name = "Music"
cost = 20
effects = []
[[cards]]
id = "P07"
F = 3
"""


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


def test_options_say_what_each_was_measured_to_do(cli):
    output = " ".join(cli("options", "5x").output.split())
    effects = effects_of("5x")
    assert effects is not None
    for info in describe(about("5x").options):
        if info.choices:
            told = effects.told(info, names_of("5x"))
            assert f"Measured: {told}" in output
    assert effects.how(names_of("5x")) in output


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


def test_the_card_set_says_what_each_card_does_and_how_sure_it_is(cli):
    output = cli("cards", "civ-card-game").output
    for row in PRINTED:
        assert row.name in output
    for word in ("Granary", "named", "name-only", "reconstructed", "Yields 1 food and 2 hammers."):
        assert word in output
    assert "is a reconstruction" in " ".join(output.split())
    assert "ingerprint" not in output


def test_changed_cards_are_shown_with_what_they_do_and_a_fingerprint(cli, tmp_path):
    patch = tmp_path / "box.toml"
    patch.write_text(BOX)
    output = " ".join(cli("cards", "civ-card-game", "--cards", patch).output.split())
    assert "Music 20 1 No effect of its own. patched" in output
    assert "Plains 4 Yields 3 food and 1 hammer. patched" in output
    assert f"Fingerprint: {read_patch(tomllib.loads(BOX)['cards']).fingerprint}" in output


def test_card_sets_for_programs(rows, tmp_path):
    patch = tmp_path / "box.toml"
    patch.write_text(BOX)
    (found,) = rows("cards", "civ-card-game", "--json", "--cards", patch)
    assert len(found["cards"]) == 73
    tables = found["tables"]
    assert set(tables["cards"]) == {"fingerprint", "rows"}
    assert [len(tables[name]) for name in GROUPS] == [15, 24, 10, 12, 6, 6]
    music = tables["technologies"][-1]
    assert (music["name"], music["cost"], music["effects"]) == ("Music", 20, [])
    assert (music["source"], music["does"]) == ("patched", "No effect of its own.")


def test_all_wrong_rows_of_a_card_file_are_told_at_once(cli, tmp_path):
    patch = tmp_path / "box.toml"
    patch.write_text(
        '[[cards]]\nname = "Granry"\n[[cards]]\nname = "Music"\ncost = 3\n'
        '[[cards]]\nname = "Corn"\ncost = 3\nF = -1\n'
    )
    result = cli("cards", "civ-card-game", "--cards", patch)
    assert result.exit_code == 1
    assert result.stderr == (
        f"error: {patch}: cards, row 1: no card 'Granry'; expected Granary; row 3: Corn:"
        " no column 'cost' of type goods; expected copies, F, H, C,"
        " F: expected a whole number from 0 to 20, not -1\n"
    )


def test_options_with_many_numbers_are_told_as_a_span(cli):
    output = cli("options", "civ-card-game").output
    assert "A number from 0 to 500." in output
    assert "cards = see `microciv cards`" in output


def test_version_says_which_engine_runs(cli):
    result = cli("--version")
    assert result.exit_code == 0
    assert result.output.strip() == version_text()
    assert version_text().endswith(("(compiled)", "(interpreted)"))


@pytest.mark.parametrize("command", list(COMMANDS))
def test_every_command_has_help(cli, command):
    for flag in ("--help", "-h"):
        result = cli(*command.split(), flag)
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


@pytest.mark.parametrize("words", [("schema", "5x"), ("cards", "5x", "--json")])
def test_json_is_the_same_whatever_letters_standard_output_has(cli, monkeypatch, words):
    said = json.loads(cli(*words).stdout)
    narrow = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", narrow)
    app(words, standalone_mode=False)
    narrow.flush()
    assert said == json.loads(narrow.buffer.getvalue())
