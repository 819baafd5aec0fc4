"""Keyboard and screen of a person: lines in, pages out, a clean slate between people."""

from __future__ import annotations

import os
import sys
import threading
from io import TextIOWrapper
from queue import SimpleQueue
from typing import Any, final

from rich.console import Console
from rich.text import Text

from microciv.speech import t

FORGET_SCROLLED = "\x1b[3J"
LONGEST_LINE = 1000


def read_line(page: Console, line_before: str) -> str | None:
    """A line without its end; None at the end of input. It is in no history."""
    page.print(Text(line_before, style="bold"), end="", soft_wrap=True)
    page.file.flush()
    line = _line()
    if not line:
        page.print()
        return None
    typed = "".join([letter for letter in line if letter.isprintable()])
    if not sys.stdin.isatty():
        page.print(Text(typed), soft_wrap=True)  # a script's input, where a person's would show
    return typed


def _line() -> str:
    """A line of standard input, whatever bytes it is of; empty at its end."""
    if isinstance(sys.stdin, TextIOWrapper) and sys.stdin.errors != "replace":
        sys.stdin.reconfigure(errors="replace")
    return sys.stdin.readline(LONGEST_LINE)


def yes_or_no(typed: str) -> bool | None:
    """What was answered to "[y/n]", in English or in the language that is spoken; None: neither."""
    word = typed.strip().lower()
    if word in {"y", "yes", *t("y, yes").split(", ")}:
        return True
    return False if word in {"n", "no", *t("n, no").split(", ")} else None


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


@final
class Keyboard:
    """Lines that are typed while something else may happen: they come into an inbox, None at the
    end of input.
    """

    def __init__(self, inbox: SimpleQueue[Any]) -> None:
        self.is_live = sys.stdin.isatty()
        """Is it a person's? A script is read only as far as lines are wanted."""
        self._inbox = inbox
        self._wanted = threading.Semaphore(0)
        self._pending = False
        threading.Thread(target=self._read, daemon=True).start()

    def want(self) -> None:
        """Read one more line, unless one is awaited already."""
        if not self._pending:
            self._pending = True
            self._wanted.release()

    def taken(self, line: str | None) -> str | None:
        """A line that came, as `read_line` gives it."""
        self._pending = False
        if line is None:
            return None
        return "".join([letter for letter in line if letter.isprintable()])

    def _read(self) -> None:
        while True:
            self._wanted.acquire()
            line = self._line()
            self._inbox.put(line or None)
            if not line:
                return

    def _line(self) -> str:
        if not self.is_live:
            return _line()
        # Past the buffer, whose lock the end of the program would wait for. A terminal gives lines.
        try:
            data = os.read(sys.stdin.fileno(), LONGEST_LINE)
        except OSError:  # the terminal is gone
            return ""
        return data.decode(sys.stdin.encoding, "replace")
