"""Routes and lifespan: the lobby, tables and records by HTTP, matches by WebSocket."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache
from typing import Any, Final, TypeAlias

import msgspec
from fastapi import FastAPI, Request, WebSocket
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response, StreamingResponse
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from microciv import __version__
from microciv.core.errors import MicrocivError
from microciv.core.moves import SPECTATOR
from microciv.games import about, catalogue, left_out
from microciv.server import company
from microciv.server.boards import ADDRESS, Boards
from microciv.server.describe import describe_api, docs_page, facts
from microciv.server.held import HeldSeats, HeldTable
from microciv.server.limits import Networks
from microciv.server.logs import log
from microciv.server.messages import (
    Close,
    GameAbout,
    Health,
    Leave,
    NewLesson,
    NewTable,
    Refused,
    Rematch,
    Remove,
    SeatChange,
    Seating,
    ServerAbout,
    Sit,
    Start,
    TableView,
    WaitingTable,
)
from microciv.server.metrics import Metrics
from microciv.server.middleware import (
    Middleware,
    answer,
    check_origin,
    host_of,
    read_body,
    refuse,
    token_of,
)
from microciv.server.pages import Pages
from microciv.server.replay_messages import RecordView, Replay
from microciv.server.requests import Requests
from microciv.server.review_messages import ReviewLine
from microciv.server.rooms import Rooms
from microciv.server.rows import StoreError
from microciv.server.services import report
from microciv.server.settings import Settings
from microciv.server.socket import Connection
from microciv.server.store import Store
from microciv.server.study_messages import (
    DesignAbout,
    MoreMatches,
    NewStudy,
    StopStudy,
    StudyLine,
    StudyStarted,
)
from microciv.server.views import game_about, numbered, waiting_table
from microciv.texts import texts_for

LISTED: Final = 50
"""The most tables in the list of those that wait."""

LINES: Final = "application/x-ndjson"
FORWARDED: Final = ("forwarded", "via", "x-forwarded-for", "x-real-ip")
"""What proxies say of a request; `/metrics` is only for whoever asks without one."""
ATTACHED: Final = 'attachment; filename="study.html"'

Route: TypeAlias = Callable[[Request], Awaitable[Response]]


def make_app(store: Store, settings: Settings | None = None) -> FastAPI:
    """The site on this store, ready for any ASGI server."""
    for complaint in left_out().values():
        log.error("%s", complaint)
    settings = settings or Settings()
    rooms = Rooms(store, settings)
    boards = Boards(catalogue())

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await rooms.open()
        try:
            yield
        finally:
            await rooms.close()

    app = FastAPI(
        title="microciv", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None
    )
    app.state.rooms = rooms
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    metrics = rooms.services.metrics
    app.add_middleware(Middleware, services=rooms.services)
    if settings.proxies:
        app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=[*settings.proxies])
    app.add_middleware(Requests, metrics=metrics, proxies=settings.proxies)
    _add_api(app, _Api(rooms, boards))
    _add_documents(app)
    _add_socket(app, rooms)
    _add_metrics(app, metrics, Networks(settings.metrics))
    _add_pages(app, Pages(), boards)
    return app


class _Api:
    """What the programming interface does; every method is a route."""

    def __init__(self, rooms: Rooms, boards: Boards) -> None:
        self.rooms = rooms
        self.boards = boards
        self.studies = rooms.services.studies
        self.meters = rooms.services.meters

    async def server(self, request: Request) -> Response:
        """The version of the server, and the engine that its bots think with now."""
        engine = self.rooms.services.bot_workers.engine
        design = self.studies.on
        return answer(ServerAbout(version=__version__, engine=engine, design=design))

    async def alive(self, request: Request) -> Response:
        """The process answers."""
        return answer(Health())

    async def ready(self, request: Request) -> Response:
        """The server can be played on: it reaches its database."""
        try:
            async with asyncio.timeout(self.rooms.settings.reach):
                await self.rooms.store.reach()
        except (StoreError, TimeoutError) as fault:
            report(fault)
            raise Refused("unavailable", "the server does not reach its database") from None
        return answer(Health())

    async def games(self, request: Request) -> Response:
        """The games there are, with their options and bots."""
        return answer([game_about(name, self.boards.about(name)) for name in catalogue()])

    async def texts(self, request: Request) -> Response:
        """The words of a game: cards, questions, captions, rules; with `?napoleon_adds=1` and the
        like, those of a table with these numbers.
        """
        try:
            found = about(request.path_params["name"])
        except MicrocivError as error:
            raise Refused("not_found", str(error)) from None
        return answer(texts_for(found.name, numbered(found, request.query_params)).plain())

    async def waiting(self, request: Request) -> Response:
        """Tables that wait for players, the newest first."""
        return answer([waiting_table(table) for table in await self.rooms.waiting(LISTED)])

    async def held(self, request: Request) -> Response:
        """How my tables stand, in the order of the tokens."""
        wish = await self._read(request, HeldSeats)
        return answer(await self.rooms.held(wish.seats))

    async def create(self, request: Request) -> Response:
        """Set up a table; its creator is the host. It starts at once when no seat is open."""
        wish = await self._read(request, NewTable)
        return await self._new_table(request, wish)

    async def learn(self, request: Request) -> Response:
        """Begin the lesson of a game: a table for one person with bots, always of the same deal."""
        wish = await self._read(request, NewLesson)
        return await self._new_table(request, wish)

    async def _new_table(self, request: Request, wish: NewTable | NewLesson) -> Response:
        self.rooms.services.live_tables.check(host_of(request.scope))
        return answer(await self.rooms.new_table(wish), 201)

    async def table(self, request: Request) -> Response:
        """A table as the holder of the token, if any, sees it."""
        room = await self.rooms.room(request.path_params["table"])
        return answer(await room.view(token_of(request)))

    async def sit(self, request: Request) -> Response:
        """Take an open seat under a name."""
        wish = await self._read(request, Sit)
        room = await self.rooms.room(request.path_params["table"])
        return answer(await company.sit(room, token_of(request), wish))

    async def seat(self, request: Request) -> Response:
        """The host opens or closes a seat, or gives it to a bot; in a match, only one whose
        person is away.
        """
        wish = await self._read(request, SeatChange)
        room = await self.rooms.room(request.path_params["table"])
        place = _read_number("seat", request.path_params["seat"])
        await company.change_seat(room, token_of(request), place, wish)
        return answer(await room.view(token_of(request)))

    async def start(self, request: Request) -> Response:
        """The host starts the match."""
        wish = await self._read(request, Start)
        room = await self.rooms.room(request.path_params["table"])
        await company.start(room, token_of(request), wish)
        return answer(await room.view(token_of(request)))

    async def leave(self, request: Request) -> Response:
        """Give up a seat, in a match for good or until the person comes back."""
        wish = await self._read(request, Leave)
        room = await self.rooms.room(request.path_params["table"])
        await company.leave(room, token_of(request), wish)
        return answer({})

    async def close(self, request: Request) -> Response:
        """The host closes a table whose match cannot be continued."""
        await self._read(request, Close)
        room = await self.rooms.room(request.path_params["table"])
        await company.close(room, token_of(request))
        return answer({})

    async def remove(self, request: Request) -> Response:
        """The host removes a person; in a match a bot plays on."""
        wish = await self._read(request, Remove)
        room = await self.rooms.room(request.path_params["table"])
        await company.remove(room, token_of(request), wish)
        return answer(await room.view(token_of(request)))

    async def rematch(self, request: Request) -> Response:
        """Say whether you want another match; it begins when all who are here have answered."""
        wish = await self._read(request, Rematch)
        room = await self.rooms.room(request.path_params["table"])
        return answer(await company.want_rematch(room, token_of(request), wish))

    async def record(self, request: Request) -> Response:
        """The record of a finished match, to keep, replay and verify."""
        room = await self.rooms.room(request.path_params["table"])
        kept = await room.outcome(_number(request, "match"))
        response = answer(msgspec.Raw(kept.record))
        name = f"{room.table.game}-{room.id}.json"
        response.headers["content-disposition"] = f'attachment; filename="{name}"'
        return response

    async def replay(self, request: Request) -> Response:
        """A finished match from the view of one seat; 15 watches."""
        room = await self.rooms.room(request.path_params["table"])
        kept = await room.outcome(_number(request, "match"))
        try:
            views = msgspec.json.decode(zlib.decompress(kept.replay), type=dict[str, msgspec.Raw])
        except (zlib.error, msgspec.DecodeError, UnicodeError):
            raise Refused("stranded", "the stored data of this match cannot be read") from None
        seat = _number(request, "seat")
        view = views.get(str(SPECTATOR if seat is None else seat))
        if view is None:
            raise Refused("not_found", f"seat: expected one of {', '.join(views)}")
        return answer(view)

    async def review(self, request: Request) -> Response:
        """How a seat played in a finished match, a line of JSON at a time as it is worked out:
        `waits` until it is its turn, `plan`, a `decision` for each, then `sum`; or `broken`.
        """
        room = await self.rooms.room(request.path_params["table"])
        wanted, seat = _number(request, "match"), _number(request, "seat")
        kept = await room.outcome(wanted)
        if seat is None:
            raise Refused("malformed", "seat: expected a number")
        self.meters.requests.take(host_of(request.scope), token_of(request))
        number = room.last_match() if wanted is None else wanted
        review = self.rooms.services.reviews.of((room.id, number, seat), kept.record)
        return _growing(review.lines(host_of(request.scope)))

    async def design(self, request: Request) -> Response:
        """What a study may be asked for, where this server has them."""
        return answer(await self.studies.about())

    async def new_study(self, request: Request) -> Response:
        """Run a study; one at a time for each address."""
        wish = await self._read(request, NewStudy)
        study = await self.studies.start(host_of(request.scope), wish)
        return answer(StudyStarted(study=study), 201)

    async def study(self, request: Request) -> Response:
        """What a study finds, a line of JSON at a time as it grows: `plan`, `progress` and
        `findings`, then `ended` or `broken`. It stays while somebody listens.
        """
        return _growing(self.studies.of(request.path_params["study"]).lines())

    async def more_matches(self, request: Request) -> Response:
        """Go on with a study that has ended."""
        wish = await self._read(request, MoreMatches)
        visitor = host_of(request.scope)
        await self.studies.go_on(request.path_params["study"], visitor, wish.matches)
        return answer({})

    async def study_report(self, request: Request) -> Response:
        """The report of a study that has ended, to keep."""
        report = await self.studies.report(request.path_params["study"])
        headers = {"cache-control": "no-store", "content-disposition": ATTACHED}
        return Response(report, headers=headers, media_type="text/html; charset=utf-8")

    async def stop_study(self, request: Request) -> Response:
        """Stop a study, or forget it."""
        wish = await self._read(request, StopStudy)
        study = self.studies.of(request.path_params["study"])
        if wish.forget:
            study.forget()
        else:
            study.stop()
        return answer({})

    async def _read(self, request: Request, kind: type[Any]) -> Any:  # noqa: ANN401
        check_origin(request, self.rooms.settings.origins)
        return await read_body(request, kind)


def _growing(lines: AsyncIterator[bytes]) -> Response:
    """Lines of JSON as they come: compressed they would wait until there is more of them."""
    headers = {"cache-control": "no-store", "content-encoding": "identity"}
    return StreamingResponse(lines, headers=headers, media_type=LINES)


def _number(request: Request, name: str) -> int | None:
    text = request.query_params.get(name)
    return None if text is None else _read_number(name, text)


def _read_number(name: str, text: str) -> int:
    if not text.isdecimal() or not text.isascii() or len(text) > 9:
        raise Refused("malformed", f"{name}: expected a number")
    return int(text)


def _add_api(app: FastAPI, api: _Api) -> None:
    one = "/api/tables/{table}"

    def add(method: str, path: str, route: Route, gives: Any, takes: Any = None) -> None:  # noqa: ANN401
        app.add_api_route(
            path,
            _refusing(route, api.rooms.services.metrics),
            methods=[method],
            response_model=None,
            summary=(route.__doc__ or "").split(".")[0],
            operation_id=route.__name__,
            openapi_extra=facts(path, gives, takes),
        )

    add("GET", "/healthz", api.alive, Health)
    add("GET", "/readyz", api.ready, Health)
    add("GET", "/api/server", api.server, ServerAbout)
    add("GET", "/api/games", api.games, list[GameAbout])
    add("GET", "/api/games/{name}/texts", api.texts, dict[str, Any])
    add("GET", "/api/tables", api.waiting, list[WaitingTable])
    add("POST", "/api/tables", api.create, Seating, NewTable)
    add("POST", "/api/held", api.held, list[HeldTable], HeldSeats)
    add("POST", "/api/lessons", api.learn, Seating, NewLesson)
    add("GET", one, api.table, TableView)
    add("POST", one + "/sit", api.sit, Seating, Sit)
    add("POST", one + "/seats/{seat}", api.seat, TableView, SeatChange)
    add("POST", one + "/start", api.start, TableView, Start)
    add("POST", one + "/leave", api.leave, dict[str, Any], Leave)
    add("POST", one + "/close", api.close, dict[str, Any], Close)
    add("POST", one + "/remove", api.remove, TableView, Remove)
    add("POST", one + "/rematch", api.rematch, Seating, Rematch)
    add("GET", one + "/record", api.record, RecordView)
    add("GET", one + "/replay", api.replay, Replay)
    add("GET", one + "/review", api.review, ReviewLine)
    add("GET", "/api/design", api.design, DesignAbout)
    add("POST", "/api/studies", api.new_study, StudyStarted, NewStudy)
    add("GET", "/api/studies/{study}", api.study, StudyLine)
    add("POST", "/api/studies/{study}/more", api.more_matches, dict[str, Any], MoreMatches)
    add("GET", "/api/studies/{study}/report", api.study_report, str)
    add("POST", "/api/studies/{study}/stop", api.stop_study, dict[str, Any], StopStudy)


def _refusing(route: Route, metrics: Metrics) -> Route:
    """A refusal becomes an answer, and is counted."""

    async def refusing(request: Request) -> Response:
        try:
            return await route(request)
        except Refused as refusal:
            metrics.refusals.labels(refusal.code).inc()
            return refuse(refusal)

    refusing.__doc__ = route.__doc__
    return refusing


def _add_documents(app: FastAPI) -> None:
    @cache
    def document() -> dict[str, Any]:
        return describe_api(app)

    async def openapi(_: Request) -> Response:
        return answer(document())

    async def docs(_: Request) -> Response:
        return docs_page(document())

    app.add_api_route("/api/openapi.json", openapi, include_in_schema=False)
    app.add_api_route("/api/docs", docs, include_in_schema=False)


def _add_socket(app: FastAPI, rooms: Rooms) -> None:
    async def watch(socket: WebSocket, table: str) -> None:
        try:
            check_origin(socket, rooms.settings.origins)
        except Refused:
            await socket.close(1008)
            return
        await Connection(socket, rooms, table).run()

    app.add_api_websocket_route("/ws/tables/{table}", watch)


def _add_metrics(app: FastAPI, metrics: Metrics, readers: Networks) -> None:
    async def read(request: Request) -> Response:
        forwarded = any([name in request.headers for name in FORWARDED])
        if forwarded or request.client is None or request.client.host not in readers:
            return _nothing(request)
        return metrics.page()

    app.add_api_route("/metrics", read, include_in_schema=False)


def _add_pages(app: FastAPI, pages: Pages, boards: Boards) -> None:
    async def page(request: Request) -> Response:
        return pages.page(request)

    async def board(request: Request) -> Response:
        file = boards.file(request.path_params["game"], request.path_params["file"])
        return file or _nothing(request)

    async def other(request: Request) -> Response:
        return pages.asset(request.path_params["path"], request) or _nothing(request)

    app.add_api_route(ADDRESS, board, methods=["GET", "HEAD"], include_in_schema=False)
    for path in ("/", "/t/{table}", "/replay/{table}"):
        app.add_api_route(path, page, methods=["GET", "HEAD"], include_in_schema=False)
    app.add_api_route("/{path:path}", other, methods=["GET", "HEAD"], include_in_schema=False)


def _nothing(request: Request) -> Response:
    return refuse(Refused("not_found", f"there is nothing at {request.url.path[:100]}"))
