"""A game for the tests of the core: two or three seats, one hidden number each, two rounds.

Each seat is dealt a number that only it knows, then answers in two steps, a sign and an amount;
the answers are told to all. It has an agenda, partial answers and whispers, and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass

from microciv.core.events import CARD, NUMBER, SEAT, EventKind, Task
from microciv.core.fields import Fields
from microciv.core.game import Game
from microciv.core.moves import SEAT_BIT, Move, Seat
from microciv.core.options import About, Options
from microciv.core.rng import Rng
from microciv.core.state import Observation, State

ABOUT = About("tiny", "Tiny", "A test.", (2, 3), 1, Options, "tests.core.tiny:Tiny")
DEALT = EventKind("dealt", seat=SEAT, card=CARD)
SAID = EventKind("said", seat=SEAT, amount=NUMBER)
PLUS, MINUS = Move("plus"), Move("minus")
AMOUNTS = [Move(f"say {amount}") for amount in range(3)]
ROUND = Task(1)


@dataclass(frozen=True)
class TinyObservation(Observation):
    number: int
    sums: tuple[int, ...]


class TinyState(State):
    def __init__(self, game: Tiny) -> None:
        super().__init__(game.seats)
        self.game = game
        self.numbers: list[int] = []
        self.sums = [0] * game.seats

    def legal(self, seat: Seat) -> list[Move]:
        return AMOUNTS if self.answers[seat] else [PLUS, MINUS]

    def closes(self, seat: Seat, move: Move) -> bool:
        return move in AMOUNTS

    def perform(self, task: Task) -> None:
        self.ask(1, list(range(self.seats)))

    def advance(self) -> None:
        for seat in self.asked:
            sign, amount = self.answers[seat]
            said = AMOUNTS.index(amount) * (1 if sign is PLUS else -1)
            self.sums[seat] += said
            self.tell(SAID, seat, said)
        if self.scheduled():
            self.proceed()
        else:
            self.finish()

    def observe(self, seat: Seat) -> TinyObservation:
        phase = self.game.phases[self.phase]
        number = self.numbers[seat] if seat < self.seats else -1
        return TinyObservation(seat, phase, *self.view(seat), number=number, sums=tuple(self.sums))

    def scores(self) -> list[int]:
        return [total + number for total, number in zip(self.sums, self.numbers, strict=True)]

    def clone(self) -> TinyState:
        copy = TinyState(self.game)
        self.copy_core(copy)
        copy.numbers = self.numbers
        copy.sums = self.sums[:]
        return copy

    def position(self) -> dict[str, object]:
        return self.game.document(self, {"numbers": self.numbers, "sums": self.sums})


class Tiny(Game):
    def __init__(self, options: Options) -> None:
        super().__init__(ABOUT, 1, options, [PLUS, MINUS, *AMOUNTS], [DEALT, SAID], ["over", "say"])

    def deal(self, seed: int) -> TinyState:
        state, rng = TinyState(self), Rng(seed)
        for seat in range(self.seats):
            state.numbers.append(rng.below(10))
            state.whisper(SEAT_BIT[seat], DEALT, seat, state.numbers[seat])
        state.schedule([ROUND, ROUND])
        state.proceed()
        return state

    def redeal(self, seen: Observation, rng: Rng) -> State:
        raise NotImplementedError

    def steps(self, seen: Observation, line: str) -> list[str]:
        """`+2`: a sign and an amount in one."""
        signs = {"+": "plus", "-": "minus"}
        return [signs[line[0]], f"say {line[1:]}"] if line[:1] in signs else [line]

    def read_position(self, fields: Fields) -> State:
        state = TinyState(self)
        state.numbers = fields.numbers("numbers", 0, 9)
        fields.raw("sums")
        state.schedule([ROUND])
        state.proceed()
        return state


def tiny(seats: int = 2) -> Tiny:
    return Tiny(Options(seats))
