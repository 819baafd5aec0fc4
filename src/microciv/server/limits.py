"""How often somebody may ask, how many may come, and how often the log hears of it."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, final

MOST_KEPT: Final = 10_000
SELDOM: Final = 60.0
"""Seconds between two lines of the log about the same."""


def network_of(host: str) -> str:
    """The address that is counted; of IPv6 the network, which one visitor has whole."""
    try:
        address = ipaddress.IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((address, 64), strict=False))


def host_of(scope: Mapping[str, Any]) -> str:
    """The address that the limits of an ASGI connection are counted for."""
    client = scope.get("client")
    return network_of(str(client[0])) if client else "?"


@final
class Networks:
    """Addresses, and networks of them, to find one in."""

    def __init__(self, addresses: Iterable[str]) -> None:
        """:raises ValueError: for what is neither."""
        self._networks = [ipaddress.ip_network(address) for address in addresses]

    def __contains__(self, host: str) -> bool:
        try:
            address = ipaddress.ip_address(host.partition("%")[0])
        except ValueError:
            return False
        return any([address in network for network in self._networks])


@final
class Bucket:
    """Holds up to `size` tokens; `rate` of them come back each second."""

    def __init__(self, rate: float, size: int) -> None:
        self._rate = rate
        self._size = size
        self._left = float(size)
        self._at = time.monotonic()

    def take(self, amount: float = 1) -> bool:
        """Take a token, or as many as a full bucket has; False if they are not there."""
        amount = min(amount, self._size)
        moment = time.monotonic()
        self._left = min(self._size, self._left + (moment - self._at) * self._rate)
        self._at = moment
        if self._left < amount:
            return False
        self._left -= amount
        return True


@final
class Buckets:
    """A bucket for each who asks; the one that was silent longest is forgotten first."""

    def __init__(self, rate: float, size: int) -> None:
        self._rate = rate
        self._size = size
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str, amount: float = 1) -> bool:
        """Take `amount` of their tokens; False if they have fewer."""
        bucket = self._buckets.pop(who, None) or Bucket(self._rate, self._size)
        self._buckets[who] = bucket
        if len(self._buckets) > MOST_KEPT:
            self._buckets.popitem(last=False)
        return bucket.take(amount)


@final
class Crowd:
    """The number of connections per address, never more than a limit."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._here: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """One more of this address; False if that would be too many."""
        if self._here[address] >= self._most:
            return False
        self._here[address] += 1
        return True

    def leave(self, address: str) -> None:
        self._here[address] -= 1
        if not self._here[address]:
            del self._here[address]


@final
class Seldom:
    """Tells of what strangers may bring about as often as they like: at once, and then once a
    minute at most, with how often it was.
    """

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._counts: Counter[str] = Counter()
        self._told = -SELDOM

    def note(self, what: str) -> None:
        self._counts[what] += 1
        moment = time.monotonic()
        if moment - self._told >= SELDOM:
            self._told = moment
            self._tell(", ".join([f"{what} ({often})" for what, often in self._counts.items()]))
            self._counts.clear()
