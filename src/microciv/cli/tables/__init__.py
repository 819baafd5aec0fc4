"""How a game's table looks on a terminal: a look of its own, or the one for every game."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from microciv.cli.tables import civ_builder, civ_card_game, five_ages, five_x, generic
from microciv.cli.tables.look import Look

LOOKS = {
    "5x": five_x.LOOK,
    "5-ages": five_ages.LOOK,
    "civ-card-game": civ_card_game.LOOK,
    "civ-builder": civ_builder.LOOK,
}


@cache
def look_for(game: str) -> Look:
    """The look of a game by its name: ours, or one that an installed package offers for it as
    `microciv.looks`.
    """
    if game not in LOOKS:
        for point in entry_points(group="microciv.looks", name=game):
            offered: Look = point.load()
            return offered
    return LOOKS.get(game, generic.LOOK)


__all__ = ["Look", "look_for"]
