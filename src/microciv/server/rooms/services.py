"""What all rooms share: the store, the bots, and work that goes on in the background."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar, final

from microciv.server.blocklist import Blocklist
from microciv.server.bots.hints import Hints
from microciv.server.bots.reviews import Reviews
from microciv.server.bots.studies import Studies
from microciv.server.bots.worker import Kind
from microciv.server.bots.workers import BotWorkers
from microciv.server.counts import FAULTS, Counts, Uncounted
from microciv.server.logs import in_short, log
from microciv.server.rooms.live_tables import LiveTables
from microciv.server.rooms.open_streams import OpenStreams
from microciv.server.settings import Settings
from microciv.server.store.leases import Leases
from microciv.server.store.rows import Unfit
from microciv.server.store.store import Store
from microciv.server.usage import Meters
from microciv.server.wire.messages import Refused

T = TypeVar("T")


@final
class Services:
    """What all rooms of one process share."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        metrics: Counts | None = None,
        workers: Kind | None = None,
    ) -> None:
        """Nothing is counted without `metrics`; see `BotWorkers` for the kind of the workers."""
        self.metrics: Counts = metrics or Uncounted()
        self.store = store
        self.settings = settings
        self.leases = Leases(store, settings)
        self.blocklist = Blocklist(store)
        self.bot_workers = BotWorkers(
            settings.workers, settings.thinking, self.metrics.worker_seconds.observe, workers
        )
        self.metrics.questions_waiting.set_function(lambda: self.bot_workers.waiting)
        self.metrics.workers_busy.set_function(lambda: self.bot_workers.working)
        self.hints = Hints(self.bot_workers, settings.advice_seed)
        self.reviews = Reviews(self.hints, settings, report)
        self.studies = Studies(settings, lambda: self.bot_workers.folder)
        self.meters = Meters(settings)
        self.live_tables = LiveTables(settings)
        self.open_streams = OpenStreams()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._stranded: set[str] = set()

    async def close(self) -> None:
        """Finish what is being written, and stop everything else."""
        self.reviews.close()
        self.open_streams.close()
        await self.studies.close()
        for task in [*self._tasks]:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.bot_workers.close()

    def strand(self, table: str, fault: Unfit) -> None:
        """Log, once, why a table cannot be gone on with."""
        if table not in self._stranded:
            self._stranded.add(table)
            log.error("table %s cannot be gone on with: %s", table, fault)

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Do this in the background; a fault is logged, without what was said."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    async def protect(self, work: Coroutine[Any, Any, T]) -> T:
        """Do this to its end, even if the client that asked is gone."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (fault := task.exception()) is not None:
            report_unless_refused(fault)


def report_unless_refused(fault: BaseException) -> None:
    """Log a fault that nobody waits for. A refusal is none, as when another process serves the
    table by now.
    """
    if not isinstance(fault, Refused):
        report(fault)


def report(fault: BaseException) -> None:
    """Log and count a fault, without its words."""
    FAULTS[type(fault).__name__] += 1
    log.error("fault: %s", in_short(fault))
