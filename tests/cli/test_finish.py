"""`finish`: it is decided, and people at the terminal let bots play out the rest."""

from __future__ import annotations

import json

import pytest

from microciv.cli import finishing
from microciv.cli.hotseat import HotSeat

ALONE = ("play", "5x", "--seed", "7", "--seats", "you,bot:random,bot:random")
TWO = ("play", "5x", "--seed", "7", "--seats", "Ana,Bo,bot:random")
ASKED = "Type finish to let bots play out the rest."


@pytest.fixture(autouse=True)
def winner(monkeypatch):
    """Who has as good as won by decision set; 0: in the later ones."""
    known = {0: 1, 1: None}

    def winner_of(match):
        return known.get(match.set_number(), known[0])

    monkeypatch.setattr(finishing, "winner_of", winner_of)
    return known


def the_record(home):
    (path,) = (home / "records").glob("*.json")
    return path, json.loads(path.read_text())


def test_one_person_asked_once_lets_bots_play_the_rest_out(cli, home):
    result = cli(*ALONE, typed="finish\n1\nexplore\nfinish\n")
    assert result.exit_code == 0
    assert "! not now: 'finish'; it is open who wins" in result.output
    assert result.output.count(f"Ana has as good as won. {ASKED}") == 1
    assert "Bots play out the rest, as agreed." in result.output
    assert "The rest was played out by agreement." in result.output
    path, record = the_record(home)
    played = record["agreed"]
    assert 3 < played < len(record["moves"])
    assert (0, "explore") in [(seat, move) for seat, move in record["moves"][:played]]

    verified = cli("verify", path)
    assert f"From ply {played} on the rest was played out by agreement." in verified.output
    assert cli("verify", path, "--json").stdout.count(f'"agreed": {played}') == 1
    told = "The rest was played out by agreement."
    assert told in cli("replay", path).output
    assert told in cli("show", path, "--ply", played).output
    assert told not in cli("show", path, "--ply", played - 1).output


def test_a_record_without_agreement_says_nothing_of_it(cli, finished):
    assert "agreed" not in finished.read_text()
    for command in ("verify", "replay", "show"):
        assert "agree" not in cli(command, finished).output
    assert "agreed" not in cli("verify", finished, "--json").output


def test_all_people_have_to_agree_and_may_change_their_minds(cli, home):
    typed = "\n1\n\n1\n"  # leaders are passed
    typed += "\nfinish\nfinish\nfinish\nexplore\n\nfinish\n"
    output = cli(*TWO, typed=typed).output
    assert output.count("1 of 2 agree to finish.") == 2
    assert "You do not agree to finish any more." in output
    assert f"You have as good as won. {ASKED}" in output  # Bo's screen
    _, record = the_record(home)
    assert [0, "explore"] in record["moves"][record["agreed"] :]


def test_what_was_agreed_lapses_when_somebody_else_wins(cli, home, winner):
    winner[1] = 0
    output = cli(*TWO, typed="\nfinish\n1\n\n1\n\n1\n\nfinish\n").output
    assert output.count("1 of 2 agree to finish.") == 2
    assert output.count(ASKED) == 4
    assert list((home / "records").glob("*")) == []


def test_bots_play_on_where_they_were_interrupted(cli, home, monkeypatch, winner):
    answer_for = HotSeat.answer_for

    def interrupted(table, seat):
        if table.match.agreed is not None:
            raise KeyboardInterrupt
        return answer_for(table, seat)

    winner[1] = 0
    with monkeypatch.context() as patch:
        patch.setattr(HotSeat, "answer_for", interrupted)
        assert "Saved." in cli(*ALONE, typed="finish\n").output
    assert cli("play", "--resume").exit_code == 0
    _, record = the_record(home)
    assert record["agreed"] == 0


def test_help_names_it(cli):
    assert "let bots play out the rest" in cli(*ALONE, typed="?\n").output
