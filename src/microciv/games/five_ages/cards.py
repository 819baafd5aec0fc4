"""The deck: 52 ordinary cards and up to four Jokers (A.1)."""

from __future__ import annotations

from typing import Final

from microciv.core.cards import Card, CardSet, card_set, cards_in, minus

RANKS: Final = "23456789TJQKA"
SUITS: Final = "CDHS"  # clubs, diamonds, hearts, spades: the order that settles absence (F.4)

ORDINARY: Final = 52
JOKER: Final = 52  # the first of them; moves and events know no other, for all look alike
MOST_JOKERS: Final = 4
CARDS: Final = ORDINARY + MOST_JOKERS
NO_CARD: Final = -1

NAMES: Final[list[str]] = [
    *[rank + suit for rank in RANKS for suit in SUITS],
    *["Jk"] * MOST_JOKERS,
]
CARD: Final[dict[str, Card]] = {name: card for card, name in enumerate(NAMES[: JOKER + 1])}

JOKERS: Final[CardSet] = card_set(list(range(JOKER, CARDS)))
SO_MANY_JOKERS: Final[list[CardSet]] = [
    card_set(list(range(JOKER, JOKER + count))) for count in range(MOST_JOKERS + 1)
]
"""This many Jokers; which ones means nothing: piles that only count Jokers hold the first ones."""
ALL_ORDINARY: Final[CardSet] = card_set(list(range(ORDINARY)))

RANK: Final[list[int]] = [card // 4 for card in range(ORDINARY)]  # 0 for a two ... 12 for an ace
SUIT: Final[list[int]] = [card % 4 for card in range(ORDINARY)]


def deck_of(jokers: int) -> list[Card]:
    """All cards of a deck with this many Jokers, in table order."""
    return list(range(ORDINARY + jokers))


def face(card: Card) -> Card:
    """The card as it looks: one Joker is like another."""
    return min(card, JOKER)


def name_of(card: Card) -> str:
    """A card's name, "" for none."""
    return NAMES[card] if card >= 0 else ""


def names_of(pile: CardSet) -> tuple[str, ...]:
    """The names of the cards of a pile, in ascending order: by rank, then by suit."""
    return tuple([NAMES[card] for card in cards_in(pile)])


def pile_of(names: tuple[str, ...]) -> CardSet:
    """A pile from names; several Jokers are different cards."""
    jokers = [JOKER + number for number in range(names.count("Jk"))]
    return card_set([CARD[name] for name in names if name not in ("", "Jk")] + jokers)


def find(pile: CardSet, card: Card) -> Card:
    """The card of the pile that looks so; for a Joker, the first that is there."""
    if card != JOKER:
        return card
    return cards_in(pile & JOKERS)[0]


def without(pile: CardSet, card: Card) -> CardSet:
    """The pile less one card that looks so."""
    return minus(pile, find(pile, card))
