"""Where a study is played: here, in processes of this machine, or on a Ray cluster."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

import typer

from microciv.cli.study.extra import needs_extra
from microciv.speech import t
from microciv.workers import workers

if TYPE_CHECKING:
    from microciv.study.running import Run


@contextmanager
def where(jobs: int, address: str | None) -> Iterator[Run]:
    """What --jobs and --ray ask for, for one study after another."""
    if address is not None:
        if jobs:
            raise typer.BadParameter(t("--jobs are of this machine: leave them out beside --ray"))
        with needs_extra("ray"):
            from microciv.study.cluster import on_ray
        with on_ray(address) as run:
            yield run
        return
    from microciv.study.running import among, here, lasting

    count = jobs or os.cpu_count() or 1
    if count == 1:
        yield here
        return
    with lasting(partial(workers, count)) as pool:
        yield among(pool, count)
