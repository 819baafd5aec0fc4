"""`bot-host`: a program of any language takes a seat (docs/text-seats.md)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TextIO, final

import typer
from rich.text import Text

from microciv.bots import levels
from microciv.cli.bot_host_seat import SECONDS, Conduct, TextBot, TextSeat, seat_program
from microciv.cli.bot_host_table import TableSeat, check_link
from microciv.cli.contest import play_on
from microciv.cli.match import Row, row_of
from microciv.cli.printing import aside, say, say_json
from microciv.cli.settings import (
    CardsOption,
    CountOption,
    FirstSeedOption,
    JsonOption,
    RecordsOption,
    SetOption,
    VariantOption,
    default_seats,
    open_settled,
    read_seat,
    read_seed,
)
from microciv.cli.sitting import PROGRAM, Sitting, bot_seed, read_sittings, seated_bots
from microciv.core.codec import plain_record
from microciv.core.errors import BadOption, MicrocivError
from microciv.core.game import Game
from microciv.core.match import Match
from microciv.core.moves import SPECTATOR
from microciv.files import reason
from microciv.speech import t
from microciv.study.matches import ended

LONGEST = 3600.0  # seconds for a question
ANYBODY = "bot"
FIRST = "0"


def bot_host(
    command: Annotated[
        str,
        typer.Argument(metavar="CMD", help="The program's command, quoted if it has arguments."),
    ],
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME", help="Play locally; see `microciv games`. Or name a --table."
        ),
    ] = None,
    table: Annotated[
        str | None,
        typer.Option(
            "--table", metavar="URL", help="Take a seat at a server's table, by its link."
        ),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option("--name", help="Its name at the table; by default what it calls itself."),
    ] = None,
    seats: Annotated[
        int | None,
        typer.Option("--seats", metavar="N", help="The number of seats; by default four."),
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option(
            "--seat",
            metavar="N",
            help="Its seat, counted from 1; by default each in turn, at a table any open one.",
        ),
    ] = None,
    against: Annotated[
        str,
        typer.Option(
            "--against",
            metavar="LEVEL,…",
            help="The other seats, in order: levels or `cmd:COMMAND`; or one for all.",
        ),
    ] = ANYBODY,
    count: CountOption = 1,
    seed: FirstSeedOption = FIRST,
    variant: VariantOption = None,
    cards: CardsOption = None,
    settings: SetOption = None,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.01, max=LONGEST, help="Time limit per answer.")
    ] = SECONDS,
    log: Annotated[
        Path | None,
        typer.Option("--log", metavar="FILE", help="Log the complete conversation, line by line."),
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit code 1 if any answer was refused or late.")
    ] = False,
    records: RecordsOption = False,
    as_json: JsonOption = False,
) -> None:
    """Let a program in any language play; it reads questions as JSON lines and writes answers.

    docs/text-seats.md describes the protocol; examples/text_seat has a program of thirty lines. The
    program's standard error is passed on. Exit code 1 if it exits early or leaves three questions
    in a row unanswered.
    """
    if (game is None) == (table is None):
        raise typer.BadParameter("expected a GAME to play here, or the link of a --table")
    if records and (not as_json or table is not None):
        raise typer.BadParameter("--records needs --json and matches that are played here")
    if name is not None and table is None:
        raise typer.BadParameter(t("--name goes with --table"))
    of_a_game = {
        "--seats": seats is not None,
        "--against": against != ANYBODY,
        "--seed": seed != FIRST,
        "--variant": variant is not None,
        "--cards": cards is not None,
        "--set": bool(settings),
    }
    if table is not None:
        refuse_of_a_game(of_a_game)
    with ExitStack() as stack:
        here = chair = None
        if game is not None:
            opened = open_settled(
                game,
                default_seats(game, variant, settings) if seats is None else seats,
                variant,
                cards,
                settings,
            )
            own = None if seat is None else read_seat(seat, opened.seats)
            here = Here(opened, read_others(against, opened), own, read_seed(seed))
        elif table is not None:
            check_link(table)
            chair = None if seat is None else read_seat(seat, SPECTATOR)
        file = None if log is None else stack.enter_context(_opened(log))
        program = stack.enter_context(seat_program(command, aside, seconds, file))
        if here is not None:
            rows = here.rows(program, count, records=records)
        else:
            there = TableSeat(table or "", program, name or program.name, chair)
            stack.callback(there.leave)
            rows = there.play(count)
        faults = printed(rows, program, as_json=as_json)
    if strict and faults:
        answers = "1 answer was" if faults == 1 else f"{faults} answers were"
        raise MicrocivError(f"{program.name}: {answers} refused or came too late")


def refuse_of_a_game(given: dict[str, bool]) -> None:
    """Say so where a flag is given that means nothing at a table of a server.

    :raises BadParameter: naming it.
    """
    for flag, is_given in given.items():
        if is_given:
            raise typer.BadParameter(
                t("{flag} goes with a game; the table of a server has settled this", flag=flag)
            )


@final
@dataclass
class Here:
    """Matches of a program against bots, in this process."""

    game: Game
    others: list[Sitting]
    seat: int | None
    seed: int

    def rows(self, program: TextSeat, count: int, *, records: bool) -> Iterator[Row]:
        """A row per match; without a fixed seat the program takes each in turn."""
        for number in range(count):
            seat = number % self.game.seats if self.seat is None else self.seat
            current = self._play(program, seat, number)
            names = self._names(program, seat)
            row = {**row_of(ended(current), names), "seat": seat, **program.conduct.plain()}
            if records:
                row["record"] = plain_record(current.record())
            yield row

    def _play(self, program: TextSeat, seat: int, number: int) -> Match:
        seed = self.seed + number
        current = Match(self.game, seed)
        sittings = self._around(seat, Sitting("person", program.name))
        with ExitStack() as stack:
            seated: dict[int, TextBot] = {}
            for chair, sitting in enumerate(sittings):
                if sitting.kind != "bot":
                    own = bot_seed(seed, chair)
                    other = program if chair == seat else None
                    speaker = other or stack.enter_context(seat_program(sitting.level))
                    seated[chair] = TextBot(self.game, chair, own, speaker)
            for bot in seated.values():
                bot.begin(self._names(program, seat), number + 1)
            play_on(current, {**seated_bots(self.game, sittings, seed), **seated})
            for bot in seated.values():
                bot.over(current)
        return current

    def _names(self, program: TextSeat, seat: int) -> list[str]:
        around = self._around(seat, Sitting("person", program.name))
        return [sitting.token() for sitting in around]

    def _around(self, seat: int, own: Sitting) -> list[Sitting]:
        return [*self.others[:seat], own, *self.others[seat:]]


def read_others(text: str, game: Game) -> list[Sitting]:
    """Who sits in the other seats: a level for each, or one for all.

    :raises BadOption: naming what was expected.
    """
    words = [word.strip() for word in text.split(",")]
    words = words * (game.seats - 1) if len(words) == 1 else words
    if len(words) != game.seats - 1:
        raise BadOption(f"--against: expected 1 or {game.seats - 1} levels, not {len(words)}")
    known = levels(game.name)
    for word in words:
        if word not in {"bot", *known} and not word.startswith(f"{PROGRAM}:"):
            there = ", ".join([*known, f"{PROGRAM}:COMMAND"])
            raise BadOption(f"--against: no bot {word[:40]!r} for {game.name}; there are {there}")
    seats = ",".join([f"bot:{word}" if word in known else word for word in words])
    return read_sittings(seats, game.name, programs=True)


def printed(rows: Iterator[Row], program: TextSeat, *, as_json: bool) -> int:
    """Print the rows, or what they add up to; how many answers were refused or came too late."""
    tally = Tally(program.name)
    try:
        for row in rows:
            tally.add(row, program.conduct)
            if as_json:
                say_json(row)
                sys.stdout.flush()
    finally:
        if tally.matches and not as_json:
            say(Text(tally.sentence()))
    return tally.conduct.refused + tally.conduct.absent


@final
class Tally:
    """How a program did, added up match by match."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.matches = 0
        self.wins = 0.0
        self.fair = 0.0
        """Wins that seats would have had that are all alike."""
        self.conduct = Conduct()

    def add(self, row: Row, conduct: Conduct) -> None:
        """Count one match; a shared first place counts in parts."""
        places, seat = row["places"], row["seat"]
        assert isinstance(places, list)
        assert isinstance(seat, int)
        self.matches += 1
        self.wins += (places[seat] == 1) / places.count(1)
        self.fair += 1 / len(places)
        self.conduct.add(conduct)

    def sentence(self) -> str:
        matches = "1 match" if self.matches == 1 else f"{self.matches} matches"
        return (
            f"{self.name} won {100 * self.wins / self.matches:.1f} % of {matches}; an even share"
            f" is {100 * self.fair / self.matches:.1f} %.\n"
            f"Answers refused: {self.conduct.refused}; played for it by the game:"
            f" {self.conduct.absent}; the slowest took {self.conduct.slowest:.2f} s."
        )


@contextmanager
def _opened(path: Path) -> Iterator[TextIO]:
    try:
        file = path.open("w", encoding="utf-8")
    except OSError as error:
        why = reason(error)
        raise MicrocivError(t("{path}: cannot be written: {why}", path=path, why=why)) from None
    with file:
        yield file
