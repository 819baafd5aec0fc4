"""Positions as files have them, for the tests of any game."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import microciv
from microciv import SPECTATOR, BadPosition, Match, Rng
from microciv.core.plain import plain


def saved(match: Match) -> dict[str, Any]:
    """The document as a file has it."""
    written = json.loads(json.dumps(plain(match.position())))
    assert isinstance(written, dict)
    return written


def refused_or(check: Callable[[Match], None], position: dict[str, Any]) -> None:
    """The document is refused politely, or what it says stands the check."""
    try:
        match = microciv.set_up(position)
    except BadPosition:
        return
    check(match)


def played_on(match: Match, step: Callable[[Match, Rng], None], steps: int) -> Match:
    """It saves and sets up again, looks alike to everybody, and can be played on; so far."""
    again = microciv.set_up(saved(match))
    assert saved(match) == saved(again)
    rng = Rng(3)
    for seat in (0, SPECTATOR):
        seen = match.observe(seat)
        assert plain(seen) == plain(match.game.redeal(seen, rng).observe(seat))
    for _step in range(steps):
        if again.to_act():
            step(again, rng)
    assert saved(again) == saved(microciv.set_up(saved(again)))
    return again
