"""`study run`, or `study` alone: from a plan or a few flags to an answer."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from microciv.cli.printing import aside
from microciv.cli.settings import (
    CardsOption,
    JobsOption,
    JsonOption,
    SetOption,
    VariantOption,
    read_settings,
)
from microciv.cli.study.carrying_out import carry_out
from microciv.cli.study.flags import (
    FolderOption,
    MatchesOption,
    MinutesOption,
    RayOption,
    SeedOption,
    SizesOption,
    WidthOption,
    read_sizes,
)
from microciv.core.errors import BadOption, BadPlan
from microciv.games import catalogue, usual_player
from microciv.speech import t
from microciv.study.plan import DEFAULT, plan_of_change, read_plan


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
            " --players is a table of its own. By default easy, or random in a game without it.",
        ),
    ] = None,
    variant: VariantOption = None,
    cards: CardsOption = None,
    settings: SetOption = None,
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="NAME",
            help="What the change is compared with: a variant, which is then what it changes, or"
            " default.",
        ),
    ] = None,
    matches: MatchesOption = None,
    width: WidthOption = None,
    minutes: MinutesOption = None,
    seed: SeedOption = None,
    jobs: JobsOption = 0,
    cluster: RayOption = None,
    into: FolderOption = None,
    only: Annotated[
        str,
        typer.Option(
            "--about",
            metavar="WORDS",
            help="Report only what has these words in its name, such as Napoleon or playing.",
        ),
    ] = "",
    as_json: JsonOption = False,
) -> None:
    """Measure what a change of the rules does.

    The same deals are played with the default rules and with the change, by the same bots. Findings
    come with their intervals, and differences that may be due to chance are marked as such. All
    rows are kept, with a report (HTML) beside them: the same command continues where it was
    stopped.
    """
    given = {
        "seats": seats,
        "players": players,
        "variant": variant,
        "cards": cards,
        "set": settings,
        "against": against,
        "seed": seed,
    }
    if what in catalogue():
        beside = None if against == DEFAULT else against
        options = read_settings(what, variant or beside, cards, settings)
        base = read_settings(what, beside, None, None)
        if options == base and (variant or cards or settings):
            same = t(
                "{variant} has it so already: this changes nothing", variant=against or DEFAULT
            )
            raise BadOption(same)
        sizes = read_sizes(what, seats)
        lineups = players or [usual_player(what)]
        plan = plan_of_change(what, options, sizes, lineups, against=base, seed=seed or 0)
        name = f"{what}-{plan.key()}"
    else:
        for flag, value in given.items():
            if value is not None:
                raise typer.BadParameter(
                    t("--{flag} goes with a game; a plan says this itself", flag=flag)
                )
        if not Path(what).exists():
            there = ", ".join(catalogue())
            raise BadPlan(
                t(
                    "no plan and no game {name}; there are the games {games}",
                    name=repr(what[:80]),
                    games=there,
                )
            )
        plan = read_plan(Path(what))
        name = Path(what).stem
    for line in plan.idle():
        aside(t("warning: {what}", what=line))
    plan = plan.up_to(matches, width, minutes)

    carry_out(plan, into or Path(f"study-{name}"), jobs, cluster, as_json=as_json, only=only)
