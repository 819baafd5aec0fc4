"""Goofspiel's own rules; the laws run over it with all other games (tests/laws)."""

from __future__ import annotations

import pytest

from microciv import BadPosition, Match, open_game


def match(prizes: list[int], *table: tuple[list[int], int]) -> Match:
    """A match with these prizes left and, by seat, these cards and points."""
    rows = [{"hand": hand, "points": points} for hand, points in table]
    game = open_game("goofspiel", seats=len(table))
    return Match(game, position={"prizes": prizes, "table": rows})


def test_the_highest_bid_takes_the_prize() -> None:
    """And everybody's card is gone."""
    played = match([5, 1], ([2, 9], 0), ([3, 4], 10))
    played.play(0, "bid 9")
    played.play(1, "bid 4")
    assert [5, 10] == played.scores()
    assert ((2,), (3,)) == played.observe(0).hands  # type: ignore[attr-defined]


def test_equal_highest_bids_waste_the_prize() -> None:
    """A lower bid does not profit."""
    played = match([5, 1], ([2, 9], 0), ([3, 9], 0), ([1, 8], 0))
    for seat, bid in enumerate((9, 9, 8)):
        played.play(seat, f"bid {bid}")
    assert [0, 0, 0] == played.scores()


def test_after_thirteen_prizes_the_most_points_win() -> None:
    """The points of a match without ties in it are those of all prizes."""
    game = open_game("goofspiel", seats=2)
    played = Match(game, seed=3)
    while played.to_act():
        own = played.observe(0).legal[0].text
        other = played.observe(1).legal[-1].text
        played.play(0, own)
        played.play(1, other)
    assert 13 == len([event for event, _ in played.heard(0) if event == "turned"])
    assert sum(played.scores()) == 91 - wasted(played)


def wasted(played: Match) -> int:
    """The points of the prizes that nobody took."""
    return sum([parts[0] for event, parts in played.heard(0) if event == "wasted"])


def test_a_bid_spent_is_not_legal_again() -> None:
    """Each card once."""
    played = match([5, 1], ([2, 9], 0), ([3, 4], 0))
    assert ["bid 2", "bid 9"] == [move.text for move in played.observe(0).legal]


def test_hands_and_prizes_must_be_as_many() -> None:
    """A position says where it is wrong."""
    with pytest.raises(BadPosition, match=r"table\[1\]\.hand: expected 2 cards"):
        match([5, 1], ([2, 9], 0), ([3], 0))
