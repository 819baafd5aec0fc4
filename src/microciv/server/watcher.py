"""What a room asks of a connection."""

from __future__ import annotations

from typing import Protocol

from microciv.server.fair_queue import Whose
from microciv.server.views import Frames


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

    def drop(self, reason: str) -> None:
        """Close the connection."""
