"""What happened, age by age: all that anybody can know of another's cards follows from it (B.6).

5 Ages has no card that is simply known or unknown: a card seen in a row may be in its holder's hand
or civilization, and after a theft with another player. So the state keeps no marks on cards but
this chronicle, and whoever wants to know who may hold what reads it (docs/decisions/0004).
"""

from __future__ import annotations

from typing import TypeAlias, final

from mypy_extensions import mypyc_attr

from microciv.core.cards import Card
from microciv.core.moves import Seat
from microciv.games.five_ages.cards import NO_CARD

Row: TypeAlias = tuple[Card, Card]  # left and right; NO_CARD where nothing lies


@final
@mypyc_attr(acyclic=True)
class Attack:
    def __init__(self, seat: Seat, target: Seat, reason: int, stolen: Card) -> None:
        self.seat = seat
        self.target = target
        self.reason = reason
        """0 for a hit; else war.REASONS."""
        self.stolen = stolen
        """NO_CARD if void, or unknown to the reader."""

    def tells(self, seat: Seat) -> bool:
        """Does the seat know of booty? Thief and victim do (5A-41)."""
        return self.stolen != NO_CARD and seat in (self.seat, self.target)

    def seen_by(self, seat: Seat) -> Attack:
        """As this seat knows it."""
        if self.stolen == NO_CARD or self.tells(seat):
            return self
        return Attack(self.seat, self.target, self.reason, NO_CARD)


@final
@mypyc_attr(acyclic=True)
class Swap:
    """One card for one card (5A-15)."""

    def __init__(self, seat: Seat, other: Seat, given: Card, got: Card) -> None:
        self.seat = seat
        self.other = other
        self.given = given
        self.got = got


@final
@mypyc_attr(acyclic=True)
class Age:
    """What all have seen of one round, and of its thefts what the reader knows."""

    def __init__(self, number: int, kept: list[int], built: list[int]) -> None:
        self.round = number
        self.kept = kept
        """By seat, how many cards stayed hidden in hand when the rows were turned up."""
        self.built = built
        """By seat, the size of the civilization then."""
        self.laid: list[Row] = []
        """By seat, the row: left, right."""
        self.attacks: list[Attack] = []
        self.swaps: list[Swap] = []
        self.exchanged: list[Seat] = []
        """Who exchanged a card, if that is told."""
        self.over = False
        """Has everybody built?"""

    def clone(self) -> Age:
        copy = Age(self.round, self.kept, self.built)
        copy.laid = self.laid
        copy.attacks = self.attacks[:]
        copy.swaps = self.swaps[:]
        copy.exchanged = self.exchanged
        copy.over = self.over
        return copy

    def seen_by(self, seat: Seat) -> Age:
        """The age as this seat knows it."""
        if not self.attacks:
            return self
        copy = self.clone()
        copy.attacks = [attack.seen_by(seat) for attack in self.attacks]
        return copy

    def hits(self) -> list[Attack]:
        return [attack for attack in self.attacks if attack.reason == 0]

    def placed_by(self, seat: Seat) -> int:
        """How many cards the seat places: 1, or 2 if robbed (5A-25, 5A-58)."""
        robbed = [attack for attack in self.hits() if attack.target == seat]
        return self.round - self.built[seat] + len(robbed)
