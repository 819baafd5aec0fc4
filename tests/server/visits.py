"""People who look in at a table by the day: they leave orders, answer what is asked, and go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import count
from typing import Any, Final

from tests.server.site import Client, Site

NAMES: Final = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus"]

Order = dict[str, Any]
Answer = Callable[[Any], list[str]]
"""What to answer to an update, in one go."""
Orders = Callable[[Any], list[Order]]
"""What to leave, by an update; nothing: what stands stays."""


def by_the_day(site: Site, game: str, seats: int, **options: Any) -> tuple[str, list[str]]:
    """A match by the day among people; nobody is connected."""
    made = site.create("you", *["open"] * (seats - 1), game=game, pace="daily", **options)
    table = made["table"]
    tokens = [made["token"], *[site.sit(table, name)["token"] for name in NAMES[1:seats]]]
    site.start(table, tokens[0])
    return table, tokens


def order(phase: str, *wishes: str, when: str = "", round: int = 0) -> Order:  # noqa: A002  # as on the wire
    return {"phase": phase, "round": round, "when": when, "wishes": [*wishes]}


def leave(site: Site, table: str, token: str, *orders: Order, match: int = 1) -> Any:
    """Leave these orders and no others; what is told of them, or why not."""
    body = {"match": match, "orders": [*orders]}
    return site.post(f"/api/tables/{table}/orders", body, token).json()


def left(site: Site, table: str, token: str) -> Any:
    return site.get(f"/api/tables/{table}/orders", token).json()


def turn(site: Site, table: str, token: str) -> bool:
    """Is anything asked of them?"""
    [told] = site.post("/api/held", {"seats": [{"table": table, "token": token}]}).json()
    return bool(told["turn"])


class Visits:
    """A match that is played by visits, and how often each seat has come."""

    def __init__(self, site: Site, table: str, tokens: list[str]) -> None:
        self.site = site
        self.table = table
        self.tokens = tokens
        self._ids = count()
        self.count: Counter[int] = Counter()
        self.by_round: Counter[tuple[int, int]] = Counter()
        """By seat and round."""

    def play(self, answer: Answer, orders: Orders, upto: int = 10_000) -> None:
        """Whoever is asked looks in, one after the other, until the match is over or a set is."""
        over = False
        while not over:
            asked = [seat for seat, token in enumerate(self.tokens) if self._turn(token)]
            for seat in asked:
                if self._turn(self.tokens[seat]):
                    over = self._visit(seat, answer, orders, upto)
            assert over or asked

    def _turn(self, token: str) -> bool:
        return turn(self.site, self.table, token)

    def _visit(self, seat: int, answer: Answer, orders: Orders, upto: int) -> bool:
        client = self.site.join(self.table, self.tokens[seat])
        self.count[seat] += 1
        self.by_round[seat, client.update["seen"]["round"]] += 1
        while asks(client):
            wanted = orders(client.update)
            if wanted:
                told = leave(self.site, self.table, self.tokens[seat], *wanted)
                assert "orders" in told or told["error"] == "over", told  # as the server played
            update = client.update
            said = answer(update)
            told = client.play(*said, id=str(next(self._ids)))
            assert "accepted" == told["type"] or update["obvious"], (
                said,
                told,
            )  # or played already
            client.sync()
        seen = client.update
        client.close()
        return bool(seen["seen"]["phase"] == "over" or seen["decision"] > upto)


def asks(client: Client) -> bool:
    """Is an answer of this seat wanted?"""
    update = client.update
    return update["seen"]["seat"] in update["seen"]["asked"] and not update["complete"]


def ordered(site: Site, table: str) -> list[tuple[int, str]]:
    """Seats and moves of a finished match that orders gave."""
    record = site.get(f"/api/tables/{table}/record").json()
    return [tuple(record["moves"][ply]) for ply in record.get("ordered", [])]
