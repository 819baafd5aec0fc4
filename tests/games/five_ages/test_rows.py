"""B.3 and B.8: laying the row, and how a Joker in it attacks."""

from __future__ import annotations

import pytest

from microciv import SPECTATOR, IllegalMove
from tests.games.five_ages.table import (
    at,
    five_ages,
    hand,
    lay,
    legal,
    refusal,
    row,
    told,
)

TWO_JOKERS = {"jokers": 2}


@pytest.mark.parametrize("cards, rows", [
    ("2C 9H AS", ["keep 2C", "keep 9H", "keep AS"]),
    ("2C 9H Jk", ["keep 2C attack W", "keep 2C attack E", "keep 9H attack W",
                  "keep 9H attack E", "keep Jk"]),
    ("2C Jk Jk", ["keep 2C attack both", "keep Jk attack W", "keep Jk attack E"]),
    ("Jk Jk Jk", ["keep Jk attack both"]),
])  # fmt: skip
def test_two_of_three_cards_are_laid(cards: str, rows: list[str]):
    """5A-10, 5A-13, 5A-48, 5A-50, 5A-51, B-09, B-21, F.1: 3 ways, or up to 5 with a Joker, whose
    place matters; with two Jokers in hand one attacks for certain, with three two do.
    """
    match = five_ages(3, hand={0: cards}, options={"jokers": 4})
    assert rows == legal(match, 0)


@pytest.mark.parametrize("text, why", [
    ("keep 2D", "2♦ is not in your hand (5A-10)"),
    ("keep Jk", "Joker is not in your hand (5A-10)"),
    ("keep 2C attack W", "you lay no Joker, so nobody is attacked (5A-48)"),
    ("keep 2C attack both", "you lay no Joker, so nobody is attacked (5A-48)"),
    ("build 2C", "you are choosing the card to keep (5A-10)"),
    ("pass", "you are choosing the card to keep (5A-10)"),
    ("done", "you are choosing the card to keep (5A-10)"),
    ("withdraw", "you are choosing the card to keep (5A-10)"),
    ("offer both for W", "you are choosing the card to keep (5A-10)"),
    ("replace 1:2C", "you are choosing the card to keep (5A-10)"),
])  # fmt: skip
def test_another_row_cannot_be_laid(text: str, why: str):
    """5A-10, 5A-48."""
    match = five_ages(3, hand={0: "2C 9H AS"})
    assert why == refusal(match, 0, text)


@pytest.mark.parametrize("cards, text, why", [
    ("2C 9H Jk", "keep 2C", "you lay a Joker, which attacks: say attack W or attack E (5A-48)"),
    ("2C 9H Jk", "keep 2C attack both", "you lay a Joker, which attacks: say attack W or"),
    ("2C 9H Jk", "keep Jk attack W", "you lay no Joker, so nobody is attacked (5A-48)"),
    ("2C Jk Jk", "keep Jk", "you lay a Joker, which attacks: say attack W or attack E (5A-48)"),
    ("2C Jk Jk", "keep 2C attack W", "you lay two Jokers, which attack both neighbours: say"),
    ("Jk Jk Jk", "keep Jk", "you lay two Jokers, which attack both neighbours: say attack both"),
])  # fmt: skip
def test_a_joker_in_the_row_attacks_whether_one_likes_it_or_not(cards: str, text: str, why: str):
    """5A-48, 5A-50, 5A-51."""
    match = five_ages(3, hand={0: cards}, options={"jokers": 4})
    assert refusal(match, 0, text).startswith(why)


def test_rows_are_turned_up_together():
    """5A-11, B-01: nobody sees a row before the last is chosen."""
    match = five_ages(3, hand={0: "AS 7S QH"})
    match.play(0, "keep AS")
    match.play(1, legal(match, 1)[0])
    assert ["- -"] * 3 == [row(match, seat) for seat in range(3)]
    assert [] == told(match, "laid")
    match.play(2, legal(match, 2)[0])
    assert {"7S", "QH"} == set(row(match, 0).split())
    assert 3 == len(told(match, "laid"))


def test_the_third_card_stays_hidden_in_hand():
    """5A-12."""
    match = five_ages(3, hand={0: "AS 7S QH"})
    lay(match, "AS")
    assert "AS" == hand(match, 0)
    for seat in (1, 2, SPECTATOR):
        assert (1, ()) == (at(match, seat).table[0].hand, at(match, seat).hand[3:])
        assert "AS" not in str(at(match, seat).table[0])
        assert "AS" not in str(told(match, "laid", to=seat))


def test_the_card_that_is_kept_and_where_the_others_lie_is_the_owners_choice():
    """5A-13, B-02, B-35: slots matter for Jokers only; all see them from the owner's seat."""
    for side, slots in (("W", "Jk 2C"), ("E", "2C Jk")):
        match = five_ages(
            3, round=2, hand={0: "2C 9H Jk"}, options={**TWO_JOKERS, "war_timing": "after_swaps"}
        )
        lay(match, f"9H attack {side}")
        assert slots == row(match, 0)
        seat = at(match, 2).past[-1].laid[0]
        assert slots == " ".join(seat)


@pytest.mark.parametrize("side, target", [("W", 1), ("E", 3)])
def test_the_side_of_the_joker_says_who_is_attacked(side: str, target: int):
    """5A-48, B-32, B-35: W is the left neighbour, the next seat; all see it."""
    match = five_ages(4, round=2, hand={0: "2C 9H Jk"}, options=TWO_JOKERS)
    lay(match, f"9H attack {side}")
    assert [(0, target)] == told(match, "hit")
    assert [(0, *slots(side))] == told(match, "laid")[:1]


def slots(side: str) -> tuple[str, str]:
    return ("Jk", "2C") if side == "W" else ("2C", "Jk")


def test_a_joker_cannot_be_laid_without_an_attack_nor_be_traded():
    """5A-49: it is gone before the first offer, and no offer names one."""
    match = five_ages(3, round=2, hand={0: "2C 9H Jk"}, options=TWO_JOKERS)
    lay(match, "9H attack W")
    assert "- 2C" == row(match, 0)
    assert not [move for move in match.game.moves.all if "offer" in move.text and "Jk" in move.text]


def test_a_row_cannot_be_changed_after_the_reveal():
    """5A-14: until then it can."""
    match = five_ages(3, hand={0: "AS 7S QH"})
    match.play(0, "keep AS")
    match.take_back(0)
    lay(match, "QH")
    assert {"AS", "7S"} == set(row(match, 0).split())
    assert "you are trading (5A-15)" in refusal(match, 0, "keep 7S")
    with pytest.raises(IllegalMove, match="nothing to take back"):
        match.take_back(0)


def test_a_card_may_be_laid_that_its_owner_means_to_keep():
    """5A-10: who wishes no trade lays two cards all the same."""
    match = five_ages(3, hand={0: "AS 7S QH"})
    lay(match, "QH")
    assert {"AS", "7S"} == set(row(match, 0).split())


def test_a_joker_is_held_like_any_card():
    """5A-47, 5A-71: kept without limit."""
    match = five_ages(3, hand={0: "2C 9H Jk"}, options=TWO_JOKERS)
    lay(match, "Jk")
    assert ("Jk", [], 0) == (hand(match, 0), told(match, "hit", "void"), at(match).fired)


def test_all_attacks_are_declared_by_the_same_reveal():
    """5A-52."""
    match = five_ages(4, round=2, hand={0: "2C 9H Jk", 2: "2D 9D Jk"}, options=TWO_JOKERS)
    match.play(0, "keep 2C attack W")
    match.play(1, legal(match, 1)[0])
    match.play(2, "keep 2D attack W")
    assert [] == told(match, "hit", "void")
    match.play(3, legal(match, 3)[0])
    assert [(0, 1), (2, 3)] == told(match, "hit")
