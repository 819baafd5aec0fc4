"""`rules`: the rules for people, on the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from microciv.core.errors import MicrocivError
from microciv.texts import Texts


def show_rules(page: Console, texts: Texts, words: str) -> None:
    """One section, or the list of them.

    :raises MicrocivError: if there is no such section.
    """
    if not texts.sections:
        raise MicrocivError("no rules are written for this game")
    if not words:
        for known in texts.sections:
            page.print(Text.assemble((f"  rules {known.name:<12}", "bold"), known.title))
        return
    section = texts.section(words)
    if section is None:
        there = ", ".join([other.name for other in texts.sections])
        raise MicrocivError(f"no section {words[:40]!r}; there are {there}")
    page.print(Text(section.title, style="bold"))
    page.print(Markdown(section.text), width=min(page.width, 100))
