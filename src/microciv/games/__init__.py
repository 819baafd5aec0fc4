"""The catalogue: which games there are, without loading their rules."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from microciv.core.errors import BadOption
from microciv.core.game import Game
from microciv.core.options import About, make_options

BUILT_IN = ("five_x",)


@cache
def catalogue() -> dict[str, About]:
    """Every game by name: ours, then those that installed packages offer as `microciv.games`."""
    games: dict[str, About] = {}
    for module in BUILT_IN:
        about: About = import_module(f"microciv.games.{module}.about").ABOUT
        games[about.name] = about
    for point in entry_points(group="microciv.games"):
        offered: About = point.load()
        games.setdefault(offered.name, offered)
    return games


def about(name: str) -> About:
    """What is said of a game.

    :raises BadOption: if there is none of this name.
    """
    if name not in catalogue():
        raise BadOption(f"no game {name[:40]!r}; there are {', '.join(catalogue())}")
    return catalogue()[name]


def open_game(name: str, values: dict[str, object]) -> Game:
    """A game with its options settled from plain data.

    :raises BadOption: for an unknown game, an unknown option or a wrong value.
    """
    found = about(name)
    options = make_options(found, values)
    module, made = found.game.split(":")
    game: Game = getattr(import_module(module), made)(options)
    return game
