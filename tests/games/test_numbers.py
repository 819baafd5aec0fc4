"""Numbers of the rule sheets: the words follow each, and `easy` plays another match for it."""

from __future__ import annotations

from typing import Any

import pytest

import microciv
from microciv.core.options import OptionInfo, describe
from microciv.games import about, catalogue
from microciv.study.matches import Lineup
from microciv.texts import texts_for

NUMBERS = [
    (game, info)
    for game in catalogue()
    for info in describe(about(game).options)
    if info.kind == "number"
]


def other(info: OptionInfo) -> float:
    """A value that is not printed."""
    return info.most if info.most != info.default else info.least


@pytest.mark.parametrize("game, info", NUMBERS, ids=[f"{game}-{one.name}" for game, one in NUMBERS])
def test_the_words_say_the_number_of_the_table(game: str, info: OptionInfo) -> None:
    """Rules or cards tell another number when it is another."""
    values = {info.name: other(info), "leaders": False} if "without" in info.name else {}
    options = microciv.open_game(game, **(values or {info.name: other(info)})).options
    printed, told = texts_for(game).plain(), texts_for(game, options).plain()
    assert printed != told
    assert "{#" not in f"{printed}{told}"


@pytest.mark.parametrize("game", dict.fromkeys([game for game, _info in NUMBERS]))
def test_a_table_is_described_in_the_span_of_its_numbers(game: str) -> None:
    """The printed number lies within, and the game says so of another."""
    for info in [info for other_game, info in NUMBERS if other_game == game]:
        assert info.least <= info.default <= info.most
        with pytest.raises(microciv.BadOption, match=rf"^{info.name}: expected "):
            microciv.open_game(game, **{info.name: info.most + info.step})


@pytest.mark.parametrize("kind", ["float64", "float32", "int64", "uint8"])
@pytest.mark.parametrize("game", dict.fromkeys([game for game, _info in NUMBERS]))
def test_a_number_of_numpy_is_like_any_other(game: str, kind: str) -> None:
    """It becomes one of Python's, and is refused by name beyond its span."""
    made = getattr(pytest.importorskip("numpy"), kind)
    for info in [info for other_game, info in NUMBERS if other_game == game]:
        whole = int(info.most)
        options = microciv.open_game(game, **{info.name: made(whole)}).options
        found = getattr(options, info.name)
        assert (whole, int if info.step == 1 else float) == (found, type(found))
        with pytest.raises(microciv.BadOption, match=rf"^{info.name}: expected "):
            microciv.open_game(game, **{info.name: made(whole + 1)})


def test_points_of_a_wonder_may_be_a_number_of_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    wonders = [{"letter": "F", "points": numpy.float32(9.5)}]
    options: Any = microciv.open_game("5x", wonder_table=wonders).options
    assert [19] == [wonder.halves for wonder in options.wonder_table if wonder.letter == "F"]
    with pytest.raises(microciv.BadOption, match=r"points: expected halves from 0\.5 to 20"):
        microciv.open_game("5x", wonder_table=[{"letter": "F", "points": numpy.float64("nan")}])


SEEN = [
    *[("civ-builder", name) for name in ("lead_points_early", "culture_points", "hand_limit")],
    *[("civ-builder", name) for name in ("cards_drawn", "trade_takes", "seafaring_takes")],
    *[("civ-card-game", name) for name in ("population_price", "culture_needed", "cards_drawn")],
]


@pytest.mark.heavy
@pytest.mark.parametrize("game, number", SEEN)
def test_easy_plays_another_match(game: str, number: str) -> None:
    """Of the same deal; a study of this number is not of nothing."""
    (info,) = [info for other_game, info in NUMBERS if (other_game, info.name) == (game, number)]
    ended = [
        Lineup(microciv.open_game(game, seats=3, **values), ["easy"] * 3).play(5).scores
        for values in ({}, {number: other(info)})
    ]
    assert ended[0] != ended[1]
