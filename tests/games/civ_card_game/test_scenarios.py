"""Whole turns, played through: combats above all, where many clauses meet.

Scenarios with one clause at their heart stand with it: CS-01 in test_setup, CS-03 to CS-07 in
test_collect, CS-09, CS-15 to CS-19 in test_purchase, CS-11 and CS-13 in test_prices, CS-21 and
CS-23 in test_statuses, CS-29 in test_combat, CS-35 in test_powers, CS-37 in test_ending.
"""

from __future__ import annotations

from typing import Any

import pytest

from microciv import Match
from tests.games.civ_card_game.table import (
    A,
    B,
    C,
    D,
    asked,
    at,
    attack,
    discard,
    do,
    end_turn,
    hand,
    hand_text,
    house,
    is_refused,
    land_but,
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

DULL = "6 Corn, 6 Furs"


def thrown(match: Match) -> str:
    """The discard pile before anybody discards of a hand."""
    assert phase(match) == "discard"
    return discard(match)


# --- those of the rules


def test_walls_a_blocker_and_swordsmen():
    """CS-25, CC-79, CC-84, CC-95 to CC-100."""
    match = attack("B Catapult, B Chariot, B Swordsmen", row("Grassland:1"),
                   row("Plains:2+City Walls, Forest:1+Forge", "Spearmen"), deck=DULL)  # fmt: skip
    assert ("City Walls, Spearmen", "Catapult") == (hand(match, B), discard(match))
    assert [] == told(match, "repelled")
    do(match, "block Spearmen; yield 2; settle 1")
    assert hand_text("Catapult, Chariot, Spearmen, Swordsmen") == thrown(match)
    assert (hand_text("City Walls, Forge"), [2, 2]) == (hand(match, B), points(match))


@pytest.mark.parametrize("bounce, final, back", [("one", [4, 2], 1), ("per_wall", [2, 4], 3)])
def test_three_walls_and_four_chariots(bounce: str, final: list[int], back: int):
    """CS-27, CC-85, CC-86: five VP of B, one of A."""
    land = "Plains:2+City Walls, Forest:1+City Walls, Coast:1+Great Wall"
    match = attack("B Chariot, B Chariot, B Chariot, B Chariot", row("Grassland:1"), row(land),
                   options={"bounce": bounce}, deck=DULL)  # fmt: skip
    assert ([1, 5], back) == (points(match), at(match).table[A].hand)
    let_through(match)
    while phase(match) != "discard":
        do(match, legal(match)[0])
    assert (final, "3 Chariot" if back == 1 else "Chariot") == (points(match), thrown(match))


def test_two_thefts_and_what_they_make_dearer():
    """CS-31, CC-97, CC-33: four on a plot cost 14, the robbed 10 and 6."""
    match = attack("B Chariot, B Spearmen", row("Grassland:2", stock="14F"),
                   row("Forest:3, Quarry Hill:1", stock="10F"), deck=DULL)  # fmt: skip
    do(match, "pass; yield 2; settle 1; settle 1")
    assert ([2, 0], [4, 2], [4, 0, 0, 0]) == (pops(match, B)[:2], points(match), pops(match, A))
    end_turn(match)
    food = stock(match, B)[0]
    do(match, "populate 1")
    assert 10 == food - stock(match, B)[0]
    end_turn(match)
    food = stock(match, A)[0]
    do(match, "populate 1")
    assert 14 == food - stock(match, A)[0]


def test_both_neighbours():
    """CS-33, CC-72, CC-86, CC-90, CC-94."""
    match = attack("B Chariot, B Axemen, C Swordsmen", row("Grassland"),
                   row("Plains:1+City Walls", "Archers"), row("Coast:1+Forge", "Axemen"),
                   deck=DULL)  # fmt: skip
    do(match, "repel Chariot; block Archers; pass; settle 1")
    assert (hand_text("Axemen, Archers, Swordsmen"), hand_text("Forge, Axemen"), [1, 1, 0]) == (
        thrown(match), hand(match, C), points(match),
    )  # fmt: skip
    assert ("1 City Walls", "", hand_text("4 Corn, Chariot")) == (
        standing(match, B), standing(match, C), hand(match, A),
    )  # fmt: skip


# --- walls


def test_great_wall_behind_city_walls():
    """CC-79, CC-82, CC-85: the Catapult takes the City Walls, the Great Wall sends back one of the
    others, in the same part of the combat.
    """
    match = attack("B Catapult, B Chariot, B Axemen", row(),
                   row("Plains:1+City Walls, Coast+Great Wall"), deck=DULL)  # fmt: skip
    assert (("repel", B), ["repel Chariot", "repel Axemen"]) == (asked(match), legal(match))
    do(match, "repel Chariot; pass")
    assert (hand_text("Axemen, Catapult"), "City Walls", "2 Great Wall", [0, 2]) == (
        thrown(match), hand(match, B), standing(match, B), points(match),
    )  # fmt: skip


def test_one_catapult_two_city_walls_and_the_great_wall():
    """CC-81, CC-86: one of the City Walls goes, and still one unit alone is sent back."""
    land = "Plains:2+City Walls, Forest+City Walls, Coast+Great Wall"
    match = attack("B Catapult, B Chariot, B Chariot", row(), row(land), deck=DULL)
    do(match, "raze 2 City Walls")
    assert ("Chariot", "1 City Walls, 3 Great Wall", 1) == (
        hand(match, A), standing(match, B), len(at(match).units),
    )  # fmt: skip


def test_the_same_where_each_wall_sends_one_back():
    """CC-79, CC-86, bounce=per_wall: what the Catapult took sends nobody back."""
    land = "Plains:2+City Walls, Forest+City Walls, Coast+Great Wall"
    match = attack("B Catapult, B Chariot, B Chariot, B Axemen", row(), row(land), deck=DULL,
                   options={"bounce": "per_wall"})  # fmt: skip
    do(match, "raze 1 City Walls; repel Chariot; repel Axemen; pass; settle 1")
    assert (hand_text("Catapult, Chariot"), [1, 2]) == (thrown(match), points(match))


def test_a_catapult_of_no_use_goes_back_instead_of_the_chariot():
    """CC-83, CC-89: the defender may well send the harmless one back, and must send one."""
    match = attack("B Catapult, B Catapult, B Chariot", row(),
                   row("Plains:1+City Walls, Coast+Great Wall"), deck=DULL)  # fmt: skip
    assert is_refused(match, "pass")
    do(match, "repel Catapult; pass; settle 1")
    assert (hand_text("Catapult, Chariot"), hand_text("4 Corn, Catapult")) == (
        thrown(match), hand(match, A),
    )  # fmt: skip


def test_nothing_left_to_fight():
    """CC-85, CC-88: each neighbour sends the only unit back; the turn goes on, and both may be
    discarded like any card.
    """
    match = attack("C Chariot, B Axemen", row(), row("Plains:1+City Walls"),
                   row("Forest:1+Great Wall"), deck=DULL)  # fmt: skip
    assert (("discard", A), "", hand_text("4 Corn, Chariot, Axemen")) == (
        asked(match), discard(match), hand(match, A),
    )  # fmt: skip
    do(match, "discard Chariot; discard Axemen")
    assert hand_text("Chariot, Axemen") == discard(match)


def test_two_city_walls_on_one_plot():
    """CC-81, duplicates_on_plot=allow: which of them goes is no choice."""
    match = attack("B Catapult, B Chariot", row(), row("Plains:3+City Walls+City Walls"), deck=DULL,
                   options={"duplicates_on_plot": "allow"})  # fmt: skip
    assert ("1 City Walls", hand_text("Chariot, 4 Corn"), "City Walls") == (
        standing(match, B), hand(match, A), hand(match, B),
    )  # fmt: skip


def test_catapults_against_one_neighbour_do_nothing_to_the_other():
    """CC-76, CC-79: each is aimed."""
    match = attack("B Catapult, C Chariot, C Axemen", row(), row("Plains:1"),
                   row("Forest:1+City Walls"), deck=DULL)  # fmt: skip
    assert (("repel", C), "1 City Walls") == (asked(match), standing(match, C))
    do(match, "repel Chariot; pass; pass")
    assert (hand_text("Catapult, Axemen"), "City Walls") == (thrown(match), hand(match, C))


def test_walls_come_back_for_their_price():
    """CC-79, CC-98, CA-48: in the defender's next turn."""
    match = attack("B Catapult", row(hand="Chariot"), row("Plains:1+City Walls", stock="5H"),
                   deck=DULL)  # fmt: skip
    end_turn(match)
    while at(match, B).stage == "collect":
        do(match, "split 0")
    do(match, "build City Walls; on 1")
    end_turn(match)
    do(match, "done; attack B Chariot; fight")
    assert ("discard", [0, 1]) == (phase(match), points(match))


# --- defence and damage


def test_a_better_use_of_archers():
    """CC-90 to CC-92: passing the first attacker keeps the blocker for the second."""
    match = attack("B Axemen, B Swordsmen", row(), row("Plains:1+Forge", "Archers"), deck=DULL)
    do(match, "pass; block Archers")
    assert ([0, 1], hand_text("Archers, Axemen, Swordsmen"), "Forge") == (
        points(match), thrown(match), hand(match, B),
    )  # fmt: skip


def test_axemen_against_axemen():
    """CC-91, CC-95: both are spent, whoever attacked."""
    match = attack("B Axemen, B Axemen", row(), row("Plains+Forge", "2 Axemen"), deck=DULL)
    do(match, "block Axemen; block Axemen")
    assert ("4 Axemen", "1 Forge", "") == (thrown(match), standing(match, B), hand(match, B))


def test_three_defenders_of_one_kind_against_three():
    """CC-92, CC-95: one to one, till the hand is empty."""
    match = attack("B Chariot, B Chariot, B Chariot", row(), row("Plains:3", "2 Spearmen"),
                   deck=DULL)  # fmt: skip
    do(match, "block Spearmen; pass; block Spearmen; settle 2")
    assert ([1, 2], hand_text("3 Chariot, 2 Spearmen")) == (points(match), thrown(match))
    assert [(B, "Spearmen", "Chariot")] * 2 == told(match, "blocked")


def test_several_defenders_block_before_anything_is_stolen():
    """CC-77: B's answer is not changed by what happens to D later, nor D's by B's damage."""
    match = attack("B Swordsmen, D Swordsmen", row(), row("Plains:1+Forge"), row("Gem Field:9"),
                   row("Coast:2+Library", "Archers"), deck=DULL)  # fmt: skip
    do(match, "pass")
    assert (("block", D), [0, 1, 9, 2]) == (asked(match), points(match))
    do(match, "pass; settle 1; settle 1")
    assert ([2, 0, 9, 1], "Forge", hand_text("Library, Archers")) == (
        points(match), hand(match, B), hand(match, D),
    )  # fmt: skip


def test_all_of_the_left_then_all_of_the_right():
    """CC-72, CC-96: however they were mixed in the declaration."""
    match = attack("C Axemen, B Chariot, C Chariot, B Axemen", row(), row("Plains:1+Forge"),
                   row("Forest:1+Library"), deck=DULL)  # fmt: skip
    do(match, "pass; pass; settle 1; settle 1")
    assert [(A, B, "Chariot"), (A, B, "Axemen"), (A, C, "Axemen"), (A, C, "Chariot")] == told(
        match, "struck"
    )


def test_nothing_left_to_steal_or_destroy():
    """CC-99: two Swordsmen against one population and one building."""
    match = attack("B Swordsmen, B Swordsmen", row(), row("Plains:1+Forge, Coast+Pyramids"),
                   deck=DULL)  # fmt: skip
    do(match, "pass; settle 1")
    assert ([1, 1], "Forge", "2 Swordsmen") == (points(match), hand(match, B), thrown(match))
    assert 2 == len(told(match, "struck"))


def test_a_building_that_fell_is_safe_in_hand():
    """CC-98: a second Axeman finds another, or none."""
    match = attack("B Axemen, B Axemen, B Axemen", row(), row("Plains+Forge, Forest+Library"),
                   deck=DULL)  # fmt: skip
    do(match, "pass; raze 2 Library")
    assert (hand_text("Forge, Library"), "") == (hand(match, B), standing(match, B))


def test_too_many_structures_after_a_theft():
    """CC-49, CC-96, CA-20: the third population is stolen, both buildings stay; Axemen destroy
    one, and the other fills the place.
    """
    match = attack("B Chariot, B Axemen", row(), row("Grassland:3+Granary+Forge, Forest+Market",
                   stock="20H"), deck=DULL)  # fmt: skip
    do(match, "pass; settle 1")
    assert ["raze 1 Granary", "raze 1 Forge", "raze 2 Market"] == legal(match)
    do(match, "raze 1 Granary")
    end_turn(match)
    do(match, "build Granary")
    assert ["on 3", "on 4"] == legal(match)


def test_the_stolen_third_population():
    """CC-47, CC-97, CA-49: makes room for the attacker in its next turn, and yields there."""
    match = attack("B Chariot", row("Grassland:2+Granary, Forest+Forge, Coast+Forge, Oasis+Forge",
                   "Temple", "20H"), row("Plains:1"), deck=DULL)  # fmt: skip
    do(match, "pass; settle 1")
    end_turn(match)
    end_turn(match)
    food, _hammers, _coins = stock(match, A)
    assert 2 + 2 + 3 + 1 + 1 == food
    do(match, "build Temple")
    assert "1 Granary, 1 Temple, " == standing(match, A)[:21]


def test_stolen_population_is_not_of_the_supply():
    """CC-35, CC-97: it moves even when there is none left to buy."""
    match = attack("B Chariot", row("Forest:60"), row("Plains:60"), deck=DULL)
    assert 0 == at(match).supply
    do(match, "pass; settle 4")
    assert ([61, 59], 0) == (points(match), at(match).supply)


def test_a_library_that_falls_costs_its_owner():
    """CC-98, CC-43, CC-64: discount and Highest Culture end with it; the attacker draws more."""
    match = attack("B Axemen", row("Forest+Monastery, Coast+Library"),
                   row("Plains+Library, Pasture+Monastery, Forest, Forest", stock="8C"),
                   techs="Mysticism, Music, Drama", deck=DULL)  # fmt: skip
    assert () == at(match).highest_culture
    do(match, "pass; raze 2 Monastery")
    assert ((A,), 5, 3) == (at(match).highest_culture, at(match).table[A].hand, at(match, A).left)
    end_turn(match)
    assert ["Mysticism"] == options_of(match, "buy")  # the Library stands


def test_a_turn_with_everything():
    """CC-13: goods and the bank for a plot, a technology, a structure, then combat and cards."""
    match = table(row("Plains:1, Forest, Coast, River Bank", "Gold, Chariot, Monastery", "4H 9C"),
                  row("Oasis:1", "Archers"), techs="Mysticism, Music, Drama", collecting=True,
                  plots="Gem Field, Pasture, Gold Hill", deck=DULL)  # fmt: skip
    do(match, "split 1")
    assert (2 + 1, 4 + 3, 9 + 3) == stock(match, A)
    do(match, "play Gold; build Monastery; on 2; bank F H; buy Mysticism")
    assert (0, 3, 6) == stock(match, A)
    assert (at(match).highest_culture, ["H F", "H C", "C F", "C H"]) == (
        (A,), options_of(match, "bank"),
    )  # fmt: skip
    do(match, "done; attack B Chariot; fight; pass; settle 2")
    assert (hand_text("5 Corn"), 3, [3, 0]) == (hand(match, A), at(match, A).left, points(match))


def test_units_sent_back_meet_a_reshuffle():
    """CC-88, CC-107: discarded in the Draw step, they may be drawn by anybody later."""
    match = attack("B Chariot", row(), row("Plains:1+City Walls"), deck="4 Corn", rest="discard")
    do(match, "discard Chariot; discard Corn")
    pile = sum(at(match).discard)
    end_turn(match)
    assert [(pile,)] == told(match, "shuffled")


# --- numbers of a house


def test_a_chariot_that_takes_three():
    """CC-96, CC-99: one after the other, as far as there are any."""
    chariot = {"name": "Chariot", "damage": [["steal_population", 3]]}
    match = attack("B Chariot", row(), row("Plains:1, Coast:1"), deck=DULL, **house(chariot))
    do(match, "pass; yield 1; settle 1; settle 2")
    assert ([1, 1, 0, 0], [2, 0]) == (pops(match, A), points(match))
    assert 1 == len(told(match, "struck"))


def test_axemen_that_destroy_two_then_take_one():
    """CC-96: instructions as on the card, wonders still never."""
    axemen = {"name": "Axemen", "damage": [["destroy_building", 2], ["steal_population", 1]]}
    land = "Plains:1+Forge, Coast+Library, Oasis+Temple, Forest+Pyramids"
    match = attack("B Axemen", row(), row(land), deck=DULL, **house(axemen))
    do(match, "pass; raze 2 Library; raze 1 Forge; settle 1")
    assert ("3 Temple, 4 Pyramids", [1, 1]) == (standing(match, B), points(match))


@pytest.mark.parametrize("walls, units, left, spent", [
    (3, "B Catapult, B Chariot", 1, 1), (2, "B Catapult, B Chariot", 0, 1),
    (1, "B Catapult, B Chariot", 0, 1), (3, "B Catapult, B Catapult, B Chariot", 0, 2),
    (0, "B Catapult, B Chariot", 0, 0),
])  # fmt: skip
def test_a_catapult_that_removes_two(walls: int, units: str, left: int, spent: int):
    """CC-79, CC-80: it is discarded when it has done what it can; leftovers attack on."""
    catapult = {"name": "Catapult", "breach": 2}
    names = ["Plains", "Coast", "Oasis"]
    land = ", ".join([f"{name}+City Walls" for name in names[:walls]])
    match = attack(units, row(), row(land), deck=DULL, **house(catapult))
    while phase(match) == "breach":
        do(match, legal(match)[0])
    assert (left, spent) == (standing(match, B).count("City Walls"),
                             len([1 for _seat, card in told(match, "retreated")
                                  if card == "Catapult"]))  # fmt: skip


def test_a_catapult_with_damage():
    """CC-79, CC-83: one that took walls away is gone, one that found none does its damage."""
    catapult = {"name": "Catapult", "damage": [["steal_population", 1]]}
    match = attack("B Catapult, B Catapult", row(), row("Plains:2+City Walls"), deck=DULL,
                   **house(catapult))  # fmt: skip
    do(match, "pass; settle 1")
    assert ([1, 1], "2 Catapult") == (points(match), thrown(match))


def test_walls_that_send_two_back():
    """CC-85, CC-86: the number is the card's; per_wall adds them up."""
    walls = {"name": "City Walls", "effects": [["bounce", 2], ["wall"]]}
    units = "B Chariot, B Chariot, B Chariot, B Chariot"
    for bounce, back in (("one", 2), ("per_wall", 3)):
        match = attack(units, row(), row("Plains+City Walls, Coast+Great Wall"), deck=DULL,
                       **house(walls, bounce=bounce))  # fmt: skip
        assert back == at(match).table[A].hand


def test_catapults_leave_the_great_wall_alone():
    """CC-82, CI-14: a wonder does not leave play."""
    match = attack("B Catapult, B Chariot", row(), row("Plains+Great Wall"), deck=DULL)
    assert (("repel", B), "1 Great Wall") == (asked(match), standing(match, B))


UPSIDE_DOWN: list[dict[str, Any]] = [
    {"name": "Archers", "attacks": True, "blocks": [], "damage": [["destroy_building", 1]]},
    {"name": "Catapult", "attacks": False, "blocks": ["Archers"], "breach": 0},
    {"name": "Chariot", "attacks": True, "blocks": ["Chariot"], "damage": []},
    {"name": "Swordsmen", "damage": [["destroy_building", 1], ["steal_population", 2]]},
]


def test_a_house_upside_down():
    """CC-69, CC-91, CC-96: who attacks, who blocks and what it does are rows of the set."""
    match = attack("B Archers, B Chariot, B Swordsmen, B Archers", row(hand="Catapult, Spearmen"),
                   row("Plains:3+Forge, Coast+Library", "Catapult, Archers, Spearmen"), deck=DULL,
                   **house(*UPSIDE_DOWN))  # fmt: skip
    assert (0, ["Catapult"]) == (at(match, B).facing, options_of(match, "block"))
    do(match, "pass")
    assert (1, ["Spearmen"]) == (at(match, B).facing, options_of(match, "block"))
    do(match, "block Spearmen; block Catapult")
    do(match, "raze 2 Library; settle 1; settle 1")
    assert ([2, 1], hand_text("Library, Forge, Archers")) == (points(match), hand(match, B))
    assert hand_text("2 Archers, Chariot, Spearmen, Catapult, Swordsmen") == thrown(match)


def test_units_that_nobody_can_block():
    """CC-91: their targets are not asked; there is nothing to hide."""
    spearmen = {"name": "Spearmen", "blocks": []}
    match = attack("B Chariot, C Axemen", row(), row("Plains:1", "Spearmen"), row("Coast+Forge"),
                   deck=DULL, **house(spearmen))  # fmt: skip
    assert ("block", C) == asked(match)
    do(match, "pass; settle 1")
    assert ([(B, "Chariot"), (C, "Axemen")], [1, 0, 0]) == (told(match, "unblocked"),
                                                            points(match))  # fmt: skip


def test_a_land_without_end():
    """CC-36, CC-97: 30 plots, and a stolen population goes to any of them."""
    match = attack("B Chariot", row(land_but("4 Forest", "Oasis", "Plains")),
                   row("Forest:1, Forest, Forest, Forest"), deck=DULL)  # fmt: skip
    do(match, "pass")
    assert 30 == len(legal(match))
    do(match, "settle 30")
    assert (1, "discard") == (pops(match, A)[29], phase(match))
