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
from microciv.bots.why import Change, Why, plain_why
from microciv.cli.printing import say_json, screen
from microciv.cli.question import name_of
from microciv.cli.record_view import game_of, of_file
from microciv.cli.scene import Scene, nameless, scene_of
from microciv.cli.settings import JsonOption, read_seat
from microciv.core.codec import read_record
from microciv.core.errors import BadOption, BadPosition, MicrocivError
from microciv.core.game import Game
from microciv.core.match import Match, replay
from microciv.core.moves import Seat
from microciv.files import named, read_json
from microciv.games import set_up
from microciv.speech import t

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
            help="The seat that asks, counted from 1; by default the one that is to act.",
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
        raise BadOption(t("seat: nothing is asked of seat {number} now", number=asking + 1))
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
                raise BadOption(
                    t("ply: expected 0 to {last}, not {ply}", last=len(record.moves), ply=ply)
                )
            return replay(game_of(record), record, -1 if ply is None else ply)
    if ply is not None:
        raise BadOption(t("ply: a position is one moment; --ply goes with a record"))
    if isinstance(data, dict) and "game" not in data:
        data = data.get("position")  # what `microciv position --moves` prints
    if not isinstance(data, dict):
        raise BadPosition(t("{path}: expected a record or a position", path=named(path)))
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
    to_act = match.to_act()
    if not to_act:
        raise BadOption(t("nothing is asked: the match is over"))
    if seat is not None:
        return read_seat(seat, match.game.seats)
    if len(to_act) > 1:
        there = ", ".join([str(one + 1) for one in to_act])
        raise BadOption(t("seat: several are asked; give --seat, one of {seats}", seats=there))
    return to_act[0]


def plain_advice(advice: Advice) -> dict[str, object]:
    return {
        "options": [
            {
                "move": option.move.text,
                "chance": round(option.chance.value, 4),
                "error": round(option.chance.error, 4),
                "why": plain_why(option.why),
            }
            for option in advice.options
        ],
        "follows": [move.text for move in advice.follows],
    }


def why_words(scene: Scene, why: Why) -> str:
    """What is gained and what is lost; empty if it is too close."""
    texts = scene.texts
    found = [change_words(scene, one) for one in (why.gain, why.loss) if one is not None]
    if len(found) < 2:
        return "".join(found)
    return texts.phrase("why_but", {"first": found[0], "second": found[1]})


def change_words(scene: Scene, change: Change) -> str:
    words = scene.texts.asset(*change.what, change.amount)
    if change.whose < 0:
        return words
    parts = {"change": words, "target": change.whose}
    return scene.texts.phrase("why_rival", parts, scene.names)


def hint_reason(scene: Scene, why: Why, hope: float, *, is_best: bool) -> str:
    """Why an option is as good as it is, where the best has this chance."""
    words = why_words(scene, why)
    if not words:
        return scene.texts.phrase("why_close" if hundredths(hope) else "why_lost", {})
    return scene.texts.phrase("why_best" if is_best else "why_other", {"why": words})


def hundredths(value: float) -> int:
    """A chance as people say it."""
    return round(100 * value)


def show_advice(page: Console, scene: Scene, advice: Advice) -> None:
    """The best answers with their chances, and how the best goes on."""
    grid = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    hope = max([option.chance.value for option in advice.options], default=0.0)
    for index, option in enumerate(advice.options[:MOST_TOLD]):
        words = scene.texts.phrase("chance", {"chance": hundredths(option.chance.value)})
        style = "" if index else "bold"
        error = f" (±{hundredths(option.chance.error)})"
        grid.add_row(
            Text(name_of(option.move, scene), style=style), Text(words + error, style=style)
        )
        if len(advice.options) > 1:
            reason = hint_reason(scene, option.why, hope, is_best=not index)
            grid.add_row("", Text(reason, style="dim"))
    page.print(grid)
    if advice.follows:
        moves = "; ".join([scene.label(move) for move in advice.follows])
        page.print(Text(scene.texts.phrase("follows", {"moves": moves})))
