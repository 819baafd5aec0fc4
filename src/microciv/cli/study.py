"""`study`: what a change of the rules does, measured in many matches."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from microciv.cli.league import read_tables
from microciv.cli.printing import aside, complain, say, say_json
from microciv.cli.settings import CardsOption, JsonOption, SetOption, VariantOption, read_settings
from microciv.cli.stopping import workers
from microciv.core.errors import BadOption
from microciv.games import about, catalogue
from microciv.study.plan import (
    DEFAULT,
    MOST_MATCHES,
    MOST_SEED,
    USUAL_MATCHES,
    Arm,
    Plan,
    read_lineup,
    read_plan,
    settle,
    tables_of,
    usual_seats,
)

CHANGED = "changed"


def study(
    what: Annotated[
        str, typer.Argument(metavar="PLAN|GAME", help="A plan (a TOML file), or a game.")
    ],
    seats: Annotated[
        str | None,
        typer.Option("--seats", metavar="N,N,…", help="Numbers of seats; by default 4."),
    ] = None,
    players: Annotated[
        list[str] | None,
        typer.Option(
            "--players",
            metavar="LEVEL,…",
            help="Who plays: one level, or several that take turns around the table; each"
            " --players is a table of its own. By default easy.",
        ),
    ] = None,
    variant: VariantOption = None,
    cards: CardsOption = None,
    settings: SetOption = None,
    matches: Annotated[
        int | None,
        typer.Option("--matches", min=1, max=MOST_MATCHES, help="Matches of each arm, at most."),
    ] = None,
    width: Annotated[
        float | None,
        typer.Option(
            "--width",
            min=0.01,
            max=50,
            help="Stop when every share of wins is known to this many percentage points.",
        ),
    ] = None,
    minutes: Annotated[
        float | None, typer.Option("--minutes", min=0.01, help="Stop after this time.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", min=0, max=MOST_SEED, help="Seed of the first deal; by default 0."),
    ] = None,
    jobs: Annotated[
        int, typer.Option("--jobs", min=0, help="Worker processes; 0: one per core.")
    ] = 0,
    into: Annotated[
        Path | None,
        typer.Option(
            "--into", metavar="DIR", help="Where all rows are kept; by default ./study-NAME."
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Measure what a change of the rules does.

    The same deals are played with the default rules and with the change, by the same bots. What is
    found has its interval, and what chance may have done is called so. Results are kept: the same
    command goes on where it was stopped.
    """
    try:
        from microciv.study import findings, running, words
    except ImportError as error:
        raise BadOption(
            f"study wants more packages: pip install 'microciv[study]' ({error})"
        ) from None
    given = {
        "seats": seats,
        "players": players,
        "variant": variant,
        "cards": cards,
        "set": settings,
        "seed": seed,
    }
    if what in catalogue():
        plan = flagged(
            what, seats, players, variant, cards, settings, matches, width, minutes, seed or 0
        )
        name = f"{what}-{plan.key()}"
    else:
        for flag, value in given.items():
            if value is not None:
                raise typer.BadParameter(f"--{flag} goes with a game; a plan says this itself")
        plan = read_plan(Path(what))
        plan = longer(plan, matches, width, minutes)
        name = Path(what).stem
    folder = running.Folder(into or Path(f"study-{name}"), plan)
    going = running.Study(plan, folder)
    count = jobs or os.cpu_count() or 1
    stopped = False
    with watching() as watch:
        try:
            if count == 1:
                going.run(running.here, watch)
            else:
                with workers(count) as processes:
                    going.run(running.among(processes, count), watch)
        except KeyboardInterrupt:
            stopped = True
    found = findings.answers(plan, going.chunks, folder.rows)
    if as_json:
        say_json(words.plain(plan, found))
    else:
        for line in words.told(plan, found, about(plan.game)):
            say(line)
        aside(f"all rows are in {folder.path} (Parquet)")
    if stopped:
        complain("stopped; the same command goes on")
        raise typer.Exit(1)


def flagged(
    game: str,
    seats: str | None,
    players: list[str] | None,
    variant: str | None,
    cards: Path | None,
    settings: list[str] | None,
    matches: int | None,
    width: float | None,
    minutes: float | None,
    seed: int,
) -> Plan:
    """The plan that the flags describe: the default rules, and one change if there is any."""
    sizes = usual_seats(about(game)) if seats is None else tuple(read_tables(game, seats))
    options = read_settings(game, variant, cards, settings)
    if "seats" in options:
        raise BadOption("seats: the numbers of seats stand in --seats")
    settle(game, options, sizes)
    arms = [Arm(DEFAULT, {})]
    if options:
        arms.append(Arm(CHANGED, options))
    lineups = tuple([read_lineup(game, text) for text in players or ["easy"]])
    return Plan(
        game,
        tuple(arms),
        tables_of(sizes, lineups),
        matches or USUAL_MATCHES,
        width,
        minutes,
        seed,
    )


def longer(plan: Plan, matches: int | None, width: float | None, minutes: float | None) -> Plan:
    """The plan, with what the command line says of its length in place of what it says itself."""
    return replace(
        plan,
        matches=matches or plan.matches,
        width=width or plan.width,
        minutes=minutes or plan.minutes,
    )


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
        task = bar.add_task("matches", total=None, rate="")

        def watch(now: Any) -> None:  # noqa: ANN401
            rate = f"{now.matches / now.seconds:,.0f} matches/s" if now.matches else ""
            bar.update(task, completed=now.done, total=now.wanted, rate=rate)

        yield watch


def _plain_lines() -> Callable[[Any], None]:
    told = 0

    def watch(now: Any) -> None:  # noqa: ANN401
        nonlocal told
        tenth = 10 * now.done // max(1, now.wanted)
        if tenth > told:
            told = tenth
            aside(f"{now.done} of {now.wanted} parts, {now.matches} matches played")

    return watch
