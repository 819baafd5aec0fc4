"""B.6: Expand, and its leaders."""

from __future__ import annotations

import pytest

from microciv import IllegalMove, Match
from tests.games.five_x.table import (
    Answers,
    Round,
    answer,
    asked_after,
    at,
    hand,
    legal,
    pile,
    removed,
    resources,
    round_of,
    told,
    wonders,
)

LEADERS = ["cleopatra", "napoleon", "tokugawa"]


def auction(cards: str, bids: str, held: list[int] | None = None, **table: object) -> Round:
    """A round with these bids, in seat order, by whoever may bid."""
    match = asked_after(cards, held, **table)
    bidders = at(match).asked if at(match).phase == "bid" else ()
    answers: Answers = {seat: f"bid {bid}" for seat, bid in zip(bidders, bids.split(), strict=True)}
    return round_of(cards, *([answers] if answers else []), held=held, **table)


@pytest.mark.parametrize(
    "card, least", [("expand", 1), ("cleopatra", 3), ("napoleon", 3), ("tokugawa", 3)]
)
def test_the_minimum_is_one_and_with_a_leader_three(card: str, least: int):
    """5X-41, 5X-79(a), 5X-80(a), 5X-81(a)."""
    match = asked_after(f"{card} explore explore")
    assert [f"bid {amount}" for amount in range(least, 6)] == legal(match, 0)
    if least > 1:
        with pytest.raises(IllegalMove, match=r"must bid at least 3 \(5X-41\)"):
            match.play(0, "bid 2")


@pytest.mark.parametrize("card", LEADERS)
@pytest.mark.parametrize("held", [0, 1, 2])
def test_a_leader_with_less_than_three_is_shut_out(card: str, held: int):
    """5X-42: no bid, no payment, no Wonder, even alone."""
    outcome = round_of(f"{card} explore explore", held=[held, 3, 3])
    assert ([held, 3, 3], "", "ABC") == (
        outcome["S3"],
        wonders(outcome.match, 0),
        removed(outcome.match),
    )
    assert [(0, 3)] == [(e["seat"], e["minimum"]) for e in told(outcome.match, "shut_out")]


def test_a_basic_without_anything_is_shut_out_even_alone():
    """5X-42, 5X-55: nothing is built."""
    outcome = round_of("expand explore explore", held=[0, 3, 3])
    assert ([0, 3, 3], "ABC") == (outcome["S3"], removed(outcome.match))


def asked(cards: str, held: list[int]) -> tuple[str, tuple[int, ...]]:
    """The first question after these cards are open."""
    seen = at(asked_after(cards, held))
    return seen.phase, seen.asked


@pytest.mark.parametrize("card", ["napoleon", "tokugawa"])
def test_means_are_counted_when_the_step_begins(card: str):
    """5X-42, 5X-80(e), 5X-81(d): three at first, two after a raid, and no bid."""
    assert ("bid", (1,)) == asked(f"{card} expand exterminate", [3, 3, 3])
    assert ("bid", (0, 1)) == asked(f"{card} expand exterminate", [4, 3, 3])


def test_who_is_shut_out_pays_no_losers_price():
    """5X-42, ruling A-23: the loser's 1 is for bidders."""
    outcome = auction("napoleon expand explore", "2", [2, 4, 3])
    assert [2, 2, 3] == outcome["S3"]


def test_whoever_can_must_bid_a_whole_number_up_to_all():
    """5X-43, ruling A-44: nothing else is legal, and anything up to all is."""
    match = asked_after("expand expand explore", [4, 1, 5])
    assert ["bid 1", "bid 2", "bid 3", "bid 4"] == legal(match, 0)
    assert ["bid 1"] == legal(match, 1)
    with pytest.raises(IllegalMove, match=r"you hold 4: bid 1 to 4 \(5X-43\)"):
        match.play(0, "bid 5")
    for text in ("bid 0", "bid 1.5", "bid -1"):
        with pytest.raises(IllegalMove, match="no such move"):
            match.play(0, text)
    with pytest.raises(IllegalMove, match=r"your card of this round is Expand \(5X-16\)"):
        match.play(0, "expand")


def test_bids_are_opened_together():
    """5X-44: until the last is in nobody sees one; cards and holdings are known."""
    match = asked_after("expand expand explore", [4, 2, 5])
    before = at(match, 1)
    assert (["expand", "expand", "explore"], [4, 2, 5]) == (
        [seat.played for seat in before.table],
        [seat.resources for seat in before.table],
    )
    match.play(0, "bid 3")
    assert before == at(match, 1)
    match.play(1, "bid 1")
    assert [(0, 3), (1, 1)] == [(e["seat"], e["amount"]) for e in told(match, "bid")]


def test_napoleons_bid_counts_a_half_more():
    """5X-45, 5X-80(c): he beats the same number and loses to the next."""
    assert [2, 4, 5] == auction("napoleon expand explore", "3 3").vectors["S3"]
    assert [2, 1, 5] == auction("napoleon expand explore", "3 4").vectors["S3"]


@pytest.mark.parametrize(
    "bids, winner",
    [
        ("4 4 3 2", 2), ("4 3 2 1", 0), ("1 2 3 4", 3), ("3 3 2 2", None), ("1 1 1 1", None),
        ("4 4 4 1", 3), ("3 2 3 2", None), ("4 1 4 3", 3), ("4 1 3 3", 0),
    ],
)  # fmt: skip
def test_the_highest_unique_bid_wins(bids: str, winner: int | None):
    """5X-46, 5X-49: not the highest."""
    outcome = auction("expand expand expand expand", bids)
    built = [seat for seat in range(4) if wonders(outcome.match, seat)]
    assert ([] if winner is None else [winner]) == built
    assert ("ABC" if winner is None else "AB") == removed(outcome.match)


def test_the_winner_pays_the_bid_to_the_supply_and_takes_the_wonder():
    """5X-47, 5X-103: nobody else gets it."""
    outcome = auction("expand exploit explore", "4")
    assert ([-4, 0, 0], "C") == (outcome.brought("S3"), wonders(outcome.match, 0))


@pytest.mark.parametrize(
    "card, price", [("expand", 1), ("cleopatra", 3), ("napoleon", 3), ("tokugawa", 0)]
)
def test_a_loser_pays_the_price_of_its_card(card: str, price: int):
    """5X-48, 5X-79(b), 5X-80(a), 5X-81(b): whatever was bid comes back but that."""
    outcome = auction(f"{card} expand explore", "4 6", [7, 7, 7])
    assert [-price, -6, 0] == outcome.brought("S3")
    assert [(0, price)] == [(e["seat"], e["amount"]) for e in told(outcome.match, "lost")]


def test_without_a_unique_bid_all_lose_and_nothing_is_built():
    """5X-49."""
    outcome = auction("expand cleopatra tokugawa expand", "3 4 4 3")
    assert ([-1, -3, 0, -1], "ABC") == (outcome.brought("S3"), removed(outcome.match))
    assert ["C"] == [event["wonder"] for event in told(outcome.match, "tied")]


@pytest.mark.parametrize("card, bid", [("expand", 1), ("expand", 4), ("napoleon", 3)])
def test_a_sole_bidder_wins_with_any_bid(card: str, bid: int):
    """5X-50: and pays it."""
    outcome = auction(f"{card} explore explore", str(bid))
    assert ([-bid, 0, 0], "C") == (outcome.brought("S3"), wonders(outcome.match, 0))


@pytest.mark.parametrize("card, least", [("expand", "bid 1"), ("tokugawa", "bid 3")])
def test_the_sole_bidders_minimum_needs_no_asking(card: str, least: str):
    """5X-50, auto_min_sole_bid on: a convenience; other bids are legal all the same."""
    match = asked_after(f"{card} explore explore")
    assert [(0, least)] == match.play_obvious()
    assert "C" == wonders(match, 0)


def test_a_sole_bidder_can_be_asked():
    """5X-50, auto_min_sole_bid off."""
    match = asked_after("expand explore explore", options={"auto_min_sole_bid": False})
    assert ([], [0]) == (match.play_obvious(), match.to_act())


def test_two_bidders_are_always_asked():
    """5X-50: unless there is one answer only."""
    match = asked_after("expand expand explore", [5, 1, 5])
    assert [(1, "bid 1")] == match.play_obvious()
    assert [0] == match.to_act()


def test_a_losing_expand_goes_back_to_hand_at_once():
    """5X-51: in this step, and nobody is asked."""
    cards = "expand expand excavate"
    match = asked_after(cards, pile={2: "explore"})
    answer(match, {0: "bid 2", 1: "bid 1"})
    assert "dig" == at(match).phase
    assert (True, False) == ("expand" in hand(match, 1), "expand" in hand(match, 0))
    answer(match, {2: "take explore"})
    assert ("expand" in hand(match, 1), set()) == (True, pile(match, 1))


def test_the_winning_expand_is_discarded():
    """5X-52."""
    outcome = auction("expand expand explore", "2 1")
    assert ({"expand"}, True) == (pile(outcome.match, 0), "expand" not in hand(outcome.match, 0))


def test_an_expand_that_was_shut_out_goes_back_to_hand():
    """5X-53."""
    match = round_of("expand explore explore", held=[0, 3, 3]).match
    assert ("expand" in hand(match, 0), set()) == (True, pile(match, 0))


FATES = {
    "wins": ("{} explore explore", "3", [5, 5, 5]),
    "loses": ("{} expand explore", "3 5", [5, 5, 5]),
    "ties": ("{} {} expand explore", "4 4 3", [5, 5, 5, 5]),
    "is shut out": ("{} explore explore", "", [2, 5, 5]),
}


def fate(leader: str, how: str, **options: object) -> Match:
    cards, bids, held = FATES[how]
    other = "cleopatra" if leader == "tokugawa" else "tokugawa"
    return auction(cards.format(leader, other), bids, held, options=options).match


@pytest.mark.parametrize("how", FATES)
@pytest.mark.parametrize("leader", LEADERS)
def test_an_expand_leader_is_always_discarded(leader: str, how: str):
    """5X-54, 5X-79(f), 5X-80(f), 5X-81(f)."""
    match = fate(leader, how)
    assert (True, False) == (leader in pile(match, 0), leader in hand(match, 0))


@pytest.mark.parametrize("how", FATES)
@pytest.mark.parametrize("leader", LEADERS)
def test_by_ruling_an_expand_leader_without_a_wonder_comes_back(leader: str, how: str):
    """5X-54, expand_leader_returns on: as the basic does; in the open."""
    match = fate(leader, how, expand_leader_returns=True)
    comes_back = wonders(match, 0) == ""
    assert (not comes_back, comes_back) == (leader in pile(match, 0), leader in hand(match, 0))
    assert ((leader,) if comes_back else ()) == at(match).table[0].shown


def test_without_bids_nothing_is_built():
    """5X-55: and nobody is asked."""
    match = round_of("exploit explore explore").match
    assert ("ABC", []) == (removed(match), told(match, "bid", "won", "tied"))


# --- Cleopatra


def test_cleopatra_pays_three_if_she_loses_whatever_she_bid():
    """5X-79(b)."""
    assert [-3, -5, 0] == auction("cleopatra expand explore", "3 5").brought("S3")
    assert [-3, -5, 0] == auction("cleopatra expand explore", "4 5").brought("S3")


def test_cleopatra_is_immune_even_if_shut_out():
    """5X-79(c)."""
    outcome = round_of("cleopatra exterminate boudicca", held=[2, 3, 3])
    assert ([2, 3, 3], "") == (outcome["S2"], wonders(outcome.match, 0))


@pytest.mark.parametrize("held, expected", [(3, ("bid", (0,))), (2, ("select", (0, 2)))])
def test_cleopatra_bids_if_she_held_three_at_first(
    held: int, expected: tuple[str, tuple[int, ...]]
):
    """5X-79(d): no raid can keep her from it."""
    assert expected == asked("cleopatra explore exterminate", [held, 3, 3])


def test_cleopatra_pays_her_bid_if_she_wins():
    """5X-79(e)."""
    assert [-4, -1, 0] == auction("cleopatra expand explore", "4 3").brought("S3")


@pytest.mark.parametrize("held", [2, 5])
def test_cleopatra_blocks_dido(held: int):
    """5X-79(g): even if she is shut out."""
    match = asked_after("cleopatra dido explore", [held, 9, 3])
    if held == 5:
        answer(match, {0: "bid 3"})
    assert "select" == at(match).phase


# --- Napoleon


@pytest.mark.parametrize("others", ["3 3", "4 4", "5 5", "5 4"])
@pytest.mark.parametrize("bid", [3, 4, 5])
def test_if_napoleon_bids_somebody_wins(bid: int, others: str):
    """5X-80(b): he ties with nobody."""
    outcome = auction("napoleon expand tokugawa", f"{bid} {others}")
    assert 1 == sum(wonders(outcome.match, seat) != "" for seat in range(3))


def test_napoleon_wins_over_a_tie_above_him():
    """5X-80(c): a higher number beats him only if it is unique."""
    assert "C" == wonders(auction("napoleon expand expand", "3 5 5").match, 0)
    assert "C" == wonders(auction("napoleon expand expand", "3 5 4").match, 1)


def test_napoleon_pays_whole_numbers():
    """5X-80(d), 5X-45: the half is not paid."""
    assert [-3, -1, 0] == auction("napoleon expand explore", "3 3").brought("S3")


def test_napoleon_does_not_spoil_an_equal_number():
    """5X-45, ruling A-35: with the 4 tied, 3 against his 3½ is unique, and lower."""
    assert "C" == wonders(auction("napoleon expand expand expand", "3 3 4 4").match, 0)


@pytest.mark.parametrize("leader", ["napoleon", "tokugawa"])
def test_napoleon_and_tokugawa_are_not_immune(leader: str):
    """5X-80(e), 5X-81(d)."""
    assert [2, 4, 5] == resources(asked_after(f"{leader} exterminate excavate", [3, 3, 5]))[:3]


# --- Tokugawa


def test_tokugawa_loses_nothing():
    """5X-81(b)."""
    assert [0, -5, 0] == auction("tokugawa expand explore", "4 5").brought("S3")


def test_tokugawa_pays_his_bid_if_he_wins():
    """5X-81(c)."""
    assert [-4, -1, 0] == auction("tokugawa expand explore", "4 3").brought("S3")


def test_tokugawa_spoils_a_bid_for_nothing():
    """5X-81(e)."""
    outcome = auction("tokugawa expand expand", "4 4 1")
    assert ([0, -1, -1], "C") == (outcome.brought("S3"), wonders(outcome.match, 2))
