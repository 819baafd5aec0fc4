"""Quiet random playouts: the inner loop of search and of studies."""

from __future__ import annotations

from microciv.core.moves import Move
from microciv.core.rng import Rng
from microciv.core.state import State


def play_out(state: State, rng: Rng) -> int:
    """Play to the end with random moves, each as likely; returns how many were played."""
    played = 0
    while state.owing:
        moves: list[Move] = []
        for seat in state.owing:
            legal = state.legal(seat)
            moves.append(legal[rng.below(len(legal))])
        state.apply_all(moves)
        played += len(moves)
    return played
