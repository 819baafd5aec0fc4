"""`league`: every level against every other, rated; it resumes where it was stopped."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from concurrent.futures import as_completed
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Final, final

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table

from microciv.bots import levels as levels_of
from microciv.cli.printing import complain, say, say_json, watched
from microciv.cli.settings import GameArgument, JobsOption, JsonOption
from microciv.core.errors import BadOption, BadRecord
from microciv.games import about, open_game
from microciv.study.league import Fixture, fixtures, play_fixture
from microciv.study.ratings import Rating, Result, Share, rate, share
from microciv.workers import workers

ANCHOR: Final = "easy"
MOST_MATCHES: Final = 100_000
VERSION: Final = 1  # of the file


def league(
    game: GameArgument,
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats",
            metavar="N,N,…",
            help="Numbers of seats; by default the smallest, a middle one and the largest.",
        ),
    ] = None,
    levels: Annotated[
        str | None,
        typer.Option("--levels", metavar="LEVEL,…", help="The levels that play; by default all."),
    ] = None,
    matches: Annotated[
        int,
        typer.Option(
            "--matches",
            min=2,
            max=MOST_MATCHES,
            help="Matches per pair of levels and number of seats.",
        ),
    ] = 40,
    store: Annotated[
        Path | None,
        typer.Option(
            "--store",
            metavar="FILE",
            help="File that keeps the results, to resume from; by default ./league-GAME.jsonl.",
        ),
    ] = None,
    jobs: JobsOption = 1,
    write: Annotated[
        Path | None,
        typer.Option(
            "--write", metavar="FILE", help="Write the tables into this page, replacing old ones."
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Play a round robin of a game's bot levels and rate them.

    Two levels share the seats equally and swap them from match to match. Results are kept in a
    file: the same command resumes from there, and a higher --matches adds to it.
    Start a new file when levels have changed.
    """
    tables = read_tables(game, seats)
    names = read_levels(game, levels)
    file = Store(store or Path(f"league-{game}.jsonl"), game)
    wanted = fixtures(game, names, tables, matches)
    missing = [fixture for fixture in wanted if fixture.key() not in file.found]
    try:
        results = played(missing, jobs or os.cpu_count() or 1)
        for fixture, result in watched(results, len(missing), f"{len(missing)} matches"):
            file.add(fixture, result)
    except KeyboardInterrupt:
        done = len([fixture for fixture in wanted if fixture.key() in file.found])
        complain(f"stopped after {done} of {len(wanted)} matches; the same command goes on")
        raise typer.Exit(1) from None
    report = Report(game, names, tables, [file.found[fixture.key()] for fixture in wanted])
    if write is not None:
        put_into(write, game, report.markdown())
    if as_json:
        say_json(report.plain())
        return
    say(report.ratings_table())
    say(report.shares_table())


def read_tables(game: str, text: str | None) -> list[int]:
    """The sizes of tables.

    :raises BadOption: naming those that the game has.
    """
    sizes = about(game).seats
    if text is None:
        return sorted({sizes[0], sizes[len(sizes) // 2], sizes[-1]})
    tables = [int(word) if word.strip().isdigit() else 0 for word in text.split(",")]
    for table in tables:
        if table not in sizes:
            there = ", ".join([str(size) for size in sizes])
            raise BadOption(f"--seats: expected numbers of seats ({there}), not {text[:40]!r}")
    return sorted(set(tables))


def read_levels(game: str, text: str | None) -> list[str]:
    """The levels that play, the weakest first.

    :raises BadOption: naming those that the game has.
    """
    there = levels_of(game)
    if text is None:
        names = there
    else:
        wanted = [word.strip() for word in text.split(",")]
        for word in wanted:
            if word not in there:
                raise BadOption(f"--levels: no level {word[:40]!r}; there are {', '.join(there)}")
        names = [level for level in there if level in wanted]
    if len(names) < 2:
        raise BadOption(f"--levels: expected two or more of {', '.join(there)}")
    return names


def played(missing: list[Fixture], jobs: int) -> Iterator[tuple[Fixture, Result]]:
    """What is still to be played, as it ends, however many processes play."""
    if jobs == 1 or len(missing) < 2:
        for fixture in missing:
            yield fixture, play_fixture(fixture)
        return
    with workers(min(jobs, len(missing))) as processes:
        going = {processes.submit(play_fixture, fixture): fixture for fixture in missing}
        for match in as_completed(going):
            yield going[match], match.result()


@final
class Store:
    """Results in a file of JSON lines: a head, then a line a match."""

    def __init__(self, path: Path, game: str) -> None:
        """Read what is there.

        :raises BadRecord: if the file is of another game, of other rules, or no league at all.
        """
        self.path = path
        self.found: dict[str, Result] = {}
        head = {"league": VERSION, "game": game, "rules": open_game(game, {}).rules}
        if not path.exists():
            path.write_text(json.dumps(head) + "\n", encoding="utf-8")
            return
        first, *lines = path.read_text(encoding="utf-8").split("\n")
        if first != json.dumps(head):
            raise BadRecord(
                f"{path}: expected a league of {game} under rules {head['rules']};"
                f" it begins {first[:60]!r}"
            )
        whole = lines.pop() == "" if lines else False
        for number, line in enumerate(lines, start=2):
            self._read(line, number)
        if not whole:  # it was stopped while it wrote; that match is played again
            text = "\n".join([first, *lines])
            path.write_text(text + "\n", encoding="utf-8")

    def add(self, fixture: Fixture, result: Result) -> None:
        row = {"match": fixture.key(), "winners": result.winners}
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        self.found[fixture.key()] = result

    def _read(self, line: str, number: int) -> None:
        try:
            row = json.loads(line)
            levels = tuple(row["match"].split(" ")[2].split(","))
            winners = tuple(row["winners"])
        except (ValueError, KeyError, IndexError, TypeError, AttributeError):
            raise BadRecord(f"{self.path}: line {number} is no result: {line[:60]!r}") from None
        if not winners or not set(winners) <= set(range(len(levels))):
            raise BadRecord(f"{self.path}: line {number}: no such winners: {line[:60]!r}")
        self.found[row["match"]] = Result(levels, winners)


@final
class Report:
    """What a league says of its levels."""

    def __init__(
        self, game: str, levels: list[str], tables: list[int], results: list[Result]
    ) -> None:
        self.game = game
        self.title = about(game).title
        self.levels = levels
        self.tables = tables
        self.results = results
        anchor = ANCHOR if ANCHOR in levels else levels[0]
        self.ratings: list[Rating] = rate(results, anchor)
        self.shares: list[tuple[str, str, int, Share]] = []
        """Upper level, lower level, seats (0: all tables), and what the upper one won."""
        for lower, upper in pairwise(levels):
            for seats in [*tables, 0]:
                of_these = [row for row in results if seats in (0, len(row.levels))]
                found = share(of_these, upper, lower)
                if found is not None:
                    self.shares.append((upper, lower, seats, found))

    def rating_rows(self) -> list[tuple[str, str]]:
        """Level and rating, in words."""
        return [
            (
                rating.level,
                f"{rating.points:.0f}" + (f" ± {rating.error:.0f}" if rating.error else ""),
            )
            for rating in self.ratings
        ]

    def share_rows(self) -> list[tuple[str, str, str, str, str]]:
        """Who against whom, seats, matches, wins, what is fair; in words."""
        return [
            (
                f"{upper} over {lower}",
                str(seats) if seats else "all",
                str(found.matches),
                f"{100 * found.won:.0f} % ± {100 * found.error:.0f}",
                f"{100 * found.fair:.0f} %",
            )
            for upper, lower, seats, found in self.shares
        ]

    def ratings_table(self) -> Table:
        table = Table(box=SIMPLE_HEAD, pad_edge=False)
        table.add_column("level")
        table.add_column("rating", justify="right")
        for row in self.rating_rows():
            table.add_row(*row)
        return table

    def shares_table(self) -> Table:
        table = Table(box=SIMPLE_HEAD, pad_edge=False)
        for title in ("level", "seats", "matches", "wins", "fair"):
            table.add_column(title, justify="left" if title == "level" else "right")
        for row in self.share_rows():
            table.add_row(*row)
        return table

    def markdown(self) -> str:
        lines = [f"| {self.title} | rating |", "|---|---|"]
        lines += [f"| {level} | {points} |" for level, points in self.rating_rows()]
        lines += ["", "| level | seats | matches | wins | fair |", "|---|---|---|---|---|"]
        lines += [f"| {' | '.join(row)} |" for row in self.share_rows()]
        return "\n".join(lines)

    def plain(self) -> dict[str, object]:
        return {
            "game": self.game,
            "matches": len(self.results),
            "ratings": [
                {"level": rating.level, "points": rating.points, "error": rating.error}
                for rating in self.ratings
            ],
            "shares": [
                {
                    "level": upper,
                    "over": lower,
                    "seats": seats or None,
                    "matches": found.matches,
                    "won": found.won,
                    "error": found.error,
                    "fair": found.fair,
                }
                for upper, lower, seats, found in self.shares
            ],
        }


def put_into(page: Path, game: str, tables: str) -> None:
    """Replace a game's tables on a page, between two marks; if they are not there, at the end."""
    begin, end = f"<!-- league {game} -->", f"<!-- end of league {game} -->"
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    before, found, rest = text.partition(begin)
    _old, _end, after = rest.partition(end)
    if not found:
        before, after = (before.rstrip("\n") + "\n\n").lstrip("\n"), "\n"
    page.write_text(f"{before}{begin}\n{tables}\n{end}{after}", encoding="utf-8")
