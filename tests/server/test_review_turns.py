"""Reviews wait for each other, and are told how many are before them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from microciv.server.bots.review_turns import ReviewTurns
from microciv.server.fair_queue import Whose


class Reviewing:
    """Reviews by name, of the address whose initial the name has, and of the person who is named
    after it; each is let end by its name.
    """

    def __init__(self, most: int) -> None:
        self.turns = ReviewTurns(most)
        self.begun: list[str] = []
        self.told: dict[str, list[int]] = {}
        self.ends: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, *names: str) -> None:
        for name in names:
            self.told[name], self.ends[name] = [], asyncio.Event()
            self.tasks[name] = asyncio.create_task(self._review(name))
        await settle()

    async def _review(self, name: str) -> None:
        async with self.turns.turn(
            Whose(name[0], "", name.partition(" ")[2]), self.told[name].append
        ):
            self.begun.append(name)
            await self.ends[name].wait()

    async def end(self, *names: str) -> None:
        for name in names:
            self.ends[name].set()
            await settle()


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


@asynccontextmanager
async def reviewing(most: int) -> AsyncIterator[Reviewing]:
    found = Reviewing(most)
    try:
        yield found
    finally:
        for task in found.tasks.values():
            task.cancel()


@pytest.mark.anyio
async def test_a_few_are_worked_on_and_the_others_are_told_their_place():
    async with reviewing(2) as site:
        await site.ask("a", "b", "c", "d")
        assert ["a", "b"] == site.begun
        assert ([], [], [2]) == (site.told["a"], site.told["b"], site.told["c"][-1:])
        await site.end("b")
        assert ["a", "b", "c"] == site.begun
        assert [3, 2] == sorted(set(site.told["d"]), reverse=True)
        await site.end("a")
        assert "d" == site.begun[-1]


@pytest.mark.anyio
async def test_of_one_visitor_one_is_worked_on_at_a_time():
    async with reviewing(4) as site:
        await site.ask("a1", "a2", "a3")
        assert ["a1"] == site.begun
        assert (1, 2) == (site.told["a2"][-1], site.told["a3"][-1])
        await site.end("a1")
        assert ["a1", "a2"] == site.begun
        assert 1 == site.told["a3"][-1]


@pytest.mark.anyio
async def test_of_one_person_one_is_worked_on_whatever_the_address():
    async with reviewing(4) as site:
        await site.ask("a ann", "b ann", "b", "c")
        assert ["a ann", "b", "c"] == site.begun
        await site.end("a ann", "b")
        assert "b ann" == site.begun[-1]


@pytest.mark.anyio
async def test_visitors_take_turns_however_many_reviews_they_ask_for():
    async with reviewing(1) as site:
        await site.ask("a1", "a2", "a3", "b1", "b2", "c1")
        await site.end("a1", "b1", "c1", "a2", "b2", "a3")
        assert ["a1", "b1", "c1", "a2", "b2", "a3"] == site.begun


@pytest.mark.anyio
async def test_who_waits_no_more_holds_up_nobody():
    async with reviewing(1) as site:
        await site.ask("a", "b", "c")
        site.tasks["b"].cancel()
        await settle()
        assert 1 == site.told["c"][-1]
        site.tasks["a"].cancel()
        await settle()
        assert ["a", "c"] == site.begun
