"""The tables of docs/environments.md are current; tests/test_docs.py runs its examples."""

from __future__ import annotations

import pytest

for package in ("pyspiel", "pettingzoo", "gymnasium"):
    pytest.importorskip(package, reason=f"{package} is not installed")

from tools import make_environments  # noqa: E402  # after the skip

PAGE = make_environments.PAGE.read_text(encoding="utf-8")


def test_the_tables_are_current():
    assert make_environments.page(PAGE) == PAGE, "run `make docs`"


def test_every_game_and_block_has_its_row():
    assert 4 == PAGE.count("moves, and one more action, wait")
    assert "| seat+*s* plot *n* | 20 × 39 |" in PAGE
