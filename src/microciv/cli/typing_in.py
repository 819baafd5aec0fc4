"""Keyboard and screen of a person: lines in, pages out, a clean slate between people."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.text import Text

FORGET_SCROLLED = "\x1b[3J"
LONGEST_LINE = 1000


def read_line(page: Console, line_before: str) -> str | None:
    """A line without its end; None at the end of input. It is in no history."""
    page.print(Text(line_before, style="bold"), end="", soft_wrap=True)
    page.file.flush()
    line = sys.stdin.readline(LONGEST_LINE)
    if not line:
        page.print()
        return None
    typed = "".join([letter for letter in line if letter.isprintable()])
    if not sys.stdin.isatty():
        page.print(Text(typed), soft_wrap=True)  # a script's input, where a person's would show
    return typed


def clear(page: Console) -> None:
    """Leave nothing to read of what stood here, scrolled lines included."""
    if page.is_terminal and not page.is_dumb_terminal:
        page.clear()
        page.file.write(FORGET_SCROLLED)
        page.file.flush()
    elif page.is_terminal:
        page.print("\n" * page.height)
    else:
        page.rule(style="dim")
