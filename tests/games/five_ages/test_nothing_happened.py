"""What the table hears where something was blocked, fell or ended early (F.5)."""

from __future__ import annotations

from typing import Any

import pytest

from microciv import SPECTATOR, Match
from tests.games.five_ages.table import five_ages, hands, lay, offers, phase, tick, told

ROWS = {0: "7S QH", 1: "TD 4S", 2: "9C 2S", 3: "8H 3C"}
KEPT = {0: "AS", 1: "AC", 2: "KC", 3: "KD"}
UNCHANGED, NOBODY_LEFT = 1, 2
OF_OFFERS = ("missed", "missed_both", "lapsed", "lapsed_both", "unanswered")


def trading(**parts: Any) -> Match:
    """Four players at their first tick."""
    return five_ages(4, phase="trade", **{"row": ROWS, "hand": KEPT, **parts})


def test_a_swap_that_both_wanted_fails_if_another_takes_a_card_of_it_first():
    """F.3: the better ranks go first; it is told once, and of no other offer."""
    match = trading()
    tick(match, {
        0: "offer 7S for W:TD", 1: "offer TD for E:7S, offer TD for W:9C", 2: "offer 9C for E:TD",
    })  # fmt: skip
    assert ["TD AS", "7S AC"] == hands(match)[:2]
    assert [(1, "TD", "9C")] == told(match, "missed")
    assert [] == told(match, "lapsed")


def test_a_deal_of_both_fails_so_too():
    """5A-19, F.3."""
    match = trading()
    tick(match, {
        0: "offer 7S for W:TD", 1: "offer TD for E:7S, offer both for W", 2: "offer both for E",
    })  # fmt: skip
    assert ([(1, 2)], []) == (told(match, "missed_both"), told(match, "lapsed_both"))


def test_an_offer_of_a_card_that_is_gone_falls():
    """F.3: also one that stood, and one of another player."""
    match = trading(offers={2: "offer 9C for E:TD, offer 9C for W:3C, offer both for E"})
    tick(match, {0: "offer 7S for W:TD, offer 7S for W:4S", 1: "offer TD for E:7S"})
    assert [(0, "7S", "4S"), (2, "9C", "TD")] == told(match, "lapsed")
    assert [(2, 1)] == told(match, "lapsed_both")
    assert ["offer 9C for W:3C"] == offers(match, 2)


def test_offers_to_who_is_done_fall_together():
    """B-38, F.3."""
    match = trading(offers={0: "offer 7S for W:TD, offer 7S for W:4S, offer QH for E:8H"})
    tick(match, {1: "done", 2: "offer 9C for E:TD, offer 9C for W:8H"})
    assert [(0, 1), (2, 1)] == told(match, "unanswered")
    assert (["offer QH for E:8H"], ["offer 9C for W:8H"]) == (offers(match, 0), offers(match, 2))


def test_where_offers_are_seen_by_two_alone_nothing_is_told_of_them():
    """5A-36, offers_visible pair: the two find it in what they observe."""
    match = trading(
        options={"offers_visible": "pair"},
        offers={2: "offer 9C for E:TD", 3: "offer 8H for W:7S"},
    )  # fmt: skip
    tick(match, {0: "offer 7S for W:TD, offer QH for E:3C", 1: "offer TD for E:7S", 3: "done"})
    assert ["TD AS", "7S AC"] == hands(match)[:2]
    for seat in (*range(4), SPECTATOR):
        assert [] == told(match, *OF_OFFERS, to=seat)


@pytest.mark.parametrize("parts, answers, cause", [
    ({}, {}, UNCHANGED),
    ({}, {1: "done"}, UNCHANGED),
    ({"offers": {0: "offer 7S for W:TD"}}, {1: "done"}, UNCHANGED),
    ({}, dict.fromkeys(range(4), "done"), NOBODY_LEFT),
    ({}, {seat: f"offer both for {side}" for seat, side in enumerate("WEWE")}, NOBODY_LEFT),
    ({"fields": {"tick": 3}}, {}, None),
    ({"fields": {"tick": 3}}, {0: "offer 7S for W:TD"}, None),
])  # fmt: skip
def test_the_table_hears_why_trade_ends_before_its_last_tick(
    parts: dict[str, Any], answers: dict[int, str], cause: int | None
):
    """5A-21, F.3."""
    match = trading(**parts)
    tick(match, answers)
    assert "build" == phase(match)
    assert ([] if cause is None else [(cause,)]) == told(match, "trade_over")


def test_the_table_hears_that_nobody_can_trade_at_all():
    """5A-49, F.3: two players have laid Jokers alone."""
    match = five_ages(3, round=2, hand={0: "2C Jk Jk", 1: "2D Jk Jk"}, options={"jokers": 4})
    lay(match, "2C attack both", "2D attack both")
    assert ("build", [], [(NOBODY_LEFT,)]) == (
        phase(match), told(match, "tick"), told(match, "trade_over")
    )  # fmt: skip


def test_trade_that_goes_on_is_not_over():
    """F.3: somebody left, with an offer on the list: a list has changed."""
    match = trading(offers={0: "offer 7S for W:TD"})
    tick(match, {0: "done"})
    assert ("trade", []) == (phase(match), told(match, "trade_over"))
