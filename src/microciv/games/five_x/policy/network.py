"""A small neural network that says how much it likes each move of a seat in 5X
(docs/bots/5x.md). It is trained by examples/learning/expert_five_x.py.

It computes in whole numbers, so that every machine finds the same, and a byte holds each weight and
each output of a layer (as in Stockfish's NNUE; Nasu 2018). What a rival has goes through a layer of
its own, the same for all rivals, whose outputs are added up; so the number of seats does not matter
(Zaheer et al. 2017, Deep Sets).
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from microciv.core.moves import Seat
from microciv.games.five_x.policy.inputs import OF_ALL, OF_SEAT, seen_of, table_of
from microciv.games.five_x.rules.state import FiveXState

WEIGHT: Final = 64  # weights are counted in this part of 1,
ONE: Final = 32  # outputs of a layer in this part
ZERO: Final = 128  # the byte of a weight that is 0
FULL: Final = 255  # the largest output: a byte holds it

RIVAL: Final = 32  # outputs of the layers
FIRST: Final = 128
SECOND: Final = 64
MOVES: Final = 86  # all but bids above 24


@final
class Network:
    """The weights, by layer: a byte each, output by output. The last weight of an output is added
    always (its bias); of `first`, it is the last one before those for what the rivals come to.
    """

    def __init__(self, rival: bytes, first: bytes, second: bytes, move: bytes) -> None:
        """Shapes, outputs × inputs: `rival` (RIVAL, OF_SEAT + 1), `first` (FIRST, OF_ALL + 1 +
        RIVAL), `second` (SECOND, FIRST + 1), `move` (MOVES, SECOND + 1).

        :raises ValueError: if a layer has another size.
        """
        check_size("rival", rival, RIVAL * (OF_SEAT + 1))
        check_size("first", first, FIRST * (OF_ALL + 1 + RIVAL))
        check_size("second", second, SECOND * (FIRST + 1))
        check_size("move", move, MOVES * (SECOND + 1))
        self.rival = rival
        self.first = first
        self.second = second
        self.move = move

    def think(self, state: FiveXState, seat: Seat) -> bytes:
        """What the last layer before the moves comes to, in parts of `ONE`."""
        rivals = self.rivals(state, seat)
        inputs = [*seen_of(state, seat, seat), *table_of(state, seat), OF_ALL]
        first: list[int] = []
        for output in range(FIRST):
            start = output * (OF_ALL + 1 + RIVAL)
            own = ONE * chosen(self.first, start, inputs)
            first.append(clipped(own + weighed(self.first, start + OF_ALL + 1, rivals)))
        thought = bytes([*first, ONE])
        second = [
            clipped(weighed(self.second, output * (FIRST + 1), thought)) for output in range(SECOND)
        ]
        return bytes([*second, ONE])

    def rivals(self, state: FiveXState, seat: Seat) -> bytes:
        """What all rivals together come to, in parts of `ONE`."""
        totals = [0] * RIVAL
        for other in range(state.seats):
            if other != seat:
                inputs = [*seen_of(state, other, seat), OF_SEAT]
                for output in range(RIVAL):
                    total = chosen(self.rival, output * (OF_SEAT + 1), inputs)
                    if total > 0:
                        totals[output] += total
        return bytes([clipped(ONE * total) for total in totals])

    def liking(self, thought: bytes, move: int) -> float:
        """How much it likes a move, after it thought this: the logarithm of its chance, but for
        what is the same for all moves. `move` is its index in MOVES.
        """
        return weighed(self.move, move * (SECOND + 1), thought) / (ONE * WEIGHT)


def check_size(layer: str, weights: bytes, wanted: int) -> None:
    """Has a layer as many weights as it must have?"""
    if len(weights) != wanted:
        raise ValueError(f"{layer}: expected {wanted} weights, not {len(weights)}")


def clipped(total: int) -> int:
    """The output of a layer."""
    return min(total // WEIGHT, FULL) if total > 0 else 0


def chosen(weights: bytes, start: i64, inputs: list[int]) -> int:
    """The sum of these weights, counted from `start`."""
    total: i64 = 0
    for at in inputs:
        weight: i64 = weights[start + at]
        total += weight - ZERO
    return total


def weighed(weights: bytes, start: i64, inputs: bytes) -> int:
    """The sum of the inputs, each times its weight."""
    total: i64 = 0
    at: i64 = 0
    end: i64 = len(inputs)
    while at < end:
        amount: i64 = inputs[at]
        if amount > 0:
            weight: i64 = weights[start + at]
            total += amount * (weight - ZERO)
        at += 1
    return total
