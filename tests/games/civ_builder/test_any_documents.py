"""Documents of any kind: refused politely, or sound."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import microciv
from microciv import BadPosition, Match
from microciv.games.civ_builder.cards import NAMES
from tests.games.civ_builder.table import (
    all_cards,
    changed,
    document,
    phase,
    random_match,
    random_step,
    row,
)
from tests.games.hostile import bottomless, documents, tampered
from tests.games.saving import played_on, refused_or, saved

FIELDS = [
    "game", "rules", "options", "seats", "round", "phase", "asked", "order", "table", "civ",
    "scores", "points", "sources", "hand", "started", "deck", "discard", "rest", "chart", "turn",
    "melds", "melded", "action", "target", "trade", "pass", "proposed", "deal", "given", "wanted",
    "willing", "tick", "ready", "offers", "scholars", "generator", "past", "facts", "bases",
    "hands", "sizes", "left", "fresh", "since", "sealed", "0", "1", *NAMES,
]  # fmt: skip
WORDS = [*NAMES, "2Cul+Lea", "9Dis", "civ-builder", "india", "meld", "offer", "any", "accept",
         "exchange", "study", "over", "meld Cul", "natural 1", ""]  # fmt: skip
JSON = documents(FIELDS, WORDS)


@given(st.dictionaries(st.sampled_from(FIELDS), JSON), st.booleans())
def test_garbage_is_refused_politely(garbage: dict[str, Any], ours: bool):
    """BI-01 to BI-15: nothing but BadPosition, whatever is handed in."""
    if ours:
        garbage = {**garbage, "game": "civ-builder"}
    with pytest.raises(BadPosition):
        microciv.set_up(garbage)


TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}), (3, {"trade_mode": "clock"}), (3, {"science_rest": "bottom", "trade_gifts": True}),
]  # fmt: skip
GOOD = [
    saved(match)
    for seats, options in TABLES
    for number, match in enumerate(random_match(11, seats, **options))
    if number % 29 == 0 or not match.to_act()
]


@given(st.sampled_from(GOOD), st.data())
def test_a_position_with_one_thing_changed_is_refused_or_sound(
    good: dict[str, Any], data: st.DataObject
):
    """BI-01 to BI-05, BI-10, BI-15: what is accepted saves and sets up again, looks alike to
    everybody, and can be played on.
    """
    refused_or(check, tampered(good, data, JSON))


@given(st.sampled_from(GOOD), st.data())
def test_a_past_with_one_thing_changed_is_refused_or_sound(
    good: dict[str, Any], data: st.DataObject
):
    """CB-10: facts and where they begin, in particular."""
    refused_or(check, {**good, "past": tampered(good["past"], data, st.integers(-2, 16**8) | JSON)})


def check(match: Match) -> None:
    """It is a position like any other."""
    assert set(all_cards(match).values()) == {9}
    played_on(match, random_step, 40)


@pytest.mark.parametrize("path", [
    "table.0.hand", "table.0.scores", "table.0.civ", "deck", "discard", "generator", "past",
    "phase", "round", "order", "asked", "chart", "turn", "options.max_melds", "rest",
])  # fmt: skip
def test_a_bottomless_document_is_refused(path: str):
    """Thousands of lists in each other, in the place of anything."""
    position = changed(document(row("Cul"), row("Sci"), options={"max_melds": 1}), {
        path: bottomless()
    })  # fmt: skip
    where = path.replace("table.0", "table[0]")
    with pytest.raises(BadPosition, match=rf"^{re.escape(where)}"):
        microciv.set_up(position)


@pytest.mark.parametrize("text", [
    "Cul+" * 1_200_000 + "Cul", "9" * 5_000_000, "Cul;" * 1_200_000, " " * 5_000_000 + "Cul",
    "+" * 5_000_000,
])  # fmt: skip
@pytest.mark.parametrize("path", ["table.0.hand", "discard"])
def test_a_list_without_end_is_refused_unread(text: str, path: str):
    """CB-02: no list of cards is longer than one that names them all."""
    position = changed(document(row("Cul"), row("Sci")), {path: text})
    begun = time.process_time()
    with pytest.raises(BadPosition, match=r"a list of cards has \d+ characters at most, not \d+$"):
        microciv.set_up(position)
    assert time.process_time() - begun < 1


@pytest.mark.parametrize("kind", [1, 4, 5, 6])
def test_what_is_hidden_from_nobody_cannot_be_hidden(kind: int):
    """CB-10: a sight of unknown cards, though a later one tells them."""
    good = saved(Match(microciv.open_game("civ-builder", seats=2), position=document(
        row("2Cul"), row("3Sci"))))  # fmt: skip
    facts = [[kind, 1, -1, -1, 0, 3, 0, 1], [4, 1, -1, 3 * 16**3, 0, 3, 0, 1]]
    with pytest.raises(BadPosition, match=r"^past.facts\[0\]: no fact of this table"):
        microciv.set_up(changed(good, {"past.facts": facts}))
    assert phase(microciv.set_up(changed(good, {"past.facts": facts[1:]}))) == "meld"
