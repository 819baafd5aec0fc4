"""B.15: without leaders; B.16: odds and ends."""

from __future__ import annotations

import pytest

import microciv
from microciv import BadOption
from tests.games.five_x.table import (
    at,
    choose,
    five_x,
    hand,
    legal,
    new_match,
    play_round,
    random_match,
    resources,
    told,
    wonders,
)

BASICS = {"exploit", "exterminate", "expand", "explore", "excavate"}


@pytest.mark.parametrize("seats", [5, 6])
def test_five_or_six_without_leaders_must_say_so(seats: int):
    """5X-112, allow_variant_5_6: off by default."""
    with pytest.raises(BadOption, match=r"^leaders: without them .* \(5X-112\)"):
        microciv.open_game("5x", seats=seats, leaders=False)
    match = new_match(seats, leaders=False, allow_variant_5_6=True)
    assert ([3] * seats, 6) == (resources(match), at(match).rounds)


@pytest.mark.parametrize("seats", [3, 4])
def test_three_or_four_play_without_leaders(seats: int):
    """5X-112, 5X-113: nobody passes, and hands are the basics."""
    match = new_match(seats, leaders=False)
    assert ("select", 1, 0) == (at(match).phase, at(match).round, at(match).aside)
    assert [BASICS] * seats == [hand(match, seat) for seat in range(seats)]


def test_the_last_wonder_is_left_out_and_six_rounds_are_played():
    """5X-114: 16½ points in all."""
    match = new_match(3, leaders=False)
    assert ("A", "B", "C", "D", "E", "F") == at(match).stack
    *_, match = random_match(1, 3, leaders=False)
    assert [1, 2, 3, 4, 5, 6] == [event["round"] for event in told(match, "round")]
    options = {"leaders": False}
    rich = five_x([0] * 3, round=6, phase="over", wonders={0: "A B C D E F"}, options=options)
    assert [33, 0, 0] == rich.scores()


@pytest.mark.parametrize("number, income", [(5, 1), (6, 3)])
def test_explore_brings_three_in_round_six(number: int, income: int):
    """5X-115: and only then."""
    match = five_x([3] * 3, round=number, options={"leaders": False})
    assert income == play_round(match, "explore exploit exploit").brought("S4")[0]


def test_all_else_is_unchanged():
    """5X-116: resources at the start, auction, bonus, tie-break."""
    match = new_match(3, leaders=False)
    outcome = play_round(match, "expand expand expand", {0: "bid 3", 1: "bid 2", 2: "bid 3"})
    assert ([3, 3, 3], [2, 3, 2]) == (outcome["S0"], outcome["END"])
    options = {"leaders": False}
    tied = five_x([6, 0, 0], round=6, phase="over", wonders={1: "B"}, options=options)
    assert [[1], [0], [2]] == tied.ranking()


def test_the_deal_is_the_only_chance():
    """5X-117: from the same deal the same answers lead to the same end, without any seed."""
    one = new_match(4, 5)
    other = microciv.set_up(one.position())
    while one.to_act():
        for seat in one.to_act():
            text = legal(one, seat)[-1]
            one.play(seat, text)
            other.play(seat, text)
    assert one.position() == other.position()


def test_without_leaders_there_is_no_chance():
    """5X-117: two seeds, one match."""
    matches = [new_match(4, seed, leaders=False) for seed in (1, 2)]
    for match in matches:
        while match.to_act():
            for seat in match.to_act():
                match.play(seat, legal(match, seat)[0])
    assert matches[0].position() == matches[1].position()


def test_whoever_answered_first_makes_no_difference():
    """5X-118."""
    ends = []
    for order in ([0, 1, 2], [2, 1, 0], [1, 2, 0]):
        match = five_x([5] * 3)
        for seat in order:
            match.play(seat, "expand")
        for seat in order:
            match.play(seat, f"bid {seat + 1}")
        ends.append((match.position(), match.record().moves))
    assert ends[0] == ends[1] == ends[2]


def test_a_bonus_is_safe_in_the_round_that_brings_it():
    """5X-119: the raid is over when it comes."""
    match = five_x([3, 0, 0], round=1)
    outcome = play_round(match, "expand exterminate exterminate", {0: "bid 1"})
    assert ([1, 1, 1], [2, 1, 1]) == (outcome["S2"], outcome["END"])


def test_a_wonder_has_one_owner_for_ever():
    """5X-120: whoever built it has it at the end."""
    for seed in range(6):
        owner: dict[str, int] = {}
        for match in random_match(seed, 4, leader_pool="all15"):
            for seat in range(4):
                for letter in wonders(match, seat):
                    assert owner.setdefault(letter, seat) == seat
            assert set(owner) == {x for seat in range(4) for x in wonders(match, seat)}


def test_nobody_is_asked_with_nothing_to_choose():
    """F.1: a round of Exploits asks for cards and nothing else."""
    match = five_x([3] * 3)
    choose(match, "exploit exploit excavate")
    assert ("select", 4) == (at(match).phase, at(match).round)
