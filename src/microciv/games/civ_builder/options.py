"""What a table may settle before a match of Civ Builder: options, our rulings, numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from microciv.core.errors import BadOption
from microciv.core.options import Options, number, option, ruling
from microciv.speech import t

MOST_SEATS: Final = 6  # that the rules are made for (BA-01)


@final
@dataclass(frozen=True)
class CivBuilderOptions(Options):
    """Every switch of Civ Builder, as the rules print it or as we rule."""

    allow_7_to_10: bool = ruling(False, "May 7 to 10 play? There are ten civilizations.", "CB-01")
    unique_civs: bool = ruling(True, "Must all civilizations be different?", "CB-03")
    civ_pick: str = ruling(
        "choose", "How do players get their civilizations?", "CB-03", ("choose", "random")
    )
    roll_first: bool = ruling(
        False, "Are the dice rolled before the civilizations are picked?", "CB-04"
    )
    privilege_ties: str = ruling(
        "all",
        "Who has a privilege if several lead: all of them, none, or the first in order?",
        "CB-83",
        ("all", "none", "order"),
    )
    privilege_time: str = ruling(
        "current",
        "Which scores give privileges: the current ones, or those at the start of the round?",
        "CB-84",
        ("current", "round_start"),
    )
    trade_mode: str = ruling(
        "offers",
        "How do players trade: by offers in turn, all at once against the clock, or not at all?",
        "CB-29",
        ("offers", "clock", "off"),
    )
    trade_passes: int = ruling(
        2, "How many offers may everybody make in a Trade phase?", "CB-29", (1, 2, 3, 4)
    )
    offer_max_cards: int = ruling(
        3, "How many cards may each side of an offer have?", "CB-25", (1, 2, 3, 4, 5)
    )
    trade_gifts: bool = ruling(False, "May cards be given away?", "CB-25")
    trade_equal: bool = ruling(False, "Must both sides give the same number of cards?", "CB-25")
    trade_view: str = ruling(
        "always",
        "When does the top in Trade see all hands: always, or in the Trade phase?",
        "CB-31",
        ("always", "trade_phase"),
    )
    natural_required: bool = ruling(True, "Must a meld have a card of its own attribute?", "CB-35")
    wild_limit: str = ruling(
        "none",
        "How many Disasters, and how many Seafaring cards, may be wild in a meld?",
        "CB-40",
        ("none", "one_each"),
    )
    repeat_attribute: bool = ruling(
        True, "May an attribute be melded more than once in a turn?", "CB-38"
    )
    max_melds: int = ruling(
        0, "How many melds may a turn have? 0: no limit.", "CB-36", tuple(range(10))
    )
    science_rest: str = ruling(
        "top",
        "Where do the five cards go that Science does not take?",
        "CB-57",
        ("top", "bottom", "shuffle"),
    )
    empty_dump: bool = ruling(
        False, "Does the Equestrian privilege pay for an empty hand?", "CB-77"
    )
    final_tie: str = ruling(
        "shared",
        "Who wins with equal points: all, the first in the last order, or the higher scores?",
        "CB-82",
        ("shared", "initiative", "scores"),
    )
    auto_gains: bool = option(
        True, "Take free gains automatically: a sixth card, cards and points.", "CB-46"
    )
    decline_unpayable: bool = option(
        True, "Decline for each player the offers that they do not hold the cards for.", "CB-28"
    )
    show_memory: bool = option(
        True, "Show which cards are in which hands, as far as a perfect memory can tell.", "CB-10"
    )
    show_planner: bool = option(
        True, "Show each player the best melds that their own hand can still make.", "CB-36"
    )

    rounds: int = number(12, "Rounds.", "CB-09", 1, 12)
    opening_hand: int = number(5, "Cards to start with.", "CB-08", 0, 8)
    cards_drawn: int = number(5, "Cards that everybody draws each round.", "CB-18", 0, 8)
    hand_limit: int = number(5, "Cards that may be kept at the end of a round.", "CB-79", 0, 9)
    conquest_hand_limit: int = number(7, "The same for the top in Conquest.", "CB-79", 0, 9)
    copies: int = number(9, "Cards of each kind in the deck.", "CB-02", 6, 9)
    die: int = number(6, "Sides of the dice.", "CB-05", 2, 12)
    first_meld: int = number(1, "Cards that the first meld of a turn needs.", "CB-36", 1, 3)
    meld_grows: int = number(
        1, "How many cards more each further meld of a turn needs.", "CB-36", 1, 3
    )
    leaders_in_meld: int = number(1, "Leaders that may be in a meld.", "CB-34", 0, 1)
    meld_raises: int = number(1, "Points of its attribute for each card of a meld.", "CB-44", 0, 3)
    meld_points: int = number(1, "Victory points for each card of a meld.", "CB-44", 0, 3)
    lead_points_early: int = number(
        1, "Points for leading in an attribute, in the early rounds.", "CB-72", 0, 9
    )
    lead_points_middle: int = number(
        2, "Points for leading in an attribute, in the middle rounds.", "CB-72", 0, 9
    )
    lead_points_late: int = number(
        3, "Points for leading in an attribute, in the late rounds.", "CB-72", 0, 9
    )
    early_until: int = number(4, "The last of the early rounds.", "CB-72", 0, 12)
    middle_until: int = number(
        8, "The last of the middle rounds; there are none if the early ones last longer.",
        "CB-72", 0, 12,
    )  # fmt: skip
    trade_minutes: int = number(
        4, "Minutes of a Trade phase, where it goes by the clock.", "CB-29", 1, 4
    )
    conquest_takes: int = number(2, "Points of attributes that Conquest takes.", "CB-51", 1, 4)
    trade_takes: int = number(4, "Cards that Trade takes at most.", "CB-54", 1, 6)
    culture_points: int = number(4, "Victory points of Culture.", "CB-56", 0, 12)
    science_looks: int = number(7, "Cards that Science looks at.", "CB-57", 3, 9)
    science_takes: int = number(2, "Cards that Science takes.", "CB-59", 1, 3)
    agriculture_draws: int = number(3, "Cards that Agriculture draws.", "CB-60", 0, 4)
    religion_takes: int = number(2, "Cards that Religion takes.", "CB-61", 1, 4)
    seafaring_takes: int = number(2, "Victory points that Seafaring takes.", "CB-62", 0, 9)
    government_draws: int = number(
        2, "Cards that Government draws more than it discards.", "CB-63", 0, 4
    )
    equestrian_discards: int = number(
        3, "Cards that an opponent of Equestrian discards.", "CB-65", 1, 6
    )
    engineering_draws: int = number(2, "Cards that Engineering draws.", "CB-66", 0, 4)
    engineering_points: int = number(3, "Victory points of Engineering.", "CB-66", 0, 9)
    agriculture_privilege: int = number(
        1, "Cards more that the top in Agriculture may draw.", "CB-19", 1, 3
    )
    science_privilege: int = number(
        1, "Points that the top in Science may add to a score in each round.", "CB-69", 1, 3
    )
    culture_privilege: int = number(
        1, "Victory points a round for the top in Culture.", "CB-75", 0, 9
    )
    equestrian_privilege: int = number(
        3, "Victory points of the top in Equestrian for the whole hand.", "CB-77", 0, 9
    )

    def check(self) -> None:
        """Refuse seats 7 to 10 without `allow_7_to_10`.

        :raises BadOption: naming the option and what was expected.
        """
        if self.seats > MOST_SEATS and not self.allow_7_to_10:
            why = t(
                "Civ Builder is for 2 to {most} players, not {seats};"
                " the option allow_7_to_10 seats up to 10",
                most=MOST_SEATS,
                seats=self.seats,
            )
            raise BadOption(f"seats: {why}")
