"""Who plays the seats without a learner: bots, named by their level, or functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from microciv.adapters import is_whole
from microciv.adapters.encoding import Mask, Numbers, Vector
from microciv.core.errors import BadOption, IllegalMove
from microciv.core.fields import shown
from microciv.core.moves import Seat

Function: TypeAlias = Callable[[Vector, Mask], Any]
"""From rows (n, size) and masks (n, actions) to an action for each row, (n,), each of them legal by
its mask: for example a frozen copy of the learner."""
Opponent: TypeAlias = str | Function
"""A bot's level, or a function."""
Opponents: TypeAlias = Opponent | list[Opponent]
"""One for all other seats, or a list with one for each, left neighbour first."""


def around(seat: Seat, seats: int, opponents: Opponents) -> dict[Seat, Opponent]:
    """The opponents by seat, seen from the learner in `seat`.

    :raises BadOption: if one is neither a level nor a function, or if the list does not have one
        for each other seat.
    """
    each = opponents if isinstance(opponents, list) else [opponents] * (seats - 1)
    for one in each:
        check_opponent(one)
    if len(each) != seats - 1:
        raise BadOption(f"bots: expected {seats - 1} levels or functions, not {len(each)}")
    return {(seat + 1 + index) % seats: one for index, one in enumerate(each)}


def check_opponent(opponent: object) -> None:
    """Check what a setting `bots` says of one seat.

    :raises BadOption: if it is neither a level nor a function.
    """
    if not isinstance(opponent, str) and not callable(opponent):
        raise BadOption(
            "bots: expected a level such as 'easy', a function, or a list with one of these for"
            f" each other seat, not {shown(opponent)}"
        )


def check_seated(opponents: dict[Seat, Opponent], game: str, seats: int) -> None:
    """Check opponents that are given by seat.

    :raises BadOption: if there is no such seat, or if one is neither a level nor a function.
    """
    for seat, opponent in opponents.items():
        if type(seat) is not int:
            raise BadOption(f"bots: expected seats by their number, not {shown(seat)}")
        if not 0 <= seat < seats:
            raise BadOption(f"bots: {game} has no seat {seat} with {seats} seats")
        check_opponent(opponent)


def read_seat(seat: Seat | None, seats: int) -> Seat | None:
    """Read a setting `seat`, a whole number of any kind; None stands for any seat.

    :raises BadOption: if there is no such seat.
    """
    if seat is not None and not (is_whole(seat) and 0 <= seat < seats):
        raise BadOption(f"seat: expected 0 to {seats - 1}, not {shown(seat)}")
    return None if seat is None else int(seat)


def levels_of(opponents: dict[Seat, Opponent]) -> dict[Seat, str]:
    """The bots among them, by seat."""
    return {seat: one for seat, one in opponents.items() if isinstance(one, str)}


def functions_of(opponents: dict[Seat, Opponent]) -> dict[Seat, Function]:
    """The functions among them, by seat."""
    return {seat: one for seat, one in opponents.items() if not isinstance(one, str)}


def actions_of(function: Function, rows: Vector, masks: Mask) -> Numbers:
    """The action of an opponent for each of these n rows, (n,).

    :raises ValueError: if the function does not return n integers.
    :raises IllegalMove: if one of them is not legal by its mask.
    """
    given = function(rows, masks.copy())  # so writing into its mask changes nothing
    duty = (
        f"bots: the function {_name(function)} is to return an action for each row, integers of"
        f" shape ({len(masks)},)"
    )
    if given is None:
        raise ValueError(f"{duty}, not None")
    try:
        actions = np.asarray(given)
    except ValueError:  # rows of different lengths
        raise ValueError(f"{duty}, not {shown(given)}") from None
    if actions.shape != (len(masks),):
        raise ValueError(f"{duty}, not something of shape {actions.shape}")
    if actions.dtype.kind not in "iu":
        raise ValueError(f"{duty}, not of type {actions.dtype}")
    numbers = actions.astype(np.int64)
    known = (numbers >= 0) & (numbers < masks.shape[1])
    legal = known & (masks[np.arange(len(masks)), np.where(known, numbers, 0)] != 0)
    if not legal.all():
        row = int(np.flatnonzero(~legal)[0])
        raise IllegalMove(f"{duty}, each legal by its mask; {numbers[row]} in row {row} is not")
    return numbers


def _name(function: Function) -> str:
    return str(getattr(function, "__qualname__", type(function).__qualname__))
