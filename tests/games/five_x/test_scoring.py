"""B.14: the end."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.five_x.table import at, five_x, random_match, round_of, told

SHARED: dict[str, Any] = {"tie_without_wonder": "shared"}
LEFTOVERS: dict[str, Any] = {"tie_without_wonder": "leftover_resources_then_shared"}


def final(held: list[int], wonders: dict[int, object] | None = None, **options: object):
    """Scores in halves, and the places."""
    match = five_x(held, round=7, phase="over", wonders=wonders or {}, options=options)
    return match.scores(), match.ranking()


@pytest.mark.parametrize(
    "held, halves", [(0, 0), (2, 0), (3, 2), (5, 2), (6, 4), (11, 6), (12, 8), (40, 26)]
)
def test_three_resources_are_a_point_and_the_rest_is_nothing(held: int, halves: int):
    """5X-104."""
    assert [halves, 0, 0] == final([held, 0, 0])[0]


@pytest.mark.parametrize("letter, halves", list(zip("ABCDEFG", range(3, 10), strict=True)))
def test_a_wonder_adds_its_points(letter: str, halves: int):
    """5X-105: from 1½ to 4½ in steps of a half."""
    assert [halves, 0, 0] == final([2, 2, 2], {0: letter})[0]


def test_cards_score_nothing():
    """5X-105: neither leaders in hand nor in the pile."""
    match = five_x([0] * 3, round=7, phase="over", pile={0: "gandhi"}, leaders={1: "boudicca"})
    assert [0, 0, 0] == match.scores()


def test_points_are_counted_in_halves():
    """5X-106: twice the thirds, each rounded down, and the Wonders."""
    assert [2 * 2 + 3 + 4, 2 * 2, 9] == final([8, 7, 2], {0: "A B", 2: "G"})[0]


def test_the_table_shows_points_so_far_in_halves():
    """5X-106: and the game says how many halves make a point."""
    match = five_x([8, 3, 2], wonders={0: "A"})
    assert [7, 2, 0] == [seat.halves for seat in at(match).table]
    assert 2 == match.game.unit


def test_most_points_win():
    """5X-107: a valuable Wonder over a little wealth, much wealth over a Wonder."""
    assert [[1], [0], [2]] == final([5, 2, 0], {1: "G"})[1]
    assert [[0], [1], [2]] == final([15, 2, 0], {1: "G"})[1]


def test_the_earliest_letter_breaks_a_tie():
    """5X-108: among all the Wonders of the tied; not the most of them, not the most valuable."""
    scores, places = final([0, 3, 15], {0: "A G", 1: "B D"})
    assert ([12, 12, 10], [[0], [1], [2]]) == (scores, places)
    scores, places = final([0, 6, 0], {0: "C D", 1: "B A", 2: ""})
    assert ([11, 11, 0], [[1], [0], [2]]) == (scores, places)


def test_the_letter_of_somebody_not_tied_does_not_count():
    """5X-108."""
    scores, places = final([0, 6, 4], {0: "A", 1: "C", 2: "E"})
    assert ([3, 9, 9], [[1], [2], [0]]) == (scores, places)


def test_a_wonder_beats_none_on_a_tie():
    """5X-109."""
    assert ([8, 8, 0], [[1], [0], [2]]) == final([14, 0, 0], {1: "F"})


def test_tied_players_without_a_wonder_share():
    """5X-110: leftovers are nothing."""
    assert ([4, 4, 2], [[0, 1], [2]]) == final([6, 8, 3], **SHARED)
    assert [[0, 1], [2]] == final([6, 8, 3])[1]


def test_by_ruling_leftovers_break_such_a_tie():
    """5X-110, tie_without_wonder: and what is then equal shares."""
    assert [[1], [0], [2]] == final([6, 8, 3], **LEFTOVERS)[1]
    assert [[0, 1], [2]] == final([8, 8, 3], **LEFTOVERS)[1]
    assert [[1], [0], [2]] == final([8, 0, 0], {1: "B"}, **LEFTOVERS)[1]


def test_places_below_the_first_are_found_alike():
    """5X-111."""
    scores, places = final([30, 6, 0, 4], {1: "C", 2: "G", 3: "E"})
    assert ([20, 9, 9, 9], [[0], [1], [3], [2]]) == (scores, places)
    assert [[0], [1, 2], [3]] == final([9, 4, 5, 0])[1]


def test_the_end_tells_scores_and_places():
    """5X-106, 5X-107, F.5."""
    match = round_of("explore exploit exploit", held=[0, 9, 0], round=7).match
    assert [(0, 2, 2), (1, 6, 1), (2, 0, 3)] == [
        (e["seat"], e["halves"], e["place"]) for e in told(match, "scored")
    ]


@pytest.mark.parametrize("seed", range(10))
def test_somebody_wins_and_several_only_without_wonders(seed: int):
    """INV-19, 5X-110."""
    *_, match = random_match(seed, 3 + seed % 4)
    first = match.ranking()[0]
    assert first
    if len(first) > 1:
        assert all(at(match).table[seat].wonders == () for seat in first)


def test_points_are_told_by_where_they_come_from():
    """5X-104, 5X-105: in halves, to anybody, and adding up."""
    match = five_x([7, 2, 0], round=7, phase="over", wonders={0: "A", 2: ["B", "G"]})
    for observer in (0, 1, 2, 15):
        sources = match.game.sources(match.observe(observer))
        assert [3, 0, 13] == [seat["wonders"] for seat in sources]
        assert [4, 0, 0] == [seat["resources"] for seat in sources]
        assert match.scores() == [sum(seat.values()) for seat in sources]
