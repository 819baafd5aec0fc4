"""Carrying out a plan: chunk by chunk, in one process or several, with stops in between.

The findings depend on the plan alone: chunks count in their order, not in that of their arrival.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from dataclasses import dataclass
from itertools import chain
from math import inf, sqrt
from pathlib import Path
from time import monotonic
from typing import Final, TypeAlias, final

import polars as pl

from microciv.core.errors import BadPlan
from microciv.files import reason, sweep, write_whole
from microciv.speech import t
from microciv.study.chunks import FRAMES, Played, chunk_count, kept_span, play_chunk, span
from microciv.study.estimates import is_alike
from microciv.study.plan import SECONDS, Plan, Table, goes_on
from microciv.workers import end_workers

Run: TypeAlias = Callable[[Plan, Iterator["Job"]], Generator[Played, None, None]]
Pool: TypeAlias = Callable[[], AbstractContextManager[Executor]]

STUDY: Final = "study.json"
CERTAIN: Final = 1.96  # standard errors on either side: 95 %
LEAST: Final = 4  # chunks at a table before its width may end it
AHEAD: Final = 3  # chunks for each process that are being played or queued
DEATHS: Final = 3  # after this many deaths of processes without a chunk in between, give up


@final
@dataclass(frozen=True)
class Job:
    """A chunk of a study: the index of its table in the plan, and its number at this table."""

    table: int
    number: int


@final
class Folder:
    """The folder of a study: its plan, and the rows of all chunks that have been played."""

    def __init__(self, path: Path, plan: Plan) -> None:
        """Create the folder, or open it if it has this study.

        :raises BadPlan: if it holds another study, or cannot be written.
        """
        self.path = path
        self.matches = plan.matches
        key = path / STUDY
        try:
            for name in FRAMES:
                (path / name).mkdir(parents=True, exist_ok=True)
                sweep(path / name)
            if not key.exists():
                write_whole(key, json.dumps({"study": plan.key(), **plan.asked()}).encode())
            kept = json.loads(key.read_text(encoding="utf-8"))
        except OSError as error:
            why = reason(error)
            raise BadPlan(
                t("{path}: cannot keep a study here: {why}", path=path, why=why)
            ) from None
        except ValueError:
            raise BadPlan(
                t("{path}: cannot keep a study here: its {file} is none", path=path, file=STUDY)
            ) from None
        asked = json.loads(json.dumps(plan.asked()))
        was = kept if isinstance(kept, dict) else {}
        other = [name for name, value in asked.items() if was.get(name) != value]
        if other:
            raise BadPlan(
                t(
                    "{path}: holds another study (other {keys}); name another folder",
                    path=path,
                    keys=", ".join(other),
                )
            )

    def keep(self, played: Played) -> None:
        """Save a chunk. One that is saved in part counts as not played.

        :raises BadPlan: if it cannot be written, for example on a full disk.
        """
        try:
            for name, data in played.files.items():
                write_whole(self._file(name, played.table, played.number), data)
        except OSError as error:
            raise BadPlan(f"{self.path}: {reason(error)}; {goes_on()}") from None

    def write(self, name: str, text: str) -> Path:
        """Write a file into the folder, and return its path.

        :raises BadPlan: if it cannot be written, for example on a full disk.
        """
        try:
            write_whole(self.path / name, text.encode())
        except OSError as error:
            raise BadPlan(f"{self.path / name}: {reason(error)}") from None
        return self.path / name

    def wins(self, table: int, number: int, matches: range) -> list[list[list[float]]] | None:
        """What each seat won, by match and arm, if the chunk is saved with all these matches; None
        if it is not. Each of its files must have them, since a process that was killed may have
        replaced only some files of a shorter chunk. The files of a longer study may have more
        matches.
        """
        files = {name: self._file(name, table, number) for name in FRAMES}
        try:
            frames = {name: pl.read_parquet(file) for name, file in files.items()}
            spans = [kept_span(file) for file in files.values()]
        except (OSError, ValueError, pl.exceptions.PolarsError):
            return None
        if any(one.start != matches.start or one.stop < matches.stop for one in spans):
            return None
        won: dict[int, dict[int, list[float]]] = {match: {} for match in matches}
        rows = frames["seats"].filter(pl.col("match") < matches.stop)
        for arm, match, share in rows.select("arm", "match", "won").iter_rows():
            won[match].setdefault(arm, []).append(share)
        return [list(arms.values()) for arms in won.values()]

    def rows(self, name: str, table: int, chunks: int) -> pl.LazyFrame:
        """The rows `name` (see `FRAMES`) of a table's first chunks, in order, up to the number of
        matches wanted.

        :raises BadPlan: if a file has since been damaged or deleted.
        """
        files = [self._file(name, table, number) for number in range(chunks)]
        for file in files:
            try:
                pl.read_parquet_schema(file)
            except (OSError, pl.exceptions.PolarsError) as error:
                raise BadPlan(
                    t(
                        "{file}: cannot be read ({why}); the command that made it makes it again",
                        file=file,
                        why=error,
                    )
                ) from None
        return pl.scan_parquet(files).filter(pl.col("match") < self.matches)

    def _file(self, name: str, table: int, number: int) -> Path:
        return self.path / name / f"{table:03}-{number:06}.parquet"


@final
class Width:
    """How certain the shares of wins at one table are: those of each arm, and their differences
    from the first arm's; by player, or by seat if all players are the same bot.
    """

    def __init__(self, arms: int, table: Table) -> None:
        self.matches = 0
        self.whose = [
            [[seat] for seat in range(table.seats)]
            if is_alike(table)
            else [
                [seat for seat, name in enumerate(table.seated(turn)) if name == player]
                for player in dict.fromkeys(table.players)
            ]
            for turn in range(table.seats)
        ]
        """By turn (match modulo seats) and player, the seats whose wins are added up."""
        cells = (2 * arms - 1) * len(self.whose[0])
        self.sums = [0.0] * cells
        self.squares = [0.0] * cells

    def add(self, wins: list[list[list[float]]]) -> None:
        """Count the next matches. `wins`: by match, arm and seat, its share of the win, from 0 to
        1.
        """
        for arms in wins:
            whose = self.whose[self.matches % len(self.whose)]
            self.matches += 1
            shares = [[sum([arm[seat] for seat in seats]) for seats in whose] for arm in arms]
            values = [share for arm in shares for share in arm]
            for arm in shares[1:]:
                values += [own - first for own, first in zip(arm, shares[0], strict=True)]
            for cell, value in enumerate(values):
                self.sums[cell] += value
                self.squares[cell] += value * value

    def points(self) -> float:
        """Half the width of the widest 95 % interval, in percentage points; infinite for fewer than
        two matches.
        """
        if self.matches < 2:
            return inf
        count = self.matches
        widest = max(
            [
                (square - value * value / count) / (count - 1)
                for value, square in zip(self.sums, self.squares, strict=True)
            ]
        )
        return 100 * CERTAIN * sqrt(max(0.0, widest) / count)


@final
@dataclass(frozen=True)
class Progress:
    """How far a study has got."""

    done: int  # chunks that count
    wanted: int  # chunks in all, at most
    matches: int  # of all arms, played in this run
    seconds: float  # since this run began


@final
class Study:
    """A plan being played into a folder."""

    def __init__(self, plan: Plan, folder: Folder) -> None:
        self.plan = plan
        self.folder = folder
        self.chunks = [0] * len(plan.tables)
        """By table, how many of its chunks count: those from the first one on without a gap."""
        self.widths = [Width(len(plan.arms), table) for table in plan.tables]
        self.late = False
        """Did the time limit (`minutes`) end the study?"""
        self._waiting: dict[tuple[int, int], list[list[list[float]]]] = {}
        self._ended = [False] * len(plan.tables)

    def run(self, run: Run, watch: Callable[[Progress], None]) -> None:
        """Play until enough has been played or time is up, but at least one chunk of each table.
        Saved chunks are not played again. `watch` is called after every chunk.

        :raises BadPlan: if a chunk cannot be played or saved.
        """
        begun = monotonic()
        played = 0
        jobs: list[Job] = []
        for job in self._jobs():
            wins = self.folder.wins(job.table, job.number, span(self.plan, job.table, job.number))
            if wins is None:
                jobs.append(job)
            else:
                self._take(job, wins)
        watch(self._progress(played, begun))
        with closing(run(self.plan, self._open(jobs))) as chunks:
            for chunk in chunks:
                self.folder.keep(chunk)
                played += len(chunk.wins) * len(self.plan.arms)
                self._take(Job(chunk.table, chunk.number), chunk.wins)
                watch(self._progress(played, begun))
                if all(self._ended):
                    break
                self.late = all(self.chunks) and self._is_late(monotonic() - begun)
                if self.late:
                    break

    def _is_late(self, seconds: float) -> bool:
        return self.plan.minutes is not None and seconds > SECONDS * self.plan.minutes

    def _jobs(self) -> list[Job]:
        """All chunks; the tables take turns, so that each has something when time is up."""
        counts = [chunk_count(self.plan, table) for table in self.plan.tables]
        return [
            Job(table, number)
            for number in range(max(counts))
            for table in range(len(counts))
            if number < counts[table]
        ]

    def _open(self, jobs: list[Job]) -> Iterator[Job]:
        """The jobs, except those whose table has ended when their turn comes."""
        for job in jobs:
            if not self._ended[job.table]:
                yield job

    def _take(self, job: Job, wins: list[list[list[float]]]) -> None:
        """Count this chunk, and those waiting for it, once all chunks before it are counted."""
        self._waiting[job.table, job.number] = wins
        table, width = job.table, self.plan.width
        while not self._ended[table] and (table, self.chunks[table]) in self._waiting:
            self.widths[table].add(self._waiting.pop((table, self.chunks[table])))
            self.chunks[table] += 1
            enough = width is not None and self.chunks[table] >= LEAST
            narrow = enough and self.widths[table].points() <= (width or 0)
            last = self.chunks[table] == chunk_count(self.plan, self.plan.tables[table])
            self._ended[table] = narrow or last

    def _progress(self, played: int, begun: float) -> Progress:
        counts = [chunk_count(self.plan, table) for table in self.plan.tables]
        wanted = [
            done if ended else count
            for done, ended, count in zip(self.chunks, self._ended, counts, strict=True)
        ]
        return Progress(sum(self.chunks), sum(wanted), played, monotonic() - begun)


def here(plan: Plan, jobs: Iterator[Job]) -> Generator[Played, None, None]:
    """A `Run` that plays chunks in this process."""
    for job in jobs:
        yield play_chunk(plan, job.table, job.number)


def among(pool: Pool, count: int) -> Run:
    """A `Run` that plays chunks in a pool of `count` processes, and returns them as they are
    finished. If a process is killed, a new pool plays what was lost. The run raises `BadPlan` if
    processes die `DEATHS` times without a chunk in between.
    """

    def run(plan: Plan, jobs: Iterator[Job]) -> Generator[Played, None, None]:
        deaths = 0
        while True:
            begun: dict[Job, None] = {}
            try:
                with pool() as processes, _ended_at(processes, begun):
                    for chunk in _window(processes, AHEAD * count, plan, _noting(jobs, begun)):
                        del begun[Job(chunk.table, chunk.number)]
                        deaths = 0
                        yield chunk
            except BrokenExecutor:
                deaths += 1
                if deaths == DEATHS:
                    raise died() from None
                jobs = chain(begun, jobs)
            else:
                return

    return run


def died() -> BadPlan:
    """The error to raise if processes die again and again."""
    return BadPlan(
        t(
            "{n} times in a row a worker process was killed (is memory short?); {what}",
            n=DEATHS,
            what=goes_on(),
        )
    )


@contextmanager
def lasting(pool: Pool) -> Iterator[Pool]:
    """A pool that gives the same processes each time; new ones after one of them was killed."""
    with ExitStack() as ends:
        kept: list[Executor] = []

        @contextmanager
        def again() -> Iterator[Executor]:
            if not kept:
                kept.append(ends.enter_context(pool()))
            try:
                yield kept[0]
            except BrokenExecutor:
                kept.clear()
                raise

        yield again


@contextmanager
def _ended_at(processes: Executor, begun: dict[Job, None]) -> Iterator[None]:
    """If no more chunks are wanted, kill the processes rather than wait for chunks that will not
    count. A lasting pool then finds its processes gone, and begins new ones.
    """
    try:
        yield
    except GeneratorExit:
        if begun:
            end_workers(processes)
        raise


def _noting(jobs: Iterator[Job], begun: dict[Job, None]) -> Iterator[Job]:
    for job in jobs:
        begun[job] = None
        yield job


def _window(processes: Executor, ahead: int, plan: Plan, jobs: Iterator[Job]) -> Iterator[Played]:
    """The chunks, as they are finished; up to `ahead` are being played or queued."""
    going: set[Future[Played]] = set()
    for job in jobs:
        going.add(processes.submit(play_chunk, plan, job.table, job.number))
        if len(going) >= ahead:
            done, going = wait(going, return_when=FIRST_COMPLETED)
            for chunk in done:
                yield chunk.result()
    while going:
        done, going = wait(going, return_when=FIRST_COMPLETED)
        for chunk in done:
            yield chunk.result()
