"""How a game's table looks on a terminal: a look of its own, or the one for every game."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from microciv.cli.looks import generic
from microciv.cli.looks.look import Look
from microciv.games import catalogue, named


@cache
def look_for(game: str) -> Look:
    """The look of a game by its name: its own, or one that an installed package offers for it as
    `microciv.looks`, or the plain one.
    """
    found = catalogue().get(game)
    if found is not None and found.look:
        own: Look = named(found.look)
        return own
    for point in entry_points(group="microciv.looks", name=game):
        offered: Look = point.load()
        return offered
    return generic.LOOK


__all__ = ["Look", "look_for"]
