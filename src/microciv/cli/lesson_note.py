"""A note of a lesson, as the terminal shows it."""

from __future__ import annotations

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from microciv.lessons import Due
from microciv.speech import t

WIDEST = 76


def show_due(page: Console, due: Due, notes: int) -> None:
    """The note that is due, with its number and how many notes there are."""
    words = Text(due.note.text)
    if due.hint:
        words.append(f"\n{due.hint}", style="bold")
    title = t("Lesson, {number} of {notes}", number=due.number, notes=notes)
    page.print(
        Panel(
            words,
            title=title,
            title_align="left",
            subtitle=due.note.clause or None,
            subtitle_align="right",
            width=min(WIDEST, page.width),
        )
    )
