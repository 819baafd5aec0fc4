"""What is noted of every request: its id, for the log and the answer, and how it ended."""

from __future__ import annotations

import re
import secrets
from typing import Final, final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from microciv.server.limits import Networks
from microciv.server.logs import request_id
from microciv.server.metrics import Metrics

HEADER: Final = "x-request-id"
SANE: Final = re.compile(r"[\w.:=+/-]{1,64}", re.ASCII)
METHODS: Final = ("GET", "HEAD", "POST")
"""Those that are counted by name: strangers may call a method what they like."""

RELAYED: Final = "microciv.relayed"
"""Of a request that another process of the site has passed on: the id that it has there."""


@final
class Requests:
    """Around everything else, where the peer is still known: of proxies, their own address."""

    def __init__(self, app: ASGIApp, metrics: Metrics, proxies: tuple[str, ...]) -> None:
        self._app = app
        self._metrics = metrics
        self._proxies = Networks(proxies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        id_ = self._id(scope)
        request_id.set(id_)  # a request has a task of its own

        async def send_with_id(message: Message) -> None:
            match message["type"]:
                case "http.response.start" | "websocket.http.response.start":
                    MutableHeaders(scope=message)[HEADER] = id_
                    self._count(scope, message["status"])
                case "websocket.accept":
                    MutableHeaders(scope=message)[HEADER] = id_
                    self._count(scope, 101)
            await send(message)

        if scope["type"] == "http":
            await self._app(scope, receive, send_with_id)
        else:
            with self._metrics.connections.track_inprogress():
                await self._app(scope, receive, send_with_id)

    def _id(self, scope: Scope) -> str:
        """A trusted proxy's or process's, so that all logs can be read together, or ours."""
        peer = scope.get("client")
        theirs = scope.get(RELAYED) or Headers(scope=scope).get(HEADER, "")
        trusted = RELAYED in scope or (peer and str(peer[0]) in self._proxies)
        if trusted and SANE.fullmatch(theirs):
            return theirs
        return secrets.token_hex(8)

    def _count(self, scope: Scope, status: int) -> None:
        method = scope.get("method", "GET")
        known = method if method in METHODS else "other"
        route = getattr(scope.get("route"), "path", "none")
        self._metrics.requests.labels(known, route, status).inc()
