"""What an `easy` and a `medium` of 5 Ages like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from microciv.core.moves import Seat

#                            high pair two  three stra. flush full four s.fl. five
ANY_HAND: Final[list[float]] = [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]
OF_A_SUIT: Final[list[float]] = [0.7, 0.7, 0.7, 0.7, 1.0, 1.2, 0.8, 0.9, 1.0, 1.0]
OF_A_KIND: Final[list[float]] = [1.0, 1.0, 1.1, 1.1, 0.7, 0.7, 1.0, 1.0, 1.0, 1.0]


@final
@dataclass(frozen=True)
class Style:
    """What it makes of each hand, of cards of a rank and of a suit, and its grudge."""

    name: str
    hands: list[float]
    ranks: float
    suits: float
    spite: float  # what it minds to give a card that goes with what the neighbour has shown


PLAIN: Final = Style("", ANY_HAND, 1.0, 1.0, 0.0)
FLUSH: Final = Style("flush", OF_A_SUIT, 0.7, 1.5, 0.0)
PAIRS: Final = Style("pairs", OF_A_KIND, 1.2, 0.5, 0.0)
SPOILER: Final = Style("spoiler", OF_A_KIND, 1.2, 0.5, 0.3)
STYLES: Final[list[Style]] = [FLUSH, PAIRS, SPOILER]


def style_of(seats: int, seat: Seat, number: int, token: Seat) -> Style:
    """A seat's style in this match: by its distance from whoever had the first token, which is
    known from the round's number and token.
    """
    return STYLES[(seat + token - (number - 1)) % seats % len(STYLES)]
