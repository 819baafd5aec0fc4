"""The frame of a turn, and its first step: what land and population give."""

from __future__ import annotations

import pytest

from microciv import Match
from tests.games.civ_card_game.table import (
    Row,
    asked,
    at,
    discard,
    do,
    end_turn,
    hand,
    is_refused,
    land,
    legal,
    options_of,
    phase,
    pops,
    row,
    stock,
    table,
    told,
)

NONE = "Forest, Forest, Forest, Forest"  # prints no food and no coins


def collecting(plots: str, techs: str = "", **fields: object) -> Match:
    """Seat 0's turn begins, with this land."""
    return table(row(plots, techs=techs), row(), collecting=True, **fields)


def gathered(plots: str, *steps: str, techs: str = "") -> tuple[int, int, int]:
    """What a turn's Collect brings."""
    match = collecting(plots, techs)
    if steps:
        do(match, *steps)
    assert "buy" == at(match, 0).stage
    return stock(match, 0)


# --- the turn


def test_the_steps_of_a_turn():
    """CC-13, CC-14: Collect, Purchase, Combat, Draw and discard; none is entered again."""
    match = table(row("Plains:1", hand="Chariot, Corn"), row(), collecting=True)
    assert ("collect", ["split 0", "split 1"]) == (at(match, 0).stage, legal(match))
    do(match, "split 1")
    assert "buy" == at(match, 0).stage
    assert is_refused(match, "split 0", "attack B Chariot", "discard Corn")
    do(match, "done")
    assert "declare" == at(match, 0).stage
    assert is_refused(match, "play Corn", "done", "split 0")
    do(match, "peace")
    assert "discard" == phase(match)
    assert is_refused(match, "play Corn", "attack B Chariot")
    do(match, "discard Corn; discard Chariot")
    assert ("turn", 1) == asked(match)


def test_only_the_current_player_acts():
    """CC-15: nobody else is asked, but as a defender."""
    match = table(row(hand="Chariot", stock="9F"), row("Plains:1", stock="9F 9H 9C"))
    assert ([0], (), ()) == (match.to_act(), at(match, 1).legal, at(match, 1).asked[1:])
    do(match, "populate 1; done; attack B Chariot; fight")
    assert ("block", 1) == asked(match)
    assert ["pass"] == legal(match)


# --- what land gives


@pytest.mark.parametrize("name, gives", [
    ("Grassland", (2, 0, 0)), ("Flood Plain", (3, 0, 0)), ("Forest", (0, 2, 0)),
    ("Quarry Hill", (0, 3, 0)), ("River Bank", (0, 0, 2)), ("Gem Field", (0, 0, 3)),
    ("Plains", (1, 1, 0)), ("Pasture", (2, 1, 0)), ("Wooded Plain", (1, 2, 0)),
    ("Coast", (1, 0, 1)), ("Fishing Bay", (2, 0, 1)), ("Oasis", (1, 0, 2)),
    ("Hill Country", (0, 1, 1)), ("Marble Hill", (0, 2, 1)), ("Gold Hill", (0, 1, 2)),
])  # fmt: skip
def test_every_plot_gives_what_it_prints(name: str, gives: tuple[int, int, int]):
    """CC-16, CA-53: beside three Forests; some plots print two kinds."""
    rest, base = "Forest, Forest, Forest", (0, 6, 0)
    expected = tuple(own + other for own, other in zip(base, gives, strict=True))
    assert expected == gathered(f"{name}, {rest}")


def test_collect_adds_to_the_stock():
    """CC-16, CC-25: what was there stays."""
    match = table(row("Forest, Coast, Oasis, Grassland", stock="7F 1C"), row(), collecting=True)
    assert (7 + 4, 2, 1 + 3) == stock(match, 0)


@pytest.mark.parametrize("name, plot, gives", [
    ("Granary", "Flood Plain", (3, 0, 0)), ("Granary", "Pasture", (2, 0, 0)),
    ("Granary", "Gem Field", (0, 0, 0)), ("Forge", "Marble Hill", (0, 2, 0)),
    ("Forge", "Coast", (0, 0, 0)), ("Market", "Oasis", (0, 0, 2)), ("Market", "Plains", (0, 0, 0)),
])  # fmt: skip
def test_a_structure_doubles_what_its_plot_prints(
    name: str, plot: str, gives: tuple[int, int, int]
):
    """CC-17: the printed amount of its kind a second time, nothing where it is not printed."""
    rest = "Forest, Forest, Forest"
    without, doubled = gathered(f"{plot}, {rest}"), gathered(f"{plot}+{name}, {rest}")
    assert gives == tuple(more - less for more, less in zip(doubled, without, strict=True))


def test_a_granary_doubles_its_own_plot_alone():
    """CC-17."""
    assert (6 + 2, 4, 0) == gathered("Flood Plain+Granary, Grassland, Forest, Forest")


def test_only_the_printed_number_is_doubled():
    """CC-18, CA-17: not the bonus of population, nor income of any sort."""
    techs = "Civil Service, Animal Husbandry"
    assert (6 + 2 + 3, 4, 4) == gathered(
        "Flood Plain:2+Granary, Forest, Forest, River Bank+Market", techs=techs
    )
    match = collecting("River Bank+Market, Gem Field+Colossus, Forest, Forest")
    assert (0, 4, 4 + 3 + 2) == stock(match, 0)


def test_doubling_counts_once_for_each_kind():
    """CC-18, CA-18: two Granaries on a plot, where a table allows it."""
    match = collecting("Flood Plain:3+Granary+Granary, Forest, Forest, Forest",
                       options={"duplicates_on_plot": "allow"})  # fmt: skip
    assert (6 + 3, 6, 0) == stock(match, 0)


def test_granary_and_forge_on_one_plot():
    """CC-17: each its own kind."""
    match = collecting("Pasture:3+Granary+Forge, Forest, Forest, Forest")
    do(match, "split 3")
    assert (2 * 2 + 3, 2 + 6, 0) == stock(match, 0)


# --- population


@pytest.mark.parametrize("first, gives", [(0, (1, 4, 0)), (1, (2, 3, 0)), (2, (3, 2, 0)),
                                          (3, (4, 1, 0))])  # fmt: skip
def test_population_of_two_kinds_is_split(first: int, gives: tuple[int, int, int]):
    """CC-19, CC-20, CS-03: Plains with three population, always five resources."""
    food, hammers, coins = gathered("Plains:3, Gem Field, Gem Field, River Bank", f"split {first}")
    assert (gives, 8) == ((food, hammers, 0), coins)


def test_coast_with_a_granary():
    """CC-18, CS-05: the population chooses coins."""
    assert (1 + 1, 6, 1 + 1) == gathered("Coast:1+Granary, Forest, Forest, Forest", "split 0")


def test_plots_are_asked_one_after_the_other():
    """CC-20: those of two kinds with population, in their order."""
    match = collecting("Plains:2, Forest:4, Coast, Hill Country:1")
    assert (1, 2, ["split 0", "split 1", "split 2"]) == (
        at(match, 0).plot, at(match, 0).left, legal(match),
    )  # fmt: skip
    do(match, "split 1")
    assert (4, ["split 0", "split 1"]) == (at(match, 0).plot, legal(match))
    do(match, "split 1")
    assert (1 + 1 + 1, 1 + 1 + 2 + 4 + 1 + 1, 1 + 1) == stock(match, 0)


def test_one_kind_needs_no_question():
    """CC-21, CC-22, CA-16: the bonus is taken at once, and in full."""
    match = collecting("Forest:5, Gem Field:1, Grassland:2, Quarry Hill")
    assert ("buy", (4, 10, 4)) == (at(match, 0).stage, stock(match, 0))
    assert [] == options_of(match, "split")


def test_the_parts_add_up():
    """CC-20, CC-22: all of it is given, so a number says it."""
    for first in range(5):
        food, _hammers, coins = gathered("Coast:4, Forest, Forest, Forest", f"split {first}")
        assert (1 + first, 1 + 4 - first) == (food, coins)


def test_structures_do_not_widen_what_population_gives():
    """CC-23, CA-15: the Great Lighthouse gives coins, the population on its plot does not."""
    match = collecting("Forest:2+Great Lighthouse, Forest, Forest, Quarry Hill")
    assert ("buy", (0, 11, 2)) == (at(match, 0).stage, stock(match, 0))


def test_structures_widen_it_where_a_table_says_so():
    """CC-23, bonus_kinds=current: two steps where there are three kinds."""
    options = {"bonus_kinds": "current"}
    match = collecting("Forest:2+Great Lighthouse, Forest, Forest, Quarry Hill", options=options)
    assert ["split 0", "split 1", "split 2"] == legal(match)
    do(match, "split 0")
    assert (0, 9, 4) == stock(match, 0)
    match = collecting("Plains:3+Great Lighthouse, Forest, Forest, Forest", options=options)
    do(match, "split 1")
    assert (1, 2, ["split 0", "split 1", "split 2"]) == (
        at(match, 0).plot, at(match, 0).left, legal(match),
    )  # fmt: skip
    do(match, "split 1")
    assert (2, 8, 3) == stock(match, 0)
    match = collecting("Plains:3+Great Lighthouse, Forest, Forest, Forest", options=options)
    do(match, "split 3")  # nothing is left for hammers and coins
    assert ("buy", (4, 7, 2)) == (at(match, 0).stage, stock(match, 0))


def test_an_old_technology_is_no_structure():
    """CC-23, bonus_kinds=current: what the owner has elsewhere does not count for a plot."""
    match = table(row("Forest:1, Forest, Forest, Forest", techs="Alphabet"), row(),
                  collecting=True, options={"bonus_kinds": "current"})  # fmt: skip
    assert ("buy", (0, 9, 1)) == (at(match, 0).stage, stock(match, 0))


def test_income_is_collected_with_the_rest():
    """CC-24: of technologies and wonders, for plots that print the kind too."""
    techs = "Animal Husbandry, Bronze Working, Alphabet, Metal Casting, Civil Service"
    assert (1 + 2, 8 + 1 + 2, 1) == gathered(NONE, techs=techs)
    assert (3 + 3 + 1 + 1, 0, 1 + 1 + 2) == gathered(
        "Flood Plain+Colossus, Flood Plain, Coast, Coast"
    )


def test_a_whole_collect():
    """CC-16 to CC-24, CS-07: F 9, H 8, C 4."""
    assert (9, 8, 4) == gathered(
        "Plains:2, Flood Plain:1+Granary, River Bank+Market, Forest:1+Pyramids", "split 1",
        techs="Bronze Working",
    )  # fmt: skip


def test_stocks_are_kept_and_open():
    """CC-25, CC-60, CA-10: without limit, from turn to turn, for all to see."""
    match = table(row("Grassland, Grassland, Grassland, Grassland", stock="500F 7H"), row("Forest"))
    do(match, "done")
    end_turn(match)
    assert [(500, 7, 0)] * 2 == [at(match, seat).table[0].stock for seat in (1, 0)]
    end_turn(match)
    assert (508, 7, 0) == stock(match, 0)


def test_what_comes_in_a_turn_yields_in_the_next():
    """CC-26: a plot, a population, a structure."""
    match = table(row("Flood Plain, Forest, Forest, Forest", hand="Granary",
                      stock="6F 7H 15C"), row(), plots="Gem Field, Plains, Coast")  # fmt: skip
    do(match, "populate 1; build Granary; on 1; claim Gem Field")
    assert (0, 0, 0) == stock(match, 0)
    do(match, "done")
    end_turn(match)
    end_turn(match)
    assert (6 + 1, 6, 3) == stock(match, 0)


def test_what_was_collected_is_told():
    """CC-16, CC-117: to all, when the answer is carried out."""
    match = collecting("Plains:1, Coast, Forest, Forest")
    do(match, "split 0")
    assert [] == told(match, "collected")
    do(match, "done")
    assert [(0, 2, "F"), (0, 6, "H"), (0, 1, "C")] == told(match, "collected")


def test_population_that_is_stolen_yields_for_its_new_owner():
    """CC-19, CC-97: from the next Collect on."""
    match = table(row(NONE, hand="Chariot"), row("Flood Plain:1, Flood Plain, Coast, Coast"),
                  deck="6 Corn, 6 Furs")  # fmt: skip
    do(match, "done; attack B Chariot; fight; pass; settle 2")
    assert ([0, 1, 0, 0], 0) == (pops(match, 0), sum(pops(match, 1)))
    end_turn(match)
    assert (3 + 3 + 1 + 1, 0, 1 + 1) == stock(match, 1)
    end_turn(match)
    assert (0, 9, 0) == stock(match, 0)


def test_the_table_is_read_as_it_is_written():
    """The helpers of these tests."""
    expected: list[Row] = [
        {"card": "Plains", "population": 3, "structures": ["Granary", "Forge"]},
        {"card": "Flood Plain", "population": 0, "structures": []},
    ]
    assert expected == land("Plains:3+Granary+Forge, Flood Plain")
    match = table(row(hand="2 City Walls, Corn"), row(), discard="3 Iron")
    assert ("2 City Walls, Corn", "3 Iron") == (hand(match, 0), discard(match))
