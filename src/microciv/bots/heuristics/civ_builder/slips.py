"""What sets lower levels apart: now and then they begin an answer without a thought.

Whether one slips follows from what it sees: a bot is made anew for every question.
"""

from __future__ import annotations

from typing import Final

from microciv.core.moves import Move
from microciv.core.rng import Rng
from microciv.games.civ_builder.cards import bag_from
from microciv.games.civ_builder.observation import CivBuilderObservation

FINE: Final = 1000
PRIME: Final = 1_000_003


def slip(seen: CivBuilderObservation, share: float) -> Move | None:
    """Any step to begin an answer with, in this share of answers; else None."""
    legal = seen.legal
    if seen.answer or share == 0.0 or len(legal) == 1:
        return None
    rng = Rng(_moment(seen))
    return legal[rng.below(len(legal))] if rng.below(FINE) < share * FINE else None


def _moment(seen: CivBuilderObservation) -> int:
    """A number for this moment of the match."""
    key = len(seen.phase)
    parts = [seen.round, seen.seat, seen.melds, bag_from(seen.hand)]
    for other in seen.table:
        parts += [other.points, *other.scores]
    for part in parts:
        key = (key * PRIME + part) % 2**61
    return key
