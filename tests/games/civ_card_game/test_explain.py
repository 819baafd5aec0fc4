"""Every refusal has a reason with its clause and numbers, in words a person understands."""

from __future__ import annotations

import re
from typing import Any

import pytest

from microciv import SPECTATOR, IllegalMove, Match
from microciv.games.civ_card_game.people import explain
from tests.games.civ_card_game.table import (
    A,
    B,
    asked,
    at,
    attack,
    do,
    game_of,
    house,
    legal,
    new_match,
    phase,
    random_match,
    row,
    table,
    techs_but,
)

CLAUSE = re.compile(r"\((?:[^()]*, )?CC-\d+\)$|\(CC-\d+\)")


def reason(match: Match, text: str, seat: int | None = None) -> str:
    """Why this is not legal now."""
    who = match.to_act()[0] if seat is None else seat
    seen, move = at(match, who), match.game.moves.parse(text)
    assert move not in seen.legal
    return explain.why_not(game_of(match), seen, move)


def buying(**fields: Any) -> Match:
    """Seat 0 of three is in its Purchase."""
    hand = "Granary, Library, Great Wall, Corn, Chariot, Archers"
    land = "Plains:1, Forest:2, Coast:1+Granary, Grassland"
    return table(
        row(land, hand, "5F 4H 5C", "Writing", powers=[]), row("Forest:1", "", "4F", "Sailing"),
        row("Forest+Oracle", "Corn"), plots="Forest, Coast, Gem Field",
        techs="Mining, Music, Engineering", **fields,
    )  # fmt: skip


# --- Purchase


@pytest.mark.parametrize("text, why", [
    ("buy Mining", "Mining costs 9 coins, you have 5 (CC-39)"),
    ("buy Sailing", "Sailing is sold to seat B, and there is one of each (CC-40)"),
    ("buy Writing", "Writing is yours already, and there is one of each (CC-40)"),
    ("buy Drama", "Drama is not in the market; there is Mining, Music and Engineering (CC-39)"),
    ("build Library", "Library costs 6 hammers, you have 4 (CC-44)"),
    ("build Temple", "you have no Temple in hand (CC-43)"),
    ("build Oracle", "seat C has built Oracle, and there is one (CC-43)"),
    ("populate 2", "one more population on a plot that has 2 costs 10 food, you have 5 (CC-33)"),
    ("populate 9", "you have plots 1 to 4 (CC-33)"),
    ("claim Forest", "a plot costs 15 of anything, you have F5 H4 C5, 14 in all (CC-36)"),
    ("claim Oasis", "Oasis is not in the market; there is Forest, Coast and Gem Field (CC-38)"),
    ("play Iron", "you have no Iron in hand (CC-29)"),
    ("bank FFC H", "at this table the bank takes resources of one kind at a time (CC-30)"),
    ("use B Writing", "you have already used Writing (CC-54)"),
    ("use B Mining", "Mining has no theft to use (CC-54)"),
    ("use B Code of Laws", "you do not have Code of Laws (CC-54)"),
    ("demolish 3 Granary", "structures cannot be taken down at this table (CC-51)"),
    ("attack B Archers", "Archers do not attack (CC-69)"),
    ("attack B Axemen", "you have no Axemen in hand (CC-69)"),
    ("attack A Chariot", "choose another player (CC-69)"),
    ("attack D Chariot", "there are 3 seats (CC-69)"),
    ("attack B Chariot", "done comes first: attacks follow purchases (CC-13)"),
    ("peace", "you are purchasing; done ends that (CC-27)"),
    ("split 1", "you are purchasing; done ends that (CC-27)"),
    ("discard Corn", "you are purchasing; done ends that (CC-27)"),
    ("block Archers", "you are purchasing; done ends that (CC-27)"),
])  # fmt: skip
def test_purchases(text: str, why: str):
    """CC-27 to CC-57."""
    assert why == reason(buying(), text)


def test_trades():
    """CC-30, CC-31: the rate of the seat."""
    match = table(row("", "", "2F"), row())
    assert "the bank wants 3 food for one of another kind, you have 2 (CC-30)" == (
        reason(match, "bank F H")
    )
    match = table(row("", "", "1F", "Currency"), row())
    assert "the bank wants 2 food for one of another kind, you have 1 (CC-31)" == (
        reason(match, "bank F H")
    )
    match = table(row("", "", "1F 1H"), row(), options={"bank_mix": "any"})
    assert "that takes 2 food and 1 coin, you have F1 H1 C0 (CC-30)" == (
        reason(match, "bank FFC H")
    )
    assert "the bank wants 3 resources for one, not 2 (CC-30)" == reason(match, "bank FH C")


def test_prices_after_discounts_say_so():
    """CC-39, CC-44, CC-46."""
    match = table(row("Plains+Library", "Theatre", "9H 7C", "Mathematics, Construction"), row(),
                  techs="Mining, Music, Drama")  # fmt: skip
    assert "Music costs 12 coins after discounts, you have 7 (CC-39)" == reason(match, "buy Music")
    poor = table(row("", "Theatre", "3H", "Construction"), row())
    assert "Theatre costs 4 hammers after discounts, you have 3 (CC-44)" == (
        reason(poor, "build Theatre")
    )


def test_places():
    """CC-47, CC-50."""
    full = table(
        row("Plains+Forge, Forest+Forge, Coast+Market, Grassland+Market", "Temple", "9H"), row()
    )
    assert "no plot of yours has a free place; with 3 population a plot has two (CC-47)" == (
        reason(full, "build Temple")
    )
    land = "Plains+Temple, Forest+Forge, Coast+Market, Grassland:3+Temple"
    twice = table(row(land, "Temple", "9H"), row("Forest"))
    assert "every plot with a free place has a Temple already (CC-50)" == (
        reason(twice, "build Temple")
    )
    engineered = table(
        row("Plains+Forge+Temple, Forest+Forge+Temple, Coast+Market+Aqueduct,"
            " Grassland+Market+Aqueduct", "Theatre", "9H", "Engineering"), row()
    )  # fmt: skip
    assert "no plot of yours has a free place (CC-47)" == reason(engineered, "build Theatre")


def test_where_a_structure_can_stand():
    """CC-43, CC-47, CC-50."""
    match = table(row("Plains, Forest+Temple, Coast:3+Temple, Grassland", "Temple", "9H"), row())
    do(match, "build Temple")
    assert "plot 2 has a Temple already (CC-50)" == reason(match, "on 2")
    assert "you have plots 1 to 4 (CC-43)" == reason(match, "on 5")
    match = table(row("Plains, Forest+Market, Coast, Grassland", "Temple", "9H"), row())
    do(match, "build Temple")
    assert "plot 2 has one place, taken by Market (CC-47)" == reason(match, "on 2")
    assert "first say on which plot it stands (CC-43)" == reason(match, "done")


def test_payments():
    """CC-37."""
    match = table(row("", "", "9F 9H 1C"), row(), plots="Forest, Coast, Gem Field")
    do(match, "claim Forest")
    assert "15 are still to be paid and you have F9 H9 C1: pay 5 to 9 food (CC-37)" == (
        reason(match, "food 3")
    )
    assert "first say how the plot is paid (CC-37)" == reason(match, "buy Mining")


def test_free_population():
    """CC-59."""
    match = table(row("", "Hanging Gardens", "20H"), row())
    do(match, "build Hanging Gardens", "on 1")
    assert "you have plots 1 to 4 (CC-59)" == reason(match, "grow 9")
    assert "first say where the free population goes (CC-59)" == reason(match, "done")


def test_thefts():
    """CC-54 to CC-57."""
    owner = row("", "", "", "Writing, Code of Laws")
    match = table(owner, row(), row("", "Corn", "4F 1C"))
    assert "seat B has no card in hand (CC-55)" == reason(match, "use B Writing")
    assert "seat B has no resources (CC-56)" == reason(match, "use B Code of Laws")
    assert "choose another player (CC-57)" == reason(match, "use A Writing")
    assert "there are 3 seats (CC-57)" == reason(match, "use D Writing")
    do(match, "use C Code of Laws")
    assert "seat C has no hammers left to take (CC-56)" == reason(match, "rob H")
    assert "first say what is taken (CC-56)" == reason(match, "done")
    near = table(owner, row(), row("", "Corn", "4F"), row(), options={"steal_scope": "adjacent"})
    assert "at this table only neighbours can be hit by Writing (CC-57)" == (
        reason(near, "use C Writing")
    )


def test_thefts_at_once():
    """CC-54, steal_timing=on_purchase."""
    match = table(row("", "", "20C"), row("", "Corn", "4F"), techs="Writing, Music, Drama",
                  options={"steal_timing": "on_purchase"})  # fmt: skip
    do(match, "buy Writing")
    assert "use what you have just got, or waive it (CC-54)" == reason(match, "done")
    assert "you do not have Code of Laws (CC-54)" == reason(match, "use B Code of Laws")
    do(match, "waive")
    assert "at this table Writing is used when it is bought, or never (CC-54)" == (
        reason(match, "use B Writing")
    )


def test_a_theft_that_hits_nobody():
    """CC-54, steal_timing=on_purchase: nothing but to waive it."""
    match = table(row("", "", "20C"), row(), techs="Code of Laws, Music, Drama",
                  options={"steal_timing": "on_purchase"})  # fmt: skip
    do(match, "buy Code of Laws")
    assert "nobody can be hit by Code of Laws: waive it (CC-54)" == reason(match, "done")


def test_what_tables_settle():
    """CC-27, CC-35, CC-42, CC-51, CC-73."""
    limited = table(row("Plains", "", "40F 40H 40C"), row(), bought=["tech", "population", "plot"],
                    plots="Forest, Coast, Oasis", techs="Mining, Music, Drama",
                    options={"purchase_limit": "one_each"})  # fmt: skip
    once = "at this table only one of each may be bought in a turn (CC-27)"
    for text in ("buy Mining", "populate 1", "claim Forest"):
        assert once == reason(limited, text)
    empty = table(row("Plains:5", "", "40F"), row(), options={"population_supply": 5})
    assert "no population is left in the supply (CC-35)" == reason(empty, "populate 1")
    waits = table(row("Plains", "", "40F 40H 40C"), row(), options={"fresh_market": "wait"},
                  market={"plots": ["Forest", "Coast", "Oasis"], "fresh_plots": 1,
                          "techs": ["Mining", "Music", "Drama"], "fresh_techs": 1})  # fmt: skip
    fresh = "is new in the market, and at this table waits for the next turn (CC-42)"
    assert f"Oasis {fresh}" == reason(waits, "claim Oasis")
    assert f"Drama {fresh}" == reason(waits, "buy Drama")
    razing = table(row("Plains+Forge"), row(), demolished=True, options={"demolish": True})
    assert "one structure a turn may be taken down (CC-51)" == reason(razing, "demolish 1 Forge")
    assert "no Library stands on plot 1 (CC-51)" == reason(razing, "demolish 1 Library")
    peaceful = table(row("", "Chariot"), row(), options={"peace_rounds": 5})
    assert "at this table nobody attacks in the first 5 rounds (CC-73)" == (
        reason(peaceful, "attack B Chariot")
    )


def test_collect_comes_first():
    """CC-20."""
    match = table(row("Plains:2", "", "20F"), row(), collecting=True)
    assert "first say what your population gives; collect takes what is suggested (CC-20)" == (
        reason(match, "populate 1")
    )
    assert "plot 1 has 2 of its bonus to give (CC-20)" == reason(match, "split 3")


# --- combat


def test_attacks():
    """CC-68, CC-69."""
    match = table(row("", "Chariot, Archers"), row(), row(), row())
    do(match, "done")
    assert "name at least one unit first (CC-69)" == reason(match, "fight")
    assert "seat C is not a neighbour of yours (CC-68)" == reason(match, "attack C Chariot")
    assert "Archers do not attack (CC-69)" == reason(match, "attack B Archers")
    assert "purchases are over: attack, or peace (CC-14)" == reason(match, "populate 1")
    do(match, "attack B Chariot")
    assert "you have no Chariot left in hand (CC-69)" == reason(match, "attack B Chariot")
    assert "you have named attackers: fight, or take the answer back (CC-70)" == (
        reason(match, "peace")
    )
    assert "purchases are over: fight (CC-14)" == reason(match, "done")


def test_blocks():
    """CC-90 to CC-93."""
    match = attack("B Chariot, B Axemen", row(), row("", "Spearmen, Archers"))
    assert "Archers cannot stop Chariot; Spearmen can (CC-91)" == reason(match, "block Archers")
    assert "you are attacked: block a unit, or pass (CC-90)" == reason(match, "done")
    do(match, "pass")
    assert "you are attacked: block a unit, or pass (CC-90)" == reason(match, "done")
    assert "you have no Axemen in hand (CC-90)" == reason(match, "block Axemen")
    assert "Spearmen cannot stop Axemen; Archers or Axemen can (CC-91)" == (
        reason(match, "block Spearmen")
    )


def test_a_hand_that_stops_nothing():
    """CC-90."""
    match = attack("B Chariot", row(), row("", "Archers"))
    assert "you are attacked, and hold nothing that stops this unit: pass (CC-90)" == (
        reason(match, "done")
    )


def test_a_blocker_stops_one():
    """CC-92."""
    match = attack("B Axemen, B Swordsmen", row(), row("", "Archers, Axemen"))
    do(match, "block Archers")
    assert "you have no more Archers in hand (CC-92)" == reason(match, "block Archers")


def test_losses():
    """CC-79 to CC-99."""
    match = attack("B Swordsmen", row(), row("Plains:1, Forest:1+Forge, Coast+Market"))
    do(match, "pass")
    assert ("yield", B) == asked(match)
    assert "nobody lives on plot 3 (CC-97)" == reason(match, "yield 3")
    assert "you have plots 1 to 4 (CC-97)" == reason(match, "yield 7")
    do(match, "yield 1")
    assert ("receive", A) == asked(match)
    assert "you have plots 1 to 4 (CC-97)" == reason(match, "settle 9")
    assert "you have taken a population; say where it settles (CC-97)" == reason(match, "done")
    do(match, "settle 1")
    assert ("raze", B) == asked(match)
    assert "no Library stands on plot 2 (CC-98)" == reason(match, "raze 2 Library")
    assert "you lose a building; say which (CC-98)" == reason(match, "pass")


def test_walls():
    """CC-81, CC-85."""
    match = attack("B Catapult, B Axemen, B Chariot", row(),
                   row("Plains+City Walls, Forest+City Walls, Coast+Forge"))  # fmt: skip
    assert ("breach", B) == asked(match)
    assert "one of your walls goes back to hand; say which (CC-81)" == reason(match, "pass")
    assert "Forge is not among the walls that fall (CC-81)" == reason(match, "raze 3 Forge")
    assert "no City Walls stands on plot 4 (CC-81)" == reason(match, "raze 4 City Walls")
    do(match, "raze 1 City Walls")
    assert ("repel", B) == asked(match)
    assert "no Swordsmen attack you (CC-85)" == reason(match, "repel Swordsmen")


# --- the rest


def test_the_start():
    """CC-04, CC-08, CC-10."""
    match = new_match(3, 1)
    seen = at(match, match.to_act()[0])
    other = next(name for name in ("Oasis", "Pasture", "Gold Hill") if name not in seen.revealed)
    assert f"{other} is not on offer; there is " in reason(match, f"take {other}")
    assert "you are taking a plot (CC-04)" == reason(match, "found 1")
    while phase(match) == "draft":
        do(match, at(match, match.to_act()[0]).legal[0].text)
    assert "you have plots 1 to 4 (CC-08)" == reason(match, "found 5")
    while phase(match) == "found":
        do(match, "found 1")
    seat = match.to_act()[0]
    hand = at(match, seat).hand
    other = next(name for name in ("Forge", "Temple", "Oracle", "Axemen") if name not in hand)
    assert f"you have no {other} to discard (CC-10)" == reason(match, f"discard {other}")
    assert "you are discarding 2 of your cards (CC-10)" == reason(match, "done")


@pytest.mark.parametrize("number", [1, 3])
def test_as_many_opening_discards_as_the_table_has(number: int):
    """CC-10, opening_discards."""
    match = new_match(2, opening_discards=number)
    while phase(match) != "cull":
        do(match, legal(match)[0])
    assert f"you are discarding {number} of your cards (CC-10)" == reason(match, "done")


def test_discards():
    """CC-103."""
    match = table(row("", "2 Archers, Great Wall"), row())
    do(match, "done")
    assert ("discard", A) == asked(match)
    do(match, "discard Great Wall")
    assert "you have no Great Wall to discard (CC-103)" == reason(match, "discard Great Wall")


def test_a_victim_says_what_goes():
    """CC-56."""
    match = table(row("", "", "", "Code of Laws"), row("", "", "4F 4C"),
                  options={"steal_kinds": "victim"})  # fmt: skip
    do(match, "use B Code of Laws")
    assert "you have no hammers to give (CC-56)" == reason(match, "give H")
    assert "you say which resources are taken (CC-56)" == reason(match, "done")


def test_who_is_not_asked_and_when_it_is_over():
    """CC-15, CC-110."""
    match = table(row("", "", "40C"), row(), techs="Mining", tech_deck="",
                  faded=techs_but("Mining").split(", "), options={"drought_rounds": 1})  # fmt: skip
    assert "it is the turn of seat A (CC-15)" == reason(match, "done", B)
    assert "you are watching: only the players act (CC-15)" == reason(match, "done", SPECTATOR)
    do(match, "buy Mining")
    assert "the match is over (CC-110, CC-115)" == reason(match, "done", A)


def test_copies_of_a_wonder():
    """CC-43: the box of a table may have several."""
    three = house({"name": "Stonehenge", "copies": 3})
    match = table(row("Plains+Stonehenge"), row("Forest+Stonehenge"), **three)
    assert "you have no Stonehenge in hand (CC-43)" == reason(match, "build Stonehenge")
    match = table(row("Plains+Stonehenge, Coast+Stonehenge"), row("Forest+Stonehenge"), **three)
    assert (
        "seat A and seat B have built Stonehenge, and there is no other: the box has 3 (CC-43)"
        == (reason(match, "build Stonehenge"))
    )


def test_as_many_as_can_be():
    """CC-34: 120 by purchase, whatever it costs."""
    match = table(row("Plains:120", "", "999F"), row(), options={"population_supply": 0})
    assert "no more than 120 population can be bought for a plot (CC-34)" == (
        reason(match, "populate 1")
    )


def test_what_is_paid_first():
    """CC-37: food, then hammers."""
    match = table(row("", "", "9F 9H 9C"), row(), plots="Forest, Coast, Oasis")
    do(match, "claim Forest")
    assert (
        "food comes first: 15 are still to be paid and you have F9 H9 C9: pay 0 to 9 food (CC-37)"
    ) == reason(match, "hammers 5")
    do(match, "food 5")
    assert reason(match, "food 5").startswith("hammers come now: 10 are still to be paid")


def test_wonders_stay():
    """CC-98: whoever names one hears why."""
    match = attack("B Axemen", row(), row("Plains+Forge, Forest+Oracle, Coast+Market"))
    do(match, "pass")
    with pytest.raises(IllegalMove, match=r"^Oracle is a wonder: these stay, only buildings"):
        match.answer(B, "raze 2 Oracle")
    assert ["raze 3 Market"] == match.answer(B, "raze 3 mark")


# --- what a person may look for


@pytest.mark.parametrize("options", [
    {}, {"demolish": True, "bank_mix": "any"}, {"steal_timing": "each_turn"},
    {"overfull": "return", "purchase_limit": "one_each", "fresh_market": "wait"},
])  # fmt: skip
def test_everything_that_is_expected_is_legal_or_has_a_reason(options: dict[str, Any]):
    """A sentence with a clause, whatever the position."""
    for number, match in enumerate(random_match(5, 4, most=500, **options)):
        if number % 3:
            continue
        for seat in range(4):
            seen = at(match, seat)
            moves = explain.expected(game_of(match), seen)
            if seat not in seen.asked:
                assert not moves
            for move in moves:
                if move not in seen.legal:
                    why = explain.why_not(game_of(match), seen, move)
                    assert CLAUSE.search(why), (move.text, why)
                    assert why[0].islower() or why.split()[0].istitle()


def test_every_move_has_a_reason():
    """Whatever is asked, whatever the move: never an error."""
    tables = [
        buying(), table(row("Plains:2"), row(), collecting=True), new_match(2),
        attack("B Chariot, B Axemen", row(), row("", "Spearmen, Archers")),
    ]  # fmt: skip
    declaring = buying()
    do(declaring, "done")
    for match in (*tables, declaring):
        seen = at(match, match.to_act()[0])
        for move in match.game.moves.all[::3]:
            if move not in seen.legal:
                assert explain.why_not(game_of(match), seen, move)
