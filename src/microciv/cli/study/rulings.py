"""`study rulings`: what every switch of a game does."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from microciv.cli.printing import aside, say, say_json
from microciv.cli.settings import GameArgument, JobsOption, JsonOption
from microciv.cli.study.carrying_out import keep, stoppable, watching
from microciv.cli.study.extra import needs_extra
from microciv.cli.study.flags import (
    MatchesOption,
    MinutesOption,
    RayOption,
    SeedOption,
    WidthOption,
)
from microciv.cli.study.where import where
from microciv.core.errors import BadOption
from microciv.core.options import describe
from microciv.effects import FILE, names_of, package_of, written
from microciv.games import about as about_game
from microciv.games import usual_player
from microciv.speech import t
from microciv.study.plan import SECONDS, read_lineup, settle, tables_of, usual_seats

if TYPE_CHECKING:
    from collections.abc import Callable

    import polars as pl

    from microciv.study.plan import Plan
    from microciv.study.running import Run

USUAL_MATCHES = 1_000


def rulings(
    game: GameArgument,
    seats: Annotated[
        int | None, typer.Option("--seats", metavar="N", help="Number of seats; by default 4.")
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(
            "--players",
            metavar="LEVEL,…",
            help="Who plays. By default easy, or random in a game without it.",
        ),
    ] = None,
    matches: MatchesOption = None,
    width: WidthOption = None,
    minutes: MinutesOption = None,
    seed: SeedOption = None,
    jobs: JobsOption = 0,
    cluster: RayOption = None,
    into: Annotated[
        Path | None, typer.Option("--into", metavar="FILE", help="Write what was found here.")
    ] = None,
    write: Annotated[
        bool, typer.Option("--write", help="Write it into the game's package, in a checkout.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Measure every switch of a game: each choice beside the default, on the same deals.

    The results that are kept in the game's package are shown beside each switch: by `microciv
    options`, in the docs and on the page. Up to 1,000 matches of each, unless --matches says
    otherwise; once the minutes are over, only a few of each that is left. The same command
    continues where it was stopped.
    """
    with needs_extra():
        from microciv.study import rulings as measuring
        from microciv.study.running import Folder, Study
    about = about_game(game)
    size = usual_seats(about)[0] if seats is None else seats
    settle(game, {}, (size,))
    (table,) = tables_of((size,), (read_lineup(game, players or usual_player(game)),))
    target = target_of(game, into) if write else into
    if target is not None and (target.is_dir() or not target.parent.is_dir()):
        raise BadOption(
            t("--into: {path}: expected a file, in a folder that is there", path=target)
        )
    begun = monotonic()

    def play(run: Run, plan: Plan) -> tuple[list[int], Callable[[str, int, int], pl.LazyFrame]]:
        left = None if minutes is None else max(0.0, minutes - (monotonic() - begun) / SECONDS)
        plan = replace(plan, width=width, minutes=left)
        folder = Folder(Path(f"study-{game}-{plan.key()}"), plan)
        study = Study(plan, folder)
        with watching() as watch:
            study.run(run, watch)
        parts = {"arms": len(plan.arms), "matches": plan.matches, "folder": folder.path}
        if study.late:
            aside(
                t(
                    "{arms} arms of up to {matches} matches are in {folder}; stopped by the clock",
                    **parts,
                )
            )
        elif width or minutes:
            aside(t("{arms} arms of up to {matches} matches are in {folder}", **parts))
        else:
            aside(t("{arms} arms of {matches} matches are in {folder}", **parts))
        return study.chunks, folder.rows

    with stoppable(), where(jobs, cluster) as run:
        effects, left = measuring.measure(
            game, table, matches or USUAL_MATCHES, seed or 0, partial(play, run)
        )
    if target is not None:
        keep(target, written(effects))
        aside(t("written to {path}", path=target))
    if as_json:
        say_json(effects)
        return
    for info in describe(about.options):
        if info.choices:
            say(f"{info.name}: {effects.told(info, names_of(game))}")
    for one in left:
        say(
            t(
                "{option} = {value}: cannot be switched alone at {seats} seats; not measured.",
                option=one.option,
                value=one.value,
                seats=size,
            )
        )
    say(effects.how(names_of(game)))


def target_of(game: str, into: Path | None) -> Path:
    """The file in the game's package."""
    package = package_of(game)
    if into is not None or not isinstance(package, Path):
        raise typer.BadParameter(t("--write goes into the game's package: leave out --into"))
    return package / FILE
