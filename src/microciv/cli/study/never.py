"""`study never`: what if somebody never attacked, never traded, always bid the least?"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from microciv.cli.settings import (
    CardsOption,
    GameArgument,
    JobsOption,
    JsonOption,
    SetOption,
    VariantOption,
    read_settings,
)
from microciv.cli.study.carrying_out import carry_out
from microciv.cli.study.extra import needs_extra
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
from microciv.games import about as about_game
from microciv.games import usual_player
from microciv.study.plan import DEFAULT, Arm, Plan, settle


def never(
    game: GameArgument,
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="RESTRICTION", help="Such as never-attacks; by default all."),
    ] = None,
    seats: SizesOption = None,
    level: Annotated[
        str | None,
        typer.Option(
            "--players",
            metavar="LEVEL",
            help="Who plays. By default easy, or random in a game without it.",
        ),
    ] = None,
    variant: VariantOption = None,
    cards: CardsOption = None,
    settings: SetOption = None,
    matches: MatchesOption = None,
    width: WidthOption = None,
    minutes: MinutesOption = None,
    seed: SeedOption = None,
    jobs: JobsOption = 0,
    cluster: RayOption = None,
    into: FolderOption = None,
    as_json: JsonOption = False,
) -> None:
    """Measure what it costs never to do something: one such player among others, seat by seat.

    The wins of each are compared with a fair share. The same command continues where it was
    stopped.
    """
    with needs_extra():
        from microciv.study import panel
    sizes = read_sizes(game, seats)
    options = read_settings(game, variant, cards, settings)
    settle(game, options, sizes)
    level = level or usual_player(game)
    tables = tuple(panel.tables_of(game, names or [], level, sizes))
    plan = Plan(game, (Arm(DEFAULT, options),), tables, seed=seed or 0)
    plan = plan.up_to(matches, width, minutes)
    path = into or Path(f"study-never-{game}-{plan.key()}")
    told = partial(panel.told, about=about_game(game))
    carry_out(plan, path, jobs, cluster, as_json=as_json, tell=told)
