"""What is asked for by request, and what comes of it: one list, whoever carries both.

`http.app` carries them by HTTP; `microciv.device` has no server between a page and this.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypeVar, final

import msgspec

from microciv import __version__
from microciv.core.errors import MicrocivError
from microciv.core.moves import SPECTATOR
from microciv.games import about, catalogue
from microciv.server.api.durations import Durations
from microciv.server.bots.reviews import Key
from microciv.server.fair_queue import Whose
from microciv.server.peers import AskLines
from microciv.server.people.people import Visitor
from microciv.server.rooms import actions
from microciv.server.rooms.my_tables import AskHeld, HeldSeats, HeldTable
from microciv.server.rooms.room import Room
from microciv.server.rooms.rooms import Rooms
from microciv.server.rooms.services import report
from microciv.server.store.rows import StoreError, Unfit
from microciv.server.table import play_again, records
from microciv.server.table.replays import unpacked
from microciv.server.table.views import game_about, game_title, numbered, waiting_table
from microciv.server.wire.about import BoardAbout, GameAbout, GameTitle, Health, ServerAbout
from microciv.server.wire.by_day import Agree, AskFor
from microciv.server.wire.lobby import Duration, NewLesson, Seating, WaitingTable
from microciv.server.wire.messages import (
    LARGE,
    Close,
    Leave,
    NewTable,
    Refused,
    Rematch,
    Remove,
    Request,
    SeatChange,
    Sit,
    Start,
    TableView,
)
from microciv.server.wire.orders import LeaveOrders, OrdersView
from microciv.server.wire.replays import (
    Again,
    AskPosition,
    PositionView,
    RecordAgain,
    RecordReview,
    RecordView,
    Replay,
    WatchedRecord,
    WatchRecord,
)
from microciv.server.wire.reviews import ReviewLine
from microciv.server.wire.studies import (
    DesignAbout,
    MoreMatches,
    NewStudy,
    StopStudy,
    StudyLine,
    StudyStarted,
)
from microciv.speech import LANGUAGES, known, language, speaking, t
from microciv.texts import texts_for

LISTED: Final = 50
"""The most tables in the list of those that wait."""
T = TypeVar("T")

JSON: Final = "application/json"


@final
@dataclass(frozen=True)
class Asked:
    """A request."""

    parts: Mapping[str, str]  # what stands in the path, by name
    query: Mapping[str, str]
    token: str | None
    visitor: str  # for whom limits are counted
    body: Any = None  # of the type that the route takes
    key: str | None = None  # that of who asks, as far as a browser has one
    origin: str | None = None  # of the page that asks, which has been checked; programs have none
    agent: str = ""  # what a browser says of itself
    ask_held: AskHeld | None = field(default=None, compare=False)  # how other processes are asked
    ask_lines: AskLines | None = field(default=None, compare=False)  # and for lines of a table


@final
@dataclass(frozen=True)
class Attached:
    """An answer that a browser keeps as a file."""

    content: bytes
    name: str
    type: str = JSON


@final
@dataclass(frozen=True)
class Streamed:
    """An answer that a browser keeps as a file, while it is still being made."""

    content: AsyncIterator[bytes]
    name: str
    type: str


@final
@dataclass(frozen=True)
class Keyed:
    """An answer to who has this key from now on; empty: none."""

    told: object
    key: str


Lines: TypeAlias = AsyncIterator[bytes]
"""An answer that grows, a line of JSON at a time."""
Do: TypeAlias = Callable[[Asked], Awaitable[object]]


class Route(NamedTuple):
    """A method and a path, what is done, what it gives and takes; the answer's status."""

    method: Literal["GET", "POST"]
    path: str
    do: Do
    gives: Any
    takes: type[Request] | None = None
    status: int = 200


def read_body(data: bytes, kind: type[Request]) -> Request:
    """The body of a request; none at all is an empty object.

    :raises Refused: "too_large" or "malformed", saying what was expected and where.
    """
    if len(data) > LARGE:
        raise Refused("too_large", t("a request has at most {most} bytes", most=LARGE))
    try:
        return msgspec.json.decode(data or b"{}", type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refused("malformed", str(error)[:200]) from None


@final
class Api:
    """The requests about games, tables, records, reviews and studies."""

    def __init__(self, rooms: Rooms, board: Callable[[str], BoardAbout | None]) -> None:
        self.rooms = rooms
        self._board = board
        self.studies = rooms.services.studies
        self.meters = rooms.services.meters
        self.durations = Durations(rooms.store)
        self._replaying = asyncio.Lock()

    def routes(self) -> list[Route]:
        one, empty = "/api/tables/{table}", dict[str, Any]
        return [
            Route("GET", "/healthz", self.alive, Health),
            Route("GET", "/readyz", self.ready, Health),
            Route("GET", "/api/server", self.server, ServerAbout),
            Route("GET", "/api/titles", self.titles, list[GameTitle]),
            Route("GET", "/api/titles/{language}", self.titles_in, list[GameTitle]),
            Route("GET", "/api/games", self.games, list[GameAbout]),
            Route("GET", "/api/games/{language}", self.games_in, list[GameAbout]),
            Route("GET", "/api/games/{name}/texts", self.texts, dict[str, Any]),
            Route("GET", "/api/games/{name}/texts/{language}", self.texts_in, dict[str, Any]),
            Route("GET", "/api/games/{name}/durations", self.lasting, list[Duration]),
            Route("GET", "/api/games/{name}/position", self.deal, PositionView),
            Route("GET", "/api/tables", self.waiting, list[WaitingTable]),
            Route("POST", "/api/tables", self.create, Seating, NewTable, 201),
            Route("POST", "/api/held", self.held, list[HeldTable], HeldSeats),
            Route("POST", "/api/lessons", self.learn, Seating, NewLesson, 201),
            Route("GET", one, self.table, TableView),
            Route("POST", one + "/sit", self.sit, Seating, Sit),
            Route("POST", one + "/seats/{seat}", self.seat, TableView, SeatChange),
            Route("POST", one + "/start", self.start, TableView, Start),
            Route("POST", one + "/leave", self.leave, empty, Leave),
            Route("POST", one + "/close", self.close, empty, Close),
            Route("POST", one + "/remove", self.remove, TableView, Remove),
            Route("POST", one + "/rematch", self.rematch, Seating, Rematch),
            Route("POST", one + "/wishes", self.ask_for, TableView, AskFor),
            Route("POST", one + "/wishes/{wish}", self.agree, TableView, Agree),
            Route("GET", one + "/orders", self.orders, OrdersView),
            Route("POST", one + "/orders", self.leave_orders, OrdersView, LeaveOrders),
            Route("POST", one + "/again", self.again, Seating, Again, 201),
            Route("GET", one + "/record", self.record, RecordView),
            Route("GET", one + "/replay", self.replay, Replay),
            Route("GET", one + "/review", self.review, ReviewLine),
            Route("POST", "/api/records", self.watch, WatchedRecord, WatchRecord),
            Route("POST", "/api/records/review", self.review_record, ReviewLine, RecordReview),
            Route("POST", "/api/records/again", self.record_again, Seating, RecordAgain, 201),
            Route("POST", "/api/positions", self.position, PositionView, AskPosition),
            Route("GET", "/api/design", self.design, DesignAbout),
            Route("POST", "/api/studies", self.new_study, StudyStarted, NewStudy, 201),
            Route("GET", "/api/studies/{study}", self.study, StudyLine),
            Route("POST", "/api/studies/{study}/more", self.more_matches, empty, MoreMatches),
            Route("GET", "/api/studies/{study}/report", self.study_report, str),
            Route("POST", "/api/studies/{study}/stop", self.stop_study, empty, StopStudy),
        ]

    async def server(self, _: Asked) -> ServerAbout:
        """The version of the server, and the engine that its bots think with now."""
        engine = self.rooms.services.bot_workers.engine
        return ServerAbout(version=__version__, engine=engine, design=self.studies.on)

    async def alive(self, _: Asked) -> Health:
        """The process answers."""
        return Health()

    async def ready(self, _: Asked) -> Health:
        """The server can be played on: it reaches its database."""
        try:
            async with asyncio.timeout(self.rooms.settings.reach):
                await self.rooms.store.reach()
        except (StoreError, TimeoutError) as fault:
            report(fault)
            raise Refused("unavailable", t("the server does not reach its database")) from None
        return Health()

    async def titles(self, _: Asked) -> list[GameTitle]:
        """The games there are."""
        return self._titles("en")

    async def titles_in(self, asked: Asked) -> list[GameTitle]:
        """The same in another language than English: `de` or `es`."""
        return self._titles(_spoken(asked))

    def _titles(self, spoken: str) -> list[GameTitle]:
        with speaking(spoken):
            return [game_title(name, self._board(name)) for name in catalogue()]

    async def games(self, _: Asked) -> list[GameAbout]:
        """The games there are, with their options and bots."""
        return self._games("en")

    async def games_in(self, asked: Asked) -> list[GameAbout]:
        """The same in another language than English, `de` or `es`: what they are, and what was
        measured of their options.
        """
        return self._games(_spoken(asked))

    def _games(self, spoken: str) -> list[GameAbout]:
        with speaking(spoken):
            return [game_about(name, self._board(name)) for name in catalogue()]

    async def texts(self, asked: Asked) -> object:
        """The words of a game: cards, questions, captions, rules; with `?napoleon_adds=1` and the
        like, those of a table with these numbers.
        """
        return _texts(asked, "en")

    async def texts_in(self, asked: Asked) -> object:
        """The same in another language than English: `de` or `es`."""
        return _texts(asked, _spoken(asked))

    async def waiting(self, asked: Asked) -> list[WaitingTable]:
        """Tables that wait for players, the newest first: with `?game=`, `?seats=`, `?pace=` and
        `?rated=1` or 0 those that are like that.
        """
        query = asked.query
        seats, rated = _number(asked, "seats"), _number(asked, "rated")
        wanted = query.get("game"), seats, query.get("pace"), rated
        told: list[WaitingTable] = []
        for table in await self.rooms.waiting(LISTED, wanted):
            known = await self.durations.of(table.game, len(table.playing))
            told.append(waiting_table(table, None if known is None else known.minutes))
        return told

    async def lasting(self, asked: Asked) -> list[Duration]:
        """How long matches of people take on this site, by number of seats; of one game."""
        try:
            game = about(asked.parts["name"]).name
        except MicrocivError as error:
            raise Refused("not_found", str(error)) from None
        return await self.durations.of_game(game)

    async def held(self, asked: Asked) -> list[HeldTable]:
        """How my tables stand, in the order of the tokens."""
        return await self.rooms.held(asked.body.seats, asked.ask_held)

    async def create(self, asked: Asked) -> object:
        """Set up a table; its creator is the host. It starts at once when no seat is open."""
        return await self._new_table(asked)

    async def learn(self, asked: Asked) -> object:
        """Begin the lesson of a game: a table for one person with bots, always of the same deal."""
        return await self._new_table(asked)

    async def _new_table(self, asked: Asked) -> object:
        visitor = await self._host(asked)
        return _keyed(await self.rooms.new_table(asked.body, visitor and visitor.who), visitor)

    async def _host(self, asked: Asked) -> Visitor | None:
        """Who begins a match, if there may be one more of theirs."""
        live_tables, whose = self.rooms.services.live_tables, Whose(asked.visitor, "")
        live_tables.check(whose)
        visitor = await self._visitor(asked)
        if visitor is not None:
            live_tables.check(whose._replace(person=visitor.who.person))
        return visitor

    async def _visitor(self, asked: Asked) -> Visitor | None:
        """Who comes to a table, by the name that they give."""
        people = self.rooms.people
        return await people.visitor(asked.key, asked.origin, asked.agent, asked.body.name)

    async def table(self, asked: Asked) -> TableView:
        """A table as the holder of the token, if any, sees it."""
        room = await self._room(asked)
        return await room.view(asked.token)

    async def sit(self, asked: Asked) -> object:
        """Take an open seat under a name."""
        room, visitor = await self._room(asked), await self._visitor(asked)
        seating = await actions.sit(room, asked.token, asked.body, visitor and visitor.who)
        return _keyed(seating, visitor)

    async def seat(self, asked: Asked) -> TableView:
        """The host opens or closes a seat, or gives it to a bot; in a match, only one whose
        person is away.
        """
        room = await self._room(asked)
        number = read_number("seat", asked.parts["seat"])
        await actions.change_seat(room, asked.token, number, asked.body)
        return await room.view(asked.token)

    async def start(self, asked: Asked) -> TableView:
        """The host starts the match."""
        room = await self._room(asked)
        await actions.start(room, asked.token, asked.body)
        return await room.view(asked.token)

    async def leave(self, asked: Asked) -> object:
        """Give up a seat, in a match for good or until the person comes back."""
        await actions.leave(await self._room(asked), asked.token, asked.body)
        return {}

    async def close(self, asked: Asked) -> object:
        """The host closes a table whose match cannot be continued."""
        await actions.close(await self._room(asked), asked.token)
        return {}

    async def remove(self, asked: Asked) -> TableView:
        """The host removes a person; in a match a bot plays on."""
        room = await self._room(asked)
        await actions.remove(room, asked.token, asked.body)
        return await room.view(asked.token)

    async def rematch(self, asked: Asked) -> Seating:
        """Say whether you want another match; it begins when all who are here have answered."""
        return await actions.want_rematch(await self._room(asked), asked.token, asked.body)

    async def ask_for(self, asked: Asked) -> TableView:
        """Ask the others for another pace, or for a holiday."""
        room = await self._room(asked)
        await actions.ask_for(room, asked.token, asked.body)
        return await room.view(asked.token)

    async def agree(self, asked: Asked) -> TableView:
        """Agree to what somebody asks for, or not; who has asked may withdraw it."""
        room = await self._room(asked)
        await actions.agree(room, asked.token, asked.parts["wish"], asked.body)
        return await room.view(asked.token)

    async def orders(self, asked: Asked) -> OrdersView:
        """What I have left at a table for decisions to come."""
        return await (await self._room(asked)).orders.view(asked.token)

    async def leave_orders(self, asked: Asked) -> OrdersView:
        """Leave orders for decisions to come, in place of all that I have left."""
        return await (await self._room(asked)).orders.leave(asked.token, asked.body)

    async def again(self, asked: Asked) -> object:
        """Play a finished match once more, with bots: its deal, or on from one of its decisions."""
        room, visitor = await self._room(asked), await self._host(asked)
        seating = await self.rooms.play_again(room, asked.body, visitor and visitor.who)
        return _keyed(seating, visitor)

    async def record(self, asked: Asked) -> Attached:
        """The record of a finished match, to keep, replay and verify."""
        room = await self._room(asked)
        kept = await room.outcome(_number(asked, "match"))
        return Attached(kept.record, f"{room.table.game}-{room.id}.json")

    async def replay(self, asked: Asked) -> msgspec.Raw:
        """A finished match from the view of one seat; 15 watches."""
        room = await self._room(asked)
        kept = await room.outcome(_number(asked, "match"))
        try:
            views = unpacked(kept.replay)
        except Unfit:
            raise Refused("stranded", t("the stored data of this match cannot be read")) from None
        seat = _number(asked, "seat")
        view = views.get(str(SPECTATOR if seat is None else seat))
        if view is None:
            raise Refused("not_found", t("seat: expected one of {names}", names=", ".join(views)))
        return view

    async def review(self, asked: Asked) -> Lines:
        """How a seat played in a finished match, a line of JSON at a time as it is worked out:
        `waits` until it is its turn, `plan`, a `decision` for each, then `sum`; or `broken`.
        """
        room = await self._room(asked)
        wanted, seat = _number(asked, "match"), _number(asked, "seat")
        kept = await room.outcome(wanted)
        if seat is None:
            raise Refused("malformed", t("seat: expected a number"))
        self.meters.requests.take(asked.visitor, asked.token)
        number = room.last_match() if wanted is None else wanted
        return await self._reviewed(asked, (room.id, number, seat), kept.record)

    async def _reviewed(self, asked: Asked, key: Key, record: bytes) -> Lines:
        who = await self.rooms.people.known(asked.key)
        whose = Whose(asked.visitor, key[0], "" if who is None else who.person)
        return self.rooms.services.reviews.of(key, record).lines(whose)

    async def watch(self, asked: Asked) -> WatchedRecord:
        """The match of a record that comes with the question, from the view of one seat. Nothing of
        it is kept.
        """
        return await self._replayed(asked, records.watched)

    async def review_record(self, asked: Asked) -> Lines:
        """The same as the review of a table's match, of a record that comes with the question."""
        record = await self._replayed(asked, records.finished)
        key = hashlib.sha256(record).hexdigest(), 0, asked.body.seat
        return await self._reviewed(asked, key, record)

    async def record_again(self, asked: Asked) -> object:
        """Play on from a decision of a record that comes with the question, with bots."""
        visitor = await self._host(asked)
        who = visitor and visitor.who
        begin = partial(play_again.record_again, id_=self.rooms.new_id(), who=who)
        return _keyed(await self.rooms.set_up(*await self._replayed(asked, begin)), visitor)

    async def position(self, asked: Asked) -> PositionView:
        """A position in the match of a record that comes with the question, as a document that a
        new table may begin with.
        """
        return await self._replayed(asked, records.position)

    async def _replayed(self, asked: Asked, replay: Callable[[Any], T]) -> T:
        """What somebody asks of a record costs as much as it has moves; and one is replayed at a
        time, as tables need the processor too.
        """
        moves = asked.body.record.get("moves")
        amount = len(moves) if isinstance(moves, list) else 1
        self.meters.replays.take(asked.visitor, asked.token, max(1, amount))
        async with self._replaying:
            return await asyncio.to_thread(replay, asked.body)

    async def deal(self, asked: Asked) -> PositionView:
        """A position of a game as it is dealt to this number of `seats`, to be edited."""
        seats = _number(asked, "seats")
        if seats is None:
            raise Refused("malformed", t("seats: expected a number"))
        return records.dealt(asked.parts["name"], seats)

    async def design(self, _: Asked) -> DesignAbout:
        """What a study may be asked for, where this server has them."""
        return await self.studies.about()

    async def new_study(self, asked: Asked) -> StudyStarted:
        """Run a study; one at a time for each address."""
        return StudyStarted(study=await self.studies.start(asked.visitor, asked.body))

    async def study(self, asked: Asked) -> Lines:
        """What a study finds, a line of JSON at a time as it grows: `plan`, `progress` and
        `findings`, then `ended` or `broken`. It stays while somebody listens.
        """
        return self.studies.of(asked.parts["study"]).lines(language())

    async def more_matches(self, asked: Asked) -> object:
        """Go on with a study that has ended."""
        await self.studies.go_on(asked.parts["study"], asked.visitor, asked.body.matches)
        return {}

    async def study_report(self, asked: Asked) -> Attached:
        """The report of a study that has ended, to keep; with `?language=de` in this language, not
        that of the browser.
        """
        with speaking(known([asked.query.get("language", language())])):
            report = await self.studies.report(asked.parts["study"])
        return Attached(report, "study.html", "text/html; charset=utf-8")

    async def stop_study(self, asked: Asked) -> object:
        """Stop a study, or forget it."""
        study = self.studies.of(asked.parts["study"])
        if asked.body.forget:
            study.forget()
        else:
            study.stop()
        return {}

    async def _room(self, asked: Asked) -> Room:
        return await self.rooms.room(asked.parts["table"])


def _keyed(told: object, visitor: Visitor | None) -> object:
    """An answer, with the visitor's key if that is new."""
    return told if visitor is None or visitor.fresh is None else Keyed(told, visitor.fresh)


def _texts(asked: Asked, spoken: str) -> object:
    try:
        found = about(asked.parts["name"])
    except MicrocivError as error:
        raise Refused("not_found", str(error)) from None
    options = numbered(found, asked.query)
    with speaking(spoken):
        return texts_for(found.name, options).plain()


def _spoken(asked: Asked) -> str:
    spoken = asked.parts["language"]
    if spoken not in LANGUAGES:
        raise Refused("not_found", t("Expected a language: {names}.", names=", ".join(LANGUAGES)))
    return spoken


def _number(asked: Asked, name: str) -> int | None:
    text = asked.query.get(name)
    return None if text is None else read_number(name, text)


def read_number(name: str, text: str) -> int:
    """:raises Refused: "malformed", if it is none."""
    if not text.isdecimal() or not text.isascii() or len(text) > 9:
        raise Refused("malformed", t("{name}: expected a number", name=name))
    return int(text)
