"""`position`: documents that fix everything; printed, checked, played on."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from microciv.cli.lines import check_line
from microciv.cli.match import row_of
from microciv.cli.printing import say_json
from microciv.cli.record_view import game_of, of_file
from microciv.cli.settings import (
    CardsOption,
    SeedOption,
    SetOption,
    VariantOption,
    default_seats,
    open_settled,
    read_seed,
)
from microciv.cli.tables import look_for
from microciv.core.codec import plain_event
from microciv.core.errors import BadPosition, BadRecord, IllegalMove, MicrocivError
from microciv.core.match import Match, replay
from microciv.core.moves import SPECTATOR
from microciv.files import STANDARD_INPUT, named, read_position, read_record
from microciv.games import catalogue, set_up

SEAT = re.compile(r"(?:^|[\s,;])(\d{1,2})\s*:")


def position(
    source: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME|FILE",
            help="A game to deal, or a position to check; `-` for standard input.",
        ),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option("--from", metavar="RECORD", help="Take the position out of a record."),
    ] = None,
    ply: Annotated[
        int | None,
        typer.Option("--ply", metavar="N", min=0, help="With --from: after so many moves."),
    ] = None,
    seats: Annotated[
        int | None, typer.Option("--players", metavar="N", help="With GAME: how many play.")
    ] = None,
    seed: SeedOption = None,
    variant: VariantOption = None,
    cards: CardsOption = None,
    settings: SetOption = None,
    moves: Annotated[
        str | None,
        typer.Option(
            "--moves",
            metavar="MOVES",
            help='Play these and print the outcome: "0:expand 1:exploit 0:bid 2".',
        ),
    ] = None,
) -> None:
    """Print a position as JSON: a game's first one, one that is checked, or one out of a record.

    A position tells everything, hidden cards included. With --moves the outcome is printed:
    position, points, places, who has to answer, and what everybody heard.
    """
    dealt = any(given is not None for given in (seats, seed, variant, cards, settings))
    if (source is None) == (record is None):
        raise typer.BadParameter("give either a game, a position's file, or --from RECORD")
    if ply is not None and record is None:
        raise typer.BadParameter("--ply goes with --from")
    if dealt and source not in catalogue():
        raise typer.BadParameter(
            "--players, --seed, --variant, --cards and --set go with a game's name"
        )
    if record is not None:
        match = out_of_record(record, ply)
    elif source in catalogue():
        count = seats or default_seats(source, variant, settings)
        game = open_settled(source, count, variant, cards, settings)
        match = Match(game, 0 if seed is None else read_seed(seed))
    else:
        match = checked(str(source))
    if moves is None:
        say_json(match.position())
        return
    since = len(match.heard(SPECTATOR))
    played(match, moves)
    row = row_of(match, [])
    say_json(
        {
            "position": match.position(),
            "scores": row["scores"],
            "points": row["points"],
            "places": row["places"],
            "phase": match.observe(SPECTATOR).phase,
            "owing": match.owing(),
            "events": [plain_event(match.game, heard) for heard in match.heard(SPECTATOR, since)],
        }
    )


def checked(path: str) -> Match:
    """A match from a position's file.

    :raises BadPosition: naming file and field.
    """
    if path != STANDARD_INPUT and not Path(path).exists():
        there = ", ".join(catalogue())
        raise MicrocivError(f"{path[:80]}: neither a file nor a game; the games are {there}")
    document = read_position(path)
    try:
        return set_up(document)
    except MicrocivError as error:
        raise BadPosition(f"{named(path)}: {error}") from None


def spelt_out(match: Match, seat: int, line: str) -> list[str]:
    """The steps of a line, all of them allowed.

    :raises IllegalMove: if they are not.
    """
    seen = match.observe(seat)
    steps = match.game.steps(seen, line)
    if len(steps) > 1:
        chains = seen.phase in look_for(match.game.name).chains
        check_line(match, seat, steps, chains=chains)
    return steps


def out_of_record(path: Path, ply: int | None) -> Match:
    """A match as it stood after a ply of its record.

    :raises BadRecord: naming file and move.
    """
    record = read_record(path)
    if ply is not None and ply > len(record.moves):
        raise BadRecord(f"{named(path)}: ply: expected 0 to {len(record.moves)}, not {ply}")
    with of_file(path):
        return replay(game_of(record), record, -1 if ply is None else ply)


def played(match: Match, words: str) -> None:
    """Play moves, or whole answers in one line, as they are written: `SEAT:MOVE SEAT:MOVE …`.

    :raises IllegalMove: naming the place of the move that is not allowed.
    """
    parts = SEAT.split(words)
    if parts[0].strip():
        raise IllegalMove(f"moves: expected SEAT:MOVE, not {parts[0].strip()!r:.40}")
    for number in range(1, len(parts), 2):
        seat, text = int(parts[number]), parts[number + 1].strip(" ,;\n\t")
        try:
            steps = [text] if match.game.moves.has(text) else spelt_out(match, seat, text)
            for step in steps:
                match.play(seat, step)
        except IllegalMove as error:
            raise IllegalMove(f"moves[{number // 2}] {seat}:{text[:40]}: {error}") from None
