"""Suggestions for people who are asked: workers find them, and then they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from microciv.bots.advice import plans_answers
from microciv.core.moves import Seat
from microciv.core.state import Observation
from microciv.server.fair_queue import Whose
from microciv.server.live import Live

if TYPE_CHECKING:
    from microciv.server.room import Room


@final
class Suggestions:
    """Those of one room."""

    def __init__(self, room: Room) -> None:
        self._room = room

    def nudge(self) -> None:
        """Look for what nobody has looked for yet; with the lock held."""
        room, live = self._room, self._room.live
        if live is None or room.table.hinting() == "off" or not plans_answers(live.game):
            return
        for watcher in room.watchers:
            seat = room.table.seat_of(room.table.place_of(watcher.token))
            seen = None if seat is None else live.unsuggested(seat)
            if seat is not None and seen is not None:
                room.services.spawn(self._find(live, seat, seen, watcher.whose))

    async def _find(self, live: Live, seat: Seat, seen: Observation, whose: Whose) -> None:
        room, hints = self._room, self._room.services.hints
        steps = await hints.suggest(whose, live.game, room.table.options, seen)
        async with room.lock:
            if room.live is live and live.suggest(seat, seen, steps):
                room.publish()
