"""The clock of a table: when time is up, the game answers for all who are still to act.

The time is set when the set opens, whoever is asked and whoever answers; it says nothing of either.
"""

from __future__ import annotations

import asyncio
import math
from typing import TYPE_CHECKING, Final, final

from microciv.core.moves import SPECTATOR
from microciv.server.logs import log
from microciv.server.rooms.day_clock import DayClock
from microciv.server.rooms.services import report
from microciv.server.store.leases import Time
from microciv.server.store.rows import Entry, StoreError
from microciv.server.table import agreements, seating
from microciv.server.table.live_match import LiveMatch
from microciv.server.wire.messages import Countdown, encode

if TYPE_CHECKING:
    from microciv.server.rooms.room import Room

FACTORS: Final[dict[str, float]] = {"relaxed": 2.0, "normal": 1.0, "blitz": 0.5}
"""How much of the time that a game thinks right each pace gives; "none" sets no limit."""
MOST_STEPS: Final = 64
"""Of an answer that the game gives; no answer of a person has more."""
MISSED: Final = 2
"""Decision sets in a row that a person may miss before a bot plays on for them."""
ATTEMPTS: Final = 6
STALLED: Final = 5.0
"""Seconds by which the end of the time may be noticed late; if it is later, it does not count."""


def now() -> float:
    """Seconds by the event loop's clock, which nobody can set."""
    return asyncio.get_running_loop().time()


@final
class TableClock:
    """Counts down for the open decision of a room, while somebody is there."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._task: asyncio.Task[None] | None = None
        self._for = (0, 0)
        self._given = 0.0
        self._due = 0.0  # in the time of the event loop
        self._serial = 0
        self._stretch: tuple[int, int] | None = None
        """The match, and its part that has a limit as a whole (`Game.stretch`)."""
        self._end = math.inf  # of that part, in the time of the event loop
        self._hurried = False
        """Is less time given than a decision has elsewhere?"""
        self.days = DayClock(room)
        """That of a table by the day, which has no other."""
        self._follows = True
        """May another process have counted down for the set that is open?"""

    def look(self, awake: bool) -> None:
        """Begin to count when a decision opens, if the room is awake; with the lock held."""
        live = self._room.live
        self.days.look(awake)
        if live is None:
            return
        this = (live.number, live.decision)
        if self._task is not None and self._room.table.pace not in FACTORS:
            self.rest()
        if live.over or live.agreed is not None or not awake:
            self.rest()
            self._stretch = None
        elif self._for != this:
            self.rest()
            if self._room.table.pace in FACTORS:
                self._enter_stretch(live)
                if self._is_wanted(live):
                    self._begin(live, this)

    def rest(self) -> None:
        """Forget the time that is left: the set is closed, or nobody is there to see it pass."""
        self._for = (0, 0)
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def leave(self) -> None:
        """Another process counts down from now on."""
        self.rest()
        self.days.rest()

    @property
    def ends(self) -> float:
        """When the time is up, by the event loop's clock."""
        return math.inf if self._task is None else self._due

    def message(self) -> tuple[int, bytes] | None:
        """What tells clients of it, and a number that changes when it is set; None: no clock."""
        if self._task is None:
            return self.days.message()
        match, decision = self._for
        left = max(0, round(1000 * self._left()))
        given = round(1000 * self._given)
        part = 0 if self._stretch is None else max(1, round(1000 * (self._end - now())))
        told = Countdown(match=match, decision=decision, left=left, given=given, part_left=part)
        return self._serial, encode(told)

    def _is_wanted(self, live: LiveMatch) -> bool:
        """Is a person asked? Whether they have a choice makes no difference: that may be hidden."""
        table = self._room.table
        asked = live.observe(SPECTATOR).asked
        playing = table.playing
        persons = [seat for seat in asked if table.chairs[playing[seat]].kind == "person"]
        return bool(persons)

    def _enter_stretch(self, live: LiveMatch) -> None:
        """Where a part of the match begins that has a limit as a whole: so long from now, and no
        longer at a relaxed pace.
        """
        stretch = live.game.stretch(live.observe(SPECTATOR))
        part = None if stretch is None else (live.number, stretch[0])
        if part != self._stretch:
            self._stretch, self._end = part, math.inf
            if stretch is not None:
                factor = min(1.0, FACTORS[self._room.table.pace])
                self._end = now() + stretch[1] * factor * self._room.services.settings.second

    def _begin(self, live: LiveMatch, this: tuple[int, int]) -> None:
        room = self._room
        settings = room.services.settings
        seconds = settings.limit or live.game.seconds(live.observe(SPECTATOR).phase)
        full = seconds * FACTORS[room.table.pace] * settings.second
        self._for = this
        self._given = max(0.0, min(full, self._end - now()))
        self._hurried = self._given < full
        self._set(self._given)
        self._task = room.services.spawn(self._run(this))

    def _set(self, left: float) -> None:
        self._due = now() + left
        self._serial += 1

    def _left(self) -> float:
        return self._due - now()

    # --- in the background

    async def _run(self, this: tuple[int, int]) -> None:
        room, settings = self._room, self._room.services.settings
        if room.services.store.shared:
            await self._agree(this, follows=self._follows)
        while True:
            await asyncio.sleep(max(0.0, self._left() + settings.grace))
            if self._left() + settings.grace < -STALLED:
                await self._begin_anew(this)
                continue
            try:
                await room.services.protect(self._close(this))
                return
            except StoreError as fault:
                report(fault)
                await asyncio.sleep(settings.rescue)

    async def _agree(self, this: tuple[int, int], *, follows: bool) -> None:
        """Let whoever takes the table over know how long it takes, or go on with what was left."""
        room, due = self._room, self._due
        match, decision = this
        own = Time(decision, round(1000 * self._left()))
        if self._stretch is not None:
            own = own._replace(part=self._stretch[1], whole=round(1000 * (self._end - now())))
        try:
            agreed = await room.services.leases.agree(room.id, match, own, follows=follows)
        except StoreError as fault:
            report(fault)
            return
        self._follows = False
        if agreed != own and follows:
            async with room.lock:
                if (self._for, self._due) == (this, due):
                    self._go_on(agreed)
                    if room.live is not None:
                        room.publish()

    def _go_on(self, agreed: Time) -> None:
        """With what another process has left."""
        self._set(agreed.left / 1000)
        if agreed.whole is not None:
            self._end = now() + agreed.whole / 1000
            self._hurried = self._hurried or agreed.whole <= agreed.left

    async def _begin_anew(self, this: tuple[int, int]) -> None:
        """The machine slept while the time ran out, for one table or for all: nobody's fault."""
        room = self._room
        async with room.lock:
            self._end -= min(0.0, self._left())
            self._set(self._given)
            if self._for == this and room.live is not None:
                room.publish()
        if room.services.store.shared:
            await self._agree(this, follows=False)

    async def _close(self, this: tuple[int, int]) -> None:
        room = self._room
        async with room.lock:
            await run_out(room, this, hurried=self._hurried)
            if self._for == this:
                self._for = (0, 0)
            room.publish()


async def run_out(room: Room, this: tuple[int, int], *, hurried: bool = False) -> None:
    """Answer at once for all seats to act in this decision; then let bots play for absent
    people. With the lock held.
    """
    for _ in range(ATTEMPTS):
        await room.refresh()
        live = room.live
        if live is None:
            return
        if (live.number, live.decision) != this or live.over or live.agreed is not None:
            break
        missed = not hurried and live.silence() is None
        if await room.commit(_answers(room, live, missed=missed)):
            break
    await _replace(room)


async def _replace(room: Room) -> None:
    live = room.live
    if live is None or live.over:
        return
    missing = [
        number for seat, number in enumerate(room.table.playing) if live.missed(seat) >= MISSED
    ]
    if missing:
        await room.save(lambda table: agreements.settled(seating.stand_in(table, missing)))


def _answers(room: Room, live: LiveMatch, *, missed: bool) -> list[Entry]:
    """The time-out moves of every seat still to act, until its answer is complete."""
    entries: list[Entry] = []
    before = live.decision
    try:
        for seat in live.match.to_act():
            for _ in range(MOST_STEPS):
                if live.decision != before or live.status(seat) != "thinking":
                    break
                entries.append(live.absent(seat, missed=missed))
            else:
                log.warning("the game's answer for a seat out of time does not come to an end")
    except BaseException:
        room.doubt()
        raise
    return entries
