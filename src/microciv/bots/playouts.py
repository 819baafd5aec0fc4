"""Quiet random playouts: the inner loop of studies."""

from __future__ import annotations

from microciv.core.moves import Move
from microciv.core.rng import Rng
from microciv.core.state import State


def play_out(state: State, rng: Rng) -> int:
    """Play to the end with random moves, each as likely; returns how many of them were choices."""
    choices = 0
    while state.owing:
        owing = state.owing
        if len(owing) == 1:  # nobody to wait for, and no list to make
            seat = owing[0]
            legal = state.legal(seat)
            count = len(legal)
            if count > 1:
                choices += 1
            state.apply(seat, legal[rng.below(count) if count > 1 else 0])
            continue
        moves: list[Move] = []
        for seat in owing:
            legal = state.legal(seat)
            count = len(legal)
            if count > 1:
                choices += 1
            moves.append(legal[rng.below(count) if count > 1 else 0])
        state.apply_all(moves)
    return choices
