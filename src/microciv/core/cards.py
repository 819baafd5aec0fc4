"""Sets of cards as integers: a pile is one integer with a bit for each card.

The bits are looked up in `BIT`, since mypyc 2.4 miscompiles `1 << card` (docs/engine.md).
"""

from __future__ import annotations

from typing import Final, TypeAlias

Card: TypeAlias = int  # 0 ... the game's number of cards - 1
CardSet: TypeAlias = int  # a bit for each card

EMPTY: Final = 0
CARDS: Final = 192  # more than any of our decks
BIT: Final[list[int]] = [2**card for card in range(CARDS)]


def card_set(cards: list[Card]) -> CardSet:
    """The set of these cards; repeated ones are in it once."""
    pile = EMPTY
    for card in cards:
        pile |= BIT[card]
    return pile


def holds(pile: CardSet, card: Card) -> bool:
    """Is the card in the set?"""
    return pile & BIT[card] != 0


def plus(pile: CardSet, card: Card) -> CardSet:
    """The set with the card; the same set if it is in it already."""
    return pile | BIT[card]


def minus(pile: CardSet, card: Card) -> CardSet:
    """The set without the card; the same set if it is not in it."""
    return pile & ~BIT[card]


def cards_in(pile: CardSet) -> list[Card]:
    """The cards of the pile, in ascending order."""
    cards: list[Card] = []
    while pile:
        lowest = pile & -pile
        cards.append(lowest.bit_length() - 1)
        pile ^= lowest
    return cards


def size(pile: CardSet) -> int:
    """The number of cards in the set."""
    count = 0
    while pile:
        pile &= pile - 1
        count += 1
    return count
