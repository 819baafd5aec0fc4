"""How a game's table looks on a terminal: a look of its own, or the one for every game."""

from __future__ import annotations

from microciv.cli.tables import civ_builder, civ_card_game, five_ages, five_x, generic
from microciv.cli.tables.look import Look

LOOKS = {
    "5x": five_x.LOOK,
    "5-ages": five_ages.LOOK,
    "civ-card-game": civ_card_game.LOOK,
    "civ-builder": civ_builder.LOOK,
}


def look_for(game: str) -> Look:
    """The look of a game by its name."""
    return LOOKS.get(game, generic.LOOK)


__all__ = ["Look", "look_for"]
