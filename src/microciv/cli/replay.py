"""`replay`: a record moment by moment, with captions."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from microciv.cli import typing_in
from microciv.cli.closing import ending_of, show_end
from microciv.cli.ladder import ladder
from microciv.cli.looks import look_for
from microciv.cli.ordered import never_used
from microciv.cli.printing import say_json, screen
from microciv.cli.record_view import Moment, game_of, moments, of_file, viewer_of
from microciv.cli.scene import captions, nameless, names_seen, scene_of
from microciv.cli.settings import RecordArgument, SeatOption, in_english
from microciv.core.codec import plain, plain_event
from microciv.core.errors import MicrocivError
from microciv.core.game import Game
from microciv.core.lists import all_of
from microciv.core.match import replay as replay_match
from microciv.files import read_record
from microciv.speech import t
from microciv.texts import texts_for


def replay(
    path: RecordArgument,
    seat: SeatOption = None,
    as_json: Annotated[
        bool,
        typer.Option(
            "--json",
            callback=in_english,
            help="Print one JSON object per line: ply, events, what the seat sees; whose orders"
            " answered.",
        ),
    ] = False,
) -> None:
    """Step through a record with captions, from a seat's or a spectator's view.

    In a terminal: Enter for the next step, `back`, the number of a ply, `end`, `quit`. Otherwise
    everything is printed.
    """
    record = read_record(path)
    with of_file(path):
        game = game_of(record)
    viewer = viewer_of(seat, game)
    with of_file(path):
        course = list(moments(game, record, viewer))
    if as_json:
        for moment in course:
            events = [plain_event(game, item) for item in moment.heard]
            told = {"ply": moment.ply, "events": events, "seen": plain(moment.seen)}
            say_json({**told, "ordered": [*moment.ordered]} if moment.ordered else told)
        return
    page = screen()
    if sys.stdin.isatty() and sys.stdout.isatty() and str(path) != "-":
        go_through(page, game, course)
    else:
        for moment in course:
            show_moment(page, game, moment, with_screen=False)
    last = course[-1].seen
    if last.phase == "over":
        scene = scene_of(game, last, nameless(game), page.width)
        look = look_for(game.name)
        page.print(look.draw(scene))
        show_end(page, scene, ending_of(replay_match(game, record)), look)
    never = never_used(
        game, record, names_seen(nameless(game), last.seat, texts_for(game.name, game.options))
    )
    if never is not None:
        page.print(never)


def go_through(page: Console, game: Game, course: list[Moment]) -> None:
    """Show one moment after the other, as the person at the keyboard asks."""
    index = 0
    while True:
        show_moment(page, game, course[index], with_screen=True)
        if index == len(course) - 1:
            return
        typed = typing_in.read_line(
            page,
            t(
                "Ply {ply} of {last}. [Enter, back, quit] ",
                ply=course[index].ply,
                last=course[-1].ply,
            ),
        )
        word = (typed or "").strip().lower()
        if typed is None or "quit".startswith(word or "-"):
            raise typer.Exit
        try:
            index = next_index(word, index, course)
        except MicrocivError as error:
            page.print(Text(f"! {error}", style="red"))


def next_index(word: str, index: int, course: list[Moment]) -> int:
    """Where to go on from here.

    :raises MicrocivError: if the word means no moment.
    """
    if not word or "next".startswith(word):
        return index + 1
    if "back".startswith(word):
        return max(0, index - 1)
    if "end".startswith(word):
        return len(course) - 1
    if word.isdecimal() and len(word) < 9:
        later = [number for number, moment in enumerate(course) if moment.ply >= int(word)]
        return later[0] if later else len(course) - 1
    raise MicrocivError(t("expected Enter, back, end, quit or the number of a ply"))


def show_moment(page: Console, game: Game, moment: Moment, with_screen: bool) -> None:
    """What happened, and how the table looks after it."""
    texts = texts_for(game.name, game.options)
    sittings = nameless(game)
    names = names_seen(sittings, moment.seen.seat, texts)
    told = look_for(game.name).digest(captions(game, moment.heard, names, texts), names)
    if moment.ordered:
        given = all_of([str(names[one]) for one in moment.ordered])
        page.print(Text(t("By order, left beforehand: {names}.", names=given), style="dim"))
    page.print(ladder(told, texts, page.width, headings=True))
    if with_screen and moment.seen.phase != "over":
        page.print()
        page.print(look_for(game.name).draw(scene_of(game, moment.seen, sittings, page.width)))
        page.print()
