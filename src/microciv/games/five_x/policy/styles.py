"""What an `easy` and a `medium` of 5X like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from microciv.games.five_x.cards import EXCAVATE, EXPAND, EXPLOIT, EXPLORE, EXTERMINATE


@final
@dataclass(frozen=True)
class Style:
    """The actions that it likes, and what it thinks too much of."""

    name: str
    actions: tuple[int, ...]  # liked beyond what they bring
    purse: float  # how much more it makes of resources than they are worth
    glory: float  # of Wonders
    cards: float  # of cards in hand, and of choosing late
    envy: float  # what it minds a resource of somebody else's


BANKER: Final = Style("banker", (EXPLOIT,), 1.4, 0.8, 1.0, 0.0)
RAIDER: Final = Style("raider", (EXTERMINATE,), 1.0, 1.0, 1.0, 0.12)
BUILDER: Final = Style("builder", (EXPAND,), 0.9, 1.4, 1.0, 0.0)
SCHOLAR: Final = Style("scholar", (EXPLORE, EXCAVATE), 1.0, 0.9, 1.8, 0.0)
STYLES: Final = (BANKER, RAIDER, BUILDER, SCHOLAR)

LIKING: Final = 0.8  # what a liked action is worth beyond what it brings, in resources


def style_of(seat: int, table: int) -> Style:
    """A seat's style at this table (`Policy.sit_down`): a table has as many different styles as it
    can, and every seat has each style equally often.
    """
    return STYLES[(seat + table) % len(STYLES)]
