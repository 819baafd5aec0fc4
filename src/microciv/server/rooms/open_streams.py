"""The streams of bot accounts in this process, so that each can be told that there is news."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import final


@final
class Herald:
    """Wakes one stream."""

    def __init__(self) -> None:
        self._rung = asyncio.Event()
        self.over = False
        """Has another stream taken its place, or does the server stop?"""
        self._news = False

    def bring(self) -> None:
        """There may be news of where the account is."""
        self._news = True
        self.ring()

    def takes_news(self) -> bool:
        """Is there such news, since this was asked last?"""
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
class Heralds:
    """All of them: an account has one stream at a time."""

    def __init__(self) -> None:
        self._known: dict[str, Herald] = {}

    def new(self, account: str) -> Herald:
        """That of a stream that begins; a former one of this account ends."""
        former = self._known.get(account)
        if former is not None:
            former.end()
        herald = self._known[account] = Herald()
        return herald

    def forget(self, account: str, herald: Herald) -> None:
        """A stream has ended."""
        if self._known.get(account) is herald:
            del self._known[account]

    def tell(self, accounts: Iterable[str]) -> None:
        """There is news for these, if they listen here."""
        for account in accounts:
            if account in self._known:
                self._known[account].bring()

    def close(self) -> None:
        """End them all."""
        for herald in self._known.values():
            herald.end()
