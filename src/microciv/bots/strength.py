"""How strong the levels are, from their leagues; `tools/export_league.py` writes the file."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Final, NamedTuple

FILE: Final = "league.json"


class Strength(NamedTuple):
    """A level's Elo points: 400 more win ten times as often, seat against seat; `easy` has 1000."""

    points: float
    error: float
    """Half the width of the 95 % interval."""


def strengths(game: str) -> dict[str, Strength]:
    """By level that has played the game's league, its strength; the strongest first."""
    return {level: Strength(*told) for level, told in _leagues().get(game, {}).items()}


@cache
def _leagues() -> dict[str, dict[str, list[float]]]:
    leagues: dict[str, dict[str, list[float]]] = json.loads(
        resources.files("microciv.bots").joinpath(FILE).read_text(encoding="utf-8")
    )
    return leagues
