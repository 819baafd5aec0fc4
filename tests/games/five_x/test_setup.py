"""B.1: setting the table."""

from __future__ import annotations

import pytest

import microciv
from microciv import BadOption, IllegalMove, Match
from tests.games.five_x.table import (
    ANYBODY,
    asked_after,
    at,
    five_x,
    hand,
    legal,
    new_match,
    pass_leaders,
    resources,
    seat_at,
)

BASICS = {"exploit", "exterminate", "expand", "explore", "excavate"}
ALL = {
    *("elizabeth", "gandhi", "qin", "boudicca", "genghis", "montezuma"),
    *("cleopatra", "napoleon", "tokugawa", "dido", "erik", "isabella"),
    *("caesar", "catharine", "suleiman"),
}
STARRED = {"qin", "montezuma", "napoleon", "erik", "caesar"}


def leaders_of(match: Match) -> set[str]:
    """The whole pool: what was dealt and what was set aside."""
    position = match.position()
    dealt = {card for row in position["table"] for card in row["hand"]}  # type: ignore[attr-defined]
    return (dealt | set(position["aside"])) - BASICS  # type: ignore[call-overload,no-any-return]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_three_to_six_play(seats: int):
    """5X-01."""
    assert seats == len(at(new_match(seats)).table)


@pytest.mark.parametrize("seats", [-1, 0, 1, 2, 7, 16, True, 3.0, "4", None])
def test_other_numbers_of_players_are_refused(seats: object):
    """5X-01."""
    with pytest.raises(BadOption, match=r"^seats: 5X is for 3, 4, 5, 6 players"):
        microciv.open_game("5x", seats=seats)


def test_everybody_begins_with_the_same_five_basics():
    """5X-02."""
    match = new_match(6)
    assert [BASICS] * 6 == [hand(match, seat) & BASICS for seat in range(6)]


def test_everybody_begins_with_three_resources():
    """5X-03."""
    assert [3, 3, 3, 3] == resources(new_match(4))


def test_the_wonders_lie_in_the_order_of_their_letters_for_all_to_see():
    """5X-04."""
    assert ("A", "B", "C", "D", "E", "F", "G") == at(new_match(), ANYBODY).stack


def test_six_players_shuffle_all_fifteen():
    """5X-05."""
    assert leaders_of(new_match(6)) == ALL


def test_five_players_leave_out_montezuma_and_erik_only():
    """5X-06: the other starred leaders stay."""
    assert ALL - {"montezuma", "erik"} == leaders_of(new_match(5))


def test_four_players_leave_out_the_starred():
    """5X-07."""
    assert ALL - STARRED == leaders_of(new_match(4))


def test_three_players_leave_out_dido_and_catharine_as_well():
    """5X-08."""
    assert ALL - STARRED - {"dido", "catharine"} == leaders_of(new_match(3))


@pytest.mark.parametrize(
    "seats, out", [(3, {"dido", "catharine"}), (4, set()), (5, set()), (6, set())]
)
def test_the_starred_can_come_back_at_any_number(seats: int, out: set[str]):
    """5X-09: but Dido and Catharine bear no star and stay out at three."""
    assert ALL - out == leaders_of(new_match(seats, leader_pool="by_count_plus_stars"))


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_table_can_play_with_all_fifteen(seats: int):
    """5X-09."""
    assert leaders_of(new_match(seats, leader_pool="all15")) == ALL


def test_a_table_can_choose_its_own_leaders():
    """5X-09, 5X-10: if there are two for everybody."""
    own = ["suleiman", "gandhi", "erik", "dido", "qin", "caesar"]
    match = new_match(3, leader_pool=own)
    assert (set(own), 0) == (leaders_of(match), at(match).aside)
    with pytest.raises(BadOption, match=r"^leader_pool: expected at least 6 leaders"):
        microciv.open_game("5x", seats=3, leader_pool=own[:5])


def test_everybody_is_dealt_two_different_leaders():
    """5X-10."""
    for seed in range(20):
        match = new_match(4, seed)
        dealt = [leader for seat in range(4) for leader in hand(match, seat) - BASICS]
        assert (8, 8) == (len(dealt), len(set(dealt)))


def test_the_deal_is_shuffled():
    """5X-10: every leader of the pool is set aside sooner or later, and each seat gets each."""
    aside: set[str] = set()
    first: set[str] = set()
    for seed in range(60):
        match = new_match(3, seed)
        aside |= set(match.position()["aside"])  # type: ignore[call-overload]
        first |= hand(match, 0) - BASICS
    assert leaders_of(new_match(3)) == aside == first


def test_what_is_set_aside_is_beyond_caesar():
    """5X-10: he finds what lies in piles and nothing else."""
    match = asked_after("caesar exploit exploit", pile={1: "qin"})
    assert ["fetch qin"] == legal(match, 0)


def test_each_chooses_one_of_the_two_dealt():
    """5X-11."""
    match = new_match(3)
    for seat in range(3):
        assert {f"pass {card}" for card in hand(match, seat) - BASICS} == set(legal(match, seat))
    other = next(iter(hand(match, 1) - BASICS))
    with pytest.raises(IllegalMove, match=r"you were dealt .* pass one of them \(5X-11\)"):
        match.play(0, f"pass {other}")


def test_the_passed_leader_goes_to_the_left():
    """5X-11: to the next seat clockwise, from the last to the first."""
    match = new_match(3)
    passed = [legal(match, seat)[1].removeprefix("pass ") for seat in range(3)]
    kept = [legal(match, seat)[0].removeprefix("pass ") for seat in range(3)]
    for seat in range(3):
        match.play(seat, f"pass {passed[seat]}")
    expected = [{kept[seat], passed[seat - 1]} for seat in range(3)]
    assert expected == [hand(match, seat) - BASICS for seat in range(3)]
    assert passed == [at(match, seat).passed for seat in range(3)]
    assert [passed[2], *passed[:2]] == [at(match, seat).received for seat in range(3)]


def test_all_choose_before_anybody_looks():
    """5X-11: until the last has chosen nobody sees a card coming."""
    match = new_match(3)
    before = at(match, 1)
    match.play(0, legal(match, 0)[0])
    match.play(2, legal(match, 2)[0])
    assert before == at(match, 1)
    assert "pass" == at(match).phase


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_round_one_begins_with_seven_cards(seats: int):
    """5X-12."""
    match = new_match(seats)
    pass_leaders(match)
    assert [(5, 2)] * seats == [
        (len(hand(match, seat) & BASICS), len(hand(match, seat) - BASICS)) for seat in range(seats)
    ]


def test_a_player_knows_where_three_leaders_are():
    """5X-13: one's own two, and on the left the one passed."""
    match = new_match(4)
    pass_leaders(match)
    for seat in range(4):
        known = [len(other.known) for other in at(match, seat).table]
        left = (seat + 1) % 4
        assert [2 if at_ == seat else 1 if at_ == left else 0 for at_ in range(4)] == known
        assert (at(match, seat).passed,) == at(match, seat).table[left].known
    assert [0] * 4 == [len(seat.known) for seat in at(match, ANYBODY).table]


def test_a_passed_leader_that_was_played_is_known_to_all():
    """5X-13, 5X-88."""
    match = five_x([3] * 3, leaders={1: "gandhi"}, passed={0: "gandhi"}, round=2)
    assert ("gandhi",) == at(match, 0).table[1].known
    assert () == at(match, 2).table[1].known
    for seat, card in enumerate(["exploit", "gandhi", "exploit"]):
        match.play(seat, card)
    assert ("gandhi",) == at(match, 2).table[1].pile
    assert 1 == seat_at(match, 1).leaders
