"""What a table may settle before a match of 5 Ages: options, our rulings, numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, final

from microciv.core.options import Options, number, option, ruling


def order(printed: int, hand: str) -> Any:  # noqa: ANN401  # a field, as `number` gives it
    """The number that orders a kind of hand among the others."""
    help_ = (
        f"Place of {hand} among the hands: a higher one wins, of equal ones that printed higher."
    )
    return number(printed, help_, "5A-44", 0, 9)


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

    rounds: int = number(
        5, "Ages, and cards of a civilization; some hands need all five.", "5A-07", 1, 5
    )
    exchanges: int = number(
        1, "Cards that each player may exchange in a build phase.", "5A-28", 0, 1
    )
    least_robbed: int = number(
        1, "Cards that a civilization must have for an attack on it to succeed.", "5A-55", 1, 4
    )
    order_high_card: int = order(0, "a high card")
    order_pair: int = order(1, "a pair")
    order_two_pair: int = order(2, "two pair")
    order_three_of_a_kind: int = order(3, "three of a kind")
    order_straight: int = order(4, "a straight")
    order_flush: int = order(5, "a flush")
    order_full_house: int = order(6, "a full house")
    order_four_of_a_kind: int = order(7, "four of a kind")
    order_straight_flush: int = order(8, "a straight flush")
    order_five_of_a_kind: int = order(9, "five of a kind, which takes wild Jokers,")


def order_of(options: FiveAgesOptions) -> tuple[int, ...]:
    """By hand, as in `rules.poker.HANDS`, the number that orders it."""
    return (
        options.order_high_card,
        options.order_pair,
        options.order_two_pair,
        options.order_three_of_a_kind,
        options.order_straight,
        options.order_flush,
        options.order_full_house,
        options.order_four_of_a_kind,
        options.order_straight_flush,
        options.order_five_of_a_kind,
    )
