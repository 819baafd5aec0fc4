"""One connection, as a state machine: greeting, watching, closed.

What is sent waits in a short list. A client that does not keep up is dropped; it comes back and
resumes from the last event it has heard.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from enum import Enum
from time import perf_counter
from typing import TYPE_CHECKING, Final, final

from microciv.core.moves import SPECTATOR, Seat
from microciv.server.api.eager_tasks import begin
from microciv.server.fair_queue import Whose
from microciv.server.limits import host_of
from microciv.server.rooms.room import Room
from microciv.server.rooms.rooms import Rooms
from microciv.server.rooms.services import report
from microciv.server.rooms.watcher import GOING_AWAY, TRY_AGAIN
from microciv.server.store.rows import StoreError
from microciv.server.table.views import FarStatus, Frames
from microciv.server.usage import slow_down
from microciv.server.wire.messages import (
    Accepted,
    AskHint,
    Finish,
    FromClient,
    Hello,
    Ping,
    Play,
    Pong,
    Promise,
    Refusal,
    Refused,
    Return,
    Reveal,
    Say,
    TakeBack,
    encode,
    read_message,
)
from microciv.speech import known, language, speak, speaking, t

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

POLICY: Final = 1008
HANG_UP_WITHIN: Final = 2.0
MOST_REFUSED: Final = 200
"""Refusals in a row after which the other end is not a page of ours."""

PONG: Final = encode(Pong())


class Gone(Exception):  # it is what becomes of every connection, not a fault
    """The other end has hung up."""


class Phase(Enum):
    """Where a connection stands."""

    GREETING = "it has not said who it is"
    WATCHING = "it gets what its seat may see"
    CLOSED = "nothing is sent any more"


@final
class Connection:
    """A client of one table, with or without a seat."""

    def __init__(
        self, scope: Scope, receive: Receive, send: Send, rooms: Rooms, table: str
    ) -> None:
        self.token: str | None = None
        self.phase = Phase.GREETING
        self.whose = Whose(host_of(scope), table)
        self._incoming = receive
        self._outgoing = send
        self._rooms = rooms
        self._table = table
        self._room: Room | None = None
        self._outbox: list[bytes] = []
        self._posts = False
        """Is what is in the outbox being sent, or about to be?"""
        self._writer: asyncio.Task[None] | None = None
        """Goes on with that, if it has to wait."""
        self._stay = asyncio.timeout(None)
        """It is over when nothing can be sent any more."""
        self._takes = False
        """Is something being done that has come in?"""
        self._ended = False
        """Is the connection over once that is done?"""
        self._meters = rooms.services.meters
        self._hint: asyncio.Task[None] | None = None
        """The hint that is being worked out."""
        self._refused = 0
        self._close: tuple[int, str] = (1000, "")
        self._hung_up = False
        """Has either end?"""
        self._match = 0
        self._since = 0
        self._seat: Seat = SPECTATOR
        """From which it watches."""
        self._standing: object = None
        self._view: bytes | None = None
        """The table as it was told last, but for its status."""
        self._status: FarStatus = ((), None)
        self._known = 0
        """The number of what was sent of the match last; 0: nothing that can be built upon."""
        self._is_owed = False
        """Is an update promised, whatever it says?"""
        self._countdown = 0
        self._language = language()

    @property
    def gone(self) -> bool:
        """Is nothing sent any more?"""
        return self.phase is Phase.CLOSED

    # --- the life of a connection

    async def run(self) -> None:
        """Serve the connection until either side closes it."""
        try:
            await self._incoming()  # the wish to connect
            await self._outgoing({"type": "websocket.accept", "headers": []})
            async with self._stay:
                await self._read()
        except (Gone, OSError):  # of which a timeout is one
            self._hung_up = not self._stay.expired()
        finally:
            self.phase = Phase.CLOSED
            if self._room is not None:
                self._room.part(self)
            if self._hint is not None:
                self._hint.cancel()
            if self._writer is not None:
                self._writer.cancel()
                await asyncio.wait([self._writer])
            await self._hang_up()

    async def _read(self) -> None:
        await self._await_hello()
        while self.phase is Phase.WATCHING:
            data = await self._receive()
            if self.gone:  # meanwhile
                break
            self._takes = True
            await self._take(data)
            self._takes = False
        if not self._ended:
            await asyncio.Event().wait()  # until the writer has sent what waits

    async def _await_hello(self) -> None:
        """Only the silence is limited: what has come is served, however long that takes."""
        loop = asyncio.get_running_loop()
        left = self._rooms.settings.greeting
        while self.phase is Phase.GREETING:
            begun = loop.time()
            coming = loop.create_task(self._receive())
            try:
                # `asyncio.timeout` would lose what comes in the turn of the loop in which the time
                # is up; when thousands connect, one turn takes seconds.
                await asyncio.wait([coming], timeout=left)
            finally:
                coming.cancel()
            if coming.cancelling():
                self.drop(_hello_first, POLICY)
                return
            left -= loop.time() - begun
            await self._take(coming.result())

    async def _receive(self) -> str | bytes:
        message = await self._incoming()
        if message["type"] != "websocket.receive":
            raise Gone
        data: str | bytes | None = message.get("text")
        return data if data is not None else message.get("bytes") or b""

    def _post(self) -> None:
        """Let what waits be sent, and if nothing comes after it, end."""
        if not self._posts:
            self._posts = True
            asyncio.get_running_loop().call_soon(self._begin_to_write)

    def _begin_to_write(self) -> None:
        if not self._hung_up:
            self._writer = begin(self._write())

    async def _write(self) -> None:
        """Send all that waits in one message: each message costs more than what is in it."""
        try:
            while self._outbox:
                told = b",".join(self._outbox).decode()
                self._outbox = []
                await self._outgoing({"type": "websocket.send", "text": f"[{told}]"})
        except OSError:
            pass  # nobody is there any more, as the reader hears
        except Exception as fault:  # noqa: BLE001  # nobody waits for this
            report(fault)
        finally:
            self._posts, self._writer = False, None
            if self.gone:
                self._end()

    async def _hang_up(self) -> None:
        if self._hung_up:
            return
        self._hung_up = True
        code, reason = self._close
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(HANG_UP_WITHIN):
                await self._outgoing({"type": "websocket.close", "code": code, "reason": reason})

    def _end(self) -> None:
        """Read no more; what has been read is done to its end."""
        self._ended = True
        if not self._takes:
            self._stay.reschedule(asyncio.get_running_loop().time())

    # --- what comes in

    async def _take(self, data: str | bytes) -> None:
        id_: str | None = None
        try:
            await self._meter()
            message = read_message(data)
            id_ = getattr(message, "id", None)
            await self._obey(message)
            self._refused = 0
        except Refused as refusal:
            self._refuse(refusal, id_)
        except StoreError as fault:
            report(fault)
            self._refuse(Refused("unavailable", t("the server cannot store that now")), id_)

    async def _meter(self) -> None:
        try:
            self._meters.messages.take(self.whose.visitor, self.token)
        except Refused as refusal:
            await slow_down(refusal)  # meanwhile nothing is read
            raise

    async def _obey(self, message: FromClient) -> None:
        match message:
            case Ping():
                self._send(PONG)
            case Hello() if self.phase is Phase.GREETING:
                await self._greet(message)
            case Hello():
                raise Refused("malformed", t("hello was already said"))
            case _ if self._room is None:
                raise Refused("malformed", _hello_first())
            case _:
                await self._act(self._room, message)

    async def _act(self, room: Room, message: FromClient) -> None:
        """What is only done at a table."""
        match message:
            case Play() | TakeBack() | Finish():
                began = perf_counter()
                await room.answer(self, message)
                self._rooms.services.metrics.answers.observe(perf_counter() - began)
            case Return():
                await room.come_back(self, message.id)
            case Say():
                await room.say(self, message)
            case Promise():
                await room.dealing.promise(self, message)
            case Reveal():
                await room.dealing.reveal(self, message)
            case AskHint():
                if self._hint is not None and not self._hint.done():
                    raise Refused("too_fast", t("one hint at a time; one is being computed"))
                self._hint = self._rooms.services.spawn(self._give_hint(room, message))

    async def _give_hint(self, room: Room, message: AskHint) -> None:
        """Apart from all else, which goes on meanwhile."""
        try:
            self._send(encode(await room.suggestions.hint(self, message)))
        except Refused as refusal:
            self._refuse(refusal, message.id)
        except StoreError as fault:
            report(fault)
            self._refuse(Refused("unavailable", t("the server cannot read that now")), message.id)

    async def _greet(self, hello: Hello) -> None:
        room = await self._rooms.room(self._table)
        self.token, self._match, self._since = hello.token, hello.match, hello.since
        self._language = known([hello.language])
        speak(self._language)
        self._room = room
        try:
            await room.join(self, resumes=hello.match > 0)
        except Refused:
            self.token, self._room = None, None
            raise
        if not self.gone:
            self.phase = Phase.WATCHING

    def _refuse(self, refusal: Refused, id_: str | None) -> None:
        self._rooms.services.metrics.refusals.labels(refusal.code).inc()
        code, words, clauses = refusal.code, refusal.message, refusal.clauses
        self._send(encode(Refusal(code=code, message=words, id=id_, clauses=clauses)))
        self._refused += 1
        if refusal.code == "stale" and self._room is not None:
            self._known, self._is_owed = 0, True
            self._room.show_again(self)
        if refusal.code == "unknown_table" or self._refused > MOST_REFUSED:
            self.drop(lambda: refusal.message, POLICY)

    # --- what goes out

    def show(self, frames: Frames) -> None:
        """Send what is news: the table, what the seat sees, how much time there is."""
        if frames.standing != self._standing:
            self._show_table(frames)
        elif frames.status != self._status:
            self._send(frames.status_since(self._status))
        self._status = frames.status
        if frames.match != self._match or self._since > frames.heard(self._seat):
            self._match, self._since, self._known = frames.match, 0, 0
        self._show_match(frames)
        # Only when the time is set, and not at every step of somebody else.
        if frames.countdown is not None and frames.countdown[0] != self._countdown:
            self._countdown = frames.countdown[0]
            self._send(frames.countdown[1])

    def _show_table(self, frames: Frames) -> None:
        known, now = self._view, frames.table(self.token)
        if known is None:
            self._send(now)
        elif (told := frames.table_since(known, self._status, self.token)) is not None:
            self._send(told)
        self._standing, self._view = frames.standing, now
        self._seat = frames.seat_of(self.token)

    def _show_match(self, frames: Frames) -> None:
        with speaking(self._language):
            sight = frames.sight(self._seat)
        if sight is None:
            return
        heard = frames.heard(self._seat)
        if self._is_owed or (self._known, self._since) != (sight.number, heard):
            self._send(frames.update(self._seat, sight, self._known, self._since))
            self._known, self._since = sight.number, heard
            self._is_owed = False

    def hear(self, frame: bytes) -> None:
        """Send what somebody said; nothing is kept of it."""
        self._send(frame)

    def accepted(self, id_: str | None, moment: int = 0) -> None:
        """An answer of this connection is stored, and can be changed for `moment` milliseconds at
        the least; an update follows in any case.
        """
        self._send(encode(Accepted(id=id_, moment=moment)))
        self._is_owed = True

    def drop(self, reason: Callable[[], str], code: int = GOING_AWAY) -> None:
        """Close the connection once what waits is sent."""
        if self.gone:
            return
        self.phase = Phase.CLOSED
        with speaking(self._language):
            self._close = (code, reason()[:100])
        self._post()

    def _send(self, frame: bytes) -> None:
        if self.gone:
            return
        if len(self._outbox) < self._rooms.settings.backlog:
            self._outbox.append(frame)
            self._post()
        else:
            self.phase = Phase.CLOSED
            with speaking(self._language):
                self._close = (TRY_AGAIN, t("too slow; connect again to resume"))
            self._end()


def _hello_first() -> str:
    return t("say hello first")
