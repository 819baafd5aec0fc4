"""A tiny game whose answers have several steps: everybody spells a word, as often as is agreed."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
import pytest

from microciv.core.errors import IllegalMove
from microciv.core.events import NUMBER, SEAT, EventKind
from microciv.core.fields import Fields
from microciv.core.game import Game
from microciv.core.moves import Move, Seat
from microciv.core.options import About, Options, option
from microciv.core.rng import Rng
from microciv.core.state import Observation, State
from microciv.games import catalogue
from microciv.server.table.live_match import LiveMatch
from microciv.server.wire.messages import Update

SPELL = 1
SPELT = EventKind("spelt", seat=SEAT, length=NUMBER)
LETTERS = [Move("a"), Move("b"), Move("stop")]


@dataclass(frozen=True)
class SpellingOptions(Options):
    changes: bool = option(True, "May a word be changed?", "S-1")
    rounds: int = option(2, "How many words are spelt?", "S-2", choices=(1, 2, 100))


ABOUT = About(
    "spelling", "Spelling", "Some spell.", (2, 3, 4), 1, SpellingOptions, f"{__name__}:Spelling"
)


class Word(State):
    """Everybody spells a word of one or two letters; `stop` ends it early."""

    def __init__(self, seats: int, rounds: int) -> None:
        super().__init__(seats)
        self.rounds = rounds
        self.points = [0] * seats
        self.ask(SPELL, list(range(seats)))

    def legal(self, seat: Seat) -> list[Move]:
        return LETTERS if self.answers[seat] else LETTERS[:2]

    def closes(self, seat: Seat, move: Move) -> bool:
        return move.text == "stop" or len(self.answers[seat]) == 2

    def advance(self) -> None:
        for seat in self.asked:
            self.points[seat] += len(self.answers[seat])
            self.tell(SPELT, seat, len(self.answers[seat]))
        if self.sets == self.rounds:
            self.finish()
        else:
            self.ask(SPELL, self.asked)

    def observe(self, seat: Seat) -> Observation:
        return Observation(seat, ["over", "spell"][self.phase], *self.view(seat))

    def scores(self) -> list[int]:
        return self.points[:]

    def clone(self) -> State:
        copy = Word(self.seats, self.rounds)
        self.copy_core(copy)
        copy.points = self.points[:]
        return copy

    def position(self) -> dict[str, object]:
        return {}


class Spelling(Game):
    def __init__(self, options: SpellingOptions) -> None:
        super().__init__(ABOUT, 1, options, LETTERS, [SPELT], ["over", "spell"])
        self.may = options.changes
        self.rounds = options.rounds

    def deal(self, seed: int) -> State:
        return Word(self.seats, self.rounds)

    def redeal(self, seen: Observation, rng: Rng) -> State:
        raise NotImplementedError

    def read_position(self, fields: Fields) -> State:
        raise NotImplementedError

    def may_change(self) -> bool:
        return self.may

    def steps(self, seen: Observation, line: str) -> list[str]:
        """`word ab`: its letters, and `stop` if it is short."""
        verb, _, letters = line.partition(" ")
        if verb != "word":
            return [line]
        if not letters:
            raise IllegalMove("write the word, as in word ab")
        return [*letters, *(["stop"] if len(letters) == 1 else [])]

    def notes(self, seen: Observation) -> dict[str, object]:
        return {"letters": tuple(seen.answer)} if seen.seat in seen.asked else {}


def spelling(changes: bool = True) -> Spelling:
    """Two words of two seats."""
    return Spelling(SpellingOptions(2, changes=changes))


def offer_spelling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let servers of this process have tables for it."""
    monkeypatch.setitem(catalogue(), ABOUT.name, ABOUT)


def told(live: LiveMatch, seat: Seat) -> Update:
    """All that this seat is told of the match."""
    return msgspec.json.decode(live.sights.update(seat, 0), type=Update)
