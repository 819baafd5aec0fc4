"""Section E.5 of the ledger: who trades first, and what stands."""

from __future__ import annotations

import pytest

from tests.games.five_ages.table import (
    at,
    five_ages,
    hands,
    lay,
    no_trade,
    offers,
    tick,
)

LISTS = {
    0: "offer QH for W:4S, offer QH for E:2S",
    1: "offer 4S for W:9C, offer 4S for E:QH",
    2: "offer 2S for W:QH, offer 9C for E:4S",
}
TRADED = {
    "Y35 token P1": (0, ["4S 7S AS", "TD QH AC", "2S 9C KC"]),
    "Y36 token P2": (1, ["2S 7S AS", "9C TD AC", "4S QH KC"]),
    "Y37 token P3": (2, ["2S 7S AS", "9C TD AC", "4S QH KC"]),
}


@pytest.mark.parametrize("token, outcome", TRADED.values(), ids=list(TRADED))
def test_the_token_decides_between_equal_meetings(token: int, outcome: list[str]):
    """5A-24, B-30: three meetings with ranks 1 and 2."""
    match = five_ages(
        3, hand={0: "AS 7S QH", 1: "AC TD 4S", 2: "KC 9C 2S"}, fields={"token": token}
    )
    lay(match, "AS", "AC", "KC")
    tick(match, LISTS)
    no_trade(match)
    assert outcome == hands(match)


def test_an_offer_that_stands_is_answered_a_tick_later():
    """Y39, 5A-16, 5A-24: then the others with the same cards are gone."""
    match = five_ages(3, hand={0: "AS 7S QH", 1: "AC TD 4S", 2: "KC 9C 2S"})
    lay(match, "AS", "AC", "KC")
    tick(match, {0: "offer QH for W:4S, offer QH for E:2S, offer 7S for W:TD"})
    assert (["AS", "AC", "KC"], 2) == (hands(match), at(match).tick)
    tick(match, {1: "offer 4S for E:QH, offer 4S for W:9C"})
    assert ["4S AS", "QH AC", "KC"] == hands(match)
    assert (["offer 7S for W:TD"], []) == (offers(match, 0), offers(match, 1))


def test_meetings_without_a_common_card_are_both_carried_out():
    """Y41, 5A-18, 5A-24: in the last tick, each mirrors the other's standing offer."""
    match = five_ages(
        3, phase="trade", hand={0: "AS", 1: "AC"}, row={0: "7S QH", 1: "TD 4S"},
        offers={0: "offer 7S for W:TD", 1: "offer 4S for E:QH"}, fields={"tick": 3},
    )  # fmt: skip
    tick(match, {0: "withdraw, offer 7S for W:TD, offer QH for W:4S",
                 1: "withdraw, offer 4S for E:QH, offer TD for E:7S"})  # fmt: skip
    assert ["4S TD AS", "7S QH AC"] == hands(match)[:2]
    assert "build" == at(match).phase
