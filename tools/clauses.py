"""Does every clause of a ledger have a test, and does everybody cite clauses that exist?

A ledger is docs/rules/<game>.md: clauses `* **5X-46** …`, their parts `(a) …`, and invariants
`* **INV-3** …` or `* **INV-A3** …`. The tests of the game are in tests/games/<its module>/; a test
names its clauses in its docstring or in the names of its parameters.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path
from typing import Final

from microciv.games import about, catalogue

ROOT: Final = Path(__file__).resolve().parent.parent
DEFINED: Final = re.compile(r"^\* \*\*([0-9A-Z]+-[A-Z]?\d+)\b", re.MULTILINE)
NUMBERED: Final = re.compile(r"([0-9A-Z]+-[A-Z]?)(\d+)")
PART: Final = re.compile(r"(?:^|[\s;])\(([a-z])\) ")


def ledger(game: str) -> Path:
    """The ledger of a game."""
    return ROOT / "docs" / "rules" / f"{game}.md"


def module_of(game: str) -> str:
    """The name of the game's package: `five_x`."""
    return about(game).game.split(":")[0].split(".")[-2]


def clauses(text: str) -> list[str]:
    """The numbers of all clauses, and of their lettered parts: 5X-73, 5X-73(a) …, in order."""
    found: list[str] = []
    for line in text.splitlines():
        number = DEFINED.match(line)
        if number:
            found.append(number[1])
            found += [f"{number[1]}({letter})" for letter in PART.findall(line)]
    return found


def words_of_tests(source: str) -> list[str]:
    """What the tests of a file say of themselves: docstrings, and texts in their decorators or in
    tables of the module.
    """
    said: list[str] = []
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            said.append(ast.get_docstring(node) or "")
            said += [ast.unparse(decorator) for decorator in node.decorator_list]
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            said.append(ast.unparse(node))
    return said


def cited(texts: list[str], prefixes: list[str]) -> set[str]:
    """The clauses of these prefixes, as `5X-`, that the texts name; naming a part names its
    clause.
    """
    pattern = re.compile(rf"\b((?:{'|'.join(prefixes)})\d+)(\([a-z]\))?")
    found = set()
    for text in texts:
        for number, part in pattern.findall(text):
            found |= {number, number + part}
    return found


def complaints(game: str) -> list[str]:
    """What is wrong between a game's ledger, its tests and its sources; nothing, if all is well."""
    known = clauses(ledger(game).read_text(encoding="utf-8"))
    whole = [match.groups() for match in map(NUMBERED.fullmatch, known) if match]
    prefixes = list(dict.fromkeys([prefix for prefix, _ in whole]))
    found = [f"{clause} stands twice" for clause in sorted(set(known)) if known.count(clause) > 1]
    for prefix in prefixes:
        numbers = [int(number) for other, number in whole if other == prefix]
        if numbers != list(range(1, len(numbers) + 1)):
            found.append(f"the numbers of {prefix} are not 1 to {len(numbers)} in order")
    module = module_of(game)
    tests = sorted((ROOT / "tests" / "games" / module).glob("test_*.py"))
    words = [said for path in tests for said in words_of_tests(path.read_text(encoding="utf-8"))]
    named = cited(words, prefixes)
    found += [f"{clause} has no test" for clause in known if clause not in named]
    for paths, of in ((tests, prefixes), (sources(game, module), prefixes[:1])):
        for path in paths:
            strange = cited([path.read_text(encoding="utf-8")], of) - set(known)
            found += [f"{path.relative_to(ROOT)} cites {clause}" for clause in sorted(strange)]
    return found


def sources(game: str, module: str) -> list[Path]:
    """All else that may cite clauses: the rules, their words, the pages."""
    package = ROOT / "src" / "microciv"
    rules = (package / "games" / module).glob("*.py")
    texts = (package / "texts").glob(f"{game}.*")
    return sorted([*rules, *texts, *(ROOT / "docs").rglob("*.md")])


def games() -> list[str]:
    """The games of ours that have a ledger."""
    return [name for name in catalogue() if ledger(name).exists()]


if __name__ == "__main__":
    wrong = [complaint for name in games() for complaint in complaints(name)]
    print("\n".join(wrong) or "Every clause has a test.")
    sys.exit(bool(wrong))
