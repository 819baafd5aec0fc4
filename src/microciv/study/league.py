"""A league: every bot against every other, at several numbers of seats."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Final, final

FIRST_SEED: Final = 1_000_000  # not those that tests and examples use


@final
@dataclass(frozen=True)
class Fixture:
    """One match of a league: what tells it from all others."""

    bots: tuple[str, ...]  # their names, by seat
    seed: int


def fixtures(bots: list[str], tables: list[int], matches: int) -> list[Fixture]:
    """This many matches of every pair of bots at every number of seats.

    Pairs take turns, so that a league that is stopped early has seen something of each.
    """
    return [
        Fixture(seating(seats, upper, lower, number), FIRST_SEED + number)
        for number in range(matches)
        for seats in tables
        for lower, upper in combinations(bots, 2)
    ]


def seating(seats: int, one: str, other: str, number: int) -> tuple[str, ...]:
    """Every second seat for each of two bots; match by match they change places, and where the
    number of seats is odd, now the one and now the other has a seat more.
    """
    pair = (one, other) if number % 2 == 0 else (other, one)
    row = [pair[seat % 2] for seat in range(seats)]
    turn = number // 2 % seats
    return tuple(row[turn:] + row[:turn])
