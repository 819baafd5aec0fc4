"""Sends what is due, for as long as a process serves: what is said of a table, the process that has
it says, since only there it is known who is still to act and who is looking.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable
from typing import Final, TypeAlias, final

from microciv.games import about
from microciv.server.notices import texts, unsubscribe
from microciv.server.notices.channels import Channel, Failed, Gone, Threads
from microciv.server.notices.mail import Mailer
from microciv.server.notices.push import Pushes
from microciv.server.notices.texts import News
from microciv.server.notices.webhook import Hooks
from microciv.server.people.quiet_hours import after_quiet
from microciv.server.rooms import deadlines
from microciv.server.rooms.room import Room
from microciv.server.rooms.rooms import Rooms
from microciv.server.rooms.services import report
from microciv.server.store import notices_sql, people_sql
from microciv.server.store.notices_sql import Notice
from microciv.server.store.rows import StoreError
from microciv.server.wire.messages import Refused
from microciv.speech import known, speaking

MINUTE: Final = 60_000
Mails: TypeAlias = defaultdict[str, list[tuple[Notice, News]]]
"""What goes to somebody in one mail."""
WAITS: Final = (MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE)
"""Milliseconds before each further try; then it is dropped."""
TOGETHER: Final = 4
"""Pushes, or webhooks, that are on their way at a time."""


@final
class Sender:
    """Sends the notices that are due, in each process that serves."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._settings = rooms.settings
        self._mailer = Mailer(rooms.settings)
        self._threads = Threads(TOGETHER, "notices")
        self._channels: dict[str, Channel] = {
            "hook": Hooks(rooms.settings, self._threads),
            "push": Pushes(rooms.store, rooms.settings, self._threads),
        }
        self._room_for = {name: asyncio.Semaphore(TOGETHER) for name in self._channels}
        self._going: set[str] = set()
        """Whatever is on its way from here."""

    async def run(self) -> None:
        """Send what is due until cancelled."""
        try:
            while True:
                try:
                    while await self.look():
                        pass
                except StoreError as fault:
                    report(fault)
                await asyncio.sleep(self._settings.due)
        finally:
            self._mailer.close()
            self._threads.close()

    async def look(self) -> bool:
        """Send what is due; is there more to do at once?"""
        moment, found = await self._store.run(notices_sql.due(self._store.clock, len(self._going)))
        tables: dict[str, list[Notice]] = defaultdict(list)
        for notice in found:
            if notice.id not in self._going:
                tables[notice.table].append(notice)
        mails: Mails = defaultdict(list)
        more = False
        for table, notices in tables.items():
            try:
                more |= await self._tell_of(table, notices, moment, mails)
            except Refused as refusal:  # gone, or another process's, which looks as well
                if refusal.code == "stranded":
                    for notice in notices:
                        await self._store.run(notices_sql.drop(notice))
            except StoreError:
                raise
            except Exception as fault:  # noqa: BLE001  # others are told all the same
                report(fault)
        for person, told in mails.items():
            self._spawn([notice for notice, _ in told], self._mail(person, told))
        return more

    async def _tell_of(self, table: str, notices: list[Notice], moment: int, mails: Mails) -> bool:
        """Send what is due of a table, and put by what goes by mail; is there more to do?"""
        room = await self._rooms.room(table)
        more = False
        for notice in notices:
            news = await self._news(room, notice, moment)
            if news is None:
                continue
            if not notice.channel:
                apart = None if self._settings.smtp is None else self._apart
                await self._store.run(notices_sql.spread(notice, apart))
                more = True
            elif notice.channel == "mail" and notice.person is not None:
                mails[notice.person].append((notice, news))
            else:
                self._spawn([notice], self._send(notice, news))
        return more

    @property
    def _apart(self) -> int:
        return round(self._settings.digest * self._settings.second * 1000)

    def _spawn(self, notices: list[Notice], work: Awaitable[None]) -> None:
        ids = {notice.id for notice in notices}
        self._going |= ids

        async def do() -> None:
            try:
                await work
            finally:
                self._going -= ids

        self._rooms.services.spawn(do())

    # --- what there is to say

    async def _news(self, room: Room, notice: Notice, moment: int) -> News | None:
        """What is told now; None: nothing, as it is not true any more, or it is the middle of the
        night.
        """
        async with room.lock:
            await room.refresh()
            news = stands(room, notice)
        if news is None:
            await self._store.run(notices_sql.drop(notice))
            return None
        if notice.person is not None:
            quiet = await self._store.run(deadlines.quiet_hours([notice.person]))
            morning = after_quiet(moment, quiet)
            if morning > moment:
                await self._store.run(notices_sql.sleep(notice, morning))
                return None
        return news

    # --- sending

    async def _send(self, notice: Notice, news: News) -> None:
        async with self._room_for[notice.channel]:
            if not await self._store.run(notices_sql.claim(self._store.clock, notice)):
                return
            with speaking(await self._language(notice.person)):
                deed = self._channels[notice.channel].send(notice.target, [news])
                if await self._done([notice], deed) == "gone":
                    await self._store.run(notices_sql.forget(notice))

    async def _mail(self, person: str, told: list[tuple[Notice, News]]) -> None:
        clock, store = self._store.clock, self._store
        notices = [notice for notice, _ in told]
        claimed = await store.run(notices_sql.claim_mail(clock, person, notices, self._apart))
        if claimed is None:
            return
        address, ours = claimed
        latest = {notice.table: news for notice, news in told if notice in ours}
        if not latest:
            return
        site = self._settings.site or ""
        token = unsubscribe.token_for(await unsubscribe.secret_of(store), person)
        link = f"{site}{unsubscribe.PATH}{token}"
        with speaking(await self._language(person)):
            mail = texts.digest([*latest.values()], site, link)
        outcome = await self._done(ours, self._mailer.send(address, mail))
        if outcome == "gone":  # the mailbox is not there any more
            await store.run(unsubscribe.turn_off(person))
        elif outcome == "failed":
            await store.run(notices_sql.unmailed(person))

    async def _language(self, person: str | None) -> str:
        """What somebody is told in; a webhook in English."""
        if person is None:
            return "en"
        return known([await self._store.run(people_sql.language_of(person))])

    async def _done(self, notices: list[Notice], deed: Awaitable[None]) -> str:
        """What became of it: "sent", "gone" or "failed"."""
        outcome, store = "sent", self._store
        try:
            await deed
        except Gone:
            outcome = "gone"
        except Failed:
            outcome = "failed"
        for notice in notices:
            self._rooms.services.metrics.notices.labels(notice.channel, outcome).inc()
            if outcome == "failed" and notice.tries < len(WAITS):
                wait = round(WAITS[notice.tries] * self._settings.second)
                await store.run(notices_sql.retry(store.clock, notice, wait))
            else:
                await store.run(notices_sql.drop(notice))
        return outcome


def stands(room: Room, notice: Notice) -> News | None:
    """What there is to tell of a room, if it is still true; with its lock held."""
    table, live, here = room.table, room.live, room.here()
    if live is None or live.number != notice.match:
        return None
    people = [table.chairs[number].person for number in table.playing]
    kinds = [table.chairs[number].kind for number in table.playing]
    mine = {one.token for one in people if one is not None and one.id == notice.person}
    title = about(table.game).title
    others = tuple([one.name for one in people if one is not None and one.token not in mine])
    if notice.kind == "over":
        told = not mine & here and (bool(mine) or notice.person is None) and live.over
        return (
            News("over", table.id, title, () if notice.person is None else others) if told else None
        )
    if not table.by_the_day or room.paused or live.open_decision != notice.decision:
        return None
    to_act = [
        one
        for seat, one in enumerate(people)
        if one is not None and kinds[seat] == "person" and live.status(seat) == "thinking"
    ]
    if notice.person is None:
        names = tuple([one.name for one in to_act])
        return News(notice.kind, table.id, title, names) if names else None
    # A page may stand open while nobody sits before it: the reminder goes out all the same.
    looks = notice.kind == "turn" and bool(mine & here)
    if looks or not any([one.token in mine for one in to_act]):
        return None
    return News(notice.kind, table.id, title, others)
