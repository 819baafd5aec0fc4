"""Cards and seats as they are written: `2Cul+Lea`, `B`.

A list of cards is joined by + or by spaces; a number stands before a card or, with *, behind it.
`L` is a Leader. Letters of either case will do, and names may be longer: `culture`.
"""

from __future__ import annotations

import re
from typing import Final

from microciv.core.errors import IllegalMove
from microciv.core.lists import all_of
from microciv.games.civ_builder.cards import LEADER, MOST_CARDS, MOST_COPIES, NAMES, TITLES
from microciv.games.civ_builder.moves import SEATS
from microciv.speech import t
from microciv.speech.things import card_called

SOME: Final = re.compile(r"(?:(0|[1-9][0-9]?)\*?)?([A-Za-z]+?)(?:[*x]?(0|[1-9][0-9]?))?")
APART: Final = re.compile(r"\s*\+\s*|\s+")
SHORTEST: Final = 3  # letters of a card
LONGEST: Final = MOST_CARDS * (max(map(len, TITLES)) + 1)
"""Characters of a list that names every card there is by its whole name."""


def listed(text: str) -> list[str]:
    """Every card of a list by its name, a copy after the other.

    :raises IllegalMove: if something in it is no card.
    """
    return [name for name, amount in amounts(text) for _copy in range(amount)]


def amounts(text: str, least: int = 1) -> list[tuple[str, int]]:
    """The cards of a list with their numbers: `2Cul+L` is Cul 2, Lea 1. Of the first there may be
    as few as `least`: a meld can have none of its own attribute.

    :raises IllegalMove: if something in it is no card.
    """
    if len(text) > LONGEST:
        raise IllegalMove(
            t(
                "a list of cards has {most} characters at most, not {length}",
                most=LONGEST,
                length=len(text),
            )
        )
    parts = APART.split(text.strip()) if text.strip() else []
    return [amount_in(part, 1 if index else least) for index, part in enumerate(parts)]


def amount_in(part: str, least: int) -> tuple[str, int]:
    """One card of a list, and how many of it.

    :raises IllegalMove: if it is no card, or none of it.
    """
    match = SOME.fullmatch(part)
    if match is None or (match[1] and match[3]):
        raise IllegalMove(
            t("{typed} is not a card; write it as 2Cul, Cul*2 or L", typed=repr(part[:20]))
        )
    amount = int(match[1] or match[3] or "1")
    if amount < least:
        raise IllegalMove(t("{typed} is not a card: name what there is", typed=repr(part[:20])))
    if amount > MOST_COPIES:
        raise IllegalMove(
            t("{typed}: there are {most} cards of a kind", typed=repr(part[:20]), most=MOST_COPIES)
        )
    return card_in(match[2]), amount


def card_in(word: str) -> str:
    """The card that a word begins, or names in three letters.

    :raises IllegalMove: if there is none.
    """
    if word.upper() == "L":
        return NAMES[LEADER]
    for kind, title in enumerate(TITLES):
        if len(word) >= SHORTEST and title.startswith(word.lower()):
            return NAMES[kind]
    raise IllegalMove(
        t(
            "{typed} is not a card; expected one of {names}",
            typed=repr(word[:20]),
            names=", ".join(NAMES),
        )
    )


def seat_in(word: str) -> str:
    """The letter of a seat.

    :raises IllegalMove: if it is none.
    """
    if len(word) == 1 and word.isascii() and word.upper() in SEATS:
        return word.upper()
    raise IllegalMove(t("{typed} is not a seat; expected a letter from A", typed=repr(word[:20])))


def joined(names: list[str]) -> str:
    """A list of cards as it is written: `2Cul+Lea`."""
    parts: list[str] = []
    for name in dict.fromkeys(names):
        amount = names.count(name)
        parts.append(f"{amount}{name}" if amount > 1 else name)
    return "+".join(parts)


def called(kind: int) -> str:
    """A card, or an attribute, as its reader knows it."""
    return card_called("civ-builder", NAMES[kind])


def told(names: list[str]) -> str:
    """A list of cards in a sentence: `2 Culture and Leader`."""
    held = {name: names.count(name) for name in names}
    titles = {name: called(NAMES.index(name)) for name in held}
    return all_of([f"{n} {titles[name]}" if n > 1 else titles[name] for name, n in held.items()])
