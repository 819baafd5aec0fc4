"""Worker processes. They ignore Ctrl-C, which is for the program that started them, and end with
it.
"""

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
    """A pool of `count` worker processes, which are killed at once if the program is stopped."""
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(count, spawn, begin_work) as processes:
        try:
            yield processes
        except BaseException:
            end_workers(processes)
            raise


def end_workers(processes: Executor) -> None:
    """Kill the worker processes of a pool. Nothing is cancelled: the pool fails if it finds
    cancelled tasks when its processes are gone.
    """
    working = [*(getattr(processes, "_processes", None) or {}).values()]
    for process in working:
        process.terminate()
    for process in working:
        process.join()
    # A process may have been killed while it was writing a result. The pool's thread would wait for
    # the rest of it, since this end of the pipe is still open: close it.
    results = getattr(processes, "_result_queue", None)
    if working and results is not None:
        results._writer.close()  # noqa: SLF001  # there is no public way


def begin_work() -> None:
    """Set up a worker process: it ignores Ctrl-C, and ends with the program, even a killed one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_program, daemon=True).start()


@contextmanager
def unwinding() -> Iterator[None]:
    """If a worker is terminated in this context, it first leaves the contexts that are open within,
    so that they can clean up.
    """
    here = threading.current_thread() is threading.main_thread()
    if not here or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield  # not a worker: the program has its own handlers
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
        if ended:  # the pool would treat SystemExit as a result, and send the next task
            signal.raise_signal(signal.SIGTERM)


def _end_with_the_program() -> None:
    program = multiprocessing.parent_process()
    if program is not None:
        program.join()
        os._exit(0)
