"""A match at a server of our own, for bots that are clients of one: it is there for that match."""

from __future__ import annotations

import asyncio
import shlex
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Final, final

from microciv.cli.bot_host_child import Child, SeatLost
from microciv.cli.bot_host_seat import Conduct, TextSeat
from microciv.cli.bot_host_table import TableSeat
from microciv.cli.contest import LAST_WORDS, Contest, Loss
from microciv.cli.sitting import CLIENT, Sitting, bot_seed
from microciv.clients.microciv_client import MARGIN, Line
from microciv.core.codec import plain
from microciv.core.errors import MicrocivError
from microciv.core.game import Game
from microciv.core.moves import Seat
from microciv.core.options import changed
from microciv.server.http.app import Application
from microciv.server.http.connection_limits import CONNECTIONS, server_for
from microciv.server.rooms.room import Room
from microciv.server.serve import LOOPBACK, listen_on
from microciv.server.settings import Settings
from microciv.server.store.store import open_store
from microciv.server.table import seating
from microciv.server.table.live_match import LiveMatch
from microciv.server.table.tables import Table
from microciv.server.wire.messages import NewTable, SeatChange, SeatPlan
from microciv.study.matches import ended
from microciv.workers import unwinding

LOOK: Final = 0.02  # seconds between two looks at how things stand
READY_WITHIN: Final = 30.0  # seconds for a client to sit down
UNLIMITED: Final = (1e6, 10**6)
STAND_IN: Final = "random"
"""Who plays for a program that has never sat down; when one is lost later, the usual bot does."""


def play_at_site(
    game: Game, sittings: list[Sitting], seed: int, seconds: float, *, recorded: bool
) -> Contest:
    """Play one match; clients are given its link, programs that speak lines are passed on."""
    how = Settings(
        seed=lambda: seed,
        bot_seed=lambda _deal, number, seat: bot_seed(seed, seat, number),
        limit=seconds + MARGIN + 0.5,  # clients take that margin off again
        workers=0,
        away_after=0,
        messages=UNLIMITED,
        reads=UNLIMITED,
        requests=UNLIMITED,
        connects=UNLIMITED,
    )
    with unwinding(), ExitStack() as stack:
        site = stack.enter_context(_serving(how))
        table = site.table_for(game, sittings)
        stack.enter_context(closing(table.watch()))
        players: dict[Seat, _Player] = {}
        for seat, sitting in enumerate(sittings):
            if sitting.kind != "bot":
                players[seat] = player = _Player(sitting, table.link, seconds)
                stack.callback(player.end)
                table.seat(seat, players)
        table.start()
        while not table.look(players):
            time.sleep(LOOK)
        live = table.live()
        conduct = {seat: player.conduct(live, seat) for seat, player in players.items()}
        lost = {seat: player.loss for seat, player in players.items() if player.loss is not None}
        return Contest(ended(live.match, recorded=recorded), conduct, lost)


@final
class _Player:
    """A program that sits down by a link: a client of its own, or one that speaks lines."""

    def __init__(self, sitting: Sitting, link: str, seconds: float) -> None:
        self.loss: Loss | None = None
        self._said: deque[str] = deque(maxlen=LAST_WORDS)
        self._child: Child | None = None
        self._program: TextSeat | None = None
        self._thread: threading.Thread | None = None
        self._fault: str | None = None
        try:
            if sitting.kind == CLIENT:
                command = f"{sitting.level} {shlex.quote(link)}"
                self._child = Child(command, self._said.append)
            else:
                self._program = TextSeat(sitting.level, self._said.append, seconds)
                name = f"{self._program.name[:15]} {id(self) % 10_000}"
                seat = TableSeat(link, self._program, name, None)
                self._thread = threading.Thread(target=self._play, args=(seat,), daemon=True)
                self._thread.start()
        except MicrocivError as error:
            self._fault = str(error)

    def is_gone(self) -> bool:
        """Has it ended, or given up?"""
        if self._child is not None and self._fault is None:
            try:
                while self._child.receive(0) is not None:
                    pass
            except SeatLost as lost:
                self._fault = str(lost)
        return self._fault is not None

    def lose(self, why: str = "") -> None:
        """It is lost; what it said last is kept."""
        self.loss = Loss(why or self._fault or "lost", list(self._said))

    def conduct(self, live: LiveMatch, seat: Seat) -> Conduct:
        if self._program is not None:
            return self._program.conduct
        by = [entry.by for entry in live.log if entry.seat == seat]
        return Conduct(answers=by.count("person"), absent=by.count("absent"))

    def end(self) -> None:
        if self._child is not None:
            self._child.end()
        if self._program is not None:
            self._program.quit()

    def _play(self, seat: TableSeat) -> None:
        try:
            for _ in seat.play(1):
                pass
        except MicrocivError as error:
            self._fault = str(error)


@final
class _Site:
    """A server in a thread."""

    def __init__(self, app: Application, loop: asyncio.AbstractEventLoop, port: int) -> None:
        self.rooms = app.rooms
        self.loop = loop
        self.port = port

    def table_for(self, game: Game, sittings: list[Sitting]) -> _Table:
        """A table where levels sit and the other seats are open."""
        options = plain(changed(game.options))
        assert isinstance(options, dict)
        options.pop("seats", None)
        seats = [
            SeatPlan(kind="bot", level=sitting.level)
            if sitting.kind == "bot"
            else SeatPlan(kind="open")
            for sitting in sittings
        ]
        wish = NewTable(
            game=game.name,
            seats=seats,
            options=options,
            name="Arena",
            pace="normal",
            pauses="off",
            hints="off",
            talk="off",
            late=False,
        )
        made = asyncio.run_coroutine_threadsafe(self.rooms.new_table(wish), self.loop).result()
        found = asyncio.run_coroutine_threadsafe(self.rooms.room(made.table), self.loop).result()
        return _Table(self, found, made.token)


@final
class _Table:
    """The table of a match, as its host has it."""

    def __init__(self, site: _Site, room: Room, token: str) -> None:
        self.room = room
        self.link = f"http://{LOOPBACK}:{site.port}/t/{room.id}"
        self._site = site
        self._token = token
        self._line: Line | None = None

    def watch(self) -> Line:
        """Be there, so that the match goes on though every program is lost."""
        line = Line(f"ws://{LOOPBACK}:{self._site.port}/ws/tables/{self.room.id}")
        line.send({"type": "hello", "token": self._token})
        self._line = line
        return line

    def live(self) -> LiveMatch:
        assert self.room.live is not None
        return self.room.live

    def seat(self, seat: Seat, players: dict[Seat, _Player]) -> None:
        """Wait until the player sits and is connected: the time that it takes to start is not
        counted. A bot takes the seat of one that does not, or that leaves before the match.
        """
        deadline = time.monotonic() + READY_WITHIN
        while players[seat].loss is None and not self._is_there(seat):
            late = time.monotonic() > deadline
            for other, player in players.items():
                if player.loss is None and (player.is_gone() or (other == seat and late)):
                    player.lose("" if player.is_gone() else f"not there within {READY_WITHIN:g} s")
                    self._fill(other)
            time.sleep(LOOK)

    def _is_there(self, seat: Seat) -> bool:
        async def present() -> set[str]:
            return self.room.present()

        person = self.room.table.chairs[seat].person
        there = asyncio.run_coroutine_threadsafe(present(), self._site.loop).result()
        return person is not None and person.token in there

    def _fill(self, seat: Seat) -> None:
        change = SeatChange(kind="bot", level=STAND_IN)
        self._change(lambda table: seating.change_seat(table, seat, change, set()))

    def start(self) -> None:
        self._change(lambda table: seating.start(table, STAND_IN))

    def look(self, players: dict[Seat, _Player]) -> bool:
        """Is it over? A bot plays on for whoever is gone before."""
        assert self._line is not None
        while self._line.receive(wait=False) is not None:
            pass
        gone = [seat for seat, player in players.items() if player.is_gone()]
        if self.room.live is not None and self.room.live.over:
            return True
        for seat in gone:
            if players[seat].loss is None:
                players[seat].lose()
            chair = self.room.table.chairs[seat]
            if chair.person is not None and not chair.gone:
                self._remove(chair.person.name)
        return False

    def _remove(self, name: str) -> None:
        self._change(lambda table: seating.remove(table, name))

    def _change(self, alter: Callable[[Table], Table]) -> None:
        changing = self.room.change(alter)
        asyncio.run_coroutine_threadsafe(changing, self._site.loop).result()


@contextmanager
def _serving(how: Settings) -> Iterator[_Site]:
    """A server for as long as the block lasts."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="microciv-"))
        listener = stack.enter_context(closing(listen_on(LOOPBACK, 0)))
        port = int(listener.getsockname()[1])
        store = open_store(str(Path(folder) / "site.sqlite3"))
        app = Application(store, how, f"http://{LOOPBACK}:{port}")
        server = server_for(app, how, CONNECTIONS, lifespan="on", timeout_graceful_shutdown=1)
        begun: Future[asyncio.AbstractEventLoop] = Future()

        async def serve() -> None:
            begun.set_result(asyncio.get_running_loop())
            await server.serve(sockets=[listener])

        thread = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
        thread.start()
        loop = begun.result()
        while not server.started:
            time.sleep(LOOK)
        try:
            yield _Site(app, loop, port)
        finally:
            server.should_exit = True
            thread.join()
