"""The numbers of the rule sheet that shape the deck, the dice, melds and privileges."""

from __future__ import annotations

from typing import Any

import pytest

from microciv import SPECTATOR, BadPosition, IllegalMove
from microciv.games.civ_builder.cards import KINDS
from tests.games.civ_builder.table import (
    ahead,
    answer,
    at,
    game_of,
    new_match,
    points,
    refusal,
    row,
    say,
    scores,
    silence,
    sizes,
    table,
)
from tests.games.civ_builder.test_melds import melds


@pytest.mark.parametrize(
    "first, grows, least", [(1, 1, [1, 2, 3]), (2, 1, [2, 3, 4]), (1, 3, [1, 4, 7])]
)
def test_melds_have_their_sizes(first: int, grows: int, least: list[int]):
    """CB-36: first_meld, meld_grows."""
    options = {"first_meld": first, "meld_grows": grows}
    for made, cards in enumerate(least):
        enough = table(row(f"{cards}Cul"), ahead(), melds=made, options=options)
        assert ["Cul"] == melds(enough)
        fewer = f"{cards - 1}Cul+" if cards > 1 else ""
        short = table(row(f"{fewer}{cards}Con"), ahead(), melds=made, options=options)
        assert ["Con"] == melds(short)
        if cards > 1:
            assert refusal(short, 0, "meld Cul").startswith(f"this meld needs {cards} cards")


def test_a_position_cannot_have_had_more_melds_than_cards():
    """CB-36, BI-10: 3, 6, 9 … cards."""
    options = {"first_meld": 3, "meld_grows": 3}
    with pytest.raises(BadPosition, match=r"16 melds take more cards than there are \(CB-36\)"):
        table(row("3Con+9Cul+9Sci+9Agr+9Equ+9Eng"), ahead(), melds=16, options=options)


def test_a_meld_scores_for_each_card():
    """CB-44: meld_raises, meld_points."""
    match = table(row("3Cul+Con"), ahead(), options={"meld_raises": 2, "meld_points": 3})
    say(match, "meld Cul*3")
    assert (6, 9) == (scores(match, 0)["Cul"], points(match)[0])


def test_no_leader_goes_into_a_meld():
    """CB-34: leaders_in_meld 0."""
    match = table(row("Cul+2Lea+2Con"), ahead(), melds=1, options={"leaders_in_meld": 0})
    assert ["Con"] == melds(match)
    assert "at this table no Leader goes into a meld (CB-34, CB-36)" in refusal(
        match, 0, "meld Cul"
    )
    with pytest.raises(IllegalMove, match=r"at this table no Leader goes into a meld"):
        answer(match, 0, "meld Con*2+L")


def test_the_deck_has_so_many_of_each_kind():
    """CB-02: copies."""
    match = new_match(3, copies=7)
    silence(match, "meld", "offer")
    assert KINDS * 7 == at(match).deck + sum(sizes(match)) + sum(at(match).discard)
    with pytest.raises(BadPosition, match=r"^table\[0\].hand: there are 7 Cul in all \(CB-02\)"):
        table(row("8Cul"), ahead(), options={"copies": 7})


@pytest.mark.parametrize("sides", [2, 12])
def test_dice_have_so_many_sides(sides: int):
    """CB-05, CB-06: die; the extra die too."""
    rolled = [0, 0]
    for seed in range(20):
        match = new_match(3, seed, die=sides, civ_pick="random")
        for seat in range(3):
            seen = list(at(match).table[seat].scores)
            rolled = [max(rolled[0], sorted(seen)[-2]), max(rolled[1], *seen)]
    assert sides == rolled[0]
    assert sides < rolled[1] <= 2 * sides


def test_who_is_top_in_agriculture_draws_so_many_more():
    """CB-19: agriculture_privilege."""
    match = table(row(), row(Agr=3), phase="sixth", asked=1, options={"agriculture_privilege": 3})
    before = sizes(match)[1]
    say(match, "draw")
    assert before + 3 == sizes(match)[1]


def test_who_is_top_in_science_adds_so_many_points():
    """CB-69: science_privilege."""
    match = table(row(Sci=3), row(), phase="point", asked=0, options={"science_privilege": 2})
    say(match, "point Con")
    assert 2 == scores(match, 0)["Con"]


def test_rounds_are_early_middle_and_late():
    """CB-72: early_until, middle_until."""
    options = {"early_until": 1, "middle_until": 3, "rounds": 5}
    assert [1, 2, 2, 3, 3] == game_of(new_match(3, **options)).sheet.stakes[1:6]
    no_middle = game_of(new_match(3, early_until=6, middle_until=0))
    assert [1, 1, 3, 3] == no_middle.sheet.stakes[5:9]


def test_the_clock_runs_so_many_minutes():
    """CB-29: trade_minutes."""
    match = new_match(3, trade_mode="clock", trade_minutes=2, civ_pick="random")
    silence(match, "market")
    assert (at(match).round, 120) == match.game.stretch(match.observe(0))
    with pytest.raises(BadPosition, match=r"tick: expected a whole number from 1 to 24"):
        table(
            row("Cul"), row("Con"), phase="market", trade={"tick": 25},
            options={"trade_mode": "clock", "trade_minutes": 2},
        )  # fmt: skip


def test_the_next_meld_is_told_its_size():
    """CB-36: the notes that pages and terminals show."""
    match = table(row("2Cul"), ahead(), options={"first_meld": 2})
    offered: Any = match.game.notes(match.observe(0))["meld"]
    assert 2 == offered["least"]


@pytest.mark.parametrize("seat", [0, SPECTATOR])
def test_what_is_drawn_of_events_is_told_to_everybody(seat: int):
    """CB-44, CB-69: what a card of a meld brings, and the point of the top in Science."""
    options = {"meld_raises": 2, "meld_points": 0, "science_privilege": 3}
    match = table(row("2Cul"), ahead(), options=options)
    told = match.game.notes(match.observe(seat))
    assert ({"raises": 2, "points": 0}, 3) == (told["card"], told["point"])


def test_how_many_offers_may_stand_is_told():
    match = table(row("Cul"), row("Con"), phase="market", options={"trade_mode": "clock"})
    assert 3 == match.game.notes(match.observe(0))["standing"]
