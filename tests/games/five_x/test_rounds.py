"""B.2: the match, its rounds, and what happens at once."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from microciv import IllegalMove, Match
from microciv.games.five_x.cards import LEADER_NAMES
from tests.games.five_x.table import (
    Answers,
    answer,
    asked_after,
    at,
    choose,
    events,
    five_x,
    hand,
    legal,
    new_match,
    random_match,
    removed,
    resources,
    round_of,
    told,
)

ALL15 = {"leader_pool": "all15"}


@pytest.mark.parametrize("seats, seed", [(3, 1), (4, 2), (5, 3), (6, 4)])
def test_a_match_has_seven_rounds_each_about_its_own_wonder(seats: int, seed: int):
    """5X-14."""
    *_, match = random_match(seed, seats)
    rounds = [(event["round"], event["wonder"]) for event in told(match, "round")]
    assert list(enumerate("ABCDEFG", 1)) == rounds
    assert ("over", 7, ()) == (at(match).phase, at(match).round, at(match).stack)


def test_the_wonder_on_offer_is_used_up_whether_built_or_not():
    """5X-14."""
    match = new_match(3, leaders=False)
    choose(match, "expand exploit exploit")
    answer(match, {0: "bid 1"})
    assert ("B", 2) == (at(match).stack[0], at(match).round)
    choose(match, "exploit explore explore")
    assert ("C", 3, "B") == (at(match).stack[0], at(match).round, removed(match))


def test_a_round_follows_the_numbers_on_the_cards():
    """5X-15: seats sit against the order on purpose."""
    match = asked_after("excavate explore expand exterminate exploit", pile={0: "expand"})
    since = events(match)
    answer(match, {2: "bid 2"})
    answer(match, {0: "take expand"})
    kinds = [event["event"] for event in events(match)]
    assert "exploited" in [event["event"] for event in since]
    steps = ["exploited", "hit", "won", "explored", "returned", "took", "discarded", "removed"]
    order = [kinds.index(kind) for kind in steps if kind in kinds]
    assert sorted(order) == order
    assert 7 == len(order)


def test_everybody_plays_exactly_one_card():
    """5X-16."""
    match = five_x([3] * 3, round=1)
    match.play(0, "exploit")
    with pytest.raises(IllegalMove):
        match.play(0, "explore")
    with pytest.raises(IllegalMove, match=r"nothing is offered to you"):
        match.play(1, "decline")
    assert {"pass", "bid", "decline"}.isdisjoint(text.split()[0] for text in legal(match, 1))


def test_a_hidden_card_can_be_changed_but_not_added_to():
    """5X-16."""
    match = five_x([3] * 3, round=1)
    match.play(0, "exploit")
    match.take_back(0)
    choose(match, "explore exploit exploit")
    assert ("explore", {"explore"}) == (at(match).table[0].previous, set(at(match).table[0].pile))


@pytest.mark.parametrize("leader", LEADER_NAMES[:3])
def test_an_exploit_leader_exploits_and_weighs(leader: str):
    """5X-17."""
    outcome = round_of(f"{leader} exploit explore")
    assert outcome.brought("S1")[0] in {2, 3}
    assert outcome.brought("S1")[1] < 3


@pytest.mark.parametrize("leader", LEADER_NAMES[3:6])
def test_an_exterminate_leader_exterminates(leader: str):
    """5X-17."""
    assert [2, -1, -1] == round_of(f"{leader} exploit expand", {2: "bid 1"}).brought("S2")


@pytest.mark.parametrize("leader", LEADER_NAMES[6:9])
def test_an_expand_leader_bids(leader: str):
    """5X-17."""
    match = asked_after(f"{leader} explore explore")
    assert ("bid", (0,)) == (at(match).phase, at(match).asked)


@pytest.mark.parametrize("leader", LEADER_NAMES[9:12])
def test_an_explore_leader_explores_and_chooses_late(leader: str):
    """5X-17, 5X-57."""
    outcome = round_of(f"{leader} exploit expand", {2: "bid 1"})
    assert outcome.brought("S4")[0] in {1, 2}
    assert [1, 2] == outcome.match.to_act()


@pytest.mark.parametrize("leader", LEADER_NAMES[12:])
def test_an_excavate_leader_digs(leader: str):
    """5X-17."""
    match = asked_after(f"{leader} exploit exploit", pile={0: "explore"})
    assert ("dig", "take explore") == (at(match).phase, legal(match, 0)[0])


CARDS = ["exploit", "exterminate", "expand", "explore", "excavate", *LEADER_NAMES]


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[int], list[str], int, list[int]]:
    """Holdings, cards, a turn of the table, and how eagerly everybody answers."""
    seats = draw(st.integers(3, 6))
    held = draw(st.lists(st.integers(0, 7), min_size=seats, max_size=seats))
    leaders = draw(st.permutations(LEADER_NAMES))
    cards = [draw(st.sampled_from([*CARDS[:5], leaders[seat]])) for seat in range(seats)]
    eager = draw(st.lists(st.integers(0, 9), min_size=seats, max_size=seats))
    return held, cards, draw(st.integers(1, seats - 1)), eager


def played_out(held: list[int], cards: list[str], eager: list[int]) -> Match:
    """A round in which each seat's answer depends on the seat's own eagerness alone."""
    piles: Answers = {seat: "explore" for seat, card in enumerate(cards) if card != "explore"}
    match = five_x(held, " ".join(cards), options=ALL15, pile=dict(piles))
    choose(match, " ".join(cards))
    while at(match).round == 3:
        for seat in match.to_act():
            moves = legal(match, seat)
            match.play(seat, moves[eager[seat] % len(moves)])
    return match


@given(tables())
def test_turning_the_table_turns_what_happens(table: tuple[list[int], list[str], int, list[int]]):
    """5X-18, 5X-30, 5X-36, 5X-118: no step favours a seat."""
    held, cards, turn, eager = table

    def turned(items: list[Any]) -> list[Any]:
        return items[turn:] + items[:turn]

    match = played_out(held, cards, eager)
    other = played_out(turned(held), turned(cards), turned(eager))
    assert turned(resources(match)) == resources(other)
    seats = list(range(len(held)))
    assert turned([set(at(match).table[seat].wonders) for seat in seats]) == [
        set(at(other).table[seat].wonders) for seat in seats
    ]
    assert turned([hand(match, seat) & set(CARDS[:5]) for seat in seats]) == [
        hand(other, seat) & set(CARDS[:5]) for seat in seats
    ]
