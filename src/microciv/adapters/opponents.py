"""Who sits in the seats that nobody learns in: a bot by its level, or any function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from microciv.adapters.encoding import Mask, Vector
from microciv.core.errors import BadOption
from microciv.core.moves import Seat
from microciv.games import policies

EASY: Final = "easy"
RANDOM: Final = "random"

Function: TypeAlias = Callable[[Vector, Mask], Any]
"""Rows (n, size) and masks (n, actions), to an action each, (n,): a frozen copy of the learner."""
Opponent: TypeAlias = str | Function
"""A level of a bot, or a function."""
Opponents: TypeAlias = Opponent | list[Opponent]
"""The same for all others, or one for each, from the left neighbour on."""


def usual(game: str) -> str:
    """The level of those of whom nothing is said: `easy`, or random in a game without it."""
    return EASY if EASY in policies(game) else RANDOM


def around(seat: Seat, seats: int, opponents: Opponents) -> dict[Seat, Opponent]:
    """By seat, who sits in the others.

    :raises BadOption: if there are more or fewer of them than seats.
    """
    each = opponents if isinstance(opponents, list) else [opponents] * (seats - 1)
    if len(each) != seats - 1:
        raise BadOption(f"bots: expected {seats - 1} levels or functions, not {len(each)}")
    return {(seat + 1 + index) % seats: one for index, one in enumerate(each)}


def check_seat(seat: Seat | None, seats: int) -> None:
    """None stands for any.

    :raises BadOption: if there is no such seat.
    """
    if seat is not None and not 0 <= seat < seats:
        raise BadOption(f"seat: expected 0 to {seats - 1}, not {seat}")


def levels_of(opponents: dict[Seat, Opponent]) -> dict[Seat, str]:
    """Those that are bots."""
    return {seat: one for seat, one in opponents.items() if isinstance(one, str)}


def functions_of(opponents: dict[Seat, Opponent]) -> dict[Seat, Function]:
    """Opponents that are called, by seat; levels of bots play by themselves."""
    return {seat: one for seat, one in opponents.items() if not isinstance(one, str)}
