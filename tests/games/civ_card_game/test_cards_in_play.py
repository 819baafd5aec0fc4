"""Every card at the table: what it costs, and what it does there."""

from __future__ import annotations

from typing import Any

import pytest

from microciv import Match
from tests.games.civ_card_game.table import (
    A,
    B,
    at,
    attack,
    discard,
    do,
    end_turn,
    hand,
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
    techs,
    techs_but,
    told,
)

LAND = "Grassland, Forest, River Bank, Plains"  # in each Collect 3 F, 3 H, 2 C
INCOME = (3, 3, 2)
DULL = "5 Copper, 5 Furs"
UNITS = ["Archers", "Spearmen", "Axemen", "Chariot", "Swordsmen", "Catapult"]


def bought(name: str, more: str = "", **fields: Any) -> Match:
    """A has just bought the technology, with 99 of everything; `more` is its hand."""
    others = [other for other in ("Music", "Drama", "Mysticism") if other != name]
    market = ", ".join([name, *others[:2]])
    match = table(row(LAND, more, "99F 99H 99C"), row(), techs=market, **fields)
    do(match, f"buy {name}")
    return match


def built(name: str, land: str = LAND, more: str = "", **fields: Any) -> Match:
    """A has just built the structure on its first plot."""
    hand_ = ", ".join([part for part in (name, more) if part])
    match = table(row(land, hand_, "99F 99H 99C"), row(), **fields)
    do(match, f"build {name}; on 1")
    return match


def next_income(match: Match) -> tuple[int, ...]:
    """What the next Collect brings."""
    do(match, "done")
    before = stock(match, A)
    end_turn(match)
    end_turn(match)
    return tuple(after - was for after, was in zip(stock(match, A), before, strict=True))


def income(**more: int) -> tuple[int, int, int]:
    """The income of the land, and more of a kind."""
    food, hammers, coins = INCOME
    return food + more.get("F", 0), hammers + more.get("H", 0), coins + more.get("C", 0)


# --- technologies

COSTS = [
    ("CC-T01", "Agriculture", 9), ("CC-T02", "Mining", 9), ("CC-T03", "Pottery", 9),
    ("CC-T04", "Mysticism", 9), ("CC-T05", "Writing", 10), ("CC-T06", "Animal Husbandry", 11),
    ("CC-T07", "Bronze Working", 11), ("CC-T08", "Alphabet", 11), ("CC-T09", "Masonry", 11),
    ("CC-T10", "Priesthood", 11), ("CC-T11", "Code of Laws", 11), ("CC-T12", "Sailing", 12),
    ("CC-T13", "Mathematics", 12), ("CC-T14", "Currency", 12), ("CC-T15", "Monarchy", 12),
    ("CC-T16", "Drama", 12), ("CC-T17", "Construction", 12), ("CC-T18", "Calendar", 13),
    ("CC-T19", "Philosophy", 13), ("CC-T20", "Engineering", 15), ("CC-T21", "Metal Casting", 14),
    ("CC-T22", "Civil Service", 14), ("CC-T23", "Astronomy", 14), ("CC-T24", "Music", 14),
]  # fmt: skip


@pytest.mark.parametrize("_clause, name, cost", COSTS)
def test_what_a_technology_costs_and_is_worth(_clause: str, name: str, cost: int):
    """CC-39, CC-40: printed coins before discounts, 1 VP, owned once."""
    match = bought(name, deck=DULL)
    assert ([(A, name, cost)], [1, 0], [name]) == (told(match, "bought"), points(match),
                                                   techs(match, A))  # fmt: skip


def test_what_nothing_but_points_comes_of():
    """CC-T01 to CC-T24: every technology does what its clause says and nothing else: those with
    lasting sums change these sums alone.
    """
    sums = {"Mysticism": (1, 0), "Priesthood": (1, 1), "Monarchy": (0, 2), "Drama": (2, 0),
            "Philosophy": (1, 0), "Music": (3, 0)}  # fmt: skip
    for _clause, name, _cost in COSTS:
        seat = at(bought(name, deck=DULL)).table[A]
        assert sums.get(name, (0, 0)) == (seat.culture, seat.happiness)
        assert (name in ("Writing", "Code of Laws")) == bool(seat.powers)
        assert (2 if name == "Currency" else 3) == seat.rate
        assert {2 if name == "Engineering" else 1} == {plot.places for plot in seat.plots}


@pytest.mark.parametrize("name, gains", [("Agriculture", (4, 0, 0)), ("Mining", (0, 4, 0)),
                                         ("Pottery", (0, 0, 4))])  # fmt: skip
def test_one_time_gains(name: str, gains: tuple[int, int, int]):
    """CC-T01, CC-T02, CC-T03: one for every own plot, once."""
    match = bought(name)
    assert (99 + gains[0], 99 + gains[1], 90 + gains[2]) == stock(match, A)
    assert INCOME == next_income(match)


@pytest.mark.parametrize("_clause, name, more", [
    ("CC-T06", "Animal Husbandry", {"F": 1}), ("CC-T07", "Bronze Working", {"H": 1}),
    ("CC-T08", "Alphabet", {"C": 1}), ("CC-T21", "Metal Casting", {"H": 2}),
    ("CC-T22", "Civil Service", {"F": 2}),
])  # fmt: skip
def test_income_of_technologies(_clause: str, name: str, more: dict[str, int]):
    """CC-24: in each Collect, from the next one on."""
    match = bought(name)
    for _turn in range(2):
        assert income(**more) == next_income(match)


@pytest.mark.parametrize("_clause, name, culture, happiness", [
    ("CC-T04", "Mysticism", 1, 0), ("CC-T10", "Priesthood", 1, 1), ("CC-T15", "Monarchy", 0, 2),
    ("CC-T16", "Drama", 2, 0), ("CC-T24", "Music", 3, 0),
])  # fmt: skip
def test_culture_and_happiness_of_technologies(
    _clause: str, name: str, culture: int, happiness: int
):
    """CC-61: sums, and with 3 or 2 the status."""
    seen = at(bought(name))
    assert (culture, happiness) == (seen.table[A].culture, seen.table[A].happiness)
    assert (culture == 3, happiness == 2) == (bool(seen.highest_culture),
                                              bool(seen.highest_happiness))  # fmt: skip


def test_masonry():
    """CC-T09: wonders cost 2 less, buildings do not."""
    match = bought("Masonry", "Stonehenge, Granary")
    do(match, "build Stonehenge; on 1; build Granary; on 2")
    assert 99 - 9 - 7 == stock(match, A)[1]


def test_construction():
    """CC-T17: buildings cost 2 less, wonders do not."""
    match = bought("Construction", "Stonehenge, Granary")
    do(match, "build Stonehenge; on 1; build Granary; on 2")
    assert 99 - 11 - 5 == stock(match, A)[1]


def test_writing():
    """CC-T05: one random card of an opponent's hand, once, when wanted."""
    match = table(row(stock="10C"), row(hand="2 Iron"), techs="Writing, Music, Drama")
    do(match, "buy Writing; use B Writing")
    assert ("Iron", "Iron", []) == (hand(match, A), hand(match, B), options_of(match, "use"))


def test_code_of_laws():
    """CC-T11: three resources of an opponent's stock, once, when wanted."""
    match = table(row(stock="11C"), row(stock="5H"), techs="Code of Laws, Music, Drama")
    do(match, "buy Code of Laws; use B Code of Laws")
    assert ((0, 3, 0), (0, 2, 0)) == (stock(match, A), stock(match, B))
    assert [] == options_of(match, "use")


def test_sailing():
    """CC-T12: plots cost 4 less; nothing else does."""
    match = table(row(techs="Sailing", stock="11C"), row(), techs="Mysticism, Drama, Music")
    do(match, f"claim {options_of(match, 'claim')[0]}")
    assert (0, 0, 0) == stock(match, A)


def test_mathematics():
    """CC-T13: technologies cost 1 less."""
    match = table(row(techs="Mathematics", stock="8C"), row(), techs="Mysticism, Drama, Music")
    do(match, "buy Mysticism")
    assert (0, 0, 0) == stock(match, A)


def test_currency():
    """CC-T14: the bank takes two for one."""
    match = bought("Currency")
    do(match, "bank F H")
    assert (97, 100, 87) == stock(match, A)


def test_calendar():
    """CC-T18: population costs 1 less on every plot."""
    match = bought("Calendar")
    do(match, "populate 1; populate 1; populate 3")
    assert 99 - 5 - 7 - 5 == stock(match, A)[0]


def test_philosophy():
    """CC-T19: culture 1, and three cards, once."""
    match = bought("Philosophy", deck=DULL)
    assert ("3 Copper", 1) == (hand(match, A), at(match).table[A].culture)
    do(match, "done")
    assert 3 + 4 == at(match).table[A].hand


def test_engineering():
    """CC-T20: every own plot has two places."""
    match = bought("Engineering", "Granary, Forge")
    do(match, "build Granary; on 4; build Forge; on 4")
    assert "4 Granary, 4 Forge" == standing(match, A)


def test_astronomy():
    """CC-T23: one card more in the Draw step, and no more to discard."""
    match = bought("Astronomy", deck=DULL)
    do(match, "done")
    assert (5, 2) == (at(match).table[A].hand, at(match, A).left)


# --- buildings and wonders

STRUCTURES = [
    ("CC-B01", "Granary", 7, 0, 0), ("CC-B02", "Forge", 8, 0, 0), ("CC-B03", "Market", 8, 0, 0),
    ("CC-B04", "Library", 6, 1, 0), ("CC-B05", "Monastery", 5, 2, 0), ("CC-B06", "Temple", 5, 1, 1),
    ("CC-B07", "Colosseum", 6, 0, 2), ("CC-B08", "Theatre", 6, 2, 1),
    ("CC-B09", "Aqueduct", 7, 0, 0), ("CC-B10", "City Walls", 5, 0, 0),
    ("CC-W01", "Stonehenge", 11, 2, 0), ("CC-W02", "Great Wall", 12, 1, 0),
    ("CC-W03", "Oracle", 12, 1, 0), ("CC-W04", "Temple of Artemis", 13, 0, 2),
    ("CC-W05", "Parthenon", 13, 3, 0), ("CC-W06", "Great Lighthouse", 14, 0, 0),
    ("CC-W07", "Pyramids", 14, 0, 0), ("CC-W08", "Colossus", 15, 0, 0),
    ("CC-W09", "Hanging Gardens", 15, 0, 1), ("CC-W10", "Great Library", 15, 2, 0),
    ("CC-W11", "Notre Dame", 16, 1, 3), ("CC-W12", "Sistine Chapel", 16, 4, 0),
]  # fmt: skip
every_structure = pytest.mark.parametrize("clause, name, cost, culture, happiness", STRUCTURES)


@every_structure
def test_what_a_structure_costs_and_is_worth(
    clause: str, name: str, cost: int, culture: int, happiness: int
):
    """CC-44, CC-61, CC-111: printed hammers before discounts; culture and happiness as listed;
    1 VP for a wonder, none for a building.
    """
    match = built(name, deck=DULL)
    if name == "Hanging Gardens":
        do(match, "grow 1")
    assert 99 - cost == stock(match, A)[1]
    do(match, "done")
    seen = at(match).table[A]
    wonder = "W" in clause
    assert (culture, happiness, int(wonder)) == (seen.culture, seen.happiness, seen.wonders)
    assert int(wonder) + seen.population == points(match)[A]


@every_structure
def test_who_falls_to_axemen(clause: str, name: str, cost: int, culture: int, happiness: int):
    """CC-98: buildings go back to hand, and all that they did ends; wonders stay."""
    match = attack("B Axemen, B Axemen", row(LAND), row(f"Coast+{name}, Oasis, Forest, Plains",
                                                       stock="9C"), deck=DULL)  # fmt: skip
    if phase(match) == "repel":
        do(match, "repel Axemen")
    let_through(match)
    seen = at(match).table[B]
    if "B" in clause.split("-")[1]:
        assert (name, "", 0, 0) == (hand(match, B), standing(match, B), seen.culture,
                                    seen.happiness)  # fmt: skip
        assert cost > 0
    else:
        assert ("", f"1 {name}", culture, happiness) == (hand(match, B), standing(match, B),
                                                         seen.culture, seen.happiness)  # fmt: skip


@pytest.mark.parametrize("name, land, more", [
    ("Granary", "Grassland, Forest, River Bank, Plains", {"F": 2}),
    ("Forge", "Forest, Grassland, River Bank, Plains", {"H": 2}),
    ("Market", "River Bank, Forest, Grassland, Plains", {"C": 2}),
    ("Granary", "Plains, Forest, River Bank, Grassland", {"F": 1}),
    ("Market", "Plains, Forest, River Bank, Grassland", {}),
])  # fmt: skip
def test_doubling(name: str, land: str, more: dict[str, int]):
    """CC-B01, CC-B02, CC-B03: the printed amount of their kind on their plot."""
    assert income(**more) == next_income(built(name, land))


@pytest.mark.parametrize("name, more", [("Great Lighthouse", {"C": 2}), ("Pyramids", {"H": 2})])
def test_income_of_wonders(name: str, more: dict[str, int]):
    """CC-W06, CC-W07: in each Collect."""
    assert income(**more) == next_income(built(name))


@pytest.mark.parametrize(
    "land, more",
    [
        (LAND, 1),
        ("Grassland, Forest, Quarry Hill, Plains", 0),
        ("Coast, Oasis, Gem Field, Gold Hill, Plains", 4),
    ],
)
def test_colossus(land: str, more: int):
    """CC-W08: 1 coin for every own plot that prints coins, however many."""
    without = table(row(land), row(), collecting=True)
    with_it = table(row(land + "+Colossus"), row(), collecting=True)
    assert more == stock(with_it, A)[2] - stock(without, A)[2]


@pytest.mark.parametrize("name", ["Library", "Great Library"])
def test_libraries(name: str):
    """CC-B04, CC-W10: technologies cost 1 less."""
    match = built(name, techs="Mysticism, Music, Drama")
    do(match, "buy Mysticism")
    assert 99 - 8 == stock(match, A)[2]


def test_aqueduct():
    """CC-B09: population costs 1 less on every own plot."""
    match = built("Aqueduct")
    do(match, "populate 1; populate 4")
    assert 99 - 10 == stock(match, A)[0]


@pytest.mark.parametrize("name", ["Temple of Artemis", "Notre Dame", "Colosseum"])
def test_happy_structures(name: str):
    """CC-B07, CC-W04, CC-W11: with 2 or more the next technology costs 1 less."""
    match = built(name, techs="Mysticism, Music, Drama")
    do(match, "buy Mysticism")
    assert 99 - 8 == stock(match, A)[2]


@pytest.mark.parametrize("name", ["Parthenon", "Sistine Chapel"])
def test_structures_of_high_culture(name: str):
    """CC-W05, CC-W12: 3 or more draws a card more."""
    match = built(name, deck=DULL)
    do(match, "done")
    assert (5, 3) == (at(match).table[A].hand, at(match, A).left)


@pytest.mark.parametrize("names", [["Monastery", "Temple"], ["Theatre", "Library"],
                                   ["Stonehenge", "Monastery"]])  # fmt: skip
def test_structures_of_some_culture(names: list[str]):
    """CC-B05, CC-B06, CC-B08, CC-W01: two of them are enough for the status."""
    match = table(row(f"Plains+{names[0]}, Forest+{names[1]}"), row())
    assert ((A,), ()) == (at(match).highest_culture,
                          at(table(row(f"Plains+{names[0]}"), row())).highest_culture)  # fmt: skip


def test_oracle():
    """CC-W03: draws three cards once."""
    match = built("Oracle", deck=DULL)
    assert "3 Copper" == hand(match, A)
    do(match, "done")
    assert 3 + 4 == at(match).table[A].hand


def test_hanging_gardens():
    """CC-W09: one free population once, and happiness 1."""
    match = built("Hanging Gardens")
    do(match, "grow 3")
    assert ([0, 0, 1, 0], 99) == (pops(match, A), stock(match, A)[0])
    next_income(match)
    assert ([0, 0, 1, 0], 1) == (pops(match, A), at(match).table[A].happiness)


@pytest.mark.parametrize("name, catapult", [("City Walls", True), ("Great Wall", False)])
def test_walls(name: str, catapult: bool):
    """CC-B10, CC-W02: each sends one unit back; a Catapult removes City Walls alone."""
    match = attack("B Chariot, B Chariot", row(), row(f"Coast:2+{name}"))
    assert (1, "Chariot") == (len(at(match).units), hand(match, A))
    match = attack("B Catapult, B Chariot", row(), row(f"Coast:2+{name}"))
    assert catapult == (standing(match, B) == "")
    assert catapult == (phase(match) == "block")


# --- units and goods

ATTACKS = [
    ("CC-U01", "Archers", ["Spearmen", "Axemen", "Swordsmen", "Catapult"], None),
    ("CC-U02", "Spearmen", ["Chariot"], (1, 0)), ("CC-U04", "Chariot", [], (1, 0)),
    ("CC-U03", "Axemen", ["Spearmen", "Axemen", "Swordsmen"], (0, 1)),
    ("CC-U05", "Swordsmen", [], (1, 1)), ("CC-U06", "Catapult", [], (0, 0)),
]  # fmt: skip
every_unit = pytest.mark.parametrize("_clause, name, blocks, damage", ATTACKS)


@every_unit
def test_a_unit(_clause: str, name: str, blocks: list[str], damage: tuple[int, int] | None):  # noqa: PT019
    """CC-69, CC-91, CC-96: whether it attacks, whom it blocks, what it does unblocked."""
    for other in UNITS[1:]:
        match = attack(f"B {other}", row(), row(hand=name))
        assert ([name] if other in blocks else []) == options_of(match, "block")
    if damage is None:
        match = table(row(hand=name), row())
        do(match, "done")
        assert is_refused(match, f"attack B {name}")
        return
    match = attack(f"B {name}", row(), row("Coast:2+Forge"), deck=DULL)
    do(match, "pass")
    if damage[0]:
        do(match, "settle 1")
    assert damage == (2 - sum(pops(match, B)), 1 - standing(match, B).count("Forge"))
    assert name == discard(match)


def test_swordsmen_take_first_and_destroy_then():
    """CC-U05, CC-96: in this order."""
    match = attack("B Swordsmen", row(), row("Coast:2+Forge"), deck=DULL)
    do(match, "pass")
    assert ("receive", "1 Forge") == (phase(match), standing(match, B))
    do(match, "settle 1")
    assert "" == standing(match, B)


@pytest.mark.parametrize("_clause, name, gives", [
    ("CC-R01", "Corn", (2, 0, 0)), ("CC-R02", "Copper", (0, 2, 0)), ("CC-R03", "Furs", (0, 0, 2)),
    ("CC-R04", "Cattle", (3, 0, 0)), ("CC-R05", "Iron", (0, 3, 0)), ("CC-R06", "Gold", (0, 0, 3)),
])  # fmt: skip
def test_goods(_clause: str, name: str, gives: tuple[int, int, int]):
    """CC-29: the printed amount, in one's own Purchase; then the card is discarded."""
    match = table(row(hand=f"2 {name}"), row())
    do(match, f"play {name}")
    assert (gives, name) == (stock(match, A), hand(match, A))
    do(match, "done")
    assert ([(A, name)], name) == (told(match, "played"), discard(match))


def test_every_technology_may_be_owned_by_one():
    """CC-40: all 24 together."""
    match = table(row(techs=techs_but("Music"), stock="14C"), row(), techs="Music",
                  options={"end_trigger": "round"})  # fmt: skip
    do(match, "buy Music")
    assert ([24, 0], []) == (points(match), options_of(match, "buy"))
    assert "done" in legal(match)
