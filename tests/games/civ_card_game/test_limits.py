"""Positions at the limits of what can be written down: they play on to such that can be."""

from __future__ import annotations

from typing import Any

from microciv import Match, Rng
from tests.games.civ_card_game.table import (
    A,
    B,
    again,
    at,
    attack,
    do,
    end_turn,
    house,
    legal,
    let_through,
    options_of,
    phase,
    points,
    pops,
    random_step,
    row,
    stock,
    table,
)
from tests.games.saving import saved

MOST: dict[str, Any] = {"F": 999_999, "H": 999_999, "C": 999_999}


def is_written(match: Match) -> bool:
    """Is its position one that can be set up, and the same?"""
    return saved(match) == saved(again(match))


def test_stocks_go_no_further():
    """CC-25: Collect, goods, gains, trades and thefts add nothing to the most that is counted."""
    rich = row("Grassland:3", "Corn", techs="Code of Laws") | {"stock": MOST}
    match = table(rich, rich | {"hand": [], "techs": []}, techs="Agriculture, Mining, Drama",
                  collecting=True)  # fmt: skip
    assert (999_999, 999_999, 999_999) == stock(match, A)
    do(match, "play Corn; buy Agriculture")
    assert 999_999 == at(match, A).table[A].stock[0]
    do(match, "use B Code of Laws; rob F; rob F; rob F")
    assert (999_999, 999_996) == (stock(match, A)[0], stock(match, B)[0])
    assert is_written(match)


def test_a_plot_holds_no_more():
    """CC-59, CC-97: free and stolen population goes where there is room."""
    gardens = house({"name": "Temple", "effects": [["grow", 1]]}, population_supply=0)
    full = "Grassland:240, Plains:239, Forest:240, Coast:240"
    match = table(row(full, "Temple", "20H"), row(), **gardens)
    do(match, "build Temple; on 1")
    assert ["2"] == options_of(match, "grow")
    do(match, "grow 2")
    assert ([240] * 4, True) == (pops(match, A), is_written(match))
    match = table(row("Grassland:240, Plains:240, Forest:240, Coast:240", "Temple", "20H"), row(),
                  **gardens)  # fmt: skip
    do(match, "build Temple; on 1")
    assert ("buy", 960) == (at(match, A).stage, points(match)[A])
    land = "Grassland:240, Plains:240, Forest:240, Coast:239"
    match = attack("B Chariot, B Chariot", row(land), row("Oasis:2"), options=gardens["options"])
    let_through(match)
    assert ["settle 4"] == legal(match)
    do(match, "settle 4")
    assert ([960, 0], True) == (points(match), is_written(match))  # the second one is nowhere


def test_no_match_goes_on_for_ever():
    """CC-115, max_rounds=0: the round that can be written last is the last; droughts end there."""
    match = table(row(), row(), round=9999, turn=1, drought=9999, options={"max_rounds": 0})
    end_turn(match)
    assert ("over", True) == (phase(match), is_written(match))
    match = table(row(), row(), round=9998, turn=1, drought=9999, options={"max_rounds": 0})
    end_turn(match)
    assert (9999, 9999, True) == (at(match).round, at(match).drought, is_written(match))


def test_all_at_their_limits_together():
    """CI-01 to CI-04: whatever is done next."""
    rich = row("Plains:240, Coast:239", "2 Corn, Axemen, Chariot, Temple") | {
        "stock": MOST, "acquired": 999_999,
    }  # fmt: skip
    match = table(rich, rich | {"hand": ["Gold"], "plots": []}, round=9998, collecting=True,
                  options={"max_rounds": 0, "population_supply": 0})  # fmt: skip
    rng = Rng(1)
    for _step in range(80):
        if match.to_act():
            random_step(match, rng)
        assert is_written(match)
