"""Plain data out, records back in."""

from __future__ import annotations

import pytest

from microciv.core.codec import plain, plain_event, plain_move, plain_record, read_record
from microciv.core.errors import BadRecord
from microciv.core.match import Record
from tests.core.tiny import PLUS, tiny


def test_an_observation_becomes_lists_and_names() -> None:
    """Moves are written as their text."""
    seen = plain(tiny().deal(1).observe(0))
    assert isinstance(seen, dict)
    assert ["plus", "minus"] == seen["legal"]
    assert [0, 0] == seen["sums"]


def test_a_move_comes_with_its_parts() -> None:
    """So that no client takes its text apart."""
    assert {"text": "plus"} == plain_move(PLUS)


def test_a_hidden_card_is_null() -> None:
    """Other parts of an event stay."""
    game = tiny()
    state = game.deal(1)
    assert {"event": "dealt", "seat": 0, "card": None} == plain_event(game, state.heard(1)[0])
    own = plain_event(game, state.heard(0)[0])
    assert state.numbers[0] == own["card"]


GOOD = {"game": "tiny", "rules": 1, "options": {}, "seed": "7f", "moves": [[0, "plus"]]}


def test_a_record_is_read() -> None:
    """As it was written."""
    assert Record("tiny", 1, {}, "7f", ((0, "plus"),)) == read_record(GOOD)


def test_a_record_says_from_where_the_rest_was_played_out() -> None:
    """One that does not say so is written as ever."""
    assert GOOD == plain_record(read_record(GOOD))
    agreed = read_record({**GOOD, "agreed": 1})
    assert 1 == agreed.agreed
    assert {**GOOD, "agreed": 1} == plain_record(agreed)


DIGITS = "0a" * 32
DEAL: dict[str, object] = {
    "table": "t",
    "match": 1,
    "seal": DIGITS,
    "secret": DIGITS,
    "hashes": [DIGITS],
    "nonces": [None],
}
WITNESS: dict[str, object] = {
    "seal": DIGITS,
    "seat": 0,
    "nonce": "",
    "hashes": [None, DIGITS],
    "revealed": False,
}


def test_a_record_keeps_how_it_was_dealt_and_what_was_seen_of_that() -> None:
    """Both ways, as plain data."""
    data = {**GOOD, "generator": "hmac-sha256", "seed": DIGITS, "deal": DEAL, "witness": WITNESS}
    record = read_record(data)
    assert (DEAL, WITNESS) == (plain_record(record)["deal"], plain_record(record)["witness"])
    assert record == read_record(plain_record(record))


@pytest.mark.parametrize(
    "change, complaint",
    [
        ({"game": 5}, "game: expected the name of a game"),
        ({"rules": "1"}, "rules: expected a number"),
        ({"rules": True}, "rules: expected a number"),
        ({"options": []}, "options: expected an object"),
        ({"seed": 7}, "seed: expected up to 32 hexadecimal digits"),
        ({"seed": "0x7"}, "seed: expected up to 32 hexadecimal digits"),
        ({"seed": "f" * 33}, "seed: expected up to 32 hexadecimal digits"),
        ({"moves": {}}, r"moves: expected a list of \[seat, move\]"),
        ({"moves": [[0]]}, r"moves\[0\]: expected \[seat, move\]"),
        ({"moves": [[True, "plus"]]}, r"moves\[0\]: expected \[seat, move\]"),
        ({"position": 3}, "position: expected an object"),
        ({"agreed": 2}, "agreed: expected the number of a ply, 0 to 1"),
        ({"agreed": -1}, "agreed: expected the number of a ply, 0 to 1"),
        ({"agreed": True}, "agreed: expected the number of a ply, 0 to 1"),
        ({"agreed": "1"}, "agreed: expected the number of a ply, 0 to 1"),
        ({"generator": "dice"}, "generator: expected one of sfc32, hmac-sha256"),
        ({"generator": ["sfc32"]}, "generator: expected one of sfc32, hmac-sha256"),
        ({"generator": "hmac-sha256", "seed": "7"}, "seed: expected 64 hexadecimal digits"),
        ({"deal": []}, "deal: expected an object"),
        ({"deal": {**DEAL, "table": ""}}, "deal.table: expected the id of a table"),
        ({"deal": {**DEAL, "match": 0}}, "deal.match: expected a number from 1"),
        ({"deal": {**DEAL, "match": True}}, "deal.match: expected a number from 1"),
        ({"deal": {**DEAL, "seal": "AB" * 32}}, "deal.seal: expected 64 hexadecimal digits"),
        ({"deal": {**DEAL, "secret": None}}, "deal.secret: expected 64 hexadecimal digits"),
        ({"deal": {**DEAL, "hashes": "none"}}, "deal.hashes: expected a list, for each seat"),
        ({"deal": {**DEAL, "hashes": [1]}}, r"deal.hashes\[0\]: expected 64 hexadecimal digits"),
        ({"deal": {**DEAL, "nonces": []}}, "deal.nonces: expected 1, as there are hashes"),
        ({"witness": 1}, "witness: expected an object"),
        ({"witness": {**WITNESS, "seat": -1}}, "witness.seat: expected the number of a seat"),
        ({"witness": {**WITNESS, "revealed": 1}}, "witness.revealed: expected true or false"),
        ({"witness": {**WITNESS, "seal": "ab"}}, "witness.seal: expected 64 hexadecimal digits"),
    ],
)
def test_a_bad_record_names_the_field(change: dict[str, object], complaint: str) -> None:
    """And what was expected there."""
    with pytest.raises(BadRecord, match=complaint):
        read_record({**GOOD, **change})
    with pytest.raises(BadRecord, match="record: expected an object"):
        read_record([])
