"""What comes to nothing is told, to everybody, with why."""

from __future__ import annotations

from tests.games.civ_card_game.printed import KINDS, NAMES
from tests.games.civ_card_game.table import (
    A,
    B,
    attack,
    do,
    end_turn,
    house,
    let_through,
    row,
    table,
    techs_but,
    told,
)


def test_units_that_find_nothing():
    """CC-99: each instruction that cannot be carried out."""
    match = attack("B Swordsmen, B Axemen", row(), row())
    let_through(match)
    assert [(A, B, "Swordsmen")] == told(match, "no_population")
    assert [(A, B, "Swordsmen"), (A, B, "Axemen")] == told(match, "no_building")


def test_a_catapult_without_walls():
    """CC-83: it gets through, and does nothing."""
    match = attack("B Catapult", row(), row("Plains:2+Forge"))
    let_through(match)
    assert ([(A, B, "Catapult")], []) == (told(match, "harmless"), told(match, "struck"))


def test_a_gift_that_is_not_there():
    """CC-35, CC-59: Hanging Gardens without population in the supply."""
    match = table(
        row("Plains:2", "Hanging Gardens", "20H"), row(), options={"population_supply": 2}
    )
    do(match, "build Hanging Gardens; on 1; done")
    assert [(A,)] == told(match, "nobody_left")


def test_a_gift_of_which_some_is_there():
    """CC-59: one of two."""
    temple = house({"name": "Temple", "effects": [["grow", 2]]}, population_supply=3)
    match = table(row("Plains:2", "Temple", "20H"), row(), **temple)
    do(match, "build Temple; on 1; grow 2; done")
    assert ([(A, 2)], [(A,)]) == (told(match, "grew"), told(match, "nobody_left"))


def test_nobody_settles_without_population():
    """CC-08, CC-35: the last seat of two, where there is one."""
    match = table(row(), row(), phase="found", options={"population_supply": 1})
    do(match, "found 1")
    assert [(B,)] == told(match, "nobody_left")


def test_a_draw_that_ends_early():
    """CC-107: neither deck nor discard pile have the third card."""
    whole = [{"name": name, "copies": 0} for name in NAMES[:KINDS] if name not in ("Corn", "Gold")]
    match = table(row(hand="6 Corn"), row(hand="Gold"), deck="2 Gold",
                  **house(*whole, {"name": "Gold", "copies": 9}))  # fmt: skip
    for _turn in range(4):
        end_turn(match)
    assert [(B, 2)] == told(match, "exhausted")


def test_a_market_that_cannot_be_filled():
    """CC-41: the deck of technologies is empty; how many are on offer."""
    match = table(
        row(stock="40C", techs=techs_but("Mining", "Music", "Drama")),
        row(),
        techs="Mining, Music, Drama",
    )
    do(match, "buy Mining")
    do(match, "buy Music")
    assert [(2,), (1,)] == told(match, "techs_out")


def test_what_goods_gave_and_was_not_spent():
    """CC-29, goods_change=lose."""
    match = table(row(hand="Corn"), row(), options={"goods_change": "lose"})
    do(match, "play Corn; done")
    assert [(A, 2, "F")] == told(match, "spoiled")


def test_the_end_of_peace():
    """CC-73, peace_rounds."""
    match = table(row(), row(), turn=1, round=1, options={"peace_rounds": 1})
    end_turn(match)
    assert [(2,)] == told(match, "truce_over")
