"""Whether processes add up: `python -m bench.server.processes [--database postgresql://...]`.

One process, then two beside each other on one PostgreSQL, each held to a share of a core by a
control group of Linux (which root may make), so that people and the database, who play on the same
machine, have the rest. Then people who all come in at the wrong process.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from bench.server.__main__ import ANSWERS, Site, database, site
from bench.server.load import Table, seated
from bench.server.script import arguments

GROUPS: Final = Path("/sys/fs/cgroup")
PERIOD: Final = 20_000
"""Microseconds in which a process may use its share."""
TABLES: Final = 40
"""Of each process."""


class Pace(NamedTuple):
    """How fast tables were played at."""

    answers: float
    """A second, at all processes together."""
    cpu: float
    """Microseconds of processor time an answer, of all processes together."""


@contextmanager
def held(process: int, share: float) -> Iterator[None]:
    """A process, and those that it starts, have so much of a core as long as the block lasts."""
    old = GROUPS / "cpu" / "cpu.cfs_quota_us"
    group = (old.parent if old.exists() else GROUPS) / f"microciv-bench-{process}"
    group.mkdir()
    try:
        quota = int(share * PERIOD)
        if old.exists():
            (group / "cpu.cfs_period_us").write_text(str(PERIOD))
            (group / "cpu.cfs_quota_us").write_text(str(quota))
        else:
            (group / "cpu.max").write_text(f"{quota} {PERIOD}")
        (group / "cgroup.procs").write_text(str(process))
        yield
    finally:
        for left in (group / "cgroup.procs").read_text().split():
            (group.parent / "cgroup.procs").write_text(left)
        group.rmdir()


async def pace(game: str, seed: int, sites: list[Site], doors: list[Site]) -> Pace:
    """Play at tables of each of these, by way of these doors."""
    tables = await asyncio.gather(
        *[_seated(game, seed, home, door) for home, door in zip(sites, doors, strict=True)]
    )
    everywhere = {*sites, *doors}
    used = sum([one.used() for one in everywhere])
    rates = await asyncio.gather(*[_play(some) for some in tables])
    used = sum([one.used() for one in everywhere]) - used
    answers = sum([table.answers for some in tables for table in some])
    for some in tables:
        for table in some:
            await table.close()
    return Pace(sum(rates), used / answers * 1e6)


async def _seated(game: str, seed: int, home: Site, door: Site) -> list[Table]:
    return [await seated(home.port, game, seed + number, door.port) for number in range(TABLES)]


async def _play(tables: list[Table]) -> float:
    begun = time.perf_counter()
    await asyncio.gather(*[table.play(ANSWERS) for table in tables])
    return sum([table.answers for table in tables]) / (time.perf_counter() - begun)


async def measure(game: str, address: str, share: float, rounds: int) -> None:
    """Print what one process does, and two."""
    with ExitStack() as stack:
        shared = stack.enter_context(database(address, "processes"))
        sites = [stack.enter_context(site("ours", shared)) for _ in range(2)]
        for one in sites:
            stack.enter_context(held(one.process, share))
        found: dict[str, list[Pace]] = {"one": [], "two": [], "passed on": []}
        first, second = sites
        for round_ in range(rounds + 1):  # the first one warms up
            for name, homes, doors in (
                ("one", [first], [first]),
                ("two", sites, sites),
                ("passed on", [first], [second]),
            ):
                paced = await pace(game, 1000 * round_, homes, doors)
                if round_:
                    found[name].append(paced)
    for name, paces in found.items():
        print(
            f"{name}: {median([one.answers for one in paces]):,.0f} answers a second,"
            f" {median([one.cpu for one in paces]):,.0f} us of CPU an answer"
        )
    pairs = zip(found["two"], found["one"], strict=True)
    times = [two.answers / one.answers for two, one in pairs]
    print(f"two processes do {median(times):.2f} times what one does, each with {share} of a core")


def main() -> None:
    """Measure and print."""
    place = "postgresql://postgres@127.0.0.1/postgres"
    usual = {"game": "5x", "database": place, "share": 0.25, "rounds": 5}
    asked = arguments("bench.server.processes", __doc__, **usual)
    if os.geteuid() != 0:
        raise SystemExit("only root can hold a process to a share of a core")
    asyncio.run(measure(asked.game, asked.database, asked.share, asked.rounds))


if __name__ == "__main__":
    main()
