"""Whole answers in one line, in every game: written and read they are the same answer."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import microciv
from microciv import IllegalMove, Match, Move, Rng, Seat
from microciv.laws.play import decisions, sample
from tests.laws.cases import CASES, Case


def whole_answer(match: Match, seat: Seat, rng: Rng) -> list[Move]:
    """Random steps until the seat has answered."""
    state = match.state.clone()
    sets, moves = state.sets, list[Move]()
    while state.sets == sets and seat in state.to_act:
        legal = state.legal(seat)
        moves.append(legal[rng.below(len(legal))])
        state.apply(seat, moves[-1])
    return moves


def beside(match: Match) -> Match:
    """Another match that stands where this one does."""
    twin = Match(match.game, match.seed)
    twin.state = match.state.clone()
    return twin


def some_decisions(case: Case, seed: int) -> Iterator[tuple[Match, Seat, Rng]]:
    """Seats that have not begun to answer, in the midst of a random match."""
    match, rng = Match(case.open(), seed), Rng(seed)
    for _ in decisions(match, rng):
        fresh = [seat for seat in match.to_act() if not match.state.answers[seat]]
        if fresh and rng.below(sample(match.game)) == 0:
            yield match, fresh[0], rng


@pytest.mark.parametrize("case", CASES, ids=str)
def test_an_answer_that_is_written_as_a_line_is_read_as_that_answer(case: Case) -> None:
    """By its steps, or else by all that comes of it."""
    for match, seat, rng in some_decisions(case, 5):
        moves = whole_answer(match, seat, rng)
        line = match.game.line(match.observe(seat), moves)
        by_line, by_steps = beside(match), beside(match)
        by_line.answer(seat, line)
        by_steps.answer(seat, *[move.text for move in moves])
        assert by_steps.position() == by_line.position(), line
        assert by_steps.heard(seat) == by_line.heard(seat)


@pytest.mark.parametrize("game", microciv.catalogue())
def test_what_is_proposed_for_a_mistyped_move_could_be_made(game: str) -> None:
    """Moves that are written alike, but would be refused, are not."""
    for match, seat, rng in some_decisions(Case(game), 6):
        legal = [move.text for move in match.observe(seat).legal]
        right = legal[rng.below(len(legal))]
        for wrong in (right.upper() + "x", right[:-1] + "?", f"{right} 0"):
            with pytest.raises(IllegalMove, match=r"no such move: ") as refusal:
                match.play(seat, wrong)
            proposed = str(refusal.value).partition("did you mean ")[2].rstrip("?").replace("'", "")
            assert set(proposed.split(" or ")) - {""} <= set(legal)
