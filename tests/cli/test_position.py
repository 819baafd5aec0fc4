"""`position`: printed, checked, played on."""

import json

import pytest

from microciv.cli.position import answers_in
from microciv.games import catalogue, open_game


def test_a_deal_is_printed_and_checked(cli, rows):
    (document,) = rows("position", "5x", "--players", "3", "--seed", "7")
    assert document["phase"] == "pass"
    assert rows("position", "-", typed=json.dumps(document)) == [document]
    assert rows("position", "5x", "--players", "3", "--seed", "0x7") == [document]
    assert rows("position", "5x", "--players", "3", "--seed", "8") != [document]


def test_moves_are_played_on_a_position(rows):
    moves = "0:expand 1:expand 2:exploit 0:bid 2 1:bid 1"
    (outcome,) = rows("position", "5x", "--players", "3", "--set", "leaders=off", "--moves", moves)
    table = outcome["position"]["table"]
    assert [row["resources"] for row in table] == [3, 2, 6]
    assert table[0]["wonders"] == ["A"]
    assert outcome["scores"] == [5, 0, 4]
    assert outcome["points"] == [2.5, 0.0, 2.0]
    assert outcome["places"] == [1, 3, 2]
    assert outcome["to_act"] == [0, 1, 2]
    assert {"event": "won", "seat": 0, "wonder": "A", "amount": 2} in outcome["events"]


def test_what_was_played_can_be_played_on(rows):
    (outcome,) = rows(
        "position", "5x", "--players", "3", "--set", "leaders=off", "--moves", "0:expand"
    )
    (document,) = rows("position", "-", typed=json.dumps(outcome))
    assert document == outcome["position"]
    assert document["sealed"] == {"0": ["expand"]}


def test_what_every_seat_holds_is_told_after_each_step(rows):
    """Four seats as in the sheet's own example of Exterminate, and the bonus of the Pyramids."""
    position = {"game": "5x", "round": 1, "table": [{"resources": 3}] * 4}
    moves = "0:exterminate 1:exterminate 2:exploit 3:expand 3:bid 1"
    (outcome,) = rows("position", "-", "--moves", moves, typed=json.dumps(position))
    assert [(step["step"], step["held"]) for step in outcome["holdings"]] == [
        ("Reveal", [3, 3, 3, 3]),
        ("1 Exploit", [3, 3, 6, 3]),
        ("2 Exterminate", [5, 5, 4, 1]),
        ("3 Expand", [5, 5, 4, 0]),
        ("Clean-up", [5, 5, 4, 2]),
        ("A new round", [5, 5, 4, 2]),
    ]


def test_a_game_without_purses_tells_none(rows):
    (outcome,) = rows("position", "5-ages", "--players", "3", "--moves", "")
    assert "holdings" not in outcome


def test_a_position_out_of_a_record(rows, finished):
    (start,) = rows("position", "--from", finished, "--ply", "0")
    assert start == rows("position", "5x", "--players", "3", "--seed", "7")[0]
    (end,) = rows("position", "--from", finished)
    assert end["phase"] == "over"


@pytest.mark.parametrize(
    "moves, complaint",
    [
        ("0:expand 1:fly", "moves[1] 1:fly: no such move: 'fly'"),
        ("expand", "moves: expected SEAT:MOVE, not 'expand'"),
        ("9:expand", "moves[0] 9:expand: there is no seat 9; expected 0 to 2"),
        ("0:bid 3", "moves[0] 0:bid 3: not now"),
    ],
)
def test_a_move_that_is_not_allowed_is_named(cli, moves, complaint):
    result = cli("position", "5x", "--players", "3", "--set", "leaders=off", "--moves", moves)
    assert result.exit_code == 1
    assert complaint in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize(
    "change, complaint",
    [
        ({"round": 99}, "round: expected a whole number from 1 to 7, not 99"),
        ({"game": "6x"}, "game: no game '6x'"),
        ({"game": 3}, "game: expected the name of a game"),
        ({"options": {"seats": 12}}, "options.seats: 5X is for 3, 4, 5, 6 players"),
        ({"options": []}, "options: expected an object"),
        ({"colour": "red"}, "colour: no such field"),
    ],
)
def test_a_broken_position_is_refused_with_its_field(cli, rows, change, complaint):
    (document,) = rows("position", "5x", "--players", "3")
    result = cli("position", "-", typed=json.dumps({**document, **change}))
    assert result.exit_code == 1
    assert f"standard input: {complaint}" in result.stderr


def test_what_is_neither_game_nor_file_is_refused(cli):
    result = cli("position", "nothing.json")
    assert result.exit_code == 1
    assert "nothing.json: neither a file nor a game; the games are 5x" in result.stderr


def test_a_ply_beyond_the_record_is_refused(cli, finished):
    result = cli("position", "--from", finished, "--ply", "5000")
    assert result.exit_code == 1
    assert "ply: expected 0 to" in result.stderr


@pytest.mark.parametrize("name", catalogue())
def test_every_move_of_every_game_can_be_written_behind_a_seat(name):
    """Whatever stands before and behind it; a number with a colon in a move is no seat."""
    game = open_game(name, {})
    before, after = game.moves.all[0].text, game.moves.all[-1].text
    for move in game.moves.all:
        written = f"0:{before} 1:{move.text}; 12: {move.text}, 0:{after}"
        found = [(0, before), (1, move.text), (12, move.text), (0, after)]
        assert found == answers_in(game, written)


def test_an_exchange_of_5_ages_can_be_played(rows):
    """Its move has a seat's colon in it."""
    hands = ["KH 3D 9S", "6C 6D 6H", "8C 8D 8H"]
    table = [{"hand": hand.split()} for hand in hands]
    table[0]["civ"] = ["KS", "KD", "3C"]
    position = {"game": "5-ages", "round": 4, "phase": "build", "table": table, "deck": ["QD"]}
    for moves in ("0:build KH; 0:replace 1:9S", "0:build KH; replace 1:9S"):
        (outcome,) = rows("position", "-", "--moves", moves, typed=json.dumps(position))
        assert {"0": ["build KH", "replace 1:9S"]} == outcome["position"]["sealed"]


def test_a_line_that_cannot_be_played_as_a_whole_plays_nothing(cli):
    """Its place is named."""
    position = {"game": "civ-builder", "round": 2, "phase": "exchange", "turn": {"target": 1}}
    position["table"] = [{"hand": "2Cul"}, {"hand": "3Cul+Gov"}]
    moves = "0:take 2Gov : 2Cul"
    result = cli("position", "-", "--moves", moves, typed=json.dumps(position))
    assert 1 == result.exit_code
    assert "moves[0] 0:take 2Gov : 2Cul: " in result.stderr
    assert "" == result.stdout


def test_a_table_without_seats_is_refused(cli):
    result = cli("position", "5x", "--players", "0")
    assert 1 == result.exit_code
    assert "seats" in result.stderr


def test_a_value_that_is_nested_without_end_is_refused(cli):
    result = cli("position", "5x", "--set", "wonder_table=" + "[" * 100_000)
    assert 2 == result.exit_code
    assert "not JSON" in result.stderr
