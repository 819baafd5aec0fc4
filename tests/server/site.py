"""A real server on a free port of this machine, in a thread, and clients to drive it with."""

from __future__ import annotations

import asyncio
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from microciv.server.http.app import Application
from microciv.server.http.connection_limits import CONNECTIONS, server_for
from microciv.server.serve import listen_on
from microciv.server.settings import Settings
from microciv.server.store.store import Store, open_store
from microciv.server.wire.deltas import Mirror

TRY_AGAIN: Final = 1013
PATIENCE: Final = 60.0
TLS: Final = ssl.create_default_context()
"""Made once: httpx would read all certificates for each client, and needs none of them here."""
"""Seconds after which a test is broken; nothing ever waits so long."""

AS_FAST_AS_IT_GOES: Final = (1e6, 10**6)
"""No limit that a test reaches on any machine; the tests of limits set their own."""

AT_ONCE: Final = Settings(
    pause=(0, 0),
    habit=(3600.0, 3600.0),
    moment=0,
    rescue=0.05,
    away_after=0,
    workers=0,
    signs=(3600, 3600),  # each takes from the module `random`, which Hypothesis notices
    messages=AS_FAST_AS_IT_GOES,
    reads=AS_FAST_AS_IT_GOES,
    requests=AS_FAST_AS_IT_GOES,
    connects=AS_FAST_AS_IT_GOES,
    codes=AS_FAST_AS_IT_GOES,
)


def settings(**changes: Any) -> Settings:
    return replace(AT_ONCE, **changes)


class Client:
    """One connection; the messages that have come are kept in `frames`, as bytes."""

    def __init__(self, socket: ClientConnection, stack: ExitStack) -> None:
        self.socket = socket
        self.stack = stack
        self.frames: list[bytes] = []
        self.waiting: list[msgspec.Raw] = []
        self.mirror = Mirror()
        self.table: Any = None
        self.update: Any = None
        self.countdown: Any = None
        self.said: list[Any] = []
        self.heard: list[Any] = []

    def __repr__(self) -> str:
        return f"<client, {len(self.frames)} frames>"

    def send(self, **message: Any) -> None:
        self.socket.send(msgspec.json.encode(message).decode())

    def send_raw(self, data: str | bytes) -> None:
        self.socket.send(data)

    def receive(self) -> Any:
        """The next message."""
        if not self.waiting:
            data = self.socket.recv(timeout=PATIENCE, decode=False)
            self.waiting = msgspec.json.decode(data, type=list[msgspec.Raw])
        told = self.waiting.pop(0)
        self.frames.append(bytes(told))
        message = self.mirror.whole(msgspec.json.decode(told))
        if message["type"] == "table":
            self.table = message["table"]
        if message["type"] == "countdown":
            self.countdown = message
        if message["type"] == "said":
            self.said.append(message)
        if message["type"] == "update":
            if self.update is not None and self.update["match"] != message["match"]:
                self.heard = []
            self.update = message
            self.heard[message["from"] :] = message["events"]
        return message

    def until(self, wanted: Callable[[Any], bool]) -> Any:
        """The next message that is wanted; the others are taken in."""
        while not wanted(message := self.receive()):
            pass
        return message

    def next(self, type_: str) -> Any:
        return self.until(lambda message: message["type"] == type_)

    def until_decision(self, number: int) -> Any:
        """The update of this decision set, or of a later one."""
        if self.update is not None and self.update["decision"] >= number:
            return self.update
        return self.until(
            lambda message: message["type"] == "update" and message["decision"] >= number
        )

    def play(self, *moves: str, **other: Any) -> Any:
        """Seal an answer to the open question; the `accepted` or `refused` that comes back."""
        at = {"match": self.update["match"], "decision": self.update["decision"]}
        self.send(**{"type": "play", **at, "moves": list(moves), "id": "x", **other})
        return self.until(lambda message: message["type"] in ("accepted", "refused"))

    def take_back(self, **other: Any) -> Any:
        at = {"match": self.update["match"], "decision": self.update["decision"]}
        self.send(**{"type": "take_back", **at, **other})
        return self.until(lambda message: message["type"] in ("accepted", "refused"))

    def say(self, phrase: str, **parts: Any) -> Any:
        """Say a phrase; the `said` or `refused` that comes back."""
        self.send(type="say", match=self.update["match"], phrase=phrase, parts=parts, id="say")
        return self.until(lambda message: message["type"] in ("said", "refused"))

    def sync(self) -> None:
        """Take in all that was sent before now."""
        self.send(type="ping")
        self.next("pong")

    def closed(self) -> int:
        """The code with which the server closes the connection."""
        code = 0
        while not code:
            try:
                self.receive()
            except ConnectionClosed as end:
                code = end.rcvd.code if end.rcvd is not None else -1
        return code

    def close(self) -> None:
        self.stack.close()


class Site:
    """A running server, by its address."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.clients: list[Client] = []
        address = f"http://127.0.0.1:{port}"
        self.http = httpx.Client(base_url=address, timeout=PATIENCE, verify=TLS)

    def __repr__(self) -> str:
        return f"<site at {self.port}>"

    def get(self, path: str, token: str | None = None) -> httpx.Response:
        return self.http.get(path, headers=_authorization(token))

    def post(self, path: str, body: Any, token: str | None = None) -> httpx.Response:
        return self.http.post(path, json=body, headers=_authorization(token))

    def create(
        self,
        *seats: str,
        game: str = "5x",
        name: str = "Ann",
        pace: str = "none",
        talk: str | None = "phrases",
        hints: str | None = "off",
        listed: bool = False,
        late: bool = True,
        pauses: str | None = None,
        position: object = None,
        **options: Any,
    ) -> Any:
        """A table; a seat is its kind, or `bot:level`. None is asked for hints without its saying
        so, for they are thought out at every decision.
        """
        plans = []
        for seat in seats:
            kind, _, level = seat.partition(":")
            plans.append({"kind": kind, "level": level} if level else {"kind": kind})
        wish: dict[str, Any] = {"game": game, "seats": plans, "options": options, "name": name}
        wish |= {"pace": pace, "talk": talk, "hints": hints, "listed": listed, "late": late}
        wish |= {"pauses": pauses, "position": position}
        answer = self.post("/api/tables", wish)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def sit(self, table: str, name: str, seat: int | None = None) -> Any:
        body = {"name": name} if seat is None else {"name": name, "seat": seat}
        answer = self.post(f"/api/tables/{table}/sit", body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def start(self, table: str, token: str, fill: str | None = None) -> None:
        answer = self.post(f"/api/tables/{table}/start", {"fill": fill} if fill else {}, token)
        assert answer.status_code == 200, answer.text

    def connect(self, table: str) -> Client:
        """A connection that has not said hello."""
        address = f"ws://127.0.0.1:{self.port}/ws/tables/{table}"
        stack = ExitStack()
        line = connect(
            address, max_size=2**20, max_queue=None, open_timeout=PATIENCE, ping_interval=None
        )
        socket = stack.enter_context(line)  # what it does not read does not keep it from closing
        client = Client(socket, stack)
        self.clients.append(client)
        return client

    def join(self, table: str, token: str | None, since: int = 0, match: int = 0) -> Client:
        """A connection that has heard how things stand."""
        client = self.connect(table)
        client.send(type="hello", token=token, since=since, match=match)
        client.next("table")
        if client.table["state"] != "lobby":
            client.next("update")
        return client

    def back(self, table: str, token: str | None) -> Client:
        """A connection of somebody who is sent away while servers change, and comes back."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return self.join(table, token)
            except ConnectionClosed as closed:
                code = None if closed.rcvd is None else closed.rcvd.code
            assert (TRY_AGAIN, True) == (code, time.monotonic() < end)

    def three(self, **how: Any) -> tuple[str, list[str], list[Client]]:
        """A match of three people: table, tokens, connections by seat."""
        return self.people(3, **how)

    def people(self, count: int, **how: Any) -> tuple[str, list[str], list[Client]]:
        """A match of this many people."""
        host = self.create("you", *["open"] * (count - 1), **how)
        table = host["table"]
        tokens = [host["token"]]
        tokens += [self.sit(table, name)["token"] for name in ("Ben", "Cleo")[: count - 1]]
        self.start(table, tokens[0])
        clients = [self.join(table, token) for token in tokens]
        for client in clients:
            client.sync()
        return table, tokens, clients

    def hang_up(self) -> None:
        for client in self.clients:
            client.close()
        self.clients.clear()

    def close(self) -> None:
        self.hang_up()
        self.http.close()


def _authorization(token: str | None) -> dict[str, str]:
    return {} if token is None else {"authorization": f"Bearer {token}"}


@contextmanager
def serving(store: Store, how: Settings = AT_ONCE) -> Iterator[Site]:
    """Serve this store for as long as the block lasts."""
    listener = listen_on("127.0.0.1", 0)
    app = Application(store, how, f"http://127.0.0.1:{listener.getsockname()[1]}")
    most = how.places or CONNECTIONS
    server = server_for(app, how, most, lifespan="on", timeout_graceful_shutdown=1)
    begin = partial(asyncio.run, server.serve(sockets=[listener]))
    thread = threading.Thread(target=begin, daemon=True)
    thread.start()
    site = Site(listener.getsockname()[1])
    try:
        assert site.get("/api/games").status_code == 200
        yield site
    finally:
        site.close()
        server.should_exit = True
        thread.join(PATIENCE)
        listener.close()
        assert not thread.is_alive()


@contextmanager
def serving_file(path: Path, **changes: Any) -> Iterator[Site]:
    with serving(open_store(str(path)), settings(**changes)) as site:
        yield site


def sealed(update: Any) -> list[str]:
    """The steps that the server has, by text."""
    return [step["text"] for step in update["answer"]]


def first_choice(client: Client) -> str:
    """Any answer that is legal."""
    return str(client.update["legal"][0]["text"])


def is_to_act(client: Client) -> bool:
    """Is more of an answer wanted?"""
    return bool(client.update["legal"]) and not client.update["complete"]


def play_through(clients: list[Client], upto: int = 1000) -> None:
    """Everybody answers with the first legal move until the match is over or set `upto` is open."""
    while clients[0].update["seen"]["phase"] != "over" and clients[0].update["decision"] < upto:
        number = clients[0].update["decision"]
        for client in clients:
            client.until_decision(number)
        for client in clients:
            while is_to_act(client) and client.update["decision"] == number:
                answer = sealed(client.update)
                client.play(
                    *answer, first_choice(client), id=f"{number}-{id(client)}-{len(answer)}"
                )
                client.sync()
        for client in clients:
            client.until_decision(number + 1)
    for client in clients:
        client.until_decision(clients[0].update["decision"])


def soon(true: Callable[[], bool]) -> None:
    """Within the time that a server takes to notice."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)
