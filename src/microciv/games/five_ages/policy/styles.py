"""What an `easy` and a `medium` of 5 Ages like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from microciv.core.moves import Seat
from microciv.games.five_ages.rules import poker

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
OF_RANKS: Final = [poker.PAIR, poker.TWO_PAIR, poker.THREE, poker.FULL_HOUSE, poker.FOUR]
STYLES: Final[list[Style]] = [FLUSH, PAIRS, SPOILER]


def style_of(seats: int, seat: Seat, number: int, token: Seat) -> Style:
    """A seat's style in this match: by its distance from whoever had the first token, which is
    known from the round's number and token.
    """
    return STYLES[(seat + token - (number - 1)) % seats % len(STYLES)]


def fitted(style: Style, beaten: list[int], size: int) -> Style:
    """The style where hands are in this order, by hand, and civilizations have this many cards:
    cards of a rank, and of a suit, are worth what they make as far as that beats a high card.
    """
    of_a_rank = sum([above(beaten, hand) for hand in OF_RANKS]) / sum(OF_RANKS)
    of_a_suit = above(beaten, poker.FLUSH) / poker.FLUSH if size == poker.SIZE else 0.0
    ranks, suits = style.ranks * of_a_rank, style.suits * of_a_suit
    return Style(style.name, style.hands, ranks, suits, style.spite)


def above(beaten: list[int], hand: int) -> int:
    """How many hands lie between a hand and a high card, the hand among them; 0 if it is below."""
    return max(0, beaten[hand] - beaten[poker.HIGH_CARD])
