"""Does one address keep others out? `python -m bench.server.flood [--connections 1100]`.

A server that may have 1,024 descriptors is met from one address by more connections than that, each
of which says half a request. Meanwhile somebody at another address opens a table, again and again.
Then the flooder asks as fast as it can, hangs up, comes back and asks again: what it gets then is
only what has come in meanwhile. It wants Linux, where all of 127.0.0.0/8 is this machine.
"""

from __future__ import annotations

import asyncio
import socket
import tempfile
from contextlib import ExitStack
from time import perf_counter
from typing import Final

import httpx

from bench.server.load import served
from bench.server.script import arguments
from microciv.server.settings import Settings
from microciv.server.usage import sharing

READS: Final = (0.5, 5)
"""What a person may ask, less than usual: this machine sends the flood as well as it serves it."""
FEW: Final = (
    *("env", f"MICROCIV_SERVE_READS={READS[0]},{READS[1]}"),
    *("sh", "-c", 'ulimit -n 1024; exec "$@"', "sh"),
)
HALF: Final = b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: "
FLOODER: Final = "127.0.0.9"
OTHER: Final = "127.0.0.2"
OPENED: Final = 20
"""Tables that the other opens, one after the other."""
AT_ONCE: Final = 20
"""Requests of the flooder that are under way at a time."""
SECONDS: Final = 5.0
"""That it asks for, each time."""
WITHIN: Final = 2.0
"""Seconds in which a table has to be there."""


def half_open(port: int, count: int, stack: ExitStack) -> None:
    """So many connections of the flooder that say half a request."""
    for _ in range(count):
        knocking = stack.enter_context(socket.socket())
        knocking.bind((FLOODER, 0))
        knocking.connect(("127.0.0.1", port))
        knocking.sendall(HALF)


def opens_tables(port: int) -> list[float]:
    """How many seconds each takes somebody else."""
    wish = {"game": "5x", "seats": [{"kind": "you"}, {"kind": "open"}, {"kind": "open"}]}
    took = []
    way = httpx.HTTPTransport(local_address=OTHER)
    with httpx.Client(transport=way, base_url=f"http://127.0.0.1:{port}", timeout=60.0) as http:
        for _ in range(OPENED):
            begun = perf_counter()
            answer = http.post("/api/tables", json=wish)
            assert answer.status_code == 201, answer.text
            took.append(perf_counter() - begun)
    return took


async def asks(port: int) -> tuple[int, int]:
    """How often the flooder, on new connections, is served and refused."""
    served_, refused = 0, 0
    until = perf_counter() + SECONDS

    async def ask(http: httpx.AsyncClient) -> None:
        nonlocal served_, refused
        while perf_counter() < until:
            try:
                status = (await http.get("/api/server")).status_code
            except httpx.TransportError:  # it is hung up on
                status = 0
            served_ += status == 200
            refused += status != 200

    way = httpx.AsyncHTTPTransport(local_address=FLOODER)
    address = f"http://127.0.0.1:{port}"
    async with httpx.AsyncClient(transport=way, base_url=address, timeout=60.0) as http:
        await asyncio.gather(*[ask(http) for _ in range(AT_ONCE)])
    return served_, refused


def measure(connections: int) -> int:
    """Print what others wait, and what a flooder gets; is anything wrong?"""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        database = f"{folder}/flood.sqlite3"
        with served("--database", database, under=FEW) as port:
            alone = opens_tables(port)
            half_open(port, connections, stack)
            beside = opens_tables(port)
            stack.pop_all().close()
            first, again = asyncio.run(asks(port)), asyncio.run(asks(port))
    rate, size = [sharing(Settings().connections) * each for each in READS]
    late = len([took for took in beside if took > WITHIN])
    print(
        f"a table is there in {1000 * max(alone):.0f} ms at most, beside {connections:,} half-open"
        f" requests in {1000 * max(beside):.0f} ms: {late} of {OPENED} later than {WITHIN:.0f} s"
    )
    print(
        f"in {SECONDS:.0f} s a flooder is served {first[0]:,} times and refused {first[1]:,} times;"
        f" when it comes back {again[0]:,} and {again[1]:,} times"
        f" (it may ask {size:.0f} times at once, and {rate:.0f} times a second)"
    )
    return late + (again[0] > 2 * SECONDS * rate)


def main() -> None:
    """Measure, print, and fail if somebody was kept out."""
    asked = arguments("bench.server.flood", __doc__, connections=1100)
    raise SystemExit(min(1, measure(asked.connections)))


if __name__ == "__main__":
    main()
