"""Bots at a table, and answers that need no asking: given after a pause, all of a set at once; at
a table without pauses at once.
"""

from __future__ import annotations

import asyncio
import math
import secrets
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Final, NamedTuple, final

from microciv.bots import NO_REASON, Reason
from microciv.core.moves import Seat
from microciv.lessons import bot_seed
from microciv.server.bots.workers import question
from microciv.server.fair_queue import Whose
from microciv.server.logs import log
from microciv.server.rooms.clock import now
from microciv.server.rooms.services import report
from microciv.server.rooms.talk import NO_ANSWER
from microciv.server.store.rows import Entry, StoreError
from microciv.server.table import tables
from microciv.server.table.live_match import LiveMatch
from microciv.server.table.tables import Table
from microciv.server.table.views import finishing
from microciv.server.wire.messages import Refused
from microciv.trust import table_number

if TYPE_CHECKING:
    from microciv.server.rooms.room import Room


SOON: Final = 0.01
"""Seconds."""


class Step(NamedTuple):
    """The text of a move, who plays it (a bot of some level, "obvious" or "absent"), what of the
    answer was sealed when it was chosen, what a bot says of it, and how it means to go on.
    """

    text: str
    by: str
    after: tuple[str, ...]
    why: Reason = NO_REASON
    foreseen: tuple[str, ...] = ()


class Intention(NamedTuple):
    """How a bot means to go on with an answer, thought out with its last step."""

    answer: tuple[str, ...]  # what is sealed of it by now
    by: str
    why: Reason
    foreseen: tuple[str, ...]


@final
class BotMoves:
    """Answers for the seats of a room that nobody has to wait for, while somebody watches."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self.whose = Whose("", room.id)
        """For whom bots think: for the host, or until the host comes, for whoever came first."""
        self._task: asyncio.Task[None] | None = None
        self._for = (0, 0)
        self._intended = (0, 0)
        """The decision that the intentions are for."""
        self._intentions: dict[Seat, Intention] = {}
        self._answered: tuple[object, float] = (None, math.inf)
        """The last answer of a person who plays with bots alone, and since when it has been so."""
        self._changed = asyncio.Event()

    @property
    def busy(self) -> bool:
        return self._task is not None and not self._task.done()

    def nudge(self, awake: bool) -> None:
        """Make sure that seats which need not be waited for answer, if the room is awake; with the
        lock held.
        """
        room, live = self._room, self._room.live
        self._changed.set()
        if live is None or live.over:
            return
        self._notice(live)
        if self.busy and self._for == (live.number, live.decision):
            return
        if self._task is not None:
            self._task.cancel()
        if awake and self._is_wanted(live):
            self._for = (live.number, live.decision)
            self._task = room.services.spawn(self._keep_on())

    async def _keep_on(self) -> None:
        """Fill; if nothing can be stored now, try again for as long as somebody watches."""
        while self._room.awake:
            try:
                await self._fill()
                return
            except StoreError as fault:
                report(fault)
                await asyncio.sleep(self._room.services.settings.rescue)

    async def _fill(self) -> None:
        """Answer for bots and for obvious cases until somebody has to be waited for."""
        room = self._room
        settings = room.services.settings
        asked_before: tuple[int, int] | None = None
        while True:
            async with room.lock:
                await room.refresh()
                live = room.live
                if live is None or live.over or not room.awake:
                    return
                self._changed.clear()
                this = (live.number, live.decision)
                done, holds = all_agree(room.table, live), self._holds(live)
                asks = {} if done else self._asks(live, holds)
                if holds and not asks:
                    self._show_ready(live)
            if done:
                self._for = this
                await room.services.protect(self._finish(this))
                continue
            if holds and not asks:
                await self._wait()
                continue
            if not asks:
                return
            pause = between(*settings.pause)
            if this == asked_before or live.agreed is not None or not live.pauses:
                pause = 0.0  # a further step of the same answer, or nobody follows
            asked_before = self._for = this
            answers, _ = await asyncio.gather(asyncio.gather(*asks.values()), asyncio.sleep(pause))
            await room.services.protect(self._play(this, dict(zip(asks, answers, strict=True))))

    def _is_wanted(self, live: LiveMatch) -> bool:
        """Is there anything to do but to wait for people?"""
        if live.agreed is not None or self._holds(live) or all_agree(self._room.table, live):
            return True
        chairs, playing = self._room.table.chairs, self._room.table.playing
        return any(
            [
                chairs[playing[seat]].kind == "bot"
                or live.obvious(seat) is not None
                or live.habit(seat) is not None
                for seat in live.match.to_act()
            ]
        )

    def _asks(self, live: LiveMatch, holds: bool) -> dict[Seat, Coroutine[Any, Any, Step]]:
        """For every seat that need not be waited for: what will tell its next step. Habits, which
        take as long as a person might, come only when nothing else is left, so that nothing waits
        for them.
        """
        table = self._room.table
        asks: dict[Seat, Coroutine[Any, Any, Step]] = {}
        habits: dict[Seat, Step] = {}
        for seat, number in enumerate(table.playing):
            if live.status(seat) != "thinking":
                continue
            chair, obvious = table.chairs[number], live.obvious(seat)
            if obvious is not None:
                asks[seat] = _now(Step(obvious, "obvious", live.sealed(seat)))
            elif chair.kind == "bot" or live.agreed is not None:
                level = chair.level or tables.check_level(table.game, None)
                planned = self._goes_on(live, seat, f"bot {level}")
                if planned is None:
                    asks[seat] = self._think(live, seat, level)
                elif not holds:
                    asks[seat] = _now(planned)
            elif (habit := live.habit(seat)) is not None:
                habits[seat] = Step(habit, "obvious", live.sealed(seat))
        if asks:
            return asks
        low, high = self._room.services.settings.habit
        return {seat: _later(step, between(low, high)) for seat, step in habits.items()}

    # --- a moment for who plays with bots alone

    def moment(self, seat: Seat) -> int:
        """Milliseconds in which this seat's person can change the answer before the bots answer."""
        live = self._room.live
        if live is None or self._alone(live) != seat:
            return 0
        whole = live.status(seat) == "locked"
        return round(1000 * self._moment(live)) if whole else 0

    def _moment(self, live: LiveMatch) -> float:
        return self._room.services.settings.moment if live.pauses else 0.0

    def _alone(self, live: LiveMatch) -> Seat | None:
        """The seat of the one person at the table, while bots answer the same question; else None.
        Where several people play, they give each other time.
        """
        table = self._room.table
        people = table.people
        if len(table.seated) != 1 or not people or live.agreed is not None:
            return None
        (seat,) = people
        if (
            not live.game.may_change()
            or live.silence() is not None
            or live.status(seat) == "waiting"
        ):
            return None
        others = [other for other in live.match.to_act() if other != seat]
        return seat if others and live.chooses(seat) else None

    def _notice(self, live: LiveMatch) -> None:
        """Since when has the person's answer been what it is?"""
        seat = self._alone(live)
        if seat is None or live.status(seat) == "thinking":
            self._answered = (None, math.inf)
        else:
            answer = (live.number, live.decision, live.sealed(seat))
            if answer != self._answered[0]:
                self._answered = (answer, now())

    def _holds(self, live: LiveMatch) -> bool:
        """Do bots keep their answers to themselves, as the person may still choose another?"""
        return self._moment(live) > 0 and self._alone(live) is not None and now() < self._due()

    def _due(self) -> float:
        """When the bots answer: a moment after the person has, and before the time is up."""
        moment = self._room.services.settings.moment
        return min(self._answered[1], self._room.clock.ends - moment - moment) + moment

    def _show_ready(self, live: LiveMatch) -> None:
        """Bots that only wait for the person are no longer shown as thinking."""
        if not live.ready:
            live.ready = True
            self._room.publish()

    async def _wait(self) -> None:
        """Until the person does something, or a moment has passed."""
        left, ring = self._due() - now(), None
        if left < math.inf:
            # Not sooner: a browser's timers ring early. And by a delay, not by a time: a browser's
            # loop refuses a time that has passed, as it may have when the loop comes to look at it.
            loop = asyncio.get_running_loop()
            ring = loop.call_later(max(left, SOON), self._changed.set)
        try:
            await self._changed.wait()
        finally:
            if ring is not None:
                ring.cancel()

    def _goes_on(self, live: LiveMatch, seat: Seat, by: str) -> Step | None:
        """The next step of an answer that this bot has thought out, if it can be played so."""
        meant = self._intentions.get(seat)
        if meant is None or self._intended != (live.number, live.decision) or meant.by != by:
            return None
        if live.sealed(seat) != meant.answer or not meant.foreseen:
            return None
        text, *rest = meant.foreseen
        legal = [move.text for move in live.observe(seat).legal]
        if text in legal:
            return Step(text, by, meant.answer, meant.why, tuple(rest))
        # What is forced need not have been foreseen.
        forced = Step(legal[0], by, meant.answer, meant.why, meant.foreseen)
        return forced if len(legal) == 1 else None

    def _prepare(self, seat: Seat, step: Step, this: tuple[int, int]) -> None:
        """Keep what the bot has thought out until it may answer."""
        if self._intended != this:
            self._intended, self._intentions = this, {}
        self._intentions[seat] = Intention(
            step.after, step.by, step.why, (step.text, *step.foreseen)
        )

    def _keep(self, entry: Entry, step: Step, this: tuple[int, int]) -> None:
        """Keep how the bot means to go on after this step; one that was obvious changes nothing."""
        if self._intended != this:
            self._intended, self._intentions = this, {}
        meant = self._intentions.pop(entry.seat, None)
        if entry.by == "obvious" and meant is not None and meant.answer == entry.moves[:-1]:
            forced = meant.foreseen[:1] == entry.moves[-1:]
            rest = meant.foreseen[1:] if forced else meant.foreseen
            self._intentions[entry.seat] = meant._replace(answer=entry.moves, foreseen=rest)
        elif entry.by == step.by and step.foreseen:
            self._intentions[entry.seat] = Intention(entry.moves, step.by, step.why, step.foreseen)

    async def _think(self, live: LiveMatch, seat: Seat, level: str) -> Step:
        room = self._room
        seen, after = live.observe(seat), live.sealed(seat)
        of_bot = bot_seed if room.table.lesson else room.services.settings.bot_seed
        seed = None if of_bot is None else of_bot(live.seed, live.decision, seat)
        number, heard = table_number(live.seed), live.match.heard(seat)
        asked = question(live.game, room.table.options, level, seen, heard, seed, number)
        metrics = room.services.metrics
        with metrics.bots.time():
            thought = await room.services.bot_workers.ask(asked, self.whose)
        if thought is None:
            metrics.bots_failed.inc()
            log.warning("a bot gave no answer; the game answers for it")
            return Step(live.game.absent(seen).text, "absent", after)
        return Step(thought.text, f"bot {level}", after, thought.why, thought.foreseen)

    async def _play(self, this: tuple[int, int], steps: dict[Seat, Step]) -> None:
        room = self._room
        async with room.lock:
            await room.refresh()
            live = room.live
            if live is None or (live.number, live.decision) != this:
                return
            played: list[tuple[Entry, Step]] = []
            holds = self._holds(live)
            try:
                for seat, step in steps.items():
                    if holds and step.by not in ("obvious", "absent"):
                        self._prepare(seat, step, this)
                    elif live.decision == this[1] and self._still_wanted(live, seat, step):
                        played.append((_seal(live, seat, step), step))
            except BaseException:
                room.doubt()
                raise
            silent = live.hush(this[1])
            if not played:
                return
            if await room.commit([*[entry for entry, _ in played], *silent]):
                for entry, step in played:
                    self._keep(entry, step, this)
                    if live.agreed is None:
                        room.intend(entry, NO_ANSWER if entry.by == "absent" else step.why)
            else:
                await room.refresh()
            room.publish()

    async def _finish(self, this: tuple[int, int]) -> None:
        """From here on bots play, as all people agree."""
        room = self._room
        async with room.lock:
            await room.refresh()
            live = room.live
            if (
                live is None
                or (live.number, live.decision) != this
                or not all_agree(room.table, live)
            ):
                return
            if not await room.commit([live.finish()]):
                await room.refresh()
            room.publish()

    def _still_wanted(self, live: LiveMatch, seat: Seat, step: Step) -> bool:
        """Has the seat still to answer, with no step sealed meanwhile by its person, and is it
        still a bot's or its answer obvious?
        """
        if live.status(seat) != "thinking" or live.sealed(seat) != step.after:
            return False
        table = self._room.table
        is_bots = live.agreed is not None or table.chairs[table.playing[seat]].kind == "bot"
        return is_bots or step.text in (live.obvious(seat), live.habit(seat))


def all_agree(table: Table, live: LiveMatch) -> bool:
    """Is it decided, and do all people at the table agree that bots play out the rest?"""
    finish = finishing(table, live)
    return finish is not None and finish.agreed == finish.people


def _seal(live: LiveMatch, seat: Seat, step: Step) -> Entry:
    """The seat's answer with one step more; a bot's mistake becomes what an absent seat does."""
    former = [move.text for move in live.observe(seat).answer]
    try:
        return live.answer(seat, (*former, step.text), None, step.by)
    except Refused as fault:
        report(fault)
        return live.absent(seat)


def between(low: float, high: float) -> float:
    """Seconds, at random."""
    return low + (high - low) * secrets.randbelow(1000) / 1000


async def _now(step: Step) -> Step:
    return step


async def _later(step: Step, seconds: float) -> Step:
    await asyncio.sleep(seconds)
    return step
