"""A study that reports its findings while it is played, for the Design screen.

`python -m microciv.study.live` starts its workers, reads a study as one line of JSON, and writes
lines of JSON: `plan`; then `progress` and `findings`, repeatedly; at last `ended` or `broken`. It
stops when its input ends, so it does not outlive whoever started it. If the line asks for a
`report`, it plays nothing, and writes a report of what was played before.
"""

from __future__ import annotations

import _thread
import json
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, final

from microciv.core.errors import BadPlan, MicrocivError
from microciv.files import write_whole
from microciv.games import about
from microciv.speech import LANGUAGES, speak, speaking, t
from microciv.study.plan import Plan, plan_of_change, written
from microciv.workers import end_workers, workers

if TYPE_CHECKING:
    from microciv.study.running import Pool

REPORT: Final = "report.html"
CUT: Final = "cut"
LEAST: Final = 2  # matches of a chunk: a single one has no interval
SOON: Final = 0.5  # seconds that each of the first chunks may take
LOW: Final = 10  # niceness: people at tables come first


def plan_of(asked: dict[str, Any]) -> Plan:
    """The plan that `microciv study` would make from the same flags.

    :raises MicrocivError: for options that cannot be played.
    """
    return plan_of_change(
        asked["game"],
        asked["options"],
        tuple(asked["seats"]),
        asked["players"],
        asked["matches"],
        minutes=asked["minutes"],
        seed=asked["seed"],
    )


def tell(kind: str, **what: object) -> None:
    """Write a line of JSON to standard output, and flush it."""
    sys.stdout.write(json.dumps({"type": kind, **what}) + "\n")
    sys.stdout.flush()


def tell_plan(plan: Plan) -> None:
    """Write the plan that reproduces the findings: without `minutes`, which would end it at another
    match.
    """
    tell("plan", key=plan.key(), toml=written(replace(plan, minutes=None)))


@final
class Live:
    """A plan being played. One that is continued has chunks of the same size as before (`CUT`)."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        from microciv.study.running import Folder, Study

        cut = folder / CUT
        self.plan = replace(plan, first=int(cut.read_bytes())) if cut.exists() else plan
        self.folder = Folder(folder, plan)
        self.study = Study(self.plan, self.folder)
        self.next = 0.0
        """The time (`monotonic`) from which findings may be written again."""

    def play(self, run: Any) -> str:  # noqa: ANN401  # a Run, which is loaded late
        """Play all of it; return why it ended: `done`, or `late` at the time limit."""
        self.study.run(run, self.watch)
        return "late" if self.study.late else "done"

    def watch(self, now: Any) -> None:  # noqa: ANN401  # a Progress
        """Write the progress, and from time to time the findings."""
        played = self._played()
        tell("progress", done=sum(played) / (self.plan.matches * len(played)))
        if now.matches and now.done < now.wanted and monotonic() >= self.next:
            self.tell_findings()

    def settle(self) -> None:
        """Limit folder and plan to what was played: of every table that has any matches, only as
        many count as the one with the fewest has, so the plan finds the same wherever it is played.
        """
        played = [matches for matches in self._played() if matches]
        if played:
            self.folder.matches = min(played)
            self.plan = replace(self.plan, matches=min(played), minutes=None)

    def _played(self) -> list[int]:
        """By table, the number of matches that have been played and count."""
        from microciv.study.chunks import span

        return [
            span(self.plan, index, chunks - 1).stop if chunks else 0
            for index, chunks in enumerate(self.study.chunks)
        ]

    def tell_findings(self) -> None:
        """Write the findings so far, in each language."""
        from microciv.study import findings
        from microciv.study.telling import pause_after, plain_answers

        begun = monotonic()
        found = findings.answers(self.plan, self.study.chunks, self.folder.rows)
        if not found:
            return
        for language in LANGUAGES:  # each reader takes their own
            with speaking(language):
                answers = plain_answers(self.plan, found)
            tell("findings", language=language, answers=answers)
        self.next = monotonic() + pause_after(monotonic() - begun)


def seconds(plan: Plan) -> float:
    """The seconds that a match takes in all arms together, at the table with the most seats."""
    from microciv.study.chunks import FIRST, play_chunk

    one = replace(plan, first=1, matches=FIRST)
    index = max(range(len(plan.tables)), key=lambda index: plan.tables[index].seats)
    took = 0.0
    for number in (1, 2):
        if took < SOON:  # otherwise the time for loading modules hardly matters
            begun = monotonic()
            play_chunk(one, index, number)
            took = monotonic() - begun
    return took


def measured(plan: Plan, pool: Pool, count: int) -> float:
    """The seconds that a match takes while all `count` processes are busy. If a process is killed,
    a new pool measures again.

    :raises BadPlan: if processes die `DEATHS` times.
    """
    from microciv.study.running import DEATHS, died

    for _ in range(DEATHS):
        with suppress(BrokenExecutor), pool() as processes:
            tries = [processes.submit(seconds, plan) for _ in range(count)]
            return min([one.result() for one in tries])
    raise died()


def write_report(plan: Plan, folder: Path) -> None:
    """Write the report of the matches in the folder.

    :raises BadPlan: if there are too few.
    """
    from microciv.study import findings
    from microciv.study.report import report
    from microciv.study.running import here

    live = Live(plan, folder)
    live.study.run(lambda plan, _jobs: here(plan, iter(())), lambda _: None)
    live.settle()
    found = findings.answers(live.plan, live.study.chunks, live.folder.rows)
    if not found:
        raise BadPlan(t("too little was played for a report"))
    text = report(live.plan, found, about(plan.game))
    live.folder.write(REPORT, text)


def carry_out(asked: dict[str, Any], pool: Pool, count: int) -> None:
    """Play the study that is asked for, and write about it to its end; or write its report. `pool`
    must return the same processes each time (`running.lasting`).
    """
    from microciv.study.running import among

    plan, folder = plan_of(asked), Path(asked["folder"])
    if asked["report"]:
        write_report(plan, folder)
        return
    tell_plan(plan)
    if not (folder / CUT).exists():
        match = measured(plan, pool, count)
        write_whole(folder / CUT, b"%d" % max(LEAST, int(SOON / match)))
    live = Live(plan, folder)
    try:
        why = live.play(among(pool, count))
    except KeyboardInterrupt:
        with pool() as processes:
            end_workers(processes)  # nobody needs the chunks that they are playing
        why = "stopped"
    live.settle()
    live.tell_findings()
    tell_plan(live.plan)
    tell("ended", why=why)


def tell_broken(asked: dict[str, Any], error: MicrocivError) -> None:
    """Write why it failed, without the path of the server's folder. An error in the plan is written
    in each language; others are not translated.
    """
    for language in LANGUAGES:
        words = str(error).replace(asked["folder"], t("the study"))
        with speaking(language):
            try:
                plan_of(asked)
            except MicrocivError as same:
                words = str(same).replace(asked["folder"], t("the study"))
        tell("broken", language=language, message=words)


def _load() -> None:
    """Load what a worker needs to play. What evaluates is not loaded here, or each worker would
    load it too.
    """
    import microciv.study.chunks  # noqa: F401


def _heed(end: Callable[[], object]) -> None:
    """Wait for the input to `end`, then interrupt the main thread, whatever it is waiting for."""
    end()
    main = threading.main_thread().ident
    if sys.platform != "win32" and main is not None:
        signal.pthread_kill(main, signal.SIGINT)
    else:
        _thread.interrupt_main()


def _main() -> None:
    if sys.platform != "win32":
        os.nice(LOW)
    from microciv.study import findings  # noqa: F401  # now, while nobody is waiting
    from microciv.study.running import lasting

    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # so that the workers end too
    count = os.cpu_count() or 1
    with lasting(partial(workers, count)) as pool:
        with pool() as processes:
            for _ in range(count):
                processes.submit(_load)
        line = sys.stdin.readline()
        if not line:
            raise SystemExit
        threading.Thread(target=_heed, args=(sys.stdin.read,), daemon=True).start()
        asked = json.loads(line)
        speak(asked["language"])
        try:
            carry_out(asked, pool, count)
        except MicrocivError as error:
            tell_broken(asked, error)
        except KeyboardInterrupt:  # before anything was played
            tell("ended", why="stopped")


if __name__ == "__main__":
    _main()
