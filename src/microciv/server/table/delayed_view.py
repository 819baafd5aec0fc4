"""What those see who only watch, at a table that shows its match later."""

from __future__ import annotations

from typing import Final, final

from microciv.server.table.live_match import LiveMatch
from microciv.server.table.tables import Table

DECISIONS: Final = 3
"""How many decisions they are behind, until the match is over."""


@final
class DelayedView:
    """A match as it stood some decisions ago: its log is played a second time."""

    def __init__(self) -> None:
        self._ahead: LiveMatch | None = None
        self._live: LiveMatch | None = None

    def of(self, table: Table, live: LiveMatch | None) -> LiveMatch | None:
        """How that match stood then; at its end all of it is seen. None: it is shown at once."""
        if live is None or table.watching != "later":
            return None
        if self._live is None or self._ahead is not live:
            before, self._ahead = self._live, live
            self._live = LiveMatch(live.game, live.row)
            if before is not None and before.number == live.number:
                self._live.sights.follow(before.sights)
        behind = self._live
        while behind.plies < live.plies and (
            live.over or behind.decision < live.decision - DECISIONS
        ):
            behind.replay(live.log[behind.plies])
        return behind
