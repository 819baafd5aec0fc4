"""The clock of a match by the day: what is due is stored, and the match goes on while nobody is
there. When a decision is due, the game answers for all who are to act, as at a table with a live
clock.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, final

from microciv.core.moves import SPECTATOR
from microciv.server.people.quiet_hours import after_quiet
from microciv.server.rooms import clock, deadlines
from microciv.server.rooms.deadlines import Deadline
from microciv.server.rooms.services import report
from microciv.server.store.notices_sql import Asked, plan_turns
from microciv.server.store.rows import Conflict, Operation, StoreError
from microciv.server.table.live_match import LiveMatch
from microciv.server.table.tables import Person, Table
from microciv.server.wire.by_day import QuietHours
from microciv.server.wire.messages import Countdown, encode

if TYPE_CHECKING:
    from microciv.server.rooms.room import Room

HOUR: Final = 3600 * 1000
"""Milliseconds, as all times here."""
AGAIN: Final = 60 * 1000
"""Milliseconds until it is checked whether bots, where only they are asked, have finished."""
UNSERVED: Final = HOUR // 6
"""This long after a deadline nobody is to blame: the site was not being served when it passed."""


@final
class DayClock:
    """Sees to it that what is due in a room is stored, and tells of it."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._for: Deadline | None = None
        self._task: asyncio.Task[None] | None = None
        self._told: tuple[float, float] | None = None
        """When it is due by the event loop's clock, and how long that was in all."""
        self._serial = 0

    def look(self, awake: bool) -> None:
        """Find out when the open decision is due, if that is not known; with the lock held."""
        table, live = self._room.table, self._room.live
        wanted = _wanted(table, live) if awake else None
        if wanted == self._for:
            return
        self.rest()
        self._for = wanted
        if wanted is not None and live is not None:
            people = _asked(table, live)
            self._task = self._room.services.spawn(self._agree(wanted, table, people))

    def rest(self) -> None:
        """The set is closed, or nobody is waited for."""
        self._for, self._told = None, None
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def message(self) -> tuple[int, bytes] | None:
        """What tells clients of it, and a number that changes when it is set; live clocks have
        others.
        """
        if self._told is None or self._for is None:
            return None
        due, given = self._told
        left = max(0, round(1000 * (due - clock.now())))
        told = Countdown(
            match=self._for.match, decision=self._for.decision, left=left, given=round(given)
        )
        return -self._serial, encode(told)

    async def _agree(self, wanted: Deadline, table: Table, people: list[Person]) -> None:
        room = self._room
        second, store = room.services.settings.second, room.services.store
        hour = HOUR * second
        given = table.hours * hour if people else AGAIN * second
        back = max([table.holidays.get(person.token, 0) for person in people], default=0)

        def due_from(moment: int, quiet: list[QuietHours]) -> int:
            due = max(moment + round(given), 1000 * back)
            return after_quiet(due, quiet)

        def tell(moment: int, due: int, fresh: bool) -> Operation[None]:
            if room.services.settings.site is None:
                return
            grace = round(1000 * room.services.settings.told_after * second)
            told = [Asked(None, moment + grace, (moment + due) // 2)]
            for id_, token in {one.id: one.token for one in people if is_told(one)}.items():
                # On a holiday nobody hears of it before the end, or half of their last hours.
                away = min(1000 * table.holidays.get(token, 0), due - round(given / 2))
                half = (moment + due) // 2
                told.append(Asked(id_, max(moment + grace, away), max(half, away)))
            yield from plan_turns(room.id, wanted.match, wanted.decision, told, fresh=fresh)

        ids = [person.id for person in people if person.id]
        found = None
        while found is None:
            try:
                keep = deadlines.keep(store.clock, room.id, wanted, ids, due_from, tell)
                found = await store.run(keep)
            except (StoreError, Conflict) as fault:
                report(fault)
                await asyncio.sleep(room.services.settings.rescue)
        moment, due = found
        async with room.lock:
            if self._for == wanted and people:
                left = (due - moment) / 1000
                self._told = (clock.now() + left, max(given, 1000 * left))
                self._serial += 1
                room.publish()

    def told_of_end(self) -> tuple[str, ...] | None:
        """Who is told, by id, that the match is over, whether they look or not; None: nobody."""
        table = self._room.table
        if not table.by_the_day or self._room.services.settings.site is None:
            return None
        return tuple({one.id: None for one in table.seated if is_told(one)})

    async def wake(self) -> None:
        """Something is due here, or nobody has looked yet."""
        await self._room.services.protect(self._wake())

    async def _wake(self) -> None:
        room, store = self._room, self._room.services.store
        async with room.lock:
            await room.refresh()
            table, live = room.table, room.live
            wanted = _wanted(table, live)
            if room.stranded is not None and not room.stranded.over:
                wait = round(HOUR * room.services.settings.second)
                await store.run(deadlines.put_off(store.clock, room.id, table.match, wait))
            elif wanted is None:
                if room.undealt is None:
                    await store.run(deadlines.silence(room.id, table.match))
            elif room.paused:  # until somebody comes back
                await store.run(deadlines.put(room.id, wanted))
            else:
                found = await store.run(deadlines.kept(store.clock, room.id))
                if found is not None and found[1]._replace(due=None) == wanted:
                    await self._come(wanted, found[0], found[1].due or found[0])
            room.publish()

    async def _come(self, wanted: Deadline, moment: int, due: int) -> None:
        """This decision may be due."""
        room, second = self._room, self._room.services.settings.second
        if due > moment:
            return
        people = _asked(room.table, room.live)
        if people and moment - due < UNSERVED:
            await clock.run_out(room, (wanted.match, wanted.decision))
            return
        wait = min(HOUR, room.table.hours * HOUR) if people else AGAIN
        later = wanted._replace(due=moment + round(wait * second))
        await room.services.store.run(deadlines.put(room.id, later))
        self.rest()


def is_told(person: Person) -> bool:
    """Can there be notices for them? Only if we know who they are, and they are not a program."""
    return bool(person.id) and not person.owner


def _wanted(table: Table, live: LiveMatch | None) -> Deadline | None:
    """What has to be known of the open decision; None: nothing is due at this table."""
    if not table.by_the_day or live is None or live.over:
        return None
    back = max([table.holidays.get(one.token, 0) for one in _asked(table, live)], default=0)
    return Deadline(live.number, live.decision, f"{table.hours} {back}", None)


def _asked(table: Table, live: LiveMatch | None) -> list[Person]:
    """The people who are asked in the open decision, whoever has answered."""
    if live is None or live.agreed is not None:
        return []
    playing = table.playing
    chairs = [table.chairs[playing[seat]] for seat in live.observe(SPECTATOR).asked]
    return [chair.person for chair in chairs if chair.kind == "person" and chair.person is not None]
