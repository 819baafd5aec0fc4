"""`match`: bots against bots, as many matches as are wanted; rows for programs."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Annotated, TypeAlias, final

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table

from microciv.cli.bot_host_child import SeatLost
from microciv.cli.contest import play_contest
from microciv.cli.printing import aside, say, say_json, watched
from microciv.cli.settings import (
    CardsOption,
    CountOption,
    FirstSeedOption,
    GameArgument,
    JobsOption,
    RecordsOption,
    SetOption,
    VariantOption,
    default_seats,
    in_english,
    open_settled,
    read_seed,
)
from microciv.cli.sitting import Sitting, read_sittings
from microciv.core.codec import plain, plain_record
from microciv.core.errors import BadOption
from microciv.core.game import Game
from microciv.core.options import changed
from microciv.games import open_game
from microciv.speech import t, tn
from microciv.study.matches import Ended
from microciv.texts import points_text, texts_for
from microciv.workers import workers

Row: TypeAlias = dict[str, object]

CHUNK = 16
AHEAD = 8  # chunks for each process that are begun or wait


@final
@dataclass(frozen=True)
class Task:
    """Matches of one line-up, in words that another process understands."""

    game: str
    options: dict[str, object]
    sittings: tuple[Sitting, ...]
    seeds: tuple[int, ...]
    records: bool


def match(
    game: GameArgument,
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats",
            metavar="BOT,BOT,…",
            help="The bots in seat order: `bot`, `bot:LEVEL`, or a program, `cmd:COMMAND` or"
            " `link:COMMAND`.",
        ),
    ] = None,
    count: CountOption = 1,
    seed: FirstSeedOption = "0",
    variant: VariantOption = None,
    cards: CardsOption = None,
    settings: SetOption = None,
    jobs: JobsOption = 1,
    records: RecordsOption = False,
    as_json: Annotated[
        bool,
        typer.Option(
            "--json", callback=in_english, help="Print one JSON object per match, one per line."
        ),
    ] = False,
) -> None:
    """Play matches among bots and print the results.

    The same command always prints the same rows: bots' seeds follow from the match's. A program
    that speaks JSON lines (`cmd:`, docs/text-seats.md) is started anew for each match, and so is a
    client of a server (`link:`): it gets the link of a table as its last argument.
    """
    if records and not as_json:
        raise typer.BadParameter(t("--records needs --json"))
    first = read_seed(seed)
    if seats is None:
        seats = ",".join(["bot"] * default_seats(game, variant, settings))
    sittings = read_sittings(seats, game, programs=True)
    for number, sitting in enumerate(sittings, start=1):
        if sitting.is_person:
            raise BadOption(
                t(
                    "seat {number}: `match` is for bots alone, not {name}; people `play`",
                    number=number,
                    name=repr(sitting.name),
                )
            )
    opened = open_settled(game, len(sittings), variant, cards, settings)
    options = plain(changed(opened.options))
    assert isinstance(options, dict)
    seated = tuple(sittings)
    jobs = jobs or os.cpu_count() or 1
    size = min(CHUNK, -(-count // jobs))
    tasks = (
        Task(game, options, seated, tuple(seeds), records)
        for start in range(first, first + count, size)
        if (seeds := range(start, min(start + size, first + count)))
    )
    rows = watched(
        played(tasks, min(jobs, -(-count // size))), count, tn(count, "{n} match", "{n} matches")
    )
    if as_json:
        for row in rows:
            say_json(row)
        return
    tally = Tally(tuple([sitting.level for sitting in sittings]), opened)
    for row in rows:
        tally.add(row)
    say(tally.grid())
    say(
        tn(
            count,
            "{n} match of {game}; a shared win counts in parts.",
            "{n} matches of {game}; a shared win counts in parts.",
            game=opened.about.title,
        )
    )


def played(tasks: Iterator[Task], jobs: int) -> Iterator[Row]:
    """The rows of these matches, in order, however many processes play."""
    if jobs == 1:
        for task in tasks:
            yield from play_task(task)
        return
    with workers(jobs) as processes:
        going: deque[Future[list[Row]]] = deque()
        for task in tasks:
            going.append(processes.submit(play_rows, task))
            if len(going) > AHEAD * jobs:
                yield from going.popleft().result()
        for played_ones in going:
            yield from played_ones.result()


def play_rows(task: Task) -> list[Row]:
    return list(play_task(task))


def play_task(task: Task) -> Iterator[Row]:
    """The rows of these matches.

    :raises SeatLost: if a program is lost: its rows would tell of another player.
    """
    game = open_game(task.game, dict(task.options))
    names = [sitting.token() for sitting in task.sittings]
    for seed in task.seeds:
        played = play_contest(game, list(task.sittings), seed, recorded=task.records)
        for seat, loss in played.lost.items():
            for line in loss.tail:
                aside(line)
            raise SeatLost(f"seat {seat + 1}: {loss.why}")
        yield row_of(played.end, names)


def row_of(match: Ended, seats: list[str]) -> Row:
    """How a match ended, as a program reads it."""
    row: Row = {
        "game": match.game.name,
        "seed": match.seed,
        "seats": seats,
        "scores": match.scores,
        "points": [score / match.game.unit for score in match.scores],
        "places": match.places,
        "plies": match.plies,
    }
    if match.record is not None:
        row["record"] = plain_record(match.record)
    return row


@final
class Tally:
    """Wins and points by seat, added up match by match."""

    def __init__(self, levels: tuple[str, ...], game: Game) -> None:
        self.levels = levels
        self.game = game
        self.matches = 0
        self.wins = [0.0] * game.seats
        self.scores: list[int] = [0] * game.seats
        self.least: list[int] = []
        self.most: list[int] = []

    def add(self, row: Row) -> None:
        """Count one match; a shared first place counts in parts."""
        scores, places = row["scores"], row["places"]
        assert isinstance(scores, list)
        assert isinstance(places, list)
        self.matches += 1
        self.least = [min(pair) for pair in zip(self.least or scores, scores, strict=True)]
        self.most = [max(pair) for pair in zip(self.most or scores, scores, strict=True)]
        for seat, score in enumerate(scores):
            self.scores[seat] += score
            if places[seat] == 1:
                self.wins[seat] += 1 / places.count(1)

    def grid(self) -> Table:
        unit = self.game.unit
        grid = Table(box=SIMPLE_HEAD, pad_edge=False)
        points = texts_for(self.game.name).label("points")
        for title in (t("seat"), t("bot"), t("wins"), points, t("least"), t("most")):
            grid.add_column(title, justify="left" if title == t("bot") else "right")
        for seat, level in enumerate(self.levels):
            grid.add_row(
                str(seat + 1),
                level,
                f"{100 * self.wins[seat] / self.matches:.1f} %",
                f"{self.scores[seat] / unit / self.matches:.2f}",
                points_text(self.least[seat], unit),
                points_text(self.most[seat], unit),
            )
        return grid
