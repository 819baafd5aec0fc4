"""The catalogue: which games there are, without loading their rules."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from microciv.core.errors import BadOption, BadPosition
from microciv.core.fields import Fields
from microciv.core.game import Game
from microciv.core.match import Match
from microciv.core.options import About, make_options
from microciv.core.policy import Policy, PolicyMaker, Restriction, restricted

BUILT_IN: Final = ("five_x", "five_ages", "civ_card_game", "civ_builder")


@cache
def catalogue() -> dict[str, About]:
    """Every game by name: ours, then those that installed packages offer as `microciv.games`."""
    games: dict[str, About] = {}
    for module in BUILT_IN:
        about: About = import_module(f"microciv.games.{module}.about").ABOUT
        games[about.name] = about
    for offered in _installed()[0]:
        games.setdefault(offered.name, offered)
    return games


def brought(name: str) -> bool:
    """Is it no game of ours, but of an installed package?"""
    return name in list(catalogue())[len(BUILT_IN) :]


def left_out() -> dict[str, str]:
    """The games of installed packages that cannot be loaded, by entry point, and why not."""
    return _installed()[1]


@cache
def _installed() -> tuple[list[About], dict[str, str]]:
    found: list[About] = []
    failed: dict[str, str] = {}
    for point in entry_points(group="microciv.games"):
        try:
            found.append(_load(point))
        except Exception as error:  # noqa: BLE001  # anything may go wrong in other people's code
            package = point.dist.name if point.dist else point.value
            failed[point.name] = (
                f"the game {point.name!r} of the package {package} is left out:"
                f" {type(error).__name__}: {error}"
            )
    return found, failed


def _load(point: EntryPoint) -> About:
    """What a package offers, with the policies and restrictions that lists of players need."""
    offered = point.load()
    if not isinstance(offered, About):
        raise TypeError(f"{point.value} is no About")
    _policies_of(offered)
    _restrictions_of(offered)
    return offered


def about(name: str) -> About:
    """What is said of a game.

    :raises BadOption: if there is none of this name.
    """
    if name not in catalogue():
        if name in left_out():
            raise BadOption(left_out()[name])
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


def policies(name: str) -> dict[str, PolicyMaker]:
    """How a game can be played without a search, by level, the weakest first.

    :raises BadOption: if there is no game of this name.
    """
    return {"random": Policy, **_policies_of(about(name))}


def restrictions(name: str) -> dict[str, Restriction]:
    """What a policy of the game may be kept from, by name.

    :raises BadOption: if there is no game of this name.
    """
    return {found.name: found for found in _restrictions_of(about(name))}


def players(name: str) -> dict[str, PolicyMaker]:
    """The policies, and each of them under every restriction: `easy`, `easy:never-attacks`.

    :raises BadOption: if there is no game of this name.
    """
    known, kept_from = policies(name), restrictions(name).values()
    return known | {
        f"{level}:{restriction.name}": restricted(maker, restriction)
        for level, maker in known.items()
        for restriction in kept_from
    }


def _restrictions_of(offered: About) -> list[Restriction]:
    if not offered.restrictions:
        return []
    module, name = offered.restrictions.split(":")
    found: list[Restriction] = getattr(import_module(module), name)
    return found


def _policies_of(offered: About) -> dict[str, PolicyMaker]:
    if not offered.policies:
        return {}
    module, makers = offered.policies.split(":")
    found: dict[str, PolicyMaker] = getattr(import_module(module), makers)
    return found


def set_up(position: dict[str, object], seed: int = 0) -> Match:
    """A match that goes on from a position document, of the game and with the options that it
    names; seats that it does not name are as many as its table has.

    :raises BadPosition: naming the field that breaks a rule.
    """
    fields = Fields(position)
    name, options = fields.raw("game"), fields.raw("options")
    if not isinstance(name, str):
        fields.fail("game", "expected the name of a game")
    if not isinstance(options, dict):
        fields.fail("options", "expected an object")
    try:
        found = about(name)
    except BadOption as error:
        fields.fail("game", str(error))
    table = fields.raw("table")
    if isinstance(table, list) and len(table) in found.seats:
        options = {"seats": len(table), **options}
    try:
        game = open_game(name, options)
    except BadOption as error:
        raise BadPosition(f"options.{error}") from None
    return Match(game, seed, position)
