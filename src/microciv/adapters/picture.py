"""The table as a spectator sees it, as text."""

from __future__ import annotations

import json
from typing import Final

from microciv.core.codec import plain
from microciv.core.errors import BadOption
from microciv.core.game import Game
from microciv.core.moves import SPECTATOR
from microciv.core.state import State

UNSEEN: Final = ("past", "legal", "answer")
"""Parts of an observation that a picture of the table leaves out."""

RENDER_MODES: Final = ["ansi", "human"]


def check_mode(mode: str | None) -> str | None:
    """The mode, if it is a known one; None means that nothing is rendered.

    :raises BadOption: for an unknown mode; the message lists the known ones.
    """
    if mode is not None and mode not in RENDER_MODES:
        known = " or ".join([repr(one) for one in RENDER_MODES])
        raise BadOption(
            f"render_mode: the table is text, so expected {known}, not {str(mode)[:40]!r}"
        )
    return mode


def picture(game: Game, state: State) -> str:
    """What a spectator sees, as text: a line for each part of the table, then one for each seat."""
    seen = plain(state.observe(SPECTATOR))
    assert isinstance(seen, dict)
    shown = {name: part for name, part in seen.items() if name not in UNSEEN}
    table = shown.pop("table", None)
    lines = [f"{game.about.title}, {game.seats} players"]
    lines += [f"{name}: {json.dumps(part)}" for name, part in shown.items() if name != "seat"]
    for seat, row in enumerate(table if isinstance(table, list) else []):
        lines.append(f"seat {seat}: {json.dumps(row)}")
    return "\n".join(lines)
