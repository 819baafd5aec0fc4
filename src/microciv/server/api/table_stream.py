"""A program at a table: what its seat sees becomes lines that it reads.

It is a connection like any other (`watcher`), so it gets what its seat is shown, and nothing else.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final, final

import msgspec

from microciv.core.moves import SPECTATOR, Seat
from microciv.server.fair_queue import Whose
from microciv.server.rooms.clock import now
from microciv.server.rooms.room import Room
from microciv.server.rooms.rooms import Rooms
from microciv.server.rooms.watcher import GOING_AWAY, TRY_AGAIN
from microciv.server.table.seat_views import Sight
from microciv.server.table.views import Frames
from microciv.server.wire.bots import BotChoose, BotHeard, BotLeft, BotLine, BotMatch, BotOver
from microciv.server.wire.messages import Refused
from microciv.speech import speaking, t

OVER: Final = "over"


@final
class Cursor:
    """How far a program has heard of a table."""

    def __init__(self, text: str = "") -> None:
        """As it is written in the id of a line: the match, and how many of its events or "over"."""
        match, _, since = text.partition(".")
        self.over = since == OVER
        self.match = int(match or 0)
        self.since = 0 if self.over else int(since or 0)

    def __str__(self) -> str:
        return f"{self.match}.{OVER if self.over else self.since}"


@final
class TableStream:
    """A bot account at one table: what its seat is shown becomes lines, until they are taken."""

    def __init__(
        self, token: str, whose: Whose, cursor: Cursor, ring: Callable[[], None] = lambda: None
    ) -> None:
        """`ring` is called when there are lines to take."""
        self.token: str | None = token
        self.whose = whose
        self.cursor = cursor
        self.moved = False
        """Has another process the table now?"""
        self.rests = math.inf
        """Since when its last match is over, by the event loop's clock."""
        self._table = whose.table
        self._ring = ring
        self._room: Room | None = None
        self._lines: list[BotLine] = []
        self._asked: object = None
        self._gone = False

    @property
    def gone(self) -> bool:
        return self._gone

    def ring_with(self, ring: Callable[[], None]) -> None:
        """Call this when there are lines to take."""
        self._ring = ring

    async def come(self, rooms: Rooms) -> None:
        """Join the room and hear of it from now on.

        :raises Refused: if the account does not sit there.
        """
        self._room = await rooms.room(self._table)
        await self._room.join(self)

    def leave(self) -> None:
        self._gone = True
        if self._room is not None:
            self._room.part(self)

    def take(self) -> list[BotLine]:
        """The lines that have come since the last call."""
        taken, self._lines = self._lines, []
        return taken

    # --- what its room says

    def show(self, frames: Frames) -> None:
        """Tell what is news of the match."""
        seat, room = frames.seat_of(self.token), self._room
        if room is not None and room.table.chair_of(self.token) is None:
            self.drop(_given_up)
        with speaking("en"):  # to programs, whoever has just answered
            sight = None if seat >= SPECTATOR else frames.sight(seat)
        if sight is None or room is None:
            return
        if frames.match != self.cursor.match or self.cursor.since > frames.heard(seat):
            self.cursor, self._asked = Cursor(f"{frames.match}.0"), None
            self._say(_match(room, seat, self.cursor.match))
        if self.cursor.over:
            return
        events, since = frames.events(seat, self.cursor.since), self.cursor.since
        self.cursor.since = frames.heard(seat)
        told = sight.told
        about: dict[str, Any] = {"match": self.cursor.match, "since": since, "events": events}
        if told["places"] is not None:
            self.cursor.over, self.rests = True, now()
            ended = {"scores": told["scores"], "places": told["places"], "seen": told["seen"]}
            self._say(BotOver(id="", table=self._table, **about, **ended))
        elif _is_asked(sight) and (told["decision"], told["answer"]) != self._asked:
            self._asked = told["decision"], told["answer"]
            self._say(_choose(self._table, sight, about, room.clock.ends - now()))
        elif events:
            self._say(BotHeard(id="", table=self._table, **about))

    def hear(self, frame: bytes) -> None:
        """Talk is for people."""

    def accepted(self, id_: str | None, moment: int = 0) -> None:
        """Answers come by requests of their own."""

    def drop(self, reason: Callable[[], str], code: int = GOING_AWAY) -> None:
        """The table is closed, the account sits there no more, or another process has it."""
        if self._gone:
            return
        self._gone, self.moved = True, code == TRY_AGAIN
        if not self.moved:
            with speaking("en"):
                because = reason()
            self._say(BotLeft(id="", table=self._table, because=because))
        self._ring()

    def _say(self, line: BotLine) -> None:
        self.rests = self.rests if self.cursor.over else math.inf
        self._lines.append(msgspec.structs.replace(line, id=str(self.cursor)))
        self._ring()


def _given_up() -> str:
    return t("you have given up your seat")


def _is_asked(sight: Sight) -> bool:
    """Is the seat to act, and not answered for anyway?"""
    return sight.told["absent"] is not None and sight.told["obvious"] is None


def _match(room: Room, seat: Seat, match: int) -> BotMatch:
    live = room.playing()
    options = {name: value for name, value in room.table.options.items() if name != "seats"}
    return BotMatch(
        id="",
        table=room.id,
        match=match,
        game=room.table.game,
        options=options,
        unit=live.game.unit,
        seats=room.table.names(),
        seat=seat,
    )


def _choose(table: str, sight: Sight, about: dict[str, Any], left: float) -> BotChoose:
    told = sight.told
    return BotChoose(
        id="",
        table=table,
        decision=told["decision"],
        seen=told["seen"],
        answer=[move.text for move in told["answer"]],
        legal=told["legal"],
        seconds=None if math.isinf(left) else max(0.0, round(left, 1)),
        **about,
    )


@final
class RequestWatcher:
    """The watcher of a single request: what comes of it is told by its stream, if it has one."""

    def __init__(self, token: str, whose: Whose) -> None:
        self.token: str | None = token
        self.whose = whose
        self.gone = True

    def show(self, frames: Frames) -> None:
        """The stream tells it."""

    def hear(self, frame: bytes) -> None:
        """Talk is for people."""

    def accepted(self, id_: str | None, moment: int = 0) -> None:
        """The response says so."""

    def drop(self, reason: Callable[[], str], code: int = GOING_AWAY) -> None:
        """It ends with its request."""


def read_cursor(text: str) -> Cursor:
    """A cursor as it was told.

    :raises Refused: "malformed"
    """
    match, dot, since = text.partition(".")
    numbers = [match, *([] if since == OVER else [since])]
    if not dot or not all([one.isascii() and one.isdecimal() and len(one) < 9 for one in numbers]):
        raise Refused("malformed", t("after: expected the id of a line"))
    return Cursor(text)
