"""What follows for certain from all that a seat has heard, worked out from the events alone.

For most games a card lies where it was last named to the seat, unless it has been named since to
others only. In 5 Ages a theft out of sight makes every card that its victim may have built
doubtful.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from microciv.core.events import CARD_PARTS, HIDDEN
from microciv.core.match import Match
from microciv.core.moves import Seat

Places: TypeAlias = dict[int, set[int]]  # by card, the zones where it may lie

ORDINARY = 52  # cards of 5 Ages before the Jokers, which nobody can tell apart


def last_named(match: Match, seat: Seat) -> Places:
    """The cards that were named to the seat and have not been named since to others only."""
    certain: dict[int, bool] = {}
    for event in match.state.log:
        truly = (event.a, event.b, event.c)
        for place, part in enumerate(event.kind.parts):
            if part in CARD_PARTS:
                certain[truly[place]] = event.seen_by(seat)[place] != HIDDEN
    return {card: {match.state.place_of(card)} for card, known in certain.items() if known}


def holders_of_five_ages(match: Match, seat: Seat) -> Places:
    """Who may hold each card that the seat has heard of, or claims to know."""
    where: Places = {}
    before: Places = {}
    in_hand: set[int] = set()  # for certain: laid or received in this round
    for event in match.state.log:
        kind, (a, b, c) = event.kind.name, event.seen_by(seat)
        if kind == "round":
            in_hand = set()
        elif kind == "laid":
            before = {}
            for card in (b, c):
                where[card] = {a}
                in_hand.add(card)
        elif kind == "gave":
            where[c] = {b}
            in_hand.add(c)
        elif kind == "stole":
            before = before or {card: set(seats) for card, seats in where.items()}
            if c != HIDDEN:
                where[c] = {a}
                continue
            for card, seats in before.items():
                if b in seats and card not in in_hand and card in where:
                    where[card].add(a)
        elif kind in {"dealt", "refilled", "drew", "built"} and b != HIDDEN:
            where[b] = {a}
    claimed = [card for card in range(ORDINARY) if match.state.knows(seat, card)]
    return {card: seats for card, seats in where.items() if card < ORDINARY} | {
        card: {match.state.place_of(card)} for card in claimed
    }


CERTAIN: dict[str, Callable[[Match, Seat], Places]] = {"5-ages": holders_of_five_ages}


def possible_places(match: Match, seat: Seat) -> Places:
    """By card, where it may lie for all that the seat knows; only cards that it knows of."""
    return CERTAIN.get(match.game.name, last_named)(match, seat)
