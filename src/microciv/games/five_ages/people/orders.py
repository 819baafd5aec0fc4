"""What may be answered beforehand, for those who play by the day: the steps of trade after the
first, and what is built of the cards that it leaves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.moves import Move
from microciv.games.five_ages.moves import Offer
from microciv.games.five_ages.rules.trade import neighbour

if TYPE_CHECKING:
    from microciv.games.five_ages.views.observation import FiveAgesObservation

ASKED: Final = "asked"
"""Offers only where the neighbour's offer of the same swap stands: so they stay a secret until both
want it.
"""
TERMS: Final[dict[str, list[str]]] = {"trade": [ASKED], "build": []}


def is_asked(seen: FiveAgesObservation, move: Move) -> bool:
    """Would this step accept what stands? What is no offer does in any case."""
    if not isinstance(move, Offer):
        return True
    partner = neighbour(len(seen.table), seen.seat, move.side)
    return any([mirror.mirrors(move) for mirror in seen.table[partner].offers])
