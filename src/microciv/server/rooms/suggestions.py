"""What would be good: suggestions for people who are asked, found by workers and then shown, and
hints for those who wish for one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

import msgspec

from microciv.bots.advice import weighs_answers
from microciv.core.moves import Seat
from microciv.core.state import Observation
from microciv.server.bots.hints import NoAnswer
from microciv.server.fair_queue import Whose
from microciv.server.rooms.watcher import Watcher
from microciv.server.table.live_match import LiveMatch
from microciv.server.wire.messages import AskHint, Hinted, Refused
from microciv.speech import t

if TYPE_CHECKING:
    from microciv.server.rooms.room import Room


@final
class Suggestions:
    """Looks for suggestions and hints for the people at one table."""

    def __init__(self, room: Room) -> None:
        self._room = room

    def nudge(self) -> None:
        """Look for what nobody has looked for yet; with the lock held."""
        room, live = self._room, self._room.live
        if live is None or room.table.hinting() == "off" or not weighs_answers(live.game):
            return
        for watcher in room.watchers:
            seat = room.table.seat_of(room.table.chair_of(watcher.token))
            seen = None if seat is None else live.sights.unsuggested(seat)
            if seat is not None and seen is not None:
                room.services.spawn(self._find(live, seat, seen, watcher.whose))

    async def hint(self, watcher: Watcher, message: AskHint) -> Hinted:
        """What would be good for this connection's seat, from what it sees.

        :raises Refused: if it plays at a table without hints, or nothing is asked of it.
        """
        room = self._room
        async with room.lock:
            await room.refresh()
            seat = room.table.seat_of(room.table.chair_of(watcher.token))
            live = room.playing()
            if seat is None:
                raise Refused("not_your_seat", t("you watch this match; hints are for players"))
            if room.table.hinting() == "off":
                raise Refused("illegal", t("hints are off at this table"))
            live.check(message.match, message.decision)
            seen = live.question(seat)
            if not seen.legal:
                raise Refused("illegal", t("you are not to act now"))
        room.services.meters.hints.take(watcher.whose.visitor, watcher.token)
        try:
            hints, budget = room.services.hints, room.services.settings.hint
            found = await hints.hint(watcher.whose, live.game, room.table.options, seen, budget)
        except NoAnswer:
            raise Refused("unavailable", t("the search gave no answer; try again")) from None
        return msgspec.structs.replace(
            found, match=message.match, decision=message.decision, id=message.id
        )

    async def _find(self, live: LiveMatch, seat: Seat, seen: Observation, whose: Whose) -> None:
        room, hints = self._room, self._room.services.hints
        steps = await hints.suggest(whose, live.game, room.table.options, seen)
        async with room.lock:
            if room.live is live and live.sights.suggest(seat, seen, steps):
                room.publish()
