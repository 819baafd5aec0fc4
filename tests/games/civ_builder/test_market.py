"""The Trade phase by the clock: everybody at once, tick by tick."""

from __future__ import annotations

from typing import Any

import pytest

from microciv import Match, Rng
from tests.games.civ_builder.table import (
    Row,
    ahead,
    answer,
    at,
    cards,
    deal_of,
    hands,
    known,
    legal,
    new_match,
    phase,
    random_step,
    refusal,
    row,
    sizes,
    table,
    told,
)

CLOCK: dict[str, Any] = {"trade_mode": "clock"}


def market(
    *rows: Row, tick: int = 1, offers: Any = None, ready: Any = None, **fields: Any
) -> Match:
    """The market is open."""
    trade: dict[str, Any] = {"tick": tick}
    if offers is not None:
        trade["offers"] = offers
    if ready is not None:
        trade["ready"] = ready
    return table(*rows, phase="market", trade=trade, options=CLOCK | fields.pop("options", {}),
                 **fields)  # fmt: skip


def three(**fields: Any) -> Match:
    """Two who see nothing, and one who looks on."""
    return market(row("3Cul"), row("3Sci"), ahead("3Gov"), **fields)


def tick(match: Match, answers: dict[int, str] | None = None) -> None:
    """One tick: who is not named waits."""
    given = answers or {}
    for seat in match.to_act():
        answer(match, seat, given.get(seat, "pass"))


def test_everybody_is_asked_at_once():
    """CB-29, trade_mode=clock: offers, waiting, being done."""
    match = three()
    assert ("market", [0, 1, 2], 1) == (phase(match), match.to_act(), at(match).ticks)
    assert ["offer B", "offer C", "offer any", "pass", "ready"] == legal(match, 0)
    assert 240 == match.game.seconds("market")


def test_an_offer_stands_until_somebody_takes_it():
    """CB-26, CB-29: in a later tick, at once and for good."""
    match = three()
    tick(match, {0: "offer Cul > B : 2Sci"})
    assert ([(0, 1)], 2) == (told(match, "posted"), at(match).ticks)
    tick(match, {2: "offer Gov > A : Cul"})
    assert "accept A1" in legal(match, 1)
    tick(match, {1: "accept A1"})
    assert [cards("2Cul+2Sci"), cards("Cul+Sci"), "3Gov"] == hands(match)
    assert ["accept C1"] == [text for text in legal(match, 0) if text.startswith("accept")]


def test_only_who_holds_the_cards_can_take_it():
    """CB-28: and only whom it is for."""
    match = three()
    tick(match, {0: "offer Cul > B : Gov", 1: "offer Sci > any : Gov"})
    assert [[], [], ["accept B1"]] == [
        [text for text in legal(match, seat) if text.startswith("accept")] for seat in range(3)
    ]


def test_the_first_in_order_has_it():
    """CB-29: acceptances are carried out one by one, against the real hands."""
    for order in ([0, 1, 2, 3], [0, 2, 1, 3]):
        match = market(row("Cul"), row("Sci"), row("Sci"), ahead("Gov"), order=order,
                       offers=[[deal_of(0, "any", "Cul", "Sci")], [], [], []])  # fmt: skip
        tick(match, {1: "accept A1", 2: "accept A1"})
        first = order[1]
        assert ["Cul", "Sci"] == [hands(match)[first], hands(match)[3 - first]]


def test_two_offers_of_one_card():
    """CB-28, CB-29: the second is void when the card has gone."""
    offers = [[deal_of(0, 1, "Cul", "Sci"), deal_of(0, 2, "Cul", "Gov")], [], []]
    match = market(row("Cul+Con"), row("Sci+Con"), ahead("Gov+Con"), offers=offers)
    tick(match, {1: "accept A1", 2: "accept A2"})
    assert [cards("Con+Sci"), cards("Con+Cul"), cards("Con+Gov")] == hands(match)
    assert ([(0, 1)], ()) == (told(match, "void"), at(match, 0).deals)


def test_offers_cross():
    """CB-29: both hands are looked at again after each exchange."""
    offers = [[deal_of(0, 1, "Cul", "Sci")], [deal_of(1, 0, "Sci", "Cul")], []]
    match = market(row("Cul+Con"), row("Sci+Con"), ahead("Gov"), offers=offers)
    tick(match, {0: "accept B1", 1: "accept A1"})
    assert [cards("Con+Sci"), cards("Con+Cul")] == hands(match)[:2]
    assert () == at(match, 0).deals


def test_an_offer_may_be_taken_back():
    """CB-24."""
    match = three()
    tick(match, {0: "offer Cul > B : 2Sci"})
    assert ["withdraw 1"] == [text for text in legal(match, 0) if text.startswith("withdraw")]
    tick(match, {0: "withdraw 1"})
    assert ([(0, 1)], ()) == (told(match, "withdrew"), at(match, 0).deals)


def test_who_takes_is_before_who_takes_back():
    """CB-26: in the same tick the exchange is made."""
    match = three()
    tick(match, {0: "offer Cul > B : Sci"})
    tick(match, {0: "withdraw 1", 1: "accept A1"})
    assert [cards("2Cul+Sci"), cards("Cul+2Sci")] == hands(match)[:2]
    assert [] == told(match, "withdrew")


def test_three_offers_at_most_stand():
    """CB-29: of one seat; a fourth has to wait."""
    match = three()
    for number in range(3):
        tick(match, {0: f"offer Cul > B : {number + 1}Sci"})
    assert ["withdraw 1", "withdraw 2", "withdraw 3", "pass", "ready"] == legal(match, 0)
    assert (1, 2, 3) == tuple(deal.number for deal in at(match, 0).deals)


def test_cards_that_have_gone_are_not_offered():
    """CB-28: an offer posted in the tick in which its card went stands not."""
    match = market(row("Cul"), row("Sci+Con"), ahead("Gov"),
                   offers=[[], [deal_of(1, 0, "Sci", "Cul")], []])  # fmt: skip
    answer(match, 0, "accept B1")
    tick(match)
    assert ["Sci", cards("Cul+Con"), "Gov"] == hands(match)


def test_who_is_ready_trades_no_more():
    """CB-24: its offers are gone, and those to it."""
    offers = [[deal_of(0, 1, "Cul", "Sci")], [deal_of(1, "any", "Sci", "Gov")], []]
    match = market(row("3Cul"), row("3Sci"), ahead("3Gov"), offers=offers)
    tick(match, {1: "ready"})
    assert ([0, 2], [(1,)], [(0, 1)]) == (match.to_act(), told(match, "ready"), told(match, "void"))
    assert (False, True, False) == at(match).ready
    assert ["offer C", "pass", "ready"] == legal(match, 0)


def test_the_market_shuts_when_all_wait():
    """CB-29."""
    match = three()
    tick(match)
    assert ("meld", 0, False) == (phase(match), at(match).ticks, at(match).trading)


def test_it_shuts_when_nobody_is_left_to_trade_with():
    """CB-29: one alone."""
    match = three()
    tick(match, {0: "ready", 1: "ready", 2: "offer Gov > A : Cul"})
    assert "meld" == phase(match)


def test_it_shuts_after_24_ticks_for_each_seat():
    """CB-29: where nobody counts minutes; open offers are void."""
    match = three(tick=72)
    tick(match, {0: "offer Cul > B : Sci"})
    assert ("meld", ()) == (phase(match), at(match, 0).deals)
    other = three(tick=71)
    tick(other, {0: "offer Cul > B : Sci"})
    assert ("market", 72) == (phase(other), at(other).ticks)


def test_empty_hands_are_left_out():
    """CB-25."""
    match = market(row("3Cul"), row(), ahead("3Gov"))
    assert [0, 2] == match.to_act()
    assert ["offer C", "pass", "ready"] == legal(match, 0)


@pytest.mark.parametrize("text, reason", [
    ("accept B1", "B has no standing offer 1"),
    ("withdraw 1", "you have no standing offer 1"),
    ("accept", "the market is open"), ("give Cul", "the market is open"),
])  # fmt: skip
def test_what_cannot_be_done(text: str, reason: str):
    """CB-29: said in words."""
    assert refusal(three(), 0, text).startswith(reason)


def test_terms_are_between_the_two():
    """CB-10, BI-13: unless an offer is for all."""
    offers = [[deal_of(0, 1, "Cul", "Sci"), deal_of(0, "any", "2Cul", "Gov")], [], [], []]
    match = market(row("3Cul"), row("3Sci"), row("3Con"), ahead("3Gov"), offers=offers)
    secret = at(match, 2).deals[0]
    assert (False, (), (), 1) == (secret.open, secret.given, secret.wanted, secret.target)
    assert all(at(match, seat).deals[0].open for seat in (0, 1))
    assert [(True, ("Cul", "Cul"))] * 3 == [
        (at(match, seat).deals[1].open, at(match, seat).deals[1].given) for seat in (1, 2, 15)
    ]


def test_what_an_offer_shows():
    """CB-10: whoever can read it knows that the cards are there."""
    match = three()
    tick(match, {0: "offer 2Cul > B : Sci"})
    assert ["2Cul", ""] == [known(match, 0, seat) for seat in (1, 15)]
    tick(match, {0: "offer Cul > any : Sci"})
    assert ["2Cul", "Cul"] == [known(match, 0, seat) for seat in (1, 15)]


def test_what_an_offer_goes_on_to_show():
    """CB-28: one that a trade has not made void still has its cards, as everybody can tell."""
    match = market(row("2Cul+Lea"), row("3Sci"), row("3Con"), ahead("3Gov"))
    tick(match, {0: "offer Cul+Lea > any : Con"})
    tick(match, {0: "offer Cul > any : Sci"})
    tick(match, {1: "accept A2"})
    assert ["Cul+Sci+Lea"] * 2 == [known(match, 0, seat) for seat in (1, 15)]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_markets(seed: int):
    """BI-06: cards only change hands; the phase always ends."""
    match, rng = new_match(4, seed, trade_mode="clock"), Rng(seed)
    while match.to_act() and at(match).round < 4:
        before, trading = sum(sizes(match)), phase(match) == "market"
        random_step(match, rng)
        if trading and phase(match) == "market":
            assert before == sum(sizes(match))
        assert at(match).ticks <= 24
