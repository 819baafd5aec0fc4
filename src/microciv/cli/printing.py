"""Printing: pages for people, JSON lines for programs, complaints on standard error."""

from __future__ import annotations

import codecs
import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from io import TextIOWrapper
from typing import TypeVar, final

from rich.console import Console, RenderableType
from rich.progress import Progress

from microciv.core.codec import plain
from microciv.games import left_out
from microciv.speech import t

T = TypeVar("T")

WIDEST = 120
UNPRINTED = 80  # columns where there is no terminal
INSTEAD = str.maketrans("♠♥♦♣–−─·…»×", "SHDC---..>x")
LEGIBLE = "microciv.legible"


def legible(error: UnicodeError) -> tuple[str, int]:
    """What stands for letters that a terminal lacks: S for ♠, and "?" for those without a like."""
    assert isinstance(error, UnicodeEncodeError)
    like = error.object[error.start : error.end].translate(INSTEAD)
    return "".join([letter if letter.isascii() else "?" for letter in like]), error.end


codecs.register_error(LEGIBLE, legible)


@final
class Screen(Console):
    """A page whose reader may go: what `refusing` makes of it holds for pages as for JSON."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def screen() -> Console:
    """Standard output as a page: colours where the terminal has them, 80 columns where none is."""
    if isinstance(sys.stdout, TextIOWrapper):
        # A terminal that lacks ½ shows "?" and goes on.
        sys.stdout.reconfigure(errors=LEGIBLE)
    console = Screen(markup=False, emoji=False, highlight=False, soft_wrap=False)
    if console.is_dumb_terminal or not console.is_terminal:
        console.width = min(_columns(), WIDEST)
    elif console.width > WIDEST:
        console.width = WIDEST
    return console


def _columns() -> int:
    columns = os.environ.get("COLUMNS", "")
    return max(40, int(columns)) if columns.isdecimal() else UNPRINTED


def watched(rows: Iterable[T], count: int, what: str) -> Iterator[T]:
    """The same rows, with a bar on standard error if somebody is there to watch it."""
    bar = Progress(console=Console(stderr=True), transient=True)
    with bar if count > 1 and sys.stderr.isatty() else nullcontext():
        task = bar.add_task(what, total=count)
        for row in rows:
            yield row
            bar.advance(task)


def say(what: RenderableType = "") -> None:
    """Print for people."""
    screen().print(what)


def say_json(data: object) -> None:
    """Print one JSON document on one line."""
    sys.stdout.write(json_text(data) + "\n")


def json_text(data: object, indent: int | None = None) -> str:
    """A document that programs read alike whatever standard output takes: only UTF-8, which JSON
    is, has all letters; elsewhere those beyond ASCII are escaped.
    """
    escaped = codecs.lookup(sys.stdout.encoding or "utf-8").name != "utf-8"
    return json.dumps(plain(data), indent=indent, ensure_ascii=escaped)


def complain(message: str) -> None:
    """Say on standard error why nothing was done."""
    aside(t("error: {why}", why=message))


def aside(line: str) -> None:
    """Say something on standard error."""
    if isinstance(sys.stderr, TextIOWrapper):
        sys.stderr.reconfigure(errors=LEGIBLE)
    sys.stderr.write(f"{line}\n")


def warn_of_left_out() -> None:
    """What installed packages offer and cannot be used."""
    for complaint in left_out():
        aside(t("warning: {what}", what=complaint))
