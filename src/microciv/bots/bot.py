"""A bot is a client of observations, like any person: it has no other door."""

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
        """A number that all bots of a match are given and anybody may know: nothing follows from it
        of the deal. Styles do, since a bot may be made anew for every question.
        """
        self.clock: Clock | None = None
        """What it may look at while it thinks; without one it thinks as long as its level says, and
        the same every time.
        """
        self.why: Reason = NO_REASON
        """What it says of the answer that its last choice belongs to. Everybody may hear it once
        that answer is open, so it tells no more than that does.
        """

    @abstractmethod
    def choose(self, seen: Observation) -> Move:
        """One step of an answer, from `seen.legal`."""

    def foreseen(self) -> list[Move]:
        """The steps with which it means to go on in the answer of its last choice; a driver may
        play them, as long as each is legal then, without asking again.
        """
        return []

    def at_its_best(self) -> Bot:
        """The same without the slips that its level is made of: who explains a move wants it."""
        return self

    def hear(self, events: list[Heard]) -> None:  # noqa: B027  # most bots need none of it
        """What its seat has heard since it was last asked."""
