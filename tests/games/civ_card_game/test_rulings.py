"""Every ruling with a switch, by default and in each other way, on one small table.

The details stand in the chapters' own files; so do the rulings without a switch, by their numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import microciv
from microciv import Match
from microciv.core.options import describe
from microciv.games.civ_card_game.options import CivCardGameOptions
from tests.games.civ_card_game.table import (
    A,
    B,
    at,
    attack,
    do,
    end_turn,
    hand,
    legal,
    new_match,
    options_of,
    phase,
    pops,
    row,
    standing,
    stock,
    table,
    techs_but,
)

PLENTY = "99F 99H 99C"


def dealer(**options: Any) -> object:
    """CC-01: who goes first, with twelve seeds."""
    return {at(new_match(2, seed, **options)).first for seed in range(12)}


def tie(**options: Any) -> object:
    """CA-01, CA-02: B had Highest Culture, A draws level; who has it then?"""
    match = table(row("Plains, Forest, Coast, Oasis", "Parthenon", PLENTY), row(techs="Music"),
                  options=options)  # fmt: skip
    do(match, "build Parthenon; on 1; done")
    return at(match).highest_culture


def wonder(**options: Any) -> object:
    """CA-03: what Stonehenge costs the happiest."""
    match = table(row(hand="Stonehenge", stock=PLENTY, techs="Monarchy"), row(), options=options)
    do(match, "build Stonehenge; on 1")
    return 99 - stock(match, A)[1]


def end(**options: Any) -> object:
    """CA-06: what follows the last technology."""
    match = table(row(techs=techs_but("Music"), stock=PLENTY), row(), techs="Music",
                  options=options)  # fmt: skip
    do(match, "buy Music")
    if phase(match) == "over":
        return "at once"
    end_turn(match)
    return "over" if phase(match) == "over" else phase(match)


def tiebreak(**options: Any) -> object:
    """CA-07: equal in all that is in play, but B has got more population in its time."""
    rows = [row("Plains:2"), row("Forest:2", acquired=5), row(techs=techs_but())]
    return table(*rows, phase="over", options=options).ranking()[1:]


def bank(**options: Any) -> object:
    """CA-11: what the bank takes of 2F 1H."""
    return options_of(table(row(stock="2F 1H"), row(), options=options), "bank")


def goods(**options: Any) -> object:
    """CA-13: what is left of Gold when a technology for 9 was paid from 7 coins and it."""
    match = table(row(hand="Gold, Corn", stock="7C"), row(), techs="Mysticism, Drama, Music",
                  options=options)  # fmt: skip
    do(match, "play Gold; play Corn; buy Mysticism; done")
    return stock(match, A)


def bonus(**options: Any) -> object:
    """CA-15: what the population beside the Great Lighthouse may give."""
    match = table(row("Forest:1+Great Lighthouse, Forest, Forest, Forest"), row(), collecting=True,
                  options=options)  # fmt: skip
    if at(match, A).stage == "collect":
        do(match, "split 0")
    return stock(match, A)


def twice(**options: Any) -> object:
    """CA-18: where a second Granary may go."""
    match = table(row("Plains:3+Granary, Coast+Forge, Oasis, Forest+Forge", "Granary", PLENTY),
                  row(), options=options)  # fmt: skip
    do(match, "build Granary")
    return legal(match) if at(match, A).stage == "place" else standing(match, A)


def overfull(**options: Any) -> object:
    """CA-19: two buildings on a plot that loses its third population."""
    match = attack("B Chariot", row(), row("Plains:3+Granary+Pyramids"), options=options,
                   deck="6 Corn")  # fmt: skip
    do(match, "pass; settle 1")
    return standing(match, B), hand(match, B)


def cheapest(**options: Any) -> object:
    """CA-23: population that would cost less than nothing."""
    house = [{"name": "Calendar", "effects": [["discount", "population", 9]]}]
    match = table(row(stock="3F", techs="Calendar"), row(), options={"cards": house, **options})
    do(match, "populate 1")
    return 3 - stock(match, A)[0]


def timing(**options: Any) -> object:
    """CA-26, CA-27: in which of three own turns Writing can be used, after its purchase."""
    match = table(row(stock="10C"), row(hand="6 Archers"), techs="Writing, Drama, Music",
                  deck="6 Corn, 6 Furs, 6 Copper", options=options)  # fmt: skip
    do(match, "buy Writing")
    used = []
    for _turn in range(3):
        used.append("use B Writing" in legal(match))
        if used[-1]:
            do(match, "use B Writing")
        end_turn(match)
        end_turn(match)
    return used


def saving(**options: Any) -> object:
    """CA-26: is it there in the next turn, if it was not used?"""
    match = table(row(stock="10C"), row(hand="6 Archers"), techs="Writing, Drama, Music",
                  deck="6 Corn, 6 Furs, 6 Copper", options=options)  # fmt: skip
    do(match, "buy Writing")
    end_turn(match)
    end_turn(match)
    return "use B Writing" in legal(match)


def scope(**options: Any) -> object:
    """CA-28: of four, whom."""
    others = [row(hand="Archers") for _seat in range(3)]
    return options_of(table(row(techs="Writing"), *others, options=options), "use")


def kinds(**options: Any) -> object:
    """CA-29: who says what Code of Laws takes."""
    match = table(row(techs="Code of Laws"), row(stock="4F 4C"), options=options)
    do(match, "use B Code of Laws")
    return match.to_act()[0]


def mining(**options: Any) -> object:
    """CA-31: hammers for four plots of which two print them."""
    match = table(row("Forest, Plains, Coast, Oasis", stock="9C"), row(),
                  techs="Mining, Drama, Music", options=options)  # fmt: skip
    do(match, "buy Mining")
    return stock(match, A)[1]


def peace(**options: Any) -> object:
    """CA-34: the first round in which one may attack."""
    for number in range(1, 9):
        match = table(row(hand="Chariot"), row(), round=number, options=options)
        do(match, "done")
        if phase(match) == "turn":
            return number
    return 0


def bombard(**options: Any) -> object:
    """CA-36: a Catapult against somebody without City Walls."""
    match = attack("B Catapult", row(), row("Plains+Forge"), options=options, deck="6 Corn")
    do(match, "pass")
    return hand(match, B)


def bounce(**options: Any) -> object:
    """CA-39: two walls against three Chariots."""
    match = attack("B Chariot, B Chariot, B Chariot", row(),
                   row("Plains+City Walls, Coast+City Walls"), options=options)  # fmt: skip
    return hand(match, A)


def supply(**options: Any) -> object:
    """CA-40: may one more settle, when 120 have?"""
    try:
        match = table(row("Forest:60, Plains", stock="99F"), row("Coast:60"), options=options)
    except microciv.BadPosition:
        return "too many"
    return bool(options_of(match, "populate"))


def demolish(**options: Any) -> object:
    """CA-45: what can be taken down."""
    return options_of(table(row("Plains+Granary"), row(), options=options), "demolish")


def rounds(**options: Any) -> object:
    """CA-46: does the match end with round 60?"""
    match = table(row("Plains:1"), row(), round=60, turn=1, options=options)
    end_turn(match)
    return phase(match)


def drought(**options: Any) -> object:
    """CA-46: what goes after a round without a sale."""
    match = table(row("Forest"), row(), turn=1, techs="Drama, Mysticism, Music", options=options)
    end_turn(match)
    return at(match).faded


def fresh(**options: Any) -> object:
    """CA-55: what may be bought when Drama is gone and Mysticism has come."""
    match = table(row(stock=PLENTY), row(), techs="Drama, Writing, Music", tech_deck="Mysticism",
                  options=options)  # fmt: skip
    do(match, "buy Drama")
    return options_of(match, "buy")


Turn = Callable[..., object]
SWITCHES: list[tuple[str, str, Turn, dict[Any, object]]] = [  # the first value is the default
    ("CC-01", "dealer", dealer, {"random": {0, 1}, "last_seat": {0}}),
    ("CA-01, CA-02", "tie_status", tie, {"none": (), "all": (0, 1), "incumbent": (1,)}),
    ("CA-03", "happiness_wonders", wonder, {True: 10, False: 11}),
    ("CA-06", "end_trigger", end, {"immediate": "at once", "turn": "over", "round": "turn"}),
    ("CA-07", "tiebreak_population", tiebreak, {"current": [[0, 1]], "acquired": [[1], [0]]}),
    ("CA-11", "bank_mix", bank, {"same": [], "any": ["FFH C"]}),
    ("CA-13", "goods_change", goods, {"keep": (2, 0, 1), "lose": (0, 0, 1)}),
    ("CA-15", "bonus_kinds", bonus, {"printed": (0, 9, 2), "current": (0, 8, 3)}),
    ("CA-18", "duplicates_on_plot", twice,
     {"forbid": "1 Granary, 2 Forge, 3 Granary, 4 Forge", "allow": ["on 1", "on 3"]}),
    ("CA-19", "overfull", overfull,
     {"keep": ("1 Granary, 1 Pyramids", ""), "return": ("1 Pyramids", "Granary")}),
    ("CA-23", "min_price", cheapest, {0: 0, 1: 1}),
    ("CA-26, CA-27", "steal_timing", timing, {"stored": [True, False, False],
     "on_purchase": [True, False, False], "each_turn": [True, True, True]}),
    ("CA-26", "steal_timing", saving, {"stored": True, "on_purchase": False, "each_turn": True}),
    ("CA-28", "steal_scope", scope,
     {"any": ["B Writing", "C Writing", "D Writing"], "adjacent": ["B Writing", "D Writing"]}),
    ("CA-29", "steal_kinds", kinds, {"thief": A, "victim": B}),
    ("CA-31", "mining_scope", mining, {"all_plots": 4, "hammer_plots": 2}),
    ("CA-34", "peace_rounds", peace, {0: 1, 1: 2, 3: 4, 20: 0}),
    ("CA-36", "catapult_bombards", bombard, {False: "", True: "Forge"}),
    ("CA-39", "bounce", bounce, {"one": "Chariot", "per_wall": "2 Chariot"}),
    ("CA-40", "population_supply", supply, {120: False, 0: True, 119: "too many", 121: True}),
    ("CA-45", "demolish", demolish, {False: [], True: ["1 Granary"]}),
    ("CA-46", "max_rounds", rounds, {60: "over", 0: "turn", 61: "turn"}),
    ("CA-46", "drought_rounds", drought, {0: (), 1: ("Mysticism",), 2: ()}),
    ("CA-55", "fresh_market", fresh,
     {"buy": ["Writing", "Music", "Mysticism"], "wait": ["Writing", "Music"]}),
]  # fmt: skip
CASES = [
    pytest.param(turn, name, value, expected, number == 0, id=f"{clause} {name}={value}")
    for clause, name, turn, values in SWITCHES
    for number, (value, expected) in enumerate(values.items())
]


@pytest.mark.parametrize("turn, name, value, expected, default", CASES)
def test_a_switch(turn: Turn, name: str, value: object, expected: object, default: bool):
    """Section C.1: what is said and, by default, what is not said."""
    assert expected == turn(**{name: value})
    if default:
        assert expected == turn()


def test_every_switch_is_turned():
    """Those above and purchase_limit, below, are all; `cards` is tested with the card set, and
    numbers are in tests of their own.
    """
    declared = {info.name for info in describe(CivCardGameOptions) if info.kind != "number"}
    elsewhere = {"cards", "purchase_limit"}
    assert declared - elsewhere == {name for _clause, name, _turn, _values in SWITCHES}


# --- one of each


def one_each(**fields: Any) -> Match:
    """A table where one technology, one population and one plot may be bought in a turn."""
    return table(row(hand="2 Monastery, Corn", stock="60F 60H 60C"), row(),
                 techs="Mysticism, Drama, Music", plots="Oasis, Coast, Pasture",
                 options={"purchase_limit": "one_each"}, **fields)  # fmt: skip


def test_one_of_each():
    """CC-27, CA-09, purchase_limit=one_each: structures, goods and trades are not counted."""
    match = one_each()
    do(match, "populate 1")
    assert ([], ("population",)) == (options_of(match, "populate"), at(match, A).bought)
    do(match, "buy Mysticism")
    assert [] == options_of(match, "buy")
    do(match, "claim Oasis; food 15")
    assert [] == options_of(match, "claim")
    do(match, "build Monastery; on 1; build Monastery; on 2; play Corn; bank F H; bank F H")
    assert (("tech", "population", "plot"), {"bank", "done"}) == (
        at(match, A).bought, {move.split()[0] for move in legal(match)},
    )  # fmt: skip


def test_one_of_each_in_every_turn():
    """CC-27, purchase_limit=one_each: the next turn begins anew."""
    match = one_each(deck="6 Furs, 6 Copper")
    do(match, "populate 1; done")
    end_turn(match)
    end_turn(match)
    while at(match, A).stage == "collect":
        do(match, "split 0")
    assert (True, ()) == (bool(options_of(match, "populate")), at(match, A).bought)


def test_free_population_is_no_purchase():
    """CC-59, purchase_limit=one_each: the Hanging Gardens do not count."""
    match = table(row("Forest, Coast, Plains, Oasis", "Hanging Gardens", "6F 15H"), row(),
                  options={"purchase_limit": "one_each"})  # fmt: skip
    do(match, "build Hanging Gardens; on 1; grow 2; populate 1")
    assert [1, 1, 0, 0] == pops(match, A)


@pytest.mark.parametrize("what, step", [("tech", "buy Mysticism"), ("population", "populate 1"),
                                        ("plot", "claim Oasis")])  # fmt: skip
def test_what_was_bought_already(what: str, step: str):
    """CA-09: a position may say so."""
    match = one_each(bought=[what])
    assert step not in legal(match)
    assert 2 == len({"buy", "populate", "claim"} & {move.split()[0] for move in legal(match)})


def test_any_number_by_default():
    """CC-27, CA-09: nothing is remembered."""
    match = table(row(stock="60F 60H 60C"), row(), techs="Mysticism, Drama, Music")
    do(match, "populate 1; buy Mysticism")
    assert () == at(match, A).bought
    assert {"populate", "buy", "claim"} < {move.split()[0] for move in legal(match)}
