"""What may be answered beforehand, for those who play by the day: the bid, by how many others bid,
and what an Excavate card digs up or Dido builds.
"""

from __future__ import annotations

from typing import Final

from microciv.core.state import Observation

ALONE: Final = "alone"
ONE: Final = "one"
MORE: Final = "more"
TERMS: Final[dict[str, list[str]]] = {"bid": [ALONE, ONE, MORE], "dido": [], "dig": []}


def holds(seen: Observation, when: str) -> bool:
    """Who bids is open once all cards are (5X-43); how much is not."""
    others = len(seen.asked) - 1
    if when == MORE:
        return others > 1
    return others == (1 if when == ONE else 0)
