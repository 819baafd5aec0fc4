"""`new-game`: a game of one's own to begin with, which keeps the laws already."""

from __future__ import annotations

import keyword
import re
from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Final

import typer

from microciv.cli.printing import say
from microciv.core.errors import BadOption
from microciv.games import catalogue

NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST: Final = 40  # letters of a name
FILES: Final = {
    "my_game.py": "my_game/__init__.py",
    "my-game.en.toml": "my_game/my-game.en.toml",
    "test_my_game.py": "test_my_game.py",
    "pyproject.toml": "pyproject.toml",
}
"""Of the scaffold, by its place in the folder of the game."""


def new_game(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Small letters, digits and hyphens: my-game.")
    ],
    folder: Annotated[
        Path, typer.Option("--in", metavar="FOLDER", help="Where its folder is made.")
    ] = Path(),
) -> None:
    """Write a game of your own to begin with: a hidden hand, sealed cards, an option, tests.

    It is a package of its own that microciv finds once it is installed, and all laws hold for it.
    """
    check_name(name)
    # Not like the package in it: started beside the folder, Python would import the folder.
    target = folder / f"microciv-{name}"
    if target.exists():
        raise BadOption(f"{target} is there already")
    for file, path in FILES.items():
        template = resources.files("microciv.cli.scaffold").joinpath(file)
        text = renamed(template.read_text(encoding="utf-8"), name)
        place = target / renamed(path, name)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    for line in (
        f"Wrote {target}. From here:",
        f"    pip install --editable {target}",
        f"    microciv check {name}",
        f"    microciv play {name}",
        "docs/adding-a-game.md goes through the parts.",
    ):
        say(line)


def check_name(name: str) -> None:
    """Refuse what cannot be the name of a game, or is one already."""
    if not NAME.fullmatch(name) or len(name) > LONGEST:
        raise BadOption(
            f"{name[:LONGEST]!r} cannot name a game: expected up to {LONGEST} small letters and"
            " digits, beginning with a letter; words may be joined by hyphens"
        )
    module = module_of(name)
    if name in catalogue():
        raise BadOption(f"there is a game {name!r} already")
    if keyword.iskeyword(module) or find_spec(module) is not None:
        raise BadOption(f"Python has a module {module!r} already: choose another name")


def module_of(name: str) -> str:
    return name.replace("-", "_")


def renamed(text: str, name: str) -> str:
    """The scaffold's text with this name in place of its own."""
    words = name.split("-")
    title, joined = " ".join(words).title(), "".join([word.capitalize() for word in words])
    for own, other in (
        ("my_game", module_of(name)),
        ("my-game", name),
        ("My Game", title),
        ("MyGame", joined),
    ):
        text = text.replace(own, other)
    return re.sub(r"\bMy(?=[A-Z])", joined, text)
