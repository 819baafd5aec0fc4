"""B.9: the end of a round; B.13: the supply."""

from __future__ import annotations

import pytest

from tests.games.five_x.table import (
    Answers,
    answer,
    asked_after,
    at,
    events,
    pile,
    play_round,
    removed,
    resources,
    round_of,
    wonders,
)


def test_cleaning_up_has_its_order():
    """5X-68: piles, bonuses, the unbuilt Wonder, the next one on offer."""
    match = asked_after("suleiman exploit explore")
    answer(match, {0: "build A"})
    kinds = [event["event"] for event in events(match)]
    order = [kind for kind in kinds if kind in {"discarded", "bonus", "removed", "round"}]
    assert ["discarded", "discarded", "discarded", "bonus", "removed", "round"] == order
    assert "D" == at(match).stack[0]


def test_a_card_goes_to_the_pile_of_whoever_played_it():
    """5X-69, 5X-68: unless it is back in hand."""
    match = round_of("exploit excavate gandhi").match
    assert [{"exploit"}, set(), {"gandhi"}] == [pile(match, seat) for seat in range(3)]


@pytest.mark.parametrize(
    "cards, answers, number, letter, bonus",
    [
        ("expand exploit explore", "bid 1", 1, "A", 2),
        ("expand exploit explore", "bid 1", 2, "B", 1),
        ("expand exploit explore", "bid 1", 3, "C", 0),
        ("dido exploit explore", "build A", 1, "A", 2),
        ("dido exploit explore", "build B", 2, "B", 1),
        ("suleiman exploit explore", "build A", 3, "A", 2),
        ("suleiman exploit explore", "build B", 3, "B", 1),
    ],
)
def test_a_bonus_comes_however_the_wonder_was_built(
    cards: str, answers: str, number: int, letter: str, bonus: int
):
    """5X-70, ruling A-28: by auction, Dido or Suleiman, at the end of the round, once."""
    outcome = round_of(cards, {0: answers}, round=number)
    assert (letter, [bonus, 0, 0]) == (wonders(outcome.match, 0), outcome.brought("END"))
    later = play_round(outcome.match, "exterminate exterminate exterminate")
    assert [0, 0, 0] == later.brought("END")


def test_both_bonuses_can_come_in_one_round():
    """5X-70: the Great Wall won, the Pyramids built by Suleiman."""
    outcome = round_of("suleiman expand explore", {1: "bid 1"}, {0: "build A"}, round=2)
    assert [2, 1, 0] == outcome.brought("END")


@pytest.mark.parametrize("cards, answers", [
    ("exploit exploit exploit", []),
    ("expand expand exploit", [{0: "bid 2", 1: "bid 2"}]),
    ("dido exploit exploit", [{0: "decline"}]),
])  # fmt: skip
def test_the_unbuilt_wonder_leaves_the_game_in_the_open(cards: str, answers: list[Answers]):
    """5X-71."""
    match = round_of(cards, *answers).match
    assert ("ABC", "D") == (removed(match), at(match).stack[0])


def test_suleimans_building_does_not_save_the_current_wonder():
    """5X-71."""
    match = round_of("suleiman exploit exploit", {0: "build B"}).match
    assert ("B", "AC") == (wonders(match, 0), removed(match))


def test_the_last_round_is_cleaned_up_and_its_bonus_counts():
    """5X-72: 4 resources, less 3, and 2 of the Pyramids are a point."""
    outcome = round_of("suleiman exploit exploit", {0: "build A"}, held=[4, 0, 0], round=7)
    assert ([3, 2, 2], [5, 0, 0]) == (outcome["END"], outcome.match.scores())
    assert ("BCDEFG", {"suleiman"}) == (removed(outcome.match), pile(outcome.match, 0))


def test_the_supply_has_no_end():
    """5X-102: more than the 36 markers of the box can be held, and more taken."""
    outcome = round_of("exploit explore explore", held=[99, 99, 99])
    assert [102, 100, 100] == outcome["END"]


@pytest.mark.parametrize("cards, answers, paid", [
    ("expand exploit exploit", {0: "bid 4"}, 4),
    ("expand expand exploit", {0: "bid 4", 1: "bid 4"}, 2),
    ("dido exploit exploit", {0: "build C"}, 3),
    ("suleiman exploit exploit", {0: "build A"}, 3),
])  # fmt: skip
def test_payments_go_to_the_supply(cards: str, answers: Answers, paid: int):
    """5X-103: nobody else gains what is paid."""
    outcome = round_of(cards, answers)
    before, after = asked_after(cards), outcome["S5"]
    loss = [old - new for old, new in zip(resources(before), after, strict=True)]
    assert (paid, True) == (sum(loss), min(loss) >= 0)
