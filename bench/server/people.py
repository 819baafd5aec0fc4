"""How long the server takes for what people ask about themselves, where many have played much.

    python -m bench.server.people [--database postgresql:///…] [--people 10000] [--matches 100000]

Each match is one of three people; 5x is rated, and every ten people are a group. Prints, of 200
people each, the median and the slowest time of a request in milliseconds, and then the same of 20
requests of one who has played 3,000 matches. A new device is let in by six words that another one
shows, and by those in a mail, which is not sent here.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import httpx

from bench.server.script import arguments
from microciv.server.http.app import Application
from microciv.server.people.people import DEVICE, MAILED, hash_key
from microciv.server.settings import Settings
from microciv.server.store import sql
from microciv.server.store.rows import Operation
from microciv.server.store.store import Store, open_store

ASKED = 200
HEAVY = 3000
"""Matches of the one who plays most."""
AGAIN = 20
COMPANY = '[{"name":"Ann","level":null},{"name":"Ben","level":null},{"name":"Cleo","level":null}]'
NO_LIMIT = (1e6, 10**6)


MEMBERS = 10
"""People of a group."""


def group_of(number: int) -> str:
    return f"g{number // MEMBERS}"


def key(number: int) -> str:
    return f"key of {number}"


def fill(people: int, first: int, upto: int, matches: int) -> Operation[None]:
    """Some of the people, and as many of the matches."""
    for one in range(first, upto):
        values = (f"p{one}", sql.now(), "Ann")
        yield "INSERT INTO people (id, made, name) VALUES (?, ?, ?)", values
        known = (f"k{one}", f"p{one}", hash_key(key(one)), "Firefox on Linux", sql.now(), sql.now())
        yield (
            "INSERT INTO keys (id, person, hash, label, made, seen) VALUES (?, ?, ?, ?, ?, ?)",
            known,
        )
        address = (f"{one}@example.org", f"p{one}", 1, 1, 0)
        yield (
            (
                "INSERT INTO addresses (address, person, confirmed, wanted, mailed)"
                " VALUES (?, ?, ?, ?, ?)"
            ),
            address,
        )
        yield (
            (
                "INSERT INTO ratings"
                " (person, game, seats, points, spread, matches, provisional, name, rated)"
                " VALUES (?, '5x', 3, ?, ?, 30, ?, 'Ann', ?)"
            ),
            (f"p{one}", random.gauss(1000, 200), 70.0 if one % 3 else 120.0, int(one % 3 == 0), 1),
        )
        if one % MEMBERS == 0:
            yield "INSERT INTO groups (id, title, made) VALUES (?, 'Friday', 1)", (group_of(one),)
        member = (group_of(one), f"p{one}", f"Ann {one % MEMBERS}", one % MEMBERS)
        yield "INSERT INTO members (group_id, person, name, number) VALUES (?, ?, ?, ?)", member
    for match in range(first * matches // people, upto * matches // people):
        yield from played(match, [random.randrange(upto) for _ in range(3)])


def played(match: int, people: list[int]) -> Operation[None]:
    """A match of these, at a table of the first one's group."""
    table = f"t{match}"
    yield (
        (
            "INSERT INTO tables (id, version, state, open_seats, body, changed, touched)"
            " VALUES (?, 1, 'finished', 0, ?, 0, 0)"
        ),
        (table, b"{}"),
    )
    yield (
        (
            "INSERT INTO matches (table_id, number, game, options, names, seed, record, replay)"
            " VALUES (?, 1, '5x', '{}', '[]', '1', ?, ?)"
        ),
        (table, b"{}", b""),
    )
    for seat, one in enumerate(people):
        yield "INSERT INTO visits VALUES (?, ?) ON CONFLICT DO NOTHING", (f"p{one}", table)
        yield (
            (
                "INSERT INTO played (person, table_id, number, seat, game, variant, company,"
                " people, seats, place, score, unit, begun, ended, group_id)"
                " VALUES (?, ?, 1, ?, '5x', '', ?, 3, 3, ?, 20, 2, ?, ?, ?)"
            ),
            (f"p{one}", table, seat, COMPANY, seat + 1, match, match + 600, group_of(people[0])),
        )


def heavy(people: int, matches: int) -> Operation[None]:
    """One of them has played very much."""
    for match in range(matches, matches + HEAVY):
        yield from played(match, [0, *[random.randrange(people) for _ in range(2)]])


@dataclass(frozen=True)
class Page:
    """What is asked, by the number of who asks."""

    method: str
    path: Callable[[int], str]

    async def ask(self, http: httpx.AsyncClient, one: int, body: dict[str, str]) -> float:
        """How long it takes, in milliseconds."""
        began = time.perf_counter()
        sent = body if self.method == "POST" else None
        answer = await http.request(self.method, self.path(one), json=sent)
        took = (time.perf_counter() - began) * 1000
        assert answer.status_code == 200, answer.text
        http.cookies.clear()
        return took


def page(path: str, method: str = "GET") -> Page:
    return Page(method, lambda _: path)


PAGES = {
    "who I am": page("/api/me"),
    "my matches": page("/api/me/matches"),
    "with people": page("/api/me/matches?company=people&game=5x&first=25"),
    "another device": page("/api/me/code", "POST"),
    "ladder": page("/api/ladder?game=5x&seats=3"),
    "ladder, far down": page("/api/ladder?game=5x&seats=3&first=5000"),
    "my ratings": page("/api/me/ratings"),
    "my groups": page("/api/groups"),
    "a group": Page("GET", lambda one: f"/api/groups/{group_of(one)}"),
    "ladder of a group": Page(
        "GET", lambda one: f"/api/ladder?game=5x&seats=3&group={group_of(one)}"
    ),
    "everything": page("/api/me/export"),
    "all records": page("/api/me/records"),
}
SIGN_IN = page("/api/me/device", "POST")
CODES = {"six words": DEVICE, "words in a mail": MAILED}


async def measure(app: Application, http: httpx.AsyncClient, asking: list[int]) -> None:
    """Print how long each page takes those who ask."""
    for name, one in PAGES.items():
        times = []
        for person in asking:
            http.cookies.set("microciv", key(person))
            times.append(await one.ask(http, person, {}))
        tell(name, times)
    for name, kind in CODES.items():
        times = []
        for person in asking:
            words = await app.rooms.people.new_code(f"p{person}", kind)
            times.append(await SIGN_IN.ask(http, person, {"words": words}))
        tell(name, times)


def tell(name: str, times: list[float]) -> None:
    print(f"{name:18} {statistics.median(times):7.1f} {max(times):7.1f} ms", flush=True)


async def run(store: Store, people: int, matches: int) -> None:
    app = Application(store, Settings(reads=NO_LIMIT, requests=NO_LIMIT, codes=NO_LIMIT, workers=0))
    await app.rooms.open()
    for first in range(0, people, 500):
        await store.run(fill(people, first, min(people, first + 500), matches))
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as http:
        await measure(app, http, random.sample(range(people), min(ASKED, people)))
        await store.run(heavy(people, matches))
        print(f"who has played {HEAVY} matches more:")
        await measure(app, http, [0] * AGAIN)
    await app.rooms.close()


def main() -> None:
    usual = {"database": None, "people": 10_000, "matches": 100_000}
    wish = arguments("bench.server.people", __doc__, **usual)
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(wish.database or str(Path(folder) / "site.sqlite3"))
        asyncio.run(run(store, wish.people, wish.matches))


if __name__ == "__main__":
    main()
