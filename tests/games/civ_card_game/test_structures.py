"""Buildings and wonders: where they may stand, when they work, and that they stay."""

from __future__ import annotations

import pytest

from microciv import Match
from tests.games.civ_card_game.table import (
    asked,
    at,
    attack,
    discard,
    do,
    end_turn,
    hand,
    house,
    is_refused,
    legal,
    let_through,
    options_of,
    phase,
    points,
    pops,
    row,
    standing,
    stock,
    table,
    told,
)

PLENTY = "99F 99H 99C"


def builder(plots: str, hand_: str, techs: str = "", **fields: object) -> Match:
    """Seat 0 builds, with plenty of everything."""
    return table(row(plots, hand_, PLENTY, techs), row(), **fields)


def test_a_structure_comes_from_the_hand():
    """CC-43: paid in hammers, on an own plot, and told when the answer is carried out."""
    match = builder("Plains, Forest, Coast, Oasis", "Granary, Forge")
    assert (["Granary", "Forge"], True) == (options_of(match, "build"),
                                            is_refused(match, "build Library"))  # fmt: skip
    do(match, "build Granary")
    assert ("place", "Granary", ["on 1", "on 2", "on 3", "on 4"]) == (
        at(match, 0).stage, at(match, 0).card, legal(match),
    )  # fmt: skip
    do(match, "on 3")
    assert ("Forge", "3 Granary", (99, 92, 99)) == (hand(match, 0), standing(match, 0),
                                                    stock(match, 0))  # fmt: skip
    assert [] == told(match, "built", "paid")
    do(match, "done")
    assert ([(0, "Granary", 3)], [(0, 7)]) == (told(match, "built"), told(match, "paid"))


def test_a_structure_works_at_once():
    """CC-43, CC-52: a Library cheapens the next technology."""
    match = table(row("Plains, Forest, Coast, Oasis", "Library", "6H 8C"), row(),
                  techs="Mysticism, Music, Drama")  # fmt: skip
    assert [] == options_of(match, "buy")
    do(match, "build Library; on 1")
    assert ["Mysticism"] == options_of(match, "buy")


def test_a_structure_works_for_good():
    """CC-43, CA-52: a Granary doubles in every Collect."""
    match = table(row("Flood Plain, Forest, Forest, Forest", "Granary", "7H"), row())
    do(match, "build Granary; on 1; done")
    for turn in (1, 2):
        end_turn(match)
        end_turn(match)
        assert 6 * turn == stock(match, 0)[0]
        do(match, "done")


@pytest.mark.parametrize("population, techs, places", [
    (0, "", 1), (2, "", 1), (3, "", 2), (9, "", 2), (0, "Engineering", 2), (3, "Engineering", 2),
])  # fmt: skip
def test_places(population: int, techs: str, places: int):
    """CC-47, CC-T20, CA-21: one; two with three population or Engineering; never more."""
    match = builder(f"Plains:{population}", "Granary, Forge, Market", techs)
    for built, name in enumerate(["Granary", "Forge", "Market"]):
        assert places == at(match, 0).table[0].plots[0].places
        do(match, f"build {name}")
        assert (built < places) == ("on 1" in legal(match))
        if built == places:
            return
        do(match, "on 1")


def test_the_third_population_gives_a_place():
    """CC-47, CC-52: the one that is bought counts for the next structure."""
    match = builder("Plains:2+Granary, Forest+Forge, Coast+Forge, Oasis+Forge", "Market, Forge")
    assert is_refused(match, "build Market")
    do(match, "populate 1; build Market")
    assert "1 Granary, 1 Market" == standing(match, 0)[:19]
    assert is_refused(match, "build Forge")


def test_a_stolen_population_gives_a_place():
    """CC-47, CA-49: the third one, in the attacker's next Purchase."""
    match = table(row("Plains:2+Granary", "Chariot, Forge", "20H"), row("Forest:1"),
                  deck="6 Corn, 6 Furs")  # fmt: skip
    assert 1 == at(match, 0).table[0].plots[0].places
    do(match, "done; attack B Chariot; fight; pass; settle 1")
    assert (3, 2) == (pops(match, 0)[0], at(match, 0).table[0].plots[0].places)


def test_engineering_gives_places_at_once():
    """CC-47, CC-52: on every own plot, and on nobody else's."""
    match = table(row("Plains+Granary, Forest+Forge, Coast+Forge, Oasis+Forge", "Market", PLENTY),
                  row(), techs="Engineering, Music, Drama")  # fmt: skip
    assert is_refused(match, "build Market")
    do(match, "buy Engineering; build Market")
    assert ["on 1", "on 2", "on 3", "on 4"] == legal(match)
    assert {2} == {plot.places for plot in at(match).table[0].plots}
    assert {1} == {plot.places for plot in at(match).table[1].plots}


def test_buildings_and_wonders_share_the_places():
    """CC-48, CA-22."""
    match = builder("Plains+Pyramids, Forest+Forge, Coast+Granary, Oasis+Oracle",
                    "Library, Stonehenge")  # fmt: skip
    assert is_refused(match, "build Library", "build Stonehenge")
    match = builder("Plains:3+Pyramids, Forest+Forge, Coast+Granary, Oasis+Oracle",
                    "Library, Stonehenge")  # fmt: skip
    do(match, "build Stonehenge")
    assert is_refused(match, "build Library")


def test_too_many_structures_stay_and_work():
    """CC-49, CA-19: both doublings after the third population is gone; nothing may be added."""
    match = table(row("Pasture:2+Granary+Forge, Forest+Forge, Coast+Granary, Oasis+Granary",
                      "Library", PLENTY), row())  # fmt: skip
    assert (1, 2) == (at(match, 0).table[0].plots[0].places,
                      len(at(match, 0).table[0].plots[0].structures))  # fmt: skip
    assert is_refused(match, "build Library")
    match = table(row("Pasture:2+Granary+Forge, Gem Field, Gem Field, River Bank"), row(),
                  collecting=True)  # fmt: skip
    do(match, "split 0")
    assert (2 + 2, 1 + 1 + 2, 8) == stock(match, 0)


def test_a_place_is_free_again_when_two_are_gone():
    """CC-49, CA-20: one that is left fills the single place."""
    land = "Grassland:2+Granary+Forge, Forest+Forge, Coast+Forge, Oasis+Market"
    match = attack("B Axemen", row(), row(land, "", PLENTY), deck="6 Corn")
    do(match, "pass; raze 1 Forge")
    end_turn(match)
    assert is_refused(match, "build Forge")
    do(match, "populate 1; build Forge")  # the third population frees it
    assert "1 Granary, 1 Forge, " == standing(match, 1)[:20]


def test_no_two_of_one_name_on_a_plot():
    """CC-50, CA-18: on other plots there may be."""
    match = builder("Plains:3+Granary, Forest, Coast+Forge, Oasis+Forge", "2 Granary")
    do(match, "build Granary")  # one plot only, so it is not asked for
    assert ("buy", "1 Granary, 2 Granary, 3 Forge, 4 Forge") == (
        at(match, 0).stage, standing(match, 0),
    )  # fmt: skip
    assert is_refused(match, "build Granary")


def test_two_of_one_name_where_a_table_allows_it():
    """CC-50, duplicates_on_plot=allow."""
    match = builder("Plains:3+Granary, Forest+Forge, Coast+Forge, Oasis+Forge", "2 Granary",
                    options={"duplicates_on_plot": "allow"})  # fmt: skip
    do(match, "build Granary")
    assert "1 Granary, 1 Granary" == standing(match, 0)[:20]
    assert is_refused(match, "build Granary")


def test_structures_stay():
    """CC-51, CA-45: they are not moved, sold, or taken down."""
    match = builder("Plains+Granary, Forest+Pyramids, Coast, Oasis", "Granary")
    assert [] == options_of(match, "demolish")
    do(match, "build Granary")
    assert ["on 3", "on 4"] == legal(match)


def test_structures_may_be_taken_down_where_a_table_says_so():
    """CC-51, demolish=on: one in a turn, to the discard pile; its effects end at once."""
    match = table(row("Plains+Library, Forest+Forge, Coast, Oasis", "", "10C"), row(),
                  techs="Mathematics, Mining, Masonry", options={"demolish": True})  # fmt: skip
    assert ["1 Library", "2 Forge"] == options_of(match, "demolish")
    assert ["Mining", "Masonry"] == options_of(match, "buy")
    do(match, "demolish 1 Library")
    assert (["Mining"], []) == (options_of(match, "buy"), options_of(match, "demolish"))
    do(match, "done")
    assert ("Library", "2 Forge") == (discard(match), standing(match, 0))
    assert [(0, "Library", 1)] == told(match, "demolished")
    end_turn(match)
    end_turn(match)
    assert ["2 Forge"] == options_of(match, "demolish")


def test_a_place_may_be_made():
    """CC-49, CC-51, demolish=on: what goes makes room."""
    match = builder("Plains+Library, Forest+Forge, Coast+Forge, Oasis+Forge", "Granary",
                    options={"demolish": True})  # fmt: skip
    assert is_refused(match, "build Granary")
    do(match, "demolish 1 Library; build Granary")
    assert "1 Granary" == standing(match, 0)[:9]


def test_a_destroyed_building_is_built_anew_for_its_full_price():
    """CC-98, CA-48: in one's own next Purchase."""
    match = attack("B Axemen", row(), row("Plains+Granary", "", "7H"), deck="6 Corn")
    do(match, "pass")
    assert ("Granary", "") == (hand(match, 1), standing(match, 1))
    end_turn(match)
    before = stock(match, 1)[1]
    do(match, "build Granary; on 1")
    assert (before - 7, "1 Granary") == (stock(match, 1)[1], standing(match, 1))


def test_effects_end_when_a_building_leaves_play():
    """CC-43, CC-B04: its discount, its culture, its doubling."""
    land = "Plains+Library, Forest+Monastery, Forest, Forest"
    match = attack("B Axemen", row(), row(land, "", "8C"), techs="Mysticism, Mining, Music",
                   deck="6 Corn")  # fmt: skip
    assert 3 == at(match).table[1].culture
    do(match, "pass; raze 1 Library")
    assert 2 == at(match).table[1].culture
    end_turn(match)
    assert (8, []) == (stock(match, 1)[2], options_of(match, "buy"))


def test_wonders_are_worth_a_point_where_they_stand():
    """CC-111, CC-112: none in hand."""
    match = builder("Plains:1, Forest, Coast, Oasis", "Pyramids, Stonehenge")
    assert [1, 0] == points(match)
    do(match, "build Pyramids; on 1; done")
    assert [2, 0] == points(match)


def test_walls_are_ordinary_buildings():
    """CC-B10, CC-48: they take a place, and cost 5."""
    match = builder("Plains+Forge, Forest, Coast+Forge, Oasis+Forge", "City Walls, Library")
    do(match, "build City Walls")
    assert ("2 City Walls", 94) == (standing(match, 0).split(", ")[1], stock(match, 0)[1])
    assert is_refused(match, "build Library")


# --- the option overfull


def thieves(plots: str, units: str = "B Chariot", **fields: object) -> Match:
    """B, who has this land, has been attacked and lets all through."""
    match = attack(units, row(), row(plots), options={"overfull": "return"}, deck="6 Corn, 6 Furs",
                   **fields)  # fmt: skip
    let_through(match)
    return match


def test_a_building_too_many_goes_back_to_hand():
    """CC-49, CA-19, overfull=return: when the third population is stolen; its owner says which."""
    match = thieves("Plains:3+Granary+Forge")
    do(match, "settle 1")
    assert (("vacate", 1), ["raze 1 Granary", "raze 1 Forge"]) == (asked(match), legal(match))
    do(match, "raze 1 Granary")
    assert ("Granary", "1 Forge") == (hand(match, 1), standing(match, 1))
    assert [(1, "Granary", 1)] == told(match, "vacated")


def test_a_wonder_stays_while_a_building_can_go():
    """CC-49, overfull=return: so there is nothing to ask."""
    match = thieves("Plains:3+Pyramids+Forge")
    do(match, "settle 1")
    assert ("Forge", "1 Pyramids", "discard") == (hand(match, 1), standing(match, 1), phase(match))


def test_two_wonders_stay():
    """CC-49, CI-14, overfull=return."""
    match = thieves("Plains:3+Pyramids+Oracle")
    do(match, "settle 1")
    assert ("", "1 Pyramids, 1 Oracle") == (hand(match, 1), standing(match, 1))


@pytest.mark.parametrize("plots, techs", [("Plains:4+Granary+Forge", ""), ("Plains:2+Granary", ""),
                                          ("Plains:3+Granary+Forge", "Engineering"),
                                          ("Plains:3+Granary", "")])  # fmt: skip
def test_what_is_not_too_many_stays(plots: str, techs: str):
    """CC-47, CC-49, overfull=return."""
    match = attack("B Chariot", row(), row(plots, techs=techs), options={"overfull": "return"},
                   deck="6 Corn")  # fmt: skip
    before = standing(match, 1)
    do(match, "pass; settle 1")
    assert (before, "discard") == (standing(match, 1), phase(match))


def test_swordsmen_then_find_one_less():
    """CC-96, CC-99, overfull=return: the building that left for want of room cannot be razed."""
    match = thieves("Plains:3+Pyramids+Forge", "B Swordsmen")
    do(match, "settle 1")
    assert ("Forge", "1 Pyramids", "discard") == (hand(match, 1), standing(match, 1), phase(match))
    assert [] == told(match, "razed")


def test_two_thefts_and_two_plots():
    """CC-49, overfull=return: each plot is looked at when it falls below three."""
    match = thieves("Plains:3+Granary+Forge, Coast:3+Market+Library", "B Chariot, B Chariot")
    do(match, "yield 1; settle 1; raze 1 Forge; yield 2; settle 1; raze 2 Market")
    assert ("Forge, Market", "1 Granary, 2 Library") == (hand(match, 1), standing(match, 1))


def test_two_like_ones_too_many():
    """CC-49, CC-50: two Granaries where a table allows them are no choice."""
    match = attack("B Chariot", row(), row("Plains:3+Granary+Granary"), deck="6 Corn",
                   options={"overfull": "return", "duplicates_on_plot": "allow"})  # fmt: skip
    do(match, "pass; settle 1")
    assert ("Granary", "1 Granary") == (hand(match, 1), standing(match, 1))


def test_a_patched_building_gives_places():
    """CC-47, CC-49: while it stands; what was built meanwhile stays when it falls."""
    library = {"name": "Library", "effects": [["places", 2]]}
    match = builder("Plains+Library, Forest+Forge, Coast+Forge, Oasis+Forge", "Granary, Market",
                    **house(library))  # fmt: skip
    do(match, "build Granary; on 1; build Market")
    assert ["on 2", "on 3", "on 4"] == legal(match)
    do(match, "on 2; done")
    match = attack("B Axemen", row(), row("Plains+Library+Granary, Forest+Forge+Market"),
                   **house(library, overfull="return"))  # fmt: skip
    do(match, "pass; raze 1 Library")
    assert ("Library", "1 Granary, 2 Forge, 2 Market") == (hand(match, 1), standing(match, 1))
