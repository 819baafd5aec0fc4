"""`help` says what the public things are, compiled as well as interpreted."""

from __future__ import annotations

import inspect
import pydoc
import re
from typing import Any

import pytest

import microciv
import microciv.core.match
import microciv.core.state

PUBLIC = [getattr(microciv, name) for name in microciv.__all__ if name not in {"SPECTATOR", "Seat"}]


def members(thing: Any) -> list[Any]:
    """What a class of ours offers; its own, not what Python gives to all."""
    if not inspect.isclass(thing):
        return []
    return [
        member
        for name, member in vars(thing).items()
        if not name.startswith("_") and inspect.isroutine(member)
    ]


@pytest.mark.parametrize("thing", PUBLIC, ids=lambda thing: thing.__name__)
def test_what_is_public_has_words_and_a_signature(thing: Any):
    for one in (thing, *members(thing)):
        assert inspect.getdoc(one), f"{one} says nothing of itself"
    if inspect.isroutine(thing):
        assert str(inspect.signature(thing)).startswith("(")


def test_help_tells_of_a_match_what_its_source_does():
    told = pydoc.plain(pydoc.render_doc(microciv.Match))
    assert "One play of a game." in told
    assert "All that the seat (or a SPECTATOR) may know." in told
    assert re.search(r"observe\(self, (/, )?seat", told)


def test_a_module_says_what_it_is():
    for module in (microciv, microciv.core.match, microciv.core.state):
        assert module.__doc__, f"{module} says nothing of itself"
