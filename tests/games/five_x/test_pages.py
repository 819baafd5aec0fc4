"""The pages about 5X keep their promises: examples run, clauses have tests, rulings are current."""

from __future__ import annotations

import copy
import re
from pathlib import Path

import pytest

import microciv
from microciv.core.options import describe
from microciv.games.five_x.cards import NAMES
from microciv.games.five_x.options import FiveXOptions
from tests.games.five_x.table import new_match
from tests.games.test_pages import examples
from tools import clauses, make_rulings

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "games" / "5x.md").read_text(encoding="utf-8")


def test_the_page_names_every_card_every_kind_of_move_and_every_field():
    """A field that is read but not described would be a secret of ours."""
    assert [] == [name for name in NAMES if f"`{name}`" not in PAGE]
    verbs = {str(move.parts()["verb"]) for move in new_match().game.moves.all}
    assert {"play"} == {verb for verb in verbs if f"`{verb}`" not in PAGE}
    fields = PAGE[PAGE.index("### Fields of the document") : PAGE.index("### What the phases mean")]
    assert read_fields() == set(re.findall(r"^\| `(\w+)` \|", fields, re.MULTILINE))


def read_fields() -> set[str]:
    """Every field that setting a position up asks for, as its complaints list them."""
    found: set[str] = set()
    for path in ("", "table"):
        position = copy.deepcopy(examples("5x")[0][0])
        (position["table"][0] if path else position)["nonsense"] = 1
        with pytest.raises(microciv.BadPosition) as caught:
            microciv.set_up(position)
        found |= set(str(caught.value).partition("expected ")[2].split(", "))
    return found


def test_the_ledger_has_all_clauses_and_each_has_a_test():
    """tools/clauses.py: 120 of them, the parts of the leaders, the invariants."""
    assert [] == clauses.complaints("5x")
    assert "5x" in clauses.games()
    known = clauses.clauses(clauses.ledger("5x").read_text(encoding="utf-8"))
    assert 120 == sum(re.fullmatch(r"5X-\d+", clause) is not None for clause in known)


def test_the_check_of_clauses_sees_what_is_missing():
    """A check that cannot fail is worthless."""
    ledger = "* **5X-01** One.\n* **5X-75 Qin** (a) takes; (b) weighs.\n* **INV-A1** Two.\n"
    assert ["5X-01", "5X-75", "5X-75(a)", "5X-75(b)", "INV-A1"] == clauses.clauses(ledger)
    words = clauses.words_of_tests(
        'def test_one():\n    """5X-01."""\n\ndef helper():\n    """5X-75(b)."""\n'
    )
    assert {"5X-01"} == clauses.cited(words, ["5X-"])


def test_the_page_of_rulings_is_current():
    """`make docs` writes it."""
    assert make_rulings.page() == make_rulings.PAGE.read_text(encoding="utf-8")


def test_every_option_is_on_the_page_of_rulings():
    """With its clause, which is in the ledger."""
    page = make_rulings.page()
    known = clauses.clauses(clauses.ledger("5x").read_text(encoding="utf-8"))
    for info in describe(FiveXOptions):
        assert f"| `{info.name}` | {info.kind} | {info.clause} |" in page
        assert info.clause in known
