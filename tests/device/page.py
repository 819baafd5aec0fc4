"""What a page does with the site of a device, in the same process."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeVarTuple

import msgspec

from microciv.device.site import Site
from microciv.device.store import DeviceStore, Pages, changed_pages
from microciv.server.wire.deltas import Mirror
from tests.server.site import AT_ONCE

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextvars import Context

Ts = TypeVarTuple("Ts")

LONG: Final = 3
"""Of this many looks at a clock, one takes longer than what is soon."""
SEEDED: Final = replace(
    AT_ONCE, seed=lambda: 7, bot_seed=lambda seed, number, seat: seed + 100 * number + seat
)


class BrowserLoop(asyncio.SelectorEventLoop):
    """Its timers ring early, what has passed cannot be waited for, and time goes by from one look
    at the clock to the next, now and then a lot of it: as in a browser, where it is mostly less.
    """

    spent = 0.0
    looks = 0

    def time(self) -> float:
        self.looks += 1
        self.spent += 0.0003 if self.looks % LONG else 0.02
        return super().time() + self.spent

    def call_later(
        self,
        delay: float,
        callback: Callable[[*Ts], object],
        *args: *Ts,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        if delay < 0:
            raise ValueError("Can't schedule in the past")
        when = super().time() + self.spent + delay
        return super().call_at(when - min(delay, 0.002), callback, *args, context=context)

    def call_at(
        self,
        when: float,
        callback: Callable[[*Ts], object],
        *args: *Ts,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        return self.call_later(when - self.time(), callback, *args, context=context)


class Disk:
    """Keeps what it is given, as the storage of a browser does."""

    def __init__(self, kept: bytes = b"") -> None:
        self.pages = dict(changed_pages(b"", kept).changed)
        self.full = False
        self.strange = False
        """Are these pages not those that were kept last?"""
        self.writes: list[Pages] = []

    @property
    def kept(self) -> bytes:
        return b"".join([self.pages[number] for number in sorted(self.pages)])

    async def keep(self, pages: Pages) -> bool:
        await asyncio.sleep(0)
        self.writes.append(pages)
        if self.full or (self.strange and not pages.whole):
            return False
        self.strange = False
        left = {number: page for number, page in self.pages.items() if number < pages.total}
        self.pages = {**left, **pages.changed}
        return True


class Page:
    """Asks, dials, and takes in what it is told."""

    def __init__(self, disk: Disk, settings: Any = SEEDED) -> None:
        self.site = Site(DeviceStore(disk.kept, disk.keep), self._receive, settings)
        self._told: asyncio.Queue[Any] = asyncio.Queue()
        self._heard: defaultdict[int, asyncio.Queue[Any]] = defaultdict(asyncio.Queue)
        self._count = 0
        self.grown: list[Any] = []

    def _receive(self, text: str) -> None:
        message = msgspec.json.decode(text)
        match message["type"]:
            case "told":
                self._told.put_nowait(message)
            case "line":
                self.grown.append(msgspec.json.decode(message["text"]))
            case "heard":
                for one in msgspec.json.decode(message["text"]):
                    self._heard[message["id"]].put_nowait(one)
            case "hung_up":
                self._heard[message["id"]].put_nowait({"type": "hung_up"})

    async def say(self, **message: Any) -> int:
        self._count += 1
        whole = {"id": self._count, **message}
        await self.site.take(msgspec.json.encode(whole).decode())
        return int(whole["id"])

    async def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        """The status, and what was told."""
        text = "" if body is None else msgspec.json.encode(body).decode()
        await self.say(type="ask", method=method, path=path, body=text, token=token)
        told = await self._told.get()
        return told["status"], msgspec.json.decode(told["text"]) if told["text"] else None

    async def create(self, game: str, *levels: str, **how: Any) -> Any:
        bots = [{"kind": "bot", "level": level} for level in levels]
        wish = {"game": game, "seats": [{"kind": "you"}, *bots], "name": "Ann", **how}
        status, seating = await self.ask("POST", "/api/tables", wish)
        assert 201 == status, seating
        return seating

    async def join(self, seating: Any) -> Seat:
        line = await self.say(type="dial", table=seating["table"])
        seat = Seat(self, line)
        await seat.send(type="hello", token=seating["token"])
        await seat.next("update")
        return seat


class Seat:
    """A line to a table."""

    def __init__(self, page: Page, line: int) -> None:
        self.page = page
        self.line = line
        self.mirror = Mirror()
        self.update: Any = None
        self.table: Any = None

    async def send(self, **message: Any) -> None:
        text = msgspec.json.encode(message).decode()
        await self.page.say(type="send", id=self.line, text=text)

    async def next(self, *types: str) -> Any:
        while True:
            message = self.mirror.whole(await self.page._heard[self.line].get())
            if message["type"] in ("update", "table"):
                setattr(self, message["type"], message)
            if message["type"] in types:
                return message

    async def play(self, *moves: str) -> Any:
        at = {"match": self.update["match"], "decision": self.update["decision"]}
        await self.send(type="play", **at, moves=list(moves), id=f"{at['decision']}-{len(moves)}")
        return await self.next("accepted", "refused")

    async def play_until(self, number: int) -> None:
        """Play the first legal move until this decision set is open, or the match is over."""
        while self.update["places"] is None and self.update["decision"] < number:
            if self.update["legal"] and not self.update["complete"]:
                sealed = [step["text"] for step in self.update["answer"]]
                told = await self.play(*sealed, self.update["legal"][0]["text"])
                assert "accepted" == told["type"], told
            await self.next("update")

    async def hang_up(self) -> None:
        await self.page.say(type="hang_up", id=self.line)
        await self.next("hung_up")
