"""A study on an existing Ray cluster, whose processes play a chunk at a time.

If a process or a machine is lost, Ray plays its chunk again.
"""

from __future__ import annotations

import logging
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, nullcontext
from typing import Any, Final, final

import polars as pl
import ray

from microciv import __version__
from microciv.core.errors import BadPlan
from microciv.speech import t
from microciv.study.plan import goes_on
from microciv.study.running import Run, among

AUTO: Final = "auto"  # Ray finds the cluster: this machine is part of it
PATIENCE: Final = 5  # seconds to wait for an answer from an address
RETRIES: Final = 5  # how often a chunk is begun again after its process was lost


@contextmanager
def on_ray(address: str) -> Iterator[Run]:
    """A `Run` that plays chunks on the Ray cluster at this address: HOST:PORT, or `AUTO`.

    :raises BadPlan: if there is no cluster, if it has another version of microciv or polars, or if
        a chunk is lost too often.
    """
    with _connected(address) as cluster:
        there = ray.cluster_resources()  # type: ignore[no-untyped-call]  # Ray does not say
        cores = max(1, int(there.get("CPU", 1)))
        yield among(lambda: nullcontext(cluster), cores)


@final
class _Cluster(Executor):
    """The cluster's processes as an `Executor`."""

    def __init__(self) -> None:
        self._call = ray.remote(num_cpus=1, max_retries=RETRIES)(call_of_version)

    def submit(self, call: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:  # noqa: ANN401
        future: Future[Any] = self._call.remote(versions(), call, *args).future()
        return future


def versions() -> str:
    """The versions that must be the same on all machines, so that all write the same bytes."""
    return f"microciv {__version__} with polars {pl.__version__}"


def call_of_version(wanted: str, call: Callable[..., Any], *args: Any) -> Any:  # noqa: ANN401
    """Call this in a worker process, if it has the wanted versions.

    :raises BadPlan: if it has others.
    """
    if versions() != wanted:
        raise BadPlan(
            t(
                "a worker has {there}, and this command {here}: install one for all",
                there=versions(),
                here=wanted,
            )
        )
    return call(*args)


@contextmanager
def _connected(address: str) -> Iterator[_Cluster]:
    """Connect to the cluster; on leaving the context, disconnect, which ends what we began there.

    :raises BadPlan: in place of any error of Ray's.
    """
    _knock(address)
    at_end = signal.getsignal(signal.SIGTERM)
    try:
        ray.init(address, log_to_driver=False, logging_level=logging.ERROR)
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, at_end)  # Ray has replaced it
        yield _Cluster()
    except BadPlan as error:  # one raised in a worker comes inside a long traceback of Ray's
        raise BadPlan(str(getattr(error, "cause", error))) from None
    except (ray.exceptions.RayError, OSError, RuntimeError, ValueError, ImportError) as error:
        why = str(error).strip().splitlines() or [type(error).__name__]
        raise BadPlan(
            t(
                "the Ray cluster at {address}: {why}; {what}",
                address=address,
                why=why[-1],
                what=goes_on(),
            )
        ) from None
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """Check that the address answers, since Ray itself would wait forever.

    :raises BadPlan: if it does not answer, or is not an address.
    """
    if address == AUTO:
        return
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or int(port) >= 2**16:
        raise BadPlan(
            t(
                "expected a Ray cluster as HOST:PORT, or {auto}, not {given}",
                auto=AUTO,
                given=repr(address[:80]),
            )
        )
    try:
        socket.create_connection((host, int(port)), PATIENCE).close()
    except OSError as error:
        raise BadPlan(
            t("no Ray cluster answers at {address} ({why})", address=address, why=error)
        ) from None
