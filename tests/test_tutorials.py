"""The tutorials do what they say; tests/test_docs.py runs their sessions and commands."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from microciv.cli.main import app

DOCS = Path(__file__).parents[1] / "docs"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
ARENA = "arena civ-builder --bots 'random,mine=cmd:python bot.py'"


def blocks(page: Path, language: str) -> list[str]:
    text = page.read_text(encoding="utf-8")
    return [block for kind, block in BLOCK.findall(text) if kind == language]


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
