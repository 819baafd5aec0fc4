"""All code of the documentation runs, or says why it does not.

A page's Python, with prompts or without, runs from top to bottom in one namespace. Command lines of
ours are understood, and done where that costs nothing. A comment in the line above a block changes
this: `<!-- not run: why -->`; `<!-- excerpt of PATH -->`, where `...` stands for what is left out;
`<!-- after: COMMAND -->`, which is done first. `document` is what the last JSON above says.
"""

from __future__ import annotations

import ast
import doctest
import io
import json
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, final

import click
import pytest
import typer
from typer.testing import CliRunner

from microciv.cli.main import app, prepared
from microciv.laws import LAWS
from tools.page import NoNode, find_node

ROOT: Final = Path(__file__).resolve().parent.parent
PAGES: Final = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCED: Final = re.compile(
    r"(?:^<!-- (not run|excerpt of|after):? ([^\n]*?) -->\n)?^```(\w+)\n(.*?)^```",
    re.MULTILINE | re.DOTALL,
)
SESSION: Final = doctest.IGNORE_EXCEPTION_DETAIL
RUN: Final = ("js", "json", "pycon", "python", "sh", "toml")
TOLD: Final = ("text", "yaml")
"""What programs print, and files of other people's programs."""
SUBSTITUTED: Final = re.compile(r"\$\([^)]*\)")
NEEDS: Final = ("gymnasium", "pettingzoo", "polars", "pyspiel")
CHEAP: Final = ("cards", "client", "games", "options", "rules", "schema")
"""Commands that are done, not only understood, where they need no file."""


@final
@dataclass(frozen=True)
class Block:
    """What stands between two fences, from this line of its page."""

    page: Path
    line: int
    language: str
    text: str
    note: str  # "", "not run", "excerpt of" or "after"
    why: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT).as_posix()}:{self.line}"


def blocks_of(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [
        Block(page, text.count("\n", 0, found.start(3)) + 2, found[3], found[4], *told(found))
        for found in FENCED.finditer(text)
    ]


def told(found: re.Match[str]) -> tuple[str, str]:
    return found[1] or "", found[2] or ""


BLOCKS: Final = [block for page in PAGES for block in blocks_of(page)]


def of(*languages: str, notes: tuple[str, ...] = ("",)) -> list[Block]:
    return [block for block in BLOCKS if block.language in languages and block.note in notes]


def test_every_block_says_what_it_is():
    fences = re.compile(r"^```", re.MULTILINE)
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        assert len(fences.findall(text)) % 2 == 0, f"{page.name}: a block is not closed"
    assert {block.language for block in BLOCKS} <= {*RUN, *TOLD}
    assert [] == [str(block) for block in BLOCKS if block.note and not block.why]


def test_the_laws_are_counted_and_listed():
    numbers = ("Twelve", "Thirteen", "Fourteen", "Fifteen", "Sixteen")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"- {numbers[len(LAWS) - 12]} invariants" in readme
    page = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    table = page.partition("| law | says |")[2].partition("\n\n")[0]
    assert sorted(LAWS) == sorted(re.findall(r"^\| (\w+) \|", table, re.MULTILINE))


# --- Python


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if any(block.page == page for block in of("python", "pycon"))],
    ids=lambda page: page.relative_to(ROOT).as_posix(),
)
def test_the_python_of_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """In one namespace, from top to bottom, in an empty folder, with nothing to be read."""
    blocks = [
        block for block in of("json", "python", "pycon", notes=("", "after")) if block.page == page
    ]
    for package in NEEDS:
        if re.search(rf"\b{package}\b", "".join([block.text for block in blocks])):
            pytest.importorskip(package)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(ROOT / "src" / "microciv" / "clients")
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    namespace: dict[str, Any] = {"__name__": "page"}
    for block in blocks:
        if block.note == "after":
            done = CliRunner().invoke(app, prepared(shlex.split(block.why)[1:]))
            assert done.exit_code == 0, f"{block}: {done.output}"
        if block.language == "json":
            namespace["document"] = json.loads(block.text)
        else:
            run(block, namespace)


def run(block: Block, namespace: dict[str, Any]) -> None:
    """A session, whose answers are compared, or a program."""
    if ">>> " not in block.text:
        exec(compile("\n" * (block.line - 1) + block.text, str(block.page), "exec"), namespace)
        return
    example = doctest.DocTestParser().get_doctest(block.text, {}, str(block), None, block.line - 1)
    example.globs = namespace
    said: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=SESSION)
    runner.run(example, out=said.append, clear_globs=False)
    assert "".join(said) == ""


@pytest.mark.parametrize("block", of("python", notes=("excerpt of",)), ids=str)
def test_an_excerpt_is_in_its_file(block: Block):
    source = ast.parse((ROOT / block.why).read_text(encoding="utf-8"))
    there = [plain(node) for node in ast.walk(source) if isinstance(node, ast.stmt)]
    for statement in ast.parse(block.text).body:
        assert any([fits(plain(statement), other) for other in there]), ast.unparse(statement)


def fits(shown: list[str], lines: list[str]) -> bool:
    """Are these the lines, `...` being any of them, and `…` any part of one?"""
    if not shown:
        return not lines
    if shown[0].strip() == "...":
        return any([fits(shown[1:], lines[at:]) for at in range(len(lines) + 1)])
    pattern = re.escape(shown[0]).replace("…", ".*")
    return bool(lines) and bool(re.fullmatch(pattern, lines[0])) and fits(shown[1:], lines[1:])


def plain(node: ast.stmt) -> list[str]:
    """The lines of a statement, but no docstrings, types and assertions."""
    node = ast.parse(ast.unparse(node)).body[0]
    for one in ast.walk(node):
        if isinstance(one, ast.arg):
            one.annotation = None
        if isinstance(one, ast.FunctionDef):
            one.returns, one.decorator_list = None, []
            one.body = [line for line in one.body if not is_left_out(line)] or [ast.Pass()]
    if isinstance(node, ast.AnnAssign) and node.value is not None:
        node = ast.Assign([node.target], node.value, lineno=0)
    return ast.unparse(node).splitlines()


def is_left_out(line: ast.stmt) -> bool:
    if isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant):
        return line.value.value is not Ellipsis
    return isinstance(line, ast.Assert)


# --- the command line


def commands(block: Block) -> Iterator[list[str]]:
    """The words of each command, without files that it reads and writes: what `|` joins are two."""
    for line in block.text.replace("\\\n", " ").splitlines():
        lexer = shlex.shlex(SUBSTITUTED.sub("word", line), posix=True, punctuation_chars="|&;<>")
        lexer.whitespace_split = True
        words: list[str] = []
        file = False
        for word in [*lexer, ";"]:
            if set(word) <= {*"|&;"}:
                while words and re.match(r"[A-Z_]+=", words[0]):
                    words = words[1:]
                if words:
                    yield words
                words, file = [], False
            elif word in ("<", ">"):
                file = True
            elif file:
                file = False
            else:
                words.append(word)


LINES: Final = [
    pytest.param(block, words, id=f"{block} {' '.join(words)[:40]}")
    for block in of("sh")
    for words in commands(block)
]


@pytest.mark.parametrize("block, words", LINES)
def test_a_command_is_understood(block: Block, words: list[str], understood: Any):
    if Path(words[0]).name != "microciv":
        check_other(block, words)
        return
    arguments = prepared(words[1:])
    assert understood(arguments) == ""
    if arguments[0] in CHEAP and not any(word.endswith((".toml", ".json")) for word in arguments):
        done = CliRunner().invoke(app, arguments)
        assert done.exit_code == 0, done.output


@pytest.fixture(scope="module")
def understood():
    """Why the command line refuses these words; empty: it does not. It does nothing of what they
    say.
    """
    command = typer.main.get_command(app)

    def quieten(one: Any) -> None:
        if hasattr(one, "commands"):
            for inner in one.commands.values():
                quieten(inner)
        else:
            one.callback = lambda **_: None

    quieten(command)

    def refusal(arguments: list[str]) -> str:
        try:
            command.main(arguments, prog_name="microciv", standalone_mode=False)
        except click.ClickException as error:
            return error.format_message()
        except Exception as error:  # noqa: BLE001  # Typer has a click of its own
            return repr(error)
        return ""

    return refusal


def check_other(block: Block, words: list[str]) -> None:
    """What is installed, made or run is there."""
    program, rest = words[0], [word for word in words[1:] if not word.startswith("-")]
    if program == "pip":
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        for extras in re.findall(r"microciv\[([\w,]+)\]", " ".join(words)):
            assert set(extras.split(",")) <= set(project["optional-dependencies"])
    elif program == "make":
        makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
        assert [] == [name for name in rest if not re.search(rf"^{name}:", makefile, re.MULTILINE)]
    elif program == "python":
        script = ROOT / rest[0]
        if script.is_file():
            source = script.read_text(encoding="utf-8")
            assert [] == [word for word in words if word[:2] == "--" and f'"{word}"' not in source]
        else:  # the page has the reader write it
            assert rest[0] in block.page.read_text(encoding="utf-8").replace(" ".join(words), "")
    else:
        pytest.fail(f"what is {program}? If it cannot be tried, say `<!-- not run: why -->`")


# --- data, and the page's language


@pytest.mark.parametrize("block", of("json", "toml"), ids=str)
def test_data_can_be_read(block: Block):
    read = json.loads if block.language == "json" else tomllib.loads
    assert read(block.text) is not None


@pytest.mark.parametrize("block", of("js"), ids=str)
def test_javascript_is_javascript(block: Block):
    try:
        node = find_node()[0]
    except NoNode as none:
        pytest.skip(str(none))
    command = [str(node), "--check", "--input-type=module", "-"]
    done = subprocess.run(command, input=block.text, capture_output=True, text=True, check=False)
    assert done.stderr == ""
