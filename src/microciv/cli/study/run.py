"""`study run`, or `study` alone: from a plan or a few flags to an answer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from microciv.cli.league import read_tables
from microciv.cli.settings import (
    CardsOption,
    JobsOption,
    JsonOption,
    SetOption,
    VariantOption,
    read_settings,
)
from microciv.cli.study.carrying_out import carry_out
from microciv.cli.study.flags import FolderOption, RayOption, SeedOption, SizesOption
from microciv.core.errors import BadOption, BadPlan
from microciv.games import about, catalogue
from microciv.study.plan import (
    MOST_MATCHES,
    USUAL_MATCHES,
    Plan,
    plan_of_change,
    read_plan,
    usual_seats,
)


def run(
    what: Annotated[
        str, typer.Argument(metavar="PLAN|GAME", help="A plan (a TOML file), or a game.")
    ],
    seats: SizesOption = None,
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
    seed: SeedOption = None,
    jobs: JobsOption = 0,
    cluster: RayOption = None,
    into: FolderOption = None,
    as_json: JsonOption = False,
) -> None:
    """Measure what a change of the rules does.

    The same deals are played with the default rules and with the change, by the same bots. What is
    found has its interval, and what chance may have done is called so. All rows are kept, with a
    report (HTML) beside them: the same command goes on where it was stopped.
    """
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
        if not Path(what).exists():
            there = ", ".join(catalogue())
            raise BadPlan(f"no plan and no game {what[:80]!r}; there are the games {there}")
        plan = read_plan(Path(what))
        plan = longer(plan, matches, width, minutes)
        name = Path(what).stem
    carry_out(plan, into or Path(f"study-{name}"), jobs, cluster, as_json=as_json)


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
    return plan_of_change(
        game,
        options,
        sizes,
        players or ["easy"],
        matches or USUAL_MATCHES,
        width=width,
        minutes=minutes,
        seed=seed,
    )


def longer(plan: Plan, matches: int | None, width: float | None, minutes: float | None) -> Plan:
    """The plan, with what the command line says of its length in place of what it says itself."""
    return replace(
        plan,
        matches=matches or plan.matches,
        width=width or plan.width,
        minutes=minutes or plan.minutes,
    )
