"""What is counted while tables are served: by `metrics` for Prometheus, or not at all where nobody
reads it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Final, Protocol, final

FAULTS: Final[Counter[str]] = Counter()
"""How often a fault of each kind was logged by this process."""


class Tally(Protocol):
    """A counter, perhaps with labels."""

    def labels(self, *values: str) -> Tally:
        """The counter for these values of its labels."""

    def inc(self) -> None:
        """Count one more."""


class Level(Protocol):
    """A gauge whose value is asked for when it is read."""

    def set_function(self, level: Callable[[], float], /) -> None:
        """Ask this for the value."""


class Seconds(Protocol):
    """A histogram of durations."""

    def observe(self, amount: float, /) -> None:
        """Note one duration."""

    def time(self) -> AbstractContextManager[object]:
        """Note how long the block takes."""


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
    """A counter, gauge and histogram that nobody reads."""

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
    """`Counts` that nobody reads."""

    tables = tables_watched = watchers = questions_waiting = workers_busy = Nothing()
    answers = bots = worker_seconds = Nothing()
    bots_failed = refusals = notices = Nothing()
