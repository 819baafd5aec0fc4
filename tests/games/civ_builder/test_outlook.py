"""What is worked out for a person, and where points came from."""

from __future__ import annotations

from typing import Any

import pytest

from microciv import SPECTATOR, Match
from tests.games.civ_builder.table import (
    ahead,
    answer,
    at,
    game_of,
    phase,
    points,
    random_match,
    row,
    say,
    seat_at,
    silence,
    table,
)


def notes(match: Match, seat: int = 0) -> dict[str, Any]:
    """What is worked out for a seat."""
    return match.game.notes(match.observe(seat))


def test_what_the_next_meld_can_be_made_of():
    """CB-36, CB-40, CB-41: sizes, wild cards, attributes."""
    match = table(row("3Con+2Sea+Dis+Lea+Cul", Rel=1), ahead(Rel=0), melds=2)
    meld = notes(match)["meld"]
    assert (3, 1, 0, 1) == (meld["least"], meld["natural"], meld["sea"], meld["disaster"])
    parts = ("natural", "sea", "disaster", "leader")
    told = {
        name: [[one[which][part] for part in parts] for which in ("most", "first")]
        for name, one in meld["attributes"].items()
    }
    assert {
        "Con": [[3, 0, 1, 1], [3, 0, 0, 0]],
        "Cul": [[1, 0, 1, 1], [1, 0, 1, 1]],
        "Sea": [[2, 0, 1, 1], [2, 0, 1, 0]],
    } == told


def test_how_much_is_asked():
    """CB-50 to CB-57, CB-77: numbers that boards would else have to know."""
    assert 0 == notes(table(row("7Cul"), row()))["amount"]
    assert 3 == notes(table(row("7Cul"), row(), phase="dump"))["amount"]
    five = table(row("9Cul", Con=2), row(Con=3), phase="discard", round=12)
    seven = table(row("9Cul", Con=4), row(Con=3), phase="discard", round=12)
    assert [5, 7] == [notes(match)["amount"] for match in (five, seven)]


def test_gaps_and_the_race():
    """CB-72, CB-82: how far behind, and what is still to come for who leads in everything."""
    match = table(row("Cul", Con=3, points=4), row(Con=5, Tra=1, points=9), row(Con=1), round=4)
    assert [2, 1, 0, 0, 0, 0, 0, 0, 0, 0] == notes(match)["gaps"]
    assert {"behind": 5, "to_come": 10 + 4 * 20 + 4 * 30} == notes(match)["race"]
    assert {"behind": -5, "to_come": 210} == notes(match, 1)["race"]
    last = table(row("Cul"), row(), phase="dump", round=12)
    assert 0 == notes(last)["race"]["to_come"]


@pytest.mark.parametrize("shown", [True, False])
def test_the_planner_may_be_hidden(shown: bool):
    """CB-36, show_planner: on or off."""
    match = table(row("3Cul+Con"), ahead(), options={"show_planner": shown})
    assert shown == ("plan" in notes(match))
    assert {"gaps", "meld"} <= set(notes(match))


def test_plans_can_be_played():
    """CB-36: the melds of a plan are legal one after the other, actions being left."""
    for number, moment in enumerate(random_match(3, 3)):
        if number % 3 or phase(moment) != "meld" or at(moment, moment.to_act()[0]).answer:
            continue
        seat = moment.to_act()[0]
        plan = notes(moment, seat)["plan"]
        match = Match(moment.game, position=moment.position())
        for meld in plan:
            parts = [f"{meld['attribute']}*{meld['natural']}", f"Sea*{meld['sea']}",
                     f"Dis*{meld['disaster']}"]  # fmt: skip
            line = "+".join([part for part in parts if not part.endswith("*0")])
            answer(match, seat, f"meld {line}{'+L' if meld['leader'] else ''}", "skip")


def test_suggestions_are_legal():
    """CB-51: points of Conquest that are there."""
    match = table(row("Cul", Con=1), row(Con=1, Gov=1), row(), phase="act", action="Con", melds=1)
    found = notes(match)["conquest"]
    assert (["Con", "Gov"], []) == (sorted(found["1"]), found["2"])


def test_spectators_are_told_the_numbers_of_the_table_alone():
    """BA-42, CB-44, CB-69, CB-72: so is everybody before the first round."""
    numbers = {"rounds": 12, "card": {"raises": 1, "points": 1}, "point": 1}
    for number, stakes in ((1, 1), (5, 2), (12, 3)):
        told = notes(table(row("Cul"), row(), round=number), SPECTATOR)
        assert {"stakes": stakes, **numbers} == told
    assert {"stakes": 1, **numbers} == notes(table(row(), row(), phase="pick", round=0))


def test_notes_follow_from_what_is_seen():
    """BI-13: they are the same for every hand that the others may have."""
    one, two = (table(row("3Cul"), ahead(theirs)) for theirs in ("3Sci", "3Lea"))
    assert notes(one) == notes(two)


def test_sources_are_told_to_all():
    """CB-10, BI-09: and come to the points."""
    match = next(random_match(4, 3))
    silence(match, "over")
    for found, total in zip(game_of(match).sources(at(match)), points(match), strict=True):
        assert {"melds", "leads", "actions", "culture", "dumps", "thefts"} == set(found)
        assert total == sum(found.values())


@pytest.mark.parametrize("shown", [True, False])
def test_what_is_remembered_is_the_same_for_programs(shown: bool):
    """CB-10, show_memory: a matter of what people are shown: the rules are the same."""
    match = table(row("2Cul"), row("3Sci"), ahead(), phase="act", action="Tra", melds=1,
                  options={"show_memory": shown})  # fmt: skip
    say(match, "exchange B", "done")
    assert 3 == seat_at(match, 1).hand
    assert match.to_act()


@pytest.mark.parametrize("name, seconds", [("market", 240), ("offer", 40), ("meld", 60)])
def test_time_for_people(name: str, seconds: int):
    """CB-29: 24 ticks of ten seconds are four minutes."""
    match = table(row("Cul"), row())
    assert seconds == match.game.seconds(name)


@pytest.mark.parametrize("options, expected", [
    ({"offer_max_cards": 2}, [(1, 1), (1, 2), (2, 1), (2, 2)]),
    ({"offer_max_cards": 2, "trade_equal": True}, [(1, 1), (2, 2)]),
    ({"offer_max_cards": 1, "trade_gifts": True}, [(0, 1), (1, 0), (1, 1)]),
    ({"offer_max_cards": 1, "trade_gifts": True, "trade_equal": True}, [(1, 1)]),
])  # fmt: skip
def test_how_many_cards_an_offer_may_have(options: dict[str, Any], expected: list[Any]):
    """CB-25: boards ask for what is missing."""
    assert expected == notes(table(row("Cul"), row("Sci"), options=options))["offers"]


def test_what_may_be_wanted_of_each():
    """CB-25, CB-31: of a hand that is seen, what is there; else any kind, as many as it has."""
    seen = table(row("Cul", Tra=1), row("2Sci+Lea"), row(), phase="offer")
    assert {1: {"Sci": 2, "Lea": 1}, 2: {}} == notes(seen)["wantable"]
    unseen = table(row("Cul"), row("2Sci+Lea", Tra=1), row(), phase="offer")
    wantable = notes(unseen)["wantable"]
    assert ({3}, {0}) == (set(wantable[1].values()), set(wantable[2].values()))
    assert "wantable" not in notes(table(row("Cul"), row()))


def test_what_can_be_spared_in_an_exchange():
    """CB-54: what the policy would miss least comes first."""
    match = table(row("2Cul+Sci+Lea+Dis"), row("2Sci"), phase="exchange", target=1, melds=1)
    assert ["Dis", "Cul", "Cul", "Lea", "Sci"] == notes(match)["spare"]
    assert "spare" not in notes(table(row("Cul"), row()))
