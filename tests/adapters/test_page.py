"""docs/environments.md says what is so: its examples run, its tables are current."""

from __future__ import annotations

import doctest
import re

import pytest

for package in ("pyspiel", "pettingzoo", "gymnasium"):
    pytest.importorskip(package, reason=f"{package} is not installed")

from tools import make_environments  # noqa: E402  # after the skip

PAGE = make_environments.PAGE.read_text(encoding="utf-8")
SESSIONS = re.findall(r"^```pycon\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_the_tables_are_current():
    assert make_environments.page(PAGE) == PAGE, "run `make docs`"


def test_every_game_and_block_has_its_row():
    assert 4 == PAGE.count("moves, and one more action, wait")
    assert "| seat+*s* plot *n* | 20 × 39 |" in PAGE


def test_every_example_does_what_the_page_says():
    """All in one session, from top to bottom."""
    assert 6 == len(SESSIONS)
    example = doctest.DocTestParser().get_doctest("".join(SESSIONS), {}, "page", None, 0)
    said: list[str] = []
    doctest.DocTestRunner(verbose=False).run(example, out=said.append)
    assert [] == said
