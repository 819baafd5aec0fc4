"""The catalogue: which games there are, without loading their rules."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from typing import Any, Final

from microciv.core.errors import BadOption, BadPosition, MicrocivError
from microciv.core.fields import Fields, shown
from microciv.core.game import Game
from microciv.core.match import Match
from microciv.core.options import About, make_options
from microciv.core.policy import Policy, PolicyMaker, Restriction, restricted
from microciv.core.state import State
from microciv.speech import t

BUILT_IN: Final = ("five_x", "five_ages", "civ_card_game", "civ_builder")
"""The folders of our games, in the order in which lists show them."""

GAMES: Final = "microciv.games"
POLICIES: Final = "microciv.policies"
LOOKS: Final = "microciv.looks"
BOARDS: Final = "microciv.boards"
"""The entry points of installed packages, by game."""

OF_A_GAME: Final = ("deal", "redeal", "read_position")
OF_A_STATE: Final = ("legal", "advance", "observe", "scores", "clone", "position")
"""The methods that every game, and every state, writes itself."""

LEVELS: Final = ("random", "easy", "medium", "hard", "expert")
"""What a game calls its own levels: packages that add some must call theirs differently."""
LEVEL: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


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
    """Does this game come from an installed package, rather than from us?"""
    return name in list(catalogue())[len(BUILT_IN) :]


def left_out() -> list[str]:
    """What installed packages offer but cannot be used, and why: one sentence for each."""
    return [*_installed()[1].values(), *_added()[1], *_nobodys()]


def _nobodys() -> list[str]:
    """Complaints about looks and boards for games that do not exist."""
    return [
        _complaint(f"the {what} for {point.name!r}", point, error)
        for what, group in (("look", LOOKS), ("board", BOARDS))
        for point in entry_points(group=group)
        if (error := _unknown(point.name))
    ]


def _unknown(name: str) -> BadOption | None:
    """Why there is no such game."""
    try:
        about(name)
    except BadOption as error:
        return error
    return None


@cache
def _installed() -> tuple[list[About], dict[str, str]]:
    """The games of installed packages; and those that cannot be loaded, by entry point."""
    found: list[About] = []
    failed: dict[str, str] = {}
    for point in entry_points(group=GAMES):
        try:
            found.append(_load(point))
        except Exception as error:  # noqa: BLE001  # anything may go wrong in other people's code
            failed[point.name] = _complaint(f"the game {point.name!r}", point, error)
    return found, failed


def _load(point: EntryPoint) -> About:
    """What a package offers, with all that lists of players need."""
    offered = point.load()
    if not isinstance(offered, About):
        raise TypeError(f"{point.value} is no About")
    _policies_of(offered)
    _restrictions_of(offered)
    searches(offered)
    return offered


@cache
def _added() -> tuple[dict[str, dict[str, PolicyMaker]], list[str]]:
    """Levels that installed packages add to games, as `microciv.policies`; and complaints."""
    found: dict[str, dict[str, PolicyMaker]] = {}
    failed: list[str] = []
    for point in entry_points(group=POLICIES):
        try:
            of_game = found.setdefault(point.name, {})
            of_game.update(_load_policies(point, of_game))
        except Exception as error:  # noqa: BLE001  # as above
            failed.append(_complaint(f"the policies for {point.name!r}", point, error))
    return found, failed


def _load_policies(point: EntryPoint, there: dict[str, PolicyMaker]) -> dict[str, PolicyMaker]:
    """What a package adds to a game beside the levels that other packages have added."""
    offered = point.load()
    if not isinstance(offered, dict):
        raise TypeError(f"{point.value} is no dictionary of policies by level")
    taken = {*LEVELS, *_policies_of(about(point.name)), *there}
    for level, maker in offered.items():
        if not isinstance(level, str) or not LEVEL.fullmatch(level):
            raise ValueError(f"expected a level in small letters, as in my-bot, not {level!r}")
        if level in taken:
            raise ValueError(f"{point.name} has another level {level!r}")
        if not callable(maker):
            raise TypeError(f"{level} is not made by a function of the game")
    return offered


def _complaint(what: str, point: EntryPoint, error: Exception) -> str:
    package = point.dist.name if point.dist else point.value
    complaint = f"left out: {what} of the package {package}: {type(error).__name__}: {error}"
    folder = _hiding(point.module)
    if folder is not None:
        complaint += f" (the folder {folder} hides it: start Python in another one)"
    return complaint


def _hiding(module: str) -> str | None:
    """The folder that Python has mistaken for this module, as it does any folder with the module's
    name that lies beside what Python was started with.
    """
    try:
        spec = find_spec(module)
    except (ImportError, ValueError):
        return None
    if spec is None or spec.origin is not None or not spec.submodule_search_locations:
        return None
    return next(iter(spec.submodule_search_locations))


def about(name: object) -> About:
    """What is said of a game.

    :raises BadOption: if there is none of this name.
    """
    if not isinstance(name, str) or name not in catalogue():
        if isinstance(name, str) and name in _installed()[1]:
            raise BadOption(_installed()[1][name])
        raise BadOption(
            t(
                "no game {given}; there are {names}",
                given=repr(name[:40]) if isinstance(name, str) else shown(name),
                names=", ".join(catalogue()),
            )
        )
    return catalogue()[name]


def open_game(name: object, values: dict[str, object]) -> Game:
    """A game with its options settled from plain data.

    :raises BadOption: for an unknown game, an unknown option or a wrong value.
    :raises MicrocivError: if its class, or one of its states, lacks a method.
    """
    found = about(name)
    options = make_options(found, values)
    try:
        maker = named(found.game)
    except (ImportError, AttributeError, ValueError) as error:
        raise BadOption(f"{name}: {found.game!r} cannot be loaded: {error}") from error
    lacking = _lacking(maker, Game, OF_A_GAME) if isinstance(maker, type) else []
    lacking += _lacking_in_states(maker.__module__.partition(".")[0])
    if lacking:
        raise MicrocivError(f"{name}: {'; '.join(lacking)}")
    game: Game = maker(options)
    return game


def _lacking_in_states(package: str) -> list[str]:
    """The methods that states lack: all classes of states in a package that have no subclasses."""
    found: list[str] = []
    classes: list[Any] = [State]
    while classes:
        one = classes.pop()
        classes += one.__subclasses__()
        if not one.__subclasses__() and one.__module__.partition(".")[0] == package:
            found += _lacking(one, State, OF_A_STATE)
    return found


def _lacking(found: Any, base: Any, names: tuple[str, ...]) -> list[str]:  # noqa: ANN401
    """The methods that a class has only from the base. Compiled, Python does not refuse to make an
    object of such a class, and calling them fails with an error that does not name them.
    """
    return [
        f"{found.__name__} lacks `{name}`"
        for name in names
        if getattr(found, name) is getattr(base, name)
    ]


def policies(name: str) -> dict[str, PolicyMaker]:
    """How a game can be played without a search, by level: its own policies, the weakest first,
    then those that installed packages add.

    :raises BadOption: if there is no game of this name.
    """
    return {"random": Policy, **_policies_of(about(name)), **_added()[0].get(name, {})}


def usual_player(name: str) -> str:
    """The level of bots in studies and environments unless stated: `easy`, or `random` in a game
    without it.

    :raises BadOption: if there is no game of this name.
    """
    return "easy" if "easy" in policies(name) else "random"


def best_policy(name: str) -> PolicyMaker:
    """The strongest of the game's own.

    :raises BadOption: if there is no game of this name.
    """
    return [Policy, *_policies_of(about(name)).values()][-1]


def searches(offered: About) -> dict[str, Any]:
    """The makers of a game's bots that search, by level; none where nobody has tuned them."""
    found: dict[str, Any] = named(offered.searches) if offered.searches else {}
    return found


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
    found: list[Restriction] = named(offered.restrictions)
    return found


def _policies_of(offered: About) -> dict[str, PolicyMaker]:
    if not offered.policies:
        return {}
    found: dict[str, PolicyMaker] = named(offered.policies)
    return found


def named(reference: str) -> Any:  # noqa: ANN401  # whatever it is
    """What `module:name` names."""
    module, name = reference.split(":")
    return getattr(import_module(module), name)


def set_up(position: dict[str, object], seed: int = 0) -> Match:
    """A match that goes on from a position document, in the game and with the options that it
    names; if these do not give the number of seats, there are as many as its table has.

    :raises BadPosition: naming the field that breaks a rule.
    """
    fields = Fields(position)
    name, options = fields.raw("game"), fields.raw("options")
    if not isinstance(name, str):
        fields.fail("game", t("expected the name of a game"))
    if not isinstance(options, dict):
        fields.fail("options", t("expected an object"))
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
