"""A tracker for the laws: what a seat must at least know of hands of indistinguishable cards."""

from __future__ import annotations

from typing import Any

from mypy_extensions import mypyc_attr

from microciv.core.events import HIDDEN
from microciv.core.moves import Seat
from microciv.core.secrets import Tracker
from microciv.core.state import State
from microciv.hidden import bags
from microciv.hidden.bags import Bag, count, holds


@mypyc_attr(allow_interpreted_subclasses=True)
class Hands(Tracker):
    """Counts, by seat and kind, the cards that a hand certainly has according to what one seat has
    heard.
    """

    def __init__(self, state: State, seat: Seat) -> None:
        self.state: Any = state
        self.seat = seat
        self.hands = [[0] * bags.KINDS for _seat in range(state.seats)]
        self.heard = 0

    def follow(self) -> None:
        """Take in what the seat has heard since the last call."""
        log = self.state.log
        for at in range(self.heard, len(log)):
            self.take_in(log[at].kind.name, log[at].seen_by(self.seat))
        self.heard = len(log)

    def take_in(self, name: str, parts: tuple[int, int, int]) -> None:
        """Take in an event, by its name and parts, as the seat heard it: cards that it may not know
        are HIDDEN. Games implement this with `move`, `lose` and `hands`.
        """
        raise NotImplementedError

    def move(self, giver: Seat, taker: Seat, kind: int) -> None:
        """Move a card to another hand. If it is HIDDEN, any kind may have gone."""
        if kind == HIDDEN:
            self.hands[giver] = [max(0, some - 1) for some in self.hands[giver]]
            return
        self.lose(giver, kind, 1)
        self.hands[taker][kind] += 1

    def lose(self, seat: Seat, kind: int, some: int) -> None:
        """Remove this many copies of a kind from a hand."""
        self.hands[seat][kind] = max(0, self.hands[seat][kind] - some)

    def check(self, dealt: State) -> None:
        """Check that what the seat knows is true, in the state and in the re-deal, and that it has
        forgotten nothing that it heard.

        :raises AssertionError: if that is not so.
        """
        state: Any = self.state
        again: Any = dealt
        known = state.knowledge.recall(self.seat)
        for other, hand in enumerate(self.hands):
            assert holds(as_bag(state.hands[other]), known.hands[other])
            assert holds(as_bag(again.hands[other]), known.hands[other])
            for kind, least in enumerate(hand):
                assert count(known.hands[other], kind) >= least, f"forgotten: {kind} of {other}"
        for at, kind in enumerate(known.deck):
            if kind != HIDDEN:
                assert state.deck[state.drawn + at] == kind == again.deck[again.drawn + at]


def as_bag(hand: Any) -> Bag:  # noqa: ANN401
    """A hand as a bag; some games keep hands as lists."""
    return hand if isinstance(hand, int) else bags.bag_of(hand)
