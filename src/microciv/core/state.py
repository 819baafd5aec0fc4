"""Ask, seal, advance: the mechanism that runs every game.

A state asks a set of seats. Each answers independently, in one or more steps, and its answer is
sealed here. When the last answer is in, the rules `advance`: they reveal, resolve and ask again. A
turn asks a single seat; a match that is over asks nobody.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, Final

from mypy_extensions import mypyc_attr
from typing_extensions import TypeVar

from microciv.core.events import Event, EventKind, Heard, Task
from microciv.core.frozen import Frozen, Reduced
from microciv.core.moves import EVERYBODY, NOBODY, SPECTATOR, Move, Seat

NOTHING: Final[tuple[Move, ...]] = ()
NO_SEATS: Final[list[Seat]] = []  # never added to
ALONE: Final[list[list[Seat]]] = [[seat] for seat in range(SPECTATOR)]
"""By seat, the list of that one; shared, never changed."""


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True)
class Observation(Frozen):
    """All that one seat may know. It never depends on which other seats have answered already."""

    seat: Seat  # whose view it is, from 0; 15 for a spectator
    phase: str  # the open question
    asked: tuple[Seat, ...]  # the seats of the decision set, whether or not they have answered
    answer: tuple[Move, ...]  # what this seat has sealed of its answer so far
    legal: tuple[Move, ...]  # what it may add now


Seen_co = TypeVar("Seen_co", bound=Observation, covariant=True, default=Observation)
"""A game's class of observations."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """A match at one moment. It trusts its caller: `Match` is what checks that moves are legal."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.phase = 0
        self.sets = 0
        """The number of the decision set. An answer to an earlier one is stale."""
        self.asked: list[Seat] = []
        """The seats of the decision set, whether or not they have answered."""
        self.to_act: list[Seat] = []
        """The seats still to act; empty when the match is over."""
        self.answers: list[tuple[Move, ...]] = []
        """By seat, the sealed steps of its answer."""
        self.agenda: list[Task] = []
        """The scheduled tasks. Clones share the list: it is replaced, never changed."""
        self.done = 0
        """How many tasks of the agenda have been begun."""
        self.quiet = False
        """Quiet states log no events: for playouts."""
        self.log: list[Event] = []
        self.shares_log = False
        """Is the log shared with a clone? If so, it is copied before the next event is added."""

    # --- what a game writes

    @abstractmethod
    def legal(self, seat: Seat) -> list[Move]:
        """The moves that the seat may add to its answer now. The list is the state's: do not change
        it.
        """

    @abstractmethod
    def advance(self) -> None:
        """All answers are in: reveal and resolve them, then `ask`, `proceed` or `finish`."""

    @abstractmethod
    def observe(self, seat: Seat) -> Observation:
        """All that this seat (or a SPECTATOR) may know."""

    @abstractmethod
    def scores(self) -> list[int]:
        """Each seat's score so far, in the game's `unit`."""

    @abstractmethod
    def clone(self) -> State:
        """A copy to play on in; nothing done to it changes the original."""

    @abstractmethod
    def position(self) -> dict[str, object]:
        """The complete truth as a plain document, which `Game.set_up` reads back."""

    def closes(self, seat: Seat, move: Move) -> bool:
        """Is the seat's answer complete with this step, which has just been sealed? By default
        answers have one step.
        """
        return True

    def perform(self, task: Task) -> None:
        """Carry out a task of the agenda. Only games that `schedule` tasks need this."""
        raise NotImplementedError

    def places(self) -> list[int]:
        """The places by seat, 1 for first; equal places are shared. By default they follow from the
        scores.
        """
        scores = self.scores()
        return [1 + len([other for other in scores if other > score]) for score in scores]

    def view(self, seat: Seat) -> tuple[tuple[Seat, ...], tuple[Move, ...], tuple[Move, ...]]:
        """The fields of every observation: who is asked, the seat's answer, and its legal moves."""
        if seat not in self.asked:
            return tuple(self.asked), NOTHING, NOTHING
        return tuple(self.asked), self.answers[seat], tuple(self.legal(seat))

    def knows(self, seat: Seat, card: int) -> bool:
        """Does the seat know where this card lies? By default all cards are public."""
        return True

    def shown(self, seat: Seat) -> object:
        """What the seat is shown now and no event tells, as plain values that can be compared; None
        if events tell everything.
        """
        return None

    def zone_of(self, card: int) -> int:
        """The number of the zone where the card lies; NOBODY if it does not lie in just one."""
        return NOBODY

    # --- what a game uses

    def ask(self, phase: int, seats: list[Seat]) -> None:
        """Open a decision set that asks these seats; without any, the match is over."""
        self.phase = phase
        if self.answers:  # only seats that were asked can have answered
            for seat in self.asked:
                self.answers[seat] = NOTHING
        else:
            self.answers = [NOTHING] * self.seats
        self.asked = seats
        self.to_act = seats
        self.sets += 1

    def ask_one(self, phase: int, seat: Seat) -> None:
        """Open a decision set that asks this seat alone."""
        self.ask(phase, ALONE[seat])

    def ask_again(self, phase: int, seen: Observation) -> None:
        """Open the decision set of `seen`, for a re-deal: the observer's sealed answer stands, and
        the others are to answer again.
        """
        self.ask(phase, list(seen.asked))
        if seen.answer:
            self.answers[seen.seat] = seen.answer
            if self.closes(seen.seat, seen.answer[-1]):
                self.to_act = [seat for seat in seen.asked if seat != seen.seat]

    def finish(self) -> None:
        """End the match: phase 0 of every game."""
        self.reschedule([])
        self.ask(0, [])

    def schedule(self, tasks: list[Task]) -> None:
        """Schedule these tasks, in this order, before those already scheduled."""
        self.reschedule(tasks if self.done == len(self.agenda) else tasks + self.scheduled())

    def reschedule(self, tasks: list[Task]) -> None:
        """Replace all scheduled tasks by these."""
        self.agenda = tasks
        self.done = 0

    def scheduled(self) -> list[Task]:
        """The tasks of the agenda that have not been begun."""
        return self.agenda[self.done :]

    def proceed(self) -> None:
        """Carry out tasks of the agenda until one asks a question, or none is left."""
        while not self.to_act and self.done < len(self.agenda):
            self.done += 1
            self.perform(self.agenda[self.done - 1])

    def tell(self, kind: EventKind, a: int = 0, b: int = 0, c: int = 0) -> None:
        """Log an event that everybody hears, including the cards in it."""
        if not self.quiet:
            self._hear(Event(kind, a, b, c, EVERYBODY))

    def whisper(self, audience: int, kind: EventKind, a: int = 0, b: int = 0, c: int = 0) -> None:
        """Log an event that everybody hears, but whose cards only the seats in the mask `audience`
        learn.
        """
        if not self.quiet:
            self._hear(Event(kind, a, b, c, audience))

    # --- what drivers use

    def legal_all(self) -> list[list[Move]]:
        """The legal moves of every seat that is to act, in the order of `to_act`."""
        return [self.legal(seat) for seat in self.to_act]

    def apply(self, seat: Seat, move: Move) -> None:
        """Seal one step, which must be legal, of a seat that is to act."""
        sealed = self.answers[seat]
        self.answers[seat] = sealed + move.alone if sealed else move.alone
        if self.closes(seat, move):
            to_act = self.to_act
            if len(to_act) == 1:
                self.to_act = NO_SEATS
                self.advance()
            elif to_act[0] == seat:
                self.to_act = to_act[1:]
            else:
                self.to_act = [other for other in to_act if other != seat]

    def apply_all(self, moves: list[Move]) -> None:
        """Seal one step, which must be legal, of every seat that is to act, in the order of
        `to_act`.
        """
        half = NO_SEATS
        answers = self.answers
        for index, seat in enumerate(self.to_act):
            move = moves[index]
            sealed = answers[seat]
            answers[seat] = sealed + move.alone if sealed else move.alone
            if not self.closes(seat, move):
                if half:
                    half.append(seat)
                else:
                    half = [seat]
        self.to_act = half
        if not half:
            self.advance()

    def reopen(self, seat: Seat) -> None:
        """Take back the seat's sealed answer, so that it is to act again."""
        self.answers[seat] = NOTHING
        waiting = self.to_act
        self.to_act = [other for other in self.asked if other == seat or other in waiting]

    def heard(self, seat: Seat, since: int = 0) -> list[Heard]:
        """The events as the seat has heard them, from the `since`-th on."""
        return [(event.kind.name, event.seen_by(seat)) for event in self.log[since:]]

    def hush(self) -> None:
        """Log no more events, for speed, and forget those logged so far."""
        self.quiet = True
        self.log = []
        self.shares_log = False

    def copy_core(self, copy: State) -> None:
        """Copy the attributes of this class to a new clone; the game's `clone` copies its own."""
        copy.phase = self.phase
        copy.sets = self.sets
        copy.asked = self.asked
        copy.to_act = self.to_act
        copy.answers = self.answers[:]
        copy.agenda = self.agenda
        copy.done = self.done
        copy.quiet = self.quiet
        copy.log = self.log
        copy.shares_log = self.shares_log = True

    # --- inside

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: object) -> State:
        return self.clone()

    def __repr__(self) -> str:
        waits = f"waits for {self.to_act}" if self.to_act else "is over"
        return f"<{type(self).__name__}: decision set {self.sets} {waits}>"

    def __reduce__(self) -> Reduced:
        """Pickled as its game, its position and its event log."""
        mine: Any = self
        game = mine.game
        number = {kind.name: index for index, kind in enumerate(game.events)}
        heard = [
            (number[event.kind.name], event.a, event.b, event.c, event.audience)
            for event in self.log
        ]
        return resumed, (game, self.position(), self.sets, self.quiet, heard)

    def _hear(self, event: Event) -> None:
        if self.shares_log:
            self.log = self.log[:]
            self.shares_log = False
        self.log.append(event)


def chapters(numbers: int, parts: list[list[int]]) -> list[int]:
    """By number of a phase or task, the index of the first of these parts of the rules that has it;
    `len(parts)` if none has it.
    """
    return [
        next((chapter for chapter, part in enumerate(parts) if number in part), len(parts))
        for number in range(numbers)
    ]


def resumed(
    game: Any,  # noqa: ANN401  # a Game
    position: dict[str, object],
    sets: int,
    quiet: bool,
    heard: list[tuple[int, int, int, int, int]],
) -> State:
    """A state from its pickle."""
    state: State = game.set_up(position)
    state.sets = sets
    state.quiet = quiet
    state.log = [Event(game.events[kind], a, b, c, audience) for kind, a, b, c, audience in heard]
    return state
