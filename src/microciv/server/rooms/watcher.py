"""What a room asks of a connection."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from microciv.server.fair_queue import Whose
from microciv.server.table.views import Frames

GOING_AWAY: Final = 1001
TRY_AGAIN: Final = 1013
"""With this code a connection is closed that may come back at once."""


class Watcher(Protocol):
    """A connection to a table, as its room sees it."""

    token: str | None
    whose: Whose
    """For whom advice is sought, and whom limits are counted for; nobody is shown it."""

    @property
    def gone(self) -> bool:
        """Is it closed already?"""

    def show(self, frames: Frames) -> None:
        """Send whatever of this is news."""

    def hear(self, frame: bytes) -> None:
        """Send what somebody said."""

    def accepted(self, id_: str | None, moment: int = 0) -> None:
        """An answer of this connection is stored, and can be changed for `moment` milliseconds at
        the least; an update follows.
        """

    def drop(self, reason: Callable[[], str], code: int = GOING_AWAY) -> None:
        """Close the connection; the reason is said in its language."""
