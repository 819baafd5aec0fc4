"""How often somebody may ask: a bucket of tokens that fills with time."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Final, final

MOST_ADDRESSES: Final = 10_000


@final
class Bucket:
    """Holds up to `size` tokens; `rate` of them come back each second."""

    def __init__(self, rate: float, size: int) -> None:
        self._rate = rate
        self._size = size
        self._left = float(size)
        self._at = time.monotonic()

    def take(self) -> bool:
        """Take a token; False if there is none."""
        moment = time.monotonic()
        self._left = min(self._size, self._left + (moment - self._at) * self._rate)
        self._at = moment
        if self._left < 1:
            return False
        self._left -= 1
        return True


@final
class Buckets:
    """A bucket for each address; the one that was silent longest is forgotten first."""

    def __init__(self, rate: float, size: int) -> None:
        self._rate = rate
        self._size = size
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Take a token of this address; False if it has none."""
        bucket = self._buckets.setdefault(address, Bucket(self._rate, self._size))
        self._buckets.move_to_end(address)
        if len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket.take()
