"""`check`: do the laws hold for a game, whoever wrote it?"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from io import StringIO
from typing import Annotated, Final, final

import typer
from rich.console import Console
from rich.progress import Progress
from rich.text import Text

from microciv.boards import BadBoard, board_of
from microciv.cli.looks import Look, own_look
from microciv.cli.looks.look import Captions
from microciv.cli.printing import say_json, screen, warn_of_left_out
from microciv.cli.scene import Scene, captions, nameless, scene_of
from microciv.cli.settings import (
    CardsOption,
    GameArgument,
    JsonOption,
    SeedOption,
    SetOption,
    VariantOption,
    as_given,
    open_settled,
    read_seed,
)
from microciv.core.errors import BadOption, MicrocivError
from microciv.core.game import Game
from microciv.core.match import Match
from microciv.core.options import OptionInfo, describe, span
from microciv.core.rng import Rng
from microciv.core.secrets import Secrets
from microciv.games import about, open_game
from microciv.laws import LAWS, Finding, found
from microciv.laws.play import decisions
from microciv.texts.checking import numbered_seats, problems_of_words

BROKEN: Final = 1  # the exit code
LOOKED_AT: Final = 120  # decisions at least, in a few short matches
WIDTH: Final = 80  # of the terminal that a look is tried on
FIRST: Final = "1"


@final
@dataclass(frozen=True)
class Table:
    """A game with its options settled, and the arguments that settle them so."""

    game: Game
    arguments: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join([self.game.name, *self.arguments])


def check(
    game: GameArgument,
    seats: Annotated[
        int | None, typer.Option("--seats", metavar="N", help="The number of seats.")
    ] = None,
    variant: VariantOption = None,
    cards: CardsOption = None,
    settings: SetOption = None,
    law: Annotated[
        list[str] | None,
        typer.Option(
            "--law", metavar="NAME", help="Check only this law; may be given several times."
        ),
    ] = None,
    matches: Annotated[
        int | None,
        typer.Option(
            "--matches",
            metavar="N",
            min=1,
            help="Matches per law and table; by default one, and more if they are short.",
        ),
    ] = None,
    seed: SeedOption = FIRST,
    as_json: JsonOption = False,
) -> None:
    """Play random matches of a game and check every law on them.

    Without options every number of seats and every choice of every option is tried. Exit code 1 if
    a law is broken; the report says what was expected and which command reproduces it. The exit
    code is 1, too, if nobody is ever asked anything, if the words of the game name something that
    it does not have, if its look cannot be loaded or fails, or if the board that is registered for
    it is not among the files of its package. Whatever else packages offer that cannot be used is
    reported on standard error.
    """
    if not __debug__:
        raise MicrocivError("the laws need assertions: run Python without -O")
    names = chosen(law)
    if seats is None and not (variant or cards or settings):
        tables, untried = tables_of(game)
    else:
        opened = open_settled(game, seats, variant, cards, settings)
        tables, untried = [Table(opened, as_given(seats, variant, cards, settings))], []
    first = read_seed(seed or FIRST)
    warn_of_left_out()
    board = problem_of_board(game)
    look = problem_of_look(tables[0].game, first) if tables else None
    words = problems_of_words(tables[0].game) if tables else []
    unplayed = [problem for table in tables if (problem := problem_of_play(table, first))]
    broken: list[tuple[Table, Finding]] = []
    for table, findings in looked(tables, names, first, matches):
        broken += [(table, finding) for finding in findings]
        if not as_json:
            report(table, findings, len(names))
    if as_json:
        say_json(
            {
                "game": game,
                "tables": [str(table) for table in tables],
                "laws": names,
                "matches": matches,
                "broken": [plain_finding(table, finding) for table, finding in broken],
                "play": unplayed,
                "board": board,
                "look": look,
                "words": words,
            }
        )
    else:
        lines = [*remarks(tables, untried), *unplayed, *filter(None, [board, look]), *words]
        for line in lines:
            tell(line)
    if broken or unplayed or board or look or words:
        raise typer.Exit(BROKEN)


def chosen(wanted: list[str] | None) -> list[str]:
    """The names of the laws to hold it against."""
    for name in wanted or []:
        if name not in LAWS:
            raise BadOption(f"--law: no law {name[:40]!r}; there are {', '.join(LAWS)}")
    return [name for name in LAWS if not wanted or name in wanted]


def problem_of_play(table: Table, first: int) -> str | None:
    """That its matches have nothing to play, of which no law complains; None: they have."""
    try:
        for seed in range(first, first + LOOKED_AT):
            if Match(table.game, seed).to_act():
                return None
    except Exception:  # noqa: BLE001  # the laws say what is wrong
        return None
    return f"{table}: nobody is asked anything: the match is over when it is dealt"


def problem_of_board(game: str) -> str | None:
    """Why the page cannot have the board that is registered for a game; None: it can, or there is
    none.
    """
    try:
        board_of(game)
    except BadBoard as error:
        return str(error)
    return None


def problem_of_look(game: Game, seed: int) -> str | None:
    """Why its table cannot be drawn in the terminal; None: it can."""
    try:
        look = own_look(game.name)
        if look is not None:
            for moment in moments_of(game, seed):
                draw(look, *moment)
    except Exception as error:  # noqa: BLE001  # anything may go wrong in other people's code
        return f"the look of {game.name}: {type(error).__name__}: {error}"
    return None


def moments_of(game: Game, seed: int) -> list[tuple[Scene, Captions, list[int]]]:
    """The first decisions of a match as one of the seats sees them: what it has heard, the scores.
    None of them where the game itself fails: the laws say what is wrong with it.
    """
    match, rng, sittings = Match(game, seed), Rng(seed), nameless(game)
    found: list[tuple[Scene, Captions, list[int]]] = []
    try:
        for _ in decisions(match, rng):
            seen = match.observe(match.to_act()[rng.below(len(match.to_act()))])
            scene = scene_of(game, seen, sittings, WIDTH)
            told = captions(game, match.heard(seen.seat), scene.names, scene.texts)
            found.append((scene, told, match.scores()))
            if len(found) == LOOKED_AT:
                break
    except Exception:  # noqa: BLE001  # as above
        return []
    return found


def draw(look: Look, scene: Scene, told: Captions, scores: list[int]) -> None:
    """All parts of a look that need nobody to type."""
    page = Console(file=StringIO(), width=WIDTH)
    page.print(look.draw(scene), look.advice(scene), look.menu(scene), look.ask(scene))
    page.print(look.stakes(scene), look.goes_on(scene), look.pinned(scene))
    page.print(*[look.remark(scene, move) for move in scene.observation.legal])
    page.print(*[caption for _event, caption in look.digest(told, scene.names)])
    page.print(*look.results(scene, scores))


def tables_of(name: str) -> tuple[list[Table], list[str]]:
    """Every number of seats, and every choice of every option at some number of seats; and what
    could not be tried so.
    """
    described = about(name)
    tables: list[Table] = []
    untried: list[str] = []
    for seats in described.seats:
        table = table_with(name, (seats,), {})
        if table is None:
            untried.append(f"{seats} seats, which want an option set")
        else:
            tables.append(table)
    infos = describe(described.options)
    for end in ("least", "most"):
        numbers = {info.name: getattr(info, end) for info in infos if info.kind == "number"}
        table = table_with(name, described.seats, numbers) if numbers else None
        if table is not None:
            tables.append(table)
        elif numbers:
            untried.append(f"all numbers at their {end}, which want another option set")
    for info in [info for info in infos if info.kind != "number"]:
        choices = choices_of(info)
        if not choices:
            untried.append(f"{info.name}, which is data (--set)")
        for choice in choices:
            start = len(tables) % len(described.seats)
            seats_in_turn = described.seats[start:] + described.seats[:start]
            table = table_with(name, seats_in_turn, {info.name: choice})
            if table is None:
                untried.append(f"{info.name}={written(choice)}, which wants another option set")
            else:
                tables.append(table)
    return tables, untried


def choices_of(info: OptionInfo) -> list[object]:
    """What an option may be besides its default; of a range its ends."""
    low, high = span(info.choices)
    choices = [low, high] if low < high else list(info.choices)
    return [choice for choice in choices if choice != info.default]


def table_with(name: str, seats: tuple[int, ...], values: dict[str, object]) -> Table | None:
    """A table with these options and the first number of seats that it takes."""
    for count in seats:
        try:
            game = open_game(name, {"seats": count, **values})
        except BadOption:
            continue
        settings = [f"{option}={written(value)}" for option, value in values.items()]
        return Table(game, as_given(count, None, None, settings))
    return None


def written(value: object) -> str:
    """A value as --set reads it."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def looked(
    tables: list[Table], laws: list[str], first: int, matches: int | None
) -> Iterator[tuple[Table, list[Finding]]]:
    """What the laws find table by table, with a bar on standard error for who watches."""
    bar = Progress(console=Console(stderr=True), transient=True)
    with bar if sys.stderr.isatty() else nullcontext():
        task = bar.add_task("", total=len(tables) * len(laws))
        for table in tables:
            findings: list[Finding] = []
            seeds = range(first, first + (matches or enough(table.game, first)))
            for name in laws:
                bar.update(task, description=f"{table}: {name}")
                finding = first_found(table, name, seeds)
                bar.advance(task)
                if finding is not None:
                    findings.append(finding)
                    if finding.endless:
                        break
            yield table, findings


def enough(game: Game, seed: int) -> int:
    """How many matches like this one have LOOKED_AT decisions, as laws look closely at few."""
    played = 0
    try:
        for _ in decisions(Match(game, seed), Rng(seed)):
            played += 1
            if played == LOOKED_AT:
                break
    except Exception:  # noqa: BLE001  # the laws say what is wrong
        return 1
    return -(-LOOKED_AT // max(1, played))


def first_found(table: Table, law: str, seeds: range) -> Finding | None:
    """The first match of these on which the law is broken."""
    for seed in seeds:
        finding = found(law, LAWS[law], table.game, seed)
        if finding is not None:
            return finding
    return None


def report(table: Table, findings: list[Finding], laws: int) -> None:
    """A line if all is well; else each broken law, what was expected, and how to see it again."""
    if not findings:
        tell(f"{table}: {laws} {'law holds' if laws == 1 else 'laws hold'}")
    for finding in findings:
        tell(f"{table}: law {finding.law} is broken, seed {finding.seed}")
        tell(f"    {finding.complaint}")
        if finding.where:
            tell(f"    in {finding.where}")
        tell(f"    {again(table, finding)}")


def tell(line: str) -> None:
    """One line, however long: commands are there to be copied."""
    screen().print(Text(line), soft_wrap=True)


def again(table: Table, finding: Finding) -> str:
    """The command that shows it once more."""
    words = [table.game.name, *table.arguments, "--law", finding.law, "--seed", str(finding.seed)]
    return f"microciv check {shlex.join(words)}"


def plain_finding(table: Table, finding: Finding) -> dict[str, object]:
    return {
        "table": str(table),
        "law": finding.law,
        "seed": finding.seed,
        "expected": finding.complaint,
        "where": finding.where,
        "again": again(table, finding),
    }


def remarks(tables: list[Table], untried: list[str]) -> list[str]:
    lines = [f"Not tried: {what}." for what in untried]
    lines += [line for table in tables[:1] for line in numbered_seats(table.game)]
    if tables and type(tables[0].game.secrets()) is Secrets:
        name = tables[0].game.name
        lines.append(
            f"{name} does not say what it hides (`Game.secrets`): if it hides more than answers,"
            " the law veil has little to change."
        )
    return lines
