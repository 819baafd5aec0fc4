"""What is wrong with a position is said in the reader's language, whatever it is."""

from __future__ import annotations

import ast
import copy
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import microciv
from microciv import Match, open_game
from tests.games.cases import OURS
from tests.games.hostile import places
from tests.games.saving import saved
from tests.games.told import OTHERS, left_in_english

SOURCE = Path(microciv.__file__).parent
ROWS = ["patches", "effects", "names"]  # what reads those of a patch
WORDS = re.compile(r"[a-z] +[a-z]|\brow\b")
CHANGES = 250  # of the positions of a game
STRANGE: list[Any] = [None, True, -1, 0, 1, 7, 999, 1.5, "", "nothing", [], ["nothing"], {}, [[]]]


@cache
def good(game: str) -> list[dict[str, Any]]:
    """A position of each phase that random matches come to."""
    found: dict[tuple[int, str], dict[str, Any]] = {}
    for number, (options, seed) in enumerate(OURS[game].RECORDS.values()):
        match, dice = Match(open_game(game, **options), seed=seed), random.Random(seed)
        for _step in range(300):
            if not match.to_act():
                found[number, "over"] = saved(match)
                break
            seat = match.to_act()[0]
            seen = match.observe(seat)
            if (number, seen.phase) not in found:
                found[number, seen.phase] = saved(match)
            match.play(seat, dice.choice(seen.legal).text)
    return list(found.values())


def spoiled(game: str) -> Iterator[dict[str, Any]]:
    """Positions with one thing changed: it is another one, gone, twice, or something strange."""
    dice = random.Random(game)
    for _time in range(CHANGES):
        position = copy.deepcopy(dice.choice(good(game)))
        found = places(position)
        where, name = dice.choice(found)
        how = dice.randrange(5)
        if how == 0:
            there, other = dice.choice(found)
            where[name] = copy.deepcopy(there[other])
        elif how == 1:
            del where[name]
        elif how == 2 and isinstance(where, list):
            where.insert(name, copy.deepcopy(where[name]))
        elif how == 3 and isinstance(where[name], int):
            where[name] += dice.choice([-1, 1, 2])
        else:
            where[name] = dice.choice(STRANGE)
        yield position


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("game", OURS)
def test_what_is_wrong_with_any_position_is_said_in_the_language(game: str, name: str):
    assert left_in_english(name, microciv.set_up, spoiled(game)) == []


def readers() -> list[Path]:
    """What reads positions, and the rows of patches."""
    shared = [SOURCE / "core" / "fields.py", SOURCE / "hidden" / "chronicle.py"]
    rows = [SOURCE / "games" / "civ_card_game" / f"{name}.py" for name in ROWS]
    return [*shared, *rows, *sorted((SOURCE / "games").glob("*/positions/*.py"))]


def complaints(node: ast.AST) -> list[ast.expr]:
    """What this piece of code says is wrong, if anything."""
    if not isinstance(node, ast.Call):
        return []
    if isinstance(node.func, ast.Attribute) and node.func.attr in ("fail", "add"):
        return node.args[1:]
    raised = isinstance(node.func, ast.Name) and node.func.id in ("BadPosition", "ValueError")
    return node.args if raised else []


def plain_words(node: ast.AST) -> Iterator[str]:
    """Words that no catalogue is asked for."""
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("t", "tn"):
        return
    if isinstance(node, ast.Constant) and WORDS.search(str(node.value)):
        yield str(node.value)
    for inner in ast.iter_child_nodes(node):
        yield from plain_words(inner)


@pytest.mark.parametrize("path", readers(), ids=lambda path: "-".join(path.parts[-3:]))
def test_no_reader_complains_in_english_alone(path: Path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    said = [
        words for node in ast.walk(tree) for one in complaints(node) for words in plain_words(one)
    ]
    assert said == []
