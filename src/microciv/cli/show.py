"""`show`: one moment of a record, as one seat saw it."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.text import Text

from microciv.cli.looks import look_for
from microciv.cli.printing import say_json, screen
from microciv.cli.question import show_answers
from microciv.cli.record_view import game_of, of_file, viewer_of
from microciv.cli.scene import nameless, scene_of
from microciv.cli.settings import JsonOption, RecordArgument, SeatOption
from microciv.core.codec import plain_move, plain_seen
from microciv.core.errors import BadOption
from microciv.core.match import replay
from microciv.files import read_record
from microciv.speech import t


def show(
    path: RecordArgument,
    seat: SeatOption = None,
    ply: Annotated[
        int | None,
        typer.Option(
            "--ply", metavar="N", min=0, help="After this many moves; by default after the last."
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show one moment of a record from a seat's view: only what that seat may know."""
    record = read_record(path)
    if ply is not None and ply > len(record.moves):
        raise BadOption(t("ply: expected 0 to {last}, not {ply}", last=len(record.moves), ply=ply))
    with of_file(path):
        game = game_of(record)
        match = replay(game, record, -1 if ply is None else ply)
    viewer = viewer_of(seat, game)
    seen = match.observe(viewer)
    if as_json:
        legal = [plain_move(move) for move in seen.legal]
        whose = None if seat is None else viewer
        say_json(
            {"game": game.name, "seat": whose, "ply": ply, "seen": plain_seen(seen), "legal": legal}
        )
        return
    page = screen()
    look = look_for(game.name)
    scene = scene_of(game, seen, nameless(game), page.width)
    page.print(look.draw(scene))
    page.print()
    if match.agreed is not None:
        page.print(Text(scene.texts.phrase("played_out", {}), style="dim"))
    if seen.legal:
        show_answers(page, scene, look)
        page.print(Text(look.ask(scene), style="bold"))
    else:
        page.print(Text(f"{scene.texts.phase(scene.phase)}.", style="bold"))
