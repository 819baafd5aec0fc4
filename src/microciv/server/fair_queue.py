"""Who is next among the many that share a scarce resource: whoever has the least of it under way,
and then whoever has had the least of it.

Shares are nested: visitors take turns, and so do the tables of one visitor, however many there are.
A visitor is a person at an address, and counts as having had as much as whichever of the two has
had more: neither many guests at one address nor one person at many addresses get more.
"""

from __future__ import annotations

from collections import deque
from typing import Generic, NamedTuple, TypeVar, final

T = TypeVar("T")
K = TypeVar("K")


class Whose(NamedTuple):
    """For whom something is done: a visitor, by address and, if it is known, as a person, and one
    of the visitor's tables.
    """

    visitor: str
    table: str
    person: str = ""


@final
class _Party(Generic[T]):
    """One who takes turns with others: an address, a person, a visitor or a table."""

    def __init__(self, had: float) -> None:
        self.had = had
        """Seconds; a newcomer starts level with whoever has had least, and catches nothing up."""
        self.under_way = 0
        self.waiting = 0
        self.things: deque[T] = deque()
        """Of a table."""
        self.tables: dict[str, _Party[T]] = {}
        """Of a visitor."""

    @property
    def is_here(self) -> bool:
        return self.waiting > 0 or self.under_way > 0

    @property
    def standing(self) -> tuple[int, float]:
        """Who has the least is next."""
        return self.under_way, self.had


@final
class FairQueue(Generic[T]):
    """What waits for its turn. Who has nothing waiting or under way is forgotten."""

    def __init__(self) -> None:
        self._waiting = 0
        self._addresses: dict[str, _Party[T]] = {}
        self._persons: dict[str, _Party[T]] = {}
        self._visitors: dict[tuple[str, str], _Party[T]] = {}

    def __len__(self) -> int:
        return self._waiting

    def add(self, whose: Whose, thing: T) -> None:
        """Behind what waits of the same table."""
        parties = self._parties(whose)
        self._waiting += 1
        for party in parties:
            party.waiting += 1
        parties[-1].things.append(thing)

    def take(self, most: int) -> tuple[Whose, T] | None:
        """What is next, and under way from now on; None: only visitors who have this much under way
        already have anything waiting.
        """
        waiting = [names for names, one in self._visitors.items() if one.waiting]
        if not waiting:
            return None
        address, person = names = min(waiting, key=self._standing)
        if self._standing(names)[0] >= most:
            return None
        tables = self._visitors[names].tables
        table = min(
            [name for name, one in tables.items() if one.waiting],
            key=lambda name: tables[name].standing,
        )
        whose = Whose(address, table, person)
        parties = self._parties(whose)
        self._waiting -= 1
        for party in parties:
            party.waiting -= 1
            party.under_way += 1
        return whose, parties[-1].things.popleft()

    def done(self, whose: Whose, seconds: float) -> None:
        """What was taken has ended, and took this many seconds."""
        for party in self._parties(whose):
            party.under_way -= 1
            party.had += seconds
        names = whose.visitor, whose.person
        _forget(self._visitors[names].tables, whose.table)
        _forget(self._visitors, names)
        _forget(self._addresses, whose.visitor)
        if whose.person:
            _forget(self._persons, whose.person)

    def _standing(self, names: tuple[str, str]) -> tuple[int, float, int, float]:
        """How far on the address or the person is, by the greater; then the visitor's own."""
        address, person = names
        both = [self._addresses[address]]
        if person:
            both.append(self._persons[person])
        most = max([one.under_way for one in both]), max([one.had for one in both])
        return *most, *self._visitors[names].standing

    def _parties(self, whose: Whose) -> list[_Party[T]]:
        """The address, the person, the visitor, the table."""
        found = [_of(self._addresses, whose.visitor)]
        if whose.person:
            found.append(_of(self._persons, whose.person))
        visitor = _of(self._visitors, (whose.visitor, whose.person))
        return [*found, visitor, _of(visitor.tables, whose.table)]


def _of(parties: dict[K, _Party[T]], name: K) -> _Party[T]:
    if name not in parties:
        parties[name] = _Party(min([one.had for one in parties.values()], default=0.0))
    return parties[name]


def _forget(parties: dict[K, _Party[T]], name: K) -> None:
    if not parties[name].is_here:
        del parties[name]
