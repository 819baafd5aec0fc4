"""Quiet random playouts: the inner loop of studies."""

from __future__ import annotations

from microciv.core.moves import Move
from microciv.core.rng import Rng
from microciv.core.state import State


def play_out(state: State, rng: Rng) -> int:
    """Play to the end with random moves, each as likely; returns how many of them were choices."""
    choices = 0
    while state.owing:
        moves: list[Move] = []
        for seat in state.owing:
            legal = state.legal(seat)
            count = len(legal)
            if count == 1:
                moves.append(legal[0])
            else:
                choices += 1
                moves.append(legal[rng.below(count)])
        state.apply_all(moves)
    return choices
