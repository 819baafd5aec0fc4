"""B.7: Explore, and its leaders."""

from __future__ import annotations

import pytest

from microciv import IllegalMove
from tests.games.five_x.table import (
    Answers,
    answer,
    asked_after,
    at,
    five_x,
    hand,
    legal,
    new_match,
    pile,
    removed,
    resources,
    round_of,
    told,
    wonders,
)

NOT_LAST = range(1, 7)
BUILD: Answers = {0: "build C"}
DECLINE: Answers = {0: "decline"}


@pytest.mark.parametrize("card, income", [("explore", 1), ("erik", 1), ("isabella", 2)])
@pytest.mark.parametrize("number", NOT_LAST)
def test_an_explorer_takes_one_and_isabella_two(number: int, card: str, income: int):
    """5X-56, 5X-83(a), 5X-84(a)."""
    assert [income, 0, 0] == round_of(f"{card} exploit exploit", round=number).brought("S4")


@pytest.mark.parametrize(
    "card, income", [("explore", 3), ("erik", 3), ("isabella", 5), ("explore explore", 3)]
)
def test_in_the_last_round_an_explorer_takes_three_and_isabella_five(card: str, income: int):
    """5X-56, 5X-83(c), 5X-84(a), 5X-58: and nobody chooses any more."""
    outcome = round_of(f"{card} exploit exploit", round=7)
    assert income == outcome.brought("S4")[0]
    assert ("over", []) == (at(outcome.match).phase, outcome.match.to_act())


def test_dido_takes_three_in_the_last_round():
    """5X-56, ruling A-38, 5X-82(a)."""
    outcome = round_of("dido exploit exploit", {0: "build G"}, held=[0, 0, 0], round=7)
    assert ([0, 2, 2], "G") == (outcome["S4"], wonders(outcome.match, 0))


@pytest.mark.parametrize("card", ["explore", "isabella", "erik", "dido"])
def test_whoever_explored_chooses_late_next_round(card: str):
    """5X-57, 5X-82(f), 5X-84(b)."""
    match = round_of(f"{card} exploit exploit", held=[0, 3, 3]).match
    assert [1, 2] == match.to_act()


def test_the_income_comes_before_dido_pays():
    """5X-59, 5X-82(a): 2 and 1 are 3."""
    outcome = round_of("dido exploit exploit", BUILD, held=[2, 0, 0])
    assert ([2, 2, 2], [0, 2, 2]) == (outcome["S3"], outcome["S4"])


def test_by_ruling_dido_pays_before_her_income():
    """5X-59, dido_income_first off: 2 are not enough, 3 are."""
    options = {"dido_income_first": False}
    poor = round_of("dido exploit exploit", held=[2, 0, 0], options=options)
    assert ([3, 2, 2], []) == (poor["S4"], told(poor.match, "built"))
    match = asked_after("dido exploit exploit", [3, 0, 0], options=options)
    assert ("dido", [3, 2, 2]) == (at(match).phase, resources(match))
    answer(match, BUILD)
    assert [1, 2, 2] == resources(match)


# --- Dido


@pytest.mark.parametrize("number, income", [(3, 1), (7, 3)])
def test_dido_takes_her_income_first(number: int, income: int):
    """5X-82(a)."""
    match = asked_after("dido exploit exploit", [4, 0, 0], round=number)
    assert ("dido", 4 + income) == (at(match).phase, resources(match)[0])


def test_dido_may_build_the_current_wonder_and_no_other():
    """5X-82(b)."""
    match = asked_after("dido exploit exploit")
    assert ["build C", "decline"] == legal(match, 0)
    with pytest.raises(IllegalMove, match=r"the current Wonder and no other \(5X-82\)"):
        match.play(0, "build A")
    answer(match, BUILD)
    assert ("C", "AB", [3, 7, 7]) == (wonders(match, 0), removed(match), resources(match))


@pytest.mark.parametrize("card", ["expand", "cleopatra", "napoleon", "tokugawa"])
@pytest.mark.parametrize("held", [0, 5])
def test_whoever_chose_expand_blocks_dido(held: int, card: str):
    """5X-82(b), 5X-82(c): leaders too, and those who are shut out."""
    match = asked_after(f"dido {card} explore", [9, held, 3])
    if held:
        answer(match, {1: "bid 3"})
    assert (4, "select", []) == (at(match).round, at(match).phase, told(match, "built"))


@pytest.mark.parametrize("held, asked", [(0, False), (1, False), (2, True), (3, True)])
def test_dido_needs_three_after_her_income(held: int, asked: bool):
    """5X-82(d)."""
    match = asked_after("dido exploit exploit", [held, 0, 0])
    assert asked == (at(match).phase == "dido")


def test_didos_wonder_counts_as_built_and_brings_its_bonus():
    """5X-82(e): in clean-up."""
    outcome = round_of("dido exploit exploit", {0: "build A"}, round=1)
    assert ("A", "", [3, 7, 7], [5, 7, 7]) == (
        wonders(outcome.match, 0), removed(outcome.match), outcome["S4"], outcome["END"]
    )  # fmt: skip


@pytest.mark.parametrize("leader", ["dido", "erik", "isabella"])
def test_only_boudicca_takes_from_an_explore_leader(leader: str):
    """5X-82(g), 5X-83(d), 5X-84(c)."""
    others = "exterminate genghis montezuma"
    assert 2 == resources(asked_after(f"{leader} {others} expand", [2, 5, 5, 5, 0]))[0] - (
        2 if leader == "isabella" else 1
    )
    assert [-1, 1, 0] == round_of(f"{leader} boudicca explore", held=[1, 1, 1]).brought("S2")


def test_dido_need_not_build():
    """5X-82(h)."""
    outcome = round_of("dido exploit exploit", DECLINE)
    assert ([6, 7, 7], "ABC") == (outcome["S4"], removed(outcome.match))
    assert [(0, "dido")] == [(e["seat"], e["card"]) for e in told(outcome.match, "declined")]


def test_dido_is_discarded():
    """5X-82(e), 5X-69: the Wonder stays, the card goes."""
    match = round_of("dido exploit exploit", BUILD).match
    assert ({"dido"}, False) == (pile(match, 0), "dido" in hand(match, 0))


# --- Erik


def test_erik_sees_everybody_next_round():
    """5X-83(b)."""
    match = round_of("erik isabella exploit").match
    match.play(2, "explore")
    match.play(1, "expand")
    assert ([0], ["", "expand", "explore"]) == (
        match.to_act(), [seat.played for seat in at(match, 0).table]
    )  # fmt: skip


# --- Isabella


def test_isabella_takes_hers_in_place_of_the_others():
    """5X-84(a): 2 in all, 5 in all."""
    assert [2, 1, 0] == round_of("isabella explore exploit").brought("S4")
    assert [5, 3, 0] == round_of("isabella explore exploit", round=7).brought("S4")


def test_round_six_is_the_last_without_leaders():
    """5X-115, ruling A-42."""
    match = five_x([3] * 3, round=6, options={"leaders": False})
    for seat in range(3):
        match.play(seat, "explore")
    assert ([6, 6, 6], "over") == (resources(match), at(match).phase)
    assert 6 == at(new_match(3, leaders=False)).rounds
