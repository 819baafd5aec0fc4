"""`puzzle`: a question, an answer, and how it compares; nothing goes on."""

from __future__ import annotations

import pytest

from microciv.games import catalogue
from microciv.puzzles import asked, puzzle_of, puzzles_of

GAMES = [name for name in catalogue() if puzzles_of(name)]


@pytest.mark.parametrize("game", GAMES)
def test_the_best_answer_is_told_at_once_with_all_others(cli, game):
    puzzle = puzzle_of(game, 1)
    result = cli("puzzle", game, typed=f"{puzzle.best}\n")
    assert result.exit_code == 0, result.output
    assert "The best answer." in result.output
    assert result.output.count("% to win") == len(puzzle.answers)
    assert "(yours)" in result.output
    assert "(an easy bot’s)" in result.output
    assert f"microciv puzzle {game} 2" in result.output


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_can_be_answered_and_fits_the_terminal(cli, game):
    for puzzle in puzzles_of(game):
        result = cli("puzzle", game, puzzle.number, typed=f"{puzzle.easy}\n")
        place = puzzle.index_of(puzzle.easy) + 1
        assert f"Not the best: number {place} of {len(puzzle.answers)}." in result.output
        assert max(map(len, result.output.splitlines())) <= 80


def test_what_is_typed_is_understood_as_at_a_table(cli):
    puzzle = puzzle_of("5x", 1)
    legal = [move.text for move in asked(puzzle).observe(puzzle.seat).legal]
    typed = f"nonsense\nhint\nundo\nback\nfinish\nlog\n{legal.index(puzzle.best) + 1}\n"
    output = cli("puzzle", typed=typed).output
    assert "'nonsense' is not a move here" in output
    assert output.count("it is one decision, and nothing goes on") == 4
    assert "The best answer." in output


def test_it_can_be_left(cli):
    result = cli("puzzle", "5x", typed="quit\n")
    assert (0, False) == (result.exit_code, "best answer" in result.output)
    assert 0 == cli("puzzle", "5x", typed="").exit_code


def test_a_puzzle_that_there_is_not_is_told(cli):
    result = cli("puzzle", "5x", 999)
    assert 1 == result.exit_code
    assert "5X has puzzles 1 to" in result.output
    assert "Goofspiel has no puzzles" in cli("puzzle", "goofspiel").output
