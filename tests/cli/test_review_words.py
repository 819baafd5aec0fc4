"""What hints and reviews say, in every language."""

from __future__ import annotations

import pytest

from microciv.cli.review import HALF
from microciv.speech import speaking
from microciv.texts import texts_for

WIDTH = 80


@pytest.mark.parametrize(
    "spoken, label",
    [
        ("en", "Luck or others: unclear"),
        ("de", "Glück oder andere: unklar"),
        ("es", "Suerte o ajenas: sin separar"),
    ],
)
def test_what_cannot_be_separated_is_not_called_a_sum(spoken: str, label: str):
    with speaking(spoken):
        assert label == texts_for("5x").label("review_mixed")
    assert len(label) + 2 * HALF + 1 < WIDTH - len("+00 (±0)")
