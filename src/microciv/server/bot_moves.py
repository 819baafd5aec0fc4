"""Bots at a table, and answers that need no asking: given after a pause, all of a set at once."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, NamedTuple, final

from microciv.bots import NO_REASON, Reason
from microciv.core.moves import Seat
from microciv.server import tables
from microciv.server.bot_workers import question
from microciv.server.live import Live
from microciv.server.messages import Refused
from microciv.server.rows import Entry, StoreError
from microciv.server.services import log, report
from microciv.server.tables import Table
from microciv.server.views import finishing
from microciv.trust import table_number

if TYPE_CHECKING:
    from microciv.server.room import Room


class Step(NamedTuple):
    """The text of a move, who plays it (a bot of some level, "obvious" or "absent"), what of the
    answer was sealed when it was chosen, what a bot says of it, and how it means to go on.
    """

    text: str
    by: str
    after: tuple[str, ...]
    why: Reason = NO_REASON
    foreseen: tuple[str, ...] = ()


class Plan(NamedTuple):
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
        self._task: asyncio.Task[None] | None = None
        self._for = (0, 0)
        self._planned = (0, 0)
        """The decision set that the plans are for."""
        self._plans: dict[Seat, Plan] = {}

    @property
    def busy(self) -> bool:
        return self._task is not None and not self._task.done()

    def nudge(self) -> None:
        """See to it that whoever need not be waited for answers; with the lock held."""
        room, live = self._room, self._room.live
        if live is None or live.over or not room.watchers:
            return
        if self._task is not None and not self._task.done():
            if self._for == (live.number, live.set):
                return
            self._task.cancel()
        self._for = (live.number, live.set)
        self._task = room.services.spawn(self._keep_on())

    async def _keep_on(self) -> None:
        """Fill; if nothing can be stored now, try again for as long as somebody watches."""
        while self._room.watchers:
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
        low, high = settings.pause
        asked_before: tuple[int, int] | None = None
        while True:
            async with room.lock:
                await room.refresh()
                live = room.live
                if live is None or live.over or not room.watchers:
                    return
                this = (live.number, live.set)
                done = all_agree(room.table, live)
                asks = {} if done else self._asks(live)
            if done:
                self._for = this
                await room.services.protect(self._finish(this))
                continue
            if not asks:
                return
            pause = low + (high - low) * secrets.randbelow(1000) / 1000
            if this == asked_before or live.agreed is not None:
                pause = 0.0  # a further step of the same answer, or nobody follows
            if not room.ours:
                pause += settings.rescue
            asked_before = self._for = this
            answers, _ = await asyncio.gather(asyncio.gather(*asks.values()), asyncio.sleep(pause))
            await room.services.protect(self._play(this, dict(zip(asks, answers, strict=True))))

    def _asks(self, live: Live) -> dict[Seat, Coroutine[Any, Any, Step]]:
        """For every seat that need not be waited for: what will tell its next step."""
        table = self._room.table
        asks: dict[Seat, Coroutine[Any, Any, Step]] = {}
        for seat, place in enumerate(table.playing()):
            if live.status(seat) != "thinking":
                continue
            chair, obvious = table.chairs[place], live.obvious(seat)
            if obvious is not None:
                asks[seat] = _now(Step(obvious, "obvious", live.sealed(seat)))
            elif chair.kind == "bot" or live.agreed is not None:
                level = chair.level or tables.check_level(table.game, None)
                planned = self._goes_on(live, seat, f"bot {level}")
                asks[seat] = self._think(live, seat, level) if planned is None else _now(planned)
        return asks

    def _goes_on(self, live: Live, seat: Seat, by: str) -> Step | None:
        """The next step of an answer that this bot has thought out, if it can be played so."""
        plan = self._plans.get(seat)
        if plan is None or self._planned != (live.number, live.set) or plan.by != by:
            return None
        if live.sealed(seat) != plan.answer or not plan.foreseen:
            return None
        text, *rest = plan.foreseen
        legal = [move.text for move in live.match.observe(seat).legal]
        if text in legal:
            return Step(text, by, plan.answer, plan.why, tuple(rest))
        # What is forced need not have been foreseen.
        forced = Step(legal[0], by, plan.answer, plan.why, plan.foreseen)
        return forced if len(legal) == 1 else None

    def _plan(self, entry: Entry, step: Step, this: tuple[int, int]) -> None:
        """Keep how the bot means to go on after this step; one that was obvious changes nothing."""
        if self._planned != this:
            self._planned, self._plans = this, {}
        plan = self._plans.pop(entry.seat, None)
        if entry.by == "obvious" and plan is not None and plan.answer == entry.moves[:-1]:
            forced = plan.foreseen[:1] == entry.moves[-1:]
            rest = plan.foreseen[1:] if forced else plan.foreseen
            self._plans[entry.seat] = plan._replace(answer=entry.moves, foreseen=rest)
        elif entry.by == step.by and step.foreseen:
            self._plans[entry.seat] = Plan(entry.moves, step.by, step.why, step.foreseen)

    async def _think(self, live: Live, seat: Seat, level: str) -> Step:
        room, match = self._room, live.match
        seen, after = match.observe(seat), live.sealed(seat)
        of_bot = room.services.settings.bot_seed
        seed = None if of_bot is None else of_bot(live.row.seed, live.set, seat)
        number, heard = table_number(live.row.seed), match.heard(seat)
        asked = question(live.game, room.table.options, level, seen, heard, seed, number)
        thought = await room.services.bot_workers.ask(asked)
        if thought is None:
            log.warning("a bot gave no answer; the game answers for it")
            return Step(live.game.absent(seen).text, "absent", after)
        return Step(thought.text, f"bot {level}", after, thought.why, thought.foreseen)

    async def _play(self, this: tuple[int, int], steps: dict[Seat, Step]) -> None:
        room = self._room
        async with room.lock:
            await room.refresh()
            live = room.live
            if live is None or (live.number, live.set) != this:
                return
            played: list[tuple[Entry, Step]] = []
            try:
                for seat, step in steps.items():
                    if live.set == this[1] and self._still_wanted(live, seat, step):
                        played.append((_seal(live, seat, step), step))
            except BaseException:
                room.doubt()
                raise
            if played and await room.commit([entry for entry, _ in played]):
                for entry, step in played:
                    self._plan(entry, step, this)
                    if entry.by == step.by and live.agreed is None:
                        room.intend(entry, step.why)
                room.publish()

    async def _finish(self, this: tuple[int, int]) -> None:
        """From here on bots play, as all people agree."""
        room = self._room
        async with room.lock:
            await room.refresh()
            live = room.live
            if live is None or (live.number, live.set) != this or not all_agree(room.table, live):
                return
            if await room.commit([live.finish()]):
                room.publish()

    def _still_wanted(self, live: Live, seat: Seat, step: Step) -> bool:
        """Has the seat still to answer, with no step sealed meanwhile by another process, and is it
        still a bot's or its answer obvious?
        """
        if live.status(seat) != "thinking" or live.sealed(seat) != step.after:
            return False
        table = self._room.table
        is_bots = live.agreed is not None or table.chairs[table.playing()[seat]].kind == "bot"
        return is_bots or live.obvious(seat) == step.text


def all_agree(table: Table, live: Live) -> bool:
    """Is it decided, and do all people at the table agree that bots play out the rest?"""
    finish = finishing(table, live)
    return finish is not None and finish.agreed == finish.people


def _seal(live: Live, seat: Seat, step: Step) -> Entry:
    """The seat's answer with one step more; a bot's mistake becomes what an absent seat does."""
    former = [move.text for move in live.match.observe(seat).answer]
    try:
        return live.answer(seat, (*former, step.text), None, step.by)
    except Refused as fault:
        report(fault)
        return live.absent(seat)


async def _now(step: Step) -> Step:
    return step
