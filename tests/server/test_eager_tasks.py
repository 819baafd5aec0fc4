"""What is begun at once."""

from __future__ import annotations

import asyncio

from microciv.server.api.eager_tasks import begin


def test_what_need_not_wait_is_done_without_a_task():
    async def run() -> tuple[list[int], object]:
        done: list[int] = []

        async def work() -> None:
            done.append(1)

        return done, begin(work())

    assert ([1], None) == asyncio.run(run())


def test_what_has_to_wait_goes_on_in_a_task():
    async def run() -> list[str]:
        door, told = asyncio.Event(), []

        async def work() -> None:
            told.append("knocks")
            await door.wait()
            told.append("enters")
            await asyncio.sleep(0)
            told.append("sits")

        task = begin(work())
        told.append("others")
        door.set()
        assert task is not None
        await task
        return told

    assert ["knocks", "others", "enters", "sits"] == asyncio.run(run())


def test_what_waits_can_be_cancelled():
    async def run() -> bool:
        ended = False

        async def work() -> None:
            nonlocal ended
            try:
                await asyncio.Event().wait()
            finally:
                ended = True

        task = begin(work())
        assert task is not None
        task.cancel()
        await asyncio.wait([task])
        return ended

    assert asyncio.run(run())
