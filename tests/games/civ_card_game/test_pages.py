"""The pages about the card game keep their promises: examples run, names and clauses are there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import microciv
from microciv.core.options import describe
from microciv.games.civ_card_game.cards import PRINTED
from microciv.games.civ_card_game.options import CivCardGameOptions
from microciv.games.civ_card_game.patches import read_patch
from microciv.games.civ_card_game.rules.phases import PHASES, STAGES
from tools import clauses, make_rulings

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "games" / "civ-card-game.md").read_text(encoding="utf-8")
LEDGER = clauses.ledger("civ-card-game").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```toml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_the_cards_of_ones_own_on_the_page_are_cards():
    """Both files are read."""
    files = [tomllib.loads(text)["cards"] for text in BLOCKS]
    assert [len(read_patch(cards).rows) for cards in files] == [4, 2]


def test_the_page_names_every_verb_stage_event_and_field():
    """A field that is read but not described would be a secret of ours."""
    game = microciv.open_game("civ-card-game", seats=2)
    verbs = {str(move.parts()["verb"]) for move in game.moves.all}
    words = {*verbs, *STAGES, *PHASES, *[kind.name for kind in game.events]}
    assert [] == sorted(word for word in words if f"`{word}`" not in PAGE)
    seen = microciv.Match(game, 1).observe(0)
    common = {"game", "seat", "asked", "answer", "legal", "phase", "scores", "over", "round"}
    fields = [name for name in seen.__dataclass_fields__ if name not in common]
    missing = [name for name in fields if f"`{name}`" not in PAGE]
    assert missing == [name for name in missing if name in type(seen).__mro__[1].__annotations__]


def test_the_ledger_has_all_clauses():
    """117 of them, one for each card of the play deck and of the technologies, 18 invariants."""
    assert "civ-card-game" in clauses.games()
    known = clauses.clauses(LEDGER)
    assert 117 == sum(re.fullmatch(r"CC-\d+", clause) is not None for clause in known)
    assert 18 == sum(clause.startswith("CI-") for clause in known)
    cards = [f"CC-{row.id}" for row in PRINTED if row.type != "plot"]
    assert set(cards) == {clause for clause in known if re.fullmatch(r"CC-[A-Z]\d+", clause)}


def test_every_option_is_on_the_page_of_rulings():
    """With its clause, which is in the ledger."""
    page = make_rulings.page()
    known = clauses.clauses(LEDGER)
    for info in describe(CivCardGameOptions):
        assert f"| `{info.name}` | {info.kind} | {info.clause} |" in page
        assert info.clause in known or f"### {info.clause} " in LEDGER


def test_every_ambiguity_with_a_switch_is_an_option():
    """C.1 of the ledger: each names the options that turn it; C.1 and C.2 have all questions."""
    section = LEDGER.partition("### C.1")[2].partition("### C.2")[0]
    rows = re.findall(r"^\| C\S+ .* \| (.*) \|$", section, re.MULTILINE)
    switches = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    infos = describe(CivCardGameOptions)
    assert switches == {info.name for info in infos if info.kind != "number"}
    numbers = sorted(re.findall(r"^\| (CA-\d\d) \|", LEDGER, re.MULTILINE))
    assert [f"CA-{number:02}" for number in range(1, 58)] == numbers
