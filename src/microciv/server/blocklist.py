"""Addresses that the operator has blocked."""

from __future__ import annotations

import ipaddress
from typing import final

from microciv.server import refusals
from microciv.server.limits import network_of
from microciv.server.store import sql
from microciv.server.store.store import Store
from microciv.server.wire.messages import Refused


@final
class Blocklist:
    """As it was when it was last read; each block ends by itself."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._until: dict[ipaddress.IPv4Network | ipaddress.IPv6Network, int] = {}

    async def read(self) -> None:
        """:raises StoreError: if the database does not answer."""
        blocked = await self._store.blocked()
        self._until = {ipaddress.ip_network(text): until for text, until in blocked.items()}

    def refusal(self, visitor: str) -> Refused | None:
        """What is said to an address (or, of IPv6, a network) that is blocked."""
        until = self.until(visitor)
        return None if until is None else Refused("blocked", refusals.blocked(until))

    def until(self, visitor: str) -> int | None:
        """Until when it is blocked, in seconds since 1970, if it is."""
        if not self._until:
            return None
        try:
            there = ipaddress.ip_network(visitor)
        except ValueError:
            return None
        for network, until in self._until.items():
            if until > sql.now() and network.overlaps(there):
                return until
        return None


def read_blocked(text: str) -> str:
    """An address or a network as it is blocked: of a visitor with IPv6, the network.

    :raises ValueError: if it is neither.
    """
    return str(ipaddress.ip_network(text if "/" in text else network_of(text), strict=False))
