"""Who plays the seats without a learner: bots, named by their level, or functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from microciv.adapters import is_whole
from microciv.adapters.encoding import Mask, Vector
from microciv.core.errors import BadOption
from microciv.core.fields import shown
from microciv.core.moves import Seat
from microciv.games import policies

EASY: Final = "easy"
RANDOM: Final = "random"

Function: TypeAlias = Callable[[Vector, Mask], Any]
"""From rows (n, size) and masks (n, actions) to an action for each row, (n,): for example a frozen
copy of the learner."""
Opponent: TypeAlias = str | Function
"""A bot's level, or a function."""
Opponents: TypeAlias = Opponent | list[Opponent]
"""One for all other seats, or a list with one for each, left neighbour first."""


def usual(game: str) -> str:
    """The level of opponents unless stated: `easy`, or `random` in a game without it."""
    return EASY if EASY in policies(game) else RANDOM


def around(seat: Seat, seats: int, opponents: Opponents) -> dict[Seat, Opponent]:
    """The opponents by seat, seen from the learner in `seat`.

    :raises BadOption: if the list has not one for each other seat.
    """
    each = opponents if isinstance(opponents, list) else [opponents] * (seats - 1)
    if len(each) != seats - 1:
        raise BadOption(f"bots: expected {seats - 1} levels or functions, not {len(each)}")
    return {(seat + 1 + index) % seats: one for index, one in enumerate(each)}


def check_seat(seat: Seat | None, seats: int) -> None:
    """Check a setting `seat`; None stands for any seat.

    :raises BadOption: if there is no such seat.
    """
    if seat is not None and not (is_whole(seat) and 0 <= seat < seats):
        raise BadOption(f"seat: expected 0 to {seats - 1}, not {shown(seat)}")


def levels_of(opponents: dict[Seat, Opponent]) -> dict[Seat, str]:
    """The bots among them, by seat."""
    return {seat: one for seat, one in opponents.items() if isinstance(one, str)}


def functions_of(opponents: dict[Seat, Opponent]) -> dict[Seat, Function]:
    """The functions among them, by seat."""
    return {seat: one for seat, one in opponents.items() if not isinstance(one, str)}
