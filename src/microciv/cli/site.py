"""A site by its address: what a guest asks of it by HTTP (docs/protocol.md)."""

from __future__ import annotations

import http.client
import json
import re
import urllib.error
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar, final

import msgspec

from microciv import __version__
from microciv.cli import seats
from microciv.cli.address import Moved, fetch, split
from microciv.cli.keyholder import COOKIE, Keyholder, silence
from microciv.core.codec import read_record
from microciv.core.errors import MicrocivError
from microciv.core.match import Record
from microciv.server.wire.by_day import Agree
from microciv.server.wire.lobby import Seating
from microciv.server.wire.messages import (
    Leave,
    Problem,
    Rematch,
    Request,
    Sit,
    Start,
    TableView,
    encode,
)
from microciv.server.wire.orders import LeaveOrders, OrdersView, OrderWish
from microciv.server.wire.people import MyTable
from microciv.speech import language, t

T = TypeVar("T")

STALE: Final = "stale"
TABLE: Final = re.compile(r"/t/([A-Za-z0-9_-]{1,64})/?")


class NotAllowed(MicrocivError):
    """The site has refused a request, with its code; nothing has changed."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@final
class Ended(NotAllowed):
    """Nothing comes from the table any more: whatever is typed is in vain."""


@final
@dataclass(frozen=True)
class Link:
    """The link to a table, as people send it to each other."""

    site: str  # http://127.0.0.1:8000
    table: str

    def __str__(self) -> str:
        return f"{self.site}/t/{self.table}"

    @property
    def socket(self) -> str:
        """Where the match is played."""
        return f"ws{self.site.removeprefix('http')}/ws/tables/{self.table}"

    @property
    def replay(self) -> str:
        """Where a match that is over can be looked at."""
        return f"{self.site}/replay/{self.table}"


def read_link(text: str) -> Link:
    """A link as it was copied from the page; `http://` may be left out.

    :raises MicrocivError: saying what was expected.
    """
    known = split(text)
    found = None if known is None else TABLE.fullmatch(known[1].path)
    if known is None or found is None:
        raise MicrocivError(
            t(
                "{words} is not a link to a table; expected https://SITE/t/TABLE, as on the page",
                words=repr(text[:80]),
            )
        )
    return Link(known[0], found[1])


@final
class Site:
    """What a guest of one table asks for, with the token of a seat or without; with the key of who
    this computer is at the site, if it is anybody.
    """

    def __init__(self, link: Link, token: str | None = None) -> None:
        self.link = link
        self.token = token
        self.key = Keyholder(link.site).key

    def table(self) -> TableView:
        return self._ask("", TableView)

    def mine(self) -> str | None:
        """A token for the seat that I have there already, on another device; None: I have none."""
        try:
            return self._ask("/mine", Seating, MyTable()).token if self.key else None
        except NotAllowed:
            return None

    def sit(self, name: str, *, wait: bool = False) -> Seating:
        """Take any seat that is free; or, where a match is on, `wait` for the next one."""
        return self._ask("/sit", Seating, Sit(name=name, wait=wait))

    def start(self, fill: str) -> TableView:
        """Begin; open seats become bots of this level."""
        return self._ask("/start", TableView, Start(fill=fill))

    def leave(self, *, resign: bool) -> None:
        """Give the seat up: for good, or to come back."""
        self._ask("/leave", dict, Leave(resign=resign))

    def rematch(self, match: int, *, agree: bool) -> None:
        """Say whether another match is wanted after this one."""
        self._ask("/rematch", Seating, Rematch(match=match, agree=agree))

    def answer_wish(self, wish: str, *, agree: bool) -> None:
        """Agree to what somebody asks for, or not."""
        self._ask(f"/wishes/{wish}", TableView, Agree(agree=agree))

    def orders(self) -> OrdersView:
        """What the seat has left for questions to come."""
        return self._ask("/orders", OrdersView)

    def leave_orders(self, match: int, orders: list[OrderWish]) -> OrdersView:
        """Leave these in place of all before."""
        return self._ask("/orders", OrdersView, LeaveOrders(match=match, orders=orders))

    def record(self, match: int) -> Record:
        """A finished match."""
        return read_record(self._ask(f"/record?match={match}", dict))

    def _ask(self, path: str, kind: type[T], wish: Request | None = None) -> T:
        """The answer to a request, which is a POST if there is a wish.

        :raises NotAllowed: if the site refuses.
        :raises MicrocivError: if there is none, or it speaks in another way.
        """
        try:
            data = self._fetch(f"/api/tables/{self.link.table}{path}", wish)
        except Moved as moved:
            self.link = replace(self.link, site=moved.to)
            self.key, self.token = Keyholder(moved.to).key, seats.seat_at(self.link)
            return self._ask(path, kind, wish)
        except urllib.error.HTTPError as error:
            raise self._refusal(error) from None
        except (OSError, http.client.HTTPException) as error:
            raise silence(self.link.site, error) from None
        try:
            return msgspec.json.decode(data, type=kind)
        except msgspec.DecodeError:
            raise self.stranger() from None

    def _fetch(self, path: str, wish: Request | None = None) -> bytes:
        headers = {"Content-Type": "application/json", "Accept-Language": language()}
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        if self.key:
            headers["Cookie"] = f"{COOKIE}={self.key}"
        body = None if wish is None else encode(wish)
        return fetch(self.link.site, path, headers, body)[0]

    def _refusal(self, error: urllib.error.HTTPError) -> MicrocivError:
        try:
            problem = msgspec.json.decode(error.read(), type=Problem)
        except (OSError, msgspec.DecodeError):
            return self.stranger()
        return NotAllowed(problem.error, problem.message)

    def stranger(self) -> MicrocivError:
        """What is to be said of a site that we do not understand."""
        try:
            about: Any = json.loads(self._fetch("/api/server"))
            version = str(about["version"])[:20]
        except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
            return MicrocivError(t("{site} is not a microciv site", site=self.link.site))
        return MicrocivError(
            t(
                "{site} has another microciv, {other}; this is {ours}: play there with a browser,"
                " at {link}",
                site=self.link.site,
                other=version,
                ours=__version__,
                link=self.link,
            )
        )
