"""Observations and moves as arrays: `float32` vectors, `int8` masks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from microciv.core.features import Block, Features
from microciv.core.game import Game
from microciv.core.moves import SPECTATOR, Move
from microciv.core.state import Observation

Vector: TypeAlias = NDArray[np.float32]
Mask: TypeAlias = NDArray[np.int8]


def blocks_of(game: Game) -> list[Block]:
    """What the numbers of a vector mean, block after block."""
    features = Features()
    game.encode(game.deal(0).observe(SPECTATOR), features)
    return features.blocks()


def size_of(game: Game) -> int:
    return sum([block.size for block in blocks_of(game)])


def vector_of(game: Game, seen: Observation) -> Vector:
    """What a seat knows, shape (size,), each number from -1 to 1."""
    features = Features()
    game.encode(seen, features)
    return np.array(features.values, np.float32)


def mask_of(size: int, legal: Iterable[Move]) -> Mask:
    """Shape (size,): 1 in the place of each of these moves, 0 elsewhere."""
    mask = np.zeros(size, np.int8)
    for move in legal:
        mask[move.index] = 1
    return mask
