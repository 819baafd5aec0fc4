"""Worker processes: they leave Ctrl-C to the program that started them, and end with it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager


@contextmanager
def workers(count: int) -> Iterator[ProcessPoolExecutor]:
    """A pool of worker processes that stop at once when the program is stopped."""
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(count, spawn, begin_work) as processes:
        try:
            yield processes
        except BaseException:
            end_workers(processes)
            raise


def end_workers(processes: Executor) -> None:
    """Stop what they are at. Nothing is cancelled: to find that broken too would be a fault of the
    pool.
    """
    working = [*(getattr(processes, "_processes", None) or {}).values()]
    for process in working:
        process.terminate()
    for process in working:
        process.join()
    # Whom one of them was just handing a result waits for the rest of it, as the pool itself could
    # still write there.
    results = getattr(processes, "_result_queue", None)
    if working and results is not None:
        results._writer.close()  # noqa: SLF001  # the pool has no word for it


def begin_work() -> None:
    """Ctrl-C is for the program that started us; a killed one leaves no process behind."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_program, daemon=True).start()


@contextmanager
def unwinding() -> Iterator[None]:
    """A worker that is ended meanwhile puts away first what is open within."""
    here = threading.current_thread() is threading.main_thread()
    if not here or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield  # a program, which knows how it ends
        return
    ended = False

    def unwind(*_: object) -> None:
        nonlocal ended
        ended = True
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        raise SystemExit

    signal.signal(signal.SIGTERM, unwind)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        if ended:  # the pool would take the exit for a result, and give out the next task
            signal.raise_signal(signal.SIGTERM)


def _end_with_the_program() -> None:
    program = multiprocessing.parent_process()
    if program is not None:
        program.join()
        os._exit(0)
