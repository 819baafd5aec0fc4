"""Coroutines that seldom have to wait: they run at once, and become a task only if they do wait."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Generator
from types import coroutine
from typing import Any


def begin(work: Coroutine[Any, Any, None]) -> asyncio.Task[None] | None:
    """Run this until it has to wait; None: it has ended. Later Pythons have eager tasks."""
    try:
        waits_for = work.send(None)
    except StopIteration:
        return None
    task = asyncio.get_running_loop().create_task(_rest(work, waits_for))
    task.add_done_callback(lambda _: work.close())  # it may be cancelled before it has gone on
    return task


async def _rest(work: Coroutine[Any, Any, None], waits_for: object) -> None:
    await _go_on(work, waits_for)


@coroutine
def _go_on(work: Coroutine[Any, Any, None], waits_for: object) -> Generator[Any, Any, None]:
    yield waits_for
    yield from work
