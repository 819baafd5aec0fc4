"""The numbers of the rule sheet that are not on cards: the deal, the market, the bank, places."""

from __future__ import annotations

import pytest

from microciv import BadOption, BadPosition, IllegalMove
from microciv.games.civ_card_game.cards import PLOTS
from tests.games.civ_card_game.table import (
    at,
    discard,
    do,
    game_of,
    hand,
    idle,
    legal,
    new_match,
    options_of,
    phase,
    plots,
    row,
    seat_at,
    stock,
    table,
)


def set_up(seats: int, **numbers: int) -> list[int]:
    """By seat from the first on, its cards when the first of them discards; plots before them."""
    match = new_match(seats, dealer="last_seat", **numbers)
    while phase(match) != "cull":
        idle(match)
    return [len(plots(match, 0)), *[seat_at(match, seat).hand for seat in range(seats)]]


@pytest.mark.parametrize("numbers, expected", [
    ({}, [4, 6, 7, 8]), ({"plots_dealt": 3}, [5, 6, 7, 8]), ({"plots_dealt": 1}, [3, 6, 7, 8]),
    ({"opening_hand": 4, "opening_hand_grows": 2}, [4, 4, 6, 8]),
    ({"opening_hand_grows": 0}, [4, 6, 6, 6]),
])  # fmt: skip
def test_the_deal(numbers: dict[str, int], expected: list[int]):
    """CC-03, CC-09: plots_dealt, opening_hand, opening_hand_grows."""
    assert expected == set_up(3, **numbers)


def test_the_draft_after_another_deal_can_be_laid_out():
    """CC-05, CC-06: the second draft goes backwards, whatever was dealt."""
    match = new_match(3, dealer="last_seat", plots_dealt=3)
    taken: list[int] = []
    while phase(match) == "draft":
        taken.append(match.to_act()[0])
        document = match.position()
        assert document == type(match)(match.game, position=document).position()
        idle(match)
    assert sorted(taken[:3]) == taken[:3]
    assert sorted(taken[3:], reverse=True) == taken[3:]


@pytest.mark.parametrize("discards", [1, 3])
def test_so_many_cards_of_the_first_hand_go(discards: int):
    """CC-10: opening_discards."""
    match = new_match(2, dealer="last_seat", opening_discards=discards)
    while phase(match) == "cull":
        idle(match)
    while phase(match) != "turn":
        idle(match)
    assert [6 - discards, 7 - discards] == [seat_at(match, seat).hand for seat in (0, 1)]


def test_the_market_has_a_size():
    """CC-07, CC-41: market_size; a purchase is replaced."""
    match = table(row(stock="99C"), row(), options={"market_size": 5})
    assert (5, 5) == (len(at(match).market_plots), len(at(match).market_techs))
    do(match, f"buy {options_of(match, 'buy')[0]}")
    assert 5 == len(at(match).market_techs)
    with pytest.raises(BadPosition, match=r"^market.techs: expected 5 cards, or all that are left"):
        table(row(), row(), techs="Alphabet, Mining, Pottery", options={"market_size": 5})


def test_the_bank_has_a_rate():
    """CC-30: bank_rate; Currency gives no better one than two."""
    match = table(row(stock="4F"), row(), options={"bank_rate": 2})
    do(match, "bank F H")
    assert (2, 1, 0) == stock(match, 0)
    assert 2 == seat_at(match, 0).rate
    assert 2 == seat_at(table(row(techs="Currency"), row(), options={"bank_rate": 2}), 0).rate


@pytest.mark.parametrize("crowd, built", [(1, True), (3, False)])
def test_a_crowd_makes_a_second_place(crowd: int, built: bool):
    """CC-47: crowd."""
    match = table(
        row("Plains:1+Granary, Grassland+Library, Forest+Temple, River Bank+Market",
            "Forge", "99H"), row(), options={"crowd": crowd},
    )  # fmt: skip
    assert built == ("build Forge" in legal(match))
    if not built:
        with pytest.raises(IllegalMove, match=r"with 3 population a plot has two \(CC-47\)"):
            do(match, "build Forge")


@pytest.mark.parametrize("more", [0, 3])
def test_highest_culture_draws_so_many_more(more: int):
    """CC-102, CC-103: culture_draws; 4 cards, and discards as many more."""
    match = table(
        row(hand="2 Archers", techs="Music, Drama, Philosophy"),
        row(),
        options={"culture_draws": more},
    )
    while phase(match) == "turn":
        do(match, "done" if "done" in legal(match) else "end")
    assert (2 + 4 + more, 2 + more) == (len(at(match, 0).hand), at(match, 0).left)
    assert "" == discard(match)
    assert hand(match, 0)


def test_the_price_of_plots_begins_with_the_first_that_is_bought():
    """CC-36: however many were dealt."""
    four = "Plains, Forest, Grassland, Coast"
    match = table(
        row(f"{four}, Oasis", stock="99C"), row(f"{four}, River Bank"), options={"plots_dealt": 3}
    )
    claimed = options_of(match, "claim")[0]
    do(match, f"claim {claimed}")
    assert 99 - 15 == stock(match, 0)[2]
    assert 5 == game_of(match).plots_each


def test_a_deal_that_the_box_cannot_bear_is_refused():
    """CC-06: sixteen plots do for four players who are dealt two, and not for three."""
    names = [plot.name for plot in PLOTS]
    sixteen: list[dict[str, object]] = [{"name": name, "copies": 0} for name in names]
    sixteen[0]["copies"], sixteen[1]["copies"] = 9, 7
    new_match(4, cards=sixteen)
    with pytest.raises(BadOption, match=r"^cards: 4 players draft 20 plots, not 16"):
        new_match(4, cards=sixteen, plots_dealt=3)


def test_what_counts_points():
    """CC-111: two plots with a population each, a technology and a wonder."""
    worth = {"population_points": 2, "tech_points": 3, "wonder_points": 5}
    match = table(
        row("Plains:2+Pyramids, Forest", techs="Writing"), row("Coast, Oasis"), options=worth
    )
    assert [2 * 2 + 3 + 5, 0] == [seat_at(match, seat).points for seat in range(2)]
    (own, _) = game_of(match).sources(match.observe(0))
    assert {"population": 4, "techs": 3, "wonders": 5, "cards": 0} == own
