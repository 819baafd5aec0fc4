"""How a game's table looks at the terminal, ours or another package's."""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import EntryPoint, EntryPoints
from typing import Any

import pytest

from microciv.cli import tables
from microciv.cli.tables import generic

LOOK = replace(generic.LOOK, stakes=lambda _scene: "a prize")


def offered(**wanted: Any) -> EntryPoints:
    point = EntryPoint("goofspiel", f"{__name__}:LOOK", "microciv.looks")
    return EntryPoints([point]).select(**wanted)


def test_a_package_may_bring_a_look_of_its_game(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tables, "entry_points", offered)
    monkeypatch.setattr(EntryPoint, "load", lambda _point: LOOK)
    tables.look_for.cache_clear()
    assert tables.look_for("goofspiel") is LOOK
    assert tables.look_for("chess") is generic.LOOK
    assert tables.look_for("5x") is tables.LOOKS["5x"]
    tables.look_for.cache_clear()
