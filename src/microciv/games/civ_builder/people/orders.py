"""What may be answered beforehand, for those who play by the day: the sixth card, that one trades
no more than what stands, and all that is asked at the end of a round.
"""

from __future__ import annotations

from typing import Final

TERMS: Final[dict[str, list[str]]] = {
    "sixth": [],
    "offer": [],
    "answer": [],
    "market": [],
    "point": [],
    "dump": [],
    "discard": [],
}
