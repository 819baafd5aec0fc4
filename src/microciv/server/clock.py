"""The clock of a table: when the time for a decision set is up, the game answers for all who owe.

The time is set when the set opens, whoever is asked and whoever answers; it says nothing of either.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, final

from microciv.core.moves import SPECTATOR
from microciv.server import tables
from microciv.server.house import log, report
from microciv.server.live import Live
from microciv.server.rows import Entry, StoreError
from microciv.server.wire import Countdown, encode

if TYPE_CHECKING:
    from microciv.server.room import Room

FACTORS: Final[dict[str, float]] = {"relaxed": 2.0, "normal": 1.0, "blitz": 0.5}
"""How much of the time that a game thinks right each pace gives; "none" gives no end of it."""
MOST_STEPS: Final = 64
"""Of an answer that the game gives; no answer of a person has more."""
MISSED: Final = 2
"""Decision sets in a row that a person may miss before a bot plays on for them."""
ATTEMPTS: Final = 6
APART: Final = 100
"""Milliseconds by which the countdowns of two processes may differ."""


@final
class TableClock:
    """Counts down for the open decision set of a room, while somebody is there."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._task: asyncio.Task[None] | None = None
        self._for = (0, 0)
        self._given = 0.0
        self._due = 0.0  # in the time of the event loop
        self._serial = 0

    def look(self) -> None:
        """Begin to count when a decision set opens; with the lock held."""
        room, live = self._room, self._room.live
        if live is None:
            return
        this = (live.number, live.set)
        if live.over or live.agreed is not None or not room.awake:
            self.rest()
        elif self._for != this:
            self.rest()
            if self._is_wanted(live):
                self._begin(live, this)

    def rest(self) -> None:
        """Forget the time that is left: the set is closed, or nobody is there to see it pass."""
        self._for = (0, 0)
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def message(self) -> tuple[int, bytes] | None:
        """What tells clients of it, and a number that changes when it is set; None: no clock."""
        if self._task is None:
            return None
        match, set_ = self._for
        left = max(0, round(1000 * self._left()))
        given = round(1000 * self._given)
        return self._serial, encode(Countdown(match=match, set=set_, left=left, given=given))

    def _is_wanted(self, live: Live) -> bool:
        """Has the table a clock, and is a person asked? Whether they have a choice makes no
        difference: that may be hidden.
        """
        table = self._room.table
        asked = live.match.observe(SPECTATOR).asked
        playing = table.playing()
        persons = [seat for seat in asked if table.chairs[playing[seat]].kind == "person"]
        return table.pace in FACTORS and bool(persons)

    def _begin(self, live: Live, this: tuple[int, int]) -> None:
        room = self._room
        seconds = live.game.seconds(live.match.observe(SPECTATOR).phase)
        self._for = this
        self._given = seconds * FACTORS[room.table.pace] * room.house.settings.second
        self._set(self._given)
        self._task = room.house.spawn(self._run(this))

    def _set(self, left: float) -> None:
        self._due = asyncio.get_running_loop().time() + left
        self._serial += 1

    def _left(self) -> float:
        return self._due - asyncio.get_running_loop().time()

    # --- in the background

    async def _run(self, this: tuple[int, int]) -> None:
        room, settings = self._room, self._room.house.settings
        if room.house.store.shared:
            await self._agree(this)
        while True:
            await asyncio.sleep(max(0.0, self._left() + settings.grace))
            if not room.ours:
                await asyncio.sleep(settings.rescue)
            try:
                await room.house.protect(self._close(this))
                return
            except StoreError as fault:
                report(fault)
                await asyncio.sleep(settings.rescue)

    async def _agree(self, this: tuple[int, int]) -> None:
        """Count down with the other processes: the first to see the set open says how long."""
        room = self._room
        own = round(1000 * self._left())
        try:
            left = await room.house.store.agree(room.id, *this, own, alone=room.alone)
        except StoreError as fault:
            report(fault)
            return
        if abs(left - own) > APART:
            async with room.lock:
                self._set(left / 1000)
                if room.live is not None:
                    room.publish()

    async def _close(self, this: tuple[int, int]) -> None:
        """Answer for all who owe, at once; then let bots play for whoever is not there."""
        room = self._room
        async with room.lock:
            for _ in range(ATTEMPTS):
                await room.refresh()
                live = room.live
                if live is None:
                    return
                if (live.number, live.set) != this or live.over or live.agreed is not None:
                    break
                entries = _answers(room, live)
                if await room.commit(entries):
                    break
            if self._for == this:
                self._for = (0, 0)
            await self._replace()
            room.publish()

    async def _replace(self) -> None:
        room, live = self._room, self._room.live
        if live is None or live.over:
            return
        missing = [
            place for seat, place in enumerate(room.table.playing()) if live.missed(seat) >= MISSED
        ]
        if missing:
            await room.save(lambda table: tables.stand_in(table, missing))


def _answers(room: Room, live: Live) -> list[Entry]:
    """What the game does for every seat that owes an answer, step by step until it is whole."""
    entries: list[Entry] = []
    before = live.set
    try:
        for seat in live.match.owing():
            for _ in range(MOST_STEPS):
                if live.set != before or live.status(seat) != "thinking":
                    break
                entries.append(live.absent(seat))
            else:
                log.warning("the game's answer for a seat out of time does not come to an end")
    except BaseException:
        room.doubt()
        raise
    return entries
