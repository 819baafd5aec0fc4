"""What a server counts, for Prometheus. Labels are kinds of things: never a table, a person, an
address or anything that somebody sent.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final, final

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector
from starlette.responses import Response

from microciv.server import counts

ANSWER_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
BOT_SECONDS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40)

# When a series began tells nobody anything, and takes as many lines.
disable_created_metrics()  # type: ignore[no-untyped-call]  # theirs


@final
class Faults(Collector):
    """Those of the process, as the log is; every application in it shows them."""

    def describe(self) -> list[CounterMetricFamily]:
        return [
            CounterMetricFamily("microciv_faults", "Faults in the log, by kind.", labels=["kind"])
        ]

    def collect(self) -> Iterator[CounterMetricFamily]:
        [family] = self.describe()
        for kind, number in counts.FAULTS.items():
            family.add_metric([kind], number)
        yield family


FAULTS: Final = Faults()


@final
class Metrics:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.registry.register(FAULTS)
        ProcessCollector(registry=self.registry)
        counter = partial(Counter, namespace="microciv", registry=self.registry)
        gauge = partial(Gauge, namespace="microciv", registry=self.registry)
        histogram = partial(Histogram, namespace="microciv", registry=self.registry)

        self.tables = gauge("tables", "Tables in memory.")
        self.tables_watched = gauge("tables_watched", "Tables with a connection.")
        self.connections = gauge("connections", "WebSockets that are open.")
        self.watchers = gauge("watchers", "WebSockets that have said hello to a table.")
        self.answers = histogram(
            "answer_seconds",
            "From a person's answer until it is stored and shown.",
            buckets=ANSWER_SECONDS,
        )
        self.bots = histogram(
            "bot_seconds",
            "From a question to a bot until its answer, waiting for a worker included.",
            buckets=BOT_SECONDS,
        )
        self.worker_seconds = histogram(
            "worker_seconds",
            "How long a worker took for a question of a bot, a hint or a review.",
            buckets=BOT_SECONDS,
        )
        self.questions_waiting = gauge(
            "questions_waiting", "Questions of bots, hints and reviews that wait for a worker."
        )
        self.workers_busy = gauge("workers_busy", "Workers that are answering one.")
        self.bots_failed = counter(
            "bots_failed", "Questions to bots that the game answered, because the bot did not."
        )
        self.requests = counter(
            "requests",
            "HTTP requests by route and status; 101: a WebSocket was opened.",
            ["method", "route", "status"],
        )
        self.refusals = counter(
            "refusals", "Requests and messages that were refused, by code.", ["code"]
        )
        self.notices = counter(
            "notices",
            "Notices by channel (push, mail, hook) and outcome: sent, failed, or gone, if the"
            " target no longer exists.",
            ["channel", "outcome"],
        )
        self.turned_away = counter(
            "turned_away", "Connections that were turned away unread, by code.", ["code"]
        )

    def page(self) -> Response:
        """All of them in the format of Prometheus."""
        headers = {"cache-control": "no-store", "content-type": CONTENT_TYPE_LATEST}
        return Response(generate_latest(self.registry), headers=headers)
