"""`league`, which is `arena` too: bots of all kinds against each other, rated; it resumes where it
was stopped.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from concurrent.futures import BrokenExecutor, as_completed
from dataclasses import dataclass
from itertools import combinations, pairwise
from pathlib import Path
from typing import Annotated, Final, final

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from microciv.bots import check_level
from microciv.bots import levels as levels_of
from microciv.cli.bot_host_child import SeatLost, words_of
from microciv.cli.bot_host_seat import SECONDS, Conduct, seat_program
from microciv.cli.contest import Contest, play_contest
from microciv.cli.league_folder import Head, LeagueFolder, Row
from microciv.cli.printing import aside, complain, say, say_json, watched
from microciv.cli.settings import (
    MOST_DIGITS,
    CardsOption,
    GameArgument,
    JobsOption,
    JsonOption,
    SetOption,
    VariantOption,
    read_settings,
)
from microciv.cli.sitting import CLIENT, LINK, PROGRAM, Sitting
from microciv.core.codec import plain
from microciv.core.errors import BadOption, MicrocivError
from microciv.core.options import changed
from microciv.files import read_text, write_whole
from microciv.games import about, open_game
from microciv.speech import t
from microciv.study.league import Fixture, fixtures
from microciv.study.plan import goes_on
from microciv.study.ratings import Rating, Result, Share, rate, share
from microciv.workers import workers

ANCHOR: Final = "easy"
MOST_MATCHES: Final = 100_000
LONGEST_NAME: Final = 40
LAST_LINES: Final = 5  # of what a program said last that are shown


def league(
    game: GameArgument,
    bots: Annotated[
        list[str] | None,
        typer.Option(
            "--bots",
            "--levels",
            metavar="BOT,…",
            help="Who plays: levels, and programs as `NAME=cmd:COMMAND` or `NAME=link:COMMAND`;"
            " may be repeated. By default all levels.",
        ),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats",
            metavar="N,N,…",
            help="Numbers of seats; by default the smallest, a middle one and the largest.",
        ),
    ] = None,
    matches: Annotated[
        int,
        typer.Option(
            "--matches",
            min=2,
            max=MOST_MATCHES,
            help="Matches per pair of bots and number of seats.",
        ),
    ] = 40,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.01, max=3600.0, help="A program's time per answer.")
    ] = SECONDS,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FOLDER",
            help="Where the results are kept, to resume from; by default ./league-GAME.",
        ),
    ] = None,
    variant: VariantOption = None,
    cards: CardsOption = None,
    settings: SetOption = None,
    jobs: JobsOption = 1,
    write: Annotated[
        Path | None,
        typer.Option(
            "--write", metavar="FILE", help="Write the tables into this page, replacing old ones."
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Let bots play each other, every one against every other, and rate them.

    Two bots share the seats equally and swap them from match to match. Levels, programs that speak
    JSON lines (`cmd:`, docs/text-seats.md) and clients of a server (`link:`, which get the link of
    a table as their last argument) play beside each other; a program is started anew for each
    match. One that
    exits early loses the match, and is reported with its last words.

    Results are kept in a folder as they come: the same command resumes from there, however it was
    stopped, more bots or a higher --matches add to it, and no match is counted twice. Choose
    another folder when bots have changed.
    """
    if write is not None:
        read_page(write)  # now: a league takes hours
    names = {bot.name: bot for bot in read_bots(game, bots)}
    options = read_settings(game, variant, cards, settings)
    tables = choose_tables(game, seats, options)
    opened = [open_game(game, {**options, "seats": table}) for table in tables]
    told = plain(changed(opened[0].options))
    assert isinstance(told, dict)
    told.pop("seats", None)
    head = Head(
        game, opened[0].rules, told, seconds, {bot.name: bot.told for bot in names.values()}
    )
    with LeagueFolder(out or Path(f"league-{game}"), head) as folder:
        wanted = fixtures([*names], tables, matches)
        missing = [fixture for fixture in wanted if fixture not in folder.found]
        check_programs([names[name] for fixture in missing for name in fixture.bots], seconds)
        tasks = [
            Task(
                fixture, game, told, tuple([names[name].sitting for name in fixture.bots]), seconds
            )
            for fixture in missing
        ]
        try:
            results = played(tasks, jobs or os.cpu_count() or 1)
            for fixture, row in watched(results, len(tasks), f"{len(tasks)} matches"):
                folder.add(fixture, row)
        except KeyboardInterrupt:
            done = len([fixture for fixture in wanted if fixture in folder.found])
            complain(
                t(
                    "stopped after {done} of {wanted} matches; the same command goes on",
                    done=done,
                    wanted=len(wanted),
                )
            )
            raise typer.Exit(1) from None
        except BrokenExecutor:
            why = t("a worker process was killed (is memory short?)")
            raise MicrocivError(f"{why}; {goes_on()}") from None
        # All that is kept of these bots counts: some pairs may have met more often.
        rows = [
            (fixture, row)
            for fixture, row in folder.found.items()
            if names.keys() >= set(fixture.bots) and len(fixture.bots) in tables
        ]
    report = Report(game, [*names.values()], tables, rows)
    if write is not None:
        put_into(write, game, report.markdown())
    if as_json:
        say_json(report.plain())
        return
    say(report.ratings_grid())
    say(report.shares_grid())
    for line in report.losses():
        say(Text(line))


# --- who plays


@final
@dataclass(frozen=True)
class Entrant:
    """A bot of the league, by its name."""

    name: str
    sitting: Sitting

    @property
    def told(self) -> str:
        """What it is, as it was given."""
        return self.sitting.token()

    @property
    def is_program(self) -> bool:
        return self.sitting.kind != "bot"


def read_bots(game: str, given: list[str] | None) -> list[Entrant]:
    """Who plays: levels first, the weakest first; then programs as they were named.

    :raises BadOption: naming what was expected.
    """
    known = levels_of(game)
    words = [word.strip() for text in given or [",".join(known)] for word in text.split(",")]
    found = [_entrant(game, word) for word in words]
    names = [bot.name for bot in found]
    for name in names:
        if names.count(name) > 1:
            raise BadOption(t("--bots: two bots are called {name}", name=repr(name)))
    if len(found) < 2:
        raise BadOption(
            t("--bots: expected two or more of {names}, or programs", names=", ".join(known))
        )
    ranks = {level: rank for rank, level in enumerate(known)}
    return sorted(found, key=lambda bot: ranks.get(bot.name, len(ranks)))


def _entrant(game: str, word: str) -> Entrant:
    head, equals, tail = word.partition("=")
    given, token = (head.strip(), tail.strip()) if equals and ":" not in head else ("", word)
    kind, colon, rest = token.partition(":")
    if colon and kind in (PROGRAM, LINK):
        name = given or token
        if len(name) > LONGEST_NAME or not name.isprintable() or name in levels_of(game):
            raise BadOption(
                t(
                    "--bots: expected a name of up to {most} characters that is not a level, as in"
                    " `{such}`, not {given}",
                    most=LONGEST_NAME,
                    such=f"mine={PROGRAM}:python bot.py",
                    given=repr(name[:60]),
                )
            )
        return Entrant(name, Sitting("program" if kind == PROGRAM else CLIENT, "", rest.strip()))
    level = rest if colon and kind == "bot" else token
    try:
        check_level(level, game)
    except BadOption as error:
        raise BadOption(
            t("--bots: {why}; a program is {program}:COMMAND", why=error, program=PROGRAM)
        ) from None
    return Entrant(given or level, Sitting("bot", "", level))


def check_programs(bots: list[Entrant], seconds: float) -> None:
    """Check that each program can be started, before it loses all its matches.

    :raises MicrocivError: naming the one that cannot.
    """
    for bot in dict.fromkeys(bots):
        try:
            if bot.sitting.kind == "program":
                with seat_program(bot.sitting.level, aside, seconds):
                    pass
            if bot.sitting.kind == CLIENT:
                first = words_of(bot.sitting.level)[0]
                if shutil.which(first) is None:
                    raise SeatLost(f"cannot start {first!r:.60}")
        except SeatLost as lost:
            raise MicrocivError(f"{bot.name}: {lost}") from None


def choose_tables(game: str, text: str | None, options: Mapping[str, object]) -> list[int]:
    """The sizes of tables; if nothing is said of them, the smallest that the options allow, a
    middle one and the largest.

    :raises BadOption: naming those that the game has.
    """
    if "seats" in options:
        if text is not None:
            told = t(
                "seats: {set} are set, but {named} are named in --seats",
                set=options["seats"],
                named=text,
            )
            raise BadOption(told)
        text = str(options["seats"])
    if text is not None:
        return read_tables(game, text)
    known = about(game).seats
    sizes = [size for size in known if is_size(game, size, options)] or known
    return sorted({sizes[0], sizes[len(sizes) // 2], sizes[-1]})


def read_tables(game: str, text: str) -> list[int]:
    """The sizes of tables.

    :raises BadOption: naming those that the game has.
    """
    sizes = about(game).seats
    words = [word.strip() for word in text.split(",")]
    tables = [int(word) if word.isdecimal() and len(word) <= MOST_DIGITS else 0 for word in words]
    for table in tables:
        if table not in sizes:
            there = ", ".join([str(size) for size in sizes])
            given = repr(text[:40])
            told = t("expected numbers of seats ({seats}), not {given}", seats=there, given=given)
            raise BadOption(f"--seats: {told}")
    return sorted(set(tables))


def is_size(game: str, size: int, options: Mapping[str, object]) -> bool:
    """May this many play under these options?"""
    try:
        open_game(game, {**options, "seats": size})
    except BadOption:
        return False
    return True


# --- playing


@final
@dataclass(frozen=True)
class Task:
    """One match, in words that another process understands."""

    fixture: Fixture
    game: str
    options: dict[str, object]
    sittings: tuple[Sitting, ...]
    seconds: float


def played(tasks: list[Task], jobs: int) -> Iterator[tuple[Fixture, Row]]:
    """What is to be played, as it ends, however many processes play."""
    if jobs == 1 or len(tasks) < 2:
        for task in tasks:
            yield task.fixture, play_task(task)
        return
    with workers(min(jobs, len(tasks))) as processes:
        going = {processes.submit(play_task, task): task.fixture for task in tasks}
        for match in as_completed(going):
            yield going[match], match.result()


def play_task(task: Task) -> Row:
    """Play one match to its end."""
    game = open_game(task.game, {**task.options, "seats": len(task.sittings)})
    return row_of(play_contest(game, list(task.sittings), task.fixture.seed, task.seconds))


def row_of(contest: Contest) -> Row:
    """What is kept of a match."""
    end = contest.end
    return Row(
        contest.winners(),
        end.places,
        end.scores,
        end.plies,
        {str(seat): conduct for seat, conduct in contest.conduct.items()},
        {str(seat): loss for seat, loss in contest.lost.items()},
    )


# --- what it says


@final
class Report:
    """What a league says of its bots."""

    def __init__(
        self, game: str, bots: list[Entrant], tables: list[int], rows: list[tuple[Fixture, Row]]
    ) -> None:
        self.game = game
        self.title = about(game).title
        self.bots = bots
        self.tables = tables
        self.rows = rows
        self.results = [
            Result(fixture.bots, tuple(row.winners)) for fixture, row in rows if row.winners
        ]
        names = [bot.name for bot in bots]
        anchor = ANCHOR if ANCHOR in names else names[0]
        self.ratings: list[Rating] = rate(self.results, anchor) if self.results else []
        self.shares: list[tuple[str, str, int, Share]] = []
        """Upper bot, lower bot, seats (0: all tables), and what the upper one won."""
        for lower, upper in self._pairs():
            for seats in [*tables, 0] if len(tables) > 1 else tables:
                of_these = [row for row in self.results if seats in (0, len(row.levels))]
                found = share(of_these, upper, lower)
                if found is not None:
                    self.shares.append((upper, lower, seats, found))
        self.conduct = {bot.name: self._conduct(bot) for bot in bots if bot.is_program}
        """By program, all its matches together."""

    def _pairs(self) -> list[tuple[str, str]]:
        """Levels beside each other, and every program with every other bot."""
        levels = [bot.name for bot in self.bots if not bot.is_program]
        programs = [
            (one.name, other.name)
            for one, other in combinations(self.bots, 2)
            if other.is_program  # programs come last
        ]
        return [*pairwise(levels), *programs]

    def _conduct(self, bot: Entrant) -> tuple[int, int, Conduct]:
        """In how many matches it was, how often it was lost, and how it behaved."""
        matches = losses = 0
        conduct = Conduct()
        for fixture, row in self.rows:
            seats = [str(seat) for seat, name in enumerate(fixture.bots) if name == bot.name]
            matches += bool(seats)
            losses += len([seat for seat in seats if seat in row.lost])
            for seat in seats:
                conduct.add(row.conduct.get(seat, Conduct()))
        return matches, losses, conduct

    def losses(self) -> list[str]:
        """Of each program that was lost, why it was the last time and what it said then."""
        lines: list[str] = []
        for bot in self.bots:
            last = [
                (fixture, loss)
                for fixture, row in self.rows
                for seat, loss in row.lost.items()
                if fixture.bots[int(seat)] == bot.name
            ][-1:]
            for fixture, loss in last:
                seats = ",".join(fixture.bots)
                lines.append(f"{bot.name}, in the match of {seats} with seed {fixture.seed}:")
                lines += [f"  {loss.why}", *[f"  | {line}" for line in loss.tail[-LAST_LINES:]]]
        return lines

    def rating_rows(self) -> list[tuple[str, ...]]:
        """Bot and rating, in words; where programs play, how they behaved."""
        rows: list[tuple[str, ...]] = []
        for rating in self.ratings:
            error = f" ± {rating.error:.0f}" if rating.error else ""
            row: tuple[str, ...] = (rating.level, f"{rating.points:.0f}{error}")
            if rating.level in self.conduct:
                _, losses, conduct = self.conduct[rating.level]
                faults = (losses, conduct.absent, conduct.refused)
                slowest = f"{conduct.slowest:.2f} s" if conduct.slowest else ""  # of a client
                row += (*[str(count) for count in faults], slowest)
            elif self.conduct:
                row += ("", "", "", "")
            rows.append(row)
        return rows

    def share_rows(self) -> list[tuple[str, ...]]:
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

    def _titles(self) -> list[str]:
        faults = ["lost", "time-outs", "refused", "slowest"] if self.conduct else []
        return ["bot", "rating", *faults]

    def ratings_grid(self) -> Table:
        return _grid(self._titles(), self.rating_rows())

    def shares_grid(self) -> Table:
        return _grid(["bots", "seats", "matches", "wins", "fair"], self.share_rows())

    def markdown(self) -> str:
        titles = [self.title, *self._titles()[1:]]
        lines = [f"| {' | '.join(titles)} |", "|---" * len(titles) + "|"]
        lines += [f"| {' | '.join(row)} |" for row in self.rating_rows()]
        lines += ["", "| bots | seats | matches | wins | fair |", "|---|---|---|---|---|"]
        lines += [f"| {' | '.join(row)} |" for row in self.share_rows()]
        return "\n".join(lines)

    def plain(self) -> dict[str, object]:
        return {
            "game": self.game,
            "matches": len(self.rows),
            "ratings": [
                {"bot": rating.level, "points": rating.points, "error": rating.error}
                for rating in self.ratings
            ],
            "programs": [
                {"bot": name, "matches": matches, "lost": losses, **conduct.plain()}
                for name, (matches, losses, conduct) in self.conduct.items()
            ],
            "shares": [
                {
                    "bot": upper,
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


def _grid(titles: list[str], rows: list[tuple[str, ...]]) -> Table:
    grid = Table(box=SIMPLE_HEAD, pad_edge=False)
    for number, title in enumerate(titles):
        grid.add_column(title, justify="right" if number else "left")
    for row in rows:
        grid.add_row(*[Text(cell) for cell in row])
    return grid


def read_page(page: Path) -> str:
    """What is on a page before tables are written into it: nothing, if it is a new one.

    :raises MicrocivError: if it cannot be read, or there is no folder to write it into.
    """
    if page.exists():
        return read_text(page)
    if not page.parent.is_dir():
        raise MicrocivError(
            t("--write: {path}: expected a file, in a folder that is there", path=page)
        )
    return ""


def put_into(page: Path, game: str, tables: str) -> None:
    """Replace a game's tables on a page, between two marks; if they are not there, at the end.

    :raises MicrocivError: if it cannot be read.
    :raises OSError: if it cannot be written.
    """
    begin, end = f"<!-- league {game} -->", f"<!-- end of league {game} -->"
    before, found, rest = read_page(page).partition(begin)
    _old, _end, after = rest.partition(end)
    if not found:
        before, after = (before.rstrip("\n") + "\n\n").lstrip("\n"), "\n"
    write_whole(page, f"{before}{begin}\n{tables}\n{end}{after}".encode())
