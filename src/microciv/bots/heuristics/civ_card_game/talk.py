"""What an `easy` says of its choice: nothing but what lies open once the choice does."""

from __future__ import annotations

from typing import Final

from microciv.bots.bot import NO_REASON, Reason
from microciv.bots.heuristics.civ_card_game.styles import BUILDER
from microciv.bots.heuristics.civ_card_game.worth import Outlook
from microciv.core.moves import Move, Seat
from microciv.games.civ_card_game.cards import (
    FIRST_GOODS,
    FIRST_TECH,
    FIRST_UNIT,
    FIRST_WONDER,
    NAMES,
    Card,
)
from microciv.games.civ_card_game.moves import DONE, FIGHT, PEACE, Against, Named, Number

# Its sentences: their names in the texts, `[reasons]`, and their parts.
GROWS: Final = "grows"
NEEDS_LAND: Final = "needs_land"
LEARNS: Final = "learns"  # card
BUILDS_IT: Final = "builds"  # card
MARVEL: Final = "marvel"  # card
SAVES: Final = "saves"
ENDS: Final = "ends"
STEALS: Final = "steals"  # target
RAIDS: Final = "raids"  # target
ATTACKS_LEADER: Final = "attacks_leader"  # target
DEFENDS: Final = "defends"  # card: that it stops
NO_USE: Final = "no_use"  # card: a wonder that is discarded
SENTENCES: Final = (
    *(GROWS, NEEDS_LAND, LEARNS, BUILDS_IT, MARVEL, SAVES, ENDS, STEALS, RAIDS, ATTACKS_LEADER),
    *(DEFENDS, NO_USE),
)


def of_answer(outlook: Outlook, answer: list[Move]) -> Reason:
    """Of an answer as it is planned: its steps so far, the next one, and those meant to follow."""
    seen = outlook.seen
    move = answer[len(seen.answer)]
    if seen.phase == "turn":
        return of_turn(outlook, answer)
    if isinstance(move, Named):
        if seen.phase == "block":
            return of_block(seen.units[seen.facing].card)
        return of_discard(move.card)
    return NO_REASON


def of_turn(outlook: Outlook, answer: list[Move]) -> Reason:
    """Of the answer in a turn that the last of these steps may close."""
    move = answer[-1]
    attacks = [step for step in answer if isinstance(step, Against)]
    if move is FIGHT:
        return of_attack(outlook, attacks[-1].seat)
    if isinstance(move, Against) and move.verb == "use":
        return STEALS, {"target": move.seat}
    if isinstance(move, Named):
        return of_card(outlook, move.card)
    if move is DONE or move is PEACE:
        return of_purchases(outlook, answer)
    return of_last(outlook, answer[:-1])


def of_card(outlook: Outlook, card: Card) -> Reason:
    """Of a purchase."""
    if card >= FIRST_TECH:
        if NAMES[card] in outlook.seen.market_plots:
            return NEEDS_LAND, {}
        if outlook.techs_left == 1:
            return ENDS, {}
        return LEARNS, {"card": NAMES[card]}
    if card < FIRST_WONDER:
        return BUILDS_IT, {"card": NAMES[card]}
    return (MARVEL, {"card": NAMES[card]}) if card < FIRST_UNIT else NO_REASON


def of_purchases(outlook: Outlook, answer: list[Move]) -> Reason:
    """Of what was bought in the answer, what suits its style."""
    built = [step.card for step in answer if isinstance(step, Named) and step.card < FIRST_UNIT]
    grown = [1 for step in answer if isinstance(step, Number) and step.verb == "populate"]
    if built and (outlook.style is BUILDER or not grown):
        return of_card(outlook, max(built))
    if grown:
        return GROWS, {}
    return SAVES, {}


def of_last(outlook: Outlook, answer: list[Move]) -> Reason:
    """Of a claim whose payment is being said, or a structure that is being put up."""
    for step in reversed(answer):
        if isinstance(step, Named) and (step.card >= FIRST_TECH or step.card < FIRST_GOODS):
            return of_card(outlook, step.card)
        if isinstance(step, Against):
            return STEALS, {"target": step.seat}
    return NO_REASON


def of_attack(outlook: Outlook, target: Seat) -> Reason:
    """Whom, and why."""
    points = [seen.points for seen in outlook.seen.table]
    if points[target] == max(points) and points[target] > points[outlook.seat]:
        return ATTACKS_LEADER, {"target": target}
    return RAIDS, {"target": target}


def of_block(card: str) -> Reason:
    """Of a unit that it stops."""
    return DEFENDS, {"card": card}


def of_discard(card: Card) -> Reason:
    """Of a wonder that everybody sees go; other cards go all the time."""
    if FIRST_WONDER <= card < FIRST_UNIT:
        return NO_USE, {"card": NAMES[card]}
    return NO_REASON
