"""Combat: declarations, walls, defence, damage."""

from __future__ import annotations

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

UNITS = ["Archers", "Spearmen", "Axemen", "Chariot", "Swordsmen", "Catapult"]
ALL = ", ".join(UNITS)
STOPS = {  # a.6
    "Spearmen": ["Archers", "Axemen"], "Axemen": ["Archers", "Axemen"],
    "Swordsmen": ["Archers", "Axemen"], "Chariot": ["Spearmen"], "Catapult": ["Archers"],
}  # fmt: skip
DULL = "6 Corn, 6 Furs"


def units(match: Match) -> list[str]:
    """The combat area: who attacks whom."""
    return [f"{'ABCD'[unit.target]} {unit.card}" for unit in at(match).units]


# --- the declaration


def test_combat_is_optional():
    """CC-67, CC-78: who declines goes on to Draw and discard."""
    match = table(row(hand="Chariot"), row("Plains:1"))
    do(match, "done")
    assert ["peace", "attack B Chariot"] == legal(match)
    do(match, "peace")
    assert (("discard", A), [(A,)]) == (asked(match), told(match, "peace"))


def test_there_is_one_declaration():
    """CC-67, CA-33: after it the turn is over but for Draw and discard."""
    match = attack("B Chariot", row(hand="2 Axemen"), row("Plains:1"), deck=DULL)
    do(match, "pass; settle 1")
    assert "discard" == phase(match)


def test_who_has_no_unit_is_not_asked():
    """CC-67, CC-69: nor who has Archers alone."""
    match = table(row(hand="2 Archers, Corn"), row("Plains:1"))
    do(match, "done")
    assert (("discard", A), [(A,)]) == (asked(match), told(match, "peace"))


@pytest.mark.parametrize("seats, neighbours", [(2, "B"), (3, "BC"), (4, "BD")])
def test_neighbours_are_attacked(seats: int, neighbours: str):
    """CC-68: the next on the left and on the right; of four not the one opposite."""
    match = table(row(hand="Chariot"), *[row() for _seat in range(seats - 1)])
    do(match, "done")
    assert [f"{seat} Chariot" for seat in neighbours] == options_of(match, "attack")


@pytest.mark.parametrize("turn, neighbours", [(1, "CA"), (2, "DB"), (3, "AC")])
def test_neighbours_of_every_seat(turn: int, neighbours: str):
    """CC-68: left first."""
    match = table(row(), row(hand="Chariot"), row(hand="Chariot"), row(hand="Chariot"), turn=turn)
    do(match, "done")
    assert [f"{seat} Chariot" for seat in neighbours] == options_of(match, "attack")


def test_units_that_attack():
    """CC-69, CC-U01: all but Archers; one of a name is offered once."""
    match = table(row(hand=f"{ALL}, Chariot"), row())
    do(match, "done")
    assert [f"B {name}" for name in UNITS[1:]] == options_of(match, "attack")


def test_any_number_of_units():
    """CC-69, CA-56: unevenly, one or both neighbours, one unit at least."""
    match = table(row(hand="2 Chariot, Axemen, Catapult"), row(), row(), row())
    do(match, "done")
    assert is_refused(match, "fight")
    do(match, "attack D Chariot")
    assert is_refused(match, "peace")
    do(match, "attack B Axemen; attack B Chariot; attack B Catapult")
    assert ["fight"] == legal(match)
    do(match, "fight")
    assert ["D Chariot", "B Axemen", "B Chariot", "B Catapult"] == units(match)


def test_a_declaration_is_secret_until_it_is_whole():
    """CC-70, CA-35."""
    match = table(row(hand="2 Chariot"), row(), row())
    before = [at(match, seat) for seat in (B, C)]
    do(match, "done; attack B Chariot; attack C Chariot")
    assert before == [at(match, seat) for seat in (B, C)]
    assert [] == told(match, "attacked")
    do(match, "fight")
    assert [(A, B, "Chariot"), (A, C, "Chariot")] == told(match, "attacked")


def test_who_is_not_attacked_takes_no_part():
    """CC-71, CC-94: though C holds Spearmen and has walls."""
    match = attack("B Chariot", row(), row("Plains:1"), row("Coast+Great Wall", "Spearmen"))
    assert (("block", B), ["pass"]) == (asked(match), legal(match))
    do(match, "pass")
    assert ("receive", A) == asked(match)


def test_attack_is_allowed_in_the_first_turn():
    """CC-73, CA-34."""
    match = table(row(hand="Chariot"), row("Plains:1"), round=1)
    do(match, "done")
    assert ["B Chariot"] == options_of(match, "attack")


def test_rounds_of_peace():
    """CC-73, peace_rounds: no attack in the first rounds."""
    options = {"peace_rounds": 2}
    for number, peace in ((1, True), (2, True), (3, False)):
        match = table(row(hand="Chariot"), row("Plains:1"), round=number, options=options)
        do(match, "done")
        assert peace == (phase(match) == "discard")


def test_an_attack_that_does_nothing():
    """CC-74: against somebody without population and buildings."""
    match = attack("B Swordsmen, B Catapult", row(), row("Plains+Pyramids"), deck=DULL)
    let_through(match)
    assert ("discard", hand_text("Swordsmen, Catapult"), "1 Pyramids") == (
        phase(match), discard(match), standing(match, B),
    )  # fmt: skip


def test_declared_units_lie_open():
    """CC-75, CC-76: they have left the hand, each is aimed at one defender."""
    match = attack("C Chariot, B Axemen", row(hand="Archers"), row(), row("Plains:1"))
    assert ("Archers", ["C Chariot", "B Axemen"]) == (hand(match, A), units(match))
    assert 1 == at(match).table[A].hand
    assert "" == discard(match)


def test_defenders_go_left_then_right():
    """CC-72, CA-47: whatever the order of declaration; each with walls and sending back at once."""
    walls = "Plains+City Walls, Forest+City Walls"
    match = attack("D Catapult, D Chariot, D Axemen, B Catapult, B Chariot, B Axemen", row(),
                   row(walls), row(), row("Coast+City Walls, Oasis+City Walls"))  # fmt: skip
    asked_ = []
    while phase(match) in ("breach", "repel"):
        asked_.append(asked(match))
        do(match, legal(match)[0])
    assert [("breach", B), ("repel", B), ("breach", D), ("repel", D)] == asked_
    assert ("block", B) == asked(match)
    do(match, "pass")
    assert ("block", D) == asked(match)


def test_the_left_neighbour_is_the_next_clockwise():
    """CC-72, CC-12: of seat 2 that is seat 0, at a table of three."""
    rows = [row("Plains:1"), row("Forest:1"), row(hand="Chariot, Swordsmen")]
    match = table(*rows, turn=C)
    do(match, "done; attack B Chariot; attack A Swordsmen; fight")
    assert ("block", A) == asked(match)
    do(match, "pass")
    assert ("block", B) == asked(match)


# --- walls


def test_a_catapult_removes_city_walls():
    """CC-79, CC-U06, CC-B10: they go back to hand, the Catapult to the discard pile."""
    match = attack("B Catapult, B Chariot", row(), row("Plains:1+City Walls"), deck=DULL)
    assert ("City Walls", "", "Catapult", ["B Chariot"]) == (
        hand(match, B), standing(match, B), discard(match), units(match),
    )  # fmt: skip
    assert ([(B, "City Walls", 1)], [(A, "Catapult")]) == (told(match, "breached"),
                                                           told(match, "retreated"))  # fmt: skip
    assert ("block", B) == asked(match)  # nothing is sent back


@pytest.mark.parametrize("catapults, walls, left, spent", [
    (1, 2, 1, 1), (2, 1, 0, 1), (2, 2, 0, 2), (3, 2, 0, 2), (2, 3, 1, 2), (3, 3, 0, 3),
])  # fmt: skip
def test_catapults_and_walls_go_in_pairs(catapults: int, walls: int, left: int, spent: int):
    """CC-79, CC-80, CA-37: without asking whether, as long as there are both."""
    names = ["Plains", "Forest", "Coast"]
    land = ", ".join([f"{name}+City Walls" for name in names[:walls]])
    match = attack(", ".join(["B Catapult"] * catapults), row(), row(land))
    while phase(match) == "breach":
        do(match, legal(match)[0])
    assert (left, spent) == (standing(match, B).count("City Walls"), len(told(match, "breached")))
    assert (walls - left, spent) == (at(match).table[B].hand, spent_catapults(match))


def spent_catapults(match: Match) -> int:
    """Those that took walls away."""
    return len([card for _seat, card in told(match, "retreated") if card == "Catapult"])


def test_the_defender_says_which_city_walls_go():
    """CC-81, CA-38: plots and not copies are chosen."""
    match = attack("B Catapult", row(), row("Plains+City Walls, Forest, Coast+City Walls"))
    assert (("breach", B), ["raze 1 City Walls", "raze 3 City Walls"]) == (
        asked(match), legal(match),
    )  # fmt: skip
    do(match, "raze 3 City Walls")
    assert "1 City Walls" == standing(match, B)


def test_the_great_wall_stands():
    """CC-82, CC-W02: Catapults do nothing to it, and it sends one back."""
    match = attack("B Catapult, B Catapult", row(), row("Plains:1+Great Wall"))
    assert ("1 Great Wall", ["B Catapult"], "Catapult") == (
        standing(match, B), units(match), hand(match, A),
    )  # fmt: skip


def test_catapults_left_over_attack_on():
    """CC-83, CA-36: they can be blocked, and do no damage."""
    match = attack("B Catapult, B Catapult", row(), row("Plains:2+City Walls, Forest+Forge",
                                                        "Archers"), deck=DULL)  # fmt: skip
    assert (("block", B), ["pass", "block Archers"]) == (asked(match), legal(match))
    do(match, "pass")
    assert ("discard", "2 Catapult", "2 Forge", 2) == (
        phase(match), discard(match), standing(match, B), sum(pops(match, B)),
    )  # fmt: skip


def test_a_catapult_may_bombard():
    """CC-83, CA-36, catapult_bombards=on: one that removed no walls destroys a building."""
    match = attack("B Catapult, B Catapult", row(), row("Plains:2+City Walls, Forest+Forge"),
                   deck=DULL, options={"catapult_bombards": True})  # fmt: skip
    do(match, "pass")
    assert (hand_text("Forge, City Walls"), "") == (hand(match, B), standing(match, B))
    assert [(B, "Forge", 2)] == told(match, "razed")


def test_without_walls_nothing_is_sent_back():
    """CC-84."""
    match = attack("B Chariot, B Axemen", row(), row("Plains+Forge"))
    assert (("block", B), 2) == (asked(match), len(units(match)))


def test_walls_send_a_unit_back():
    """CC-85, CC-87, CC-B10: of the defender's choice; the walls stay."""
    match = attack("B Chariot, B Axemen, B Chariot", row(hand="Corn"), row("Plains:1+City Walls"))
    assert (("repel", B), ["repel Chariot", "repel Axemen"]) == (asked(match), legal(match))
    do(match, "repel Chariot")
    assert ("Chariot, Corn", ["B Axemen", "B Chariot"], "1 City Walls") == (
        hand(match, A), units(match), standing(match, B),
    )  # fmt: skip
    assert [(B, A, "Chariot")] == told(match, "repelled")


def test_the_great_wall_sends_a_unit_back():
    """CC-85, CC-W02."""
    match = attack("B Chariot, B Axemen", row(), row("Plains:1+Great Wall"))
    do(match, "repel Axemen")
    assert ("Axemen", ["B Chariot"]) == (hand(match, A), units(match))


@pytest.mark.parametrize("walls, one, each", [
    ("Plains+City Walls", 1, 1), ("Plains+City Walls, Forest+City Walls", 1, 2),
    ("Plains+City Walls, Forest+Great Wall", 1, 2), ("Plains+Great Wall", 1, 1),
    ("Plains:3+City Walls+Great Wall, Forest+City Walls", 1, 3), ("Plains+Forge", 0, 0),
])  # fmt: skip
def test_one_unit_for_each_defender(walls: str, one: int, each: int):
    """CC-86, CA-39: however many walls; or one for each, bounce=per_wall."""
    for bounce, number in (("one", one), ("per_wall", each)):
        match = attack("B Chariot, B Chariot, B Chariot, B Chariot", row(), row(walls),
                       options={"bounce": bounce})  # fmt: skip
        assert (4 - number, number) == (len(units(match)), hand_count(match))


def hand_count(match: Match) -> int:
    """How many cards the attacker has now."""
    return at(match).table[A].hand


def test_each_wall_asks_again():
    """CC-86, CC-89, bounce=per_wall: as long as there are different units and more than walls."""
    walls = "Plains+City Walls, Forest+City Walls"
    match = attack("B Chariot, B Axemen, B Catapult, B Catapult", row(), row(walls),
                   options={"bounce": "per_wall"})  # fmt: skip
    while phase(match) == "breach":
        do(match, legal(match)[0])
    assert (["B Chariot", "B Axemen"], "2 Catapult") == (units(match), discard(match))
    match = attack("B Chariot, B Axemen, B Swordsmen", row(), row(walls),
                   options={"bounce": "per_wall"})  # fmt: skip
    do(match, "repel Axemen")
    assert (("repel", B), ["repel Chariot", "repel Swordsmen"]) == (asked(match), legal(match))
    do(match, "repel Swordsmen")
    assert (hand_text("Axemen, Swordsmen"), ["B Chariot"]) == (hand(match, A), units(match))


def test_both_neighbours_send_one_back():
    """CC-86: each defender in a combat."""
    match = attack("B Chariot, B Axemen, C Chariot, C Axemen", row(), row("Plains+City Walls"),
                   row("Forest+Great Wall"))  # fmt: skip
    do(match, "repel Chariot; repel Axemen")
    assert (hand_text("Chariot, Axemen"), ["B Axemen", "C Chariot"]) == (
        hand(match, A), units(match),
    )  # fmt: skip


def test_a_unit_that_was_sent_back_is_an_ordinary_card():
    """CC-88, CA-54: it attacks no more in this turn, may be discarded, and all know it."""
    match = attack("B Chariot", row(), row("Plains:1+City Walls"), deck=DULL)
    assert (("discard", A), hand_text("4 Corn, Chariot")) == (asked(match), hand(match, A))
    do(match, "discard Chariot; discard Corn")
    assert hand_text("Chariot, Corn") == discard(match)


def test_it_attacks_in_the_next_turn():
    """CC-88."""
    match = attack("B Chariot", row(), row("Plains:1+City Walls"), deck="6 Archers, 6 Furs")
    do(match, "discard Archers; discard Archers")
    end_turn(match)
    do(match, "done")
    assert ["B Chariot"] == options_of(match, "attack")


def test_the_choice_is_compulsory():
    """CC-89: Catapults that are left over may be chosen too."""
    match = attack("B Catapult, B Chariot", row(), row("Plains:1+Great Wall"))
    assert ["repel Catapult", "repel Chariot"] == legal(match)
    do(match, "repel Catapult")
    assert ["B Chariot"] == units(match)


def test_a_single_unit_goes_back_without_a_question():
    """CC-85, CC-89: and the defender is not asked to block it."""
    match = attack("B Catapult", row(), row("Plains:1+Great Wall"), deck=DULL)
    assert (("discard", A), "") == (asked(match), discard(match))


# --- defence


@pytest.mark.parametrize("unit", UNITS[1:])
def test_who_stops_whom(unit: str):
    """CC-91, CC-93, CA-44, CS-29, CC-U01 to CC-U06: by the table of units."""
    match = attack(f"B {unit}", row(), row(hand=ALL))
    assert STOPS[unit] == options_of(match, "block")


def test_blocking_is_not_compulsory():
    """CC-90: also with the right unit in hand."""
    match = attack("B Chariot", row(), row("Plains:1", "Spearmen"), deck=DULL)
    do(match, "pass")
    assert ("receive", "Spearmen") == (phase(match), hand(match, B))


def test_a_blocker_is_set_against_one_attacker():
    """CC-91, CC-92, CA-42, CS-29: two Archers against one Axemen: one may be played."""
    match = attack("B Axemen", row(), row(hand="2 Archers"), deck=DULL)
    do(match, "block Archers")
    assert (("discard", A), "Archers", hand_text("Archers, Axemen")) == (
        asked(match), hand(match, B), discard(match),
    )  # fmt: skip


def test_one_blocker_stops_one_attacker():
    """CC-92: the second Chariot is not asked about when the Spearmen are gone."""
    match = attack("B Chariot, B Chariot", row(), row("Plains:2", "Spearmen"))
    do(match, "block Spearmen")
    assert ("receive", A) == asked(match)
    match = attack("B Chariot, B Chariot", row(), row("Plains:2", "Spearmen"))
    do(match, "pass; block Spearmen")
    assert (("receive", A), [(B, "Spearmen", "Chariot")]) == (asked(match), told(match, "blocked"))


def test_attackers_are_asked_about_in_the_order_of_declaration():
    """CC-90, CC-91: those that the hand can block."""
    match = attack("B Chariot, B Catapult, B Swordsmen", row(), row("Plains:3", "Archers, Axemen"))
    assert (1, ["Archers"]) == (at(match, B).facing, options_of(match, "block"))
    do(match, "block Archers")
    assert (2, ["Axemen"]) == (at(match, B).facing, options_of(match, "block"))
    do(match, "block Axemen")
    assert [(B, "Archers", "Catapult"), (B, "Axemen", "Swordsmen")] == told(match, "blocked")


def test_nobody_blocks_for_another():
    """CC-94: C's hand is of no use to B."""
    match = attack("B Chariot, C Axemen", row(), row("Plains:1"), row("Forest:1", "Spearmen"))
    assert ["pass"] == legal(match)
    do(match, "pass")
    assert (("block", C), ["pass"]) == (asked(match), legal(match))


def test_blocked_units_and_blockers_are_discarded():
    """CC-95, CC-77: when all defenders have answered."""
    match = attack("B Chariot, C Axemen", row(), row("Plains:1", "Spearmen"),
                   row("Forest:1", "Archers"), deck=DULL)  # fmt: skip
    do(match, "block Spearmen")
    assert ("", ["blocked", "attacking"], "") == (
        discard(match), [unit.state for unit in at(match).units], hand(match, B),
    )  # fmt: skip
    do(match, "block Archers")
    assert hand_text("Archers, Spearmen, Axemen, Chariot") == discard(match)


def test_who_can_block_nothing_is_asked_all_the_same():
    """CC-117: so that a pass tells nothing."""
    match = attack("B Chariot, B Axemen", row(), row("Plains:1", "Catapult"))
    assert (("block", B), ["pass"]) == (asked(match), legal(match))
    do(match, "pass")
    assert ("receive", A) == asked(match)
    assert match.game.obvious(at(match, B)) is None


# --- damage


@pytest.mark.parametrize("unit, stolen, razed", [
    ("Spearmen", 1, 0), ("Axemen", 0, 1), ("Chariot", 1, 0), ("Swordsmen", 1, 1),
    ("Catapult", 0, 0),
])  # fmt: skip
def test_damage(unit: str, stolen: int, razed: int):
    """CC-96, CC-U02 to CC-U06: as the card says, and the unit is spent (CC-100)."""
    match = attack(f"B {unit}", row(), row("Plains:2+Forge"), deck=DULL)
    do(match, "pass")
    if stolen:
        do(match, "settle 3")
    assert ([0, 0, stolen, 0], 2 - stolen) == (pops(match, A), sum(pops(match, B)))
    assert ("" if razed else "1 Forge", "Forge" if razed else "") == (
        standing(match, B), hand(match, B),
    )  # fmt: skip
    assert (unit, "discard") == (discard(match), phase(match))


def test_the_defender_says_which_plot_loses_population():
    """CC-97: and the attacker where it goes, free and at once."""
    match = attack("B Chariot", row("Oasis:1"), row("Plains:3, Forest, Coast:1"))
    do(match, "pass")
    assert (("yield", B), ["yield 1", "yield 3"]) == (asked(match), legal(match))
    do(match, "yield 3")
    assert (("receive", A), [f"settle {plot}" for plot in range(1, 5)]) == (
        asked(match), legal(match),
    )  # fmt: skip
    do(match, "settle 1")
    assert ([2, 0, 0, 0], [3, 0, 0, 0], [2, 3]) == (pops(match, A), pops(match, B), points(match))
    assert ([(A, B, 3)], [(A, 1)]) == (told(match, "robbed"), told(match, "resettled"))


def test_one_plot_with_population_is_no_choice():
    """CC-97."""
    match = attack("B Chariot", row(), row("Plains, Forest:2"))
    do(match, "pass")
    assert ("receive", A) == asked(match)


def test_stolen_population_and_prices():
    """CC-97, CS-31: B gives one of each plot, A puts both on a plot with two; the next costs."""
    match = attack("B Chariot, B Spearmen", row("Plains:2"), row("Forest:3, Coast:1"), deck=DULL)
    do(match, "pass; yield 2; settle 1; settle 1")
    assert ([4, 0, 0, 0], [2, 0, 0, 0], [4, 2]) == (pops(match, A), pops(match, B), points(match))


def test_the_defender_says_which_building_is_lost():
    """CC-98: City Walls too, wonders never."""
    land = "Plains+Forge, Forest+City Walls, Coast+Pyramids, Oasis:3+Forge+Library"
    match = attack("B Axemen, B Axemen", row(), row(land), deck=DULL)
    let_through(match)
    options = ["raze 1 Forge", "raze 2 City Walls", "raze 4 Forge", "raze 4 Library"]
    assert (("raze", B), options) == (asked(match), legal(match))
    do(match, "raze 2 City Walls")
    assert ("City Walls", [(B, "City Walls", 2)]) == (hand(match, B), told(match, "razed"))
    assert "1 Forge, 3 Pyramids, 4 Forge, 4 Library" == standing(match, B)


def test_wonders_are_never_destroyed():
    """CC-98, CC-99."""
    match = attack("B Axemen, B Swordsmen", row(), row("Plains+Pyramids, Forest+Great Library"),
                   deck=DULL)  # fmt: skip
    let_through(match)
    assert ("discard", "1 Pyramids, 2 Great Library") == (phase(match), standing(match, B))


def test_what_cannot_be_done_is_skipped():
    """CC-99: Swordsmen destroy a building though there is nobody to take, and the other way
    round.
    """
    match = attack("B Swordsmen", row(), row("Plains+Forge"), deck=DULL)
    do(match, "pass")
    assert ("", "Forge", "discard") == (standing(match, B), hand(match, B), phase(match))
    match = attack("B Swordsmen", row(), row("Plains:1"), deck=DULL)
    do(match, "pass; settle 4")
    assert ([0, 0, 0, 1], "discard") == (pops(match, A), phase(match))


def test_defenders_are_struck_in_order():
    """CC-96, CC-72, CC-77: the left neighbour first, then the right one, though it was declared
    the other way round.
    """
    match = attack("C Chariot, B Chariot", row(), row("Plains:1"), row("Forest:1"))
    do(match, "pass; pass")
    assert [(A, B, "Chariot")] == told(match, "struck")
    do(match, "settle 1; settle 2")
    assert [(A, B, 1), (A, C, 1)] == told(match, "robbed")


def test_units_strike_in_the_order_of_declaration():
    """CC-96, CA-43: and each does all of its instructions."""
    match = attack("B Swordsmen, B Spearmen, B Axemen", row(),
                   row("Plains:3, Forest+Forge, Coast+Library"), deck=DULL)  # fmt: skip
    let_through(match)
    do(match, "settle 1; raze 2 Forge; settle 1")
    assert [
        (A, B, "Swordsmen"),
        (A, B, 1),
        (B, "Forge", 2),
        (A, B, "Spearmen"),
        (A, B, 1),
        (A, B, "Axemen"),
        (B, "Library", 3),
    ] == told(match, "struck", "razed", "robbed")


def test_all_units_are_spent():
    """CC-100: blocked or not, but for those that were sent back."""
    match = attack("B Chariot, B Axemen, B Swordsmen", row(),
                   row("Plains+City Walls", "Archers"), deck=DULL)  # fmt: skip
    do(match, "repel Swordsmen; block Archers")
    assert (hand_text("Archers, Axemen, Chariot"), hand_text("4 Corn, Swordsmen"), ()) == (
        discard(match), hand(match, A), at(match).units,
    )  # fmt: skip


def test_military_cards_have_no_other_use():
    """CC-101: nothing can be done with them in Purchase."""
    match = table(row(hand=ALL), row())
    assert ["done"] == legal(match)


def test_population_may_be_stolen_till_none_is_left():
    """CC-97, CC-99: three Chariots against two population."""
    match = attack("B Chariot, B Chariot, B Chariot", row(), row("Plains:1, Forest:1"), deck=DULL)
    let_through(match)
    do(match, "yield 1; settle 1; settle 1")
    assert ([2, 0], "discard") == (points(match), phase(match))
    assert 3 == len(told(match, "struck"))


def test_four_players():
    """CC-68, CC-72: the left and the right neighbour fight; the one opposite looks on."""
    match = attack("B Swordsmen, D Axemen", row(), row("Plains:1+Forge", "Axemen"),
                   row("Forest:5+Forge", "6 Archers"), row("Coast+Library"))  # fmt: skip
    do(match, "block Axemen; pass")
    assert ("Library", "6 Archers") == (hand(match, D), hand(match, C))
    assert (0, 0, 0) == stock(match, D)
