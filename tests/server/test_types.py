"""What is generated is as it would be generated now; what is promised of a seed holds."""

from __future__ import annotations

import hashlib

import pytest

from microciv.core.errors import BadRecord
from microciv.core.match import Match
from microciv.games import open_game
from microciv.trust import new_seed, seed_hash, verify
from tools import export_card_set
from tools.export_types import PROTOCOL, SCHEMAS, TYPES, protocol, schemas, typescript


@pytest.mark.interpreted
def test_the_types_of_the_page_are_current():
    assert typescript() == TYPES.read_text(encoding="utf-8"), "run tools/export_types.py"


def test_the_card_set_of_the_page_is_current():
    written = export_card_set.CARD_SET.read_text(encoding="utf-8")
    assert export_card_set.typescript() == written, "run tools/export_card_set.py"


def test_the_tables_of_the_protocol_are_current():
    text = PROTOCOL.read_text(encoding="utf-8")
    assert protocol(text) == text, "run tools/export_types.py"


@pytest.mark.interpreted
def test_the_schemas_of_the_package_are_current():
    written = {path: path.read_text(encoding="utf-8") for path in SCHEMAS.iterdir()}
    assert schemas() == written, "run tools/export_types.py"


def test_a_seed_cannot_be_tried_out():
    seeds = {new_seed() for _ in range(100)}
    assert 100 == len(seeds)
    assert 2**120 < max(seeds) < 2**128


def test_the_hash_is_that_of_the_seed_as_records_have_it():
    record = Match(open_game("5x", {}), 0xAB12).record()
    assert hashlib.sha256(b"ab12").hexdigest() == seed_hash(0xAB12)
    verify(record, seed_hash(0xAB12).upper() + "\n")
    with pytest.raises(BadRecord, match="not dealt from the seed"):
        verify(record, seed_hash(0xAB13))
