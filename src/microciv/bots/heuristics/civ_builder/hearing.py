"""What a seat has heard of the offers of this Trade phase: nobody is asked twice."""

from __future__ import annotations

from typing import Final, final

from microciv.bots.heuristics.civ_builder.worth import Outlook
from microciv.core.bags import Bag
from microciv.core.events import Heard
from microciv.core.memory import DRAW, HIDDEN, HOLD
from microciv.core.moves import EVERYBODY, Seat

NEW_ROUND: Final = "round"
OWN: Final = ("proposed", "proposed_all", "countered", "posted")


@final
class Hearing:
    """Kept by a bot; all of it follows from what its seat has heard since the round began."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.refused: set[Seat] = set()
        """Who has refused an offer of this seat, or answered it with another."""
        self.approaches = 0
        """How many offers it has made, counter-offers included."""
        self.dropped = 0
        """How many of its offers in the market are gone without an exchange."""

    def forget(self) -> None:
        """A new round."""
        self.refused = set()
        self.approaches = 0
        self.dropped = 0

    def hear(self, events: list[Heard]) -> None:
        """Take in what has happened."""
        first = 0
        for place in range(len(events) - 1, -1, -1):
            if events[place][0] == NEW_ROUND:
                self.forget()
                first = place + 1
                break
        for name, parts in events[first:]:
            self.hear_one(name, parts[0], parts[1])

    def hear_one(self, name: str, seat: int, target: int) -> None:
        """Take in one event."""
        if seat == self.seat:
            if name in OWN:
                self.approaches += 1
            elif name in ("withdrew", "void"):
                self.dropped += 1
        elif target == self.seat and name in ("declined", "countered"):
            self.refused.add(seat)


def offered_to_all(outlook: Outlook) -> list[Bag]:
    """What the seat has offered to all in this phase: everybody has learned that it held that."""
    given: list[Bag] = []
    for kind, seat, _other, cards, _back, _count, _backs, audience in outlook.seen.past.facts:
        if kind == DRAW:
            given = []
        elif kind == HOLD and seat == outlook.seat and cards != HIDDEN and audience == EVERYBODY:
            given.append(cards)
    return given
