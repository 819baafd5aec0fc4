"""Who is next, of many who share what is scarce: whoever has the least of it under way, and then
whoever has had the least of it.

Shares are nested: visitors take turns, and so do the tables of one visitor, however many there are.
"""

from __future__ import annotations

from collections import deque
from typing import Generic, NamedTuple, TypeVar, final

T = TypeVar("T")


class Whose(NamedTuple):
    """For whom something is done: a visitor, by address, and one of the visitor's tables."""

    visitor: str
    table: str


@final
class _Party(Generic[T]):
    """One who takes turns with others: a visitor or a table. At the root, everybody."""

    def __init__(self, had: float) -> None:
        self.had = had
        """Seconds; who comes begins where the one is who has had least, and catches nothing up."""
        self.under_way = 0
        self.waiting = 0
        self.things: deque[T] = deque()
        self.members: dict[str, _Party[T]] = {}

    @property
    def is_here(self) -> bool:
        return self.waiting > 0 or self.under_way > 0

    def member(self, name: str) -> _Party[T]:
        if name not in self.members:
            least = min([one.had for one in self.members.values()], default=0.0)
            self.members[name] = _Party(least)
        return self.members[name]

    def next(self) -> str:
        waiting = [name for name, one in self.members.items() if one.waiting]
        return min(waiting, key=lambda name: (self.members[name].under_way, self.members[name].had))


@final
class FairQueue(Generic[T]):
    """What waits for its turn. Who has nothing waiting or under way is forgotten."""

    def __init__(self) -> None:
        self._all: _Party[T] = _Party(0.0)

    def __len__(self) -> int:
        return self._all.waiting

    def add(self, whose: Whose, thing: T) -> None:
        """Behind what waits of the same table."""
        parties = self._parties(whose)
        for party in parties:
            party.waiting += 1
        parties[-1].things.append(thing)

    def take(self, most: int) -> tuple[Whose, T] | None:
        """What is next, and under way from now on; None: nothing waits but of visitors who have so
        much under way already.
        """
        if not self._all.waiting:
            return None
        name = self._all.next()
        visitor = self._all.members[name]
        if visitor.under_way >= most:
            return None
        whose = Whose(name, visitor.next())
        parties = self._parties(whose)
        for party in parties:
            party.waiting -= 1
            party.under_way += 1
        return whose, parties[-1].things.popleft()

    def done(self, whose: Whose, seconds: float) -> None:
        """What was taken has come to its end, and took so long."""
        everybody, visitor, table = self._parties(whose)
        for party in (everybody, visitor, table):
            party.under_way -= 1
            party.had += seconds
        if not table.is_here:
            del visitor.members[whose.table]
        if not visitor.is_here:
            del everybody.members[whose.visitor]

    def _parties(self, whose: Whose) -> tuple[_Party[T], _Party[T], _Party[T]]:
        """Everybody, the visitor, the table."""
        visitor = self._all.member(whose.visitor)
        return self._all, visitor, visitor.member(whose.table)
