"""Whoever comes for a table that another process serves is passed on to that one.

A proxy that knows tables by their paths makes this needless (docs/deploying.md); without one it
takes a connection more. What was passed on is never passed on again.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import aclosing, suppress
from hmac import compare_digest
from time import monotonic
from typing import Final, final

import h11
import msgspec
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidStatus
from websockets.typing import Origin

from microciv.server.api.routes import JSON
from microciv.server.http.middleware import answer, refuse
from microciv.server.http.requests import RELAYED
from microciv.server.limits import Seldom
from microciv.server.logs import log, request_id
from microciv.server.peers import HEADER, MISDIRECTED, AskLines, Broken, Peer, Unreached, ask
from microciv.server.rooms.my_tables import AskHeld, HeldSeat, HeldSeats, HeldTable
from microciv.server.rooms.services import Services
from microciv.server.rooms.watcher import GOING_AWAY, TRY_AGAIN
from microciv.server.store.leases import Leases
from microciv.server.table.tables import is_id
from microciv.server.wire.messages import LARGE, Problem, Refused, encode
from microciv.speech import t

TABLE: Final = re.compile(r"/(?:api|ws)/tables/([^/]+)(?:/.*)?", re.DOTALL)
AGAIN: Final = 1.0
"""Seconds until it is asked again who serves a table whose process does not answer."""
HANG_UP_WITHIN: Final = 2.0
SILENT: Final = (0, 1005, 1006)
"""Codes of sockets that end without one."""
RESTARTS: Final = 1012
"""What uvicorn closes with when it stops, if it is quicker than a room that lets its people go."""
OWN: Final = re.compile(
    rb"connection|content-length|expect|forwarded|host|keep-alive|proxy-.*|te|trailer"
    rb"|transfer-encoding|upgrade|x-forwarded-.*|" + HEADER.encode()
)
"""Headers that are between two ends of one connection, or that we speak for: they stay here."""

NOT_OURS: Final = Problem(error="bad_host", message="this process does not serve that")
REQUEST: Final[Message] = {"type": "http.request", "body": b"", "more_body": False}
LANGUAGE: Final = "accept-language"
GONE: Final[Message] = {"type": "http.disconnect"}


@final
class Relayed:
    """Around everything: what another process passes on is the visitor's own from here on, and
    what only says so is refused.
    """

    def __init__(self, app: ASGIApp, leases: Leases) -> None:
        self._app = app
        self._secret = leases.secret.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        given = Headers(scope=scope).getlist(HEADER) if "headers" in scope else []
        if not given:
            await self._app(scope, receive, send)
            return
        secret, _, rest = given[0].partition(" ")
        visitor, _, id_ = rest.partition(" ")
        if len(given) > 1 or not compare_digest(secret.encode(), self._secret):
            await answer(NOT_OURS, MISDIRECTED)(scope, receive, send)
            return
        headers = [(name, value) for name, value in scope["headers"] if name != HEADER.encode()]
        passed = {**scope, "client": (visitor, 0), "headers": headers, RELAYED: id_}
        await self._app(passed, receive, send)


@final
class Relay:
    """Inside the other middleware: passes a request on if another process serves its table."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self._app = app
        self._leases = services.leases
        self._unreached = Seldom(lambda where: log.warning("no answer from %s", where))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = TABLE.fullmatch(scope["path"]) if scope["type"] in ("http", "websocket") else None
        table = "" if found is None else found[1]
        if not is_id(table) or self._leases.serves(table):
            await self._app(scope, receive, send)
            return
        try:
            peer = await self._leases.claim(table)
            if peer is None:
                await self._app(scope, receive, send)
            elif RELAYED in scope:
                await answer(NOT_OURS, MISDIRECTED)(scope, receive, send)
            elif scope["type"] == "http":
                await self._pass_request(peer, table, scope, receive, send)
            else:
                await self._pass_socket(peer, table, scope, receive, send)
        except Refused as refusal:
            await refuse(refusal)(scope, receive, send)

    async def _reach(self, table: str, peer: Peer, until: float) -> Peer | None:
        """Who serves the table, now that this peer does not answer; None: we do by now.

        :raises Refused: "unavailable", if this has taken too long.
        """
        self._unreached.note(peer.address)
        if monotonic() > until:
            raise _unreached()
        with suppress(TimeoutError):
            async with asyncio.timeout(AGAIN):
                await peer.gone.wait()
        return await self._leases.claim(table)

    @property
    def _patience(self) -> float:
        """Until when somebody waits for a process that may be gone, and for who takes its place."""
        return monotonic() + self._leases.patience + AGAIN

    # --- requests

    async def _pass_request(
        self, peer: Peer | None, table: str, scope: Scope, receive: Receive, send: Send
    ) -> None:
        body, until = await _body(receive), self._patience
        while peer is not None:
            try:
                await self._request(peer, scope, body, receive, send)
                return
            except Unreached:
                peer = await self._reach(table, peer, until)
        await self._app(scope, _again(body, receive), send)

    async def _request(
        self, peer: Peer, scope: Scope, body: bytes, receive: Receive, send: Send
    ) -> None:
        """Until it is answered, the visitor goes, or the process does.

        :raises Unreached: if it has not even been asked.
        :raises Refused: "unavailable", if it does not answer.
        """
        passing = asyncio.create_task(self._answer(peer, scope, body, send))
        ends = [asyncio.create_task(_disconnected(receive)), asyncio.create_task(peer.gone.wait())]
        try:
            await asyncio.wait([passing, *ends], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (passing, *ends):
                task.cancel()
            await asyncio.gather(passing, *ends, return_exceptions=True)
        if not passing.cancelled():
            passing.result()
        elif peer.gone.is_set():
            raise _unreached()

    async def _answer(self, peer: Peer, scope: Scope, body: bytes, send: Send) -> None:
        query = scope["query_string"]
        target = scope["raw_path"] + (b"?" + query if query else b"")
        begun = False
        asked = ask(
            peer, scope["method"], target, _headers(peer, scope), body, self._leases.patience
        )
        try:
            async with aclosing(asked) as pieces:
                async for piece in pieces:
                    await send(_message(piece))
                    begun = True
            await send({"type": "http.response.body", "body": b""})
        except Broken:
            if begun:  # what is missing shall be missed
                raise
            raise _unreached() from None

    # --- sockets

    async def _pass_socket(
        self, peer: Peer | None, table: str, scope: Scope, receive: Receive, send: Send
    ) -> None:
        until = self._patience
        while peer is not None:
            try:
                line = await self._connect(peer, scope)
            except InvalidStatus as refusal:
                told = refusal.response
                await Response(told.body, told.status_code, media_type=JSON)(scope, receive, send)
                return
            except Unreached:
                try:
                    peer = await self._reach(table, peer, until)
                except Refused as refused:
                    await send({"type": "websocket.accept", "headers": []})
                    end = {"code": TRY_AGAIN, "reason": refused.message}
                    await send({"type": "websocket.close", **end})
                    return
            else:
                async with line:
                    await _between(peer, line, receive, send)
                return
        await self._app(scope, receive, send)

    async def _connect(self, peer: Peer, scope: Scope) -> ClientConnection:
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        try:
            return await connect(
                f"ws://{headers.get('host') or peer.host}{scope['raw_path'].decode('ascii')}",
                host=peer.host,
                port=peer.port,
                origin=None if origin is None else Origin(origin),
                additional_headers={
                    HEADER: _credentials(peer, scope),
                    # What is told before hello is told in it.
                    LANGUAGE: headers.get(LANGUAGE, ""),
                },
                user_agent_header=None,
                compression=None,
                proxy=None,
                open_timeout=self._leases.patience,
                ping_interval=None,  # the other end asks for signs of life
                close_timeout=HANG_UP_WITHIN,
                max_size=None,
            )
        except InvalidStatus as refusal:
            if refusal.response.status_code == MISDIRECTED:
                raise Unreached from None
            raise
        except (OSError, InvalidHandshake):  # a time-out is an OSError
            raise Unreached from None


def ask_held(scope: Scope, leases: Leases) -> AskHeld | None:
    """How a process is asked about the tables that it serves; None: we are asked like that, and
    ask nobody.
    """
    if RELAYED in scope:
        return None

    async def ask_one(peer: Peer, seats: list[HeldSeat]) -> list[HeldTable]:
        """:raises Refused: "unavailable", if it does not say."""
        body = bytearray()
        headers = [*_headers(peer, scope), (b"accept-encoding", b"identity")]
        try:
            async with aclosing(
                ask(
                    peer,
                    "POST",
                    b"/api/held",
                    headers,
                    encode(HeldSeats(seats=seats)),
                    leases.patience,
                )
            ) as pieces:
                async for piece in pieces:
                    if isinstance(piece, bytes):
                        body += piece
                    elif piece.status_code != 200:
                        raise _unreached()
            return msgspec.json.decode(bytes(body), type=list[HeldTable])
        except (Unreached, Broken, msgspec.DecodeError):
            raise _unreached() from None

    return ask_one


def ask_lines(scope: Scope, leases: Leases) -> AskLines | None:
    """How a process is asked for lines of a table that it serves, on behalf of this request; None:
    we are asked like that, and ask nobody.
    """
    if RELAYED in scope:
        return None

    async def ask_one(peer: Peer, target: bytes) -> AsyncIterator[bytes]:
        """:raises Refused: "unavailable", if it does not say."""
        rest = b""
        headers = _headers(peer, scope)
        try:
            async with aclosing(ask(peer, "GET", target, headers, b"", leases.patience)) as pieces:
                async for piece in pieces:
                    if not isinstance(piece, bytes):
                        if piece.status_code != 200:
                            raise _unreached()
                        continue
                    *lines, rest = (rest + piece).split(b"\n")
                    for line in lines:
                        if line:
                            yield line
        except (Unreached, Broken):
            raise _unreached() from None

    return ask_one


def _credentials(peer: Peer, scope: Scope) -> str:
    client = scope.get("client")
    return peer.credentials(str(client[0]) if client else "?", request_id.get() or "-")


def _headers(peer: Peer, scope: Scope) -> list[tuple[bytes, bytes]]:
    """A request's, as they are passed on."""
    host = Headers(scope=scope).get("host") or peer.host
    ours = [
        (b"host", host.encode("latin-1")),
        (HEADER.encode(), _credentials(peer, scope).encode()),
    ]
    return [*ours, *[one for one in scope["headers"] if OWN.fullmatch(one[0]) is None]]


def _message(piece: h11.Response | bytes) -> Message:
    if isinstance(piece, bytes):
        return {"type": "http.response.body", "body": piece, "more_body": True}
    ours = (b"connection", b"date", b"transfer-encoding")
    headers = [(name, value) for name, value in piece.headers if name not in ours]
    return {"type": "http.response.start", "status": piece.status_code, "headers": headers}


async def _body(receive: Receive) -> bytes:
    """All that a request says.

    :raises Refused: "too_large"
    """
    body, more = bytearray(), True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            break
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > LARGE:
            raise Refused("too_large", t("a request has at most {most} bytes", most=LARGE))
    return bytes(body)


def _again(body: bytes, receive: Receive) -> Receive:
    """What was said is said once more."""
    said = [{**REQUEST, "body": body}]

    async def repeat() -> Message:
        return said.pop() if said else await receive()

    return repeat


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != GONE["type"]:
        pass


async def _between(peer: Peer, line: ClientConnection, receive: Receive, send: Send) -> None:
    """Pass on what either end says, until one of them closes, or the process is not heard of."""
    await send({"type": "websocket.accept", "headers": []})
    up, down = asyncio.create_task(_up(line, receive)), asyncio.create_task(_down(line, send))
    gone = asyncio.create_task(peer.gone.wait())
    try:
        await asyncio.wait([up, down, gone], return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (up, down, gone):
            task.cancel()
        ended, *_ = await asyncio.gather(up, down, gone, return_exceptions=True)
    if isinstance(ended, int):  # the visitor has gone
        await line.close(ended)
        return
    code = line.close_code or 0
    if code in (*SILENT, RESTARTS):
        code = TRY_AGAIN
    with suppress(OSError, RuntimeError):  # the visitor may have gone as well
        await send(
            {
                "type": "websocket.close",
                "code": code,
                "reason": line.close_reason or _unreached().message,
            }
        )


async def _up(line: ClientConnection, receive: Receive) -> int:
    """What the visitor says; the code with which that ends."""
    while (message := await receive())["type"] != "websocket.disconnect":
        if message["type"] == "websocket.receive":
            text = message.get("text")
            await line.send(message["bytes"] if text is None else text)
    code = int(message.get("code") or 0)
    return GOING_AWAY if code in SILENT else code


async def _down(line: ClientConnection, send: Send) -> None:
    async for data in line:
        kind = "text" if isinstance(data, str) else "bytes"
        await send({"type": "websocket.send", kind: data})


def _unreached() -> Refused:
    return Refused("unavailable", t("the process that serves this table does not answer"))
