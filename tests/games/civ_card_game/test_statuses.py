"""Highest Culture and Highest Happiness: who has them, when, and what for."""

from __future__ import annotations

import pytest

from microciv import Match
from tests.games.civ_card_game.table import (
    at,
    attack,
    do,
    end_turn,
    hand,
    house,
    legal,
    let_through,
    options_of,
    phase,
    row,
    standing,
    stock,
    table,
    told,
)
from tests.games.saving import saved

PLENTY = "99F 99H 99C"


def cultured(match: Match) -> tuple[int, ...]:
    """Who has Highest Culture."""
    return at(match).highest_culture


def happy(match: Match) -> tuple[int, ...]:
    """Who has Highest Happiness."""
    return at(match).highest_happiness


def test_culture_and_happiness_are_sums():
    """CC-61: over technologies and structures in play; nothing in hand counts."""
    match = table(row("Plains:3+Theatre+Sistine Chapel, Forest+Temple", "Monastery, Parthenon",
                      techs="Drama, Priesthood, Monarchy"), row())  # fmt: skip
    seen = at(match).table[0]
    assert (2 + 4 + 1 + 2 + 1, 1 + 1 + 1 + 2) == (seen.culture, seen.happiness)
    assert (0, 0) == (at(match).table[1].culture, at(match).table[1].happiness)


@pytest.mark.parametrize("plots, who", [
    ("Plains+Monastery", ()), ("Plains+Monastery, Forest+Library", (0,)),
    ("Plains+Parthenon", (0,)), ("Plains", ()),
])  # fmt: skip
def test_highest_culture_is_three_at_least(plots: str, who: tuple[int, ...]):
    """CC-62."""
    assert who == cultured(table(row(plots), row()))


@pytest.mark.parametrize("plots, who", [
    ("Plains+Temple", ()), ("Plains+Colosseum", (0,)), ("Plains+Temple, Forest+Theatre", (0,)),
])  # fmt: skip
def test_highest_happiness_is_two_at_least(plots: str, who: tuple[int, ...]):
    """CC-63."""
    assert who == happy(table(row(plots), row()))


def test_highest_means_higher_than_everybody_else():
    """CC-62, CC-63, CA-01, CA-02: in a tie nobody has it."""
    rows = [row("Plains+Parthenon, Forest+Colosseum"), row(techs="Music, Monarchy"), row()]
    assert ((), ()) == (cultured(table(*rows)), happy(table(*rows)))
    rows[2] = row(techs="Drama, Mysticism, Priesthood")
    assert (2,) == cultured(table(*rows))
    rows[2] = row("Oasis+Notre Dame")
    assert (2,) == happy(table(*rows))


def test_in_a_tie_all_may_have_it():
    """CC-62, CC-63, tie_status=all."""
    rows = [row("Plains+Parthenon, Forest+Colosseum"), row(techs="Music, Monarchy"), row()]
    match = table(*rows, options={"tie_status": "all"})
    assert ((0, 1), (0, 1)) == (cultured(match), happy(match))
    low = table(row("Plains+Monastery"), row("Forest+Monastery"), options={"tie_status": "all"})
    assert () == cultured(low)


def test_in_a_tie_it_may_stay():
    """CC-62, CC-63, tie_status=incumbent: with who had it before, while it is among the highest."""
    match = table(row("Plains, Forest, Coast, Oasis", "Parthenon, Monastery", PLENTY),
                  row(techs="Music"), options={"tie_status": "incumbent"})  # fmt: skip
    assert (1,) == cultured(match)
    do(match, "build Parthenon; on 1; done")
    assert ((1,), []) == (cultured(match), told(match, "culture_lost"))
    match = table(row("Plains, Forest, Coast, Oasis", "Parthenon, Monastery", PLENTY),
                  row(techs="Music"), options={"tie_status": "incumbent"})  # fmt: skip
    do(match, "build Parthenon; on 1; build Monastery; on 2; done")
    assert ((0,), [(1,)]) == (cultured(match), told(match, "culture_lost"))


def test_who_had_it_may_be_nobody():
    """CC-62, tie_status=incumbent: two who reach it together have it neither."""
    options = {"tie_status": "incumbent"}
    rows = [row("Plains+Parthenon"), row(techs="Music")]
    assert () == cultured(table(*rows, options=options))
    match = table(*rows, options=options, statuses={"culture": [1], "happiness": []})
    assert (1,) == cultured(match)
    assert {"culture": [1], "happiness": []} == saved(match)["statuses"]


def test_an_incumbent_is_happy_in_the_middle_of_a_turn():
    """CC-52, CC-64, tie_status=incumbent: by its own steps so far, in their order."""
    options = {"tie_status": "incumbent", "demolish": True}
    match = table(row("Plains+Colosseum, Forest+Temple", "Colosseum", "99H 12C"),
                  row("Coast+Temple of Artemis"), techs="Sailing, Drama, Currency",
                  options=options)  # fmt: skip
    assert (0,) == happy(match)
    do(match, "demolish 2 Temple")  # 2 against 2
    do(match, "buy Drama")
    assert ((0,), 1) == (happy(match), stock(match, 0)[2])


@pytest.mark.parametrize("name, order", [
    ("Colosseum", ["demolish 1 Colosseum", "build Colosseum; on 2", "buy Sailing"]),
    ("Colosseum", ["demolish 1 Colosseum", "buy Sailing", "build Colosseum; on 2"]),
    ("Monastery", ["demolish 1 Monastery", "build Monastery; on 2", "buy Sailing"]),
    ("Monastery", ["demolish 1 Monastery", "buy Sailing", "build Monastery; on 2"]),
])  # fmt: skip
def test_a_status_that_is_lost_on_the_way(name: str, order: list[str]):
    """CC-64, tie_status=incumbent: it goes to the other while one's own structure is down, and does
    not come back in a tie, whether a purchase closes the answer in between or not.
    """
    match = table(row("Plains:3+Colosseum+Monastery, Forest:3+Library", name, PLENTY),
                  row("Coast+Temple of Artemis", techs="Music"), techs="Sailing, Drama, Currency",
                  statuses={"culture": [0], "happiness": [0]},
                  options={"tie_status": "incumbent", "demolish": True})  # fmt: skip
    assert ((0,), (0,)) == (cultured(match), happy(match))
    do(match, *order, "done")
    mine = (cultured(match), happy(match))
    assert (((0,), (1,)) if name == "Colosseum" else ((1,), (0,))) == mine


@pytest.mark.parametrize("tie_status, price", [("none", 12), ("all", 11), ("incumbent", 12)])
def test_a_tie_in_the_middle_of_a_turn(tie_status: str, price: int):
    """CC-64, CC-66, tie_status: who reaches the same happiness as another."""
    match = table(row("Plains, Forest, Coast, Oasis", "Colosseum", "6H 12C"), row(techs="Monarchy"),
                  techs="Sailing, Drama, Currency", options={"tie_status": tie_status})  # fmt: skip
    do(match, "build Colosseum; on 1; buy Drama")
    assert 12 - price == stock(match, 0)[2]


def test_statuses_follow_at_once():
    """CC-64, CA-04: a building falls, and another is the highest."""
    match = attack("B Axemen, B Axemen", row(techs="Drama, Mysticism"),
                   row("Plains+Monastery, Forest+Theatre, Coast+Colosseum"))  # fmt: skip
    assert ((1,), (1,)) == (cultured(match), happy(match))
    let_through(match)
    do(match, "raze 1 Monastery")
    assert ((0,), (1,)) == (cultured(match), happy(match))
    do(match, "raze 3 Colosseum")
    assert ((0,), ()) == (cultured(match), happy(match))
    assert [(1,)] == told(match, "happiness_lost")


@pytest.mark.parametrize("techs, drawn, kept", [("", 4, 7), ("Music", 5, 7), ("Astronomy", 5, 8),
                                                ("Music, Astronomy", 6, 8)])  # fmt: skip
def test_the_draw_step_from_a_hand_of_five(techs: str, drawn: int, kept: int):
    """CC-65, CC-102, CC-103, CS-21: plain 9 and 7, culture 10 and 7, Astronomy 10 and 8, both 11
    and 8.
    """
    match = table(row(hand="5 Archers", techs=techs), row(), deck="6 Corn, 6 Furs")
    do(match, "done")
    assert (5 + drawn, 5 + drawn - kept) == (at(match).table[0].hand, at(match, 0).left)
    end_turn(match)
    assert kept == at(match).table[0].hand


def test_highest_culture_draws_for_its_holder_alone():
    """CC-65: in one's own Draw step."""
    match = table(row(hand="5 Archers"), row(techs="Music"), deck="6 Corn, 6 Furs")
    do(match, "done")
    assert (9, 2) == (at(match).table[0].hand, at(match, 0).left)


def test_happiness_cheapens_technologies_and_structures():
    """CC-66: by 1; population and plots cost the same."""
    match = table(row("Plains, Forest, Coast, Oasis", "Monastery, Stonehenge", "6F 14H 23C",
                      "Monarchy"), row(), techs="Mysticism, Drama, Music")  # fmt: skip
    do(match, "build Monastery; on 1; build Stonehenge; on 2; populate 3; buy Mysticism")
    assert (0, 0, 15) == stock(match, 0)
    do(match, f"claim {options_of(match, 'claim')[0]}")
    assert (0, 0, 0) == stock(match, 0)


def test_the_highest_is_told_once():
    """CC-64: when it changes, after the steps of an answer."""
    match = table(row("Plains, Forest, Coast, Oasis", "Parthenon, Notre Dame", PLENTY), row())
    do(match, "build Parthenon; on 1; build Notre Dame; on 2")
    assert ((), []) == (cultured(match), told(match, "highest_culture"))
    do(match, "done")
    assert ([(0,)], [(0,)]) == (told(match, "highest_culture"), told(match, "highest_happiness"))


def test_highest_culture_is_looked_at_once():
    """CC-104, CA-04: as the Draw step begins, after combat."""
    match = attack("B Axemen", row(hand="Archers", techs="Drama, Mysticism"),
                   row("Plains+Monastery, Forest+Theatre"), deck="6 Corn, 6 Furs")  # fmt: skip
    assert (1,) == cultured(match)
    do(match, "pass; raze 1 Monastery")
    assert ("discard", (0,), 3, 6) == (phase(match), cultured(match), at(match, 0).left,
                                       at(match).table[0].hand)  # fmt: skip


def test_extra_cards_are_not_an_offer():
    """CC-105, CA-05, CA-32: they are drawn, and Astronomy discards no more."""
    match = table(row(techs="Astronomy"), row(), deck="6 Corn, 6 Furs")
    do(match, "done")
    assert ("5 Corn", 2, ["discard Corn"]) == (hand(match, 0), at(match, 0).left, legal(match))


def test_patched_culture():
    """CC-61, CC-62: rows of a house."""
    granary = {"name": "Granary", "effects": [["culture", 3], ["happiness", 2], ["vp", 4]]}
    match = table(row("Plains+Granary"), row("Forest"), **house(granary))
    assert ((0,), (0,), [4, 0]) == (cultured(match), happy(match), match.scores())
    assert "1 Granary" == standing(match, 0)
