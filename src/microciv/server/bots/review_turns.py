"""Whose review is worked on: a few at a time, and one for each address or person."""

from __future__ import annotations

import asyncio
from bisect import insort
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import final

from microciv.server.fair_queue import Whose


@final
@dataclass(order=True)
class _Turn:
    """Turns come by rounds, in which every visitor has one."""

    round: int
    number: int
    names: frozenset[str] = field(compare=False)
    """Of the visitor: an address, and maybe a person."""
    tell: Callable[[int], None] = field(compare=False)
    begun: asyncio.Event = field(compare=False, default_factory=asyncio.Event)


@final
class ReviewTurns:
    """Those that have begun, and those that wait for it, in order."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._turns: list[_Turn] = []
        self._numbers = count()

    @asynccontextmanager
    async def turn(self, whose: Whose, tell: Callable[[int], None]) -> AsyncIterator[None]:
        """Wait for a turn, and have it. While it waits, `tell` how many are before it."""
        now = max([one.round for one in self._turns if one.begun.is_set()], default=0)
        names = frozenset([name for name in (whose.visitor, whose.person) if name])
        mine = [one.round + 1 for one in self._turns if one.names & names]
        turn = _Turn(max([now, *mine]), next(self._numbers), names, tell)
        insort(self._turns, turn)
        self._go_on()
        try:
            await turn.begun.wait()
            yield
        finally:
            self._turns.remove(turn)
            self._go_on()

    def _go_on(self) -> None:
        begun = [one for one in self._turns if one.begun.is_set()]
        busy = {name for one in begun for name in one.names}
        for before, one in enumerate(self._turns):
            if one.begun.is_set():
                continue
            if len(begun) < self._most and not one.names & busy:
                begun.append(one)
                busy |= one.names
                one.begun.set()
            else:
                one.tell(before)
