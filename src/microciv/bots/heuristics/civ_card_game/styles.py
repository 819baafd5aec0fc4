"""What an `easy` of Civilization: The Card Game has a taste for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from microciv.games.civ_card_game.cards import CARD
from microciv.games.civ_card_game.observation import CivCardGameObservation


@final
@dataclass(frozen=True)
class Style:
    """A taste: what it values, and how gladly it attacks."""

    name: str
    land: float  # how much population and plots are valued
    structures: float  # the same of buildings and wonders
    raids: float  # the same of what an attack may bring
    guard: float  # how gladly it keeps units that can block


GROWER: Final = Style("grower", 1.1, 1.0, 1.0, 1.0)
BUILDER: Final = Style("builder", 0.95, 1.5, 0.7, 1.2)
RAIDER: Final = Style("raider", 1.0, 1.1, 1.8, 0.8)
STYLES: Final = (GROWER, BUILDER, RAIDER)


def style_of(seen: CivCardGameObservation) -> Style:
    """A seat's style in this match: by the plots that were dealt first, and so that three or more
    have all three.

    A bot is made anew for every question, with a new seed, so its style follows from what stays.
    """
    dealt = sum([CARD[other.plots[0].card] for other in seen.table if other.plots])
    return STYLES[(seen.seat + dealt) % len(STYLES)]
