"""How long matches take on this site, as those that people have played to their end took."""

from __future__ import annotations

from statistics import median
from time import monotonic
from typing import Final, final

from microciv.games import about
from microciv.server.store import sql
from microciv.server.store.store import Store
from microciv.server.wire.lobby import Duration

LAST: Final = 100
"""Matches that are looked at."""
LEAST: Final = 5
"""With fewer matches nothing is said."""
KEPT: Final = 600.0
"""Seconds after which it is looked up again."""


@final
class Durations:
    """By game and number of seats, looked up again every few minutes."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[tuple[str, int], tuple[float, Duration | None]] = {}

    async def of(self, game: str, seats: int) -> Duration | None:
        """None: too few have been played."""
        known = self._known.get((game, seats))
        if known is None or known[0] < monotonic() - KEPT:
            lengths = await self._store.run(sql.lengths(game, seats, LAST))
            known = monotonic(), _duration(game, seats, lengths)
            self._known[game, seats] = known
        return known[1]

    async def of_game(self, game: str) -> list[Duration]:
        """One for each number of seats that enough matches were played with."""
        found = [await self.of(game, seats) for seats in about(game).seats]
        return [one for one in found if one is not None]


def _duration(game: str, seats: int, lengths: list[int]) -> Duration | None:
    if len(lengths) < LEAST:
        return None
    minutes = max(1, round(median(lengths) / 60))
    return Duration(game=game, seats=seats, minutes=minutes, matches=len(lengths))
