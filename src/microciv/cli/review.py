"""`review`: a finished match as each seat could see it: chances, costliest decisions, luck."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Annotated, final

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from microciv.bots.advice import Weighed, weighs_answers
from microciv.bots.review import (
    Account,
    Past,
    Reviewed,
    Share,
    account,
    costliest,
    explained,
    is_tied,
    looks_at,
    past_of,
    plain_costly,
    plain_decision,
    review,
)
from microciv.cli.hint import (
    IterationsOption,
    SecondsOption,
    adviser_of,
    hundredths,
    why_words,
)
from microciv.cli.printing import say_json, screen
from microciv.cli.record_view import game_of, of_file
from microciv.cli.scene import Scene, nameless, scene_of
from microciv.cli.settings import JsonOption, RecordArgument, read_seat
from microciv.core.game import Game
from microciv.core.match import Record
from microciv.files import read_record
from microciv.speech import t, tn
from microciv.texts import texts_for

SECONDS = 1.0  # for one look at an answer
WHOLE = 9.0  # for all looks at the answers of a seat
HALF = 20  # characters of a bar to either side of its middle
GRAPH = "▁▂▃▄▅▆▇█"


@final
@dataclass(frozen=True)
class Report:
    """All that is said of one seat."""

    past: Past
    decisions: list[Reviewed]
    costly: list[Reviewed]
    sums: Account | None


def review_record(
    path: RecordArgument,
    seat: Annotated[
        int | None,
        typer.Option("--seat", metavar="N", help="One seat, counted from 1; by default all."),
    ] = None,
    seconds: SecondsOption = None,
    iterations: IterationsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Review a match: each seat's chance of winning by decision, its three costliest decisions and
    why they were, and how much was luck and how much choice.

    Everything is judged by what the seat knew at the time. docs/review.md explains how.
    """
    record = read_record(path)
    with of_file(path):
        game = game_of(record)
    for one in range(game.seats) if seat is None else [read_seat(seat, game.seats)]:
        with of_file(path):
            report = report_of(game, record, one, seconds, iterations)
        if as_json:
            say_json(plain_report(game, report))
        else:
            show_report(screen(), game, report)


def report_of(
    game: Game, record: Record, seat: int, seconds: float | None, iterations: int | None
) -> Report:
    texts = texts_for(game.name, game.options)
    chance = frozenset(texts.names("ladder", "chance"))
    past = past_of(game, record, seat, chance)
    if seconds is None and iterations is None:
        looks = looks_at(past, whole=weighs_answers(game))
        seconds = min(SECONDS, WHOLE / max(1.0, looks))
    adviser = adviser_of(game, seconds, iterations)
    bar = Progress(console=Console(stderr=True), transient=True)
    with bar if sys.stderr.isatty() else nullcontext():
        task = bar.add_task(t("seat {number}", number=seat + 1), total=len(past.decisions))
        decisions = review(adviser, past, lambda _: bar.advance(task))
    return Report(past, decisions, costliest(decisions), account(past, decisions))


def plain_report(game: Game, report: Report) -> dict[str, object]:
    return {
        "game": game.name,
        "seat": report.past.seat,
        "decisions": [plain_decision(one) for one in report.decisions],
        "costliest": [plain_costly(one, report.decisions) for one in report.costly],
        "account": report.sums,
    }


# --- for people


def show_report(page: Console, game: Game, report: Report) -> None:
    """Everything of one seat on a screen."""
    past = report.past
    texts = texts_for(game.name, game.options)
    name = texts.label("seat").replace("{seat}", str(past.seat + 1))
    page.print(Text(f"{texts.label('review')}: {name}", style="bold"))
    if not report.decisions:
        page.print(Text(t("It had no choice to make.")))
        page.print()
        return
    chances = [one.hope.value for one in report.decisions]
    page.print(Text(f"{graph([*chances, *([] if past.end is None else [past.end])])}"))
    page.print(Text(span_of(chances, past.end), style="dim"))
    page.print()
    if not report.costly:
        page.print(Text(t("No decision cost anything that the search can tell.")))
    for number, one in enumerate(report.costly, start=1):
        scene = scene_of(game, one.decision.steps[one.worst].seen, nameless(game), page.width)
        words = " ".join(sentences(scene, one, report.decisions))
        ply = t("Ply {ply}: ", ply=one.decision.ply)
        page.print(Text.assemble((f"{number}. {ply}", "bold"), words))
    page.print()
    if report.sums is not None:
        page.print(bars(report.sums, texts.label))
        page.print()


def span_of(chances: Sequence[float], end: float | None) -> str:
    """How many decisions there were, and how the chance to win began and ended."""
    number, first = len(chances), hundredths(chances[0])
    if end is None:
        return tn(
            number,
            "{n} decision, from {first}\u00a0%",
            "{n} decisions, from {first}\u00a0%",
            first=first,
        )
    return tn(
        number,
        "{n} decision, from {first}\u00a0% to {last}\u00a0%",
        "{n} decisions, from {first}\u00a0% to {last}\u00a0%",
        first=first,
        last=hundredths(end),
    )


def graph(chances: Sequence[float]) -> str:
    top = len(GRAPH) - 1
    return "".join([GRAPH[min(top, max(0, round(chance * top)))] for chance in chances])


def sentences(scene: Scene, one: Reviewed, decisions: Sequence[Reviewed]) -> list[str]:
    """What was better and why, in the words of the game."""
    texts, step = scene.texts, explained(one)
    lines = [texts.phrase("review_clear" if one.is_clear else "review_unsure", told(scene, step))]
    why = why_words(scene, step.why)
    if why:
        lines.append(texts.phrase("review_why", {"ahead": texts.label("ahead"), "why": why}))
    if one.is_clear and is_tied(one, decisions):
        lines.append(texts.phrase("review_tied", {}))
    return lines


def told(scene: Scene, step: Weighed) -> dict[str, object]:
    return {
        "better": scene.label(step.best),
        "played": scene.label(step.played),
        "hope": hundredths(step.hope.value),
        "chance": hundredths(step.chance.value),
    }


def shares_of(sums: Account) -> list[tuple[str, Share]]:
    """The parts of the account by their names in the texts."""
    return [
        ("choice", sums.choice),
        ("luck", sums.luck),
        ("others", sums.others),
        ("mixed", sums.mixed),
    ]


def bars(sums: Account, label: Callable[[str], str]) -> Table:
    """What brought the chance to win from its start to its end, to the left and to the right."""
    grid = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column(justify="right", no_wrap=True)
    for name, share in shares_of(sums):
        length = min(HALF, round(HALF * abs(share.change)))
        left = ("━" * length if share.change < 0 else "").rjust(HALF)
        right = ("━" * length if share.change > 0 else "").ljust(HALF)
        number = f"{hundredths(share.change):+d} (±{hundredths(share.error)})".replace("-", "−")
        grid.add_row(label(f"review_{name}"), f"{left}│{right}", number)
    return grid
