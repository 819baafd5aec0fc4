"""What law "words" takes for a recommendation."""

from __future__ import annotations

import pytest

from microciv.core.moves import Move, MoveList
from microciv.laws.words import check_line, recommended

BIDS = [f"bid {amount}" for amount in range(6)]
MOVES = MoveList([Move(text) for text in [
    *BIDS, "pass", "pass erik", "pass qin", "done", "erik", "for", "raze 2 City Walls", "raze 2",
]])  # fmt: skip


@pytest.mark.parametrize("reason, named", [
    ("you hold 3: bid 2 to 4 (5X-43)", ["bid 2", "bid 3", "bid 4"]),
    ("expected 'bid 1' or 'bid 3'", ["bid 1", "bid 3"]),
    ("bid 1, 2 or 5", ["bid 1", "bid 2", "bid 5"]),
    ("you may pass erik or qin", ["pass erik", "pass qin"]),
    ("pass, or pass erik", ["pass", "pass erik"]),
    ("say done (5A-26)", ["done"]),
    ("raze 2 City Walls first", ["raze 2 City Walls"]),
    ("raze 2, City Walls stand", ["raze 2"]),
    ("they are done, and you passed erik; Qin is for nobody", []),
    ("you are answering: pass, done", ["pass", "done"]),
    ("you may pass once", ["pass"]),
    ("nothing is there for you; Erik has passed", []),
    ("a bid. 2 remain", []),
    ("bid 90", []),
])  # fmt: skip
def test_the_moves_that_a_reader_finds_in_a_reason(reason: str, named: list[str]):
    assert named == [move.text for move in recommended(MOVES, reason)]


def test_a_span_without_moves_is_no_advice():
    with pytest.raises(AssertionError, match="an empty span"):
        recommended(MOVES, "you hold 1: bid 2 to 1")


@pytest.mark.parametrize("line", [
    "", "two\nlines", "two  blanks", " before", "after ", "\x1b[2J", "<bid 2>", "['bid 2']", "None",
    "bid()", "x" * 241,
])  # fmt: skip
def test_what_is_no_line_for_people(line: str):
    with pytest.raises(AssertionError):
        check_line(line)
