"""B.3: choosing and revealing the card of the round."""

from __future__ import annotations

import pytest

from microciv import IllegalMove, Match
from tests.games.five_x.table import (
    ANYBODY,
    at,
    choose,
    events,
    five_x,
    hand,
    legal,
    new_match,
    resources,
    round_of,
    told,
)

ALL15 = {"leader_pool": "all15"}


def after(*previous: str, round: int = 2) -> Match:  # noqa: A002
    """A table at which these cards were played last round."""
    cards: dict[int, object] = dict(enumerate(previous))
    return five_x([3] * len(previous), round=round, previous=cards, options=ALL15)


def groups(match: Match) -> list[list[int]]:
    """Who is asked together, one group after the other."""
    found = []
    number = at(match).round
    while at(match).phase == "select" and at(match).round == number:
        found.append(match.to_act())
        for seat in match.to_act():
            match.play(seat, legal(match, seat)[0])
    return found


def open_cards(match: Match, seat: int = ANYBODY) -> list[str]:
    return [row.played for row in at(match, seat).table]


def test_in_round_one_all_choose_together():
    """5X-19: and nothing is open before the last card is in."""
    match = five_x([3] * 3, round=1)
    assert ([0, 1, 2], "select") == (match.to_act(), at(match).phase)
    match.play(2, "expand")
    match.play(0, "exploit")
    assert [["", "", ""]] * 4 == [open_cards(match, seat) for seat in (0, 1, 2, ANYBODY)]
    match.play(1, "exterminate")
    assert ["exploit", "exterminate", "expand"] == open_cards(match)


@pytest.mark.parametrize(
    "previous, expected",
    [
        ("exploit exterminate expand excavate", [[0, 1, 2, 3]]),
        ("explore exploit exploit explore", [[1, 2], [0, 3]]),
        ("isabella exploit dido explore", [[1], [0, 2, 3]]),
        ("erik exploit explore isabella", [[1], [2, 3], [0]]),
        ("exploit exploit exploit erik", [[0, 1, 2], [3]]),
        ("gandhi boudicca caesar suleiman", [[0, 1, 2, 3]]),
    ],
)
def test_last_rounds_card_settles_the_group(previous: str, expected: list[list[int]]):
    """5X-20: by the action, leaders included; Erik in a group of his own."""
    assert expected == groups(after(*previous.split()))


def test_the_first_group_is_revealed_whole_and_to_everybody():
    """5X-21."""
    match = after("exploit", "exploit", "explore")
    match.play(0, "explore")
    assert [["", "", ""]] * 4 == [open_cards(match, seat) for seat in (0, 1, 2, ANYBODY)]
    match.play(1, "expand")
    assert [["explore", "expand", ""]] * 4 == [
        open_cards(match, seat) for seat in (0, 1, 2, ANYBODY)
    ]


def test_the_explorers_choose_hidden_from_each_other():
    """5X-22."""
    match = after("exploit", "explore", "explore")
    match.play(0, "expand")
    assert [1, 2] == match.to_act()
    match.play(1, "exploit")
    assert ["expand", "", ""] == open_cards(match, 2)
    match.play(2, "exterminate")
    revealed = [(event["seat"], event["card"]) for event in told(match, "revealed")]
    assert [(0, "expand"), (1, "exploit"), (2, "exterminate")] == revealed


def test_eriks_player_sees_the_other_explorers_too():
    """5X-23."""
    match = after("erik", "explore", "exploit")
    match.play(2, "explore")
    match.play(1, "expand")
    assert ([0], ["", "expand", "explore"]) == (match.to_act(), open_cards(match, 0))


@pytest.mark.parametrize(
    "previous, expected",
    [
        ("explore isabella dido", [[0, 1, 2]]),
        ("explore erik explore", [[0, 2], [1]]),
        ("exploit erik exploit", [[0, 2], [1]]),
    ],
)
def test_empty_groups_are_skipped(previous: str, expected: list[list[int]]):
    """5X-24."""
    assert expected == groups(after(*previous.split()))


def test_a_sealed_choice_can_be_changed_until_the_group_is_complete():
    """5X-25."""
    match = after("exploit", "exploit", "explore")
    match.play(0, "expand")
    match.take_back(0)
    match.play(0, "excavate")
    match.play(1, "expand")
    assert ["excavate", "expand", ""] == open_cards(match)
    with pytest.raises(IllegalMove, match="nothing to take back"):
        match.take_back(0)


def test_a_table_can_play_without_changes():
    """5X-25, recommit_until_group_complete off: sealed is sealed."""
    match = new_match(3, leaders=False, recommit_until_group_complete=False)
    match.play(0, "exploit")
    with pytest.raises(IllegalMove, match="sealed answers cannot be changed"):
        match.take_back(0)


def test_any_card_in_hand_can_be_chosen():
    """5X-26: also Expand with nothing to bid and Excavate with nothing to dig for."""
    match = five_x([0, 0, 0], round=1, leaders={0: "cleopatra suleiman"})
    assert hand(match, 0) == set(legal(match, 0))
    assert 7 == len(legal(match, 0))
    choose(match, "expand excavate excavate")
    assert 2 == at(match).round


def test_a_card_in_the_pile_cannot_be_chosen():
    """5X-26, 5X-61."""
    match = five_x([3] * 3, pile={0: "exploit gandhi"})
    with pytest.raises(IllegalMove, match=r"it is in your pile; Excavate brings .* \(5X-61\)"):
        match.play(0, "exploit")
    with pytest.raises(IllegalMove, match=r"only Caesar brings leaders back \(5X-63\)"):
        match.play(0, "gandhi")
    with pytest.raises(IllegalMove, match="it is not in your hand"):
        match.play(0, "boudicca")


def test_nothing_is_processed_before_every_card_is_open():
    """5X-27."""
    match = after("exploit", "exploit", "explore")
    before = resources(match)
    match.play(0, "exterminate")
    match.play(1, "expand")
    assert before == resources(match)
    assert {"revealed"} == {event["event"] for event in events(match)}
    match.play(2, "exploit")
    assert {"exploited", "hit"} <= {event["event"] for event in events(match)}


def test_the_late_choice_is_for_one_round():
    """5X-20: by last round's card, not by an older one."""
    match = round_of("explore exploit exploit").match
    assert [1, 2] == match.to_act()
    choose(match, "exploit excavate excavate")
    match.play(1, "take exploit")
    match.play(2, "take exploit")
    assert [0, 1, 2] == match.to_act()
