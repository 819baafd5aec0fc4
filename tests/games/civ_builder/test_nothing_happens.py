"""Why nothing happened, or less than was wanted: everybody hears it."""

from __future__ import annotations

from typing import Any

import pytest

from microciv import Match
from tests.games.civ_builder.table import (
    NINE_EACH,
    Row,
    ahead,
    answer,
    deal_of,
    phase,
    rest_of,
    row,
    say,
    seeded,
    silence,
    table,
    told,
)

BY_CLOCK: dict[str, Any] = {"trade_mode": "clock"}


def acting(action: str, *rows: Row, **fields: Any) -> Match:
    """Seat 0 may use this special action."""
    return table(*rows, phase="act", action=action, melds=1, **fields)


# --- actions


@pytest.mark.parametrize("action, line", [
    ("Con", "steal B"), ("Tra", "exchange B"), ("Rel", "steal B"), ("Equ", "raid B"),
])  # fmt: skip
def test_an_action_against_who_has_nothing(action: str, line: str):
    """CB-50, CB-52, CB-61, CB-62, CB-65: it finds nothing, and does nothing."""
    match = acting(action, row("Cul"), row())
    say(match, line)
    assert [(0, 1, action)] == told(match, "found_nothing")
    assert [] == told(match, "robbed", "took", "stole", "lost")


def test_a_plunder_of_no_points():
    """CB-62."""
    match = acting("Sea", row("Cul"), row())
    say(match, "steal B")
    assert [(0, 1, 0)] == told(match, "plundered")


@pytest.mark.parametrize("action, line, taken", [
    ("Con", "steal B Sci", "robbed"), ("Rel", "steal B", "stole"), ("Sea", "steal B", "plundered"),
    ("Equ", "raid B", "lost"),
])  # fmt: skip
def test_an_action_that_finds_less_finds_something(action: str, line: str, taken: str):
    """CB-52, CB-62: one of two is no failure."""
    match = acting(action, row("Cul"), row("Sci", Sci=1, points=1))
    say(match, line)
    assert [] == told(match, "found_nothing")
    assert 1 == len(told(match, taken))


def test_trade_that_takes_nothing():
    """CB-54: none to four."""
    match = table(row("Cul"), row("Sci"), phase="exchange", target=1, melds=1)
    say(match, "done")
    assert [(0, 1)] == told(match, "left_all")


@pytest.mark.parametrize("action, line, missing", [
    ("Agr", "use", 2), ("Eng", "use", 1), ("Gov", "use none", 1),
])  # fmt: skip
def test_a_deck_that_is_exhausted(action: str, line: str, missing: int):
    """CB-22, CB-68: one card is left, and the others do not come."""
    match = acting(action, row(rest_of("Con")), row(), deck="Con")
    say(match, line)
    assert [(0, missing)] == told(match, "ran_out")


def test_science_with_nothing_to_look_at():
    """CB-58: both piles are empty."""
    match = acting("Sci", row(NINE_EACH), row())
    say(match, "use")
    assert ([(0, 0)], [(0, 2)]) == (told(match, "studied"), told(match, "ran_out"))


def test_a_round_that_is_too_large_for_the_deck():
    """CB-19, CB-22: ten hands of seven leave 38 cards, six of them for each of the first six."""
    hands = ["7Con", "7Tra", "7Cul", "7Sci", "7Agr", "7Rel", "7Sea", "7Gov", "7Equ", "7Eng"]
    match = table(*map(row, hands), phase="dump", asked=9, options={"allow_7_to_10": True},
                  generator=seeded(1))  # fmt: skip
    say(match, "keep")
    silence(match, "offer")
    missing = [cards for _seat, cards in told(match, "ran_out")]
    assert [3, 1, 5, 1, 5, 1, 5, 1] == missing


# --- trade


def test_nobody_makes_an_offer():
    """CB-29, F.2: a pass without an offer ends trade."""
    match = table(row("Cul"), row("Sci"), phase="offer")
    say(match, "pass", "pass")
    assert [(1,)] == told(match, "ended")


def test_all_passes_are_over():
    """F.2: with an offer in each."""
    match = table(row("2Cul"), row("2Sci"), phase="offer", options={"trade_passes": 1})
    say(match, "offer Cul > B : Sci", "decline", "pass")
    assert [(2,)] == told(match, "ended")


def test_who_has_nobody_to_trade_with():
    """CB-25: is passed over, and all hear why."""
    match = table(row("Cul"), row(), row("Sci"), phase="offer")
    say(match, "pass")
    assert [(1,)] == told(match, "shut_out")


def market(*rows: Row, **trade: Any) -> Match:
    """All trade at once."""
    return table(*rows, phase="market", options=BY_CLOCK, trade=trade)


def test_all_wait_in_the_market():
    """F.3."""
    match = market(row("Cul"), row("Sci"))
    answer(match, 0, "pass")
    answer(match, 1, "pass")
    assert [(3,)] == told(match, "ended")


def test_the_ticks_are_over():
    """CB-29: after 24 for each seat."""
    match = market(row("Cul"), row("Sci"), tick=48)
    answer(match, 0, "offer Cul > B : Sci")
    answer(match, 1, "pass")
    assert [(4,)] == told(match, "ended")


def test_nobody_is_left_to_trade_with():
    """F.3: one is done."""
    match = market(row("Cul"), row("Sci"))
    answer(match, 0, "pass")
    answer(match, 1, "ready")
    assert [(5,)] == told(match, "ended")


def test_the_second_to_accept_comes_too_late():
    """F.3: in the order of the round."""
    offers = [[deal_of(0, "any", "Cul", "Sci")], [], []]
    match = market(row("Cul"), row("Sci"), row("Sci"), tick=2, offers=offers)
    answer(match, 0, "pass")
    answer(match, 1, "accept A1")
    answer(match, 2, "accept A1")
    assert [(2, 0)] == told(match, "too_late")


def test_a_new_offer_whose_cards_go_in_the_same_tick():
    """F.3: they go first."""
    offers = [[deal_of(0, 1, "Cul", "Sci")], [], []]
    match = market(row("Cul+Gov"), row("Sci"), row("Con"), tick=2, offers=offers)
    answer(match, 0, "offer Cul > C : Con")
    answer(match, 1, "accept A1")
    answer(match, 2, "pass")
    assert [(0,)] == told(match, "unposted")


def test_who_is_shut_out_of_the_market():
    """CB-25: said once, as it opens."""
    match = table(row("5Cul"), row("5Sci"), row(), phase="sixth", rest="discard", deck="Con",
                  order=[2, 1, 0], asked=0, options=BY_CLOCK)  # fmt: skip
    say(match, "draw")
    assert ("market", [(2,)]) == (phase(match), told(match, "shut_out"))


# --- privileges


@pytest.mark.parametrize("name, line, attribute", [
    ("sixth", "skip", "Agr"), ("point", "skip", "Sci"), ("dump", "keep", "Equ"),
])  # fmt: skip
def test_privileges_that_are_not_used(name: str, line: str, attribute: str):
    """CB-19, CB-69, CB-77: may, not must."""
    match = table(ahead("Cul"), row("Sci"), phase=name)
    say(match, line)
    assert (0, attribute) in told(match, "waived")


def test_a_hand_that_is_none():
    """BA-31: the top in Equestrian has no card."""
    match = table(row("Cul"), row(Equ=3), phase="point")
    say(match, "skip", "skip")
    assert [(1,)] == told(match, "empty_handed")


def test_a_tie_takes_the_privilege_from_all():
    """BA-04, privilege_ties=none: said when it would have been used."""
    rows = row("Cul", Con=3, Sci=2), row("Sci", Con=3, Sci=1)
    match = table(*rows, phase="point", options={"privilege_ties": "none"})
    say(match, "skip")
    assert [("Cul",), ("Equ",), ("Con",)] == told(match, "unled")[:3]
    silence(match, "offer")
    assert ("Agr",) in told(match, "unled")
