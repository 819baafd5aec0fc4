"""The site as the page finds it on a device: requests and connections, as messages in JSON.

The page sends `ask` for what it would ask a server by HTTP, and gets `told`; if the answer grows,
its lines come first, each as a `line`. With `dial` it opens what would be a table's WebSocket; from
then on `send` and `heard` carry its messages, until `hang_up` or `hung_up`.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from typing import Any, Final, TypeAlias, cast, final
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec

from microciv.device.measuring import seconds_of
from microciv.device.studies import Studies
from microciv.games import catalogue
from microciv.server.api.people import PeopleApi
from microciv.server.api.puzzles import PuzzlesApi
from microciv.server.api.routes import Api, Asked, Attached, Route, read_body
from microciv.server.api.socket import Connection
from microciv.server.rooms.rooms import Rooms
from microciv.server.rooms.services import report
from microciv.server.settings import Settings
from microciv.server.store.rows import StoreError
from microciv.server.store.store import Store
from microciv.server.table.tables import new_id
from microciv.server.wire.messages import (
    STATUS,
    NewTable,
    Problem,
    Refused,
    Request,
    Struct,
    encode,
)
from microciv.server.wire.people import History
from microciv.speech import known, speak, t

VISITOR: Final = "device"
KEY: Final = "whoever has this device"
"""The key of the one person who plays here, as far as a device can tell."""
MARK: Final = "0"
"""What the id of a table on a device begins with; the id of a server's table never does."""
LEVELS: Final = "/api/levels/"
"""The path, before a game's name, for how long bots of its levels think here, in seconds."""
Post: TypeAlias = Callable[[str], object]


class Ask(Request, frozen=True, kw_only=True, tag="ask"):
    """A request, as by HTTP."""

    id: int
    method: str
    path: str  # with the query
    token: str | None = None
    body: str = ""
    language: str = "en"  # of the answer


class Stop(Request, frozen=True, kw_only=True, tag="stop"):
    """Nobody waits for the answer of a request any more."""

    id: int


class Dial(Request, frozen=True, kw_only=True, tag="dial"):
    """Open a line to a table."""

    id: int
    table: str


class Send(Request, frozen=True, kw_only=True, tag="send"):
    """Say something on a line."""

    id: int
    text: str


class HangUp(Request, frozen=True, kw_only=True, tag="hang_up"):
    """Close a line."""

    id: int


class Told(Struct, frozen=True, kw_only=True, tag="told"):
    """The answer to a request, or its end."""

    id: int
    status: int
    text: str


class Line(Struct, frozen=True, kw_only=True, tag="line"):
    """A part of an answer that grows."""

    id: int
    text: str


class Heard(Struct, frozen=True, kw_only=True, tag="heard"):
    """What a table says on a line: a list of messages."""

    id: int
    text: str


class HungUp(Struct, frozen=True, kw_only=True, tag="hung_up"):
    """The table has closed a line."""

    id: int


FromPage: TypeAlias = Ask | Stop | Dial | Send | HangUp
_from_page: Final = msgspec.json.Decoder(FromPage)


def new_table() -> str:
    """The id of a table on this device."""
    return f"{MARK}{new_id()}"


SETTINGS: Final = Settings(workers=1, rooms=8, table_id=new_table)


@final
class Site:
    """All of it, for one page."""

    def __init__(self, store: Store, post: Post, settings: Settings = SETTINGS) -> None:
        """What the page is to get is given to `post`."""
        self.rooms = Rooms(store, settings, workers="here")
        self._post = post
        history = Route("GET", "/api/me/matches", PeopleApi(self.rooms).matches, History)
        puzzles = PuzzlesApi(self.rooms.services.meters).routes()
        routes = [*Studies().routes(), *Api(self.rooms, _no_board).routes(), *puzzles, history]
        self._routes = [(_pattern(route), route) for route in routes]
        self._asks: dict[int, asyncio.Task[None]] = {}
        self._lines: dict[int, asyncio.Queue[str | None]] = {}

    async def open(self) -> None:
        """Open the store, and tidy it now: no page stays open until tidying would be due.

        :raises StoreError: if what was kept cannot be used.
        """
        await self.rooms.open()
        await self.rooms.tidy()
        if await self.rooms.people.known(KEY) is None:
            await self.rooms.people.begin("", VISITOR, KEY)

    async def close(self) -> None:
        """Stop everything."""
        for line in self._lines.values():
            line.put_nowait(None)
        for task in [*self._asks.values()]:
            task.cancel()
        await self.rooms.close()

    async def take(self, text: str) -> None:
        """Begin to do what the page wants."""
        message: FromPage = _from_page.decode(text)
        match message:
            case Ask():
                task = asyncio.create_task(self._answer(message))
                self._asks[message.id] = task
                task.add_done_callback(lambda _: self._asks.pop(message.id, None))
            case Stop():
                if message.id in self._asks:
                    self._asks[message.id].cancel()
            case Dial():
                self._lines[message.id] = asyncio.Queue()
                self.rooms.services.spawn(self._hold(message))
            case Send():
                if message.id in self._lines:
                    self._lines[message.id].put_nowait(message.text)
            case HangUp():
                if message.id in self._lines:
                    self._lines[message.id].put_nowait(None)

    # --- requests

    async def _answer(self, ask: Ask) -> None:
        speak(known([ask.language]))
        try:
            status, told = await self._found(ask)
            if isinstance(told, AsyncIterator):
                async with aclosing(cast("Any", told)) as lines:
                    async for line in lines:
                        self._tell(Line(id=ask.id, text=line.decode()))
                told = b""
            self._tell(Told(id=ask.id, status=status, text=bytes(told).decode()))
        except Refused as refusal:
            status = STATUS.get(refusal.code, 400)
            self._tell(Told(id=ask.id, status=status, text=encode(refusal.problem()).decode()))
        except Exception as fault:  # noqa: BLE001  # its words stay out of the answer
            report(fault)
            code = "unavailable" if isinstance(fault, StoreError) else "fault"
            words = t("that could not be done here; nothing has changed")
            text = encode(Problem(error=code, message=words)).decode()
            self._tell(Told(id=ask.id, status=STATUS.get(code, 500), text=text))

    async def _found(self, ask: Ask) -> tuple[int, bytes | AsyncIterator[bytes]]:
        path, query = urlsplit(ask.path)[2:4]
        if path.startswith(LEVELS) and path.removeprefix(LEVELS) in catalogue():
            return 200, encode(await seconds_of(path.removeprefix(LEVELS)))
        for pattern, route in self._routes:
            fits = pattern.fullmatch(path) if route.method == ask.method else None
            if fits is not None:
                body = None if route.takes is None else read_body(ask.body.encode(), route.takes)
                if isinstance(body, NewTable):
                    _check_alone(body)
                parts = {name: unquote(part) for name, part in fits.groupdict().items()}
                asked = Asked(parts, dict(parse_qsl(query)), ask.token, VISITOR, body, KEY)
                told = await route.do(asked)
                if isinstance(told, Attached):
                    return route.status, told.content
                if isinstance(told, AsyncIterator):
                    return route.status, told
                return route.status, encode(told)
        raise Refused("not_found", t("there is nothing at {path}", path=path[:100]))

    # --- lines

    async def _hold(self, dial: Dial) -> None:
        """Serve a line through the table's own connection, which takes it for a WebSocket."""
        said = self._lines[dial.id]
        begun = False

        async def receive() -> dict[str, object]:
            nonlocal begun
            if not begun:
                begun = True
                return {"type": "websocket.connect"}
            text = await said.get()
            if text is None:
                return {"type": "websocket.disconnect"}
            return {"type": "websocket.receive", "text": text}

        async def send(message: Any) -> None:  # noqa: ANN401  # as ASGI has them
            if message["type"] == "websocket.send":
                self._tell(Heard(id=dial.id, text=message["text"]))

        scope: Any = {"type": "websocket", "client": (VISITOR, 0)}
        try:
            await Connection(scope, cast("Any", receive), send, self.rooms, dial.table).run()
        finally:
            self._lines.pop(dial.id, None)
            self._tell(HungUp(id=dial.id))

    def _tell(self, message: Struct) -> None:
        self._post(encode(message).decode())


def _pattern(route: Route) -> re.Pattern[str]:
    return re.compile(re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", route.path))


def _check_alone(wish: NewTable) -> None:
    """:raises Refused: if a seat is for somebody else, as nobody else can come."""
    if any([seat.kind == "open" for seat in wish.seats]) or wish.listed:
        raise Refused("bad_option", t("nobody else can sit down on this device: take bots"))


def _no_board(_: str) -> None:
    """On a device no installed package adds games, so there is no board of one."""
