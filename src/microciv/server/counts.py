"""What is counted while tables are served: for Prometheus by `metrics`, or, where nobody reads it,
by nobody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Final, Protocol, final

FAULTS: Final[Counter[str]] = Counter()
"""How often a fault of each kind was logged by this process."""


class Tally(Protocol):
    """Counts up, perhaps by labels."""

    def labels(self, *values: str) -> Tally:
        """The one for these labels."""

    def inc(self) -> None:
        """One more."""


class Level(Protocol):
    """Tells how much there is of something whenever it is asked."""

    def set_function(self, level: Callable[[], float], /) -> None:
        """Ask this."""


class Seconds(Protocol):
    """Notes how long something takes."""

    def observe(self, amount: float, /) -> None:
        """This many seconds."""

    def time(self) -> AbstractContextManager[object]:
        """As long as the block takes."""


class Counts(Protocol):
    """What rooms count."""

    @property
    def tables(self) -> Level: ...
    @property
    def tables_watched(self) -> Level: ...
    @property
    def watchers(self) -> Level: ...
    @property
    def questions_waiting(self) -> Level: ...
    @property
    def workers_busy(self) -> Level: ...
    @property
    def answers(self) -> Seconds: ...
    @property
    def bots(self) -> Seconds: ...
    @property
    def worker_seconds(self) -> Seconds: ...
    @property
    def bots_failed(self) -> Tally: ...
    @property
    def refusals(self) -> Tally: ...
    @property
    def notices(self) -> Tally: ...


@final
class Nothing:
    """Counts nothing of anything."""

    def labels(self, *_: str) -> Nothing:
        return self

    def inc(self) -> None:
        pass

    def set_function(self, level: Callable[[], float], /) -> None:
        pass

    def observe(self, amount: float, /) -> None:
        pass

    def time(self) -> AbstractContextManager[object]:
        return nullcontext()


@final
class Uncounted:
    """Nothing of all that rooms count."""

    tables = tables_watched = watchers = questions_waiting = workers_busy = Nothing()
    answers = bots = worker_seconds = Nothing()
    bots_failed = refusals = notices = Nothing()
