"""The other processes of a site, and how one of them is asked something for a visitor."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable
from typing import TYPE_CHECKING, Final, TypeAlias, final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    import h11

HEADER: Final = "x-microciv-relay"
"""The secret of the process that is asked, the visitor's address, and the id of the request; it is
never logged, and what says it without the secret is refused.
"""
MISDIRECTED: Final = 421
"""The status with which a process says that a request is not for it."""
REACHED_WITHIN: Final = 2.0
"""Seconds in which a process of the same site accepts a connection, if it lives."""
PIECE: Final = 65_536

Headers: TypeAlias = Iterable[tuple[bytes, bytes]]


class Unreached(Exception):  # it is an outcome, not a fault
    """Nobody is there, or not the process that was meant: nothing has been done."""


class Broken(Exception):  # it is an outcome, not a fault
    """The answer did not come, or not to its end: what has been done is not known."""


@final
class Peer:
    """Another process, as long as it is heard of."""

    def __init__(self, process: str, address: str, secret: str) -> None:
        parts = urlsplit(address)
        self.process = process
        self.address = address
        self.host = parts.hostname or ""
        self.port = parts.port or 80
        self.gone = asyncio.Event()
        """Set when it has not been heard of for too long."""
        self._secret = secret

    def __repr__(self) -> str:
        return f"<process at {self.address}>"

    def credentials(self, visitor: str, request: str) -> str:
        """The value of `HEADER` with which it believes that this is a visitor's request."""
        return f"{self._secret} {visitor} {request}"


AskLines: TypeAlias = Callable[[Peer, bytes], AsyncIterator[bytes]]
"""Asks a process for what it tells line by line."""


async def ask(
    peer: Peer, method: str, target: bytes, headers: Headers, body: bytes, within: float
) -> AsyncGenerator[h11.Response | bytes]:
    """Ask a process, which has this many seconds to begin: first comes the head of its answer, then
    the body piece by piece.

    :raises Unreached: if nobody is there.
    :raises Broken: if the answer does not come to its end.
    """
    import h11

    try:
        async with asyncio.timeout(REACHED_WITHIN):
            reader, writer = await asyncio.open_connection(peer.host, peer.port)
    except OSError:  # a time-out is one
        raise Unreached from None
    line = h11.Connection(h11.CLIENT)
    whole = [*headers, (b"content-length", b"%d" % len(body)), (b"connection", b"close")]
    try:
        for said in (
            h11.Request(method=method, target=target, headers=whole),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ):
            writer.write(line.send(said) or b"")
        async with asyncio.timeout(within):
            head = await _next(line, reader)
        if not isinstance(head, h11.Response):
            raise Broken
        if head.status_code == MISDIRECTED:
            raise Unreached
        yield head
        while isinstance(piece := await _next(line, reader), h11.Data):
            yield bytes(piece.data)
    except (OSError, h11.ProtocolError):
        raise Broken from None
    finally:
        writer.close()


async def _next(line: h11.Connection, reader: asyncio.StreamReader) -> object:
    import h11

    while (event := line.next_event()) is h11.NEED_DATA:
        line.receive_data(await reader.read(PIECE))
    return event
