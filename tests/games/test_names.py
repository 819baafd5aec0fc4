"""Names that no document has, in every game: they are quoted and cut as values are."""

from __future__ import annotations

from typing import Any

import pytest

import microciv
from microciv.core.options import describe
from tests.games.hostile import places

HOSTILE = ["a\nmicrociv: all is well", "\x1b[2J", "x" * 4_000_000, "", " ", "\u202e", "\ud800", "🜚"]
LONGEST = 4000  # characters, with all that is allowed named


def objects(document: dict[str, Any]) -> list[dict[str, Any]]:
    """Every object of a document, itself included."""
    found = [where[name] for where, name in places(document)]
    return [document, *[value for value in found if isinstance(value, dict)]]


@pytest.mark.parametrize("hostile", HOSTILE, ids=lambda name: repr(name)[:12])
@pytest.mark.parametrize("game", microciv.catalogue())
def test_unknown_names_are_quoted_and_cut(game: str, hostile: str) -> None:
    """Wherever in a position they stand: one line, nothing that a terminal would obey."""
    position = dict(microciv.Match(microciv.open_game(game)).position())
    document: dict[str, Any] = {**position, "sealed": {}}
    for place in objects(document):
        place[hostile] = 1
        with pytest.raises(microciv.BadPosition) as refusal:
            microciv.set_up(document)
        del place[hostile]
        assert str(refusal.value).isprintable()
        assert len(str(refusal.value)) < LONGEST


@pytest.mark.parametrize("value", [[], {}, None, "", "２", 2.0, 1e400, -1, 10**30, "\n", [[[]]]])  # noqa: RUF001  # a full-width 2
@pytest.mark.parametrize("game", microciv.catalogue())
def test_options_are_read_by_type(game: str, value: object) -> None:
    """A value of another type is refused by the option's name; one that is taken can be played."""
    for name in [info.name for info in describe(microciv.about(game).options)]:
        refused = ""
        try:
            microciv.Match(microciv.open_game(game, **{name: value})).observe(0)
        except microciv.BadOption as refusal:
            refused = str(refusal)
        assert not refused or refused.startswith(name)
        assert refused.isprintable()
