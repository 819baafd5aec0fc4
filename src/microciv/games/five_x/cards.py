"""The cards: five basics a player, fifteen leaders, seven Wonders. One row a card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from microciv.core.cards import Card

# The five actions, in the order of the numbers on the cards; a basic is its own action (A.2).
EXPLOIT: Final = 0
EXTERMINATE: Final = 1
EXPAND: Final = 2
EXPLORE: Final = 3
EXCAVATE: Final = 4
BASICS: Final = 5  # also the number of the first leader
ALL_BASICS: Final = 31  # a bit for each

# The leaders, by class and then by name (A.4).
ELIZABETH: Final = 5
GANDHI: Final = 6
QIN: Final = 7
BOUDICCA: Final = 8
GENGHIS: Final = 9
MONTEZUMA: Final = 10
CLEOPATRA: Final = 11
NAPOLEON: Final = 12
TOKUGAWA: Final = 13
DIDO: Final = 14
ERIK: Final = 15
ISABELLA: Final = 16
CAESAR: Final = 17
CATHARINE: Final = 18
SULEIMAN: Final = 19
CARDS: Final = 20

NO_CARD: Final = -1

NAMES: Final[list[str]] = [
    *("exploit", "exterminate", "expand", "explore", "excavate"),
    *("elizabeth", "gandhi", "qin"),
    *("boudicca", "genghis", "montezuma"),
    *("cleopatra", "napoleon", "tokugawa"),
    *("dido", "erik", "isabella"),
    *("caesar", "catharine", "suleiman"),
]
BASIC_NAMES: Final[list[str]] = NAMES[:BASICS]
LEADER_NAMES: Final[list[str]] = NAMES[BASICS:]
CARD: Final[dict[str, Card]] = {name: card for card, name in enumerate(NAMES)}

ACTION: Final[list[Card]] = [*range(BASICS), *[leader // 3 for leader in range(15)]]
"""The action that a card counts as: itself, or the leader's class (5X-17)."""

LETTERS: Final = "ABCDEFG"


@final
@dataclass(frozen=True)
class Wonder:
    """A Wonder of the stack; `halves` are victory points counted in halves (5X-106)."""

    letter: str
    name: str
    halves: int
    bonus: int
    source: str  # where the numbers come from: "stated", "inferred", "placeholder", "patched"


WONDERS: Final[tuple[Wonder, ...]] = (
    Wonder("A", "the Pyramids", 3, 2, "inferred"),
    Wonder("B", "the Great Wall", 4, 1, "inferred"),
    Wonder("C", "the Colosseum", 5, 0, "placeholder"),
    Wonder("D", "the Great Cathedral", 6, 0, "placeholder"),
    Wonder("E", "the Taj Mahal", 7, 0, "placeholder"),
    Wonder("F", "the Eiffel Tower", 8, 0, "placeholder"),
    Wonder("G", "the Rocket", 9, 0, "inferred"),
)

STARRED: Final[tuple[str, ...]] = ("qin", "montezuma", "napoleon", "erik", "caesar")


def is_leader(card: Card) -> bool:
    return card >= BASICS
