"""Routes and lifespan: the lobby, tables and records by HTTP, matches by WebSocket."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache
from typing import Any, Final, final
from urllib.parse import quote

from fastapi import FastAPI, Request
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Match, WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketClose
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.utils import ClientDisconnected

from microciv.games import catalogue, left_out
from microciv.server.api.bots import BotApi
from microciv.server.api.day_deals import DailyApi
from microciv.server.api.groups import GroupsApi
from microciv.server.api.notices import NoticesApi
from microciv.server.api.people import PeopleApi
from microciv.server.api.puzzles import PuzzlesApi
from microciv.server.api.ratings import RatingsApi
from microciv.server.api.routes import Api, Asked, Attached, Keyed, Route, Streamed
from microciv.server.api.socket import Connection
from microciv.server.http.boards import ADDRESS, Boards
from microciv.server.http.describe import describe_api, docs_page
from microciv.server.http.middleware import (
    Answers,
    Gate,
    answer,
    check_origin,
    read_request,
    refuse,
    token_of,
)
from microciv.server.http.pages import SCREENS, Pages
from microciv.server.http.relay import Relay, Relayed, ask_held, ask_lines
from microciv.server.http.requests import Requests
from microciv.server.limits import Networks, host_of
from microciv.server.logs import log
from microciv.server.metrics import Metrics
from microciv.server.notices import unsubscribe
from microciv.server.rooms.rooms import Rooms
from microciv.server.rooms.services import report
from microciv.server.settings import Settings
from microciv.server.store.people_sql import GUEST_DAYS
from microciv.server.store.store import Store
from microciv.server.wire.messages import Refused
from microciv.speech import t

COOKIE: Final = "microciv"
KEY_SECONDS: Final = GUEST_DAYS * 24 * 3600
LINES: Final = "application/x-ndjson"
FORWARDED: Final = ("forwarded", "via", "x-forwarded-for", "x-real-ip")
"""What proxies say of a request; `/metrics` is only for whoever asks without one."""

TABLE: Final = WebSocketRoute("/ws/tables/{table}", Connection)


@final
class Application:
    """The whole site on this store, ready for any ASGI server; where processes share the store, the
    others reach this one at the address that is set, or else at this one.
    """

    def __init__(self, store: Store, settings: Settings | None = None, address: str = "") -> None:
        for complaint in left_out():
            log.error("%s", complaint)
        settings = settings or Settings()
        metrics = Metrics()
        self.rooms = rooms = Rooms(store, settings, metrics)
        services = rooms.services
        services.leases.address = services.leases.address or address
        sockets, web = Sockets(rooms), make_web(rooms, metrics)

        def fork(scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
            """Past FastAPI, which would keep thirty objects for each WebSocket."""
            part = sockets if scope["type"] == "websocket" else web
            return part(scope, receive, send)

        app: Any = Gate(fork, services)  # uvicorn has types of its own
        if settings.proxies:
            app = ProxyHeadersMiddleware(app, trusted_hosts=[*settings.proxies])
        app = Requests(app, metrics=metrics, proxies=settings.proxies)
        self.metrics = metrics
        self._app = Relayed(app, services.leases)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or the whole life of a WebSocket or of the server."""
        await self._app(scope, receive, send)


def make_web(rooms: Rooms, metrics: Metrics) -> FastAPI:
    """The FastAPI application: all that is served but WebSockets."""
    boards = Boards(catalogue())

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await rooms.open()
        if rooms.settings.site is not None:
            from microciv.server.notices.sender import Sender

            rooms.services.spawn(Sender(rooms).run())
        try:
            yield
        finally:
            await rooms.close()

    app = FastAPI(
        title="microciv", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None
    )
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(Relay, services=rooms.services)
    app.add_middleware(Answers)
    routes = _add_api(app, rooms, boards)
    _add_turning_off(app, rooms.store)
    _add_documents(app, routes)
    _add_metrics(app, metrics, Networks(rooms.settings.metrics))
    _add_pages(app, Pages(), boards)
    return app


@final
class Sockets:
    """Serves WebSockets: connections to tables."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._app = Relay(self._serve, rooms.services)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._app(scope, receive, send)
        except ClientDisconnected:
            pass  # before anything could be said: there is nobody to be answered
        except Exception as fault:  # noqa: BLE001  # its words stay out of the log
            report(fault)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        found, told = TABLE.matches(scope)
        try:
            if found is Match.NONE:
                raise Refused("not_found", "there is no WebSocket")
            check_origin(HTTPConnection(scope), self._rooms.settings.origins)
        except Refused:
            await WebSocketClose(1008)(scope, receive, send)
            return
        scope["route"] = TABLE
        table = told["path_params"]["table"]
        await Connection(scope, receive, send, self._rooms, table).run()


def _add_api(app: FastAPI, rooms: Rooms, boards: Boards) -> list[Route]:
    """All that is asked by HTTP, and its routes."""
    people = PeopleApi(rooms)
    apis = (
        Api(rooms, boards.about),
        people,
        NoticesApi(rooms, people),
        RatingsApi(rooms),
        BotApi(rooms),
        DailyApi(rooms),
        GroupsApi(rooms),
        PuzzlesApi(rooms.services.meters),
    )
    routes = [route for api in apis for route in api.routes()]
    for route in routes:
        app.add_api_route(
            route.path,
            _carried(route, rooms),
            methods=[route.method],
            response_model=None,
            summary=(route.do.__doc__ or "").split(".")[0],
            operation_id=route.do.__name__,
        )
    return routes


def _carried(route: Route, rooms: Rooms) -> Callable[[Request], Awaitable[Response]]:
    """A route by HTTP. A refusal becomes an answer, and is counted."""
    refusals, origins = rooms.services.metrics.refusals, rooms.settings.origins

    async def carry(request: Request) -> Response:
        try:
            body = None
            if route.takes is not None:
                check_origin(request, origins)
                body = await read_request(request, route.takes)
            told = await route.do(_asked(request, body, rooms))
            if isinstance(told, Keyed):
                return _with_key(_response(told.told, route.status), request, told.key)
            return _response(told, route.status)
        except Refused as refusal:
            refusals.labels(refusal.code).inc()
            return refuse(refusal)

    carry.__doc__ = route.do.__doc__
    return carry


def _asked(request: Request, body: object, rooms: Rooms) -> Asked:
    return Asked(
        request.path_params,
        request.query_params,
        token_of(request),
        host_of(request.scope),
        body,
        request.cookies.get(COOKIE),
        request.headers.get("origin"),
        request.headers.get("user-agent", ""),
        ask_held(request.scope, rooms.services.leases),
        ask_lines(request.scope, rooms.services.leases),
    )


def _with_key(response: Response, request: Request, key: str) -> Response:
    """An answer to a browser that has this key from now on; over https, for https alone."""
    origin = request.headers.get("origin", "")
    response.set_cookie(
        COOKIE,
        key,
        max_age=KEY_SECONDS if key else 0,
        secure=request.url.scheme == "https" or origin.startswith("https://"),
        httponly=True,
        samesite="strict",
    )
    return response


def _response(told: object, status: int) -> Response:
    if isinstance(told, Attached | Streamed):
        attached = f'attachment; filename="{told.name}"'
        headers = {"cache-control": "no-store", "content-disposition": attached}
        if isinstance(told, Attached):
            return Response(told.content, headers=headers, media_type=told.type)
        headers["content-encoding"] = "identity"  # it is compressed itself
        return StreamingResponse(told.content, headers=headers, media_type=told.type)
    if isinstance(told, AsyncIterator):
        # Compressed, lines would wait until there is more of them.
        headers = {"cache-control": "no-store", "content-encoding": "identity"}
        return StreamingResponse(told, headers=headers, media_type=LINES)
    return answer(told, status)


def _add_documents(app: FastAPI, routes: list[Route]) -> None:
    @cache
    def document() -> dict[str, Any]:
        return describe_api(app, routes)

    async def openapi(_: Request) -> Response:
        return answer(document())

    async def docs(_: Request) -> Response:
        return docs_page(document())

    app.add_api_route("/api/openapi.json", openapi, include_in_schema=False)
    app.add_api_route("/api/docs", docs, include_in_schema=False)


def _add_metrics(app: FastAPI, metrics: Metrics, readers: Networks) -> None:
    async def read(request: Request) -> Response:
        forwarded = any([name in request.headers for name in FORWARDED])
        if forwarded or request.client is None or request.client.host not in readers:
            return _nothing(request)
        return metrics.page()

    app.add_api_route("/metrics", read, include_in_schema=False)


def _add_turning_off(app: FastAPI, store: Store) -> None:
    path = unsubscribe.PATH + "{token}"
    page = unsubscribe.off_page(store)
    app.add_api_route(path, page, methods=["GET", "POST"], include_in_schema=False)


def _add_pages(app: FastAPI, pages: Pages, boards: Boards) -> None:
    async def page(request: Request) -> Response:
        return pages.page(request)

    async def board(request: Request) -> Response:
        file = boards.file(request.path_params["game"], request.path_params["file"])
        return file or _nothing(request)

    async def other(request: Request) -> Response:
        path = request.path_params["path"]
        found = pages.asset(path, request)
        if found is None and _is_typed(request):
            if path.split("/")[0] in SCREENS:
                return RedirectResponse(f"/#{quote(path)}", 303)
            return pages.page(request, 404)
        return found or _nothing(request)

    app.add_api_route(ADDRESS, board, methods=["GET", "HEAD"], include_in_schema=False)
    for path in ("/", "/t/{table}", "/replay/{table}"):
        app.add_api_route(path, page, methods=["GET", "HEAD"], include_in_schema=False)
    app.add_api_route("/{path:path}", other, methods=["GET", "HEAD"], include_in_schema=False)


def _is_typed(request: Request) -> bool:
    """Does a person go there, and no program or part of a page?"""
    folder = request.url.path.split("/")[1]
    wants = request.headers.get("accept", "")
    return "text/html" in wants and folder not in ("api", "assets", "boards", "ws")


def _nothing(request: Request) -> Response:
    return refuse(
        Refused("not_found", t("there is nothing at {path}", path=request.url.path[:100]))
    )
