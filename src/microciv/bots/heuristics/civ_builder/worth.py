"""What a seat's points are worth: how likely they lead in the rounds to come, and what that pays.

A lead pays in every Score phase from now on and gives a privilege; how likely it is, follows from
how far one is ahead of the best other, the less the more rounds are still to come.
"""

from __future__ import annotations

from functools import cache
from math import exp, sqrt
from typing import Final, final

from microciv.bots.heuristics.civ_builder.guide_worth import CROWD, EVEN, FAR, SPREAD, SURE
from microciv.bots.heuristics.civ_builder.styles import Style, favourites
from microciv.core.bags import Bag, Kind
from microciv.core.moves import NOBODY, Seat
from microciv.games.civ_builder.cards import (
    ATTRIBUTES,
    CONQUERORS_LIMIT,
    CONQUEST,
    EQUESTRIAN,
    HAND_LIMIT,
    RELIGION,
    ROUNDS,
    SEAFARING,
    bag_from,
    stakes,
)
from microciv.games.civ_builder.game import CivBuilderGame
from microciv.games.civ_builder.observation import CivBuilderObservation

RIVALS: Final = 4  # weaker ones are let alone
CARD: Final = 1.6  # what a card that nobody has seen is worth to who can still use it
LATE_CARD: Final = 0.5  # the same, if it must be used in this turn or never

PRIVILEGES: Final = (0.5, 0.5, 1.0, 1.0, 1.6, 0.7, 0.3, 0.2, 0.6, 0.0)
"""By attribute, what the privilege is worth in a round."""


@final
class Outlook:
    """The table in the eyes of one seat, at one moment of a match."""

    def __init__(self, game: CivBuilderGame, seen: CivBuilderObservation, style: Style) -> None:
        self.game = game
        self.seen = seen
        self.style = style
        self.seat: Seat = seen.seat
        self.others: list[Seat] = [seat for seat in range(game.seats) if seat != seen.seat]
        self.hand: Bag = bag_from(seen.hand)
        self.scores: list[list[int]] = [list(other.scores) for other in seen.table]
        self.gaps: list[int] = [
            self.scores[self.seat][at] - self.best_other(self.seat, at) for at in range(ATTRIBUTES)
        ]
        """By attribute, how far it is ahead of the best other."""
        self.counted = seen.phase in ("dump", "discard")
        """Have this round's leads been counted?"""
        self.last = seen.round == ROUNDS
        self.leads, self.reigns = chances(seen, self.counted)
        self.own = favourites(seen) if style.devotion else []
        self.limit = CONQUERORS_LIMIT if self.is_top(CONQUEST) else HAND_LIMIT
        self.card = LATE_CARD if self.last else CARD
        self.disasters_wild = self.is_top(RELIGION)
        self.seas_wild = self.is_top(SEAFARING)
        self.may_dump = self.is_top(EQUESTRIAN)
        self.standing: list[float] = [self.stands(seat) for seat in range(game.seats)]
        self.rival: Seat = max(self.others, key=lambda seat: (self.standing[seat], -seat))
        """The strongest of the others."""
        self.rivals: list[Seat] = sorted(self.others, key=lambda seat: -self.standing[seat])[
            :RIVALS
        ]
        """Those that are worth an attack."""
        self.spite: list[float] = [self.spite_for(seat) for seat in range(game.seats)]
        """By seat, what a point less for it is worth."""

    def is_top(self, attribute: Kind, seat: Seat = NOBODY) -> bool:
        """Has the seat, by default its own, the privilege of the attribute?"""
        return (self.seat if seat == NOBODY else seat) in self.seen.tops[attribute]

    def best_other(self, seat: Seat, attribute: Kind) -> int:
        """The highest score of all but the seat."""
        return max([scores[attribute] for other, scores in enumerate(self.scores) if other != seat])

    def worth_of(self, attribute: Kind, gap: int) -> float:
        """What it is worth to be so far ahead of the best other."""
        at = FAR + max(-FAR, min(FAR, gap))
        return self.leads[at] + PRIVILEGES[attribute] * self.reigns[at]

    def holds(self, seat: Seat, attribute: Kind) -> float:
        """What the seat's score in the attribute is worth to it."""
        gap = self.scores[seat][attribute] - self.best_other(seat, attribute)
        return self.worth_of(attribute, gap)

    def stands(self, seat: Seat) -> float:
        """The victory points that the seat may hope for."""
        leads = sum([self.holds(seat, attribute) for attribute in range(ATTRIBUTES)])
        return self.seen.table[seat].points + leads

    def spite_for(self, seat: Seat) -> float:
        """The fewer rivals there are and the better one stands, the more its losses are worth."""
        if seat == self.seat:
            return 0.0
        if len(self.others) == 1:
            return 0.8
        behind = self.standing[self.rival] - self.standing[seat]
        return self.style.spite * (0.1 + 0.4 * exp(-behind / 15))

    def gain(self, attribute: Kind, points: int) -> float:
        """What so many more points in an attribute of its own are worth."""
        gap = self.gaps[attribute]
        gain = self.worth_of(attribute, gap + points) - self.worth_of(attribute, gap)
        if attribute in self.own and not self.last:
            gain += self.style.devotion * points
        return gain

    def cards_of(self, seat: Seat) -> int:
        """How many cards the seat has."""
        return self.seen.table[seat].hand

    def known_of(self, seat: Seat) -> Bag:
        """Those of them that the seat is known to have."""
        return bag_from(self.seen.table[seat].known)

    def still_to_act(self, seat: Seat) -> bool:
        """Will the seat have a turn in this round yet?"""
        order = self.seen.order
        if self.seen.acting == NOBODY:
            return not self.counted
        return order.index(seat) > order.index(self.seen.acting)


def chances(seen: CivBuilderObservation, counted: bool) -> tuple[list[float], list[float]]:
    """By distance, from far behind to far ahead: what a lead will pay in all Score phases to come,
    and for how many rounds it will last.
    """
    first = max(1, seen.round) + (1 if counted else 0)
    return chances_from(first, 0 if counted else turns_to_come(seen), len(seen.table))


@cache
def chances_from(first: int, turns: int, seats: int) -> tuple[list[float], list[float]]:
    """The same, for the Score phases from this round on, before so many turns of others."""
    leads, reigns = [0.0] * (2 * FAR + 1), [0.0] * (2 * FAR + 1)
    for number in range(first, ROUNDS + 1):
        time = sqrt(number - first + turns / (seats - 1))
        width = SURE + SPREAD * time
        shift = EVEN - CROWD * (seats - 2) * max(0.0, time - 0.6)
        for at in range(2 * FAR + 1):
            chance = 1 / (1 + exp(-max(-30.0, min(30.0, (at - FAR + shift) / width))))
            leads[at] += chance * stakes(number)
            reigns[at] += chance
    return leads, reigns


def turns_to_come(seen: CivBuilderObservation) -> int:
    """How many others have still a turn in this round, which may change every lead."""
    if seen.phase in ("point", "dump", "discard"):
        return 0
    if seen.acting == NOBODY:
        return len(seen.table) - 1
    return len(seen.table) - 1 - seen.order.index(seen.acting)
