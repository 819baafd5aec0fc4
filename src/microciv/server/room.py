"""A table in use: a `Room` orders what happens, stores it, and then shows it.

Nothing is shown before it is stored. Where another process wrote first, the room reads what it
wrote and tries again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, Protocol, final

import msgspec

from microciv.bots import Reason
from microciv.core.moves import Seat
from microciv.server import tables
from microciv.server.bot_moves import BotMoves
from microciv.server.clock import TableClock
from microciv.server.hints import NoAnswer
from microciv.server.live import Live
from microciv.server.messages import (
    AskHint,
    Finish,
    Hinted,
    Play,
    Refused,
    Said,
    Say,
    SeatChange,
    Seating,
    Sit,
    Start,
    TableView,
    TakeBack,
    encode,
)
from microciv.server.rows import Conflict, Entry, Outcome, TableRow, Unfit
from microciv.server.services import Services
from microciv.server.stored import Stranded, reopen, strand
from microciv.server.tables import Table
from microciv.server.talk import Talk
from microciv.server.views import Frames, state_of, table_view

NO_SUCH_TABLE: Final = "there is no such table; it may have been tidied away"
UNREADABLE: Final = "this table is of another version of microciv, or damaged: it cannot be shown"
STRANDED: Final = (
    "this match cannot be continued: its game has changed since, or what was stored is damaged"
)
ATTEMPTS: Final = 6
"""How often a room tries again when other processes keep writing first."""
MOST_TABS: Final = 20
"""Connections of one seat."""


class Watcher(Protocol):
    token: str | None

    @property
    def gone(self) -> bool:
        """Is it closed already?"""

    def show(self, frames: Frames) -> None:
        """Send whatever of this is news."""

    def hear(self, frame: bytes) -> None:
        """Send what somebody said."""

    def accepted(self, id_: str | None) -> None:
        """An answer of this connection is stored; an update follows."""

    def drop(self, reason: str) -> None:
        """Close the connection."""


@final
class Room:
    """One table. All changes go through its lock, one after the other."""

    def __init__(self, id_: str, services: Services) -> None:
        self.id = id_
        self.services = services
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.live: Live | None = None
        self.stranded: Stranded | None = None
        """The match of the table, if it cannot be gone on with."""
        self.stale = True
        """Another process may have written, or we do not know whether we have."""
        self.ours = not services.store.shared
        """Was the last change made here? Then it is for us to let the bots answer."""
        self._table: Table | None = None
        self._unreadable = False
        self._version = 0
        self._elsewhere: set[int] = set()
        self._lingering: dict[int, asyncio.Task[None]] = {}
        """Places whose last connection has just gone; a reload is back soon."""
        self._bot_moves = BotMoves(self)
        self._clock = TableClock(self)
        self._talk = Talk(*services.settings.phrases)

    @property
    def table(self) -> Table:
        """The table as last read or written.

        :raises Refused: if there is none, or none that can be read.
        """
        if self._unreadable:
            raise Refused("stranded", UNREADABLE)
        if self._table is None:
            raise Refused("unknown_table", NO_SUCH_TABLE)
        return self._table

    @property
    def match(self) -> Live | Stranded | None:
        """The match of the table, as far as there is one."""
        return self.stranded or self.live

    @property
    def idle(self) -> bool:
        watched = self.watchers or self._lingering or self._bot_moves.busy
        return not watched and not self.lock.locked()

    @property
    def awake(self) -> bool:
        """Is anybody there, or back in a moment?"""
        return bool(self.watchers or self._lingering)

    @property
    def alone(self) -> bool:
        """Has nobody who sits here a connection to another process?"""
        return not self._elsewhere

    # --- requests

    async def view(self, token: str | None) -> TableView:
        """The table as the holder of this token sees it."""
        async with self.lock:
            await self.refresh()
            return table_view(self.table, self.match, self._present(), token)

    async def change(self, alter: Callable[[Table], Table | None]) -> Table | None:
        """Change who sits where, or begin a match; None: the table is closed.

        :raises Refused: from `alter`; nothing has changed.
        """
        return await self.services.protect(self._change(alter))

    async def sit(self, wish: Sit) -> Seating:
        """A person takes a seat."""
        token = tables.new_token()

        def seat(table: Table) -> Table:
            return tables.sit(table, wish.name, token, wish.seat)

        await self.change(seat)
        return self._seating(token)

    def _seating(self, token: str) -> Seating:
        place = self.table.place_of(token)
        return Seating(table=self.id, token=token, seat=-1 if place is None else place)

    async def change_seat(self, token: str | None, place: int, wish: SeatChange) -> None:
        """The host's wish for a seat; whether its person is here decides."""

        def change(table: Table) -> Table:
            tables.check_decides(table, token, self._present())
            return tables.change_seat(table, place, wish, self._present())

        await self.change(change)

    async def start(self, token: str | None, wish: Start) -> None:
        """The host starts the match."""

        def begin(table: Table) -> Table:
            tables.check_host(table, token)
            return tables.start(table, wish.fill)

        await self.change(begin)

    async def leave(self, token: str | None) -> None:
        """A person gives up a seat; a table that nobody is left at is dropped, unless bots can play
        its match on.
        """
        await self.change(
            lambda table: tables.leave(table, token, stranded=self.stranded is not None)
        )

    async def rematch(self, token: str | None, number: int | None) -> Seating:
        """Begin the next match, once, at the first request."""

        def begin(table: Table) -> Table:
            if table.place_of(token) is None and not table.is_host(token):
                raise Refused("bad_token", "only people at this table can ask for a rematch")
            if number is not None and table.match == number + 1:
                return table
            over = self.stranded is not None or (self.live is not None and self.live.over)
            if not over or number not in (None, table.match):
                raise Refused("not_finished", "the match is not finished")
            return tables.again(table)

        await self.change(begin)
        return self._seating(token or "")

    async def outcome(self, number: int | None) -> Outcome:
        """Record and packed replay of a finished match, the last one if none is named.

        :raises Refused: while it is played: then they would tell what is hidden.
        """
        async with self.lock:
            await self.refresh()
            wanted = self.table.match if number is None else number
            stranded = self.stranded is not None and self.stranded.number == wanted
        kept = await self.services.store.outcome(self.id, wanted)
        if kept is None and stranded:
            raise Refused("stranded", STRANDED)
        if kept is None:
            raise Refused("not_finished", "the record becomes public when the match is finished")
        return kept

    # --- connections

    async def join(self, watcher: Watcher) -> None:
        """A connection said hello.

        :raises Refused: if its token is not of this table, or the table is full of watchers.
        """
        await self.services.protect(self._join(watcher))

    async def _join(self, watcher: Watcher) -> None:
        async with self.lock:
            await self.refresh()
            if watcher.gone:
                return
            table, token = self.table, watcher.token
            place = table.place_of(token)
            if token is not None and place is None and not table.is_host(token):
                raise Refused("bad_token", "this token does not belong to this table (any more)")
            self._check_room(token)
            await self._welcome_back(place)
            self.watchers.add(watcher)
            if place is not None:
                if (task := self._lingering.pop(place, None)) is not None:
                    task.cancel()
                if self.services.store.shared:
                    await self.services.store.arrive(self.id, place)
            self.publish(watcher)
            if self.live is not None:
                for said in self._talk.fresh(self.live):
                    watcher.hear(encode(said))

    async def _welcome_back(self, place: int | None) -> None:
        """A person who acts gets back the seat that a bot has kept; with the lock held."""
        if place is not None and self.table.chairs[place].kind == "bot":
            await self.save(lambda table: tables.come_back(table, place))

    def _check_room(self, token: str | None) -> None:
        """However many watch, they never keep out who sits here."""
        like = [watcher for watcher in self.watchers if watcher.token == token]
        if token is None and len(like) >= self.services.settings.audience:
            raise Refused("too_fast", "too many connections watch this table")
        if token is not None and len(like) >= MOST_TABS:
            raise Refused("too_fast", f"this seat has {MOST_TABS} connections already")

    def part(self, watcher: Watcher) -> None:
        """A connection is closed; its person is away if it does not come back soon."""
        if watcher not in self.watchers:
            return
        self.watchers.discard(watcher)
        place = self._table.place_of(watcher.token) if self._table is not None else None
        if place is not None and place not in self.here():
            self._lingering[place] = self.services.spawn(self._miss(place))
        if not self.awake:
            self._clock.rest()

    async def _miss(self, place: int) -> None:
        await asyncio.sleep(self.services.settings.away_after)
        async with self.lock:
            self._lingering.pop(place, None)
            if self.services.store.shared:
                await self.services.store.depart(self.id, place)
            await self.refresh()
            if self._table is not None:
                self.publish()

    def show_again(self, watcher: Watcher) -> None:
        """Show a connection how things stand, as it seems not to know."""
        if self._table is not None and (self.match is not None or self._table.match == 0):
            watcher.show(self._frames())
        else:  # it is in doubt; what the store has will tell
            self.services.spawn(self.catch_up())

    async def catch_up(self) -> None:
        """Show what other processes have written."""
        async with self.lock:
            await self.refresh()
            self._dismiss()
            if self._table is not None:
                self.publish()

    def _playing(self) -> Live:
        """The match that is on, or over.

        :raises Refused: if there is none, or none that can be gone on with.
        """
        if self.stranded is not None:
            raise Refused("stranded", STRANDED)
        if self.live is None:
            raise Refused("not_started", "the match has not begun")
        return self.live

    # --- answers

    async def answer(self, watcher: Watcher, message: Play | TakeBack | Finish) -> None:
        """Seal what this connection's seat answers, or agrees to; it is stored when this returns.

        :raises Refused: nothing has changed.
        """
        await self.services.protect(self._answer(watcher, message))

    async def _answer(self, watcher: Watcher, message: Play | TakeBack | Finish) -> None:
        async with self.lock:
            for _ in range(ATTEMPTS):
                await self.refresh()
                place = self.table.place_of(watcher.token)
                seat, live = self.table.seat_of(place), self._playing()
                if seat is None:
                    raise Refused("not_your_seat", "you watch this match; the answer is not yours")
                if not live.knows(seat, message.id):
                    entry = _entry(live, seat, message)
                    if entry is not None and not await self.commit([entry]):
                        continue
                    await self._welcome_back(place)
                watcher.accepted(message.id)
                self.publish()
                return
        raise Refused("unavailable", "the server is busy; try again")

    # --- hints

    async def hint(self, watcher: Watcher, message: AskHint) -> Hinted:
        """What would be good for this connection's seat, from what it sees.

        :raises Refused: if it plays at a table without hints, or nothing is asked of it.
        """
        async with self.lock:
            await self.refresh()
            seat = self.table.seat_of(self.table.place_of(watcher.token))
            live = self._playing()
            if seat is None:
                raise Refused("not_your_seat", "you watch this match; hints are for players")
            if self.table.hinting() == "off":
                raise Refused("illegal", "hints are off at this table")
            live.check(message.match, message.set)
            seen = live.question(seat)
            if not seen.legal:
                raise Refused("illegal", "you are not to act now")
        try:
            hints, budget = self.services.hints, self.services.settings.hint
            found = await hints.hint(live.game, self.table.options, seen, budget)
        except NoAnswer:
            raise Refused("unavailable", "the search gave no answer; try again") from None
        at = {"match": message.match, "set": message.set, "id": message.id}
        return msgspec.structs.replace(found, **at)

    # --- talk

    async def say(self, watcher: Watcher, message: Say) -> None:
        """Let everybody hear what this connection's seat says.

        :raises Refused: nobody has heard it.
        """
        async with self.lock:
            await self.refresh()
            seat = self.table.seat_of(self.table.place_of(watcher.token))
            live = self._playing()
            if seat is None:
                raise Refused("not_your_seat", "you watch this match; only players can talk")
            if self.table.talk == "off":
                raise Refused("illegal", "talk is off at this table")
            if message.match != live.number:
                raise Refused("stale", "that was another match; say it in this one")
            self._tell([self._talk.say(live, seat, message)])

    def intend(self, entry: Entry, why: Reason) -> None:
        """Keep what a bot says of an answer that is stored, until the answer is open."""
        if self.live is not None and self.table.talk == "on":
            self._talk.intend(self.live, entry, why)

    async def overhear(self, said: Said) -> None:
        """Somebody said this to another process."""
        async with self.lock:
            await self.refresh()
            if self.live is not None and said.match == self.live.number:
                self._talk.follow(self.live)
                self._talk.keep(said)
                self._let_hear([encode(said)])

    def _tell(self, told: list[Said]) -> None:
        frames = [encode(said) for said in told]
        self._let_hear(frames)
        if self.services.store.shared:
            for frame in frames:
                self.services.spawn(self.services.store.tell(self.id, frame.decode()))

    def _let_hear(self, frames: list[bytes]) -> None:
        for frame in frames:
            for watcher in [*self.watchers]:
                watcher.hear(frame)

    # --- what is stored

    async def commit(self, entries: list[Entry]) -> bool:
        """Store what the match in memory has done already; False: it was undone, try again.

        With the lock held.
        """
        live = self.live
        assert live is not None
        try:
            # Up to a second in which the other tables go on.
            outcome = await asyncio.to_thread(live.outcome) if live.over else None
            await self.services.store.append(self.id, live.number, entries, outcome)
        except Conflict:
            self.doubt()
            return False
        except BaseException:
            self.doubt()
            raise
        self.ours = True
        return True

    def doubt(self) -> None:
        """What is in memory is not what is stored: read it again before anything else."""
        self.live = None
        self.stale = True

    # --- with the lock held

    async def refresh(self) -> None:
        """Read what others may have written; with the lock held."""
        if not self.stale:
            return
        store = self.services.store
        self.stale = False
        try:
            row = await store.table(self.id)
            if row is None:
                self._forget()
            elif self._table is None or row.version != self._version:
                self._read(row)
            if self._table is not None:
                await self._refresh_match(self._table)
                if store.shared:
                    self._elsewhere = await store.present(self.id)
        except BaseException:
            self.doubt()
            raise

    def _read(self, row: TableRow) -> None:
        try:
            self._table, self._version = tables.read_table(row.body), row.version
            self._unreadable = False
        except Unfit as fault:
            self._forget()
            self._unreadable = True
            self.services.strand(self.id, fault)

    def _forget(self) -> None:
        self._table, self.live, self.stranded, self._unreadable = None, None, None, False

    async def _refresh_match(self, table: Table) -> None:
        if self.stranded is not None and self.stranded.number == table.match:
            return
        self.stranded = None
        if table.match == 0:
            self.live = None
            return
        try:
            await self._follow(table.match)
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
            entries = await store.entries(self.id, number, self.live.plies)
            self.ours = self.ours and not entries
            for entry in entries:
                self.live.replay(entry)
        else:
            self.live = await reopen(store, self.id, number)
            self.ours = not store.shared

    async def _change(self, alter: Callable[[Table], Table | None]) -> Table | None:
        async with self.lock:
            await self.refresh()
            table = await self.save(alter)
            if table is None:
                await self.services.store.drop_table(self.id)
                self._forget()
            self._dismiss()
            if table is not None:
                self.publish()
            return table

    def _dismiss(self) -> None:
        """Close the connections of those who have left, or lost their seat."""
        for watcher in [*self.watchers]:
            if self._table is None or not _welcome(self._table, watcher.token):
                watcher.drop("you have left this table")

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
            match = self.services.new_match(altered) if altered.match != table.match else None
            state = "playing" if match is not None else state_of(self.match)
            body = msgspec.json.encode(altered)
            row = TableRow(self.id, self._version + 1, state, altered.open(), body)
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
                self.live, self.stranded = Live(altered.open_game(), match), None
            self.ours = True
            return altered
        raise Refused("unavailable", "the server is busy; try again")

    def publish(self, *newcomers: Watcher) -> None:
        """Show everybody what is news to them, and let bots go on; with the lock held. What bots
        play out by agreement is shown when it begins, and then to newcomers only until its end.
        """
        self._clock.look()
        hurries = self.live is not None and self.live.hurries
        frames = self._frames()
        for watcher in newcomers if hurries else [*self.watchers]:
            watcher.show(frames)
        if self.live is not None:
            self._tell(self._talk.opened(self.live))
        self._bot_moves.nudge()

    def _frames(self) -> Frames:
        return Frames(self.table, self.match, self._present(), self._clock.message())

    # --- who is here

    def here(self) -> set[int]:
        """The places whose persons have a connection to this process."""
        if self._table is None:
            return set()
        places = {self._table.place_of(watcher.token) for watcher in self.watchers}
        return {place for place in places if place is not None}

    def _present(self) -> set[int]:
        return self.here() | {*self._lingering} | self._elsewhere


def _entry(live: Live, seat: Seat, message: Play | TakeBack | Finish) -> Entry | None:
    """Play what a person wants; None: there is nothing to be done.

    :raises Refused: nothing has changed.
    """
    if isinstance(message, Finish):
        return live.agree(seat, message)
    live.check(message.match, message.set)
    lines = tuple(message.moves) if isinstance(message, Play) else ()
    live.check_changes(seat, lines)
    return live.answer(seat, lines, message.id)


def _welcome(table: Table, token: str | None) -> bool:
    return token is None or table.place_of(token) is not None or table.is_host(token)
