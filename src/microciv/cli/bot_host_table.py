"""A program's seat at a table of a running server, by the public API (docs/protocol.md)."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final, final
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from microciv.cli.bot_host_seat import Plain, TextSeat
from microciv.core.errors import BadOption, IllegalMove, MicrocivError
from microciv.games import open_game
from microciv.server.changes import Mirror

PATIENCE: Final = 10.0  # seconds for the server to answer
ATTEMPTS: Final = 6  # to come back in a row, after 1, 2, 4, 8, 8, 8 seconds
LONGEST_WAIT: Final = 8.0
MARGIN: Final = 1.0  # seconds of a table's clock that are left for the way there and back
BETWEEN: Final = 0.06  # seconds from message to message: the server takes 20 a second
LARGEST: Final = 2**20  # bytes of one message of the server
POLICY: Final = 1008
"""Close code: the server will not have this connection, however often it comes."""


@final
class TableSeat:
    """A seat at somebody's table, from sitting down to leaving."""

    def __init__(self, link: str, program: TextSeat, name: str, place: int | None) -> None:
        """Sit down.

        :raises MicrocivError: if there is no such table, or no such seat is open.
        """
        self.program = program
        self._site, self._table = read_link(link)
        wish: Plain = {"name": name} if place is None else {"name": name, "seat": place}
        self._token = ""
        self._token = str(self._post("sit", wish)["token"])
        self._view: Any = None
        self._match = 0
        self._heard = 0
        self._pending: list[object] = []
        """Events that the program has not been told."""
        self._asked: object = None
        self._deadline: tuple[object, float] | None = None
        self._sent = 0.0

    def play(self, count: int) -> Iterator[Plain]:
        """Play this many matches, yielding a row each."""
        question: Any = None
        while count:
            for socket, message in self._messages():
                if message is not None:
                    question = self._take(message, question)
                    if question is not None and question["places"] is not None:
                        yield self._end(question)
                        question = None
                        count -= 1
                        if not count:
                            break
                        self._post("rematch", {"match": self._match})
                elif question is not None:  # nothing newer has come
                    self._answer(socket, question)
                    question = None

    def leave(self) -> None:
        """Give the seat up: in a match a bot of the server plays on."""
        with suppress(MicrocivError):
            self._post("leave", {})

    # --- what comes in

    def _messages(self) -> Iterator[tuple[ClientConnection, Any]]:
        """The messages of the table as they come, None where none waits; a lost connection is
        made again.

        :raises MicrocivError: if the server is gone, or will not have us.
        """
        address = f"ws{self._site.removeprefix('http')}/ws/tables/{self._table}"
        failed = 0
        while True:
            try:
                with connect(address, max_size=LARGEST, open_timeout=PATIENCE) as socket:
                    hello = {"token": self._token, "since": self._heard, "match": self._match}
                    socket.send(json.dumps({"type": "hello", **hello}))
                    self._asked = None
                    mirror = Mirror()
                    while True:
                        told = json.loads(socket.recv())
                        failed = 0
                        with suppress(TimeoutError):
                            while True:
                                for message in told:
                                    yield socket, mirror.whole(message)
                                told = json.loads(socket.recv(timeout=0))
                        yield socket, None
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code == POLICY:
                    raise MicrocivError(f"the table hung up: {closed.rcvd.reason}") from None
            except (OSError, WebSocketException):
                pass
            failed += 1
            if failed > ATTEMPTS:
                raise MicrocivError(f"lost the connection to {self._site}")
            time.sleep(min(2.0 ** (failed - 1), LONGEST_WAIT))

    def _take(self, message: Any, question: Any) -> Any:  # noqa: ANN401  # as JSON has it
        """Take a message in; the update that wants an answer, if there is one."""
        kind = message["type"]
        if kind == "table":
            self._view = message["table"]
            if self._view["state"] == "stranded":
                raise MicrocivError("the table says: this match cannot be continued")
        elif kind == "countdown":
            at = message["match"], message["set"]
            self._deadline = at, time.monotonic() + message["left"] / 1000 - MARGIN
        elif kind == "refused" and message["code"] not in ("stale", "over"):
            raise MicrocivError(f"the table refused an answer: {message['message']}")
        elif kind == "update":
            return self._update(message)
        return question

    def _update(self, update: Any) -> Any:  # noqa: ANN401
        if update["match"] != self._match:
            self._begin(update["match"])
        self._pending += update["events"][max(0, self._heard - update["from"]) :]
        self._heard = update["from"] + len(update["events"])
        if update["places"] is not None:
            return update
        wanted = update["legal"] and not update["whole"] and update["obvious"] is None
        return update if wanted and self._asked != _name(update) else None

    # --- what the program is told

    def _begin(self, number: int) -> None:
        self._match, self._heard, self._pending = number, 0, []
        view = self._view
        seats = sorted(
            [seat for seat in view["seats"] if seat["seat"] >= 0], key=lambda seat: seat["seat"]
        )
        game = open_game(view["game"], {**view["changed"], "seats": len(seats)})
        names = [str(seat["name"] or "") for seat in seats]
        self.program.begin(game, view["you"], names, number, secrets.randbits(32))

    def _answer(self, socket: ClientConnection, update: Any) -> None:  # noqa: ANN401
        """Have the question answered, and send the answer."""
        self._asked = _name(update)
        legal = {move["text"] for move in update["legal"]}
        refused = {one["move"]["text"]: one["why"] for one in update["why"]}

        def judge(text: str) -> str:
            text = " ".join(text.split())
            if text not in legal:
                why = refused.get(text) or f"not among {', '.join(sorted(legal))}"
                raise IllegalMove(f"not now: {text[:40]!r}; {why[:400]}")
            return text

        seconds = None
        if self._deadline is not None and self._deadline[0] == (update["match"], update["set"]):
            seconds = max(0.0, self._deadline[1] - time.monotonic())
        question = {**self._news(update), "legal": update["legal"]}
        move = self.program.ask(question, judge, seconds)
        if move is None:
            move = str(update["absent"])
            self.program.absent(move)
        answer = {"match": update["match"], "set": update["set"], "id": secrets.token_hex(8)}
        time.sleep(max(0.0, self._sent + BETWEEN - time.monotonic()))
        self._sent = time.monotonic()
        socket.send(json.dumps({"type": "play", "moves": [*_sealed(update), move], **answer}))

    def _end(self, update: Any) -> Plain:  # noqa: ANN401
        ending = {"scores": update["scores"], "places": update["places"]}
        self.program.over({**self._news(update), **ending})
        view = self._view
        return {
            "table": self._table,
            "match": update["match"],
            "game": view["game"],
            "seat": view["you"],
            **ending,
            **self.program.conduct.plain(),
        }

    def _news(self, update: Any) -> Plain:  # noqa: ANN401
        events, self._pending = self._pending, []
        since = self._heard - len(events)
        return {"match": self._match, "since": since, "events": events, "seen": update["seen"]}

    # --- HTTP

    def _post(self, what: str, body: Plain) -> Any:  # noqa: ANN401
        address = f"{self._site}/api/tables/{self._table}/{what}"
        head = {"Content-Type": "application/json"}
        if self._token:
            head["Authorization"] = f"Bearer {self._token}"
        request = Request(address, json.dumps(body).encode(), head)  # noqa: S310  # see read_link
        try:
            with urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
                return json.load(answer)
        except HTTPError as error:
            says = ""
            with error, suppress(ValueError, KeyError, TypeError):
                says = json.load(error)["message"]
            raise MicrocivError(f"the table says: {says or error}") from None
        except (OSError, ValueError) as error:
            reason = error.reason if isinstance(error, URLError) else error
            raise MicrocivError(f"cannot reach {self._site}: {reason}") from None


def read_link(link: str) -> tuple[str, str]:
    """The site and the table of an invitation: `http://127.0.0.1:8000/t/TABLE`.

    :raises BadOption: if it is none.
    """
    with suppress(ValueError):
        parts = urlsplit(link.strip())
        folder, _, table = parts.path.strip("/").rpartition("/")
        plain = table.isascii() and table.replace("-", "").replace("_", "").isalnum()
        if parts.scheme in ("http", "https") and parts.hostname and folder == "t" and plain:
            return f"{parts.scheme}://{parts.netloc}", table
    raise BadOption(
        f"--table: expected a link like http://127.0.0.1:8000/t/TABLE, not {link!r:.80}"
    )


def _name(update: Any) -> object:  # noqa: ANN401
    """Which step of which question it asks."""
    return update["match"], update["set"], _sealed(update)


def _sealed(update: Any) -> list[str]:  # noqa: ANN401
    return [step["text"] for step in update["answer"]]
