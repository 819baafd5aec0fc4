"""My Game's own rules, a sentence each, on the smallest position that shows it."""

from __future__ import annotations

import pytest

from microciv import BadPosition, Match, about, open_game
from microciv.laws import LAWS


def match(played: list[int], *table: tuple[list[int], int]) -> Match:
    """A match of two with these cards played and, by seat, these cards and points."""
    rows = [{"hand": hand, "points": points} for hand, points in table]
    game = open_game("my-game", seats=len(table), hand=3)
    return Match(game, position={"table": rows, "played": played})


def test_the_highest_card_takes_the_point() -> None:
    """And it may be anybody's."""
    last = match([1, 2, 3, 4], ([10], 1), ([20], 1))
    last.play(0, "play 10")
    last.play(1, "play 20")
    assert last.scores() == [1, 2]
    assert last.ranking() == [[1], [0]]


def test_a_card_lies_in_one_place() -> None:
    """A position says where it is wrong."""
    with pytest.raises(BadPosition, match="played: a card is in two places"):
        match([1, 2, 3, 10], ([10], 1), ([20], 1))


@pytest.mark.parametrize("seats", {min(about("my-game").seats), max(about("my-game").seats)})
@pytest.mark.parametrize("law", list(LAWS))
def test_the_laws_hold(law: str, seats: int) -> None:
    """`microciv check my-game` tries every table."""
    LAWS[law](open_game("my-game", seats=seats), 1)
