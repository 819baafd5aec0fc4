"""How a game's table looks on a terminal: a look of its own, or the one for every game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from microciv.cli.looks import generic
from microciv.cli.looks.look import Look
from microciv.cli.printing import aside
from microciv.core.errors import MicrocivError
from microciv.games import LOOKS, brought, catalogue, named
from microciv.speech import t


@cache
def look_for(game: str) -> Look:
    """The look of a game by its name, or the plain one. Where that of an installed package fails,
    the plain one goes on, as on the page the plain board does; standard error says so.
    """
    try:
        own = own_look(game)
    except Exception as error:  # noqa: BLE001  # anything may go wrong in other people's code
        _warn(game, error)
        own = None
    if own is None:
        return generic.LOOK
    return guarded(game, own) if brought(game) else own


def own_look(game: str) -> Look | None:
    """A look that is the game's own, or that an installed package offers for it as
    `microciv.looks`; None: there is none.
    """
    found = catalogue().get(game)
    if found is not None and found.look:
        own: Look = named(found.look)
        return own
    for point in entry_points(group=LOOKS, name=game):
        offered: Look = point.load()
        if not isinstance(offered, Look):
            raise TypeError(f"{point.value} is no Look")
        return offered
    return None


def guarded(game: str, own: Look) -> Look:
    """The same, with the plain look behind it. What is refused in words stays refused."""

    def guard(mine: Callable[..., Any], plain: Callable[..., Any]) -> Callable[..., Any]:
        def tried(*given: Any) -> Any:  # noqa: ANN401  # whatever the part takes and gives
            try:
                return mine(*given)
            except MicrocivError:
                raise
            except Exception as error:  # noqa: BLE001  # as above
                _warn(game, error)
                return plain(*given)

        return mine if mine is plain else tried

    parts = [field.name for field in fields(Look)]
    return Look(**{part: guard(getattr(own, part), getattr(generic.LOOK, part)) for part in parts})


@cache  # once is enough
def _warn_once(line: str) -> None:
    aside(line)


def _warn(game: str, error: Exception) -> None:
    """Its words may name what only this seat sees, and standard error may be a file."""
    what = f"the look of {game}: {type(error).__name__}; see `microciv check {game}`"
    _warn_once(t("warning: {what}", what=what))


__all__ = ["Look", "look_for", "own_look"]
