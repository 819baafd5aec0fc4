"""Recorded matches and counts pin what the rules do."""

from __future__ import annotations

import json

import pytest

from microciv.games import catalogue
from tools.golden import COUNTS, DEPTHS, MATCHES, RECORDS, counts, replayed


@pytest.mark.parametrize("name", MATCHES)
def test_a_golden_record_replays(name: str) -> None:
    """An old record gives the same match. If a rule has changed for good, raise the game's `rules`,
    delete its golden files and write them anew with `python -m tools.golden`.
    """
    written = json.loads((RECORDS / f"{name}.json").read_text(encoding="utf-8"))
    assert written == json.loads(json.dumps(replayed(written)))


@pytest.mark.parametrize("name", DEPTHS)
def test_counts_stand(name: str) -> None:
    """As many lines of play as ever; one changed rule changes a number."""
    assert (COUNTS / f"{name}.txt").read_text(encoding="utf-8") == counts(name)


def test_every_game_has_golden_records_and_counts() -> None:
    """A game that joins the catalogue brings its own."""
    assert set(catalogue()) == {game for game, _options, _seed in MATCHES.values()}
    assert set(catalogue()) == set(DEPTHS)
    assert {file.stem for file in RECORDS.glob("*.json")} == set(MATCHES)
