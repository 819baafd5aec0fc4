"""How many matches are played at a time, and by how many bots: for each visitor, and in all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final, Protocol, final

from microciv.server.fair_queue import Whose
from microciv.server.settings import Settings
from microciv.server.table.tables import Table
from microciv.server.usage import ADDRESSES, sharing
from microciv.server.wire.messages import Refused
from microciv.speech import t

BOTS: Final = 3
"""Bots for each match that somebody may have; some matches may take more, and others fewer."""


class LiveTable(Protocol):
    """A table that somebody is at."""

    @property
    def live(self) -> object | None:
        """Its match, if there is one."""

    @property
    def over(self) -> bool:
        """Is its match finished?"""

    @property
    def table(self) -> Table:
        """Who sits at it."""


@final
class LiveTables:
    """The tables that somebody is at, by the visitors who are charged for them."""

    def __init__(self, settings: Settings) -> None:
        self._of_person = settings.matches
        self._of_address = settings.matches * sharing(settings.connections)
        self._whose: dict[LiveTable, Whose] = {}
        self._persons: defaultdict[str, set[LiveTable]] = defaultdict(set)
        self._addresses: defaultdict[str, set[LiveTable]] = defaultdict(set)

    def check(self, whose: Whose, bots: int = 0, table: LiveTable | None = None) -> None:
        """Is there room for one more match of this visitor, at this table, with this many bots?

        :raises Refused: "too_fast", or "unavailable" if others have taken the room.
        """
        if whose.person:
            theirs = _bots(self._persons.get(whose.person, set()) - {table})
            if len(theirs) >= self._of_person:
                raise Refused(
                    "too_fast", t("{n} matches of yours are on; finish or leave one", n=len(theirs))
                )
            if sum(theirs) + bots > BOTS * self._of_person:
                raise Refused("too_fast", t("too many bots play for you; finish or leave a match"))
        theirs = _bots(self._addresses.get(whose.visitor, set()) - {table})
        if len(theirs) >= self._of_address:
            raise Refused(
                "too_fast",
                t("{n} matches from your address are on; finish or leave one", n=len(theirs)),
            )
        if sum(theirs) + bots > BOTS * self._of_address:
            raise Refused(
                "too_fast", t("too many bots play for your address; finish or leave a match")
            )
        if len(self._whose) >= ADDRESSES * self._of_address:
            raise Refused("unavailable", t("too many matches are on here; try again later"))

    def hold(self, table: LiveTable, whose: Whose) -> None:
        """This visitor is charged for a table from now on, and nobody else."""
        self.release(table)
        self._whose[table] = whose
        self._addresses[whose.visitor].add(table)
        if whose.person:
            self._persons[whose.person].add(table)

    def release(self, table: LiveTable) -> None:
        """Nobody is at a table any more."""
        whose = self._whose.pop(table, None)
        if whose is None:
            return
        for tables, name in (self._addresses, whose.visitor), (self._persons, whose.person):
            tables[name].discard(table)
            if not tables[name]:
                del tables[name]


def _bots(tables: Iterable[LiveTable | None]) -> list[int]:
    """Of each match that is on, its number of bots."""
    return [
        one.table.bots()
        for one in tables
        if one is not None and one.live is not None and not one.over
    ]
