"""From a plan to its answer: played under a bar, kept in a folder, told and written up."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from rich.console import Console
from rich.padding import Padding
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.text import Text

from microciv.cli.printing import aside, complain, say, say_json
from microciv.cli.study.extra import needs_extra
from microciv.cli.study.where import where
from microciv.core.errors import BadPlan
from microciv.files import reason, write_whole
from microciv.games import about
from microciv.speech import number, t
from microciv.study.plan import Plan

if TYPE_CHECKING:
    from microciv.study.estimates import Answer
    from microciv.study.words import Told

REPORT = "report.html"


def carry_out(
    plan: Plan,
    path: Path,
    jobs: int,
    cluster: str | None = None,
    *,
    as_json: bool,
    tell: Callable[[list[Answer]], list[Told]] | None = None,
    only: str = "",
) -> None:
    """Play what is missing, say what was found, and write the report beside the rows. `tell` says
    it in other words than usual, here and at the head of the report; `only` leaves out here what
    does not have these words in its name.

    :raises BadPlan: if the folder holds another study, or cannot be written.
    """
    with needs_extra():
        from microciv.study import findings, report, running, words
    folder = running.Folder(path, plan)
    study = running.Study(plan, folder)
    stopped = False
    with watching() as watch:
        try:
            with where(jobs, cluster) as run:
                study.run(run, watch)
        except KeyboardInterrupt:
            stopped = True
    found = findings.answers(plan, study.chunks, folder.rows)
    game = about(plan.game)
    said = words.told(plan, found, game) if tell is None else tell(found)
    page = folder.write(REPORT, report.report(plan, found, game, said, late=study.late))
    if as_json:
        say_json(words.plain(plan, found, late=study.late))
    else:
        if only:
            said = words.told(plan, found, game, only)
        say_told(said, words.ending(plan, study.late))
    aside(t("report: {page}; all rows are beside it (Parquet)", page=page))
    if stopped:
        complain(_stopped())
        raise typer.Exit(1)


def _stopped() -> str:
    return t("stopped; the same command goes on")


@contextmanager
def stoppable() -> Iterator[None]:
    """Ctrl-C ends the command, and it is said that it can be gone on with."""
    try:
        yield
    except KeyboardInterrupt:
        complain(_stopped())
        raise typer.Exit(1) from None


def keep(file: Path, text: str) -> None:
    """Write the file, if there is anything to write; else there is none.

    :raises BadPlan: if the disk is full, or the like.
    """
    try:
        if text:
            write_whole(file, text.encode())
        else:
            file.unlink(missing_ok=True)
    except OSError as error:
        why = reason(error)
        raise BadPlan(t("{file}: cannot be written: {why}", file=file, why=why)) from None


def say_told(parts: list[Told], ending: list[str]) -> None:
    """The answer, for people; long sentences stay indented."""
    for part in parts:
        say(Text(part.heading, style="bold"))
        for sentence in part.sentences:
            say(Padding(Text(sentence), (0, 0, 0, 2), expand=False))
    for sentence in ending:
        say(Text(sentence))


@contextmanager
def watching() -> Iterator[Callable[[Any], None]]:
    """A bar on standard error if somebody is there to watch it; else a line now and then."""
    if not sys.stderr.isatty():
        yield _plain_lines()
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(t("matches"), total=None, rate="")

        def watch(now: Any) -> None:  # noqa: ANN401
            speed = number(now.matches / now.seconds) if now.matches else ""
            rate = t("{speed} matches/s", speed=speed) if speed else ""
            bar.update(task, completed=now.done, total=now.wanted, rate=rate)

        yield watch


def _plain_lines() -> Callable[[Any], None]:
    told = 0

    def watch(now: Any) -> None:  # noqa: ANN401
        nonlocal told
        tenth = 10 * now.done // max(1, now.wanted)
        if tenth > told:
            told = tenth
            aside(
                t(
                    "{done} of {wanted} parts, {matches} matches played",
                    done=now.done,
                    wanted=now.wanted,
                    matches=now.matches,
                )
            )

    return watch
