"""Who may connect, before a request is read: connections are limited in all and per address, and
none may dawdle over its request. uvicorn limits what is said, but not this.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from asyncio.transports import BaseTransport, Transport
from collections.abc import Awaitable, Callable
from collections.abc import Set as AbstractSet
from typing import Any, Final, cast, final

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from microciv.server.http.app import Application
from microciv.server.limits import Crowd, Networks, Seldom, network_of
from microciv.server.logs import log
from microciv.server.metrics import Metrics
from microciv.server.rooms.services import Services
from microciv.server.settings import Settings
from microciv.server.usage import Meter, sharing
from microciv.server.wire.messages import LARGE, STATUS, Refused, encode

ACCEPTED: Final = 100
"""Connections that the event loop takes from the system in one turn."""
QUEUE: Final = 4096
"""Connections that wait in the system until they are taken; it may have a lower bound."""
RESERVED: Final = 64 + 4 * ACCEPTED
"""Descriptors for all else: files, the database, workers, and those who are being turned away."""
MOST_DESCRIPTORS: Final = 65_536
CONNECTIONS: Final = 4096
"""Connections in all, where the system has no limit."""
READ_AHEAD: Final = 4
"""Messages of a WebSocket that may wait before reading pauses: pausing and resuming for each would
cost more than reading it.
"""
UNFINISHED: Final = h11.IDLE, h11.SEND_BODY
REASONS: Final = {408: "Request Timeout", 429: "Too Many Requests", 503: "Service Unavailable"}

OF_ONE_ADDRESS: Final = Refused("too_fast", "too many connections from your address")
IN_ALL: Final = Refused("unavailable", "the server is full; try again in a minute")
DAWDLES: Final = Refused("malformed", "the request was incomplete")


def raise_descriptors() -> int:
    """Let this process have as many open files as it may; how many connections that allows."""
    if sys.platform == "win32":
        return CONNECTIONS
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < most:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        except (OSError, ValueError):  # some systems allow less than they say
            most = soft
    return max(most // 2, most - RESERVED)


@final
class ConnectionLimits:
    """Counts who is inside. Who is turned away is told why; the log hears of it once a minute."""

    def __init__(
        self, settings: Settings, most: int, metrics: Metrics, peers: AbstractSet[str]
    ) -> None:
        self.patience = settings.whole
        self._proxies = Networks(settings.proxies)
        self._peers = peers
        """Addresses of processes that pass visitors on, as they are counted."""
        self._most = most
        self._crowd = Crowd(settings.connections)
        self._connects = Meter("connections", *settings.connects, sharing(settings.connections))
        self._inside: dict[BaseTransport, str | None] = {}
        """Every connection, and the address it is counted for; of a proxy or a process none."""
        self._turned_away = metrics.turned_away
        self._log = Seldom(lambda what: log.warning("turned away: %s", what))

    def admit(self, connection: BaseTransport, host: str) -> Refused | None:
        """Let a connection in, or say why not."""
        network = network_of(host)
        counted = None if host in self._proxies or network in self._peers else network
        if len(self._inside) >= self._most:
            return IN_ALL
        if counted is not None:
            try:
                self._connects.take(counted)
            except Refused as refusal:
                return refusal
            if not self._crowd.enter(counted):
                return OF_ONE_ADDRESS
        self._inside[connection] = counted
        return None

    def leave(self, connection: BaseTransport) -> None:
        counted = self._inside.pop(connection, None)
        if counted is not None:
            self._crowd.leave(counted)

    def note(self, refusal: Refused) -> None:
        self._turned_away.labels(refusal.code).inc()
        self._log.note(refusal.message)

    def turn_away(self, connection: Transport, refusal: Refused, status: int) -> None:
        """Say why, in HTTP, and hang up."""
        self.note(refusal)
        body = encode(refusal.problem())
        head = (
            f"HTTP/1.1 {status} {REASONS[status]}\r\ncontent-type: application/json\r\n"
            f"content-length: {len(body)}\r\nretry-after: 60\r\nconnection: close\r\n\r\n"
        )
        connection.write(head.encode("ascii") + body)
        connection.close()


@final
class Config(uvicorn.Config):
    """uvicorn's own, with the limits for its protocols."""

    def __init__(self, app: Application, limits: ConnectionLimits, **how: Any) -> None:  # noqa: ANN401  # as uvicorn's
        super().__init__(app, **how)
        self.limits = limits
        self.hand_over: Callable[[], Awaitable[None]] = app.rooms.hand_over


@final
class Server(uvicorn.Server):
    """uvicorn's own, with as long a queue before it as the system allows: when thousands come back,
    each that the system turns away tries again later and later.
    """

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve; uvicorn has made the queue as short as one turn of the loop is long."""
        await super().startup(sockets)
        for listener in sockets or []:
            listener.listen(QUEUE)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let other processes have the tables before connections are closed, so that whoever comes
        back is served at once.
        """
        await cast("Config", self.config).hand_over()
        await super().shutdown(sockets)


def server_for(
    app: Application,
    settings: Settings,
    most: int,
    **how: Any,  # noqa: ANN401  # as uvicorn's
) -> uvicorn.Server:
    """The server of an application, with its connection limits."""
    interval, patience = settings.signs
    services: Services = app.rooms.services
    config = Config(
        app,
        ConnectionLimits(settings, most, app.metrics, services.leases.hosts),
        http=Guarded,
        ws=GuardedSocket,
        backlog=ACCEPTED,
        log_config=None,
        log_level="critical",  # all else is about what strangers send, a line or a trace each
        access_log=False,
        server_header=False,
        proxy_headers=False,  # `Application` sees to them
        ws_max_size=LARGE,
        ws_per_message_deflate=False,  # little is sent, and each socket would keep 64 KiB for it
        ws_ping_interval=interval,
        ws_ping_timeout=patience,
        **how,
    )
    return Server(config)


class Guarded(H11Protocol):
    """A connection that counts against the limits; each of its requests has to be complete soon."""

    _deadline: asyncio.TimerHandle | None = None

    @property
    def limits(self) -> ConnectionLimits:
        return cast("Config", self.config).limits

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # as uvicorn
        super().connection_made(transport)
        refusal = self.limits.admit(transport, self.client[0] if self.client else "?")
        if refusal is None:
            self._hurry()
        else:
            self.limits.turn_away(transport, refusal, STATUS[refusal.code])

    def connection_lost(self, exc: Exception | None) -> None:
        self._rest()
        super().connection_lost(exc)
        self.limits.leave(self.transport)

    def data_received(self, data: bytes) -> None:
        """A part of a request, or whole ones."""
        super().data_received(data)
        if self.transport.get_protocol() is self and self.conn.their_state in UNFINISHED:
            self._hurry()
        else:
            self._rest()

    def _hurry(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(self.limits.patience, self._give_up)

    def _rest(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        if self.transport.is_closing():
            return
        if self.conn.our_state is h11.IDLE:
            self.limits.turn_away(self.transport, DAWDLES, 408)
        else:  # an answer may have begun
            self.limits.note(DAWDLES)
            self.transport.close()


class GuardedSocket(WebSocketsSansIOProtocol):
    """A WebSocket; it came in as a `Guarded` connection."""

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        cast("Config", self.config).limits.leave(self.transport)

    def send_receive_event_to_app(self) -> None:
        """Read on as long as little waits; uvicorn stops at each message unless it has already."""
        stopped, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = stopped
        if not stopped and self.queue.qsize() >= READ_AHEAD:
            self.read_paused = True
            self.transport.pause_reading()

    def keepalive_timeout(self) -> None:
        """No sign of life: nothing that waits to be sent will be read."""
        super().keepalive_timeout()
        self.transport.abort()
