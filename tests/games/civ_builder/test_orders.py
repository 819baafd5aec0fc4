"""What may be answered beforehand: trade, for what one would give for what."""

from __future__ import annotations

import pytest

from microciv import Match
from microciv.core.orders import Order
from tests.games.civ_builder.table import (
    Row,
    ahead,
    cards,
    deal_of,
    hands,
    phase,
    row,
    say,
    table,
)

OWN = row("2Cul+Dis")
ALL_BIDS = tuple(f"accept {seat}{number}" for seat in "ABC" for number in (1, 2, 3))


def offered_to_me(given: str, wanted: str, mine: Row = OWN) -> Match:
    """Seat 1 has offered seat 0 these cards for those."""
    match = table(row("3Sci+2Eng"), mine, ahead("9Lea"), phase="offer")
    say(match, f"offer {given} > B : {wanted}")
    return match


def swap(question: str, *wishes: str) -> Order:
    return Order(question, 0, "swap", wishes)


TERMS = ("give Cul", "give Cul", "want Sci", "want Sci", "want Eng")


@pytest.mark.parametrize("given, wanted, said", [
    ("2Sci+Eng", "2Cul", ["accept"]),
    ("2Sci+Eng", "Cul", ["accept"]),  # less than would be given
    ("2Sci", "2Cul", []),
    ("2Sci+Eng", "Cul+Dis", []),
    ("3Sci", "2Cul", []),
])  # fmt: skip
def test_an_offer_is_taken_that_is_as_good(given: str, wanted: str, said: list[str]):
    """CB-25: nothing is given that was not said, and all that was wanted comes for it."""
    orders = [swap("answer", *TERMS, "accept")]
    assert said == offered_to_me(given, wanted).obey(1, orders)
    no = Order("answer", 0, "", ("decline",))
    assert (said or ["decline"]) == offered_to_me(given, wanted).obey(1, [*orders, no])


def test_terms_are_terms_however_they_are_spaced():
    """CB-25: as moves are; a card that is wanted is not forgotten."""
    wishes = ("give  Cul", " want   Sci", "accept")
    assert [] == offered_to_me("Eng", "Cul").obey(1, [swap("answer", *wishes)])
    assert ["accept"] == offered_to_me("Sci", "Cul").obey(1, [swap("answer", *wishes)])


def test_what_is_asked_for_more_than_is_there_is_not_taken():
    """CB-28."""
    match = offered_to_me("2Sci+Eng", "2Cul", row("Cul+9Con"))
    assert [] == match.obey(1, [swap("answer", *TERMS, "accept")])


def test_two_orders_meet_when_one_of_them_is_asked_for_its_offer():
    """CB-24: the one makes an offer, the other takes it; nobody has come for it."""
    match = table(row("2Cul+Dis"), row("3Sci"), ahead("9Lea"), phase="offer")
    offer = swap("offer", "offer any", "give Cul", "give Cul", "for", "want Sci", "done")
    assert ["offer any", "give Cul", "give Cul", "for", "want Sci", "done"] == match.obey(
        0, [offer]
    )
    assert "answer" == phase(match)
    assert ["accept"] == match.obey(1, [swap("answer", "give Sci", "want Cul", "accept")])
    match.play(2, "decline")
    assert [cards("Dis+Sci"), cards("2Cul+2Sci")] == hands(match)[:2]


@pytest.mark.parametrize("whom", ["", "> any "])
def test_where_only_one_can_trade_an_offer_to_all_is_for_that_one(whom: str):
    """BD-03: there is no offer to all then."""
    match = table(row("2Cul+Dis"), ahead("3Sci"), phase="offer")
    offer = swap("offer", *match.game.wishes("offer", f"Cul {whom}: Sci"))
    assert ["offer B", "give Cul", "for", "want Sci", "done"] == match.obey(0, [offer])


@pytest.mark.parametrize("wishes", [
    ("offer B", "give Sci", "for", "want Cul", "done"),  # not in the hand
    ("offer B", "give Cul", "for", "want Sci", "want Sci", "want Sci", "want Sci", "done"),
    ("offer B", "give Cul", "for", "done"),  # no gifts (CB-25)
])  # fmt: skip
def test_an_offer_that_cannot_be_made_as_it_stands_is_not_made(wishes: tuple[str, ...]):
    """CB-25."""
    match = table(row("2Cul+Dis"), row("3Sci"), ahead("9Lea"), phase="offer")
    assert [] == match.obey(0, [swap("offer", *wishes)])
    assert ["pass"] == match.obey(0, [swap("offer", *wishes), Order("offer", 0, "", ("pass",))])


def test_who_sees_hands_offers_what_can_be_met():
    """CB-31: the top in Trade asks for what is there; else its order is not carried out."""
    match = table(ahead("2Cul"), row("Sci"), row("2Eng"), phase="offer")
    both = swap("offer", "offer any", "give Cul", "for", "want Sci", "want Eng", "done")
    assert [] == match.obey(0, [both])
    one = swap("offer", "offer any", "give Cul", "for", "want Eng", "done")
    assert ["offer any", "give Cul", "for", "want Eng", "done"] == match.obey(0, [one])


def test_a_counter_offer_is_taken_or_made_by_the_same_terms():
    """BD-07."""
    match = offered_to_me("Sci", "2Cul")
    counter = swap("answer", "accept", "counter", "give Cul", "for", "want Sci", "done")
    assert ["counter", "give Cul", "for", "want Sci", "done"] == match.obey(1, [counter])
    assert "reply" == phase(match)
    assert [] == match.obey(0, [swap("reply", "give Sci", "want Cul", "want Cul", "accept")])
    assert ["accept"] == match.obey(0, [swap("reply", "give Sci", "want Cul", "accept")])
    assert [cards("2Sci+2Eng+Cul"), cards("Cul+Dis+Sci")] == hands(match)[:2]


def test_among_the_willing_the_most_wanted_is_chosen():
    match = table(row("2Cul"), row("3Sci"), row("3Sci"), phase="offer")
    say(match, "offer Cul > any : Sci")
    for seat in (1, 2):
        match.play(seat, "accept")
    assert ["with C"] == match.obey(0, [Order("choose", 0, "", ("with C", "with B"))])


@pytest.mark.parametrize("wanted, said", [("Cul", ["accept A2"]), ("Dis", ["pass"])])
def test_in_the_market_what_stands_is_taken(wanted: str, said: list[str]):
    """CB-29: of several offers the first that is as good."""
    stands = [deal_of(0, "any", "Eng", wanted), deal_of(0, "any", "2Sci+Eng", wanted)]
    match = table(
        row("3Sci+3Eng"), OWN, ahead("9Lea"), phase="market",
        trade={"tick": 2, "offers": [stands, [], []]},
        options={"trade_mode": "clock"},
    )  # fmt: skip
    orders = [swap("market", *TERMS, *ALL_BIDS), Order("market", 0, "", ("pass",))]
    assert said == match.obey(1, orders)
