"""`learn`: a lesson typed in, left, gone on with, skipped, and the real match after it."""

import json
import re

import pytest

from microciv.games import catalogue
from microciv.lessons import lesson_of

GAMES = [name for name in catalogue() if lesson_of(name) is not None]
ALWAYS_FIRST = "1\n" * 400


def notes(output):
    return re.findall(r"Lesson, (\d+) of", output)


def last_note(output):
    return output[output.rindex("Lesson, ") :]


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_lesson_ends_with_the_offer_of_a_real_match(cli, home, game):
    result = cli("learn", game, typed=ALWAYS_FIRST)
    assert result.exit_code == 0, result.output
    told = [int(number) for number in notes(result.output)]
    assert told == list(range(1, len(told) + 1))
    assert f"microciv play {game} --seats you,bot" in result.output
    assert list((home / "saves").glob("*")) == []


def test_a_lesson_goes_on_at_the_same_note(cli, home):
    left = cli("learn", "5x", typed="1\n1\n1\n").output
    (save,) = (home / "saves").glob("*.json")
    assert json.loads(save.read_text())["lesson"] is True
    again = cli("play", "--resume", typed="").output
    assert last_note(again) == last_note(left)
    assert int(notes(again)[-1]) > 1


def test_skipping_asks_nothing_and_leads_to_the_real_match(cli, home):
    result = cli("learn", "5x", typed="skip\ny\n1\n")
    assert "The lesson is skipped." in result.output
    assert "Seed hash" in result.output  # of the real match, whose deal is sealed
    (save,) = (home / "saves").glob("*.json")
    assert "lesson" not in json.loads(save.read_text())


def test_there_is_nothing_to_skip_in_a_real_match(cli):
    result = cli("play", "5x", typed="skip\n")
    assert "The lesson is skipped." not in result.output
    assert "Saved. Go on with" in result.output


def test_a_game_without_a_lesson_names_its_rules(cli, monkeypatch):
    monkeypatch.setattr("microciv.cli.learn.lesson_of", lambda _: None)
    result = cli("learn", "5x")
    assert result.exit_code == 1
    assert "microciv rules 5x" in result.output
