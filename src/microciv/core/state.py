"""Ask, seal, advance: the one mechanism under every game.

A state asks a set of seats. Each answers alone, in one or more steps, and its answer lies sealed
here. When the last is in, the rules `advance`: reveal, resolve, ask again. A turn is a set of one;
the end is asking nobody.
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
    """All that one seat may know; a function of the rules' time, never of who was quick."""

    seat: Seat  # whose view it is, from 0; 15: of somebody who only watches
    phase: str  # what is asked
    asked: tuple[Seat, ...]  # whose answers this decision set wants, not who is late
    answer: tuple[Move, ...]  # what this seat has sealed of its answer so far
    legal: tuple[Move, ...]  # what it may add now


Seen_co = TypeVar("Seen_co", bound=Observation, covariant=True, default=Observation)
"""What a seat of some game sees."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """A match at one moment. Trusts its caller: legality is checked at the borders (`Match`)."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.phase = 0
        self.sets = 0
        """Number of the decision set: an answer to an old one is stale."""
        self.asked: list[Seat] = []
        self.to_act: list[Seat] = []
        """Who has still to answer; nobody when the match is over."""
        self.answers: list[tuple[Move, ...]] = []
        """What each seat has sealed, step by step."""
        self.agenda: list[Task] = []
        """What is scheduled. Shared by clones: replaced, never changed."""
        self.done = 0
        """How many tasks of the agenda have been begun."""
        self.quiet = False
        """Quiet states hear nothing: for playouts."""
        self.log: list[Event] = []
        self.shares_log = False
        """Is the log also a clone's? Then the next to hear something copies it first."""

    # --- what a game writes

    @abstractmethod
    def legal(self, seat: Seat) -> list[Move]:
        """What the seat may add to its answer now. The list is the state's: do not change it."""

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
        """The whole truth as one plain document, which `Game.set_up` reads back."""

    def closes(self, seat: Seat, move: Move) -> bool:
        """Is the seat's answer, this step being its last, whole? By default answers have one."""
        return True

    def perform(self, task: Task) -> None:
        """Do one task of the agenda; games that `schedule` tasks write it."""
        raise NotImplementedError

    def places(self) -> list[int]:
        """Each seat's place, 1 for first; equal places are shared. By default by score."""
        scores = self.scores()
        return [1 + len([other for other in scores if other > score]) for score in scores]

    def view(self, seat: Seat) -> tuple[tuple[Seat, ...], tuple[Move, ...], tuple[Move, ...]]:
        """What every observation begins with: who is asked, and the seat's answer and moves."""
        if seat not in self.asked:
            return tuple(self.asked), NOTHING, NOTHING
        return tuple(self.asked), self.answers[seat], tuple(self.legal(seat))

    def knows(self, seat: Seat, card: int) -> bool:
        """Does the seat know where this card lies? By default all cards are public."""
        return True

    def shown(self, seat: Seat) -> object:
        """What the seat looks at now of which no event tells; None where events tell of all. Plain
        values, equal where the same is shown.
        """
        return None

    def zone_of(self, card: int) -> int:
        """The number of the zone where the card lies; NOBODY if it is in none of its own."""
        return NOBODY

    # --- what a game uses

    def ask(self, phase: int, seats: list[Seat]) -> None:
        """Want an answer from each of these seats; if there are none, the match is over."""
        self.phase = phase
        if self.answers:  # only who was asked can have answered
            for seat in self.asked:
                self.answers[seat] = NOTHING
        else:
            self.answers = [NOTHING] * self.seats
        self.asked = seats
        self.to_act = seats
        self.sets += 1

    def ask_one(self, phase: int, seat: Seat) -> None:
        """Want an answer from this seat alone."""
        self.ask(phase, ALONE[seat])

    def ask_again(self, phase: int, seen: Observation) -> None:
        """Ask whom `seen` says is asked: its own sealed answer stands, the others' are open."""
        self.ask(phase, list(seen.asked))
        if seen.answer:
            self.answers[seen.seat] = seen.answer
            if self.closes(seen.seat, seen.answer[-1]):
                self.to_act = [seat for seat in seen.asked if seat != seen.seat]

    def finish(self) -> None:
        """The match is over; phase 0 of every game."""
        self.reschedule([])
        self.ask(0, [])

    def schedule(self, tasks: list[Task]) -> None:
        """Do these next, in this order, before what is scheduled already."""
        self.reschedule(tasks if self.done == len(self.agenda) else tasks + self.scheduled())

    def reschedule(self, tasks: list[Task]) -> None:
        """Replace everything that is scheduled by these."""
        self.agenda = tasks
        self.done = 0

    def scheduled(self) -> list[Task]:
        """What of the agenda is still to be begun."""
        return self.agenda[self.done :]

    def proceed(self) -> None:
        """Work down the agenda to the next question."""
        while not self.to_act and self.done < len(self.agenda):
            self.done += 1
            self.perform(self.agenda[self.done - 1])

    def tell(self, kind: EventKind, a: int = 0, b: int = 0, c: int = 0) -> None:
        """Everybody hears, cards and all."""
        if not self.quiet:
            self._hear(Event(kind, a, b, c, EVERYBODY))

    def whisper(self, audience: int, kind: EventKind, a: int = 0, b: int = 0, c: int = 0) -> None:
        """Everybody hears, but which cards only the masked seats."""
        if not self.quiet:
            self._hear(Event(kind, a, b, c, audience))

    # --- what drivers use

    def legal_all(self) -> list[list[Move]]:
        """What every seat that is to act may add to its answer, in the order of `to_act`."""
        return [self.legal(seat) for seat in self.to_act]

    def apply(self, seat: Seat, move: Move) -> None:
        """Seal one legal step of a seat that is to act."""
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
        """Seal a legal step of every seat that is to act, in the order of `to_act`."""
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
        """Take the seat's sealed answer back; it is to act again."""
        self.answers[seat] = NOTHING
        waiting = self.to_act
        self.to_act = [other for other in self.asked if other == seat or other in waiting]

    def heard(self, seat: Seat, since: int = 0) -> list[Heard]:
        """What the seat has heard, from the `since`-th event on."""
        return [(event.kind.name, event.seen_by(seat)) for event in self.log[since:]]

    def hush(self) -> None:
        """Hear nothing from here on, for speed; what was heard is forgotten."""
        self.quiet = True
        self.log = []
        self.shares_log = False

    def copy_core(self, copy: State) -> None:
        """Give a fresh clone all that this class holds; the rest is the game's."""
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

    # --- its own

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: object) -> State:
        return self.clone()

    def __repr__(self) -> str:
        waits = f"waits for {self.to_act}" if self.to_act else "is over"
        return f"<{type(self).__name__}: decision set {self.sets} {waits}>"

    def __reduce__(self) -> Reduced:
        """A state is its game and its position, and what was heard on the way there."""
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
    """By number of a phase or task, the first of these parts of the rules that it is among; one
    more than there are, if none.
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
    """A state that was pickled: its position, decision number and event log."""
    state: State = game.set_up(position)
    state.sets = sets
    state.quiet = quiet
    state.log = [Event(game.events[kind], a, b, c, audience) for kind, a, b, c, audience in heard]
    return state
