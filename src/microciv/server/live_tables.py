"""How many matches are played at a time, and by how many bots: for each visitor, and in all."""

from __future__ import annotations

from collections import defaultdict
from typing import Final, Protocol, final

from microciv.server.messages import Refused
from microciv.server.meters import ADDRESSES
from microciv.server.settings import Settings
from microciv.server.tables import Table

CONNECTIONS: Final = 2
"""Connections that an address may have for each match."""
BOTS: Final = 3
"""Bots for each match that an address may have; some matches may take more, and others less."""


class LiveTable(Protocol):
    """A table that somebody is at."""

    @property
    def live(self) -> object | None:
        """Its match, if there is one."""

    @property
    def over(self) -> bool:
        """Is that finished?"""

    @property
    def table(self) -> Table:
        """Who sits there."""


@final
class LiveTables:
    """The tables that somebody is at, by the visitors who are charged for them."""

    def __init__(self, settings: Settings) -> None:
        self._most = max(1, settings.connections // CONNECTIONS)
        self._visitors: dict[LiveTable, str] = {}
        self._tables: defaultdict[str, set[LiveTable]] = defaultdict(set)

    def check(self, visitor: str, bots: int = 0) -> None:
        """Is there room for one more match of this visitor, with this many bots?

        :raises Refused: "too_fast", or "unavailable" if others have taken the room.
        """
        theirs = [
            one.table.bots()
            for one in self._tables.get(visitor, ())
            if one.live is not None and not one.over
        ]
        if len(theirs) >= self._most:
            raise Refused(
                "too_fast", f"{len(theirs)} matches from your address are on; finish or leave one"
            )
        if sum(theirs) + bots > BOTS * self._most:
            raise Refused(
                "too_fast", "too many bots play for your address; finish or leave a match"
            )
        if len(self._visitors) >= ADDRESSES * self._most:
            raise Refused("unavailable", "too many matches are on here; try again later")

    def hold(self, table: LiveTable, visitor: str) -> None:
        """This visitor is charged for a table from now on, and nobody else."""
        self.release(table)
        self._visitors[table] = visitor
        self._tables[visitor].add(table)

    def release(self, table: LiveTable) -> None:
        """Nobody is at a table any more."""
        visitor = self._visitors.pop(table, None)
        if visitor is not None:
            self._tables[visitor].remove(table)
            if not self._tables[visitor]:
                del self._tables[visitor]
