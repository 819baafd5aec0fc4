"""The streams of bot accounts that are open in this process, so that each can be woken by news."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import final


@final
class OpenStream:
    """Wakes whoever writes one stream."""

    def __init__(self) -> None:
        self._rung = asyncio.Event()
        self.over = False
        """Has another stream taken its place, or does the server stop?"""
        self._news = False

    def bring(self) -> None:
        """Say that the account may be at another table by now, and wake."""
        self._news = True
        self.ring()

    def takes_news(self) -> bool:
        """Has `bring` been called since this was asked last?"""
        news, self._news = self._news, False
        return news

    def ring(self) -> None:
        self._rung.set()

    def end(self) -> None:
        self.over = True
        self.ring()

    async def wait(self, seconds: float) -> bool:
        """Until it rings, or this time is up; did it ring?"""
        try:
            async with asyncio.timeout(seconds):
                await self._rung.wait()
        except TimeoutError:
            return False
        self._rung.clear()
        return True


@final
class OpenStreams:
    """By account: each has one stream at a time."""

    def __init__(self) -> None:
        self._known: dict[str, OpenStream] = {}

    def new(self, account: str) -> OpenStream:
        """Open a stream; a former one of this account ends."""
        former = self._known.get(account)
        if former is not None:
            former.end()
        stream = self._known[account] = OpenStream()
        return stream

    def forget(self, account: str, stream: OpenStream) -> None:
        if self._known.get(account) is stream:
            del self._known[account]

    def tell(self, accounts: Iterable[str]) -> None:
        """Wake those of these accounts that have a stream here."""
        for account in accounts:
            if account in self._known:
                self._known[account].bring()

    def close(self) -> None:
        for stream in self._known.values():
            stream.end()
