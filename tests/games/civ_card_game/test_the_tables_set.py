"""Nobody reads the printed set but the box, which lays the table's rows over it (a.2 to a.7)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import microciv
from microciv.games.civ_card_game import cards

PACKAGE = Path(microciv.__file__).parent
GAME = "microciv.games.civ_card_game"
MAY_READ_IT = {
    f"games/civ_card_game/{name}.py"
    for name in ("cards", "boxes", "patches")  # a box is made of what is printed and of a patch
}


def tables() -> list[str]:
    """The names of all lists of printed rows."""
    return [
        name
        for name, value in vars(cards).items()
        if isinstance(value, list) and value and isinstance(value[0], cards.Row)
    ]


def names_from_cards(path: Path) -> Iterator[str]:
    """What a file takes of the module of the set, by import or through the module itself."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == f"{GAME}.cards":
            yield from [alias.name for alias in node.names]
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value).endswith("cards"):
            yield node.attr


def test_the_printed_set_is_read_by_the_box_and_its_patch_alone():
    """A price, a yield or a unit's damage is that of the table, in rules, bots and words."""
    assert "PRINTED" in tables()
    readers = {
        f"{path.relative_to(PACKAGE).as_posix()}: {name}"
        for path in PACKAGE.rglob("*.py")
        if path.relative_to(PACKAGE).as_posix() not in MAY_READ_IT
        for name in names_from_cards(path)
        if name in tables()
    }
    assert set() == readers
