"""The webhook of a table: JSON to an address that its host has named."""

from __future__ import annotations

from typing import final

from microciv.server.notices.channels import Threads
from microciv.server.notices.outbound import post
from microciv.server.notices.texts import News, hook_body
from microciv.server.settings import Settings


@final
class Hooks:
    """A `Channel`: its target is the address."""

    def __init__(self, settings: Settings, threads: Threads) -> None:
        self._site = settings.site or ""
        self._loopback = settings.loopback
        self._threads = threads

    async def send(self, target: str, news: list[News]) -> None:
        """:raises Gone, Failed:"""
        for one in news:
            await self._threads.run(self._post, target, hook_body(one, self._site))

    def _post(self, target: str, body: bytes) -> None:
        post(target, body, {"Content-Type": "application/json"}, loopback=self._loopback)
