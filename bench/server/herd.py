"""Does everybody get in again after a restart? `python -m bench.server.herd [--clients 5000]`.

Matches of four are begun, the server is killed, and a new one is met by all of their players in the
same moment, from as many addresses as a site's usual limits want. It wants Linux, where all of
127.0.0.0/8 is this machine, and two descriptors for each client.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections import Counter
from typing import Final, final

import httpx
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from bench.server.load import PEOPLE, Player, served
from bench.server.script import arguments

EACH: Final = 100
"""Clients of an address."""
AT_ONCE: Final = 20
"""Matches that are begun at a time."""
OPENING: Final = 300.0
"""Seconds that a client waits for its connection; it asks once, and never again."""


def address_of(number: int) -> str:
    """Where a client comes from."""
    place = number // EACH
    return f"127.1.{place // 250}.{place % 250 + 1}"


async def begun(port: int, number: int) -> tuple[str, list[str]]:
    """A match of four, and their tokens."""
    way = httpx.AsyncHTTPTransport(local_address=address_of(number * PEOPLE))
    async with httpx.AsyncClient(
        transport=way, base_url=f"http://127.0.0.1:{port}", timeout=OPENING
    ) as http:

        async def ask(path: str, body: object, token: str = "") -> dict[str, str]:
            headers = {"authorization": f"Bearer {token}"} if token else {}
            answer = await http.post(f"/api/tables{path}", json=body, headers=headers)
            assert answer.is_success, answer.text
            told: dict[str, str] = answer.json()
            return told

        seats = [{"kind": "you"}, *[{"kind": "open"}] * (PEOPLE - 1)]
        made = await ask("", {"game": "5x", "seats": seats})
        others = [await ask(f"/{made['table']}/sit", {"name": f"P{n}"}) for n in range(PEOPLE - 1)]
        await ask(f"/{made['table']}/start", {}, made["token"])
        return made["table"], [made["token"], *[other["token"] for other in others]]


@final
class Herd:
    """Those who come back, and what becomes of them."""

    def __init__(self, clients: int) -> None:
        self._left = clients
        self._all_told = asyncio.Event()
        self.told: Counter[str] = Counter()

    async def come_back(self, port: int, number: int, table: str, token: str) -> None:
        """A client gets in and stays until everybody is, or is told why not."""
        try:
            async with connect(
                f"ws://127.0.0.1:{port}/ws/tables/{table}",
                local_addr=(address_of(number), 0),
                open_timeout=OPENING,
                ping_interval=None,
            ) as socket:
                player = Player(socket)
                hello = {"type": "hello", "token": token, "match": 1, "since": 0}
                await socket.send(msgspec.json.encode(hello).decode())
                told = await player.until("update", "refused")
                self._settle()
                await self._all_told.wait()
                self.told["dropped" if socket.close_code else told] += 1
        except (OSError, TimeoutError, WebSocketException) as error:
            self._settle()
            self.told[type(error).__name__] += 1

    def _settle(self) -> None:
        self._left -= 1
        if not self._left:
            self._all_told.set()


async def measure(clients: int) -> None:
    """Print how many get in, and how long it takes."""
    turns = asyncio.Semaphore(AT_ONCE)

    async def begin(port: int, number: int) -> tuple[str, list[str]]:
        async with turns:
            return await begun(port, number)

    with tempfile.TemporaryDirectory() as folder:
        database = f"{folder}/herd.sqlite3"
        with served("--database", database) as port:
            matches = await asyncio.gather(*[begin(port, n) for n in range(clients // PEOPLE)])
        seats = [(table, token) for table, tokens in matches for token in tokens]
        with served("--database", database) as port:
            herd, start = Herd(len(seats)), time.perf_counter()
            await asyncio.gather(
                *[herd.come_back(port, number, *seat) for number, seat in enumerate(seats)]
            )
            print(f"{time.perf_counter() - start:.1f} s: {dict(herd.told)}")


def main() -> None:
    """Measure and print."""
    asyncio.run(measure(arguments("bench.server.herd", __doc__, clients=5000).clients))


if __name__ == "__main__":
    main()
