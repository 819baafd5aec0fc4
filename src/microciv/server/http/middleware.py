"""What every request passes: origin, size, rate; and what every answer carries."""

from __future__ import annotations

import re
from typing import Final, final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from microciv.server.api.routes import JSON, read_body
from microciv.server.http.pages import SECURITY
from microciv.server.limits import Crowd, Networks, host_of
from microciv.server.rooms.services import Services, report
from microciv.server.settings import HOST_NAME
from microciv.server.store.rows import StoreError
from microciv.server.usage import slow_down
from microciv.server.wire.messages import LARGE, STATUS, Problem, Refused, encode
from microciv.server.wire.messages import Request as Body
from microciv.speech import known, speaking, t

READING: Final = ("GET", "HEAD", "OPTIONS")
ALIVE: Final = "/healthz"
"""What watches over the process may ask this under any host name, even while strangers flood us."""
WATCHED: Final = ("/readyz", "/metrics")
"""Those who may read the metrics may ask this however much strangers ask."""
ANSWER: Final = re.compile(r"/api/tables/[^/]+/answer")
"""Answers of programs, which are no more work than those by WebSocket."""
WEIGHT: Final = re.compile(r" *q *= *([01](?:\.[0-9]{0,3})?)", re.IGNORECASE)
"""How much a language is wanted beside others."""
HOST: Final = re.compile(rf"({HOST_NAME})(?::[0-9]{{1,5}})?")


def answer(value: object, status: int = 200) -> Response:
    """An answer that is never kept: tables change."""
    return Response(encode(value), status, {"cache-control": "no-store"}, JSON)


def refuse(refusal: Refused) -> Response:
    return answer(refusal.problem(), STATUS.get(refusal.code, 400))


def check_origin(connection: HTTPConnection, others: tuple[str, ...]) -> None:
    """Only our own page may speak for its visitor; programs send no origin.

    :raises Refused: "bad_origin".
    """
    origin = connection.headers.get("origin")
    host = connection.headers.get("host")
    if origin not in (None, f"http://{host}", f"https://{host}", *others):
        raise Refused("bad_origin", t("this server speaks only to its own page"))


def check_host(connection: HTTPConnection, ours: tuple[str, ...]) -> None:
    """We answer to our own names only, if we are told them: a page of somebody else's cannot pass
    for ours by letting its name point to our address (DNS rebinding).

    :raises Refused: "malformed" or "bad_host".
    """
    host = connection.headers.get("host", "")
    found = HOST.fullmatch(host)
    if host and found is None:
        raise Refused("malformed", t("host: expected a name or an address, and perhaps a port"))
    if ours and (found is None or found[1].lower() not in ours):
        raise Refused("bad_host", t("this server has another name"))


def token_of(request: HTTPConnection) -> str | None:
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and token.strip() else None


async def read_request(request: Request, kind: type[Body]) -> Body:
    """The body of a request.

    :raises Refused: "too_large" or "malformed", saying what was expected and where.
    """
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > LARGE:
            raise Refused("too_large", t("a request has at most {most} bytes", most=LARGE))
    content = request.headers.get("content-type", JSON).partition(";")[0].strip().lower()
    if content != JSON:
        raise Refused("malformed", t("content-type: expected {json}", json=JSON))
    return read_body(bytes(data), kind)


@final
class Gate:
    """Around the whole application: who is let in."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self._app = app
        self._refusals = services.metrics.refusals
        self._meters = services.meters
        self._blocklist = services.blocklist
        self._crowd = Crowd(services.settings.connections)
        self._readers = Networks(services.settings.metrics)
        self._ours = tuple([name.lower() for name in services.settings.hosts])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        # Of proxies, if any, the connections are counted; here those behind.
        visitor = host_of(scope)
        with speaking(_language(scope)):
            if not self._crowd.enter(visitor):
                crowded = Refused("too_fast", t("too many connections from your address"))
                await self._refuse(crowded, scope, receive, send)
                return
            try:
                self._check(HTTPConnection(scope), visitor)
            except Refused as refusal:
                await slow_down(refusal)
                await self._refuse(refusal, scope, receive, send)
            else:
                await self._app(scope, receive, send)
            finally:
                self._crowd.leave(visitor)

    def _check(self, connection: HTTPConnection, visitor: str) -> None:
        if (refusal := self._blocklist.refusal(visitor)) is not None:
            raise refusal
        path = connection.url.path
        if path == ALIVE:
            return
        check_host(connection, self._ours)
        host = connection.client.host if connection.client else ""
        if path in WATCHED and host in self._readers:
            return
        meter = self._meters.requests
        if connection.scope.get("method", "GET") in READING:
            meter = self._meters.reads
        elif ANSWER.fullmatch(path):
            meter = self._meters.messages
        meter.take(visitor, token_of(connection))

    async def _refuse(self, refusal: Refused, scope: Scope, receive: Receive, send: Send) -> None:
        self._refusals.labels(refusal.code).inc()
        await refuse(refusal)(scope, receive, send)


def _language(scope: Scope) -> str:
    """The language of the answers: the one that is wanted most of those that we speak."""
    return known(by_weight(Headers(scope=scope).get("accept-language", "")))


def by_weight(wanted: str) -> list[str]:
    """The languages of such a header, what is wanted most first (RFC 9110, 12.4.2 and 12.5.4); a
    language of weight 0 is not wanted at all, and neither is one whose weight is malformed.
    """
    found: list[tuple[float, str]] = []
    for one in wanted.split(","):
        name, _, mark = one.partition(";")
        weight = WEIGHT.fullmatch(mark.strip() or "q=1")
        if weight is not None and float(weight[1]) > 0.0:
            found.append((-float(weight[1]), name.strip()))
    return [name for _, name in sorted(found, key=lambda one: one[0])]


@final
class Answers:
    """Around all that is had by HTTP: headers for every answer, and no fault tells what it saw."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
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
                words = t("the server could not do that; nothing has changed")
                problem = answer(Problem(error=code, message=words), STATUS.get(code, 500))
                await problem(scope, receive, send_with_headers)
