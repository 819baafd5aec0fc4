"""Tables of people at random legal moves, and what they are sent."""

from __future__ import annotations

import asyncio
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Any, Final, final

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from microciv.server.wire.deltas import Mirror

PEOPLE: Final = 4
PATIENCE: Final = 600.0
"""Seconds; whoever is not asked waits for others."""


@final
class Player:
    """One connection, and what it has been shown."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.waiting: list[dict[str, Any]] = []
        self.mirror = Mirror()
        self.update: dict[str, Any] = {}
        self.received = 0
        self.stored = asyncio.Event()
        """Was its last answer taken, or refused?"""
        self.answers = 0
        self.noted: list[dict[str, Any]] | None = None
        """Every update that it was shown, if somebody wants them."""

    @property
    def asked(self) -> bool:
        """Is a step of an answer wanted?"""
        return bool(self.update["legal"]) and not self.update["complete"]

    @property
    def over(self) -> bool:
        return self.update["places"] is not None

    async def hear(self) -> str:
        """Take in the next message; its type."""
        if not self.waiting:
            async with asyncio.timeout(PATIENCE):
                data = await self.socket.recv(decode=False)
            self.received += len(data)
            told = msgspec.json.decode(data)
            self.waiting = told if isinstance(told, list) else [told]
        message: dict[str, Any] = self.mirror.whole(self.waiting.pop(0))
        if message["type"] == "update":
            self.update = message
            if self.noted is not None:
                self.noted.append(message)
        return str(message["type"])

    async def until(self, *types: str) -> str:
        """Take in messages up to one of these."""
        while (kind := await self.hear()) not in types:
            pass
        return kind

    async def say(self, moves: list[str], match: int, decision: int) -> None:
        """Send an answer."""
        self.answers += 1
        message = {"type": "play", "match": match, "decision": decision, "moves": moves}
        await self.socket.send(msgspec.json.encode({**message, "id": f"{self.answers}"}).decode())

    async def answer(self, moves: list[str]) -> None:
        """Seal this, and wait until it is stored and shown."""
        await self.say(moves, self.update["match"], self.update["decision"])
        if await self.until("accepted", "refused") == "accepted":
            await self.until("update")


@final
class Table:
    """The people of one table."""

    def __init__(self, id_: str, players: list[Player], seed: int) -> None:
        self.id = id_
        self.players = players
        self.rng = random.Random(seed)
        self.answers = 0

    def received(self) -> int:
        """Bytes that all of them were sent."""
        return sum([player.received for player in self.players])

    async def play(self, most: int, pause: Callable[[], float] = lambda: 0.0) -> None:
        """Play on until this many answers are given, or the match is over."""
        tasks = [asyncio.create_task(self._play(player, most, pause)) for player in self.players]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _play(self, player: Player, most: int, pause: Callable[[], float]) -> None:
        while not player.over and self.answers < most:
            if not player.asked:
                await player.hear()
                continue
            await asyncio.sleep(pause())
            self.answers += 1
            move = self.rng.choice(player.update["legal"])["text"]
            await player.answer([*[step["text"] for step in player.update["answer"]], move])

    async def close(self) -> None:
        for player in self.players:
            await player.socket.close()


@contextmanager
def served(
    *arguments: str, under: Sequence[str] = (), errors: IO[str] | None = None
) -> Iterator[int]:
    """The port of `microciv serve` with these arguments, run by a command if there is one; it is
    killed in the end.
    """
    command = [*under, sys.executable, "-m", "microciv", "serve", "--port", "0", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(r":(\d+)/", process.stdout.readline())
            assert found is not None
            yield int(found[1])
        finally:
            process.kill()


async def seated(port: int, game: str, seed: int, door: int | None = None) -> Table:
    """A match of people, as they see it when it begins; their sockets may be to another port."""
    seats = [{"kind": "you"}, *[{"kind": "open"}] * (PEOPLE - 1)]
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as http:
        answer = await http.post("/api/tables", json={"game": game, "seats": seats})
        assert answer.status_code == 201, answer.text
        made = answer.json()
        place, tokens = f"/api/tables/{made['table']}", [made["token"]]
        for number in range(1, PEOPLE):
            sat = await http.post(f"{place}/sit", json={"name": f"Person {number}"})
            tokens.append(sat.json()["token"])
        started = await http.post(
            f"{place}/start", json={}, headers={"authorization": f"Bearer {tokens[0]}"}
        )
        assert started.status_code == 200, started.text
    players = []
    for token in tokens:
        player = await connected(door or port, made["table"])
        await player.socket.send(msgspec.json.encode({"type": "hello", "token": token}).decode())
        players.append(player)
    for player in players:
        await player.socket.send('{"type":"ping"}')
        await player.until("pong")
    return Table(made["table"], players, seed)


async def connected(port: int, table: str) -> Player:
    """A connection that has not said hello."""
    return Player(await connect(f"ws://127.0.0.1:{port}/ws/tables/{table}", max_queue=None))
