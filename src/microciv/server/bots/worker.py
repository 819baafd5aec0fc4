"""A worker: a process that does one thing at a time, and is ended if it is stuck.

Each has a pool of its own, of one process: a pool that loses a process loses all its work.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, TypeVar, final

from microciv.engine import Engine, engine
from microciv.games import catalogue
from microciv.server.logs import in_short
from microciv.workers import begin_work

A = TypeVar("A")
T = TypeVar("T")

Kind: TypeAlias = Literal["process", "thread", "here"]
"""What a worker is: a process; for tests, a thread of this one; where there is neither, as in a
browser, nothing of its own: what it does is done at once, and nothing else meanwhile.
"""

STARTING: Final = 60.0
"""Seconds after which a process that says nothing is one that does not run."""

_path_is_ours: Final = threading.Lock()


@final
class WorkFailed(Exception):
    """What was asked could not be done: the kind of the fault and its place, never its words."""


@final
class Worker:
    """The process is started for the first thing that there is to do, and again if it has ended."""

    def __init__(self, kind: Kind) -> None:
        self.busy = False
        self.kind = kind
        self._pool: Executor | None = None
        self._retired = False

    async def ready(self, folder: Path | None) -> None:
        """Make sure that the process runs; a new one has its modules from the folder.

        :raises BrokenProcessPool, OSError, TimeoutError: if there is none, and none begins.
        """
        if self._retired:
            raise BrokenProcessPool
        if self._pool is None:
            pool, _ = await start(folder, self.kind)
            self._replace(None, pool)

    async def do(self, work: Callable[[A], T], asked: A, seconds: float) -> T:
        """What comes of it, in this many seconds at the most.

        :raises BrokenProcessPool: if there is no process, or it died, or was replaced.
        :raises TimeoutError: if it was stuck; it is ended.
        :raises WorkFailed: if it cannot be done.
        """
        pool = self._pool
        if pool is None:
            raise BrokenProcessPool
        try:
            async with asyncio.timeout(seconds):
                return await asyncio.wrap_future(pool.submit(attempt, work, asked))
        except (BrokenProcessPool, TimeoutError):
            self._replace(pool, None)
            raise

    def change_to(self, pool: Executor) -> None:
        """Go on with this process; the former one's work is broken off."""
        self._replace(self._pool, pool)

    def retire(self) -> None:
        self._replace(self._pool, None)
        self._retired = True

    def _replace(self, former: Executor | None, pool: Executor | None) -> None:
        """Put this pool in place of the former, if that is still there; the one not needed ends."""
        if former is self._pool and not self._retired:
            self._pool, pool = pool, former
        if pool is not None:
            end(pool)


def attempt(work: Callable[[A], T], asked: A) -> T:
    """Do it, in the process.

    :raises WorkFailed: if it cannot be done.
    """
    try:
        return work(asked)
    except Exception as fault:  # noqa: BLE001  # a bot that fails must not stop the table
        raise WorkFailed(in_short(fault)) from None


async def start(folder: Path | None, kind: Kind) -> tuple[Executor, Engine]:
    """A process that runs, and which engine it says it has.

    :raises BrokenProcessPool, OSError, TimeoutError: if it does not run.
    """
    # In a thread: to start processes takes too long for those who play meanwhile.
    pool, said = await asyncio.to_thread(_make_pool, folder, kind)
    try:
        return pool, await asyncio.wait_for(asyncio.wrap_future(said), STARTING)
    except BaseException:
        end(pool)
        raise


def end(pool: Executor) -> None:
    """Whatever it was asked comes back as broken."""
    processes = [*(getattr(pool, "_processes", None) or {}).values()]
    pool.shutdown(wait=False)
    for process in processes:
        process.kill()


def _make_pool(folder: Path | None, kind: Kind) -> tuple[Executor, Future[Engine]]:
    if kind == "here":
        here = _Here()
        return here, here.submit(engine)
    if kind == "thread":
        thread = ThreadPoolExecutor(1, thread_name_prefix="microciv-bot")
        return thread, thread.submit(engine)
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(1, mp_context=context, initializer=begin_work)
    with _looking_first_in(folder):
        return pool, pool.submit(engine)


@final
class _Here(Executor):
    """Does at once what it is asked to do."""

    def submit(
        self,
        fn: Callable[..., T],
        /,
        *args: Any,  # noqa: ANN401  # those of the function
        **kwargs: Any,  # noqa: ANN401
    ) -> Future[T]:
        """Done when it returns."""
        done: Future[T] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as fault:  # noqa: BLE001  # for whoever wants the result
            done.set_exception(fault)
        return done


@contextlib.contextmanager
def _looking_first_in(folder: Path | None) -> Iterator[None]:
    """A process started meanwhile takes its modules from there: it inherits our path."""
    catalogue()  # installed games too, so that this process has loaded whatever the folder may have
    with _path_is_ours:
        if folder is not None:
            sys.path.insert(0, str(folder))
        try:
            yield
        finally:
            if folder is not None:
                sys.path.remove(str(folder))
