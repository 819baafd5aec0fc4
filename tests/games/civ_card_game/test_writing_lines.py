"""Whole answers written in one line, so that they read as the same steps again."""

from __future__ import annotations

from typing import Any

import pytest

from microciv import Match, Rng
from microciv.core.moves import Move
from microciv.core.state import State
from microciv.games.civ_card_game.people import notation
from tests.games.civ_card_game.table import (
    A,
    at,
    buying,
    do,
    game_of,
    house,
    new_match,
    row,
    steps,
    table,
)


def whole_answer(state: State, seat: int, rng: Rng) -> list[Move]:
    """A random answer, played: purchases are made as long as that goes, mostly."""
    number, moves = state.sets, []
    while state.sets == number and seat in state.to_act:
        found = state.legal(seat)
        if len(found) > 1 and found[0].text == "done" and rng.below(3):
            found = found[1:]
        moves.append(found[rng.below(len(found))])
        state.apply(seat, moves[-1])
    return moves


@pytest.mark.heavy
@pytest.mark.parametrize("options", [
    {}, {"bank_mix": "any", "demolish": True}, {"bonus_kinds": "current", "overfull": "return"},
    {"steal_timing": "on_purchase", "steal_kinds": "victim"}, {"steal_timing": "each_turn"},
    {"purchase_limit": "one_each", "fresh_market": "wait", "goods_change": "lose"},
    {"bounce": "per_wall", "duplicates_on_plot": "allow", "min_price": 1},
])  # fmt: skip
@pytest.mark.parametrize("seats", [2, 4])
def test_lines_and_steps_are_the_same(options: dict[str, Any], seats: int):
    """Every whole answer that is written in a line reads as the same steps again."""
    match, rng = new_match(seats, 3, **options), Rng(seats)
    answers = 0
    while match.to_act() and answers < 150:
        seat = match.to_act()[0]
        seen = at(match, seat)
        moves = whole_answer(match.state.clone(), seat, rng)
        texts = [move.text for move in moves]
        line = notation.line(game_of(match), seen, moves)
        assert texts == notation.steps(game_of(match), seen, line), line
        do(match, *texts)
        answers += 1


def test_cards_of_a_table_that_do_other_things():
    """a.1: a plot of three kinds, a technology that grows."""
    match = table(
        row("Plains:2", "", "20C"), row(), techs="Mining, Music, Drama", collecting=True,
        **house({"name": "Plains", "C": 1}, {"name": "Mining", "effects": [["grow", 1]]}),
    )  # fmt: skip
    whole = ["split 1", "split 0", "buy Mining", "grow 4"]
    line = notation.line(game_of(match), at(match, A), parsed(match, *whole))
    assert "collect 1 0; buy Mining; grow 4" == line
    assert whole == steps(match, line)
    assert ["split 0", "split 1"] == steps(match, "collect H1C1")
    assert ["split 2"] == steps(match, "collect F2")


def parsed(match: Match, *texts: str) -> list[Move]:
    """The moves."""
    return [match.game.moves.parse(text) for text in texts]


@pytest.mark.parametrize("whole, line", [
    (["bank F H", "bank F H", "bank F C"], "bank 2 F H; bank F C"),
    (["play Corn", "play Corn", "play Iron"], "play Corn Corn Iron"),
    (["populate 1", "populate 2", "bank H F", "populate 1"], "populate 1 2; bank H F; populate 1"),
    (["build Granary", "on 1", "done", "peace"], "build Granary 1; end"),
    (["done"], "done"), (["claim Forest", "food 3", "hammers 5"], "claim Forest 3F 5H 12C"),
    (["claim Forest"], "claim Forest"), (["claim Forest", "food 3"], "claim Forest"),
    (["done", "attack B Chariot", "attack C Axemen", "fight"], "attack B Chariot C Axemen"),
    (["build Granary"], "build Granary"),
])  # fmt: skip
def test_answers_are_written_short(whole: list[str], line: str):
    """What is not whole yet is written as far as it goes."""
    match = buying()
    assert line == notation.line(game_of(match), at(match, A), parsed(match, *whole))
    do(match, whole[0])
    seen = at(match, A)
    assert line == notation.line(game_of(match), seen, parsed(match, *whole))


def test_how_an_answer_goes_on_is_written_too():
    """A plan for the rest of it, as the terminal shows it."""
    match = buying()
    do(match, "bank F H")
    plan = parsed(match, "claim Forest", "food 5", "hammers 15")
    assert "claim Forest 5F 15H" == notation.line(game_of(match), at(match, A), plan)
