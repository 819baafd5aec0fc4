"""What things cost, and how plots are paid."""

from __future__ import annotations

import pytest

from microciv import Match
from tests.games.civ_card_game.table import (
    at,
    do,
    hand,
    house,
    legal,
    options_of,
    plots,
    pops,
    row,
    standing,
    stock,
    table,
    told,
)

PLENTY = "99F 99H 99C"


def rich(plots_: str = "", hand_: str = "", techs: str = "", **fields: object) -> Match:
    """Seat 0 buys, with plenty of everything."""
    return table(row(plots_, hand_, PLENTY, techs), row(), **fields)


def paid(match: Match, *steps: str) -> tuple[int, int, int]:
    """What the steps cost."""
    before = stock(match, 0)
    do(match, *steps)
    food, hammers, coins = stock(match, 0)
    return before[0] - food, before[1] - hammers, before[2] - coins


# --- population


@pytest.mark.parametrize("population, price", [(0, 6), (1, 8), (2, 10), (3, 12), (7, 20), (20, 46)])
def test_population_costs_more_with_each_on_its_plot(population: int, price: int):
    """CC-33: 6 + 2P food."""
    match = rich(f"Plains:{population}, Forest:4")
    assert (price, 0, 0) == paid(match, "populate 1")
    assert population + 1 == pops(match, 0)[0]


@pytest.mark.parametrize("plots_, techs, price", [
    ("Forest+Aqueduct", "", 5), ("Forest+Aqueduct, Coast+Aqueduct", "", 4),
    ("Forest", "Calendar", 5), ("Forest+Aqueduct, Coast+Aqueduct, Plains+Aqueduct", "Calendar", 2),
])  # fmt: skip
def test_aqueducts_and_calendar(plots_: str, techs: str, price: int):
    """CC-33, CC-46, CC-B09, CC-T18: on every own plot, and like ones add up."""
    for plot in (1, 4):
        assert (price, 0, 0) == paid(rich(plots_, techs=techs), f"populate {plot}")


# --- plots


def test_plots_cost_more_and_more():
    """CC-36, CS-11: the fifth to the eighth 15, 20, 25, 30; with Sailing 11, 16, 21, 26."""
    for techs, prices in (("", [15, 20, 25, 30]), ("Sailing", [11, 16, 21, 26])):
        match = table(row(stock="99C", techs=techs), row())
        for price in prices:
            claimed = options_of(match, "claim")[0]
            assert (0, 0, price) == paid(match, f"claim {claimed}")
        assert 8 == len(plots(match, 0))


@pytest.mark.parametrize("number, price", [(4, 15), (5, 20), (9, 40), (16, 75)])
def test_the_price_follows_the_number_of_plots(number: int, price: int):
    """CC-36: 15 + 5(P - 4)."""
    names = ["Grassland", "Forest", "River Bank", "Plains"]
    match = table(row(", ".join([names[plot // 4] for plot in range(number)]), stock="99C"), row(),
                  plots="Oasis, Coast, Pasture")  # fmt: skip
    assert (0, 0, price) == paid(match, "claim Oasis")


def test_any_mixture_pays_a_plot():
    """CC-37: food is said first, then hammers; coins are the rest."""
    match = table(row(stock="7F 6H 20C"), row(), plots="Oasis, Coast, Pasture")
    do(match, "claim Coast")
    assert ("pay", 15, [f"food {food}" for food in range(8)]) == (
        at(match, 0).stage, at(match, 0).left, legal(match),
    )  # fmt: skip
    do(match, "food 4")
    assert (11, [f"hammers {hammers}" for hammers in range(7)]) == (at(match, 0).left, legal(match))
    do(match, "hammers 5")
    assert (7 - 4, 6 - 5, 20 - 6) == stock(match, 0)
    assert [(0, "Coast", 15)] == told(match, "claimed")


@pytest.mark.parametrize("amount, asks", [
    ("5F 5H 5C", []), ("15F", []), ("15C", []),
    ("5F 5H 6C", [["food 4", "food 5"]]),
    ("1F 9H 9C", [["food 0", "food 1"], ["hammers 6", "hammers 7", "hammers 8", "hammers 9"]]),
])  # fmt: skip
def test_only_what_is_open_is_asked(amount: str, asks: list[list[str]]):
    """CC-37: at least what the others cannot pay, at most what there is."""
    match = table(row(stock=amount), row(), plots="Oasis, Coast, Pasture")
    do(match, "claim Oasis")
    for options in asks:
        assert options == legal(match)
        do(match, options[0])
    assert ("buy", 5) == (at(match, 0).stage, len(plots(match, 0)))


# --- technologies and structures


def test_discounts_of_a_technology():
    """CC-39, CC-46, CS-13: Astronomy 14, less Library, Mathematics and Highest Happiness: 11."""
    match = table(row("Plains+Library, Forest+Colosseum", "", PLENTY, "Mathematics"), row(),
                  techs="Astronomy, Music, Drama")  # fmt: skip
    assert (0, 0, 14 - 3) == paid(match, "buy Astronomy")
    assert [(0, "Astronomy", 11)] == told(match, "bought")


def test_all_sources_of_discounts_add_up():
    """CC-46, CA-24, CA-25: three Libraries, the Great Library, Mathematics, happiness."""
    land = "Plains+Library, Forest+Library, Coast+Library, Oasis:3+Great Library+Colosseum"
    match = table(row(land, "", PLENTY, "Mathematics"), row(), techs="Mysticism, Music, Drama")
    assert (0, 0, 9 - 6) == paid(match, "buy Mysticism")  # the lowest there is (CC-45)


def test_discounts_of_structures():
    """CC-44, CC-46, CC-T09, CC-T17: Construction for buildings, Masonry for wonders, and Highest
    Happiness for both.
    """
    techs, land = "Construction, Masonry, Monarchy", "Plains, Forest, Coast, Oasis"
    match = table(row(land, "Monastery, Stonehenge", PLENTY, techs), row())
    assert (0, 5 - 3, 0) == paid(match, "build Monastery; on 1")
    assert (0, 11 - 3, 0) == paid(match, "build Stonehenge; on 2")
    match = table(row(land, "Monastery, Stonehenge", PLENTY, "Construction"), row())
    assert (0, 5 - 2, 0) == paid(match, "build Monastery; on 1")
    assert (0, 11, 0) == paid(match, "build Stonehenge; on 2")


def test_wonders_without_the_discount():
    """CC-44, CC-66, CA-03, happiness_wonders=off: buildings only."""
    for on, price in ((True, 10), (False, 11)):
        match = table(row("", "Monastery, Stonehenge", PLENTY, "Monarchy"), row(),
                      options={"happiness_wonders": on})  # fmt: skip
        assert (0, 4, 0) == paid(match, "build Monastery; on 1")
        assert (0, price, 0) == paid(match, "build Stonehenge; on 2")


@pytest.mark.parametrize("min_price", [0, 1])
@pytest.mark.parametrize("target, step", [
    ("tech", "buy Mysticism"), ("building", "build Monastery; on 2"), ("plot", "claim Oasis"),
    ("wonder", "build Stonehenge; on 2"), ("population", "populate 2"),
])  # fmt: skip
def test_no_price_is_below_nothing(target: str, step: str, min_price: int):
    """CC-45, CA-23, min_price: 0, or 1 where a table says so; nothing is ever paid out."""
    library = {"name": "Library", "effects": [["discount", target, 20]]}
    match = table(row("Plains+Library, Forest", "Monastery, Stonehenge", "9F"), row(),
                  techs="Mysticism, Music, Drama", plots="Oasis, Coast, Pasture",
                  **house(library, min_price=min_price))  # fmt: skip
    if min_price and target in ("tech", "building", "wonder"):
        assert step.split(";", maxsplit=1)[0] not in legal(match)  # not a coin, not a hammer
        return
    assert (min_price, 0, 0) == paid(match, step)


def test_what_is_gained_counts_from_the_next_purchase_on():
    """CC-52: a discount, a status, a place, a bank rate."""
    match = table(row("Plains, Forest, Coast, Oasis", "2 Library, Temple, Colosseum", PLENTY),
                  row(), techs="Currency, Music, Engineering", tech_deck="Drama")  # fmt: skip
    assert (0, 6, 0) == paid(match, "build Library; on 1")
    assert (0, 0, 11) == paid(match, "buy Currency")
    assert (2, -1, 0) == paid(match, "bank F H")
    assert (0, 6, 0) == paid(match, "build Colosseum; on 2")
    assert (0, 0, 15 - 2) == paid(match, "buy Engineering")
    assert (0, 4, 0) == paid(match, "build Temple; on 1")
    assert "1 Library, 1 Temple, 2 Colosseum" == standing(match, 0)


def test_happiness_in_the_same_turn():
    """CC-52, CC-63, CC-64, CS-23: Temple of Artemis makes A the happiest; a technology of 12 costs
    11 then.
    """
    match = table(row("", "Temple of Artemis", PLENTY), row("Plains+Temple"),
                  techs="Drama, Music, Sailing")  # fmt: skip
    assert (0, 13, 0) == paid(match, "build Temple of Artemis; on 1")
    assert (0, 0, 11) == paid(match, "buy Drama")
    assert [(0,)] == told(match, "highest_happiness")


def test_a_tie_cheapens_nothing():
    """CC-63: happiness 2 against 2."""
    match = table(row("", "Temple of Artemis", PLENTY), row("Plains+Colosseum"),
                  techs="Drama, Music, Sailing")  # fmt: skip
    do(match, "build Temple of Artemis; on 1")
    assert (0, 0, 12) == paid(match, "buy Drama")
    assert "" == hand(match, 0)


def test_prices_follow_what_others_lose():
    """CC-64: an Axeman destroys the other's Colosseum, and in the next turn one's own counts."""
    match = table(row("Plains+Colosseum", "Axemen, Theatre", PLENTY), row("Forest+Colosseum"))
    do(match, "done; attack B Axemen; fight; pass")
    assert ([(0,)], (0,)) == (told(match, "highest_happiness"), at(match).highest_happiness)


def test_a_patched_price():
    """CC-33 to CC-44: rows of a house count for all."""
    changes = [{"name": "Mysticism", "cost": 3}, {"name": "Granary", "cost": 0}]
    match = table(row("", "Granary", "3C"), row(), techs="Mysticism, Music, Drama",
                  **house(*changes))  # fmt: skip
    assert (0, 0, 0) == paid(match, "build Granary; on 1")
    assert (0, 0, 3) == paid(match, "buy Mysticism")
