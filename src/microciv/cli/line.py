"""The line to a table: it mends itself, and loses no answer."""

from __future__ import annotations

import random
import threading
from contextvars import copy_context
from enum import Enum
from queue import SimpleQueue
from time import monotonic
from typing import Final, TypeAlias, final

import msgspec
from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from microciv.cli.site import Link
from microciv.core.errors import MicrocivError
from microciv.server.wire.deltas import Mirror
from microciv.server.wire.messages import (
    Accepted,
    FromServer,
    Hello,
    Ping,
    Problem,
    Promise,
    Refusal,
    Request,
    Reveal,
    Say,
    TableMessage,
    Update,
    encode,
)
from microciv.speech import language, t

PAUSES: Final = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)  # seconds between attempts
PATIENCE: Final = 600.0  # seconds after which a line that is lost is given up
OPEN_WITHIN: Final = 8.0
PING_EVERY: Final = 5.0
ANSWER_WITHIN: Final = 4.0
LARGEST: Final = 2**23  # bytes of a message: all events of a match
ENDS: Final = frozenset({"bad_token", "removed", "stranded", "unknown_table", "unwatched"})
"""Refusals after which a greeting would be in vain."""
SHUT: Final = frozenset({"bad_host", "bad_origin", "blocked", "malformed"})
"""Refusals of a greeting after which another would be in vain; later they are about a message."""
CLOSED: Final = frozenset({"stale", "over"})


class Turn(Enum):
    """What becomes of a line."""

    LOST = "it is tried again"
    MENDED = "all that was missed comes now"
    GIVEN_UP = "nobody has answered for too long"
    STRANGE = "what comes is not understood"


@final
class Shut:
    """The greeting is refused, and would be again."""

    def __init__(self, refusal: Problem | Refusal) -> None:
        self.code = refusal.error if isinstance(refusal, Problem) else refusal.code
        self.message = refusal.message


News: TypeAlias = FromServer | Turn | Shut


@final
class Line:
    """Puts what comes into the inbox, from a thread of its own. Whoever answers is heard even if
    the line breaks at that moment: an answer is sent again until the site has it.
    """

    def __init__(
        self, link: Link, token: str | None, inbox: SimpleQueue[News | str | None]
    ) -> None:
        self._link = link
        self._token = token
        self._inbox = inbox
        self._socket: ClientConnection | None = None
        self._closed = threading.Event()
        self._match = 0
        self._since = 0
        self._unconfirmed: Request | None = None
        self._again = ""
        """The id of an answer that had to be sent once more."""
        self._mirror = Mirror()
        self._greeted = False
        """Has the site told of the table on this line?"""
        said_in = copy_context()  # what is spoken here is spoken there, too
        threading.Thread(target=said_in.run, args=(self._run,), daemon=True).start()

    def send(self, message: Request) -> None:
        """Send an answer, now or once the line is mended; what is only said, or one's part in a
        deal, is sent now.

        :raises MicrocivError: if nobody can hear what is said.
        """
        if not isinstance(message, (Say, Promise, Reveal)):
            self._unconfirmed = message
        if not self._transmit(message) and isinstance(message, Say):
            raise MicrocivError("the line is lost: nobody hears that now")

    def close(self) -> None:
        self._closed.set()
        socket = self._socket
        if socket is not None:
            socket.close()

    # --- in its thread

    def _run(self) -> None:
        failures, lost_at = 0, 0.0
        while not self._closed.is_set():
            try:
                with connect(
                    self._link.socket,
                    open_timeout=OPEN_WITHIN,
                    close_timeout=1,
                    ping_interval=None,
                    max_size=LARGEST,
                ) as socket:
                    self._mirror = Mirror()
                    self._greet(socket)
                    while not self._closed.is_set():
                        told = self._receive(socket)
                        if failures:
                            self._inbox.put(Turn.MENDED)
                        failures = 0
                        for message in told:
                            self._take(message)
            except (msgspec.DecodeError, ValueError):
                self._inbox.put(Turn.STRANGE)
                return
            except InvalidStatus as refused:
                problem = _problem(refused.response.body)
                if problem is not None and problem.error in SHUT:
                    self._shut(problem)
            except (OSError, WebSocketException):
                pass  # a line that is lost, whatever the reason; silence is one (TimeoutError)
            self._socket = None
            if self._closed.is_set():
                return
            if not failures:
                lost_at = monotonic()
                self._inbox.put(Turn.LOST)
            if monotonic() - lost_at > PATIENCE:
                self._inbox.put(Turn.GIVEN_UP)
                return
            pause = PAUSES[min(failures, len(PAUSES) - 1)]
            self._closed.wait(pause * random.uniform(0.75, 1.25))  # noqa: S311  # not all guests at once
            failures += 1

    def _greet(self, socket: ClientConnection) -> None:
        self._greeted = False
        hello = Hello(token=self._token, since=self._since, match=self._match, language=language())
        socket.send(_text(hello))
        self._socket = socket
        unconfirmed = self._unconfirmed
        if unconfirmed is not None:
            self._again = getattr(unconfirmed, "id", "")
            socket.send(_text(unconfirmed))

    def _receive(self, socket: ClientConnection) -> list[FromServer]:
        """The next messages. A sleeping machine or a dead router closes nothing; silence does.

        :raises TimeoutError: if the other end is silent.
        """
        try:
            data = socket.recv(timeout=PING_EVERY, decode=False)
        except TimeoutError:
            socket.send(_text(Ping()))
            data = socket.recv(timeout=ANSWER_WITHIN, decode=False)
        told = [self._mirror.whole(message) for message in msgspec.json.decode(data, type=list)]
        return [msgspec.convert(message, FromServer) for message in told]

    def _take(self, message: FromServer) -> None:
        if isinstance(message, Update):
            self._match, self._since = message.match, message.from_ + len(message.events)
        if isinstance(message, (Accepted, Refusal)):
            if message.id == getattr(self._unconfirmed, "id", ""):
                self._unconfirmed = None
            again = message.id == self._again
            if isinstance(message, Refusal) and again and message.code in CLOSED:
                late = t("your answer came too late: the table has gone on without it")
                message = msgspec.structs.replace(message, message=late)
        if isinstance(message, TableMessage):
            self._greeted = True
        if isinstance(message, Refusal) and self._ends(message):
            self._shut(message)
        else:
            self._inbox.put(message)

    def _ends(self, refusal: Refusal) -> bool:
        shut = refusal.code in SHUT and not self._greeted
        return refusal.id is None and (refusal.code in ENDS or shut)

    def _shut(self, refusal: Problem | Refusal) -> None:
        self._closed.set()
        self._inbox.put(Shut(refusal))

    def _transmit(self, message: Request) -> bool:
        socket = self._socket
        try:
            if socket is not None:
                socket.send(_text(message))
        except (OSError, WebSocketException):
            return False  # its thread will see it, too
        return socket is not None


def _problem(body: bytes | bytearray) -> Problem | None:
    """Why a handshake has failed, if it was the site that said so."""
    try:
        return msgspec.json.decode(body, type=Problem)
    except msgspec.MsgspecError:
        return None


def _text(message: Request) -> str:
    return encode(message).decode()
