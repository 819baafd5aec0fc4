"""A club's evening on one machine: `python -m bench.server.crowd [--tables 1000] [--seconds 60]`.

Each table of four gets an answer every five seconds, and each answer is timed from when it is sent
to when the server says that it is stored. Then the same sockets are silent: what one of them takes.
"""

from __future__ import annotations

import asyncio
import gc
import random
import tempfile
from contextlib import ExitStack
from statistics import quantiles
from time import perf_counter
from typing import Final

from bench.server.__main__ import Site, site
from bench.server.load import PEOPLE, Player, Table, connected, seated
from bench.server.script import arguments

EVERY: Final = 5.0
"""Seconds from answer to answer at a table."""
AT_ONCE: Final = 20
"""Tables that are set up at a time."""
SPECTATORS: Final = 2000
"""Sockets that say nothing, at all tables together."""


async def crowd(site: Site, game: str, tables: int) -> list[Table]:
    """This many tables, each with its people."""
    made: list[Table] = []
    for first in range(0, tables, AT_ONCE):
        seeds = range(first, min(first + AT_ONCE, tables))
        made += await asyncio.gather(*[seated(site.port, game, seed) for seed in seeds])
    return made


async def evening(table: Table, until: float, took: list[float]) -> None:
    """Answer now and then until it is late."""
    listening = [asyncio.create_task(listen(player)) for player in table.players]
    await asyncio.sleep(table.rng.uniform(0, EVERY))
    while perf_counter() < until:
        asked = [player for player in table.players if player.asked]
        if asked:
            took.append(await answer(table.rng.choice(asked), table.rng))
        await asyncio.sleep(table.rng.uniform(0.5, 1.5) * EVERY)
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)


async def listen(player: Player) -> None:
    """Take in whatever comes."""
    while True:
        if await player.hear() in ("accepted", "refused"):
            player.stored.set()


async def answer(player: Player, rng: random.Random) -> float:
    """Give any legal answer; how many seconds it took until it was stored."""
    moves = [step["text"] for step in player.update["answer"]]
    moves.append(rng.choice(player.update["legal"])["text"])
    player.stored.clear()
    begun = perf_counter()
    await player.say(moves, player.update["match"], player.update["decision"])
    await player.stored.wait()
    return perf_counter() - begun


async def measure(game: str, tables: int, seconds: float) -> None:
    """Print how long answers took, what they cost, and what sockets take that are silent."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        ours = stack.enter_context(site("ours", f"{folder}/ours.sqlite3"))
        made = await crowd(ours, game, tables)
        took: list[float] = []
        gc.freeze()  # what is timed is the server, and not the garbage of a thousand clients
        gc.disable()
        begun, used = perf_counter(), ours.used()
        await asyncio.gather(*[evening(table, begun + seconds, took) for table in made])
        busy = (ours.used() - used) / (perf_counter() - begun)
        half, late, latest = (quantiles(took, n=1000)[at] for at in (499, 989, 998))
        print(
            f"{game}: {tables:,} tables of {PEOPLE}, {len(took):,} answers: median"
            f" {1000 * half:.0f} ms, p99 {1000 * late:.0f} ms, p99.9 {1000 * latest:.0f} ms;"
            f" {100 * busy:.0f} % of one core; {ours.memory() / 2**20:,.0f} MiB in all"
        )
        await silence(ours, made)
        for table in made:
            await table.close()


async def silence(ours: Site, made: list[Table]) -> None:
    """What sockets take that only watch, and whether others can use it when they are gone."""
    shared = [made[number % len(made)] for number in range(SPECTATORS)]
    before = ours.memory()
    sockets = [await spectator(ours, table) for table in shared]
    taken = ours.memory() - before
    for player in sockets:
        await player.socket.close()
    await asyncio.sleep(1)
    sockets = [await spectator(ours, table) for table in shared]
    again = ours.memory() - before
    each = len(sockets) * 1024
    print(
        f"{len(sockets):,} silent sockets take {taken / each:.0f} KiB each;"
        f" as many after them, in the same memory, {again / each:.0f}"
    )
    for player in sockets:
        await player.socket.close()


async def spectator(ours: Site, table: Table) -> Player:
    """A connection that only watches."""
    player = await connected(ours.port, table.id)
    await player.socket.send('{"type":"hello"}')
    await player.until("update")
    return player


def main() -> None:
    """Measure and print."""
    asked = arguments("bench.server.crowd", __doc__, game="5x", tables=1000, seconds=60.0)
    asyncio.run(measure(asked.game, asked.tables, asked.seconds))


if __name__ == "__main__":
    main()
