"""`microciv serve`: the site on this machine, or on several with one PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, TypeAlias, final

import platformdirs
import uvicorn

from microciv.core.errors import MicrocivError
from microciv.server import logs, refusals
from microciv.server.address import address_of, announced
from microciv.server.http.app import Application
from microciv.server.http.connection_limits import QUEUE, raise_descriptors, server_for
from microciv.server.http.pages import FOLDER
from microciv.server.rooms.rooms import Rooms
from microciv.server.settings import Settings
from microciv.server.store.rows import StoreInUse
from microciv.server.store.store import open_store
from microciv.speech import speak

LOOPBACK: Final = "127.0.0.1"
EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104  # compared with, never a default
GRACE: Final = 2
"""Seconds that open connections get at the end; their clients come back and resume."""
LOOK: Final = 0.5
"""Seconds between two looks for a compiled microciv that may come."""
SELDOM: Final = 100
"""Garbage collections of the middle generation between two of everything."""

Say: TypeAlias = Callable[[str], None]


class ServeError(MicrocivError):
    """The server cannot listen; the message says where."""


def usual_database() -> str:
    """Where matches are kept by default."""
    return str(Path(platformdirs.user_data_dir("microciv", appauthor=False)) / "microciv.sqlite3")


def run_server(
    settings: Settings,
    *,
    open_browser: bool = False,
    say: Say | None = None,
    compiled: Path | None = None,
) -> None:
    """Serve until Ctrl-C. Who wants it opened in a browser gets the games: at a free port if this
    one is busy, or where they are served already. When there is a microciv in the folder
    `compiled`, bots think with that one.

    :raises MicrocivError: if it cannot listen there, or cannot use the database.
    """
    logs.begin(settings.log_format)
    database = settings.database or usual_database()
    listener = listen_on(settings.host, settings.port, or_free=open_browser)
    with contextlib.closing(listener):
        serving = _Serving(listener, settings, say or _say, open_browser, compiled)
        try:
            with _ended_by_signals(serving):
                asyncio.run(serving.run(database))
        except StoreInUse as error:
            address = address_of(database)
            if address is None:
                raise
            if not open_browser:
                raise StoreInUse(f"microciv is running already at {address}: {error}") from None
            serving.lead_to(address)


@final
class _Serving:
    """One run of the server, from the first word to the last."""

    def __init__(
        self,
        listener: socket.socket,
        settings: Settings,
        say: Say,
        open_browser: bool,
        compiled: Path | None,
    ) -> None:
        self.listener = listener
        self.settings = settings
        self.say = say
        self.open_browser = open_browser
        self.compiled = compiled
        self.server: uvicorn.Server | None = None
        self.stopped = False

    def stop(self, *_: object) -> None:
        """End soon, however far it is."""
        self.stopped = True
        if self.server is not None:
            self.server.should_exit = True

    async def run(self, database: str) -> None:
        speak("en")  # what nobody asks for is said to all
        settings = self.settings
        app = Application(open_store(database), settings, self.address)
        self.server = server = server_for(
            app,
            settings,
            settings.places or raise_descriptors(),
            lifespan="off",  # opened here, where a refusal can be told in a sentence
            timeout_graceful_shutdown=GRACE,
        )
        await app.rooms.open()
        settle()
        try:
            with announced(database, self.address):
                self.welcome()
                if settings.design and not app.rooms.services.studies.on:
                    self.say(f"Note: {refusals.design_missing()}")
                server.should_exit = self.stopped
                rooms: Rooms = app.rooms
                rooms.services.spawn(self.take_compiled(rooms))
                await server.serve(sockets=[self.listener])
        finally:
            await app.rooms.close()
        self.say("Stopped. Every match goes on where it was.")

    async def take_compiled(self, rooms: Rooms) -> None:
        """Let bots think with the compiled microciv as soon as it is there, in all matches."""
        if self.compiled is None:
            return
        while not self.compiled.exists():  # noqa: ASYNC110  # a folder tells nobody that it came
            await asyncio.sleep(LOOK)
        workers = rooms.services.bot_workers
        if await workers.take(self.compiled):
            self.say(f"Bots think with the {workers.engine} engine now.")
        else:
            self.say(f"The microciv in {self.compiled} does not run; bots go on without it.")

    @property
    def port(self) -> int:
        return int(self.listener.getsockname()[1])

    @property
    def address(self) -> str:
        """What to open in a browser on this machine."""
        host = self.settings.host
        host = _in_address(LOOPBACK if host in EVERYWHERE else host)
        return f"http://{host}:{self.port}/"

    def lead_to(self, address: str) -> None:
        """Show the server that is there already."""
        self.say(f"microciv is running already at {address}")
        webbrowser.open(address)

    def welcome(self) -> None:
        """Say where the site is. Whoever connects now already waits in the listener's queue."""
        port, wished = self.port, self.settings.port
        if wished not in (0, port):
            self.say(f"Port {wished} is busy; taking {port}.")
        self.say(f"microciv is at {self.address}")
        if self.settings.host in EVERYWHERE:
            self.say(f"In your network: http://{_in_address(own_address())}:{port}/")
        if not (FOLDER / "index.html").is_file():
            self.say("The page is not built yet: `make page` builds it.")
        self.say("Ctrl-C stops it.")
        if self.open_browser:
            threading.Thread(target=webbrowser.open, args=(self.address,), daemon=True).start()


def settle() -> None:
    """From here on look for garbage among what comes and goes, and seldom among what has stayed.

    A look at all that a thousand tables hold takes half a second, in which nobody is served, and
    finds little: a closed connection leaves 1 KiB of it, a forgotten table a hundred.
    """
    gc.collect()
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, SELDOM)


def listen_on(host: str, port: int, *, or_free: bool = False) -> socket.socket:
    """A listening socket; if this port is not to be had, on any free one where that will do.

    :raises ServeError: if there is no such address here, or the port is taken.
    """
    try:
        return _listen(host, port)
    except OverflowError:
        raise ServeError(f"cannot listen on port {port}: expected 0 to 65535") from None
    except OSError as error:
        if error.errno not in (errno.EADDRINUSE, errno.EACCES):
            raise ServeError(f"cannot listen on {host}: {error.strerror}") from None
        if not or_free:
            raise ServeError(
                f"cannot listen on port {port}: {error.strerror}; choose another with --port"
            ) from None
    try:
        return _listen(host, 0)
    except OSError as error:
        raise ServeError(f"cannot listen on {host}: {error.strerror}") from None


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named, since asyncio turns Nagle's delay off only where it is.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":  # there it would share a port that is in use
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(QUEUE)
        listener.setblocking(False)
    except BaseException:
        listener.close()
        raise
    return listener


def own_address() -> str:
    """The address of this machine in its network, found without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation: nothing is sent
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def _in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host


@contextlib.contextmanager
def _ended_by_signals(serving: _Serving) -> Iterator[None]:
    """SIGINT and SIGTERM end it cleanly, even before uvicorn listens to them; at its end that
    raises them once more, when they mean nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    stops = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(stop, serving.stop) for stop in stops]
    try:
        yield
    finally:
        for stop, handler in zip(stops, before, strict=True):
            signal.signal(stop, handler)


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
