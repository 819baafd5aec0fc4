"""`rules`: the rules for people, on the terminal; also while a match is played."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from microciv.cli.printing import screen
from microciv.cli.settings import GameArgument
from microciv.core.errors import MicrocivError
from microciv.games import about
from microciv.speech import t
from microciv.texts import Section, Texts, texts_for


def rules(
    game: GameArgument,
    words: Annotated[
        str | None,
        typer.Argument(metavar="[SECTION]", help="One section, by name; by default all."),
    ] = None,
) -> None:
    """Print a game's rules for people."""
    texts = texts_for(about(game).name)
    page = screen()
    if words is not None or not texts.sections:
        show_rules(page, texts, words or "")
        return
    for section in texts.sections:
        show_section(page, section)
        page.print()


def show_rules(page: Console, texts: Texts, words: str) -> None:
    """One section, or the list of them.

    :raises MicrocivError: if there is no such section.
    """
    if not texts.sections:
        raise MicrocivError(t("no rules are written for this game"))
    if not words:
        for known in texts.sections:
            page.print(Text.assemble((f"  rules {known.name:<12}", "bold"), known.title))
        return
    section = texts.section(words)
    if section is None:
        there = ", ".join([other.name for other in texts.sections])
        raise MicrocivError(
            t("no section {words}; there are {sections}", words=repr(words[:40]), sections=there)
        )
    show_section(page, section)


def show_section(page: Console, section: Section) -> None:
    page.print(Text(section.title, style="bold"))
    page.print(Markdown(section.text), width=min(page.width, 100))
