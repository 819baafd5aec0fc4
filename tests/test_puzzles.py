"""The puzzles that we have: each can still be put, and its answers are those that were weighed."""

from __future__ import annotations

import json
from collections import Counter
from importlib import resources

import pytest

from microciv.bots import make_bot
from microciv.core.errors import BadOption, IllegalMove
from microciv.games import catalogue, open_game
from microciv.puzzles import WEAK, Puzzle, answered, asked, packed, puzzle_of, puzzles_of
from microciv.texts import texts_for
from tools.find_puzzles import LEAD, LEADS, SHARP
from tools.puzzle_kinds import kind_of, phase_of

GAMES = [name for name in catalogue() if puzzles_of(name)]
FEWEST_KINDS, MOST_ALIKE = 3, 5
LARGEST = 4000
"""Bytes a puzzle has on average."""


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_asks_what_it_was_found_with(game: str):
    for puzzle in puzzles_of(game):
        match = asked(puzzle)
        seen = match.observe(puzzle.seat)
        assert puzzle.phase == seen.phase
        assert {move.text for move in seen.legal} == {one.text for one in puzzle.answers}
        assert puzzle.best != puzzle.easy
        assert match.record() == puzzle.record
        assert answered(puzzle, match, [puzzle.best]) is puzzle.answers[0]


@pytest.mark.parametrize("game", GAMES)
def test_the_best_answer_is_clearly_the_best_and_others_are_worth_a_thought(game: str):
    for puzzle in puzzles_of(game):
        first, second = puzzle.answers[:2]
        assert first.chance - second.chance >= LEADS.get(game, LEAD)
        assert first.chance - first.error > second.chance + second.error
        assert puzzle.phase in SHARP or puzzle.answers[:3][-1].chance >= first.chance / 2
        assert puzzle.answers == tuple(sorted(puzzle.answers, key=lambda one: -one.chance))


@pytest.mark.parametrize("game", GAMES)
def test_they_are_of_several_kinds_and_none_of_too_many(game: str):
    kinds: Counter[str] = Counter()
    for puzzle in puzzles_of(game):
        match = asked(puzzle)
        best = match.game.moves.parse(puzzle.best)
        phase = phase_of(match.observe(puzzle.seat), best)
        kind = kind_of(game, phase, puzzle.best)
        assert kind is not None
        kinds[kind.name] += 1
    assert len(kinds) >= FEWEST_KINDS
    assert max(kinds.values()) <= MOST_ALIKE


@pytest.mark.parametrize("game", GAMES)
def test_an_easy_bot_goes_wrong(game: str):
    for puzzle in puzzles_of(game):
        match = asked(puzzle)
        bot = make_bot(WEAK, match.game, puzzle.seat, 0).at_its_best()
        assert puzzle.easy == bot.choose(match.observe(puzzle.seat)).text


@pytest.mark.parametrize("game", GAMES)
def test_they_are_of_the_rules_that_are_played_and_small(game: str):
    text = resources.files("microciv.puzzles").joinpath(f"{game}.json").read_text(encoding="utf-8")
    kept = json.loads(text)
    assert open_game(game, {}).rules == kept["rules"]
    assert len(text) <= LARGEST * len(kept["puzzles"])
    known = puzzles_of(game)
    assert len({one.id for one in known}) == len(known)
    assert len({one.record.options["seats"] for one in known}) > 1


@pytest.mark.parametrize("game", GAMES)
def test_what_speaks_for_an_answer_has_words(game: str):
    texts = texts_for(game)
    for puzzle in puzzles_of(game):
        for answer in puzzle.answers:
            for change in filter(None, (answer.why.gain, answer.why.loss)):
                assert texts.asset(*change.what, change.amount)


def test_a_game_without_puzzles_and_a_number_that_there_is_not_are_told():
    assert () == puzzles_of("goofspiel")
    with pytest.raises(BadOption, match="has no puzzles"):
        puzzle_of("goofspiel", 1)
    with pytest.raises(BadOption, match=r"5X has puzzles 1 to \d+, not 0"):
        puzzle_of("5x", 0)


def test_what_cannot_be_answered_is_refused():
    puzzle = puzzle_of("5x", 1)
    match = asked(puzzle)
    with pytest.raises(IllegalMove, match="no such move"):
        answered(puzzle, match, ["nothing like it"])
    with pytest.raises(IllegalMove, match="choose how the answer goes on"):
        answered(puzzle, match, [])
    assert () == match.sealed(puzzle.seat)


def begun() -> Puzzle:
    """One whose answer has begun."""
    return next(one for game in GAMES for one in puzzles_of(game) if asked(one).sealed(one.seat))


def test_what_is_sealed_of_an_answer_may_be_said_again():
    puzzle = begun()
    match = asked(puzzle)
    sealed = [*match.sealed(puzzle.seat)]
    assert puzzle.answers[0] is answered(puzzle, match, [*sealed, puzzle.best])
    assert puzzle.answers[0] is answered(puzzle, match, [puzzle.best])
    with pytest.raises(IllegalMove, match="what is sealed of it stands"):
        answered(puzzle, match, sealed)


def test_a_record_is_packed_as_links_have_it():
    record = puzzle_of("5x", 1).record
    file = resources.files("microciv.puzzles").joinpath("5x.json")
    assert packed(record) == json.loads(file.read_text(encoding="utf-8"))["puzzles"][0]["record"]
