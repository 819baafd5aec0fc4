"""Tournaments: who meets whom at tables of several, and who leads. Pure data; `groups` keeps it."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Container, Iterable, Mapping
from itertools import combinations
from typing import Final, NamedTuple

import msgspec

from microciv.server.wire.groups import Pairing
from microciv.server.wire.pace import Pace

FIRST: Final = 100
"""Points of a first place; the last has none, and those between lie evenly."""
REPEAT: Final = 1000
"""The cost of two people meeting again; in a Swiss tournament a rank between two costs 1."""


class Drawn(msgspec.Struct, frozen=True):
    """A table of a round, and who plays there."""

    table: str
    people: list[str]
    out: bool = False
    """It was left out: the next round did not wait for it, and it counts for nobody."""


class Tournament(msgspec.Struct, frozen=True):
    """All of a tournament but its matches."""

    game: str
    pairing: Pairing
    most: int
    rounds: int
    people: list[str]
    pace: Pace
    hours: int
    drawn: list[list[Drawn]] = []
    """By round."""

    def without(self, tables: Container[str]) -> Tournament:
        """The next round does not wait for these."""
        drawn = [
            [msgspec.structs.replace(one, out=one.out or one.table in tables) for one in of_round]
            for of_round in self.drawn
        ]
        return msgspec.structs.replace(self, drawn=drawn)


class Placed(NamedTuple):
    """How somebody came out of a match."""

    place: int
    seats: int

    @property
    def points(self) -> int:
        """FIRST for the first place, 0 for the last."""
        return round(FIRST * (self.seats - self.place) / (self.seats - 1))


class Tally(NamedTuple):
    """What somebody has won."""

    points: int
    won: int
    matches: int


def tally(placed: Iterable[Placed]) -> Tally:
    """The sum of some matches of one person."""
    all_of_them = [*placed]
    return Tally(
        sum([one.points for one in all_of_them]),
        len([one for one in all_of_them if one.place == 1]),
        len(all_of_them),
    )


def sizes_of(people: int, most: int) -> list[int]:
    """How many sit at each table: as few tables as will do, and as even as can be."""
    tables = -(-people // most)
    usual, more = divmod(people, tables)
    return [usual + 1] * more + [usual] * (tables - more)


def draw(tournament: Tournament, tallies: Mapping[str, Tally], lot: list[str]) -> list[list[str]]:
    """Who sits together in the next round. People meet somebody again only if they cannot meet
    anybody else; in a Swiss tournament, moreover, people with similar points meet. `lot` has all
    its people in an order that breaks ties.
    """
    swiss = tournament.pairing == "swiss"
    order = sorted(lot, key=lambda one: tallies[one], reverse=True) if swiss else lot
    rank = {person: number for number, person in enumerate(order)}
    met = Counter(
        [
            frozenset(pair)
            for tables in tournament.drawn
            for table in tables
            for pair in combinations(table.people, 2)
        ]
    )
    seats = iter(order)
    tables = [[next(seats) for _ in range(size)] for size in sizes_of(len(order), tournament.most)]

    def cost(person: str, others: list[str]) -> int:
        """How much is against their meeting: unlike scores, or having met before."""
        apart = [abs(rank[person] - rank[other]) * swiss for other in others]
        again = [REPEAT * met[frozenset((person, other))] ** 2 for other in others]
        return sum(apart) + sum(again)

    better = True
    while better:  # two change places for as long as that costs less: each time it does
        better = False
        for one, other in combinations(range(len(tables)), 2):
            for here in range(len(tables[one])):
                for there in range(len(tables[other])):
                    first, second = tables[one][here], tables[other][there]
                    rest = [*tables[one][:here], *tables[one][here + 1 :]]
                    more = [*tables[other][:there], *tables[other][there + 1 :]]
                    now = cost(first, rest) + cost(second, more)
                    if cost(second, rest) + cost(first, more) < now:
                        tables[one][here], tables[other][there] = second, first
                        better = True
    return tables


def by_lot(people: Iterable[str]) -> list[str]:
    """In an order that nobody can foresee."""
    found = [*people]
    secrets.SystemRandom().shuffle(found)
    return found
