"""The fifteen Great Leaders: what each adds to its action (B.10), and the basics beside them.

A leader counts in every respect as its action (5X-17); the chapters of the steps ask here what
is different about a card, and the sheet for its numbers.
"""

from __future__ import annotations

from microciv.core.cards import Card
from microciv.games.five_x.cards import (
    ACTION,
    BOUDICCA,
    CATHARINE,
    CLEOPATRA,
    ELIZABETH,
    ERIK,
    EXCAVATE,
    EXPAND,
    EXPLOIT,
    EXPLORE,
    GENGHIS,
    MONTEZUMA,
    is_leader,
)


def is_immune(card: Card) -> bool:
    """Elizabeth, Cleopatra and Catharine lose nothing to any Exterminate card (5X-38)."""
    return card in (ELIZABETH, CLEOPATRA, CATHARINE)


def reaches(attacker: Card, target: Card, montezumas: Card) -> bool:
    """Does this Exterminate card reach that card, immunity aside? Once for all reasons (5X-34).

    `montezumas` is the action that Montezuma hits besides (5X-78).
    """
    action = ACTION[target]
    if action in (EXPLOIT, EXPAND):  # 5X-32
        return True
    if attacker == BOUDICCA:
        return is_leader(target)  # 5X-76
    if attacker == GENGHIS:
        return action == EXCAVATE  # 5X-77
    return attacker == MONTEZUMA and action == montezumas


def selection_group(previous: Card) -> int:
    """Who selects when (5X-20): 1 with the first, 2 after an Explore, 3 after Erik, last of all."""
    if previous == ERIK:
        return 3
    return 2 if previous >= 0 and ACTION[previous] == EXPLORE else 1
