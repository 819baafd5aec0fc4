"""A bot gets observations, as a person does, and nothing else of the match."""

from __future__ import annotations

from abc import ABC, abstractmethod

from microciv.core.events import Heard
from microciv.core.game import Game
from microciv.core.moves import Move, Seat
from microciv.core.policy import NO_REASON, Clock, Reason
from microciv.core.state import Observation


class Bot(ABC):
    """Plays one seat. The same seed and observations give the same moves."""

    def __init__(self, game: Game, seat: Seat, seed: int) -> None:
        self.game = game
        self.seat = seat
        self.seed = seed
        self.table_number = 0
        """The same public number for all bots of a match; it tells nothing about the deal. Styles
        follow from it, so that a bot made anew for every question keeps its style.
        """
        self.clock: Clock | None = None
        """A clock, in seconds, for its time limit. Without one it thinks as long as its level says,
        and plays the same every time.
        """
        self.why: Reason = NO_REASON
        """Its reason for the answer to which its last step belongs. Everybody may hear it once that
        answer is open, so it must not reveal more than the answer does.
        """

    @abstractmethod
    def choose(self, seen: Observation) -> Move:
        """Choose one step of an answer, from `seen.legal`."""

    def foreseen(self) -> list[Move]:
        """The steps with which it means to continue the answer of its last choice. The caller may
        play them without calling `choose` again, as long as each is legal.
        """
        return []

    def at_its_best(self) -> Bot:
        """The same bot without its slips, for advice and explanations."""
        return self

    def hear(self, events: list[Heard]) -> None:  # noqa: B027  # most bots need none of it
        """Take in the events that its seat has heard since the last call."""
