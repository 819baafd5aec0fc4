"""Boards for the web page, which installed packages register for their games as entry points."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoints, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import final

from microciv.core.errors import MicrocivError
from microciv.games import BOARDS


class BadBoard(MicrocivError):
    """A board is registered, but its file is not there."""


@final
@dataclass(frozen=True)
class Board:
    """The files that draw the table of a game in the browser."""

    script: Path  # an ES module
    style: Path | None  # a stylesheet, if there is one


def board_of(game: str) -> Board | None:
    """The board that a package registers for a game, as in `my-game = "my_game:board.js"`; None if
    there is none. A stylesheet may be beside it, with the same name: `board.css`.

    :raises BadBoard: if the package has no such file.
    """
    for point in _registered().select(name=game):
        package, _, name = point.value.partition(":")
        folder, wrong = _folder_of(package), f"{BOARDS}: {game} = {point.value!r}"
        if folder is None:
            raise BadBoard(f"{wrong}: expected a package with files, not {package!r}")
        script = folder / name
        if script.parent != folder or script.suffix != ".js" or not script.is_file():
            raise BadBoard(f"{wrong}: expected a .js file in {folder}, as in {package}:board.js")
        style = script.with_suffix(".css")
        return Board(script, style if style.is_file() else None)
    return None


@cache
def _registered() -> EntryPoints:
    return entry_points(group=BOARDS)


def _folder_of(package: str) -> Path | None:
    """The folder of a package, found without importing the package."""
    try:
        spec = find_spec(package)
    except (ImportError, ValueError):
        return None
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(spec.submodule_search_locations[0])
