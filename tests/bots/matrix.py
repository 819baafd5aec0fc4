"""A game of one moment for testing search: two seats choose at once, and a table says who wins."""

from __future__ import annotations

from typing import Final, final

from microciv.core.fields import Fields
from microciv.core.game import Game
from microciv.core.moves import Move, Seat
from microciv.core.options import About, Options
from microciv.core.policy import Policy
from microciv.core.rng import Rng
from microciv.core.state import Observation, State

Payoffs = list[list[float]]
"""Seat 0's chance to win, by its move and seat 1's."""

MOVES: Final = [Move("a"), Move("b"), Move("c")]
ABOUT: Final = About("matrix", "Matrix", "Two choices at once.", (2,), 1, Options, "")


@final
class MatrixState(State):
    """What has been chosen; seat 0's answer may have several steps."""

    def __init__(self, game: Matrix) -> None:
        super().__init__(2)
        self.game = game
        self.chosen: list[list[Move]] = [[], []]

    def legal(self, seat: Seat) -> list[Move]:
        return self.game.menus[seat]

    def closes(self, seat: Seat, move: Move) -> bool:
        return seat == 1 or len(self.answers[0]) == self.game.length

    def advance(self) -> None:
        self.chosen = [list(answer) for answer in self.answers]
        self.finish()

    def observe(self, seat: Seat) -> Observation:
        return Observation(seat, self.game.phases[self.phase], *self.view(seat))

    def scores(self) -> list[int]:
        return [0, 0]

    def clone(self) -> MatrixState:
        copy = MatrixState(self.game)
        self.copy_core(copy)
        copy.chosen = self.chosen
        return copy

    def position(self) -> dict[str, object]:
        return {}


@final
class Matrix(Game):
    """Seat 0 answers with `length` steps, of which the last counts if all before were `a`."""

    def __init__(self, payoffs: Payoffs, length: int = 1) -> None:
        super().__init__(ABOUT, 1, Options(2), MOVES, [], ["over", "choose"])
        self.payoffs = payoffs
        self.length = length
        self.menus = [MOVES[: len(payoffs)], MOVES[: len(payoffs[0])]]
        self.deals = 0

    def deal(self, seed: int) -> MatrixState:
        state = MatrixState(self)
        state.ask(1, [0, 1])
        return state

    def redeal(self, seen: Observation, rng: Rng) -> MatrixState:
        self.deals += 1
        state = MatrixState(self)
        state.hush()
        state.ask_again(1, seen)
        return state

    def read_position(self, fields: Fields) -> MatrixState:
        raise NotImplementedError


@final
class Referee(Policy):
    """Reads the table."""

    def evaluate(self, state: State) -> list[float]:
        assert isinstance(state, MatrixState)
        game = state.game
        *before, last = state.chosen[0]
        wins = 0.0
        if all(move is MOVES[0] for move in before):
            wins = game.payoffs[last.index][state.chosen[1][0].index]
        return [wins, 1.0 - wins]
