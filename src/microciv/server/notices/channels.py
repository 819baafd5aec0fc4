"""How notices go out: one small interface, whatever carries them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Protocol, TypeVar

from microciv.server.notices.texts import News

T = TypeVar("T")
SECONDS: Final = 10.0
"""Seconds that anybody outside may take to answer."""


class Gone(Exception):  # it is an outcome, not a fault
    """Nobody takes anything there any more."""


class Failed(Exception):  # the same
    """It was not taken; later it may be."""


class Channel(Protocol):
    """Carries news to one target: an endpoint of a browser, a mailbox, the address of a webhook."""

    async def send(self, target: str, news: list[News]) -> None:
        """Return when it is taken.

        :raises Gone, Failed: if it is not.
        """


class Threads:
    """A few threads for what blocks, apart from those that tables need."""

    def __init__(self, many: int, name: str) -> None:
        self._pool = ThreadPoolExecutor(many, name)

    async def run(self, do: Callable[..., T], *values: Any) -> T:  # noqa: ANN401  # of whatever is done
        return await asyncio.get_running_loop().run_in_executor(self._pool, do, *values)

    def close(self) -> None:
        """What is under way ends by itself, within `SECONDS`."""
        self._pool.shutdown(wait=False, cancel_futures=True)
