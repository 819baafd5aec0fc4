"""`position`: documents that fix everything; printed, checked, played on."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

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
from microciv.core.codec import plain_event
from microciv.core.errors import BadPosition, BadRecord, IllegalMove, MicrocivError
from microciv.core.events import Heard
from microciv.core.fields import shown
from microciv.core.game import Game
from microciv.core.match import Match, replay
from microciv.core.moves import SPECTATOR
from microciv.files import STANDARD_INPUT, named, read_position, read_record
from microciv.games import catalogue, set_up
from microciv.speech import t
from microciv.study.matches import ended
from microciv.texts import texts_for

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
        typer.Option("--from", metavar="RECORD", help="Take the position from a record."),
    ] = None,
    ply: Annotated[
        int | None,
        typer.Option("--ply", metavar="N", min=0, help="With --from: after this many moves."),
    ] = None,
    seats: Annotated[
        int | None, typer.Option("--players", metavar="N", help="With GAME: the number of seats.")
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
    """Print a position as JSON: a new deal, a checked document, or a moment of a record.

    A position tells everything, including hidden cards. With --moves the outcome is printed:
    position, points, places, the seats to act, what everybody heard, and in games with resources
    (5X) what every seat held after each step.
    """
    dealt = any(given is not None for given in (seats, seed, variant, cards, settings))
    if (source is None) == (record is None):
        raise typer.BadParameter(t("give either a game, a position's file, or --from RECORD"))
    if ply is not None and record is None:
        raise typer.BadParameter(t("--ply needs --from"))
    if dealt and source not in catalogue():
        raise typer.BadParameter(
            t("--players, --seed, --variant, --cards and --set need the name of a game")
        )
    if record is not None:
        match = out_of_record(record, ply)
    elif source in catalogue():
        count = default_seats(source, variant, settings) if seats is None else seats
        game = open_settled(source, count, variant, cards, settings)
        match = Match(game, 0 if seed is None else read_seed(seed))
    else:
        match = checked(str(source))
    if moves is None:
        say_json(match.position())
        return
    since, held = len(match.heard(SPECTATOR)), match.game.holdings(match.observe(SPECTATOR))
    played(match, moves)
    row, events = row_of(ended(match), []), match.heard(SPECTATOR, since)
    outcome: dict[str, object] = {
        "position": match.position(),
        "scores": row["scores"],
        "points": row["points"],
        "places": row["places"],
        "phase": match.observe(SPECTATOR).phase,
        "to_act": match.to_act(),
        "events": [plain_event(match.game, heard) for heard in events],
    }
    if held:
        outcome["holdings"] = stage_by_stage(match.game, held, events)
    say_json(outcome)


def stage_by_stage(game: Game, held: list[int], events: list[Heard]) -> list[dict[str, object]]:
    """What every seat holds after each stage of a round in which something happened."""
    texts = texts_for(game.name, game.options)
    stages: list[dict[str, object]] = []
    for heard in events:
        stage = texts.rung_of(heard[0])
        for seat, amount in game.changes(heard):
            held[seat] += amount
        if stages and stages[-1]["step"] == stage:
            stages.pop()
        stages.append({"step": stage, "held": held[:]})
    return stages


def checked(path: str) -> Match:
    """A match from a position's file.

    :raises BadPosition: naming file and field.
    """
    if path != STANDARD_INPUT and not Path(path).exists():
        there = ", ".join(catalogue())
        raise MicrocivError(
            t(
                "{path}: neither a file nor a game; the games are {games}",
                path=path[:80],
                games=there,
            )
        )
    document = read_position(path)
    try:
        return set_up(document)
    except MicrocivError as error:
        raise BadPosition(f"{named(path)}: {error}") from None


def out_of_record(path: Path, ply: int | None) -> Match:
    """A match as it stood after a ply of its record.

    :raises BadRecord: naming file and move.
    """
    record = read_record(path)
    if ply is not None and ply > len(record.moves):
        why = t("ply: expected 0 to {last}, not {ply}", last=len(record.moves), ply=ply)
        raise BadRecord(f"{named(path)}: {why}")
    with of_file(path):
        return replay(game_of(record), record, -1 if ply is None else ply)


def played(match: Match, words: str) -> None:
    """Play moves, or whole answers in one line, as they are written: `SEAT:MOVE SEAT:MOVE …`.

    :raises IllegalMove: naming the path of the move that is not allowed.
    """
    for number, (seat, line) in enumerate(answers_in(match.game, words)):
        try:
            match.answer(seat, line)
        except IllegalMove as error:
            raise IllegalMove(f"moves[{number}] {seat}:{line[:40]}: {error}") from None


def answers_in(game: Game, words: str) -> list[tuple[int, str]]:
    """Every seat with its line. A number with a colon can be a part of a move (`replace 1:9S`),
    also of one step of several; then it is no seat.

    :raises IllegalMove: if the words do not begin with a seat.
    """
    first, *parts = SEAT.split(words)
    if first.strip():
        raise IllegalMove(t("moves: expected SEAT:MOVE, not {words}", words=shown(first.strip())))
    found: list[tuple[int, str]] = []
    for number, text in zip(parts[::2], parts[1::2], strict=True):
        line = text.strip(" ,;\n\t")
        seat, begun = found[-1] if found else (0, "")
        step = begun.rpartition(";")[2]
        joined = f"{step} {number}:{line.partition(';')[0]}"
        if game.moves.find(joined) is not None and game.moves.find(step) is None:
            found[-1] = (seat, f"{begun} {number}:{line}")
        else:
            found.append((int(number), line))
    return found
