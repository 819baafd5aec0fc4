"""`learn`: a first match at this terminal that teaches a game."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.text import Text

from microciv.cli import saves
from microciv.cli.hotseat import HotSeat
from microciv.cli.play import conduct
from microciv.cli.printing import screen
from microciv.cli.sitting import YOU, read_sittings
from microciv.core.errors import BadOption
from microciv.core.match import Match
from microciv.games import about, catalogue, open_game
from microciv.lessons import Learner, lesson_of
from microciv.speech import t
from microciv.texts import summary_of


def learn(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME", help="Name of a game; by default the first of `microciv games`."
        ),
    ] = None,
) -> None:
    """Learn a game in a short match with bots, one new thing at a time.

    The deal is always the same. The match is saved like any other: `microciv play --resume` goes on
    with it. `skip` ends the lesson.
    """
    known = about(game or next(iter(catalogue())))
    lesson = lesson_of(known.name)
    if lesson is None:
        raise BadOption(
            t(
                "{game} has no lesson; read {command}",
                game=known.title,
                command=f"`microciv rules {known.name}`",
            )
        )
    opened = open_game(known.name, {**lesson.options, "seats": lesson.seats})
    bots = [f"bot:{lesson.level}"] * (lesson.seats - 1)
    sittings = tuple(read_sittings(",".join([YOU, *bots]), known.name))
    page = screen()
    page.print(Text(known.title, style="bold"), Text(f"– {summary_of(known)}"))
    how = t("Type ? for help at any time, or skip to skip the lesson.")
    page.print(Text(how, style="dim"))
    page.print()
    match = Match(opened, lesson.seed)
    conduct(HotSeat(match, sittings, saves.new_name(known.name), (), Learner(lesson)))
