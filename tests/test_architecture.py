"""The import law, and what imports cannot show, as a walk over the code."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from microciv.games import BUILT_IN, brought, catalogue
from tools.compiled import compiled_sources

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGE: Final = ROOT / "src" / "microciv"
LONGEST_FILE: Final = 600

# What rules may lean on: an allow-list, so that a new temptation is refused until it is argued.
FOR_RULES: Final = {
    "__future__", "abc", "bisect", "collections", "dataclasses", "difflib", "enum", "functools",
    "itertools", "math", "mypy_extensions", "numbers", "operator", "re", "types", "typing",
    "typing_extensions",
}  # fmt: skip
# And who may lean on more.
EXCEPTIONS: Final = {
    "core/codec.py": {"hashlib", "json"},  # where records become text
    "core/rng.py": {"hmac"},  # the generator of tables
    "core/writer.py": {"librt"},  # rows of numbers
    "games/__init__.py": {"importlib"},  # the catalogue loads a game when it is opened
}
# No world outside, no order that changes from run to run.
FORBIDDEN_CALLS: Final = {
    "__import__", "breakpoint", "eval", "exec", "hash", "id", "input", "open", "print",
}  # fmt: skip


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def files_of(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (PACKAGE / folder).rglob("*.py"))


def imports_of(path: Path) -> Iterator[str]:
    """The full names of all modules that a file imports, wherever it does so."""
    package = ("microciv", *path.relative_to(PACKAGE).parent.parts)
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*start, *filter(None, [node.module])])
            # `from microciv.games import five_x` imports a module too.
            yield from (f"{module}.{alias.name}" for alias in node.names)


def said(path: Path, node: ast.AST) -> str:
    return f"{name_of(path)}:{getattr(node, 'lineno', '?')}: {ast.unparse(node)}"


def test_rules_import_nothing_but_what_is_on_the_list():
    strangers = [
        f"{name_of(path)} imports {module}"
        for path in files_of("core", "hidden", "games")
        for module in imports_of(path)
        if (top := module.partition(".")[0]) != "microciv"
        and top not in FOR_RULES | EXCEPTIONS.get(name_of(path), set())
    ]
    assert [] == strangers


def test_rules_have_no_world_outside():
    calls = [
        said(path, node)
        for path in files_of("core", "hidden", "games")
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in FORBIDDEN_CALLS
    ]
    assert [] == calls


def test_nobody_but_the_core_and_the_laws_looks_into_a_match():
    """A server, bot or command has observations; the state of a match is the core's."""
    looks = [
        said(path, node)
        for path in files_of(".")
        if path.relative_to(PACKAGE).parts[0] not in {"core", "laws"}
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Attribute)
        and node.attr in {"state", "_state"}
        and ast.unparse(node.value).rpartition(".")[2].rstrip("()").lower().endswith("match")
    ]
    assert [] == looks


def is_constant(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp):
        return is_constant(node.operand)
    name = (
        node.attr
        if isinstance(node, ast.Attribute)
        else node.id
        if isinstance(node, ast.Name)
        else None
    )
    return isinstance(node, ast.Constant) or (name is not None and name.isupper())


def test_compiled_code_never_shifts_a_constant():
    """mypyc 2.4 shifts a literal or Final as a 32-bit C int: `1 << 35` is 8. Tables instead."""
    shifts = [
        said(path, node)
        for path in map(ROOT.joinpath, compiled_sources(examples=True))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.LShift)
        and is_constant(node.left)
    ]
    assert [] == shifts


def test_no_file_is_longer_than_one_idea():
    sources = [
        *files_of("."),
        *(ROOT / "web" / "src").rglob("*.ts"),
        *(ROOT / "web" / "src").rglob("*.svelte"),
    ]
    long = {
        path.relative_to(ROOT).as_posix(): lines
        for path in sources
        if "generated" not in path.parts
        and (lines := path.read_text(encoding="utf-8").count("\n")) > LONGEST_FILE
    }
    assert {} == long


EXPORTED = re.compile(
    r"^export (?:async )?(?:function|const|class|type|interface) (\w+)", re.MULTILINE
)


def test_what_a_module_of_the_page_exports_another_one_wants():
    """What is exported and wanted nowhere is dead, or nobody else's business."""
    files = [path for path in (ROOT / "web").rglob("*.*") if "node_modules" not in path.parts]
    texts = {
        path: path.read_text("utf-8") for path in files if path.suffix in (".ts", ".svelte", ".js")
    }
    users: dict[str, set[Path]] = {}
    for path, text in texts.items():
        for word in set(re.findall(r"\w+", text)):
            users.setdefault(word, set()).add(path)
    unwanted = [
        f"{path.relative_to(ROOT)}: {name}"
        for path, text in texts.items()
        if path.suffix == ".ts" and "generated" not in path.parts
        for name in EXPORTED.findall(text)
        if users[name] == {path}
    ]
    assert unwanted == []


def test_mypy_is_pinned_alike_everywhere():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    [pinned] = [need for need in project["build-system"]["requires"] if need.startswith("mypy")]
    asked = (ROOT / "requirements" / "dev.in").read_text(encoding="utf-8")
    locked = (ROOT / "requirements" / "dev.lock").read_text(encoding="utf-8")
    version = pinned.partition("==")[2]
    assert (True, True) == (pinned in asked, f"\nmypy=={version} " in locked)


# ---------------------------------------------------------------------------------------------
# The repository says nothing of the machine it was written on.

# Put together from pieces, so that this file does not match itself.
REGISTRIES: Final = [
    re.escape(".".join(parts))
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("yarnpkg", "com"),
        ("deb", "debian", "org"),
        ("security", "debian", "org"),
        ("crates", "io"),
        ("docker", "io"),
        ("ghcr", "io"),
        ("quay", "io"),
    )
]
HOMES: Final = [rf"/{name}" + r"/\w" for name in ("root", "work", r"home/\w+", r"Users/\w+")]
UNWANTED: Final = re.compile("|".join([*REGISTRIES, rf"(?<![\w.*~)}}>-])(?:{'|'.join(HOMES)})"]))


def repository_files() -> list[Path]:
    """What is in the repository or could be at the next commit."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, check=True,
    ).stdout.decode()  # fmt: skip
    return sorted(path for name in listed.split("\0") if name and (path := ROOT / name).is_file())


def test_no_registry_and_no_machine_is_named():
    named = []
    for path in repository_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        named += [
            f"{path.relative_to(ROOT)}:{number}: {line.strip()[:120]}"
            for number, line in enumerate(text.splitlines(), 1)
            if UNWANTED.search(line)
        ]
    assert [] == named


PICTURES: Final = {".png"}
LARGEST_FILE: Final = 256 * 1024


def test_the_repository_holds_texts_and_pictures_of_a_modest_size():
    """What others build comes through their package managers, and what we build is built."""
    strangers = []
    for path in repository_files():
        content = path.read_bytes()
        binary = b"\0" in content and path.suffix not in PICTURES
        if binary or len(content) > LARGEST_FILE:
            strangers.append(f"{path.relative_to(ROOT)}: {len(content):,} bytes")
    assert [] == strangers


NAMING: Final = {
    "__init__.py",  # the types of `open_game`
    "adapters/openspiel.py",  # `small_five_x`, a part of one game
    "games/__init__.py",  # the list
}


def test_a_game_is_named_in_its_own_folders_and_in_one_list() -> None:
    """So a new one touches nothing else: whatever is said of a game, its `ABOUT` says."""
    names = {*BUILT_IN, *[name for name in catalogue() if not brought(name)]}
    own = re.compile(rf"/({'|'.join(BUILT_IN)})(/|\.py$)")
    found = {
        name_of(path)
        for path in PACKAGE.rglob("*.py")
        if not own.search(path.as_posix())
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Constant) and node.value in names
    }
    assert found == NAMING
