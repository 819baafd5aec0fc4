"""How long bots think on this device: tried, not guessed."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from microciv.bots import levels, make_bot
from microciv.core.match import Match
from microciv.games import about, open_game

EVERY: Final = 5
"""One in this many decisions of a match is tried."""
PATIENCE: Final = 1.0
"""The seconds spent on each level by default."""
SEED: Final = 11
USUAL: Final = 4
"""The number of seats, if the game allows it."""


async def seconds_of(name: str, patience: float = PATIENCE) -> dict[str, float]:
    """The longest that a decision took at each level, in seconds. Some decisions of a match with
    random answers are tried, until each level has used up `patience`; others may run meanwhile.

    :raises BadOption: if there is no such game.
    """
    seats = about(name).seats
    game = open_game(name, {"seats": USUAL if USUAL in seats else seats[0]})
    match = Match(game, SEED)
    known = levels(name)
    random = make_bot(known[0], game, 0, SEED, time.monotonic)
    longest, spent = dict.fromkeys(known, 0.0), dict.fromkeys(known, 0.0)
    number = 0
    while match.to_act() and min(spent.values()) < patience:
        for seat in match.to_act():
            seen = match.observe(seat)
            number += 1
            for level in known if number % EVERY == 0 and len(seen.legal) > 1 else []:
                if spent[level] < patience:
                    began = time.monotonic()
                    make_bot(level, game, seat, SEED, time.monotonic).choose(seen)
                    took = time.monotonic() - began
                    longest[level] = max(longest[level], took)
                    spent[level] += took
                    await asyncio.sleep(0)
            match.play(seat, random.choose(seen).text)
    return {level: round(took, 3) for level, took in longest.items()}
