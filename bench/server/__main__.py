"""What an answer costs the server: `python -m bench.server [--games 5x,5-ages,...] [--rounds 3]`.

Tables of four people play at random legal moves; the bare application gets as many answers, as
long, by turns with ours. What counts are the ratios of one round. It wants Linux, whose `/proc`
tells what a process has used.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final, final
from urllib.parse import urlsplit

from bench.server.load import PEOPLE, Player, Table, connected, seated
from bench.server.script import arguments

TICK: Final = os.sysconf("SC_CLK_TCK")
TABLES: Final = 20
ANSWERS: Final = 28
"""Answers of a table in a round, after which no match is over; then come whole ones."""
WHOLE: Final = 10_000
ANSWER: Final = ["play shell-money"]
"""What is said at a bare table: as long as a usual answer."""


@final
@dataclass(frozen=True)
class Cost:
    """Of one answer."""

    cpu: float
    """Microseconds of the server's processor, the system's work for it included."""
    sent: float
    """Bytes to all people at the table."""


@final
class Site:
    """A server that runs."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        self.process = process.pid
        self._stat = Path(f"/proc/{process.pid}/stat")
        self._memory = Path(f"/proc/{process.pid}/statm")
        self.port = int(process.stdout.readline())

    def used(self) -> float:
        """Seconds of processor time so far."""
        fields = self._stat.read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def memory(self) -> int:
        """Bytes that it holds of the machine's memory."""
        return int(self._memory.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def database(address: str | None, name: str) -> Iterator[str]:
    """A database for as long as the block lasts: on the PostgreSQL at this address, or a file."""
    if address is None:
        with tempfile.TemporaryDirectory() as folder:
            yield f"{folder}/{name}.sqlite3"
        return
    import psycopg
    from psycopg.sql import SQL, Identifier

    called = f"microciv_bench_{name}_{uuid.uuid4().hex}"
    with psycopg.connect(address, autocommit=True) as server:
        server.execute(SQL("CREATE DATABASE {}").format(Identifier(called)))
        try:
            yield urlsplit(address)._replace(path=f"/{called}").geturl()
        finally:
            server.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(called)))


@contextmanager
def site(kind: str, database: str) -> Iterator[Site]:
    """A server of this kind, for as long as the block lasts."""
    command = [sys.executable, "-m", "bench.server.sites", kind, database]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        yield Site(process)


async def ours(site: Site, game: str, seed: int, answers: int) -> Cost:
    """What an answer costs at our tables."""
    tables = [await seated(site.port, game, seed + number) for number in range(TABLES)]
    before, heard = site.used(), sum([table.received() for table in tables])
    await asyncio.gather(*[table.play(answers) for table in tables])
    return await _cost(site, tables, before, heard)


async def bare(site: Site, round_: int) -> Cost:
    """What it costs where nobody checks it."""
    tables = [
        Table(name, [await connected(site.port, name) for _ in range(PEOPLE)], 0)
        for name in [f"{round_}x{number}" for number in range(TABLES)]
    ]
    for table in tables:  # its first answer makes the table
        await _answer(table, table.players[0])
    before, heard = site.used(), sum([table.received() for table in tables])
    await asyncio.gather(*[_answer_in_turn(table) for table in tables])
    return await _cost(site, tables, before, heard)


async def _answer_in_turn(table: Table) -> None:
    table.answers = 0
    while table.answers < 2 * ANSWERS:
        for player in table.players:
            await _answer(table, player)


async def _answer(table: Table, player: Player) -> None:
    table.answers += 1
    await player.say(ANSWER, match=1, decision=table.answers)
    await player.until("accepted")
    for each in table.players:
        await each.until("told")


async def _cost(site: Site, tables: list[Table], before: float, heard: int) -> Cost:
    answers = sum([table.answers for table in tables])
    cpu = (site.used() - before) / answers * 1e6
    sent = (sum([table.received() for table in tables]) - heard) / answers
    for table in tables:
        await table.close()
    return Cost(cpu, sent)


async def measure(games: list[str], rounds: int, address: str | None) -> None:
    """Print what an answer costs in each game, in all rounds."""
    what = {game: (game, ANSWERS) for game in games}
    what |= {f"{game}, whole matches": (game, WHOLE) for game in games}
    costs: dict[str, list[tuple[Cost, Cost]]] = {name: [] for name in what}
    with ExitStack() as stack:
        sites = {
            kind: stack.enter_context(site(kind, stack.enter_context(database(address, kind))))
            for kind in ("ours", "bare")
        }
        for round_ in range(rounds + 1):  # the first one warms up
            for number, (name, (game, answers)) in enumerate(what.items()):
                theirs = await bare(sites["bare"], round_ * len(what) + number)
                cost = await ours(sites["ours"], game, 1000 * round_, answers)
                if round_:
                    costs[name].append((cost, theirs))
    for name, rows in costs.items():
        ratio = median([cost.cpu / theirs.cpu for cost, theirs in rows])
        cpu, bare_cpu = (median([row[which].cpu for row in rows]) for which in (0, 1))
        sent = median([cost.sent for cost, _ in rows])
        print(
            f"{name}: {cpu:,.0f} us of CPU an answer, {ratio:.1f} times the bare application's"
            f" {bare_cpu:,.0f} us; {sent:,.0f} bytes sent",
            flush=True,
        )


def main() -> None:
    """Measure and print."""
    games = "5x,5-ages,civ-builder,civ-card-game"
    asked = arguments("bench.server", __doc__, games=games, rounds=3, database=None)
    asyncio.run(measure(asked.games.split(","), asked.rounds, asked.database))


if __name__ == "__main__":
    main()
