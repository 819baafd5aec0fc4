"""Write the tables of docs/environments.md anew: the blocks of every game's encoding."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from microciv.adapters.encoding import Encoding
from microciv.core.errors import BadOption
from microciv.core.features import Block
from microciv.core.game import Game
from microciv.core.options import About, describe
from microciv.games import about, brought, catalogue, open_game

PAGE: Final = Path(__file__).resolve().parent.parent / "docs" / "environments.md"
BEGIN: Final = "<!-- Written by tools/make_environments.py from the encodings of the games. -->\n"
END: Final = "<!-- End of what is written. -->\n"


def chapter(name: str) -> list[str]:
    """One game with its fewest seats; sizes with the others."""
    found = about(name)
    games = [opened(found, seats) for seats in found.seats]
    sizes = [f"{Encoding(game).size} with {game.seats}" for game in games]
    moves = len(games[0].moves.all)
    lines = [
        f"### {found.title}",
        "",
        f"{moves} moves, and one more action, wait. Size by seats: {', '.join(sizes)}.",
        "",
        f"| Block | Size with {games[0].seats} | Meaning |",
        "|---|---|---|",
    ]
    return [*lines, *rows(Encoding(games[0]).blocks), ""]


def opened(found: About, seats: int) -> Game:
    """The game with this many seats, and the one option that allows them if they want one."""
    switches = [info.name for info in describe(found.options) if info.default is False]
    for options in ({}, *[{switch: True} for switch in switches]):
        try:
            return open_game(found.name, {"seats": seats, **options})
        except BadOption:
            continue
    raise BadOption(f"{found.name} cannot be opened with {seats} seats")


def rows(blocks: list[Block]) -> list[str]:
    """A row for each block; those that differ only by a number become one row."""
    told: dict[str, tuple[Block, list[str]]] = {}
    for block in blocks:
        name = re.sub(r"seat\+\d+", "seat+*s*", re.sub(r" \d+$", " *n*", block.name))
        told.setdefault(name, (block, []))[1].append(block.name)
    return [
        f"| {name} | {f'{len(names)} × ' if len(names) > 1 else ''}{block.size} | {block.meaning} |"
        for name, (block, names) in told.items()
    ]


def page(old: str) -> str:
    """The page with its tables as the games have them now."""
    before, _, rest = old.partition(BEGIN)
    _tables, _, after = rest.partition(END)
    ours = [name for name in catalogue() if not brought(name)]
    lines = [line for name in ours for line in chapter(name)]
    return "".join([before, BEGIN, "\n", "\n".join(lines), "\n", END, after])


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
