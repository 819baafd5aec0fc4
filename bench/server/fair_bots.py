"""How long do easy bots take beside forty tables of another visitor's experts?

    PYTHONPATH=build/compiled:. python -m bench.server.fair_bots [--game civ-card-game]

Two visitors, each with an address, play at one server with bots that take no longer than they
think. Alone and beside the experts are measured by turns.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from statistics import median, quantiles
from typing import Final

import httpx
import msgspec
from websockets.asyncio.client import connect

from bench.server.load import PATIENCE, Player, served
from bench.server.script import arguments

SOMEBODY: Final = "127.0.0.2"
ANOTHER: Final = "127.0.0.3"
BOTS: Final = 3
TABLES: Final = 40
TURNS: Final = 5
ROUNDS: Final = 30
"""Decisions of somebody in each turn."""
BETWEEN: Final = 0.1
"""Seconds that somebody takes for each."""
QUIET: Final = 3.0
"""Seconds until the experts of those who have left are done."""
AT_ONCE: Final = ("--set", "pause=0,0", "--set", "moment=0", "--set", "away_after=0")


async def seated(port: int, address: str, game: str, level: str) -> Player:
    """A visitor from this address, at a new table with bots."""
    bots = [{"kind": "bot", "level": level}] * BOTS
    transport = httpx.AsyncHTTPTransport(local_address=address)
    site = f"127.0.0.1:{port}"
    async with httpx.AsyncClient(transport=transport, timeout=PATIENCE) as http:
        wish = {"game": game, "seats": [{"kind": "you"}, *bots]}
        made = (await http.post(f"http://{site}/api/tables", json=wish)).json()
    place = f"ws://{site}/ws/tables/{made['table']}"
    player = Player(await connect(place, max_queue=None, local_addr=(address, 0)))
    hello = {"type": "hello", "token": made["token"]}
    await player.socket.send(msgspec.json.encode(hello).decode())
    await player.until("update")
    return player


def is_due(player: Player) -> bool:
    return player.asked or player.over


async def decide(player: Player) -> float:
    """Answer at random; the seconds until the visitor is asked again, or the match is over."""
    answered = time.monotonic()
    while player.asked:
        move = random.choice(player.update["legal"])["text"]
        sealed = [step["text"] for step in player.update["answer"]]
        answered = time.monotonic()
        await player.answer([*sealed, move])
    while not is_due(player):
        await player.hear()
    return time.monotonic() - answered


async def experts(port: int, game: str) -> None:
    """Play with experts, without a pause."""
    while True:
        player = await seated(port, ANOTHER, game, "expert")
        try:
            while not player.over:
                await decide(player)
        finally:
            await player.socket.close()


async def rounds(port: int) -> list[float]:
    """How long each decision of somebody with easy bots takes."""
    found: list[float] = []
    while len(found) < ROUNDS:
        player = await seated(port, SOMEBODY, "5x", "easy")
        while not player.over:
            await asyncio.sleep(BETWEEN)
            found.append(await decide(player))
        await player.socket.close()
    return found


async def measure(port: int, game: str) -> None:
    """Print how long the easy bots take in either case."""
    alone: list[float] = []
    beside: list[float] = []
    await rounds(port)  # until the workers have what they need
    for _ in range(TURNS):
        alone += await rounds(port)
        tables = [asyncio.create_task(experts(port, game)) for _ in range(TABLES)]
        await asyncio.sleep(QUIET)
        beside += await rounds(port)
        for table in tables:
            table.cancel()
        await asyncio.gather(*tables, return_exceptions=True)
        await asyncio.sleep(QUIET)
    for case, found in (("alone", alone), (f"beside {TABLES} tables of experts", beside)):
        middle, most = 1000 * median(found), 1000 * quantiles(found, n=20)[-1]
        print(f"{case}: {len(found)} decisions, median {middle:.0f} ms, 95 of 100 {most:.0f} ms")
    print(f"{game}: {median(beside) / median(alone):.1f} times the usual time", flush=True)


def main() -> None:
    asked = arguments("bench.server.fair_bots", __doc__, game="civ-card-game")
    with (
        tempfile.TemporaryDirectory() as folder,
        served("--database", f"{folder}/site.sqlite3", *AT_ONCE) as port,
    ):
        asyncio.run(measure(port, asked.game))


if __name__ == "__main__":
    main()
