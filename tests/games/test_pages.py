"""The pages about the games keep their promises: what they show can be set up, and answers so."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import microciv
from microciv.core.options import describe
from microciv.core.plain import plain
from microciv.games import brought

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES, RULES = DOCS / "games", DOCS / "rules"
GAMES = [name for name in microciv.catalogue() if not brought(name)]


def examples(game: str) -> list[tuple[dict[str, Any], str]]:
    """Every position of a game's page, with what is typed below it."""
    page = (PAGES / f"{game}.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```(\w+)\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    following = [*blocks[1:], ("", "")]
    return [
        (json.loads(text), typed if below == "pycon" else "")
        for (kind, text), (below, typed) in zip(blocks, following, strict=True)
        if kind == "json"
    ]


EXAMPLES = [
    pytest.param(document, id=f"{game} {number}")
    for game in GAMES
    for number, (document, _) in enumerate(examples(game))
]


@pytest.mark.parametrize("document", EXAMPLES)
def test_the_examples_of_the_page_can_be_set_up(document: dict[str, Any]) -> None:
    match = microciv.set_up(document)
    assert match.to_act() or match.observe(0).phase == "over"


@pytest.mark.parametrize("game", GAMES)
def test_the_page_has_an_example_of_every_phase(game: str) -> None:
    """Also of the end."""
    shown = {microciv.set_up(document).observe(0).phase for document, _ in examples(game)}
    assert set(microciv.open_game(game).phases) == shown


@pytest.mark.parametrize("game", GAMES)
def test_the_complete_document_of_the_page_is_what_is_written(game: str) -> None:
    """The last one is a whole position: setting it up and saving it gives it back."""
    document, _ = examples(game)[-1]
    assert document == json.loads(json.dumps(plain(microciv.set_up(document).position())))


@pytest.mark.parametrize("game", GAMES)
def test_every_event_is_on_the_page_with_its_parts(game: str) -> None:
    """Under "What happens", once each, and no other event is."""
    page = (PAGES / f"{game}.md").read_text(encoding="utf-8")
    table = page.partition("\n## What happens\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \| (.*?) \|", table, re.MULTILINE)
    listed = [(name, parts) for names, parts in rows for name in re.findall(r"\w+", names)]
    kinds = {kind.name: kind.parts for kind in microciv.open_game(game).events}
    assert sorted(kinds) == sorted([name for name, _ in listed])
    for name, parts in listed:
        assert set(kinds[name]) <= set(re.findall(r"\w+", parts)), name


ASKED = r"^\| (\w+-\d+) \|"
"""A row of a question that a rule sheet leaves open."""


@pytest.mark.parametrize("game", GAMES)
def test_what_a_rule_sheet_leaves_open_is_settled_with_a_switch_or_without(game: str) -> None:
    """Each question once: C.1 of the rules names the options that turn it, every ruling among them;
    C.2 has the others.
    """
    ledger = (RULES / f"{game}.md").read_text(encoding="utf-8")
    questions = ledger.partition("### C.1 With a switch")[2].partition("\n## ")[0]
    turned, _, settled = questions.partition("### C.2 Without a switch")
    asked = re.findall(ASKED, turned + settled, re.MULTILINE)
    chief = asked[-1].partition("-")[0]
    numbers = sorted([int(at.partition("-")[2]) for at in asked if at.startswith(f"{chief}-")])
    assert len(set(asked)) == len(asked)
    assert list(range(1, len(numbers) + 1)) == numbers
    switches = re.findall(r"^\| \w+-\d+ \|.*\| (`[^|]*) \|$", turned, re.MULTILINE)
    assert len(switches) == len(re.findall(ASKED, turned, re.MULTILINE))
    named = {name for switch in switches for name in re.findall(r"`(\w+)`", switch)}
    options = describe(microciv.about(game).options)
    assert named <= {option.name for option in options}
    assert {option.name for option in options if option.kind == "ruling"} <= named
