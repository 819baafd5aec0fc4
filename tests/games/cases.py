"""What each game of ours brings to the tests that hold for all: `cases.py` in its folder."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Final

from microciv.games import BUILT_IN, catalogue

OURS: Final[dict[str, ModuleType]] = {
    game: import_module(f"tests.games.{folder}.cases")
    for game, folder in zip(catalogue(), BUILT_IN, strict=False)
}
"""By the name of the game; `BUILT_IN` says in which order."""
