"""`hint`: what a good player would do now, from what one seat sees."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from microciv.bots.advice import Advice, Adviser, Budget
from microciv.cli.printing import say_json, screen
from microciv.cli.question import name_of
from microciv.cli.record_view import game_of, of_file
from microciv.cli.scene import Scene, nameless, scene_of
from microciv.cli.settings import JsonOption
from microciv.core.codec import read_record
from microciv.core.errors import BadOption, BadPosition, MicrocivError
from microciv.core.game import Game
from microciv.core.match import Match, replay
from microciv.core.moves import Seat
from microciv.files import named, read_json
from microciv.games import set_up

MOST_TOLD = 5
SECONDS = 2.0
UNLIMITED = 1_000_000  # iterations, where seconds decide

SecondsOption = Annotated[
    float | None, typer.Option("--seconds", metavar="S", min=0.01, help="Thinking time per choice.")
]
IterationsOption = Annotated[
    int | None,
    typer.Option(
        "--iterations",
        metavar="N",
        min=10,
        help="Think for this many iterations, however long that takes: reproducible.",
    ),
]


def hint(
    path: Annotated[
        Path,
        typer.Argument(
            metavar="RECORD|POSITION",
            help="A record, a save or a position; `-` for standard input.",
        ),
    ],
    seat: Annotated[
        int | None,
        typer.Option(
            "--seat",
            metavar="N",
            help="The seat that asks, counted from 0; by default the one that is to act.",
        ),
    ] = None,
    ply: Annotated[
        int | None,
        typer.Option(
            "--ply",
            metavar="N",
            min=0,
            help="Of a record: after this many moves; by default after the last.",
        ),
    ] = None,
    seconds: SecondsOption = None,
    iterations: IterationsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say which answers are good, and the chance of winning with each.

    The hint uses only what the seat may know, whatever else the file contains.
    """
    match = match_of(path, ply)
    asking = _asking(match, seat)
    seen = match.observe(asking)
    if not seen.legal:
        raise BadOption(f"seat: nothing is asked of seat {asking} now")
    advice = adviser_of(match.game, seconds, iterations).advise(seen)
    if as_json:
        say_json({"game": match.game.name, "seat": asking, **plain_advice(advice)})
        return
    page = screen()
    show_advice(page, scene_of(match.game, seen, nameless(match.game), page.width), advice)


def match_of(path: Path, ply: int | None) -> Match:
    """The match that a record or a position tells of.

    :raises MicrocivError: naming the file and what is wrong with it.
    """
    data = read_json(path)
    if isinstance(data, dict) and ("moves" in data or "record" in data):
        with of_file(path):
            record = read_record(data["record"] if "moves" not in data else data)
            if ply is not None and ply > len(record.moves):
                raise BadOption(f"ply: expected 0 to {len(record.moves)}, not {ply}")
            return replay(game_of(record), record, -1 if ply is None else ply)
    if ply is not None:
        raise BadOption("ply: a position is one moment; --ply goes with a record")
    if isinstance(data, dict) and "game" not in data:
        data = data.get("position")  # what `microciv position --moves` prints
    if not isinstance(data, dict):
        raise BadPosition(f"{named(path)}: expected a record or a position")
    try:
        return set_up(data)
    except MicrocivError as error:
        raise BadPosition(f"{named(path)}: {error}") from None


def adviser_of(game: Game, seconds: float | None, iterations: int | None) -> Adviser:
    """An adviser that thinks for so long; with iterations alone it needs no clock."""
    if iterations is not None and seconds is None:
        return Adviser(game, Budget(iterations))
    budget = Budget(iterations or UNLIMITED, seconds or SECONDS)
    return Adviser(game, budget, 0, monotonic)


def _asking(match: Match, seat: int | None) -> Seat:
    owing = match.owing()
    if not owing:
        raise BadOption("nothing is asked: the match is over")
    if seat is not None:
        if not 0 <= seat < match.game.seats:
            raise BadOption(f"seat: expected 0 to {match.game.seats - 1}, not {seat}")
        return seat
    if len(owing) > 1:
        there = ", ".join([str(one) for one in owing])
        raise BadOption(f"seat: several are asked; give --seat, one of {there}")
    return owing[0]


def plain_advice(advice: Advice) -> dict[str, object]:
    return {
        "options": [
            {
                "move": option.move.text,
                "share": round(option.share, 4),
                "chance": round(option.chance.value, 4),
                "error": round(option.chance.error, 4),
            }
            for option in advice.options
        ],
        "follows": [move.text for move in advice.follows],
    }


def hundredths(value: float) -> int:
    """A chance as people say it."""
    return round(100 * value)


def show_advice(page: Console, scene: Scene, advice: Advice) -> None:
    """The best answers with their chances, and how the best goes on."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column()
    for place, option in enumerate(advice.options[:MOST_TOLD]):
        words = scene.texts.phrase("chance", {"chance": hundredths(option.chance.value)})
        style = "bold" if place == 0 else "dim"
        error = f" (±{hundredths(option.chance.error)})"
        table.add_row(
            Text(name_of(option.move, scene), style=style), Text(words + error, style=style)
        )
    page.print(table)
    if advice.follows:
        moves = "; ".join([scene.label(move) for move in advice.follows])
        page.print(Text(scene.texts.phrase("follows", {"moves": moves})))
