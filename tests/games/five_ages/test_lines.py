"""Whole answers in one line: a list of offers as it shall be, a building with its exchange."""

from __future__ import annotations

from itertools import permutations

import pytest

from microciv import IllegalMove, Match
from microciv.core.moves import Move
from microciv.games.five_ages.moves import OFFERS_OF_BOTH, PASS, WITHDRAW, Offer
from microciv.games.five_ages.people.notation import steps_to
from microciv.games.five_ages.rules.trade import list_after
from tests.games.five_ages.table import new_match
from tests.games.five_ages.table import offers as standing
from tests.games.five_ages.test_outlook import building, notes
from tests.games.five_ages.test_trade import trading

A, B, C = "7S for W:4S", "QH for E:3C", "both for W"


def offers(*names: str) -> list[Offer]:
    """Offers by what they say."""
    game = new_match().game
    found = [game.moves.parse(f"offer {name}") for name in names]
    return [move for move in found if isinstance(move, Offer)]


LISTS = [list(some) for size in range(4) for some in permutations(offers(A, B, C), size)]


def said(match: Match, line: str) -> list[str]:
    """The steps that seat 0 says with this line."""
    return [move.text for move in match.steps(0, line)]


@pytest.mark.parametrize("before", LISTS)
def test_every_list_can_be_had_from_every_other(before: list[Offer]):
    """5A-24: what stands is taken back only where something has to go."""
    for wanted in LISTS:
        answer: list[Move] = steps_to(before, wanted)
        assert wanted == list_after(before, tuple(answer))
        assert (WITHDRAW in answer) == any(offer not in wanted for offer in before)
        assert PASS is answer[-1]


def test_the_steps_to_a_list_are_as_few_as_can_be():
    """5A-24: what is at its place already is not named again."""
    match = trading()
    assert ["pass"] == said(match, "list")
    assert [f"offer {A}", f"offer {B}", "pass"] == said(match, f"list {A}, {B}")
    one, two, three = offers(A, B, C)
    assert [two, PASS] == steps_to([one], [two, one])
    assert [one, three, PASS] == steps_to([one, two], [one, three, two])
    assert [WITHDRAW, two, PASS] == steps_to([one, two], [two])
    assert OFFERS_OF_BOTH[0] is three


def test_a_list_goes_on_from_what_stands():
    """5A-24: in the next tick, against the list that stands then."""
    match = trading()
    match.answer(0, f"list {A}, {B}")
    for seat in (1, 2, 3):
        match.answer(seat, "pass")
    assert [A, B] == [text[6:] for text in standing(match, 0)]
    assert ["withdraw", f"offer {B}", "pass"] == said(match, f"list {B}")
    assert ["withdraw", "pass"] == said(match, "list")


@pytest.mark.parametrize("line", ["list 7S", "list pass", f"list {A}; pass", "list 7S for W:XX"])
def test_a_list_has_nothing_but_offers(line: str):
    """5A-15: the message says what was expected."""
    with pytest.raises(IllegalMove, match="list: expected offers such as '7S for W:4S'"):
        said(trading(), line)


def test_a_list_is_for_trade():
    """5A-15: elsewhere it is no move."""
    with pytest.raises(IllegalMove, match="no such move: 'list'"):
        said(building("2H 4H 6D", ""), "list")


def test_what_closes_by_itself_may_be_said_to_be_done():
    """5A-26, 5A-29: where nothing was built before there is nothing to exchange."""
    assert ["build 2H"] == said(building("2H 4H 6D", ""), "build 2H; done")
    assert ["build 2H", "done"] == said(building("2H 4H 6D", "AS"), "build 2H; done")
    assert ["build 2H", "replace 1:4H"] == said(
        building("2H 4H 6D", "AS"), "build 2H; replace 1:4H"
    )


def test_jokers_that_may_not_be_built_are_not_exchanged():
    """5A-68, 5A-72: only they are left, so the answer is over with its card."""
    barred = {"jokers": 2, "joker_in_civ": "forbidden"}
    assert ["build 2H"] == said(building("2H Jk Jk", "AS", options=barred), "build 2H; done")
    free = {"jokers": 2}
    assert ["build 2H", "done"] == said(building("2H Jk Jk", "AS", options=free), "build 2H; done")


def test_the_list_and_the_wishes_are_noted():
    """5A-24: what will stand after what is sealed, and what neighbours offer in one's own words."""
    match = trading()
    match.answer(1, "list 4S for E:7S, both for E, TD for W:9C")
    for seat in (0, 2, 3):
        match.answer(seat, "pass")
    told = notes(match, 0)
    assert ([], [A, C]) == (told["list"], [move.text[6:] for move in told["wishes"]])
    match.play(0, f"offer {C}")
    assert offers(C) == notes(match, 0)["list"]
    match.play(0, "pass")
    assert offers(C) == notes(match, 0)["list"]
    assert [] == notes(match, 1)["wishes"]


def test_nothing_is_noted_for_who_watches():
    """5A-36: nor outside trade."""
    assert {"rounds": 5, "exchanges": True} == notes(trading(), 15)
    assert "list" not in notes(building("2H 4H 6D", ""), 0)
