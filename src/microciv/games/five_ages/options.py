"""What a table may settle before a match of 5 Ages: options of the rules, and our rulings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from microciv.core.options import Options, option, ruling


@final
@dataclass(frozen=True)
class FiveAgesOptions(Options):
    """Every switch of 5 Ages, as the rules print it or as we rule."""

    jokers: int = option(
        0,
        "Jokers in the deck, which bring war: 2 for 3 or 4 players, 3 for 5, 4 for 6 or 7.",
        "5A-02",
        (0, 2, 3, 4),
    )
    trade_ticks: int = ruling(
        3,
        "How many times may everybody make offers in a trade phase, all at once?",
        "5A-24",
        (1, 2, 3, 4, 5, 6),
    )
    offers_visible: str = ruling(
        "table", "Who sees a standing offer: everybody, or only the two involved?", "5A-36",
        ("table", "pair"),
    )  # fmt: skip
    exchange_visibility: str = ruling(
        "fact", "Do the others learn that a player has exchanged a card?", "5A-40",
        ("fact", "hidden"),
    )  # fmt: skip
    war_timing: str = ruling(
        "before_swaps", "When are attacks resolved?", "5A-62", ("before_swaps", "after_swaps")
    )
    joker_in_civ: str = ruling(
        "blank",
        "What is a Joker in a civilization: a blank, forbidden, or the best possible card"
        " (in a flush, one that is not in it yet)?",
        "5A-72",
        ("blank", "forbidden", "wild"),
    )
    ace_low: bool = ruling(True, "Is A-2-3-4-5 a straight?", "5A-44")
    tie_break: str = ruling(
        "shared", "Who wins with equal hands: both, or the better cards left in hand?", "5A-45",
        ("shared", "hand_cards"),
    )  # fmt: skip
    show_memory: bool = option(
        True, "Show who holds which cards, as far as a perfect memory can tell.", "5A-39"
    )
    show_outlook: bool = option(
        True, "Show each player what their own civilization makes and can still become.", "5A-37"
    )
