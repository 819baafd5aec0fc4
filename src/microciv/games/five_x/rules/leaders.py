"""The fifteen Great Leaders: what each adds to its action (B.10), and the basics beside them.

A leader counts in every respect as its action (5X-17); the chapters of the steps ask here what
is different about a card.
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
    GANDHI,
    GENGHIS,
    ISABELLA,
    MONTEZUMA,
    NAPOLEON,
    QIN,
    TOKUGAWA,
    is_leader,
)


def weight(card: Card) -> int:
    """How heavily an Exploit card weighs on the others: Gandhi's weighs 2 (5X-28, 5X-74)."""
    return 2 if card == GANDHI else 1


def crowd_on(card: Card, total: int) -> int:
    """What an Exploit card feels of the `total` weight: that of the others (5X-29); Qin's feels
    nothing and always takes all (5X-75).
    """
    return 0 if card == QIN else total - weight(card)


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


def minimum_bid(card: Card) -> int:
    """1 with the basic, 3 with Cleopatra, Napoleon and Tokugawa (5X-41)."""
    return 3 if is_leader(card) else 1


def effective_bid(card: Card, bid: int) -> int:
    """What the bid counts, in halves: Napoleon's counts a half more (5X-45, 5X-80)."""
    return 2 * bid + (1 if card == NAPOLEON else 0)


def losers_price(card: Card) -> int:
    """What a bid that does not win costs: 1, leaders 3, Tokugawa nothing (5X-48)."""
    if card == TOKUGAWA:
        return 0
    return 3 if is_leader(card) else 1


def explore_income(card: Card, last_round: bool) -> int:
    """1, and 3 in the last round (5X-56); Isabella 2 and 5 instead (5X-84)."""
    if card == ISABELLA:
        return 5 if last_round else 2
    return 3 if last_round else 1


def selection_group(previous: Card) -> int:
    """Who selects when (5X-20): 1 with the first, 2 after an Explore, 3 after Erik, last of all."""
    if previous == ERIK:
        return 3
    return 2 if previous >= 0 and ACTION[previous] == EXPLORE else 1
