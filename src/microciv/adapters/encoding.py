"""Observations as arrays: rows are `float32`, from -1 to 1; masks are `int8`, 0 or 1."""

from __future__ import annotations

from typing import Any, Final, TypeAlias, final

import numpy as np
from numpy.typing import NDArray

from microciv.core.features import Block, Features, Layout
from microciv.core.game import Game
from microciv.core.moves import SPECTATOR, Seat
from microciv.core.rng import Rng
from microciv.core.state import Observation, State

Vector: TypeAlias = NDArray[np.float32]
Mask: TypeAlias = NDArray[np.int8]
Numbers: TypeAlias = NDArray[np.int64]

# Made once: otherwise NumPy would look up the type at each call.
INT8: Final = np.dtype(np.int8)
FLOAT32: Final = np.dtype(np.float32)

FEW: Final = 8
"""Up to this many rows are scaled as a single long one: row by row, NumPy takes twice as long."""


@final
class Encoding:
    """Turns what a seat of this game knows into an array."""

    def __init__(self, game: Game) -> None:
        layout = Layout()
        self.game = game
        game.encode(game.deal(0), SPECTATOR, Features(layout))
        self.blocks: list[Block] = layout.blocks()
        """The observation encoding: the blocks of a row, in order, with their meanings."""
        self.size = len(layout.mosts)
        """Numbers in a row."""
        self._mosts = np.array(layout.mosts, np.float32)
        self._mosts_of_few = np.tile(self._mosts, FEW)
        self._features = Features()

    def __reduce__(self) -> tuple[Any, ...]:
        return Encoding, (self.game,)

    def rows(self, rows: bytes, out: Vector | None = None) -> Vector:
        """Arrays of n rows from the bytes that `Features` writes, shape (n, size); written into
        `out` if given.
        """
        if out is None and len(rows) <= FEW * self.size:
            few: Vector = np.frombuffer(rows, INT8).astype(FLOAT32)
            few /= self._mosts_of_few[: len(rows)]
            return few.reshape(-1, self.size)
        amounts = np.frombuffer(rows, INT8).reshape(-1, self.size)
        vectors = np.empty(amounts.shape, FLOAT32) if out is None else out
        vectors[:] = amounts
        vectors /= self._mosts  # in place: this takes two thirds of the time of `divide`
        return vectors

    def row(self, row: bytes) -> Vector:
        """The array of a single row, shape (size,)."""
        vector: Vector = np.frombuffer(row, INT8).astype(FLOAT32)
        vector /= self._mosts
        return vector

    def vector(self, state: State, seat: Seat) -> Vector:
        """What the seat knows in this state: its row, shape (size,), each number from -1 to 1."""
        self.game.encode(state, seat, self._features)
        return self.row(self._features.taken())

    def vector_seen(self, seen: Observation) -> Vector:
        """The same row from an observation alone: it re-deals a state, as all re-deals of an
        observation have the same numbers (law *numbers*).
        """
        return self.vector(self.game.redeal(seen, Rng(0)), seen.seat)
