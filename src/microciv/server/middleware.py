"""What every request passes: origin, size, rate; and what every answer carries."""

from __future__ import annotations

import re
from typing import Final, TypeVar, final

import msgspec
from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from microciv.server.limits import Crowd, network_of
from microciv.server.messages import LARGE, STATUS, Problem, Refused, encode
from microciv.server.messages import Request as Body
from microciv.server.meters import slow_down
from microciv.server.pages import SECURITY
from microciv.server.rows import StoreError
from microciv.server.services import Services, report
from microciv.server.settings import HOST_NAME

BodyT = TypeVar("BodyT", bound=Body)

CROWDED: Final = Refused("too_fast", "too many connections from your address")
JSON: Final = "application/json"
READING: Final = ("GET", "HEAD", "OPTIONS")
ALIVE: Final = "/healthz"
"""What watches over the process asks this by any name, and while strangers ask too much."""
HOST: Final = re.compile(rf"({HOST_NAME})(?::[0-9]{{1,5}})?")


def answer(value: object, status: int = 200) -> Response:
    """An answer that is never kept: tables change."""
    return Response(encode(value), status, {"cache-control": "no-store"}, JSON)


def refuse(refusal: Refused) -> Response:
    problem = Problem(error=refusal.code, message=refusal.message)
    return answer(problem, STATUS.get(refusal.code, 400))


def check_origin(connection: HTTPConnection, others: tuple[str, ...]) -> None:
    """Only our own page may speak for its visitor; programs send no origin.

    :raises Refused: "bad_origin".
    """
    origin = connection.headers.get("origin")
    host = connection.headers.get("host")
    if origin not in (None, f"http://{host}", f"https://{host}", *others):
        raise Refused("bad_origin", "this server speaks only to its own page")


def check_host(connection: HTTPConnection, ours: tuple[str, ...]) -> None:
    """We answer to our own names only, if we are told them: a page of somebody else's cannot pass
    for ours by letting its name point to our address (DNS rebinding).

    :raises Refused: "malformed" or "bad_host".
    """
    host = connection.headers.get("host", "")
    found = HOST.fullmatch(host)
    if host and found is None:
        raise Refused("malformed", "host: expected a name or an address, and perhaps a port")
    if ours and (found is None or found[1].lower() not in ours):
        raise Refused("bad_host", "this server has another name")


def token_of(request: HTTPConnection) -> str | None:
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and token.strip() else None


async def read_body(request: Request, kind: type[BodyT]) -> BodyT:
    """The body of a request; none at all is an empty object.

    :raises Refused: "too_large" or "malformed", saying what was expected and where.
    """
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > LARGE:
            raise Refused("too_large", f"a request has at most {LARGE} bytes")
    content = request.headers.get("content-type", JSON).partition(";")[0].strip().lower()
    if content != JSON:
        raise Refused("malformed", f"content-type: expected {JSON}")
    try:
        return msgspec.json.decode(bytes(data) or b"{}", type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refused("malformed", str(error)[:200]) from None


@final
class Middleware:
    """Around the whole application: headers for every answer, and no fault tells what it saw."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self._app = app
        self._refusals = services.metrics.refusals
        self._meters = services.meters
        self._blocklist = services.blocklist
        self._crowd = Crowd(services.settings.connections)
        self._ours = tuple([name.lower() for name in services.settings.hosts])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and its answer back."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        # Of proxies, if any, the connections are counted; here those behind.
        visitor = host_of(scope)
        if not self._crowd.enter(visitor):
            await self._refuse(CROWDED, scope, receive, send)
            return
        try:
            self._check(HTTPConnection(scope), visitor)
        except Refused as refusal:
            await slow_down(refusal)
            await self._refuse(refusal, scope, receive, send)
        else:
            await self._pass(scope, receive, send)
        finally:
            self._crowd.leave(visitor)

    def _check(self, connection: HTTPConnection, visitor: str) -> None:
        if (refusal := self._blocklist.refusal(visitor)) is not None:
            raise refusal
        if connection.url.path == ALIVE:
            return
        check_host(connection, self._ours)
        reads = connection.scope.get("method", "GET") in READING
        meter = self._meters.reads if reads else self._meters.requests
        meter.take(visitor, token_of(connection))

    async def _refuse(self, refusal: Refused, scope: Scope, receive: Receive, send: Send) -> None:
        self._refusals.labels(refusal.code).inc()
        await refuse(refusal)(scope, receive, send)

    async def _pass(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            try:
                await self._app(scope, receive, send)
            except Exception as fault:  # noqa: BLE001  # as below
                report(fault)
            return
        begun = False

        async def send_with_headers(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            await self._app(scope, receive, send_with_headers)
        except ClientDisconnect:
            pass  # in the midst of its request: there is nobody to be answered
        except Exception as fault:  # noqa: BLE001  # its words stay out of the answer and the log
            report(fault)
            if not begun:
                code = "unavailable" if isinstance(fault, StoreError) else "fault"
                words = "the server could not do that; nothing has changed"
                problem = answer(Problem(error=code, message=words), STATUS.get(code, 500))
                await problem(scope, receive, send_with_headers)


def host_of(scope: Scope) -> str:
    """The address that limits are counted for."""
    client = scope.get("client")
    return network_of(str(client[0])) if client else "?"
