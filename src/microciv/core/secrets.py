"""What a game tells the laws of itself, so that they can change what a seat does not know.

A re-deal is made from an observation: if that leaks, the re-deal repeats the leak and hides it. So
the laws change the truth, a few lines a game, without asking an observation.
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
    """What follows for certain from all that one seat hears, kept decision by decision."""

    def follow(self) -> None:
        """Take in what the seat has heard since the last call: called after every decision."""
        raise NotImplementedError

    def check(self, dealt: State) -> None:
        """Raise AssertionError if this re-deal for the seat does not know it too."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Secrets:
    """Of a game in which nothing is hidden but sealed answers; other games write what differs."""

    def __init__(self, length: int = 1) -> None:
        self.length = length
        """How many times more decisions a match has than most: the laws look at fewer of them."""

    def scramble(self, state: Truth, seat: Seat, rng: Rng) -> None:
        """Change in the truth, at random, what the seat does not know."""

    def reseed(self, state: Truth, rng: Rng) -> bool:
        """Let what chance has still to decide come otherwise; False if it has nothing to decide."""
        return False

    def possible_zones(self, state: State, seat: Seat) -> ZonesByCard:
        """By card, where it may lie for all that the seat has heard; only cards that it has heard
        of. By default where it was last named to the seat, unless it has been named since to others
        only.
        """
        certain: dict[int, bool] = {}
        for event in state.log:
            truly = (event.a, event.b, event.c)
            for index, is_card in enumerate(event.kind.cards):
                if is_card:
                    certain[truly[index]] = event.seen_by(seat)[index] != HIDDEN
        return {card: {state.zone_of(card)} for card, known in certain.items() if known}

    def tracker(self, state: State, seat: Seat) -> Tracker | None:
        """Instead of `possible_zones`, where copies of a card are alike."""
        return None


def shuffled(cards: list[int], rng: Rng) -> list[int]:
    """The cards in random order, as a new list."""
    other = cards[:]
    rng.shuffle(other)
    return other
