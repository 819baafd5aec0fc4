"""The two servers that are compared, each a process: `python -m bench.server.sites KIND DATABASE`.

It prints its port, and ends when its standard input does.
"""

from __future__ import annotations

import asyncio
import sys
from collections import defaultdict
from contextlib import suppress
from dataclasses import replace
from typing import Final

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from microciv.server.http.app import Application
from microciv.server.http.connection_limits import raise_descriptors, server_for
from microciv.server.serve import listen_on, settle
from microciv.server.settings import Settings
from microciv.server.store.rows import Entry, MatchRow, TableRow
from microciv.server.store.store import Store, open_store
from microciv.server.wire.messages import Accepted, Play, encode

ANY: Final = (1e6, 10**6)
MANY: Final = 10**6


def usual() -> Settings:
    """As a site has them, without limits on what one address may do: all load comes from one."""
    return replace(Settings(), messages=ANY, requests=ANY, connections=MANY, workers=1)


def bare(store: Store) -> ASGIApp:
    """The least that keeps such a log and tells a table of each answer."""
    tables: dict[str, list[WebSocket]] = defaultdict(list)
    plies: dict[str, int] = defaultdict(int)
    decoder = msgspec.json.Decoder(Play)

    async def watch(socket: WebSocket) -> None:
        table = socket.path_params["table"]
        await socket.accept()
        tables[table].append(socket)
        with suppress(WebSocketDisconnect):
            while True:
                message = decoder.decode(await socket.receive_text())
                entry = Entry(
                    plies[table], 0, message.decision, tuple(message.moves), message.id, "person"
                )
                if not plies[table]:  # it is sent alone
                    row = TableRow(table, 1, "playing", 0, b"{}")
                    await store.add_table(row, MatchRow(table, 1, "5x", {}, [], 0, None))
                plies[table] += 1
                await store.append(table, 1, [entry])
                await socket.send_text(encode(Accepted(id=message.id)).decode())
                told = encode(
                    {"type": "told", "decision": message.decision, "locked": [True] * 4}
                ).decode()
                for other in tables[table]:
                    await other.send_text(told)
        tables[table].remove(socket)

    return Starlette(routes=[WebSocketRoute("/ws/tables/{table}", watch)])


async def serve(kind: str, database: str) -> None:
    """Serve until standard input ends."""
    store, settings = open_store(database), usual()
    listener = listen_on("127.0.0.1", 0)
    if kind == "bare":
        await store.open()
        server = uvicorn.Server(
            uvicorn.Config(
                bare(store),
                lifespan="off",
                ws="websockets-sansio",
                ws_per_message_deflate=False,  # as ours
                log_config=None,
                access_log=False,
            )
        )
    else:
        app = Application(store, settings, f"http://127.0.0.1:{listener.getsockname()[1]}")
        server = server_for(app, settings, raise_descriptors(), lifespan="on")
        settle()
    print(listener.getsockname()[1], flush=True)
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    await asyncio.to_thread(sys.stdin.read)
    server.should_exit = True
    await serving
    if kind == "bare":
        await store.close()


if __name__ == "__main__":
    asyncio.run(serve(*sys.argv[1:3]))
