"""The numbers of the rule sheet at one table (a.4)."""

from __future__ import annotations

from typing import final

from microciv.games.civ_builder.cards import (
    AGRICULTURE,
    ATTRIBUTES,
    ENGINEERING,
    GOVERNMENT,
    RELIGION,
    SCIENCE,
)
from microciv.games.civ_builder.options import CivBuilderOptions


@final
class Sheet:
    """Read once from the options."""

    def __init__(self, options: CivBuilderOptions) -> None:
        self.rounds = options.rounds
        self.opening_hand = options.opening_hand
        self.cards_drawn = options.cards_drawn
        self.hand_limit = options.hand_limit
        self.conquest_hand_limit = options.conquest_hand_limit
        early, middle = [options.lead_points_early] * 4, [options.lead_points_middle] * 4
        self.stakes: list[int] = [0, *early, *middle, *[options.lead_points_late] * 4]
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
        self.culture_privilege = options.culture_privilege
        self.equestrian_privilege = options.equestrian_privilege
        self.brings = [0] * ATTRIBUTES
        """Cards, by special action."""
        self.brings[SCIENCE] = options.science_takes
        self.brings[AGRICULTURE] = options.agriculture_draws
        self.brings[RELIGION] = options.religion_takes
        self.brings[GOVERNMENT] = options.government_draws
        self.brings[ENGINEERING] = options.engineering_draws

    def limit(self, is_top: bool) -> int:
        """How many cards may be kept, by whether one is top in Conquest (CB-79)."""
        return self.conquest_hand_limit if is_top else self.hand_limit
