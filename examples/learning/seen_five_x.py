"""What the network of `expert` sees of 5X, out of the rows of the encoding, and what it makes of it
in whole numbers: the same as microciv's own code, in NumPy.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from microciv.games.five_x.cards import BASICS, CARDS, LETTERS
from microciv.games.five_x.policy.inputs import (
    BIDS,
    HALVES,
    IN_HAND,
    LEADERS,
    OF_ALL,
    OF_SEAT,
    RESOURCES,
    SMALLEST,
    TABLES,
)
from microciv.games.five_x.policy.network import FULL, ONE, WEIGHT, ZERO
from microciv.games.five_x.rules.phases import PHASES

Rows = NDArray[np.float32]
Bytes = NDArray[np.uint8]

LARGEST: Final = SMALLEST + TABLES - 1
OF_TABLE: Final = OF_ALL - OF_SEAT
WONDERS: Final = len(LETTERS)

# Blocks of a row (docs/environments.md), with the amounts that numbers are divided by.
BEFORE: Final = [
    *[("phase", len(PHASES)), ("asked", 0), ("seat", 0), ("steps", 1), ("round", WONDERS + 1)],
    *[("wonder", WONDERS), ("stack", WONDERS), ("removed", WONDERS), ("aside", 1)],
    *[("passed", LEADERS), ("received", LEADERS)],
]
OF_TABLE_BLOCKS: Final = ("phase", "round", "wonder", "stack", "removed", "passed", "received")
OF_EACH: Final = [
    *[("known", LEADERS), ("few", 1), ("resources", 1), ("basics", BASICS), ("leaders", 1)],
    *[("shown", LEADERS), ("pile", CARDS), ("played", CARDS), ("previous", CARDS), ("bid", 1)],
    *[("wonders", WONDERS), ("halves", 1)],
]
MOST: Final = {"resources": 40, "leaders": 2, "bid": 10, "halves": 40}
LEVELS: Final = {"resources": RESOURCES, "leaders": IN_HAND, "bid": BIDS, "halves": HALVES}


def inputs_of(rows: Rows, seats: int) -> tuple[Rows, Rows]:
    """The inputs of the table, (n, OF_TABLE), and of each seat from the observer on, (n, 6,
    OF_SEAT): 1 for those that hold. Seats that nobody sits in have none.
    """
    at = 0

    def taken(blocks: list[tuple[str, int]]) -> dict[str, Rows]:
        nonlocal at
        found: dict[str, Rows] = {}
        for name, size in blocks:
            width = size or seats
            found[name] = rows[:, at : at + width]
            at += width
        return found

    before = taken(BEFORE)
    at_table = np.zeros((len(rows), TABLES), np.float32)
    at_table[:, seats - SMALLEST] = 1
    table = np.concatenate([*[before[name] for name in OF_TABLE_BLOCKS], at_table], axis=1)
    each = np.zeros((len(rows), LARGEST, OF_SEAT), np.float32)
    for seat in range(seats):
        blocks = taken(OF_EACH)
        del blocks["few"]
        for name, most in MOST.items():
            blocks[name] = one_of(blocks[name][:, 0] * most, LEVELS[name])
        asked = before["asked"][:, seat : seat + 1]
        each[:, seat] = np.concatenate([*blocks.values(), asked], axis=1)
    return table, each


def one_of(amounts: Rows, levels: int) -> Rows:
    """A 1 at each amount, (n, levels); what is more counts as the highest."""
    index = np.clip(np.rint(amounts).astype(np.int64), 0, levels - 1)
    found: Rows = np.eye(levels, dtype=np.float32)[index]
    return found


def likings(layers: dict[str, Bytes], rows: Rows, seats: int) -> NDArray[np.float64]:
    """How much the network likes each move, (n, MOVES), as `Network.liking` counts it."""
    table, each = [found.astype(np.int64) for found in inputs_of(rows, seats)]
    rival, first, second, move = [
        layers[name].astype(np.int64) - ZERO for name in ("rival", "first", "second", "move")
    ]
    always = np.ones((len(rows), 1), np.int64)
    rivals = np.zeros((len(rows), len(rival)), np.int64)
    for seat in range(1, seats):
        here = np.concatenate([each[:, seat], always], axis=1) @ rival.T
        rivals += np.maximum(here, 0)
    rivals = np.minimum(rivals * ONE // WEIGHT, FULL)
    own = np.concatenate([each[:, 0], table, always], axis=1)
    total = ONE * (own @ first[:, : OF_ALL + 1].T) + rivals @ first[:, OF_ALL + 1 :].T
    thought = np.clip(total // WEIGHT, 0, FULL)
    thought = np.clip(np.concatenate([thought, always * ONE], axis=1) @ second.T // WEIGHT, 0, FULL)
    return np.concatenate([thought, always * ONE], axis=1) @ move.T / (ONE * WEIGHT)
