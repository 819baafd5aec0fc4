"""The common deck, the attributes and the civilizations (a.1 to a.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from microciv.hidden.bags import Bag, Kind, bag_of, copies_in

# Attributes are the kinds of their cards (a.2).
CONQUEST: Final = 0
TRADE: Final = 1
CULTURE: Final = 2
SCIENCE: Final = 3
AGRICULTURE: Final = 4
RELIGION: Final = 5
SEAFARING: Final = 6
GOVERNMENT: Final = 7
EQUESTRIAN: Final = 8
ENGINEERING: Final = 9
ATTRIBUTES: Final = 10
LEADER: Final = 10  # wild, at most one in a meld
DISASTER: Final = 11  # dead, but wild for the top in Religion
KINDS: Final = 12

MOST_COPIES: Final = 9  # of each kind (CB-02)
MOST_CARDS: Final = KINDS * MOST_COPIES

NAMES: Final[list[str]] = [
    *("Con", "Tra", "Cul", "Sci", "Agr", "Rel", "Sea", "Gov", "Equ", "Eng", "Lea", "Dis"),
]
TITLES: Final[list[str]] = [
    *("conquest", "trade", "culture", "science", "agriculture", "religion", "seafaring"),
    *("government", "equestrian", "engineering", "leader", "disaster"),
]
KIND: Final[dict[str, Kind]] = {name: kind for kind, name in enumerate(NAMES)}

CIVILIZATIONS: Final[list[tuple[str, Kind]]] = [  # a.3, with the attribute of the extra die
    ("middle-east", TRADE),
    ("north-africa", ENGINEERING),
    ("india", RELIGION),
    ("southern-europe", CONQUEST),
    ("mediterranean", SEAFARING),
    ("northern-europe", AGRICULTURE),
    ("china", GOVERNMENT),
    ("central-asia", EQUESTRIAN),
    ("south-america", CULTURE),
    ("meso-america", SCIENCE),
]
CIVS: Final[list[str]] = [name for name, _attribute in CIVILIZATIONS]

MOST_ROUNDS: Final = 12  # CB-09

AGAINST_ONE: Final = (CONQUEST, TRADE, RELIGION, SEAFARING, EQUESTRIAN)
"""Attributes whose special action is done to an opponent (CB-50)."""


def names_of(bag: Bag) -> tuple[str, ...]:
    """Every card of the bag by name, in table order; made once a bag."""
    names = KNOWN_NAMES.get(bag)
    if names is None:
        names = tuple([NAMES[kind] for kind in copies_in(bag)])
        KNOWN_NAMES[bag] = names
    return names


def bag_from(names: Iterable[str]) -> Bag:
    """Names may repeat; one that is no card raises KeyError."""
    return bag_of([KIND[name] for name in names])


KNOWN_NAMES: Final[dict[Bag, tuple[str, ...]]] = {}
