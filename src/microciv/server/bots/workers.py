"""Bots at tables. They think in worker processes, and get what a person at their seat gets.

A worker has no match, no seed and no log: only the game with its options, the observation of one
seat and what that seat has heard. Observations are packed by hand, since compiled ones do not
pickle and moves are known by identity.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar, final

from microciv.bots import Reason, levels, make_bot
from microciv.core.events import Heard
from microciv.core.game import Game
from microciv.core.moves import Move, Seat
from microciv.core.state import Observation
from microciv.engine import Engine, engine
from microciv.games import open_game
from microciv.hidden.memory import Told
from microciv.server.bots.worker import Kind, Worker, WorkFailed, end, start
from microciv.server.fair_queue import FairQueue, Whose
from microciv.server.logs import in_short, log

A = TypeVar("A")
T = TypeVar("T")


@dataclass(frozen=True)
class Packed:
    """An object of a frozen dataclass: where the class is, and its fields in order."""

    module: str
    name: str
    values: tuple[Any, ...]


@dataclass(frozen=True)
class PackedMove:
    """A move by its index in the game's table."""

    index: int


@dataclass(frozen=True)
class Question:
    """All that a worker gets to know."""

    game: str
    options: str  # as JSON
    level: str
    seat: Seat
    seed: int  # the bot's own, drawn for this question
    table_number: int  # what all bots of the match are given (`Bot.table_number`)
    seen: Packed
    heard: list[Heard]


class Thought(NamedTuple):
    """All that a worker gives back: one step of an answer, what the bot says of it, and the steps
    with which it means to go on in the same answer.
    """

    text: str
    why: Reason
    foreseen: tuple[str, ...] = ()


def pack(value: object) -> Any:  # noqa: ANN401
    """A value of an observation as something that any process can be sent.

    :raises TypeError: for anything that an observation has no business to hold.
    """
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, Move):
        return PackedMove(value.index)
    if isinstance(value, tuple):
        return tuple([pack(item) for item in value])
    if is_dataclass(value) and not isinstance(value, type):
        kind = type(value)
        values = tuple([pack(getattr(value, item.name)) for item in fields(value)])
        return Packed(kind.__module__, kind.__qualname__, values)
    if isinstance(value, Told):
        return Packed(Told.__module__, Told.__qualname__, tuple(value.plain()))
    raise TypeError(f"an observation holds no {type(value).__name__}")


def unpack(game: Game, value: object) -> Any:  # noqa: ANN401
    """What was packed, with the moves of this game."""
    if isinstance(value, PackedMove):
        return game.moves.all[value.index]
    if isinstance(value, tuple):
        return tuple([unpack(game, item) for item in value])
    if isinstance(value, Packed):
        kind = getattr(import_module(value.module), value.name)
        return kind(*[unpack(game, item) for item in value.values])
    return value


def question(
    game: Game,
    options: dict[str, Any],
    level: str,
    seen: Observation,
    heard: list[Heard],
    seed: int | None = None,
    table_number: int = 0,
) -> Question:
    """What a bot of this level is asked for the seat that sees `seen`; its seed is drawn."""
    packed: Packed = pack(seen)
    drawn = secrets.randbits(32) if seed is None else seed
    settled = written(game, options)
    return Question(game.name, settled, level, seen.seat, drawn, table_number, packed, heard)


def written(game: Game, options: dict[str, Any]) -> str:
    """The options of a game as text, the same for the same game."""
    return json.dumps({**options, "seats": game.seats}, sort_keys=True)


# --- in the worker


@lru_cache(maxsize=16)
def game_of(name: str, options: str) -> Game:
    """The game as a question has it."""
    return open_game(name, json.loads(options))


def think(asked: Question) -> Thought:
    """One step of an answer, and why."""
    game = game_of(asked.game, asked.options)
    clock, number = time.monotonic, asked.table_number
    bot = make_bot(asked.level, game, asked.seat, asked.seed, clock, table_number=number)
    bot.hear(asked.heard)
    move: Move = bot.choose(unpack(game, asked.seen))
    key, parts = bot.why
    why = (str(key), {str(part): _word(word) for part, word in parts.items()})
    return Thought(move.text, why, tuple([step.text for step in bot.foreseen()]))


def _word(value: object) -> str | int:
    return value if isinstance(value, (str, int)) else str(value)


def _load(name: str) -> None:
    """What bots of this game need."""
    levels(name)
    open_game(name, {})


# --- in the server


class Task(NamedTuple, Generic[A, T]):
    """Something to be done, and where the answer goes; None: there is none."""

    work: Callable[[A], T]
    asked: A
    answer: asyncio.Future[T | None]


@final
class BotWorkers:
    """The workers, and what waits for them: visitors take turns, and so do the tables of each.

    There is one worker more than a visitor may have at work: so whoever asks long questions may
    have all processors, and what somebody else asks does not wait for their end.
    """

    def __init__(
        self,
        workers: int,
        seconds: float,
        note: Callable[[float], object] = lambda _: None,
        kind: Kind | None = None,
    ) -> None:
        """A question may take this many seconds; how many it took is noted. Workers are processes,
        or if there are to be none, a thread.
        """
        self._seconds = seconds
        self._note = note
        kind = kind or ("process" if workers else "thread")
        self._most = max(1, workers)
        self._workers = [Worker(kind) for _ in range(workers + 1)]
        self._queue: FairQueue[Task[Any, Any]] = FairQueue()
        self._under_way: set[asyncio.Task[None]] = set()
        self._warming: asyncio.Future[list[object]] | None = None
        self.folder: Path | None = None
        """Where their modules are from; None: where the server's are."""
        self._closed = False
        self.engine: Engine = engine()
        """What they think with."""

    @property
    def waiting(self) -> int:
        """How many questions wait for a worker."""
        return len(self._queue)

    @property
    def working(self) -> int:
        """How many workers are at something."""
        return len([worker for worker in self._workers if worker.busy])

    async def warm(self, game: str) -> None:
        """Start the workers, so that the first bot of this game need not wait for that."""
        if self._closed:
            return
        if self._warming is None:
            idle = [worker for worker in self._workers if not worker.busy]
            tasks = [self._begin(worker, Task(_load, game, _answer())) for worker in idle]
            self._warming = asyncio.gather(*[task.answer for task in tasks])
        await asyncio.shield(self._warming)

    async def take(self, folder: Path) -> bool:
        """Switch to workers of the microciv in this folder. The old ones work until the new ones
        run; what they are still at is asked again, with the same seed. False: it does not run, and
        nothing has changed.
        """
        starts = [start(folder, one.kind) for one in self._workers]
        found = await asyncio.gather(*starts, return_exceptions=True)
        begun = [one for one in found if not isinstance(one, BaseException)]
        if len(begun) < len(self._workers):
            for pool, _ in begun:
                end(pool)
            return False
        self.folder = folder
        self.engine = begun[0][1]
        for worker, (pool, _) in zip(self._workers, begun, strict=True):
            worker.change_to(pool)
        return True

    async def ask(self, asked: Question, whose: Whose) -> Thought | None:
        """What the bot does; None if its worker died or takes too long."""
        return await self.do(think, asked, whose)

    async def do(self, work: Callable[[A], T], asked: A, whose: Whose) -> T | None:
        """What a worker makes of this when it is its turn; None if it died or takes too long."""
        if self._closed:
            return None
        task = Task(work, asked, _answer())
        self._queue.add(whose, task)
        self._assign()
        return await task.answer

    def close(self) -> None:
        self._closed = True
        for worker in self._workers:
            worker.retire()

    def _assign(self) -> None:
        """Whoever is free begins with what is next."""
        for worker in self._workers:
            while not worker.busy and not self._closed:
                taken = self._queue.take(self._most)
                if taken is None:
                    break
                whose, task = taken
                if task.answer.done():  # nobody waits for it any more
                    self._queue.done(whose, 0.0)
                else:
                    self._begin(worker, task, whose)

    def _begin(self, worker: Worker, task: Task[A, T], whose: Whose | None = None) -> Task[A, T]:
        worker.busy = True
        work = asyncio.create_task(self._work(worker, task, whose))
        self._under_way.add(work)
        work.add_done_callback(self._under_way.discard)
        return task

    async def _work(self, worker: Worker, task: Task[A, T], whose: Whose | None) -> None:
        began = time.monotonic()
        found = await self._found(worker, task)
        if whose is not None:
            seconds = time.monotonic() - began
            self._queue.done(whose, seconds)
            self._note(seconds)
        if not task.answer.done():
            task.answer.set_result(found)
        with contextlib.suppress(BrokenProcessPool, OSError):  # TimeoutError is one
            await worker.ready(self.folder)  # if it has ended
        worker.busy = False
        self._assign()

    async def _found(self, worker: Worker, task: Task[A, T]) -> T | None:
        for _ in range(2):  # where a process died, or was replaced, ask once more
            try:
                await worker.ready(self.folder)
                return await worker.do(task.work, task.asked, self._seconds)
            except BrokenProcessPool:
                continue
            except TimeoutError:
                log.error("a worker was stuck for %g s and was ended", self._seconds)
                return None
            except WorkFailed as fault:
                log.error("a worker failed: %s", fault)
                return None
            except OSError as fault:  # there is no process to be had
                log.error("no worker: %s", in_short(fault))
                return None
        return None


def _answer() -> asyncio.Future[Any]:
    return asyncio.get_running_loop().create_future()
