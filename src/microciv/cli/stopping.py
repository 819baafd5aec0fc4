"""How long-running commands end: by Ctrl-C or SIGTERM, in order, and their workers with them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager


def stop_at_signals() -> None:
    """SIGINT and SIGTERM raise `KeyboardInterrupt`, however this process was started: `nohup` and
    the background of a script would have it ignore the first.
    """
    if threading.current_thread() is threading.main_thread():
        for sign in (signal.SIGINT, signal.SIGTERM):
            signal.signal(sign, signal.default_int_handler)


@contextmanager
def workers(count: int) -> Iterator[ProcessPoolExecutor]:
    """A pool of worker processes that stop at once when the command is stopped."""
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(count, spawn, _begin_work) as processes:
        try:
            yield processes
        except BaseException:
            # Nothing is cancelled: to find that broken too would be a fault of the pool.
            for process in [*(getattr(processes, "_processes", None) or {}).values()]:
                process.terminate()
            raise


def _begin_work() -> None:
    """Ctrl-C is for the program that started the command; a killed one leaves no process behind."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_command, daemon=True).start()


def _end_with_the_command() -> None:
    command = multiprocessing.parent_process()
    if command is not None:
        command.join()
        os._exit(0)
