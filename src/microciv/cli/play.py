"""`play`: a match at this terminal."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from microciv.cli import saves
from microciv.cli.hotseat import HotSeat, Skip
from microciv.cli.printing import say, screen
from microciv.cli.prompt import Leave
from microciv.cli.settings import (
    CardsOption,
    SeedOption,
    SetOption,
    VariantOption,
    as_given,
    default_seats,
    open_settled,
    read_seed,
)
from microciv.cli.sitting import YOU, default_sittings, read_sittings
from microciv.cli.typing_in import read_line, yes_or_no
from microciv.core.errors import BadOption, MicrocivError
from microciv.core.match import Match, replay
from microciv.files import read_position
from microciv.games import catalogue, open_game, set_up
from microciv.lessons import learned, lesson_of
from microciv.speech import t
from microciv.texts import summary_of
from microciv.trust import new_seed, seed_hash


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME", help="Name of a game; by default the first of `microciv games`."
        ),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats",
            metavar="WHO,WHO,…",
            help="Who plays, in seat order: `you`, a person's name, `bot` or `bot:LEVEL`."
            " By default you against bots.",
        ),
    ] = None,
    seed: SeedOption = None,
    position: Annotated[
        Path | None,
        typer.Option(
            "--position", metavar="FILE", help="Begin at this position; `-` for standard input."
        ),
    ] = None,
    variant: VariantOption = None,
    cards: CardsOption = None,
    settings: SetOption = None,
    resume: Annotated[
        str | None,
        typer.Option(
            "--resume", metavar="[NAME]", help="Continue a saved match; by default the latest."
        ),
    ] = None,
) -> None:
    """Play a match in this terminal, alone against bots or with several people in turn.

    The match is saved after every decision. Ctrl-C, `quit` or the end of input leaves it, and
    `microciv play --resume` continues it. Type ? during the match for help.
    """
    if resume is not None:
        if any(
            given is not None for given in (game, seats, seed, position, variant, cards, settings)
        ):
            raise typer.BadParameter(
                t("--resume continues a match as it began; leave the rest out")
            )
        table = resumed(resume)
    elif position is not None:
        if any(given is not None for given in (seed, variant, cards, settings)):
            raise typer.BadParameter(t("--position sets options and cards; leave the rest out"))
        table = from_position(game, position, seats)
    else:
        table = begun(game or next(iter(catalogue())), seats, seed, variant, cards, settings)
    conduct(table)


def conduct(table: HotSeat) -> None:
    """Play to the end, or until somebody leaves; after a lesson a real match, if it is wanted."""
    try:
        table.run()
    except Skip:
        saves.drop(table.name)
        say(t("The lesson is skipped."))
    except (Leave, KeyboardInterrupt):
        saved = t("Saved. Go on with: {command}", command=f"microciv play --resume {table.name}")
        screen().print(Text(f"\n{saved}"), soft_wrap=True)
        return
    if table.learner is None:
        return
    game, seats = table.learner.lesson.game, ",".join([YOU, *["bot"] * (table.game.seats - 1)])
    typed = read_line(screen(), t("Play a real match against easy bots now? [y/n] "))
    if typed is not None and yes_or_no(typed):
        conduct(begun(game, seats, None, None, None, None))
    else:
        say(t("Any time: {command}", command=f"microciv play {game} --seats {seats}"))


def begun(
    game: str,
    seats: str | None,
    seed: str | None,
    variant: str | None,
    cards: Path | None,
    settings: list[str] | None,
) -> HotSeat:
    if seats is None:
        sittings = default_sittings(default_seats(game, variant, settings), game)
    else:
        sittings = read_sittings(seats, game)
    opened = open_settled(game, len(sittings), variant, cards, settings)
    number = new_seed() if seed is None else read_seed(seed)
    name = saves.new_name(game)
    page = screen()
    page.print(Text(opened.about.title, style="bold"), Text(f"– {summary_of(opened.about)}"))
    page.print(Text(t("Seed hash {hash}", hash=seed_hash(number)), style="dim"))
    page.print(Text(t("Type ? for help at any time."), style="dim"))
    page.print()
    again = ["microciv", "play", game, *as_given(seats, variant, cards, settings)]
    return HotSeat(Match(opened, number), tuple(sittings), name, again=shlex.join(again))


def from_position(game: str | None, path: Path, seats: str | None) -> HotSeat:
    """A match that begins in the middle."""
    document = read_position(path)
    meant = str(document["game"])
    if game not in (None, meant):
        raise BadOption(
            t(
                "{path}: game: a position of {is_of}, not of {wanted}",
                path=path,
                is_of=repr(meant),
                wanted=repr(game),
            )
        )
    try:
        match = set_up(document, new_seed())
    except MicrocivError as error:
        raise type(error)(f"{path}: {error}") from None
    count = match.game.seats
    sittings = read_sittings(seats, meant) if seats else default_sittings(count, meant)
    if len(sittings) != count:
        raise BadOption(
            t(
                "seats: the position has {players} players, --seats names {named}",
                players=count,
                named=len(sittings),
            )
        )
    return HotSeat(match, tuple(sittings), saves.new_name(meant))


def resumed(wanted: str) -> HotSeat:
    name, save = saves.read(wanted)
    try:
        game = open_game(save.record.game, dict(save.record.options))
        match = replay(game, save.record)
    except MicrocivError as error:
        raise MicrocivError(t("save {name}: {why}", name=name, why=error)) from None
    if len(save.sittings) != game.seats:
        raise MicrocivError(
            t(
                "save {name}: seats: expected {seats}, not {found}",
                name=name,
                seats=game.seats,
                found=len(save.sittings),
            )
        )
    going_on = t("{game}: going on with {name}.", game=game.about.title, name=name)
    say(Text(going_on, style="bold"))
    say()
    lesson = lesson_of(game.name) if save.lesson else None
    learner = None if lesson is None else learned(Match(game, match.seed), save.record, lesson)
    return HotSeat(match, save.sittings, name, save.told, learner)
