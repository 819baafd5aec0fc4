"""What all positions have in common: the frame, the sealed answers, the complaints."""

from __future__ import annotations

import pytest

from microciv.core.errors import BadPosition
from tests.core.tiny import tiny

GOOD: dict[str, object] = {"numbers": [1, 2], "sums": []}


def test_sealed_answers_are_set_up() -> None:
    """Half and whole ones; the document says them again."""
    state = tiny().set_up({**GOOD, "sealed": {"0": ["plus", "say 2"], "1": ["minus"]}})
    assert [1] == state.to_act
    assert {"0": ["plus", "say 2"], "1": ["minus"]} == state.position()["sealed"]


@pytest.mark.parametrize(
    "change, complaint",
    [
        ({"game": "other"}, "game: expected one of tiny, not 'other'"),
        ({"rules": 2}, "rules: expected a whole number from 1 to 1, not 2"),
        ({"numbers": 3}, "numbers: expected a list, not 3"),
        ({"numbers": [1, 1]}, r"numbers\[1\]: 1 is in the list already"),
        ({"numbers": [1, 10]}, r"numbers\[1\]: expected a whole number from 0 to 9, not 10"),
        ({"colour": 1}, "colour: no such field; expected"),
        ({"sealed": []}, "sealed: expected an object"),
        ({"sealed": {"5": ["plus"]}}, "sealed.5: no such field"),
        ({"sealed": {"0": "plus"}}, "sealed.0: expected a list of moves"),
        ({"sealed": {"0": ["jump"]}}, "sealed.0: no such move: 'jump'"),
        ({"sealed": {"0": ["say 1"]}}, "sealed.0: 'say 1' is not a legal answer here"),
        (
            {"sealed": {"0": ["plus", "say 1"], "1": ["plus", "say 1"]}},
            "sealed: everybody has answered; leave one answer open",
        ),
    ],
)
def test_a_bad_document_names_the_field(change: dict[str, object], complaint: str) -> None:
    """And what was expected there."""
    with pytest.raises(BadPosition, match=complaint):
        tiny().set_up({**GOOD, **change})
