"""Purchase: goods, the bank, population, plots, technologies, and one-time gains."""

from __future__ import annotations

import pytest

from tests.games.civ_card_game.table import (
    again,
    asked,
    at,
    deck,
    discard,
    do,
    end_turn,
    hand,
    is_refused,
    land_but,
    legal,
    options_of,
    phase,
    plots,
    points,
    pops,
    row,
    standing,
    stock,
    table,
    techs,
    techs_but,
    told,
)
from tests.games.saving import saved


def test_any_number_in_any_order():
    """CC-27, CA-09: technologies, population, plots, structures, goods, trades, until done."""
    match = table(row("Plains, Plains, Plains, Plains", hand="Monastery, Gold",
                      stock="14F 8H 30C"), row(), plots="Forest, Coast, Oasis",
                  techs="Mysticism, Drama, Mining")  # fmt: skip
    do(match, "populate 1; buy Mysticism; bank H F; populate 1; play Gold; buy Drama")
    do(match, "build Monastery; on 2; bank C F; bank C F; bank C F; done")
    assert (["Mysticism", "Drama"], "2 Monastery", [2, 0, 0, 0]) == (
        techs(match, 0), standing(match, 0), pops(match, 0),
    )  # fmt: skip
    assert (14 - 6 + 1 - 8 + 3, 8 - 3 - 5, 30 - 9 + 3 - 12 - 9) == stock(match, 0)


def test_nothing_need_be_bought():
    """CC-27: done at once."""
    match = table(row(stock="50F 50H 50C"), row())
    do(match, "done")
    assert ("discard", (50, 50, 50)) == (phase(match), stock(match, 0))


def test_a_price_is_paid_in_full():
    """CC-28: what one resource short is not offered."""
    match = table(row("Plains, Plains, Plains, Plains", hand="Granary", stock="5F 6H 3C"), row(),
                  techs="Mysticism, Drama, Mining")  # fmt: skip
    assert is_refused(match, "populate 1", "build Granary", "claim Forest", "buy Mysticism")
    assert {"bank", "done"} == {move.split()[0] for move in legal(match)}


def test_nothing_is_given_back():
    """CC-28: population, plots and structures stay bought."""
    match = table(row("Plains, Plains, Plains, Plains", hand="Granary", stock="6F 7H 9C"), row(),
                  techs="Mysticism, Drama, Mining")  # fmt: skip
    do(match, "populate 1; build Granary; on 1; buy Mysticism")
    assert (0, 0, 0) == stock(match, 0)
    assert ["done"] == legal(match)


# --- goods


def test_goods_are_spent_like_resources():
    """CC-29, CC-37: two Corn and two food are enough for a population."""
    match = table(row(hand="2 Corn", stock="2F"), row())
    assert is_refused(match, "populate 1")
    do(match, "play Corn; play Corn; populate 1; done")
    assert ((0, 0, 0), "2 Corn") == (stock(match, 0), discard(match))


def test_goods_leave_change():
    """CC-29, CA-13, CS-17: C7 and Gold; Mysticism for 9 leaves C1."""
    match = table(row(hand="Gold", stock="7C"), row(), techs="Mysticism, Drama, Mining")
    do(match, "play Gold")
    assert (0, 0, 10) == stock(match, 0)
    do(match, "buy Mysticism; done")
    assert ((0, 0, 1), "Gold") == (stock(match, 0), discard(match))


@pytest.mark.parametrize("steps, left", [
    ("play Gold; buy Mysticism", (0, 0, 1)),  # the 3 coins of Gold went first
    ("play Gold; play Iron; bank H C; buy Mysticism", (0, 0, 2)),  # what the bank gives is kept
    ("play Corn", (0, 0, 7)), ("play Iron; bank H F", (1, 0, 7)), ("play Gold", (0, 0, 7)),
    ("play Corn; play Gold; play Iron", (0, 0, 7)),
])  # fmt: skip
def test_goods_do_not_leave_change_where_a_table_says_so(steps: str, left: tuple[int, int, int]):
    """CC-29, goods_change=lose: what is not spent when Purchase ends is gone, loose ones first."""
    match = table(row(hand="Gold, Corn, Iron", stock="7C"), row(),
                  techs="Mysticism, Drama, Mining", options={"goods_change": "lose"})  # fmt: skip
    do(match, steps)
    do(match, "done")
    assert left == stock(match, 0)


def test_goods_are_played_in_the_own_purchase_alone():
    """CC-29, CA-14: not while one defends, collects, declares or discards."""
    match = table(row("Plains:1", hand="Corn, Chariot"), row("Plains:1", hand="2 Gold, Spearmen"),
                  collecting=True)  # fmt: skip
    assert is_refused(match, "play Corn")
    do(match, "split 0; done")
    assert is_refused(match, "play Corn")
    do(match, "attack B Chariot; fight")
    assert ["pass", "block Spearmen"] == legal(match)
    do(match, "pass; settle 1")
    assert is_refused(match, "play Corn")


# --- the bank


@pytest.mark.parametrize("given, wanted", [("F", "H"), ("F", "C"), ("H", "F"), ("H", "C"),
                                           ("C", "F"), ("C", "H")])  # fmt: skip
def test_the_bank_takes_three_for_one(given: str, wanted: str):
    """CC-30, CA-11, CA-12: any number of times."""
    start, place = [0, 0, 0], "FHC".index
    match = table(row(stock=f"7{given}"), row())
    assert [f"{given} {other}" for other in "FHC" if other != given] == options_of(match, "bank")
    do(match, f"bank {given} {wanted}; bank {given} {wanted}")
    start[place(given)], start[place(wanted)] = 1, 2
    assert tuple(start) == stock(match, 0)
    assert [] == options_of(match, "bank")


def test_three_alike():
    """CC-30: two of one kind and one of another are not taken."""
    match = table(row(stock="2F 2H 2C"), row())
    assert ["done"] == legal(match)


def test_a_bank_that_takes_any_three():
    """CC-30, bank_mix=any."""
    match = table(row(stock="2F 2H 1C"), row(), options={"bank_mix": "any"})
    assert ["FFH C", "FFC H", "FHH C", "HHC F"] == options_of(match, "bank")
    do(match, "bank FFH C")
    assert (0, 1, 2) == stock(match, 0)
    assert ["HCC F"] == options_of(match, "bank")
    do(match, "bank HCC F; done")
    assert [(0, 2, "F"), (0, 1, "H"), (0, 1, "H"), (0, 2, "C")] == told(match, "banked")


def test_currency():
    """CC-31, CC-T14: two for one."""
    match = table(row(stock="5F", techs="Currency"), row())
    do(match, "bank F C; bank F C")
    assert ((1, 0, 2), ["C F", "C H"]) == (stock(match, 0), options_of(match, "bank"))


def test_currency_and_any_mixture():
    """CC-31, bank_mix=any: one of each of two kinds for the third."""
    match = table(row(stock="1F 1H", techs="Currency"), row(), options={"bank_mix": "any"})
    assert ["FH C"] == options_of(match, "bank")
    do(match, "bank FH C")
    assert (0, 0, 1) == stock(match, 0)


def test_a_row_of_trades():
    """CC-30, CC-53, CS-15: F7 H4 C6 pays a technology for 9; Pottery with four plots leaves C4."""
    match = table(row(stock="7F 4H 6C"), row(), techs="Mysticism, Pottery, Mining")
    do(match, "bank F C; bank F C; bank H C")
    assert (1, 1, 9) == stock(match, 0)
    do(match, "buy Mysticism")
    assert (1, 1, 0) == stock(match, 0)
    match = table(row(stock="7F 4H 6C"), row(), techs="Mysticism, Pottery, Mining")
    do(match, "bank F C; bank F C; bank H C; buy Pottery")
    assert (1, 1, 4) == stock(match, 0)


def test_players_trade_with_nobody_else():
    """CC-32: the moves of a turn are these."""
    match = table(row("Plains, Plains, Plains, Plains", hand="Granary, Corn, Chariot",
                      stock="99F 99H 99C", techs="Writing, Code of Laws"), row(hand="Corn"),
                  row(stock="9F"))  # fmt: skip
    verbs = {"done", "play", "bank", "populate", "claim", "buy", "build", "use"}
    assert verbs == {move.split()[0] for move in legal(match)}


# --- population


def test_there_is_no_limit_of_population():
    """CC-33, CC-34, CS-09: five on one plot cost 6, 8, 10, 12, 14."""
    match = table(row(stock="51F"), row())
    for number, price in enumerate([6, 8, 10, 12, 14]):
        food = stock(match, 0)[0]
        do(match, "populate 3")
        assert ([0, 0, number + 1, 0], price) == (pops(match, 0), food - stock(match, 0)[0])
    do(match, "done")
    assert (1, [5, 0]) == (stock(match, 0)[0], points(match))


def test_population_may_be_spread_or_not():
    """CC-34, CS-09: three on one plot 24, three on three plots 18."""
    match = table(row(stock="42F"), row())
    do(match, "populate 1; populate 1; populate 1")
    assert 42 - 24 == stock(match, 0)[0]
    do(match, "populate 2; populate 3; populate 4")
    assert 0 == stock(match, 0)[0]


def test_the_supply_of_population():
    """CC-35, CA-40: 120; when it is empty none can be bought."""
    match = table(row("Forest:60, Forest:30", stock="99F"), row("Plains:28"))
    assert 2 == at(match).supply
    do(match, "populate 3; populate 4")
    assert (0, [], 99 - 12) == (at(match, 0).supply, options_of(match, "populate"),
                                stock(match, 0)[0])  # fmt: skip


def test_a_supply_without_end():
    """CC-35, population_supply=0: more than 120 in all."""
    match = table(row("Forest:100, Forest:30", stock="99F"), row("Plains:40"),
                  options={"population_supply": 0})  # fmt: skip
    assert at(match).supply < 0
    do(match, "populate 3; done")
    assert [131, 40] == points(match)
    assert saved(match) == saved(again(match))


# --- plots


def test_a_plot_comes_from_the_market():
    """CC-36, CC-38, CC-41: for 15, empty, and the market is filled at once."""
    match = table(row(stock="16C"), row(), plots="Oasis, Gold Hill, Pasture",
                  plot_deck="Marble Hill")  # fmt: skip
    do(match, "claim Gold Hill")
    assert (5, "Gold Hill", 0, "") == (
        len(plots(match, 0)), plots(match, 0)[4], pops(match, 0)[4], standing(match, 0),
    )  # fmt: skip
    assert (("Oasis", "Pasture", "Marble Hill"), (0, 0, 1)) == (
        at(match).market_plots, stock(match, 0),
    )  # fmt: skip
    assert ("turn", 0) == asked(match)


def test_what_is_turned_up_may_be_bought_at_once():
    """CC-42, CA-55: plots and technologies."""
    match = table(row(stock="50C"), row(), plots="Oasis, Gold Hill, Pasture",
                  plot_deck="Marble Hill", techs="Drama, Mining, Pottery",
                  tech_deck="Mysticism")  # fmt: skip
    do(match, "claim Oasis; claim Marble Hill")
    assert "Marble Hill" == plots(match, 0)[5]
    match = table(row(stock="50C"), row(), techs="Drama, Mining, Pottery", tech_deck="Mysticism")
    do(match, "buy Drama; buy Mysticism")
    assert ["Drama", "Mysticism"] == techs(match, 0)


def test_a_market_that_waits():
    """CC-42, fresh_market=wait: what is turned up may be bought from the next turn on."""
    match = table(row(stock="99C"), row(stock="99C"), techs="Drama, Mining, Pottery",
                  plots="Oasis, Gold Hill, Pasture", plot_deck="Marble Hill",
                  tech_deck="Mysticism, Music", options={"fresh_market": "wait"})  # fmt: skip
    do(match, "buy Drama")
    assert ["Mining", "Pottery"] == options_of(match, "buy")
    do(match, "buy Pottery; claim Oasis")
    assert (["Mining"], ["Gold Hill", "Pasture"]) == (
        options_of(match, "buy"), options_of(match, "claim"),
    )  # fmt: skip
    do(match, "done")
    end_turn(match)
    assert ["Mining", "Mysticism", "Music"] == options_of(match, "buy")
    assert "Marble Hill" in options_of(match, "claim")


def test_of_two_alike_the_older_one_is_bought():
    """CC-42, fresh_market=wait."""
    match = table(row(stock="99C"), row(), plots="Oasis, Forest, Pasture", plot_deck="Forest",
                  options={"fresh_market": "wait"})  # fmt: skip
    do(match, "claim Oasis")
    assert ["Forest", "Pasture"] == options_of(match, "claim")
    do(match, "claim Forest")
    assert ["Pasture"] == options_of(match, "claim")


# --- technologies


def test_a_technology_is_one_of_those_face_up():
    """CC-39, CC-40, CC-41: paid in coins, 1 VP, gone from the market, which is filled."""
    match = table(row(stock="9F 9H 9C"), row(), techs="Mysticism, Mining, Drama",
                  tech_deck="Music, Writing")  # fmt: skip
    assert ["Mysticism", "Mining"] == options_of(match, "buy")
    do(match, "buy Mysticism")
    assert (("Mining", "Drama", "Music"), (9, 9, 0)) == (at(match).market_techs, stock(match, 0))
    assert (["Mysticism"], [1, 0], 20) == (techs(match, 0), points(match), at(match).tech_deck)


def test_a_technology_acts_for_its_buyer_alone():
    """CC-40: Currency is of no use to others."""
    match = table(row(stock="2F", techs="Currency"), row("Forest, Forest, Forest, Forest",
                                                         stock="2F"))  # fmt: skip
    assert ["F H", "F C"] == options_of(match, "bank")
    do(match, "done")
    end_turn(match)
    assert [option for option in options_of(match, "bank") if option[0] == "F"] == []


def test_markets_shrink():
    """CC-41, CC-116: when their deck is empty; that ends nothing."""
    rest = row(land_but("Oasis", "Gold Hill", "4 Forest"), techs=techs_but("Mining", "Music"))
    match = table(row("Forest, Forest, Forest, Forest", stock="99C"), rest,
                  plots="Oasis, Gold Hill", techs="Mining, Music")  # fmt: skip
    assert (0, 0) == (at(match).plot_deck, at(match).tech_deck)
    do(match, "claim Oasis")
    assert ("Gold Hill",) == at(match).market_plots
    do(match, "claim Gold Hill")
    assert ((), [], "turn") == (at(match).market_plots, options_of(match, "claim"), phase(match))
    do(match, "buy Mining")
    assert (("Music",), "turn") == (at(match).market_techs, phase(match))


# --- what a purchase gains at once


@pytest.mark.parametrize("name, kind", [("Agriculture", 0), ("Mining", 1), ("Pottery", 2)])
def test_one_for_every_plot(name: str, kind: int):
    """CC-53, CA-31, CC-T01, CC-T02, CC-T03: once, whatever the plots print."""
    match = table(row("Forest, Coast, Plains, Oasis, Gem Field", stock="10C"), row(),
                  techs=f"{name}, Drama, Music")  # fmt: skip
    do(match, f"buy {name}")
    expected = [0, 0, 1]
    expected[kind] += 5
    assert (tuple(expected), [(0, 5, "FHC"[kind])]) == (stock(match, 0), told(match, "gained"))
    do(match, "done")
    end_turn(match)
    end_turn(match)
    assert 1 == len(told(match, "gained"))


def test_mining_with_five_plots():
    """CC-53, CS-19: F0 H1 C10; all five count though only three print hammers."""
    match = table(row("Forest, Hill Country, Plains, Oasis, Gem Field", stock="1H 10C"), row(),
                  techs="Mining, Drama, Music")  # fmt: skip
    do(match, "buy Mining")
    assert (0, 6, 1) == stock(match, 0)


@pytest.mark.parametrize("name, left", [("Mining", (0, 5, 1)), ("Agriculture", (2, 1, 1)),
                                        ("Pottery", (0, 1, 3))])  # fmt: skip
def test_mining_where_hammers_are_printed(name: str, left: tuple[int, int, int]):
    """CC-53, mining_scope=hammer_plots: of the kind that the technology gives."""
    match = table(row("Forest, Hill Country, Plains, Oasis, Quarry Hill", stock="1H 10C"), row(),
                  techs=f"{name}, Drama, Music",
                  options={"mining_scope": "hammer_plots"})  # fmt: skip
    do(match, f"buy {name}")
    assert left == stock(match, 0)


@pytest.mark.parametrize("name", ["Philosophy", "Oracle"])
def test_three_cards_at_once(name: str):
    """CC-58, CC-T19, CC-W03: drawn, nothing discarded, of use in the same step."""
    match = table(row(hand="Archers" + ", Oracle" * (name == "Oracle"), stock="13C 12H"), row(),
                  techs="Philosophy, Drama, Music", deck="Corn, 2 Iron, Gold")  # fmt: skip
    if name == "Oracle":
        do(match, "build Oracle; on 1")
    else:
        do(match, "buy Philosophy")
    assert ("Archers, Corn, 2 Iron", "turn", "") == (hand(match, 0), phase(match), discard(match))
    assert "Gold" == deck(match)[0]
    before = stock(match, 0)[1]
    do(match, "play Iron; play Iron")
    assert before + 6 == stock(match, 0)[1]


@pytest.mark.parametrize("plot", [1, 2, 3, 4])
def test_hanging_gardens(plot: int):
    """CC-59, CC-W09: one free population of the supply on any own plot."""
    match = table(row("Plains:2", hand="Hanging Gardens", stock="15H"), row())
    do(match, "build Hanging Gardens; on 2")
    assert ["grow 1", "grow 2", "grow 3", "grow 4"] == legal(match)
    do(match, f"grow {plot}")
    assert [2 + (plot == 1), *[int(plot == number) for number in (2, 3, 4)]] == pops(match, 0)
    assert (0, 0, 0) == stock(match, 0)
    do(match, "done")
    assert (120 - 3, [3 + 1, 0]) == (at(match).supply, points(match))


def test_hanging_gardens_may_give_the_third_population():
    """CC-59, CC-47: which makes a second place at once."""
    match = table(row("Plains:2, Forest+Forge, Forest+Forge, Forest+Forge",
                      hand="Hanging Gardens, Temple", stock="20H"), row())  # fmt: skip
    do(match, "build Hanging Gardens; grow 1")
    do(match, "build Temple")  # 5, less nothing: happiness 1 is not enough
    assert "1 Hanging Gardens, 1 Temple" == standing(match, 0)[:27]


def test_hanging_gardens_without_supply():
    """CC-59, CC-35: nothing grows when no population is left."""
    match = table(
        row("Plains:70, Plains:20", hand="Hanging Gardens", stock="15H"), row("Forest:30")
    )
    do(match, "build Hanging Gardens; on 1")
    assert ("buy", [70, 20, 0, 0]) == (at(match, 0).stage, pops(match, 0))
