"""What others may have and would agree to, from what a seat knows of their hands."""

from __future__ import annotations

from math import exp
from typing import Final, final

from microciv.bots.heuristics.civ_builder.melding import Planner
from microciv.core.bags import Bag, Kind, copies_in, count, holds, kinds_in, less, size
from microciv.core.moves import Seat
from microciv.games.civ_builder.cards import COPIES, DISASTER, KIND, KINDS, LEADER, RELIGION

ITS_LEADER: Final = 2.3
ITS_DISASTER: Final = 0.1
ITS_WILD: Final = 1.7
ITS_CARD: Final = 0.6
ITS_ACTION: Final = 0.35  # of what the special action would be worth
ITS_DRAW: Final = 0.4  # of each card that the action brings
IN_A_SET: Final = 0.4  # a card more of a kind that it has
SMALLEST_GAIN: Final = 0.8  # for which it would agree as likely as not
DOUBT: Final = 0.8


@final
class Partners:
    """The other seats as partners in trade."""

    def __init__(self, planner: Planner) -> None:
        self.planner = planner
        self.outlook = outlook = planner.outlook
        self.known: list[Bag] = [outlook.known_of(seat) for seat in range(outlook.game.seats)]
        self.sizes: list[int] = [other.hand for other in outlook.seen.table]
        self.unseen = self.count_unseen()
        self.all_unseen = max(1, sum(self.unseen))

    def count_unseen(self) -> list[int]:
        """By kind, how many copies lie where the seat does not know."""
        seen = self.outlook.seen
        left = [COPIES - gone for gone in seen.discard]
        for hand in self.known:
            for kind in kinds_in(hand):
                left[kind] -= count(hand, kind)
        for name in seen.top:
            if name:
                left[KIND[name]] -= 1
        return [max(0, copies) for copies in left]

    def may_have(self, seat: Seat, wanted: Bag) -> float:
        """How likely the seat has all these cards."""
        if holds(self.known[seat], wanted):
            return 1.0
        hidden = self.sizes[seat] - size(self.known[seat])
        chance = 1.0
        for kind in copies_in(less(wanted, self.known[seat])):
            share = min(1.0, self.unseen[kind] / self.all_unseen)
            chance *= 1 - (1 - share) ** max(0, hidden)
            hidden -= 1
        return chance

    def exists(self, kind: Kind) -> bool:
        """Can anybody else have such a card?"""
        if self.unseen[kind]:
            return True
        return any([count(self.known[seat], kind) for seat in self.outlook.others])

    def value_to(self, seat: Seat, kind: Kind) -> float:
        """What such a card seems to be worth to the seat."""
        if kind == LEADER:
            return ITS_LEADER
        if kind == DISASTER:
            return ITS_WILD if self.outlook.is_top(RELIGION, seat) else ITS_DISASTER
        action = ITS_ACTION * self.planner.actions[kind] + ITS_DRAW * self.planner.brings[kind]
        return ITS_CARD + action + IN_A_SET * min(2, count(self.known[seat], kind))

    def gain_of(self, seat: Seat, gets: Bag, gives: Bag) -> float:
        """What the exchange seems to be worth to the seat."""
        gain = 0.0
        for kind in range(KINDS):
            change = count(gets, kind) - count(gives, kind)
            if change:
                gain += change * self.value_to(seat, kind)
        return gain

    def would_agree(self, seat: Seat, gets: Bag, gives: Bag) -> float:
        """How likely the seat accepts, if it has what is asked for."""
        gain = self.gain_of(seat, gets, gives)
        return 1 / (1 + exp(-(gain - SMALLEST_GAIN) / DOUBT))

    def grudge(self, seat: Seat, gets: Bag, gives: Bag) -> float:
        """What it costs that the seat gains by the exchange."""
        return self.outlook.spite[seat] * max(0.0, self.gain_of(seat, gets, gives))
