"""What may be answered beforehand: the bid, and what is dug up."""

from __future__ import annotations

import pytest

from microciv.core.orders import Order
from tests.games.five_x.table import five_x


@pytest.mark.parametrize(
    "cards, said",
    [
        ("expand explore explore", "bid 1"),
        ("expand expand explore", "bid 4"),
        ("expand expand expand", "bid 5"),
    ],
)
def test_a_bid_is_ordered_by_how_many_others_bid(cards: str, said: str):
    """5X-43: who bids is open, how much is not."""
    match = five_x([5, 5, 5], cards, options={"auto_min_sole_bid": False})
    for seat, card in enumerate(cards.split()):
        match.play(seat, card)
    orders = [
        Order("bid", 0, "alone", ("bid 1",)),
        Order("bid", 0, "one", ("bid 4",)),
        Order("bid", 0, "more", ("bid 9", "bid 5")),
    ]
    assert [said] == match.obey(0, orders)


def test_the_first_card_that_lies_in_the_pile_is_dug_up():
    match = five_x([3, 3, 3], "excavate explore explore", pile={0: "exploit expand"})
    for seat, card in enumerate(["excavate", "explore", "explore"]):
        match.play(seat, card)
    wishes = ("take exterminate", "take expand", "take exploit")
    assert ["take expand"] == match.obey(0, [Order("dig", 3, "", wishes)])
