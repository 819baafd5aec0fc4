"""A league: every level against every other, at several numbers of seats."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Final, final

from microciv.core.game import Game
from microciv.games import open_game
from microciv.study.matches import Lineup
from microciv.study.ratings import Result

FIRST_SEED: Final = 1_000_000  # not those that tests and examples use


@final
@dataclass(frozen=True)
class Fixture:
    """One match of a league, in words that another process understands."""

    game: str
    levels: tuple[str, ...]  # by seat
    seed: int

    def key(self) -> str:
        """What tells it from all other fixtures."""
        return f"{self.game} {self.seed} {','.join(self.levels)}"


def fixtures(game: str, levels: list[str], tables: list[int], matches: int) -> list[Fixture]:
    """This many matches of every pair of levels at every number of seats.

    Pairs take turns, so that a league that is stopped early has seen something of each.
    """
    return [
        Fixture(game, seating(seats, upper, lower, number), FIRST_SEED + number)
        for number in range(matches)
        for seats in tables
        for lower, upper in combinations(levels, 2)
    ]


def seating(seats: int, one: str, other: str, number: int) -> tuple[str, ...]:
    """Every second seat for each of two levels; match by match they change places, and where the
    number of seats is odd, now the one and now the other has a seat more.
    """
    pair = (one, other) if number % 2 == 0 else (other, one)
    row = [pair[seat % 2] for seat in range(seats)]
    turn = number // 2 % seats
    return tuple(row[turn:] + row[:turn])


def play_fixture(fixture: Fixture) -> Result:
    """Play one match to its end."""
    game: Game = open_game(fixture.game, {"seats": len(fixture.levels)})
    places = Lineup(game, list(fixture.levels)).play(fixture.seed).places
    winners = [seat for seat, place in enumerate(places) if place == 1]
    return Result(fixture.levels, tuple(winners))
