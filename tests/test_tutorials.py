"""The tutorials do what they say: sessions give what is shown, commands are understood."""

from __future__ import annotations

import doctest
import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from microciv.cli.main import app, prepared

DOCS = Path(__file__).parents[1] / "docs"
PAGES = sorted((DOCS / "tutorials").glob("*.md"))
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
NEEDS = {"train.md": "gymnasium"}
ARENA = "arena civ-builder --bots 'random,mine=cmd:python bot.py'"


def blocks(page: Path, language: str) -> list[str]:
    text = page.read_text(encoding="utf-8")
    return [block for kind, block in BLOCK.findall(text) if kind == language]


def commands() -> list[Any]:
    """Every line of a tutorial that is a command of ours."""
    found = []
    for page in PAGES:
        lines = [line for block in blocks(page, "sh") for line in block.splitlines()]
        for line in lines:
            words = shlex.split(line, comments=True)
            if words[:1] == ["microciv"]:
                found.append(pytest.param([w for w in words[1:] if w != "&"], id=line[:60]))
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_sessions_give_what_is_shown(page: Path):
    if needed := NEEDS.get(page.name):
        pytest.importorskip(needed)
    session = "".join(blocks(page, "pycon"))
    example = doctest.DocTestParser().get_doctest(session, {}, page.name, None, 0)
    said: list[str] = []
    flags = doctest.IGNORE_EXCEPTION_DETAIL
    doctest.DocTestRunner(verbose=False, optionflags=flags).run(example, out=said.append)
    assert "".join(said) == ""


@pytest.mark.parametrize("words", commands())
def test_the_commands_are_understood(words: list[str]):
    """Not done: but there are such commands with such options."""
    told = CliRunner().invoke(app, prepared([*words, "--help"]))
    assert told.exit_code == 0
    usage = told.output
    for option in words:
        if option.startswith("--"):
            assert option in usage, f"{words[0]} has no {option}"


def test_the_bots_of_the_tutorial_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    runner = CliRunner()
    client, lines = blocks(DOCS / "tutorials" / "bot.md", "python")
    told = runner.invoke(app, ["client", "python"])
    Path("microciv_client.py").write_text(told.stdout, encoding="utf-8")
    Path("bot.py").write_text(client, encoding="utf-8")
    Path("seat.py").write_text(lines, encoding="utf-8")
    told = runner.invoke(
        app, ["bot-host", "python seat.py", "5x", "--seats", "3", "--count", "2", "--strict"]
    )
    assert told.exit_code == 0, told.output
    assert "Answers refused: 0" in told.output
    told = runner.invoke(
        app,
        [*shlex.split(ARENA), "--seats", "2", "--matches", "8", "--json"],
    )
    report = json.loads(told.stdout)
    assert [row["bot"] for row in report["ratings"]] == ["mine", "random"], "as the page says"
    (conduct,) = report["programs"]
    assert (conduct["lost"], conduct["refused"], conduct["absent"]) == (0, 0, 0)
