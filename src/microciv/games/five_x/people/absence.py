"""What a seat that is out of time answers (F.4): a rule, so that every table does the same."""

from __future__ import annotations

from typing import Final

from microciv.core.moves import Move
from microciv.core.state import Observation

FIRST_CHOICES: Final = ("explore", "exploit", "exterminate", "excavate", "expand")


def absent(seen: Observation) -> Move:
    """The harmless card; else the first that is legal, which is the minimum bid, the lowest basic,
    the first leader, and no Wonder bought.
    """
    if seen.phase == "dido":
        return seen.legal[-1]  # decline
    if seen.phase == "select":
        for name in FIRST_CHOICES:
            for move in seen.legal:
                if move.text == name:
                    return move
    return seen.legal[0]
