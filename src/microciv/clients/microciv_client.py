"""A seat for a program in matches of microciv: this one file, Python 3.11 and its standard library.

    import random
    from microciv_client import play

    def choose(question, match):
        return random.choice(question["legal"])["text"]

    if __name__ == "__main__":
        play(choose, name="mine")

`python bot.py` answers lines of JSON, as `microciv bot-host "python bot.py" 5x` and `microciv
arena` ask for them; `python bot.py LINK` sits down at the table of a site, and `python bot.py LINK
10` plays ten matches there. `choose` gets

- `question`: `seen`, what the seat sees (`microciv schema GAME` describes it); `legal`, the moves
  that it may answer, each with its `text` and its parts; `events`, what it has heard since the last
  question; `seconds`, how long it may think (None: no limit)
- `match`: `game`, `options`, `seats` (the players' names), `seat` (its own, from 0), `unit`, `seed`
  (for its own chance) and `match`, a number

and returns the `text` of one of the legal moves. An answer of several steps is asked for step by
step.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import os
import queue
import secrets
import socket
import ssl
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

Json = Any
Choose = Callable[[Json, Json], str | None]
"""Answers a question of a match; None at a table: what the game plays for who is out of time."""
Told = Callable[[Json], object]

PATIENCE = 10.0  # seconds for a site to answer
ATTEMPTS = 6  # to come back in a row, after 1, 2, 4, 8, 8, 8 seconds
LONGEST_WAIT = 8.0
MARGIN = 1.0  # seconds of a table's clock that are left for the way there and back
BETWEEN = 0.06  # seconds between two messages, once the site has said that they come too fast
SILENCE = 60.0  # seconds after which a site is gone that pings every 4
LARGEST = 2**24  # bytes of one message of a site
POLICY = 1008
"""Close code: the site will not have this connection, however often it comes."""


class TableError(Exception):
    """The table cannot be reached, or will not have us; the message says why."""


def play(
    choose: Choose,
    name: str,
    *,
    begin: Told | None = None,
    over: Callable[[Json, Json], object] | None = None,
    arguments: list[str] | None = None,
) -> None:
    """Play where the command line says: without arguments by lines of JSON, with a link at a table.
    `begin` is told of each match as it begins, `over` how it ended: `scores`, `places`, and with
    them `seen` and `events` as in a question, and the match.
    """
    words = sys.argv[1:] if arguments is None else arguments
    if not words:
        speak(choose, name, begin=begin, over=over)
        return
    table = Table(words[0], name)
    try:
        for ending, match in table.play(choose, int(words[1]) if words[1:] else 1, begin=begin):
            if over is not None:
                over(ending, match)
    finally:
        table.leave()


def speak(
    choose: Choose,
    name: str,
    *,
    begin: Told | None = None,
    over: Callable[[Json, Json], object] | None = None,
) -> None:
    """Answer lines of JSON on standard input, to the end (docs/text-seats.md)."""
    match: Json = None
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello":
                _say({"type": "ready", "name": name})
            case "match":
                match = message
                if begin is not None:
                    begin(match)
            case "choose":
                _say({"id": message["id"], "move": _legal(choose(message, match), message)})
            case "absent" | "refused":
                sys.stderr.write(f"{name}: {json.dumps(message)}\n")
            case "over":
                if over is not None:
                    over(message, match)
            case "quit":
                return


def _say(message: Json) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def _legal(move: str | None, question: Json) -> str:
    legal = [one["text"] for one in question["legal"]]
    if move not in legal:
        raise ValueError(f"{move!r} is not legal now; legal are {', '.join(legal)}"[:400])
    return str(move)


class Table:
    """A seat at a table of a site, from sitting down to leaving."""

    def __init__(self, link: str, name: str, seat: int | None = None) -> None:
        """Sit down, in the seat of this number (from 0), or in any.

        :raises TableError: if there is no such table, or no seat.
        """
        self.site, self.table = read_link(link)
        self.view: Json = None
        """The table as it was last told: `TableView` of docs/protocol.md."""
        self.update: Json = None
        """What was last told of the match: `Update` of docs/protocol.md."""
        wish = {"name": name, "program": True, **({} if seat is None else {"seat": seat})}
        self._token = ""
        self._token = str(self._post("sit", wish)["token"])
        self._match: Json = {"match": 0}
        self._heard = 0
        self._pending: list[Json] = []
        """Events that nobody was told of yet."""
        self._asked: object = None
        self._deadline: tuple[object, float] | None = None
        self._last: Json = None
        self._again = 0
        self._between = 0.0

    def play(
        self, choose: Choose, matches: int = 1, *, begin: Told | None = None
    ) -> Iterator[tuple[Json, Json]]:
        """Play this many matches; how each of them ended, and the match.

        :raises TableError: if the table is gone, or will not have us.
        """
        left = matches
        question: Json = None
        while left:
            for line, message in self._messages():
                if message is not None:
                    question = self._take(line, message, question, begin)
                    if question is not None and question["places"] is not None:
                        ending = {"scores": question["scores"], "places": question["places"]}
                        yield {**self._news(question), **ending}, self._match
                        question = None
                        left -= 1
                        if not left:
                            break
                        self._post("rematch", {"match": self._match["match"]})
                elif question is not None:  # nothing newer has come
                    self._answer(line, question, choose)
                    question = None

    def leave(self) -> None:
        """Give the seat up: in a match a bot of the site plays on."""
        with contextlib.suppress(TableError):
            self._post("leave", {})

    # --- what comes in

    def _messages(self) -> Iterator[tuple[Line, Json]]:
        """The messages of the table as they come, None where none waits; a lost connection is made
        again.
        """
        address = f"ws{self.site.removeprefix('http')}/ws/tables/{self.table}"
        failed = 0
        while True:
            with contextlib.suppress(OSError), contextlib.closing(Line(address)) as line:
                hello = {"token": self._token, "since": self._heard}
                line.send({"type": "hello", **hello, "match": self._match["match"]})
                self._asked = None
                mirror = Mirror()
                try:
                    while True:
                        told = line.receive(wait=True)
                        failed = 0
                        while told is not None:
                            for message in told:
                                yield line, mirror.whole(message)
                            told = line.receive(wait=False)
                        yield line, None
                except Closed as closed:
                    if closed.code == POLICY:
                        raise TableError(f"the table hung up: {closed}") from None
            failed += 1
            if failed > ATTEMPTS:
                raise TableError(f"lost the connection to {self.site}")
            time.sleep(min(2.0 ** (failed - 1), LONGEST_WAIT))

    def _take(self, line: Line, message: Json, question: Json, begin: Told | None) -> Json:
        """Take a message in; the update that wants an answer, if there is one."""
        kind = message["type"]
        if kind == "table":
            self.view = message["table"]
            if self.view["state"] == "stranded":
                raise TableError("the table says: this match cannot be continued")
            mine = [seat["kind"] for seat in self.view["seats"] if seat["seat"] == self.view["you"]]
            if self.view["paused"] or (self.view["state"] == "playing" and mine == ["bot"]):
                with contextlib.suppress(Closed):
                    line.send({"type": "return"})  # we were late, and are here again
        elif kind == "countdown":
            at = message["match"], message["decision"]
            self._deadline = at, time.monotonic() + message["left"] / 1000 - MARGIN
        elif kind == "refused":
            self._refused(line, message)
        elif kind == "update":
            return self._news_of(message, begin)
        return question

    def _refused(self, line: Line, message: Json) -> None:
        wait = message["code"] in ("too_fast", "unavailable")
        if wait and self._last is not None and self._again < ATTEMPTS:
            self._again += 1
            self._between = BETWEEN
            time.sleep(1.0)
            line.send(self._last)  # accepted but once, however often it comes
        elif message["code"] not in ("stale", "over"):
            raise TableError(f"the table refused an answer: {message['message']}")

    def _news_of(self, update: Json, begin: Told | None) -> Json:
        self.update = update
        if update["match"] != self._match["match"]:
            self._heard, self._pending = 0, []
            self._match = self._begun(update["match"])
            if begin is not None:
                begin(self._match)
        self._pending += update["events"][max(0, self._heard - update["from"]) :]
        self._heard = update["from"] + len(update["events"])
        if update["places"] is not None:
            return update
        wanted = update["legal"] and not update["complete"] and update["obvious"] is None
        return update if wanted and self._asked != _step(update) else None

    def _begun(self, number: int) -> Json:
        seats = sorted(
            [seat for seat in self.view["seats"] if seat["seat"] >= 0],
            key=lambda seat: int(seat["seat"]),
        )
        return {
            "match": number,
            "game": self.view["game"],
            "options": self.view["options"],
            "unit": self.view["unit"],
            "seats": [seat["name"] or "" for seat in seats],
            "seat": self.view["you"],
            "seed": secrets.randbits(32),
        }

    def _news(self, update: Json) -> Json:
        events, self._pending = self._pending, []
        since = self._heard - len(events)
        beside = {name: [move["text"] for move in update[name]] for name in ("answer", "legal")}
        seen = {**update["seen"], **beside}
        return {**_numbered(update), "since": since, "events": events, "seen": seen}

    # --- what goes out

    def _answer(self, line: Line, update: Json, choose: Choose) -> None:
        """Have the question answered, and send the answer."""
        self._asked = _step(update)
        seconds = None
        if self._deadline is not None and self._deadline[0] == (
            update["match"],
            update["decision"],
        ):
            seconds = max(0.0, self._deadline[1] - time.monotonic())
        question = {**self._news(update), "legal": update["legal"], "seconds": seconds}
        move = choose(question, self._match)
        text = str(update["absent"]) if move is None else _legal(move, question)
        at = {**_numbered(update), "decision": update["decision"], "id": secrets.token_hex(8)}
        self._last = {"type": "play", "moves": [*_sealed(update), text], **at}
        self._again = 0
        time.sleep(self._between)
        with contextlib.suppress(Closed):  # it is asked again on the next connection
            line.send(self._last)

    def _post(self, what: str, body: Json) -> Json:
        address = f"{self.site}/api/tables/{self.table}/{what}"
        head = {"Content-Type": "application/json"}
        if self._token:
            head["Authorization"] = f"Bearer {self._token}"
        request = Request(address, json.dumps(body).encode(), head)  # noqa: S310  # see read_link
        try:
            with _OPENER.open(request, timeout=PATIENCE) as answer:
                return json.load(answer)
        except HTTPError as error:
            if elsewhere := error.headers.get("Location"):
                raise TableError(
                    f"{self.site} leads on to {elsewhere:.80}: use that link"
                ) from None
            says = ""
            with error, contextlib.suppress(ValueError, KeyError, TypeError):
                says = json.load(error)["message"]
            raise TableError(f"the table says: {says or error}") from None
        except (OSError, ValueError) as error:
            reason = error.reason if isinstance(error, URLError) else error
            raise TableError(f"cannot reach {self.site}: {reason}") from None


class _Stays(HTTPRedirectHandler):
    """Would take the token along to anybody, and leave what is posted behind."""

    def redirect_request(self, *_: object) -> None:
        return None


_OPENER = build_opener(_Stays)


def read_link(link: str) -> tuple[str, str]:
    """The site and the table of a link: `http://127.0.0.1:8000/t/TABLE`.

    :raises TableError: if it is none.
    """
    with contextlib.suppress(ValueError):
        parts = urlsplit(link.strip())
        folder, _, table = parts.path.strip("/").rpartition("/")
        plain = table.isascii() and table.replace("-", "").replace("_", "").isalnum()
        if parts.scheme in ("http", "https") and parts.hostname and folder == "t" and plain:
            return f"{parts.scheme}://{parts.netloc}", table
    raise TableError(f"expected a link like http://127.0.0.1:8000/t/TABLE, not {link!r:.80}")


def _numbered(update: Json) -> Json:
    return {"match": update["match"]}


def _step(update: Json) -> object:
    """Which step of which question it asks."""
    return update["match"], update["decision"], _sealed(update)


def _sealed(update: Json) -> list[str]:
    return [step["text"] for step in update["answer"]]


class Mirror:
    """What the table told last: after that it tells only what has changed."""

    def __init__(self) -> None:
        self._table: Json = None
        self._update: Json = None

    def whole(self, message: Json) -> Json:
        """The `table` or `update` that a `status` or `changed` stands for; others as they are."""
        match message["type"]:
            case "table":
                self._table = message
            case "status":
                table = changed(self._table["table"], message["change"])
                self._table = {"type": "table", "table": table}
            case "update":
                self._update = message
            case "changed":
                heard = {"from": message["from"], "events": message.get("events", [])}
                self._update = {**changed(self._update, message["change"]), **heard}
            case _:
                return message
        return self._table if message["type"] in ("table", "status") else self._update


def changed(value: Json, told: Json) -> Json:
    """The value after a change (docs/protocol.md)."""
    if isinstance(told, list) and len(told) == 1:
        return told[0]
    if isinstance(told, list):
        start, former, items, *otherwise = told
        spliced = [*value[:start], *items, *value[start + former :]]
        return changed(spliced, otherwise[0]) if otherwise else spliced
    if isinstance(value, list):
        return [
            changed(item, told[str(at)]) if str(at) in told else item
            for at, item in enumerate(value)
        ]
    fields = {**value}
    for name, inner in told.items():
        if inner == []:
            del fields[name]
        else:
            fields[name] = changed(fields.get(name), inner)
    return fields


class Closed(OSError):
    """The connection has ended."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class Line:
    """A WebSocket (RFC 6455) that JSON goes over. A thread reads it, so that pings are answered
    while the program thinks.
    """

    def __init__(self, address: str) -> None:
        """Connect.

        :raises OSError: if nobody is there, or they speak in another way.
        """
        parts = urlsplit(address)
        secure = parts.scheme == "wss"
        peer = parts.hostname or "", parts.port or (443 if secure else 80)
        self._socket = socket.create_connection(peer, PATIENCE)
        try:
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if secure:
                context = ssl.create_default_context()
                self._socket = context.wrap_socket(self._socket, server_hostname=peer[0])
            self._file = self._socket.makefile("rb")
            try:
                self._shake_hands(parts.netloc, parts.path)
            except BaseException:
                self._file.close()
                raise
            self._socket.settimeout(SILENCE)
        except BaseException:
            self._socket.close()
            raise
        self._sending = threading.Lock()
        self._inbox: queue.Queue[Json] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def send(self, message: Json) -> None:
        """Send a message.

        :raises Closed: if the connection has ended.
        """
        self._frame(1, json.dumps(message).encode())

    def receive(self, *, wait: bool) -> Json:
        """The next message, whenever it comes; None where none is there and none is waited for.

        :raises Closed: if there will be none.
        """
        try:
            message = self._inbox.get(block=wait)
        except queue.Empty:
            return None
        if isinstance(message, Closed):
            self._inbox.put(message)
            raise message
        return message

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._frame(8, struct.pack(">H", 1000))
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    def _shake_hands(self, host: str, path: str) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        head = {"Host": host, "Upgrade": "websocket", "Connection": "Upgrade"}
        head.update({"Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "13"})
        lines = [f"GET {path} HTTP/1.1", *[f"{name}: {value}" for name, value in head.items()]]
        self._socket.sendall("\r\n".join([*lines, "", ""]).encode())
        status = self._file.readline().split(b" ", 2)
        said: dict[bytes, bytes] = {}
        while (row := self._file.readline().strip()) and len(said) < 100:
            name, _, value = row.partition(b":")
            said[name.lower()] = value.strip()
        magic = f"{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11".encode()
        expected = base64.b64encode(hashlib.sha1(magic, usedforsecurity=False).digest())
        if status[1:2] != [b"101"] or said.get(b"sec-websocket-accept") != expected:
            raise ConnectionError("no WebSocket is spoken there")

    def _frame(self, kind: int, data: bytes) -> None:
        mask = os.urandom(4)
        size = len(data)
        if size < 126:
            head = struct.pack(">BB", 0x80 | kind, 0x80 | size)
        elif size < 2**16:
            head = struct.pack(">BBH", 0x80 | kind, 0x80 | 126, size)
        else:
            head = struct.pack(">BBQ", 0x80 | kind, 0x80 | 127, size)
        masked = bytes([byte ^ mask[at % 4] for at, byte in enumerate(data)])
        try:
            with self._sending:
                self._socket.sendall(head + mask + masked)
        except OSError as error:
            raise Closed(0, str(error)) from None

    # --- the thread

    def _listen(self) -> None:
        try:
            while True:
                kind, data = self._whole()
                if kind == 8:
                    code = struct.unpack(">H", data[:2])[0] if len(data) > 1 else 0
                    raise Closed(code, data[2:].decode("utf-8", "replace"))
                self._inbox.put(json.loads(data))
        except Closed as closed:
            self._inbox.put(closed)
        except (OSError, ValueError) as error:
            self._inbox.put(Closed(0, str(error)))
        finally:
            self._file.close()  # the last that holds the socket

    def _whole(self) -> tuple[int, bytes]:
        """The next message, or the last words; pings are answered, also between parts of one."""
        first, parts = 0, b""
        while True:
            start, size = struct.unpack(">BB", self._exactly(2))
            if size > 125:
                form, length = (">H", 2) if size == 126 else (">Q", 8)
                size = struct.unpack(form, self._exactly(length))[0]
            if len(parts) + size > LARGEST:
                raise Closed(0, "a message is too large")
            kind, data = start & 15, self._exactly(size)
            if kind == 8:
                return kind, data
            if kind == 9:
                self._frame(10, data)
            if kind > 7:
                continue
            first = kind or first
            parts += data
            if start & 0x80:
                return first, parts

    def _exactly(self, count: int) -> bytes:
        data = self._file.read(count)
        if len(data) < count:
            raise Closed(0, "the connection has ended")
        return data
