"""Bots at tables. They think in worker processes, and get what a person at their seat gets.

A worker has no match, no seed and no log: only the game with its options, the observation of one
seat and what that seat has heard. Observations are packed by hand, since compiled ones do not
pickle and moves are known by identity.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import multiprocessing
import secrets
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, final

from microciv.bots import Reason, levels, make_bot
from microciv.core.events import Heard
from microciv.core.game import Game
from microciv.core.moves import Move, Seat
from microciv.core.state import Observation
from microciv.engine import Engine, engine
from microciv.games import catalogue, open_game
from microciv.hidden.memory import Told
from microciv.workers import begin_work

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


@contextlib.contextmanager
def _looking_first_in(folder: Path | None) -> Iterator[None]:
    """Processes started meanwhile take their modules from there: they inherit our path."""
    if folder is None:
        yield
        return
    catalogue()  # installed games too, so that this process has loaded whatever the folder may have
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))


@final
class BotWorkers:
    """The workers; none is started before there is a table, or a compiled microciv to take."""

    def __init__(self, workers: int, seconds: float) -> None:
        self._workers = workers
        self._seconds = seconds
        self._pool: Executor | None = None
        self._starting: asyncio.Task[object] | None = None
        self.folder: Path | None = None
        """Where their modules are from; None: where the server's are."""
        self._closed = False
        self.engine: Engine = engine()
        """What they think with."""

    async def warm(self, game: str) -> None:
        """Start the workers, so that the first bot of this game need not wait for that."""
        while self._pool is None and not self._closed:
            if self._starting is None:
                self._starting = asyncio.create_task(self._start(game))
            await asyncio.shield(self._starting)

    async def take(self, folder: Path) -> bool:
        """Switch to workers of the microciv in this folder. The old ones work until the new ones
        run; what they are still at is asked again, with the same seed. False: it does not run, and
        nothing has changed.
        """
        while self._starting is not None:
            await asyncio.shield(self._starting)
        self._starting = replacing = asyncio.create_task(self._replace(folder))
        return await asyncio.shield(replacing)

    async def ask(self, asked: Question) -> Thought | None:
        """What the bot does; None if its worker died or takes too long."""
        return await self.do(think, asked.game, asked)

    async def do(self, work: Callable[[A], T], game: str, asked: A) -> T | None:
        """What a worker makes of this; None if it died or takes too long."""
        for _ in range(2):  # a worker that dies takes all questions with it: ask once more
            with contextlib.suppress(OSError):  # no process can be started now
                await self.warm(game)
            pool = self._pool
            if pool is None:
                return None
            try:
                answer = pool.submit(work, asked)
            except BrokenProcessPool:
                self._end(pool)
                continue
            try:
                return await asyncio.wait_for(asyncio.wrap_future(answer), self._seconds)
            except BrokenProcessPool:
                self._end(pool)
            except TimeoutError:
                if not answer.cancel():  # a worker is at it, and might never finish
                    self._end(pool)
                return None
            except Exception:  # noqa: BLE001  # a bot that fails must not stop the table
                return None
        return None

    def close(self) -> None:
        """Let the workers go."""
        self._closed = True
        self._end(self._pool)

    async def _start(self, game: str) -> None:
        """In a thread: to start processes takes too long for those who play meanwhile."""
        try:
            pool = await asyncio.to_thread(self._make_pool, self.folder, _load, game)
        finally:
            self._starting = None
        if self._closed:
            self._end(pool)
        else:
            self._pool = pool

    async def _replace(self, folder: Path) -> bool:
        pool = None
        try:
            pool = await asyncio.to_thread(self._make_pool, folder, engine)
            begun = asyncio.wrap_future(pool.submit(engine))
            self.engine = await asyncio.wait_for(begun, self._seconds)
        except (BrokenProcessPool, OSError):
            self._end(pool)
            return False
        finally:
            self._starting = None
        former, self._pool, self.folder = self._pool, pool, folder
        self._end(pool if self._closed else former)
        return True

    def _make_pool(self, folder: Path | None, first: Callable[..., object], *what: str) -> Executor:
        """Workers that do this first; their modules are those of the folder, if there is one."""
        if self._workers == 0:
            return ThreadPoolExecutor(1, thread_name_prefix="microciv-bot")
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(self._workers, mp_context=context, initializer=begin_work)
        with _looking_first_in(folder):
            for _ in range(self._workers):
                pool.submit(first, *what)
        return pool

    def _end(self, pool: Executor | None) -> None:
        """Whatever this pool was asked besides comes back as broken, and is asked again."""
        if pool is None:
            return
        if pool is self._pool:
            self._pool = None
        workers = [*(getattr(pool, "_processes", None) or {}).values()]
        pool.shutdown(wait=False)
        for worker in workers:
            worker.kill()
