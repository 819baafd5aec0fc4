"""B.7: civilizations are shown, and the best hand wins."""

from __future__ import annotations

import pytest

from microciv import SPECTATOR
from microciv.games.five_ages.rules.scoring import TIES, hand_value
from tests.games.five_ages.table import (
    at,
    build,
    five_ages,
    game_of,
    lay,
    new_match,
    no_trade,
    phase,
    pile,
    told,
)

TIED = {0: "QS JS TS 8S 6S", 1: "QH JH TH 8H 6H", 2: "QC JC TC 8C 5C"}


def test_all_show_their_five_cards_after_round_5():
    """5A-43, INV-A13: the two cards in hand do not count and are not shown."""
    match = five_ages(
        3, phase="build", round=5, hand={0: "AS AD AH", 1: "2C 3D 7H", 2: "2D 3H 7S"},
        civ={0: "4C 5C 6C 7C", 1: "KC KD 5S 6S", 2: "TC JD 9S 2S"},
    )  # fmt: skip
    build(match, {0: "build AS, done", 1: "build 2C, done", 2: "build 2D, done"})
    for seat in (0, 1, 2, SPECTATOR):
        seen = at(match, seat)
        assert ("4C", "5C", "6C", "7C", "AS") == seen.table[0].shown
        assert ["", "", ""] == ["".join(other.left_over) for other in seen.table]
        assert [5, 5, 5] == [len(other.shown) for other in seen.table]
    assert 15 == len(told(match, "shown"))
    assert [] == told(match, "left_over")
    assert [[1], [2], [0]] == match.ranking()


def test_the_best_hand_wins_and_lower_places_follow():
    """5A-44, 5A-46: equal hands share a place, and the next one is free."""
    match = five_ages(
        5, round=5, phase="over",
        civ={0: "2C 2D 3C 4C 5C", 1: "AS KS QS JS 9S", 2: "9C 9D 9H 3D 4D",
             3: "AH KH QH JH 8H", 4: "AC KC QC JC 8C"},
    )  # fmt: skip
    assert ([[1], [3, 4], [2], [0]], [5, 1, 4, 2, 2]) == (match.ranking(), match.places())


def test_an_exact_tie_is_a_shared_victory():
    """5A-45, B-17, B-18, INV-A14: suits do not rank."""
    match = five_ages(3, round=5, phase="over", civ=TIED)
    assert [[0, 1], [2]] == match.ranking()


@pytest.mark.parametrize("left, ranking", [
    ({0: "2C 3C", 1: "2D 4D"}, [[1], [0], [2]]),
    ({0: "2C 4C", 1: "3D 4D"}, [[1], [0], [2]]),
    ({0: "2C AD", 1: "KC KD"}, [[0], [1], [2]]),
    ({0: "2C 4C", 1: "2D 4D"}, [[0, 1], [2]]),
    ({0: "Jk AD", 1: "2D AH"}, [[1], [0], [2]]),
    ({0: "Jk Jk", 1: "2D 3D"}, [[1], [0], [2]]),
    ({0: "2C 3C", 1: "2D 4D", 2: "AH AD"}, [[1], [0], [2]]),
])  # fmt: skip
def test_the_cards_left_in_hand_may_break_ties(left: dict[int, str], ranking: list[list[int]]):
    """5A-45, B-18, tie_break: the higher first; a Joker is nothing; a better hand still wins."""
    options = {"jokers": 2, "tie_break": "hand_cards"}
    match = five_ages(3, round=5, phase="over", civ=TIED, hand=left, options=options)
    assert ranking == match.ranking()
    shared = five_ages(3, round=5, phase="over", civ=TIED, hand=left, options={"jokers": 2})
    assert [[0, 1], [2]] == shared.ranking()


def test_hands_are_shown_if_they_break_ties():
    """5A-45, 5A-46: only then."""
    match = five_ages(
        3, phase="build", round=5, hand={0: "AS AD AH"}, options={"tie_break": "hand_cards"}
    )
    build(match, {0: "build AS, done"})
    assert ("AD", "AH") == at(match, 1).table[0].left_over
    assert [(0, "AD"), (0, "AH")] == told(match, "left_over")[:2]


def test_no_two_hands_of_two_cards_are_worth_the_same_unless_their_ranks_are_equal():
    """5A-45: the higher card weighs more than the lower."""
    ranks = "23456789TJQKA"
    values = [
        hand_value(pile(f"{high}S {low}H"))
        for at_high, high in enumerate(ranks)
        for low in ranks[: at_high + 1]
    ]
    assert sorted(set(values)) == values
    assert max(values) < TIES
    assert (0, True) == (hand_value(pile("Jk Jk")), hand_value(pile("Jk 2C")) < values[0])


def test_nothing_is_scored_before_the_end():
    """5A-37, 5A-43: civilizations are secret."""
    match = new_match(3)
    while match.to_act():
        assert [0, 0, 0] == match.scores() == game_of(match).scores_seen(at(match, 1), [3, 2, 1])
        assert [[0, 1, 2]] == match.ranking()
        {"row": lay, "trade": no_trade, "build": build}[phase(match)](match)
    assert match.scores() == game_of(match).scores_seen(at(match, 1), match.scores())
    assert min(match.scores()) > 0


def test_who_wins_is_told_with_the_hand():
    """5A-44, F.5."""
    match = five_ages(
        3, phase="build", round=5, hand={0: "AS 8D 8H", 1: "2C 3D 7H", 2: "2D 3H 7S"},
        civ={0: "AC AD AH 7C", 1: "KC KD 5S 6S", 2: "TC JD 9S 2S"},
    )  # fmt: skip
    build(match, {0: "build AS, done", 1: "build 2C, done", 2: "build 2D, done"})
    assert [(0, "four_of_a_kind", 1), (1, "pair", 2), (2, "pair", 3)] == told(match, "ranked")
