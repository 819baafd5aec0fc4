"""Owners of bot accounts, and programs that listen to a site."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Queue
from typing import Any

import httpx

from tests.server.browsers import Browser
from tests.server.site import PATIENCE, TLS, Site


def new_bot(owner: Browser, name: str) -> str:
    """A bot account of this name; its token."""
    owner.post("/api/me", {"name": "Olga"})
    return str(owner.post("/api/me/bots", {"name": name})["token"])


class Program:
    """A program that reads its stream in the background."""

    def __init__(self, site: Site, token: str, after: str = "") -> None:
        self.site = site
        self.token = token
        self.lines: list[Any] = []
        self.raw: list[str] = []
        self._coming: Queue[Any] = Queue()
        self._stop = threading.Event()
        self._begun = threading.Event()
        self.status = 0
        self._after = after
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        assert self._begun.wait(PATIENCE)

    def __repr__(self) -> str:
        return f"<program, {len(self.lines)} lines>"

    def _read(self) -> None:
        headers = {"authorization": f"Bearer {self.token}"}
        base = f"http://127.0.0.1:{self.site.port}"
        with (
            httpx.Client(base_url=base, timeout=PATIENCE, headers=headers, verify=TLS) as http,
            http.stream("GET", "/api/bot/events", params={"after": self._after}) as answer,
        ):
            self.status = answer.status_code
            for line in answer.iter_lines():
                self._begun.set()
                if self._stop.is_set():
                    return
                if line:
                    self.raw.append(line)
                    self._coming.put(json.loads(line))
        self._begun.set()
        self._coming.put(None)

    def until(self, wanted: Callable[[Any], bool]) -> Any:
        """The next line that is wanted."""
        while True:
            line = self._coming.get(timeout=PATIENCE)
            assert line is not None, "the stream has ended"
            self.lines.append(line)
            if wanted(line):
                return line

    def next(self, type_: str) -> Any:
        return self.until(lambda line: line["type"] == type_)

    def ended(self) -> None:
        """Wait until the server ends the stream."""
        while (line := self._coming.get(timeout=PATIENCE)) is not None:
            self.lines.append(line)

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.site.post(path, body, self.token)

    def accept(self) -> Any:
        """Accept the next invitation."""
        table = self.next("invited")["table"]
        answer = self.post(f"/api/tables/{table}/accept")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def answer(self, line: Any, move: str = "") -> httpx.Response:
        """Answer a `choose`; with the first legal move if none is named."""
        moves = [*line["answer"], move or line["legal"][0]["text"]]
        at = {"match": line["match"], "decision": line["decision"]}
        return self.post(f"/api/tables/{line['table']}/answer", **at, moves=moves)

    def play(self) -> Any:
        """Play with the first legal moves until the match is over."""
        while True:
            line = self.until(lambda line: line["type"] in ("choose", "over"))
            if line["type"] == "over":
                return line
            assert self.answer(line).status_code == 200

    def stop(self) -> None:
        """Read no more; the connection is closed with the next line."""
        self._stop.set()


@contextmanager
def listening(site: Site, token: str, after: str = "") -> Iterator[Program]:
    program = Program(site, token, after)
    try:
        yield program
    finally:
        program.stop()


def invite(site: Site, *seats: Any, game: str = "5x", **wish: Any) -> Any:
    """A table whose host asks bot accounts, by name, to seats that are `@name`; else as `create`
    has them.
    """
    plans: list[dict[str, str]] = []
    for seat in seats:
        kind, _, level = seat.partition(":")
        if seat.startswith("@"):
            plans.append({"kind": "bot", "program": seat[1:]})
        else:
            plans.append({"kind": kind, "level": level} if level else {"kind": kind})
    body = {"game": game, "seats": plans, "name": "Ann", "programs": True, **wish}
    answer = site.post("/api/tables", body)
    assert answer.status_code == 201, answer.text
    return answer.json()
