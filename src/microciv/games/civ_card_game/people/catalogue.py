"""The card set of a table as rows of plain data, for those who print it (a.2 to a.7)."""

from __future__ import annotations

from typing import Final

from microciv.core.plain import plain
from microciv.games.civ_card_game.boxes import Box

GROUPS: Final[dict[str, str]] = {
    "plots": "plot",
    "technologies": "tech",
    "buildings": "building",
    "wonders": "wonder",
    "units": "unit",
    "goods": "goods",
}
"""By group of cards, their type."""


def card_data(box: Box) -> dict[str, list[dict[str, object]]]:
    """Every card of the box with all its columns; `source` says how far the rules vouch for it."""
    found: dict[str, list[dict[str, object]]] = {}
    for name, type_of_card in GROUPS.items():
        rows = [plain(row) for row in box.rows if row.type == type_of_card]
        found[name] = [row for row in rows if isinstance(row, dict)]
    return found
