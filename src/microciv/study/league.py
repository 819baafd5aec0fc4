"""A league: every bot against every other, at several numbers of seats."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Final, final

FIRST_SEED: Final = 1_000_000  # above the seeds that tests and examples use


@final
@dataclass(frozen=True)
class Fixture:
    """One match of a league: its bots and its seed determine it."""

    bots: tuple[str, ...]  # their levels, by seat
    seed: int


def fixtures(bots: list[str], tables: list[int], matches: int) -> list[Fixture]:
    """This many matches for every pair of bots at every number of seats (`tables`).

    The pairs take turns, so that a league that is stopped early has matches of each.
    """
    return [
        Fixture(seating(seats, upper, lower, number), FIRST_SEED + number)
        for number in range(matches)
        for seats in tables
        for lower, upper in combinations(bots, 2)
    ]


def seating(seats: int, one: str, other: str, number: int) -> tuple[str, ...]:
    """Who sits where in match `number` of a pair: the two bots alternate around the table, swap in
    every other match, and then move on by a seat. If the number of seats is odd, each has the extra
    seat in half of the matches.
    """
    pair = (one, other) if number % 2 == 0 else (other, one)
    row = [pair[seat % 2] for seat in range(seats)]
    turn = number // 2 % seats
    return tuple(row[turn:] + row[:turn])
