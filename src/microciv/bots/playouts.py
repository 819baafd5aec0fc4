"""Quiet random playouts: the inner loop of search and of studies."""

from __future__ import annotations

from microciv.core.rng import Rng
from microciv.core.state import State


def play_out(state: State, rng: Rng) -> int:
    """Play to the end with random moves, each as likely; returns how many were played."""
    played = 0
    while state.owing:
        seat = state.owing[0]
        moves = state.legal(seat)
        state.apply(seat, moves[rng.below(len(moves))])
        played += 1
    return played
