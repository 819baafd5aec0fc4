"""What to draft, where to found, and which cards to keep."""

from __future__ import annotations

from typing import Final

from microciv.bots.heuristics.civ_card_game.fighting import guard, use_of_unit
from microciv.bots.heuristics.civ_card_game.guide_fights import SPARE
from microciv.bots.heuristics.civ_card_game.wishes import Situation
from microciv.bots.heuristics.civ_card_game.worth import Outlook, Unseen
from microciv.core.moves import NOBODY, Move
from microciv.games.civ_card_game.cards import (
    FIRST_GOODS,
    FIRST_UNIT,
    RESOURCES,
    Card,
)
from microciv.games.civ_card_game.moves import Number, card_of
from microciv.games.civ_card_game.prices import structure_price

WANTED: Final[list[float]] = [
    1.15,
    1.0,
    1.0,
]  # how much each resource is liked on a plot that is drafted
ENOUGH: Final = 0.06  # how much less for each that there is already
WAITING: Final = 0.6  # what a structure is worth that cannot be built at once
HOPE: Final = 0.6  # of an attacker's promise, what it is worth to keep it


def best_draft(outlook: Outlook) -> Move:
    """The plot with most, rather of what there is little of."""
    return max(list(outlook.seen.legal), key=lambda move: land(outlook, card_of(move)))


def land(outlook: Outlook, card: Card) -> float:
    """What a plot is liked at the beginning."""
    box, own = outlook.box, [0] * RESOURCES
    for plot in outlook.realm.plots:
        for kind in range(RESOURCES):
            own[kind] += box.yields[plot][kind]
    worth = 0.1 * len(box.kinds[card])
    for kind in range(RESOURCES):
        worth += box.yields[card][kind] * (WANTED[kind] - ENOUGH * own[kind])
    return worth


def best_founding(outlook: Outlook) -> Move:
    """The plot whose population yields what is wanted most."""
    moves = [move for move in outlook.seen.legal if isinstance(move, Number)]

    def liked(move: Number) -> float:
        return outlook.population(outlook.box.kinds[outlook.realm.plots[move.number - 1]])

    return max(moves, key=liked)


def worst_card(outlook: Outlook) -> Card:
    """The card of the hand that will be missed least."""
    situation, unseen = Situation(outlook), Unseen(outlook)
    worths = [(worth_in_hand(situation, unseen, card), card) for card in sorted(set(outlook.hand))]
    return min(worths)[1]


def worth_in_hand(situation: Situation, unseen: Unseen, card: Card) -> float:
    """What it is worth to keep the card."""
    outlook = situation.outlook
    copies = outlook.hand.count(card)
    if card >= FIRST_GOODS:
        amounts = outlook.box.yields[card]
        return sum([outlook.resources(kind, amount) for kind, amount in enumerate(amounts)])
    if card >= FIRST_UNIT:
        worth = HOPE * use_of_unit(outlook, unseen, card) + guard(outlook, card)
        return worth * (1.0 if copies == 1 else 0.8)
    worth = structure_in_hand(situation, card)
    return worth if copies == 1 else worth * SPARE


def structure_in_hand(situation: Situation, card: Card) -> float:
    """What the structure may bring beyond its price, if there is time and room for it."""
    outlook, realm = situation.outlook, situation.realm
    plot, more = situation.best_site(card)
    worth = outlook.structure(realm, card)
    if plot == NOBODY:
        worth *= 0.5
    else:
        worth += more
    price = structure_price(outlook.game, realm, card, situation.is_happy())
    gain = worth - 0.7 * price * outlook.now
    if outlook.turns < 0.7:
        return 0.0
    return max(0.0, WAITING * gain) + 0.01 * worth
