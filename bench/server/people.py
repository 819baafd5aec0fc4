"""How long the server takes for what people ask about themselves, where many have played much.

    python -m bench.server.people [--database postgresql:///…] [--people 10000] [--matches 100000]

Each match is one of three people. Prints, of 200 people each, the median and the slowest time of a
request in milliseconds.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
import time
from pathlib import Path

import httpx

from bench.server.script import arguments
from microciv.server import sql
from microciv.server.app import Application
from microciv.server.people import hash_key
from microciv.server.rows import Operation
from microciv.server.settings import Settings
from microciv.server.store import Store, open_store

ASKED = 200
COMPANY = '[{"name":"Ann","level":null},{"name":"Ben","level":null},{"name":"Cleo","level":null}]'
NO_LIMIT = (1e6, 10**6)


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
    for match in range(first * matches // people, upto * matches // people):
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
        for seat in range(3):
            one = random.randrange(upto)
            yield "INSERT INTO visits VALUES (?, ?) ON CONFLICT DO NOTHING", (f"p{one}", table)
            yield (
                (
                    "INSERT INTO played (person, table_id, number, seat, game, variant, company,"
                    " people, place, score, unit, begun, ended)"
                    " VALUES (?, ?, 1, ?, '5x', '', ?, 3, 1, 20, 2, ?, ?)"
                ),
                (f"p{one}", table, seat, COMPANY, match, match + 600),
            )


async def run(store: Store, people: int, matches: int) -> None:
    app = Application(store, Settings(reads=NO_LIMIT, requests=NO_LIMIT, workers=0))
    await app.rooms.open()
    for first in range(0, people, 500):
        await store.run(fill(people, first, min(people, first + 500), matches))
    transport = httpx.ASGITransport(app=app)
    asked = {
        "who I am": ("GET", "/api/me"),
        "my matches": ("GET", "/api/me/matches"),
        "with people": ("GET", "/api/me/matches?company=people&game=5x&first=25"),
        "another device": ("POST", "/api/me/code"),
        "everything": ("GET", "/api/me/export"),
    }
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as http:
        for name, (method, path) in asked.items():
            times = []
            for one in random.sample(range(people), min(ASKED, people)):
                http.cookies.set("microciv", key(one))
                began = time.perf_counter()
                answer = await http.request(method, path, json={} if method == "POST" else None)
                times.append((time.perf_counter() - began) * 1000)
                assert answer.status_code == 200, answer.text
                http.cookies.clear()
            print(f"{name:16} {statistics.median(times):6.1f} {max(times):6.1f} ms")
    await app.rooms.close()


def main() -> None:
    usual = {"database": None, "people": 10_000, "matches": 100_000}
    wish = arguments("bench.server.people", __doc__, **usual)
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(wish.database or str(Path(folder) / "site.sqlite3"))
        asyncio.run(run(store, wish.people, wish.matches))


if __name__ == "__main__":
    main()
