"""Kill the server under load, and see what was lost: `python -m bench.server.kills [--kills 200]`.

    python -m bench.server.kills --database postgresql:///postgres

Without an address one process serves an SQLite file, else two a PostgreSQL database. People at some
tables answer at random while one process after the other is killed (SIGKILL) and started again. An
answer that was acknowledged has to be in the log, once, and every log has to replay. At each table
two people ask for the last seat at the same moment, and at most one may get it. Ctrl-C ends it and
tells of what was found.
"""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
import time
from contextlib import suppress
from typing import Any, Final, final

import httpx
import msgspec
from websockets.exceptions import WebSocketException

from bench.server.__main__ import Site, database
from bench.server.load import PEOPLE, Player, connected
from bench.server.script import arguments, end
from microciv.server.store.store import open_store
from microciv.server.table.live_match import resume
from microciv.server.table.tables import read_table

TABLES: Final = 6
"""At which people play at a time."""
BETWEEN: Final = (1, 40)
"""Answers between two kills, at random."""
SETTLES: Final = 3.0
"""Seconds of load after the last one."""
THINKS: Final = 0.03
"""Seconds that a person takes for an answer."""
AGAIN: Final = 0.1
"""Seconds until somebody who was cut off tries again."""
PATIENCE: Final = 300.0
LOST: Final = (OSError, WebSocketException, httpx.HTTPError, TimeoutError)


@final
class Process:
    """A server that is started again whenever it has been killed."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.port = 0
        self._process: subprocess.Popen[str] | None = None

    async def start(self) -> None:
        command = [sys.executable, "-m", "bench.server.sites", "ours", self._address]
        pipe = subprocess.PIPE
        self._process = process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)  # noqa: ASYNC220  # it takes a moment, in which people wait as elsewhere
        self.port = (await asyncio.to_thread(Site, process)).port

    async def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        await asyncio.to_thread(self._process.wait)


@final
class Crowd:
    """People at their tables, what they were told, and what they may not be told."""

    def __init__(self, processes: list[Process], game: str) -> None:
        self.acknowledged: list[tuple[str, int, str]] = []
        """Table, match and id of each answer that the server said is stored."""
        self.tables: list[str] = []
        self.races = 0
        self.twice: list[str] = []
        """Tables at which two got the last seat."""
        self._stored = asyncio.Event()
        """Set whenever an answer is."""
        self._processes = processes
        self._game = game

    def door(self) -> int:
        """A process, whichever has the table."""
        return random.choice(self._processes).port

    async def answers(self, more: int) -> None:
        """Until this many more have been acknowledged."""
        wanted = len(self.acknowledged) + more
        async with asyncio.timeout(PATIENCE):
            while len(self.acknowledged) < wanted:
                self._stored.clear()
                await self._stored.wait()

    async def play(self) -> None:
        """Play at one table after the other."""
        while True:
            try:
                table, tokens = await self._seated()
            except LOST:
                await asyncio.sleep(AGAIN)
                continue
            self.tables.append(table)
            await asyncio.gather(*[self._answer(table, token) for token in tokens])

    async def _post(self, path: str, body: object, token: str = "") -> Any:  # noqa: ANN401  # as JSON has it
        async with httpx.AsyncClient(timeout=PATIENCE) as http:
            address = f"http://127.0.0.1:{self.door()}/api/tables{path}"
            head = {"authorization": f"Bearer {token}"} if token else {}
            return (await http.post(address, json=body, headers=head)).raise_for_status().json()

    async def _seated(self) -> tuple[str, list[str]]:
        seats = [{"kind": "you"}, *[{"kind": "open"}] * (PEOPLE - 1)]
        made = await self._post("", {"game": self._game, "seats": seats})
        table, tokens = made["table"], [made["token"]]
        for number in range(1, PEOPLE - 1):
            sat = await self._post(f"/{table}/sit", {"name": f"Person {number}"})
            tokens.append(sat["token"])
        race = [self._post(f"/{table}/sit", {"name": f"Racer {number}"}) for number in range(2)]
        told = await asyncio.gather(*race, return_exceptions=True)
        winners = [one["token"] for one in told if not isinstance(one, BaseException)]
        self.races += 1
        if len(winners) > 1:
            self.twice.append(table)
        if not winners:
            raise TimeoutError("who got the seat was not told")
        await self._post(f"/{table}/start", {}, tokens[0])
        return table, [*tokens, *winners]

    async def _answer(self, table: str, token: str) -> None:
        """Answer whenever this person is asked, however often the line is cut."""
        asked: dict[str, Any] | None = None
        """The answer of which nobody knows whether it is stored."""
        count = 0
        while True:
            with suppress(*LOST):
                player = await connected(self.door(), table)
                try:
                    hello = msgspec.json.encode({"type": "hello", "token": token})
                    await player.socket.send(hello.decode())
                    await player.until("update")
                    while not player.over:
                        if asked is None and player.asked:
                            await asyncio.sleep(random.uniform(0, 2 * THINKS))
                            count += 1
                            asked = self._chosen(player, f"{token[:8]}-{count}")
                        if asked is not None:
                            if await self._say(player, asked):
                                self.acknowledged.append((table, asked["match"], asked["id"]))
                                self._stored.set()
                            asked = None
                        else:
                            async with asyncio.timeout(PATIENCE):
                                await player.hear()
                    if player.over:
                        return
                finally:
                    await player.socket.close()
            await asyncio.sleep(AGAIN)

    @staticmethod
    def _chosen(player: Player, id_: str) -> dict[str, Any]:
        update = player.update
        moves = [
            *[step["text"] for step in update["answer"]],
            random.choice(update["legal"])["text"],
        ]
        return {
            "type": "play",
            "match": update["match"],
            "decision": update["decision"],
            "moves": moves,
            "id": id_,
        }

    @staticmethod
    async def _say(player: Player, message: dict[str, Any]) -> bool:
        """Was it stored?"""
        await player.socket.send(msgspec.json.encode(message).decode())
        async with asyncio.timeout(PATIENCE):
            stored = await player.until("accepted", "refused") == "accepted"
            await player.until("update")  # after a refusal too: it was stale
        return stored


async def check(address: str, crowd: Crowd) -> list[str]:
    """What is wrong with what is stored."""
    wrong = [f"{table}: two got the last seat" for table in crowd.twice]
    store = open_store(address)
    await store.open()
    try:
        logs: dict[tuple[str, int], list[tuple[int, str | None]]] = {}
        for id_ in crowd.tables:
            row = await store.table(id_)
            if row is None:
                wrong.append(f"{id_}: the table is lost")
                continue
            table = read_table(row.body)
            for number in range(1, table.match + 1):
                entries = await store.entries(id_, number)
                if [entry.ply for entry in entries] != [*range(len(entries))]:
                    wrong.append(f"{id_}: there are gaps in its log")
                logs[id_, number] = [(entry.seat, entry.id) for entry in entries]
                resume(table.open_game(), await store.match(id_, number), entries)
        for table_, number, told in crowd.acknowledged:
            often = len([id_ for _, id_ in logs.get((table_, number), []) if id_ == told])
            if often != 1:
                wrong.append(f"{table_}: an acknowledged answer is there {often} times")
    finally:
        await store.close()
    return wrong


async def measure(game: str, kills: int, address: str | None) -> tuple[str, list[str]]:
    """Kill; what that did, and what is wrong."""
    begun = time.monotonic()
    with database(address, "kills") as place:
        processes = [Process(place) for _ in range(1 if address is None else 2)]
        for process in processes:
            await process.start()
        crowd = Crowd(processes, game)
        people = [asyncio.create_task(crowd.play()) for _ in range(TABLES)]
        done = 0
        with suppress(asyncio.CancelledError):  # Ctrl-C: what was found so far
            while done < kills:
                await crowd.answers(random.randint(*BETWEEN))
                process = random.choice(processes)
                await process.kill()
                done += 1
                await process.start()
                if done % 20 == 0:
                    told = f"{done} kills, {len(crowd.acknowledged):,} answers"
                    print(told, file=sys.stderr, flush=True)
        await asyncio.sleep(SETTLES)
        for task in people:
            task.cancel()
        await asyncio.gather(*people, return_exceptions=True)
        for process in processes:
            await process.kill()
        wrong = await check(place, crowd)
    kind = "SQLite" if address is None else f"PostgreSQL, {len(processes)} processes"
    told = (
        f"{kind}: {done} kills in {time.monotonic() - begun:,.0f} s, {len(crowd.tables)} tables,"
        f" {len(crowd.acknowledged):,} answers acknowledged; {crowd.races} races for a seat,"
        f" {len(crowd.twice)} with two winners"
    )
    return told, wrong


def main() -> None:
    """Kill and print."""
    asked = arguments("bench.server.kills", __doc__, game="5x", kills=200, database=None)
    end(*asyncio.run(measure(asked.game, asked.kills, asked.database)))


if __name__ == "__main__":
    main()
