"""The tutorials do what they say; tests/test_docs.py runs their sessions and commands."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
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


def test_the_policy_of_the_tutorial_learns_and_takes_a_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    pytest.importorskip("gymnasium")
    monkeypatch.chdir(tmp_path)
    learn, seat = blocks(DOCS / "tutorials" / "train.md", "python")
    Path("learn.py").write_text(learn, encoding="utf-8")
    Path("seat.py").write_text(seat, encoding="utf-8")
    runner = CliRunner()
    told = runner.invoke(app, ["client", "python"])
    Path("microciv_client.py").write_text(told.stdout, encoding="utf-8")
    learned = subprocess.run(
        [sys.executable, "learn.py", "24000"], check=True, capture_output=True, text=True
    )
    won = [float(found) for found in re.findall(r"^won ([\d.]+);", learned.stdout, re.MULTILINE)]
    assert sum(won[-2:]) > sum(won[:2]) + 0.04
    host = ["bot-host", f"{shlex.quote(sys.executable)} seat.py", "5x", "--count", "2", "--strict"]
    told = runner.invoke(app, [*host, "--seats", "3"])
    assert told.exit_code == 0, told.output
    assert "Answers refused: 0" in told.output
    told = runner.invoke(app, [*host, "--seats", "4"])
    assert told.exit_code == 1, "it has learned the game for three"
