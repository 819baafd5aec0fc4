"""The numbers of the rule sheet at one table (a.4)."""

from __future__ import annotations

from typing import Final, final

from microciv.games.civ_builder.cards import (
    AGRICULTURE,
    ATTRIBUTES,
    ENGINEERING,
    GOVERNMENT,
    KINDS,
    MOST_ROUNDS,
    RELIGION,
    SCIENCE,
)
from microciv.games.civ_builder.options import CivBuilderOptions
from microciv.hidden.bags import Bag, several

TICKS_A_MINUTE: Final = 6


@final
class Sheet:
    """Read once from the options."""

    def __init__(self, options: CivBuilderOptions) -> None:
        self.rounds = options.rounds
        self.opening_hand = options.opening_hand
        self.cards_drawn = options.cards_drawn
        self.hand_limit = options.hand_limit
        self.conquest_hand_limit = options.conquest_hand_limit
        self.copies = options.copies
        self.deck: Bag = sum([several(kind, options.copies) for kind in range(KINDS)])
        self.die = options.die
        self.first_meld = options.first_meld
        self.meld_grows = options.meld_grows
        self.leaders_in_meld = options.leaders_in_meld
        self.meld_raises = options.meld_raises
        self.meld_points = options.meld_points
        self.ticks = TICKS_A_MINUTE * options.trade_minutes
        """Of the market, for each seat (CB-29)."""
        self.stakes: list[int] = [0, *[stake(options, at + 1) for at in range(MOST_ROUNDS)]]
        """Points for each attribute led, by round (CB-72)."""
        self.conquest_takes = options.conquest_takes
        self.trade_takes = options.trade_takes
        self.culture_points = options.culture_points
        self.science_looks = options.science_looks
        self.science_takes = options.science_takes
        self.religion_takes = options.religion_takes
        self.seafaring_takes = options.seafaring_takes
        self.government_draws = options.government_draws
        self.equestrian_discards = options.equestrian_discards
        self.agriculture_draws = options.agriculture_draws
        self.engineering_draws = options.engineering_draws
        self.engineering_points = options.engineering_points
        self.agriculture_privilege = options.agriculture_privilege
        self.science_privilege = options.science_privilege
        self.culture_privilege = options.culture_privilege
        self.equestrian_privilege = options.equestrian_privilege
        self.brings = [0] * ATTRIBUTES
        """Cards, by special action."""
        self.brings[SCIENCE] = options.science_takes
        self.brings[AGRICULTURE] = options.agriculture_draws
        self.brings[RELIGION] = options.religion_takes
        self.brings[GOVERNMENT] = options.government_draws
        self.brings[ENGINEERING] = options.engineering_draws

    def least(self, made: int) -> int:
        """How many cards the next meld of a turn needs after this many (CB-36)."""
        return self.first_meld + self.meld_grows * made

    def limit(self, is_top: bool) -> int:
        """How many cards may be kept, by whether one is top in Conquest (CB-79)."""
        return self.conquest_hand_limit if is_top else self.hand_limit


def stake(options: CivBuilderOptions, number: int) -> int:
    """Points for each attribute led in this round (CB-72)."""
    if number <= options.early_until:
        return options.lead_points_early
    if number <= options.middle_until:
        return options.lead_points_middle
    return options.lead_points_late
