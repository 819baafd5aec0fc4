"""What may be answered beforehand: later steps of trade, and building."""

from __future__ import annotations

from microciv.core.orders import Order
from tests.games.five_ages.table import at, at_war, five_ages, no_trade, offers, phase, row, tick

ROWS = {0: "7S QH", 1: "TD 4S", 2: "9C 2S"}
KEPT = {0: "AS", 1: "AC", 2: "KC"}


def agreeing(*wishes: str) -> list[Order]:
    return [Order("trade", 0, "asked", (*wishes, "pass"))]


def test_a_swap_is_agreed_to_only_if_the_neighbour_offers_it():
    match = five_ages(3, phase="trade", row=ROWS, hand=KEPT)
    wishes = agreeing("offer 7S for W:TD", "offer QH for W:4S", "offer QH for E:2S")
    tick(match, {1: "offer 4S for E:QH"})
    assert ["offer QH for W:4S", "pass"] == match.obey(0, wishes)
    for seat in (1, 2):
        match.answer(seat, "pass")
    assert "7S -" == row(match, 0)
    # Nobody has heard of the rest.
    assert ([], ["pass"]) == (offers(match, 0), match.obey(0, wishes))


def test_without_a_condition_offers_are_made_best_first():
    match = five_ages(3, phase="trade", row=ROWS, hand=KEPT)
    said = ["offer QH for E:2S", "offer 7S for W:TD", "pass"]
    assert said == match.obey(0, [Order("trade", 1, "", tuple(said))])


def test_the_first_card_that_is_there_is_built():
    match = five_ages(3, phase="build", hand={0: "AS 7S TD", 1: "AC QH 4S", 2: "KC 9C 2S"})
    wishes = ("build QH", "build TD", "build AS", "done")
    assert ["build TD"] == match.obey(0, [Order("build", 0, "", wishes)])
    assert "build" == phase(match)


def test_who_was_robbed_builds_the_first_two():
    match = at_war(3, 3, {0: "W"})
    no_trade(match)
    assert 2 == at(match, 1).to_place
    *_, second, first = at(match, 1).hand
    wishes = ("build 2C", f"build {first}", f"build {second}", "done")
    said = [f"build {first}", f"build {second}", "done"]
    assert said == match.obey(1, [Order("build", 0, "", wishes)])
