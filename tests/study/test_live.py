"""A study that somebody watches: what it tells, and the plan that it offers."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

import pytest

from microciv.core.errors import BadPlan
from microciv.speech import LANGUAGES, speaking
from microciv.study import live
from microciv.study.findings import answers
from microciv.study.plan import read_plan
from microciv.study.running import lasting
from microciv.study.telling import plain_answers
from microciv.workers import workers
from tests.study.studies import carried_out

ASKED: dict[str, Any] = {
    "game": "goofspiel",
    "options": {},
    "seats": [4],
    "players": ["random"],
    "matches": 1000,
    "minutes": 10.0,
    "seed": 0,
    "report": False,
    "language": "en",
}


def kill_one() -> None:
    (child, *_) = multiprocessing.active_children()
    assert child.pid is not None
    os.kill(child.pid, signal.SIGKILL)


def test_a_worker_that_is_killed_ends_no_study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    told: list[dict[str, Any]] = []

    def tell(kind: str, **what: object) -> None:
        told.append({"type": kind, **what})
        if kind == "progress" and len([one for one in told if one["type"] == kind]) == 2:
            kill_one()

    monkeypatch.setattr(live, "tell", tell)
    with lasting(partial(workers, 2)) as pool:
        live.carry_out(ASKED | {"folder": str(tmp_path)}, pool, 2)
    assert {"type": "ended", "why": "done"} == told[-1]
    ends = [one["answers"][0]["matches"] for one in told if one["type"] == "findings"]
    assert 1000 == ends[-1]


@pytest.mark.parametrize("deaths", [1, 2, 3])
def test_a_worker_may_be_killed_before_anything_is_played(deaths: int):
    pools: list[int] = []

    @contextmanager
    def doomed() -> Iterator[Executor]:
        with workers(1) as processes:
            pools.append(1)
            if len(pools) <= deaths:
                processes.submit(os._exit, 9)
            yield processes

    plan = live.plan_of(ASKED)
    with lasting(doomed) as pool:
        if deaths < 3:
            assert live.measured(plan, pool, 2) > 0
        else:
            with pytest.raises(BadPlan, match="3 times in a row a worker process was killed"):
                live.measured(plan, pool, 2)
    assert min(3, deaths + 1) == len(pools)


def test_a_study_that_is_stopped_offers_the_plan_that_finds_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """With several tables too, of which one may be a chunk ahead; its report has the same."""
    told: list[dict[str, Any]] = []

    def tell(kind: str, **what: object) -> None:
        told.append({"type": kind, **what})
        both = [one for one in told if one["type"] == "findings" and len(one["answers"]) == 2]
        if kind == "progress" and both:
            raise KeyboardInterrupt

    asked = ASKED | {"seats": [3, 4], "folder": str(tmp_path / "stopped"), "matches": 20_000}
    (tmp_path / "stopped").mkdir()
    monkeypatch.setattr(live, "tell", tell)
    with lasting(partial(workers, 2)) as pool:
        live.carry_out(asked, pool, 2)
        live.carry_out(asked | {"report": True}, pool, 2)
    plan, ended = told[-2:]
    assert ("plan", "stopped") == (plan["type"], ended["why"])
    (tmp_path / "plan.toml").write_text(plan["toml"], encoding="utf-8")
    again = read_plan(tmp_path / "plan.toml")
    assert plan["key"] == again.key()
    assert again.minutes is None
    study = carried_out(again, tmp_path / "again")
    found = answers(again, study.chunks, study.folder.rows)
    for one in told[-2 - len(LANGUAGES) : -2]:
        with speaking(one["language"]):
            assert plain_answers(again, found) == one["answers"]
    report = (tmp_path / "stopped" / live.REPORT).read_text(encoding="utf-8")
    assert escape(plan["toml"]) in report
