"""What an `easy` of 5 Ages has a taste for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from microciv.games.five_ages.observation import FiveAgesObservation


@final
@dataclass(frozen=True)
class Style:
    """A taste: how gladly each hand is made, by place in `poker.HANDS`, and how much is grudged."""

    name: str
    likes: tuple[float, ...]
    spite: float  # what it minds giving a neighbour a card of that neighbour's collection


#             high  pair  two   three strai flush full  four  s.fl. five
OF_A_SUIT: Final = (0.00, 0.15, 0.30, 0.45, 0.55, 1.00, 0.90, 0.95, 1.00, 1.00)
OF_A_KIND: Final = (0.00, 0.20, 0.45, 0.65, 0.40, 0.50, 1.00, 1.10, 1.10, 1.10)

FLUSH: Final = Style("flush", OF_A_SUIT, 0.0)
PAIRS: Final = Style("pairs", OF_A_KIND, 0.0)
SPOILER: Final = Style("spoiler", OF_A_KIND, 0.03)
STYLES: Final = (FLUSH, PAIRS, SPOILER)


def style_of(seen: FiveAgesObservation) -> Style:
    """A seat's style in this match: by its distance from whoever had the first token.

    A bot is made anew for every question, with a new seed, so its style follows from what stays.
    """
    first = seen.token - (seen.round - 1)
    return STYLES[(seen.seat + first) % len(seen.table) % len(STYLES)]
