"""Bots at tables. They think in worker processes, and get what a person at their seat gets.

A worker has no match, no seed and no log: only the game with its options, the observation of one
seat and what that seat has heard. Observations are packed by hand, since compiled ones do not
pickle and moves are known by identity.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import secrets
import signal
import threading
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any, final

from microciv.bots import make_bot
from microciv.core.events import Heard
from microciv.core.game import Game
from microciv.core.moves import Move, Seat
from microciv.core.state import Observation
from microciv.games import open_game


@dataclass(frozen=True)
class Packed:
    """An object of a frozen dataclass: where the class is, and its fields in order."""

    module: str
    name: str
    values: tuple[Any, ...]


@dataclass(frozen=True)
class PackedMove:
    """A move by its place in the game's table."""

    index: int


@dataclass(frozen=True)
class Question:
    """All that a worker gets to know."""

    game: str
    options: str  # as JSON
    level: str
    seat: Seat
    seed: int  # the bot's own, drawn for this question
    seen: Packed
    heard: list[Heard]


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
) -> Question:
    """What a bot of this level is asked for the seat that sees `seen`; its seed is drawn."""
    packed: Packed = pack(seen)
    values = json.dumps({**options, "seats": game.seats}, sort_keys=True)
    drawn = secrets.randbits(32) if seed is None else seed
    return Question(game.name, values, level, seen.seat, drawn, packed, heard)


# --- in the worker


@lru_cache(maxsize=16)
def _game(name: str, options: str) -> Game:
    return open_game(name, json.loads(options))


def think(asked: Question) -> str:
    """One step of an answer."""
    game = _game(asked.game, asked.options)
    bot = make_bot(asked.level, game, asked.seat, asked.seed)
    bot.hear(asked.heard)
    move: Move = bot.choose(unpack(game, asked.seen))
    return move.text


def _begin_work() -> None:
    """Ctrl-C is the server's business; and a server that was killed leaves nobody behind."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)


# --- in the server


@final
class Fillers:
    """The workers; none is started before a bot is asked for the first time."""

    def __init__(self, workers: int, seconds: float) -> None:
        self._workers = workers
        self._seconds = seconds
        self._pool: Executor | None = None

    async def ask(self, asked: Question) -> str | None:
        """What the bot does; None if its worker died or takes too long."""
        try:
            future = asyncio.get_running_loop().run_in_executor(self._executor(), think, asked)
            return await asyncio.wait_for(future, self._seconds)
        except BrokenProcessPool:
            self.close()
            return None
        except Exception:  # noqa: BLE001  # a bot that fails must not stop the table
            return None

    def close(self) -> None:
        """Let the workers go."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _executor(self) -> Executor:
        if self._pool is None:
            self._pool = (
                ProcessPoolExecutor(
                    self._workers,
                    mp_context=multiprocessing.get_context("spawn"),
                    initializer=_begin_work,
                )
                if self._workers > 0
                else ThreadPoolExecutor(1, thread_name_prefix="microciv-bot")
            )
        return self._pool
