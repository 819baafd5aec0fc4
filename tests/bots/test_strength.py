"""The levels have the ratings of their leagues."""

import pytest

from microciv.bots import levels
from microciv.bots.strength import strengths
from tools import export_league


def test_the_ratings_are_those_of_the_page():
    written = export_league.LEAGUE.read_text(encoding="utf-8")
    page = export_league.PAGE.read_text(encoding="utf-8")
    assert export_league.leagues(page) == written, "run tools/export_league.py"


@pytest.mark.parametrize("game", ["5x", "5-ages", "civ-card-game", "civ-builder"])
def test_every_level_has_one_and_the_scale_is_that_of_easy(game: str):
    known = strengths(game)
    assert [*reversed(levels(game))] == [*known]
    assert (1000, 0) == known["easy"]


def test_a_game_without_a_league_has_none():
    assert {} == strengths("ludo")
