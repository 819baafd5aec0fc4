"""The pages about 5 Ages keep their promises: examples run, clauses have tests, switches exist."""

from __future__ import annotations

import copy
import re
from pathlib import Path
from typing import Any

import pytest

import microciv
from microciv.cli.position import played
from microciv.core.options import describe
from microciv.games.five_ages.cards import RANKS, SUITS
from microciv.games.five_ages.options import FiveAgesOptions
from microciv.games.five_ages.rules.phases import PHASES
from microciv.games.five_ages.rules.poker import HANDS
from microciv.games.five_ages.rules.war import REASONS
from tests.games.five_ages.table import at
from tests.games.test_pages import examples
from tools import clauses, make_rulings

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "games" / "5-ages.md").read_text(encoding="utf-8")
COMPLETE = examples("5-ages")[-1][0]


def test_the_page_names_every_letter_hand_reason_kind_of_move_and_field():
    """A field that is read but not described would be a secret of ours."""
    names = [*HANDS, *REASONS.values(), *RANKS[-5:], *SUITS, "Jk"]
    assert [] == [name for name in names if f"`{name}`" not in PAGE]
    verbs = {str(move.parts()["verb"]) for move in microciv.open_game("5-ages").moves.all}
    assert {"offer_both"} == {verb for verb in verbs if f"`{verb}" not in PAGE}
    before, _, after = PAGE.partition("\n## What happens\n")
    tables = before + after.partition("\n## ")[2]
    described = set(re.findall(r"^\| `(\w+)` \|", tables, re.MULTILINE))
    assert read_fields() == described - (set(PHASES) - read_fields())


def test_the_moves_of_the_command_line_are_those_of_the_session_above():
    """5A-26: what is exchanged has a colon, as the seat has."""
    document, session = next(one for one in examples("5-ages") if "replace 1:9S" in one[1])
    (words,) = re.findall(r'--moves "(.*)"', PAGE)
    match = microciv.set_up(document)
    played(match, words)
    seen = at(match, 0)
    assert repr((seen.civ, seen.hand)) in session


def read_fields() -> set[str]:
    """Every field that setting a position up asks for, as its complaints list them."""
    found: set[str] = {"sealed"}
    for path in ((), ("table", 0), ("past", 0)):
        position: Any = copy.deepcopy(COMPLETE)
        inner = position
        for step in path:
            inner = inner[step]
        inner["nonsense"] = 1
        with pytest.raises(microciv.BadPosition) as caught:
            microciv.set_up(position)
        found |= set(str(caught.value).partition("expected ")[2].split(", "))
    return found


def test_the_ledger_has_all_clauses_and_cites_none_that_is_not_there():
    """tools/clauses.py: 78 of them, fifteen invariants."""
    known = clauses.clauses(clauses.ledger("5-ages").read_text(encoding="utf-8"))
    assert [f"5A-{number:02}" for number in range(1, 79)] == known[:78]
    assert [f"INV-A{number}" for number in range(1, 16)] == known[78:]
    assert "5-ages" in clauses.games()
    assert [] == clauses.complaints("5-ages")


def test_every_option_is_on_the_page_of_rulings():
    """With its clause, which is in the ledger."""
    page = make_rulings.page()
    known = clauses.clauses(clauses.ledger("5-ages").read_text(encoding="utf-8"))
    for info in describe(FiveAgesOptions):
        assert f"| `{info.name}` | {info.kind} | {info.clause} |" in page
        assert info.clause in known


def test_every_ambiguity_with_a_switch_is_an_option():
    """C.1 of the ledger: each names the option that turns it."""
    ledger = clauses.ledger("5-ages").read_text(encoding="utf-8")
    section = ledger.partition("### C.1")[2].partition("### C.2")[0]
    switches = set(re.findall(r"`(\w+)` \|$", section, re.MULTILINE))
    assert switches <= {info.name for info in describe(FiveAgesOptions)}
    assert {info.name for info in describe(FiveAgesOptions) if info.kind == "ruling"} <= switches
    numbers = sorted(re.findall(r"^\| (B-\d\d) \|", ledger, re.MULTILINE))
    assert [f"B-{number:02}" for number in range(1, 41)] == numbers
