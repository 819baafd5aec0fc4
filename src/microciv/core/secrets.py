"""What a game tells the laws, so that they can change what a seat does not know.

A re-deal is made from an observation: if that reveals too much, the re-deal agrees with it and
hides the leak. So the laws change the true state directly, by a few lines of each game that do not
use an observation.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from mypy_extensions import mypyc_attr

from microciv.core.events import HIDDEN
from microciv.core.moves import Seat
from microciv.core.rng import Rng
from microciv.core.state import State

Truth: TypeAlias = Any  # a state of the game's own class
ZonesByCard: TypeAlias = dict[int, set[int]]  # where each card may lie


@mypyc_attr(allow_interpreted_subclasses=True)
class Tracker:
    """What certainly follows from everything that one seat has heard, updated decision by
    decision.
    """

    def follow(self) -> None:
        """Take in what the seat has heard since the last call; called after every decision."""
        raise NotImplementedError

    def check(self, dealt: State) -> None:
        """Check that a re-deal for the seat agrees.

        :raises AssertionError: if it does not.
        """
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Secrets:
    """The secrets of a game that hides only sealed answers. Other games override what differs."""

    def __init__(self, length: int = 1) -> None:
        self.length = length
        """Decisions in a match, as a multiple of the usual; the laws then check fewer of them."""

    def scramble(self, state: Truth, seat: Seat, rng: Rng) -> None:
        """Change at random, in the true state, what the seat does not know."""

    def reseed(self, state: Truth, rng: Rng) -> bool:
        """Make draws to come turn out differently; False if there are none."""
        return False

    def possible_zones(self, state: State, seat: Seat) -> ZonesByCard:
        """For each card that the seat has heard of, the zones in which it may lie, judged by that.
        By default, cards that their last event named to the seat, each with its actual zone.
        """
        certain: dict[int, bool] = {}
        for event in state.log:
            truly = (event.a, event.b, event.c)
            for index, is_card in enumerate(event.kind.cards):
                if is_card:
                    certain[truly[index]] = event.seen_by(seat)[index] != HIDDEN
        return {card: {state.zone_of(card)} for card, known in certain.items() if known}

    def tracker(self, state: State, seat: Seat) -> Tracker | None:
        """A tracker, for games whose copies of a card are indistinguishable; it replaces
        `possible_zones`.
        """
        return None


def shuffled(cards: list[int], rng: Rng) -> list[int]:
    """The cards in random order, as a new list."""
    other = cards[:]
    rng.shuffle(other)
    return other
