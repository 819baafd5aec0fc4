"""What a seat that is out of time does: nothing that could hurt it more than need be."""

from __future__ import annotations

from typing import Any

import pytest

from microciv import Match
from tests.games.civ_card_game.table import (
    A,
    B,
    asked,
    attack,
    do,
    house,
    new_match,
    row,
    table,
)


def absent(match: Match) -> str:
    """What it answers."""
    return match.game.absent(match.observe(match.to_act()[0])).text


def test_it_buys_nothing_and_attacks_nobody():
    """CC-27, CC-78."""
    match = table(row("", "Chariot, Corn, Granary", "40F 40H 40C"), row())
    assert "done" == absent(match)
    do(match, "done")
    assert "peace" == absent(match)


def test_what_it_has_begun_it_ends():
    """CC-69: units that are named fight; half a purchase is made."""
    match = table(row("", "2 Chariot, Granary", "40F 40H 40C"), row(), plots="Forest, Coast, Oasis")
    do(match, "build Granary")
    assert "on 1" == absent(match)
    do(match, "on 1", "claim Forest")
    assert absent(match).startswith("food ")
    match = table(row("", "2 Chariot"), row())
    do(match, "done", "attack B Chariot")
    assert "fight" == absent(match)


def test_its_population_gives_what_it_needs():
    """CC-20."""
    match = table(row("Plains:4"), row(), collecting=True)
    assert "split 4" == absent(match)


def test_it_blocks_where_that_pays():
    """CC-90: population is defended; what does no harm is let through."""
    match = attack("B Chariot", row(), row("Plains:2+Forge", "Spearmen, Archers"))
    assert ("block", B) == asked(match)
    assert "block Spearmen" == absent(match)
    harmless = attack("B Catapult", row(), row("Plains:2+Forge", "Spearmen, Archers, Axemen"))
    assert "pass" == absent(harmless)


def test_it_loses_what_costs_least():
    """CC-97, CC-98: population where it is cheapest to win back, the cheapest building."""
    land = "Plains:3+Forge, Forest:1+Temple, Coast:2+Market"
    match = attack("B Swordsmen", row(), row(land, "Corn"))
    do(match, "pass")
    assert ("yield", B) == asked(match)
    assert "yield 2" == absent(match)
    do(match, "yield 2")
    do(match, "settle 1")
    assert ("raze", B) == asked(match)
    assert "raze 2 Temple" == absent(match)


def test_it_sends_back_what_does_most_harm():
    """CC-85."""
    land = "Plains:3+City Walls, Forest:1"
    match = attack("B Axemen, B Swordsmen", row(), row(land, "Corn"))
    assert ("repel", B) == asked(match)
    assert "repel Swordsmen" == absent(match)


@pytest.mark.parametrize("hand, gone", [
    ("Catapult, Archers, Corn", "Catapult"), ("Sistine Chapel, Temple, Corn", "Temple"),
    ("2 Monastery, Forge, Gold", "Forge"), ("Chariot, Axemen, Archers", "Chariot"),
    ("Corn, Gold, Archers", "Archers"), ("2 Corn, Temple, Gold", "Temple"),
])  # fmt: skip
def test_it_discards_what_is_of_least_use(hand: str, gone: str):
    """CC-103: goods stay, and what can soon be built or stops somebody."""
    match = table(row("", hand), row(), deck="Archers, Archers, Archers, Gold")
    do(match, "done", *(["peace"] if "Catapult" in hand or "Chariot" in hand else []))
    assert ("discard", A) == asked(match)
    assert f"discard {gone}" == absent(match)


def test_it_loses_what_costs_least_at_this_table():
    """CC-98, a.4: where a Granary costs more than a Forge, the Forge goes."""
    cards = house({"name": "Granary", "cost": 9}, {"name": "Forge", "cost": 1})
    match = attack("B Axemen", row(), row("Plains+Granary, Forest+Forge", "Corn"), **cards)
    do(match, "pass")
    assert "raze 2 Forge" == absent(match)


def test_it_sends_back_what_does_most_harm_at_this_table():
    """CC-85, a.6: each time that a unit steals or destroys counts."""
    cards = house({"name": "Axemen", "damage": [["destroy_building", 3]]})
    match = attack("B Axemen, B Swordsmen", row(), row("Plains+City Walls"), **cards)
    assert "repel Axemen" == absent(match)


@pytest.mark.parametrize("changed, gone", [
    ({"name": "Temple", "cost": 30}, "Temple"), ({"name": "Archers", "blocks": []}, "Archers"),
    ({"name": "Corn", "F": 0}, "Catapult"),
])  # fmt: skip
def test_it_discards_what_is_of_least_use_at_this_table(changed: dict[str, Any], gone: str):
    """CC-103, a.4 to a.7: prices, blocks and amounts are those of the table's set."""
    hand = f"Temple, Archers, Corn{', Catapult' if gone == 'Catapult' else ''}"
    match = table(row("", hand), row(), deck="Gold, Iron, Cattle, Furs", **house(changed))
    do(match, "done", *(["peace"] if gone == "Catapult" else []))
    assert f"discard {gone}" == absent(match)


@pytest.mark.parametrize("options", [
    {}, {"steal_timing": "on_purchase", "steal_kinds": "victim", "overfull": "return"},
])  # fmt: skip
def test_a_match_of_absent_seats_ends(options: dict[str, Any]):
    """CC-115: with the round that is the last."""
    match = new_match(3, 2, max_rounds=6, **options)
    while match.to_act():
        do(match, absent(match))
    assert [1, 1, 1] == match.scores()
