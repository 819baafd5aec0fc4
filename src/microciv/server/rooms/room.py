"""A table in use: a `Room` orders what happens, stores it, and then shows it.

Nothing is shown before it is stored. A table is served by one process at a time: a room that finds
that somebody else has written reads what is there and tries again, or gives up if another process
serves the table by now.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final, final

from microciv.bots import Reason
from microciv.core.deal import Deal
from microciv.server import refusals
from microciv.server.rooms import presence
from microciv.server.rooms.bot_moves import BotMoves
from microciv.server.rooms.clock import TableClock
from microciv.server.rooms.dealing import Dealing, begun
from microciv.server.rooms.orders import Orders
from microciv.server.rooms.quick_start import QuickStart
from microciv.server.rooms.services import Services
from microciv.server.rooms.suggestions import Suggestions
from microciv.server.rooms.talk import Talk
from microciv.server.rooms.watcher import TRY_AGAIN, Watcher
from microciv.server.store.rows import Conflict, Entry, MatchRow, Outcome, TableRow, Unfit
from microciv.server.table import late_joining, rematch, seating, tables
from microciv.server.table.delayed_view import DelayedView
from microciv.server.table.history import noted
from microciv.server.table.live_match import Act, LiveMatch
from microciv.server.table.stored_match import Found, Stranded, Undealt, reopen, strand
from microciv.server.table.tables import Table
from microciv.server.table.views import Frames, state_of
from microciv.server.wire.messages import Refused, Said, Say, TableView, encode
from microciv.speech import t

ATTEMPTS: Final = 6
"""How often a room tries again when others keep writing first."""


@final
class Room:
    """One table. All changes go through its lock, one after the other."""

    def __init__(self, id_: str, services: Services) -> None:
        self.id = id_
        self.services = services
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.live: LiveMatch | None = None
        self._doubted: LiveMatch | None = None
        """The match as it was in memory when that came into doubt."""
        self.stranded: Stranded | None = None
        self.undealt: Undealt | None = None
        """The match of the table, while people are asked for what its deal is made from."""
        self.stale = True
        """Somebody else may have written, or we do not know whether we have."""
        self.left = False
        """Is the table not served here any more? Then this room is of no use."""
        self.asked = 0.0
        """When somebody last asked for the table, by the process's clock."""
        self._table: Table | None = None
        self._judged: tuple[Table | None, bool] = (None, False)
        """The table, and whether its match was over, when it was last seen who may stay."""
        self._unreadable = False
        self._version = 0
        self._lingering: dict[str, asyncio.Task[None]] = {}
        """Persons whose last connection has just gone; a reload is back soon."""
        self.bot_moves = BotMoves(self)
        self.clock = TableClock(self)
        self.suggestions = Suggestions(self)
        self.dealing = Dealing(self)
        self.orders = Orders(self)
        self._quick_start = QuickStart(self)
        self._delayed = DelayedView()
        self._talk = Talk(services.settings.phrases, services.settings.words)

    @property
    def table(self) -> Table:
        """The table as last read or written.

        :raises Refused: if there is none, or none that can be read.
        """
        if self._unreadable:
            raise Refused("stranded", refusals.unreadable())
        if self._table is None:
            raise Refused("unknown_table", refusals.no_such_table())
        return self._table

    @property
    def match(self) -> Found | None:
        """The match of the table, as far as there is one."""
        return self.stranded or self.live or self.undealt

    @property
    def deal(self) -> Deal | None:
        """What the match of the table is dealt from; its seed may be given."""
        found = self.live or self.undealt
        return None if found is None else found.deal

    @property
    def idle(self) -> bool:
        watched = self.watchers or self._lingering or self.bot_moves.busy
        return not watched and not self.lock.locked()

    @property
    def over(self) -> bool:
        """Is the match finished, or not to be gone on with?"""
        return self.stranded is not None or (self.live is not None and self.live.over)

    @property
    def awake(self) -> bool:
        """Does the match go on? Somebody is there, or back in a moment, for whom it would."""
        return self._goes_on_while(self.paused)

    def _goes_on_while(self, paused: bool) -> bool:
        attended = self.watchers or self._lingering or presence.by_the_day(self._table)
        return bool(attended) and not paused and not self.left

    @property
    def paused(self) -> bool:
        """Do people sit here, none of whom are there, or only those who have run out of time?"""
        return presence.is_paused(self._table, self.live, self.present())

    # --- requests

    async def view(self, token: str | None) -> TableView:
        """The table as the holder of this token sees it."""
        async with self.lock:
            await self.refresh()
            if self.table.was_removed(token):
                raise Refused("removed", refusals.removed())
            return self._frames(self.present(), self.paused).view(token)

    async def change(self, alter: Callable[[Table], Table | None]) -> Table | None:
        """Change who sits where, or begin a match; None: the table is closed.

        :raises Refused: from `alter`; nothing has changed.
        """
        return await self.services.protect(self._change(alter))

    def last_match(self) -> int:
        """The match that is over, or the one before it while it is played."""
        number = self.table.match
        return number if self.over or number < 2 else number - 1

    def places(self) -> list[int] | None:
        """How the match of the table ended, if it did."""
        return self.live.match.places() if self.live is not None and self.live.over else None

    async def outcome(self, number: int | None) -> Outcome:
        """Record and packed replay of a finished match, the last one if none is named.

        :raises Refused: while it is played: then they would tell what is hidden.
        """
        async with self.lock:
            await self.refresh()
            wanted = self.last_match() if number is None else number
            stranded = self.stranded is not None and self.stranded.number == wanted
        kept = await self.services.store.outcome(self.id, wanted)
        if kept is None and stranded:
            raise Refused("stranded", refusals.cannot_go_on())
        if kept is None:
            raise Refused("not_finished", t("the record becomes public when the match is finished"))
        return kept

    # --- connections

    async def join(self, watcher: Watcher, *, resumes: bool = False) -> None:
        """A connection said hello. One that resumes has come back by itself: that tells nothing of
        its person.

        :raises Refused: if its token is not of this table, or the table is full of watchers.
        """
        await self.services.protect(self._join(watcher, resumes))

    async def _join(self, watcher: Watcher, resumes: bool) -> None:
        async with self.lock:
            await self.refresh()
            table, token = self.table, watcher.token
            seating.check_known(table, token)
            seating.check_watched(table, token, over=self.over)
            presence.check_room(self.watchers, token, self.services.settings.audience)
            whose = watcher.whose = table.whose(watcher.whose, token)
            charged = not self.watchers or (table.is_host(token) and whose != self.bot_moves.whose)
            if charged and self.live is not None and not self.over:
                self.services.live_tables.check(whose, table.bots(), self)
            if not resumes:
                await self._welcome_back(table.chairs_of(token))
            await self._let_in()
            if watcher.gone:
                return
            if charged:
                self.bot_moves.whose = whose
                self.services.live_tables.hold(self, whose)
            self.watchers.add(watcher)
            for person in table.there_with(token):
                lingering = self._lingering.pop(person.token, None)
                if lingering is not None:
                    lingering.cancel()
            await self._quick_start.notice()
            self.publish(watcher)
            self._tell(self._talk.fresh(self.live), watcher)

    async def come_back(self, watcher: Watcher, id_: str | None) -> None:
        """The person of this connection is there again, whatever was missed.

        :raises Refused: if it only watches.
        """
        await self.services.protect(self._come_back(watcher, id_))

    async def _come_back(self, watcher: Watcher, id_: str | None) -> None:
        async with self.lock:
            await self.refresh()
            numbers = self.table.chairs_of(watcher.token)
            if not numbers:
                raise Refused("not_your_seat", t("you watch this match; no seat of it is yours"))
            await self._welcome_back(numbers)
            watcher.accepted(id_)
            self.publish()

    async def _welcome_back(self, numbers: list[int]) -> None:
        """Who acts is missed no more, and gets back the seat that a bot has kept; lock held."""
        for number in numbers:
            await self._seat_again(number)

    async def _seat_again(self, number: int) -> None:
        for _ in range(ATTEMPTS):
            seat, live = self.table.seat_of(number), self.live
            if seat is None or live is None or live.over or live.agreed is not None:
                break
            entry = live.come_back(seat)
            if entry is None or await self.commit([entry]):
                break
            await self.refresh()
        if self.table.chairs[number].kind == "bot":
            await self.save(lambda table: seating.come_back(table, number))

    def part(self, watcher: Watcher) -> None:
        """A connection is closed; its person is away if it does not come back soon."""
        if watcher not in self.watchers:
            return
        told = presence.audience(self.watchers)
        self.watchers.discard(watcher)
        if presence.audience(self.watchers) != told and not self.left:
            self.services.spawn(self.catch_up())
        if not self.watchers:
            self.services.live_tables.release(self)
        if self.left:
            return
        people = [] if self._table is None else self._table.there_with(watcher.token)
        here = self.here() if people else set()
        for person in people:
            if person.token not in here:
                self._lingering[person.token] = self.services.spawn(self._miss(person.token))
        if not self.awake:
            self.clock.rest()

    async def _miss(self, person: str) -> None:
        await asyncio.sleep(self.services.settings.away_after)
        async with self.lock:
            self._lingering.pop(person, None)
            await self.refresh()
            if self._table is not None:
                await self._go_on()
                await self._quick_start.notice()
                self.publish()

    async def _go_on(self) -> None:
        """The next match begins if nobody has to be waited for any more; with the lock held."""
        if not self.over or not rematch.is_agreed(self.table, self.present()):
            return
        number, places = self.table.match, self.places()

        def begin(table: Table) -> Table:
            agreed = table.match == number and rematch.is_agreed(table, self.present())
            return rematch.begin(table, places, self.present()) if agreed else table

        with suppress(Refused):  # its game is no longer available
            await self.save(begin)

    def show_again(self, watcher: Watcher) -> None:
        """Show a connection how things stand, as it seems not to know."""
        if self._table is not None and (self.match is not None or self._table.match == 0):
            watcher.show(self._frames(self.present(), self.paused))
        else:  # it is in doubt; what the store has will tell
            self.services.spawn(self.catch_up())

    async def catch_up(self) -> None:
        """Show what others have written, such as an operator."""
        async with self.lock:
            await self.refresh()
            self._dismiss()
            if self._table is not None:
                await self._let_in()
                await self._go_on()
                self.publish()

    def playing(self) -> LiveMatch:
        """The match that is on, or over.

        :raises Refused: if there is none, or none that can be gone on with.
        """
        if self.stranded is not None:
            raise Refused("stranded", refusals.cannot_go_on())
        if self.live is None:
            raise Refused("not_started", t("the match has not begun, or its cards are being dealt"))
        return self.live

    # --- answers

    async def answer(self, watcher: Watcher, message: Act) -> None:
        """Seal what this connection's seat answers, or agrees to; it is stored when this returns.

        :raises Refused: nothing has changed.
        """
        async with self.lock:
            for _ in range(ATTEMPTS):
                await self.refresh()
                number = self.table.chair_of(watcher.token)
                seat, live = self.table.seat_of(number), self.playing()
                if seat is None:
                    raise Refused(
                        "not_your_seat", t("you watch this match; the answer is not yours")
                    )
                if not live.knows(seat, message.id):
                    before = live.decision
                    entry = live.act(seat, message)
                    if entry is not None and not await self.commit([entry, *live.hush(before)]):
                        continue
                    await self._welcome_back([] if number is None else [number])
                watcher.accepted(message.id, self.bot_moves.moment(seat))
                self.publish()
                return
        raise Refused("unavailable", t("the server is busy; try again"))

    # --- talk

    async def say(self, watcher: Watcher, message: Say) -> None:
        """Let everybody hear what this connection's seat says.

        :raises Refused: nobody has heard it.
        """
        async with self.lock:
            await self.refresh()
            live = None if self.table.match == 0 and message.text else self.playing()
            self._tell([self._talk.speak(self.table, live, watcher.token, message)])

    def intend(self, entry: Entry, why: Reason) -> None:
        """Keep what a bot says of an answer that is stored, until the answer is open."""
        if self.live is not None:
            self._talk.intend(self.live, entry, why, off=self.table.talk == "off")

    def _tell(self, told: list[Said], *newcomers: Watcher) -> None:
        at_once = self.table.watching != "later" or self.live is None or self.over
        for frame in [encode(said) for said in told]:
            for watcher in newcomers or [*self.watchers]:
                if at_once or seating.plays(self.table, watcher.token):
                    watcher.hear(frame)

    # --- what is stored

    async def commit(self, entries: list[Entry]) -> bool:
        """Store what the match in memory has done already, and what people's orders answer then;
        False: it was undone, try again.

        With the lock held.
        """
        live = self.live
        assert live is not None
        try:
            entries = [*entries, *self.orders.obey(live, entries[0].decision)]
            outcome: Outcome | None = None
            if live.over:  # up to a second in which the other tables go on
                kept = self.table.names(), self.orders.left()
                outcome = await asyncio.to_thread(live.outcome, *kept)
                outcome = noted(outcome, self.table, live, self.clock.days.told_of_end())
            await self.services.store.append(self.id, live.number, entries, outcome, self._version)
        except Conflict:
            self.doubt()
            return False
        except BaseException:
            self.doubt()
            raise
        await self._let_in()
        return True

    async def _let_in(self) -> None:
        """Who came late gets a bot's seat, if it is time; with the lock held."""
        before = self._table
        if before is None or not before.late:
            return
        with suppress(Refused):  # others write; who writes next lets them in
            after = await self.save(
                lambda table: late_joining.admit(table, self.live, self.present())
            )
            for number in late_joining.newly_seated(before, after):
                self._talk.forget(before.playing.index(number))

    def doubt(self) -> None:
        """What is in memory is not what is stored: read it again before anything else."""
        self._doubted, self.live = self.live, None
        self.stale = True
        self.services.leases.doubt(self.id)

    def give_up(self) -> None:
        """The table is for another process from now on: everybody comes back to that one."""
        self.left = True
        self.clock.leave()
        for task in self._lingering.values():
            task.cancel()
        self._lingering.clear()
        for watcher in [*self.watchers]:
            watcher.drop(refusals.moved, TRY_AGAIN)

    # --- with the lock held

    async def refresh(self) -> None:
        """Read what others may have written; with the lock held.

        :raises Refused: "unavailable", if another process serves the table.
        """
        if self.left:
            raise Refused("unavailable", refusals.moved())
        if not self.stale:
            return
        store = self.services.store
        if await self.services.leases.claim(self.id) is not None:
            self.give_up()
            raise Refused("unavailable", refusals.moved())
        self.stale = False
        try:
            row = await store.table(self.id)
            if row is None:
                self._forget()
            elif self._table is None or row.version != self._version:
                self._read(row)
            if self._table is not None:
                await self._refresh_match(self._table)
        except BaseException:
            self.doubt()
            raise

    def _read(self, row: TableRow) -> None:
        try:
            before, self._table = self._table, tables.read_table(row.body)
            self._version, self._unreadable = row.version, False
            self._talk.follow_names(before, self._table)
        except Unfit as fault:
            self._forget()
            self._unreadable = True
            self.services.strand(self.id, fault)

    def _forget(self) -> None:
        self._table, self.live, self.stranded, self.undealt = None, None, None, None
        self._unreadable = False

    async def _refresh_match(self, table: Table) -> None:
        if self.stranded is not None and self.stranded.number == table.match:
            return
        self.stranded, self.undealt = None, None
        if table.match == 0:
            self.live = None
            return
        try:
            await self._follow(table.match)
            await self.orders.read()
        except Unfit as fault:
            self.services.strand(self.id, fault)
            self.live = None
            self.stranded = await strand(self.services.store, self.id, table.match)

    async def _follow(self, number: int) -> None:
        """Play the log of the match as far as it goes.

        :raises Unfit: if it cannot be gone on with.
        """
        store = self.services.store
        if self.live is not None and self.live.number == number:
            for entry in await store.entries(self.id, number, self.live.plies):
                self.live.replay(entry)
        else:
            lesson = None if self._table is None else self._table.teaches()
            self._lay(await reopen(store, self.id, number, lesson))

    async def _change(self, alter: Callable[[Table], Table | None]) -> Table | None:
        async with self.lock:
            await self.refresh()
            table = await self.save(alter)
            if table is None:
                await self.services.store.drop_table(self.id)
                self._forget()
            self._dismiss()
            if table is not None:
                await self._go_on()
                await self._quick_start.notice()
                self.publish()
            return table

    def _dismiss(self) -> None:
        """Close the connections of who has left or lost a seat; of all, if the table is closed."""
        judged, self._judged = self._judged, (self._table, self.over)
        if judged[0] is self._table is not None and judged[1] is self.over:
            return  # who came since was judged then
        for watcher in [*self.watchers]:
            if self._table is None:
                watcher.drop(refusals.no_such_table)
            elif not seating.is_known(self._table, watcher.token):
                watcher.drop(refusals.left)
            elif not seating.is_watched(self._table, watcher.token, over=self.over):
                watcher.drop(refusals.unwatched)

    async def save(self, alter: Callable[[Table], Table | None]) -> Table | None:
        """Store the table as altered; with the lock held.

        :raises Refused: from `alter`; nothing has changed.
        """
        for _ in range(ATTEMPTS):
            await self.refresh()
            table = self.table
            altered = alter(table)
            if altered is None or altered == table:
                return altered
            match: MatchRow | None = None
            if altered.match != table.match:
                altered, match = begun(altered, self.services.settings, self._connected())
            if match is not None and self.watchers:
                self.services.live_tables.check(self.bot_moves.whose, altered.bots(), self)
            state = "playing" if match is not None else state_of(self.match)
            row = altered.row(self._version + 1, state)
            try:
                await self.services.store.save_table(row, match)
            except Conflict:
                self.doubt()
                continue
            except BaseException:
                self.doubt()
                raise
            self._table, self._version = altered, row.version
            if match is not None:
                self.take(match)
            return altered
        raise Refused("unavailable", t("the server is busy; try again"))

    def take(self, row: MatchRow) -> None:
        """Go on with a match that is stored so, and nothing played of it."""
        if row.seed is None and row.deal is not None:
            self._lay(Undealt(row, row.deal))
        else:
            self._lay(LiveMatch(self.table.open_game(), row, self.table.teaches()))
        self.stranded = None

    def _lay(self, match: LiveMatch | Undealt) -> None:
        self.live = match if isinstance(match, LiveMatch) else None
        if self.live is not None and self._doubted is not None:
            self.live.sights.follow(self._doubted.sights)
        self._doubted = None
        self.undealt = match if isinstance(match, Undealt) else None

    def publish(self, *newcomers: Watcher) -> None:
        """Show everybody what is news to them, and let bots go on; with the lock held. What bots
        play out by agreement is shown when it begins, and then to newcomers only until its end.
        """
        if self.live is not None:
            self.live.pauses = self.table.pausing() == "on"
            self.live.sharing = self.table.sharing
        present = self.present()
        paused = presence.is_paused(self._table, self.live, present)
        awake = self._goes_on_while(paused)
        self.clock.look(awake)
        self.dealing.look()
        self._quick_start.look()
        self._dismiss()
        hurries = self.live is not None and self.live.hurries
        frames = self._frames(present, paused)
        for watcher in newcomers if hurries else [*self.watchers]:
            watcher.show(frames)
        if self.live is not None:
            self._tell(self._talk.opened(self.live))
        self.bot_moves.nudge(awake)
        self.suggestions.nudge()

    def _frames(self, present: set[str], paused: bool) -> Frames:
        now = (self.table, self.match, present, self.clock.message())
        behind, count = self._delayed.of(self.table, self.live), presence.audience(self.watchers)
        return Frames(*now, behind, paused=paused, spectators=count)

    # --- who is here

    def here(self) -> set[str]:
        return presence.connected(self._table, self.watchers)

    def present(self) -> set[str]:
        """The persons who are there, by what their connections and the clock tell."""
        return presence.those_present(self._table, self.live, self._connected())

    def _connected(self) -> set[str]:
        return self.here() | {*self._lingering}
