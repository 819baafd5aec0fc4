"""What an agent is given, as PettingZoo's and Gymnasium's spaces and arrays."""

from __future__ import annotations

from typing import TypedDict

import numpy as np
from gymnasium.spaces import Box, Dict

from microciv.adapters.bulk.arena import Arena
from microciv.adapters.encoding import INT8, Encoding, Mask, Vector
from microciv.core.moves import Seat


class Seen(TypedDict):
    """What an agent is given."""

    observation: Vector  # float32, (size,)
    action_mask: Mask  # int8, (actions,)


def space_of(encoding: Encoding, actions: int) -> Dict:
    """The space of an encoded observation and of its mask of legal actions."""
    return Dict(
        {
            "observation": Box(-1.0, 1.0, (encoding.size,), np.float32),
            "action_mask": Box(0, 1, (actions,), np.int8),
        }
    )


def state_space_of(seats: int, size: int) -> Box:
    """What all seats of a match know together: their rows, seat by seat, (seats * size,)."""
    return Box(-1.0, 1.0, (seats * size,), np.float32)


def check_central(*, central: bool) -> None:
    """The whole truth is for who has asked for it.

    :raises NotImplementedError: unless `central`.
    """
    if not central:
        raise NotImplementedError(
            "state() tells what is hidden from agents: make the environment with central=True"
        )


def seen_by(arena: Arena, encoding: Encoding, seats: list[Seat]) -> list[Seen]:
    """What these seats know, and what they may do."""
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
    """What this seat may do, (actions,)."""
    mask: Mask = np.frombuffer(arena.masks([seat]), INT8)
    return mask


def masks_of(arena: Arena, seats: list[Seat]) -> Mask:
    """What these seats may do, (n, actions)."""
    masks: Mask = np.frombuffer(arena.masks(seats), INT8)
    return masks.reshape(-1, arena.actions)
