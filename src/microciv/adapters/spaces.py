"""What an agent is given, as PettingZoo's and Gymnasium's spaces and arrays."""

from __future__ import annotations

from typing import TypedDict

import numpy as np
from gymnasium.spaces import Box, Dict

from microciv.adapters.bulk.arena import Arena
from microciv.adapters.encoding import INT8, Encoding, Mask, Vector
from microciv.core.moves import Seat


class Seen(TypedDict):
    """The observation of an agent."""

    observation: Vector  # float32, (size,)
    action_mask: Mask  # int8, (actions,)


def space_of(encoding: Encoding, actions: int) -> Dict:
    """The space of `Seen`: a row of `encoding.size` numbers, and a mask of this many actions."""
    return Dict(
        {
            "observation": Box(-1.0, 1.0, (encoding.size,), np.float32),
            "action_mask": Box(0, 1, (actions,), np.int8),
        }
    )


def state_space_of(seats: int, size: int) -> Box:
    """The space of what all seats know together: their rows concatenated in seat order, shape
    (seats * size,).
    """
    return Box(-1.0, 1.0, (seats * size,), np.float32)


def check_central(*, central: bool) -> None:
    """Refuse `state()` to those who did not ask for it when they made the environment.

    :raises NotImplementedError: unless `central`.
    """
    if not central:
        raise NotImplementedError(
            "state() tells what is hidden from agents: make the environment with central=True"
        )


def seen_by(arena: Arena, encoding: Encoding, seats: list[Seat]) -> list[Seen]:
    """What each of these seats knows, and its mask of legal actions, in the order given."""
    if len(seats) == 1:
        return [
            {
                "observation": encoding.row(arena.rows(seats)),
                "action_mask": mask_of(arena, seats[0]),
            }
        ]
    rows, masks = encoding.rows(arena.rows(seats)), masks_of(arena, seats)
    return [
        {"observation": row, "action_mask": mask} for row, mask in zip(rows, masks, strict=True)
    ]


def mask_of(arena: Arena, seat: Seat) -> Mask:
    """The action mask of this seat, shape (actions,)."""
    mask: Mask = np.frombuffer(arena.masks([seat]), INT8)
    return mask


def masks_of(arena: Arena, seats: list[Seat]) -> Mask:
    """The action masks of these n seats, shape (n, actions)."""
    masks: Mask = np.frombuffer(arena.masks(seats), INT8)
    return masks.reshape(-1, arena.actions)
