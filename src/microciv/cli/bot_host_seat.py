"""The host's side of docs/text-seats.md: one program, one seat, a question at a time."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TextIO, final

from microciv import __version__
from microciv.bots import Bot
from microciv.cli.bot_host_child import Child, SeatLost, Tell
from microciv.cli.printing import aside
from microciv.core.codec import plain, plain_event, plain_move, plain_seen
from microciv.core.errors import IllegalMove
from microciv.core.events import Heard
from microciv.core.game import Game
from microciv.core.match import Match
from microciv.core.moves import Move, Seat
from microciv.core.state import Observation

PROTOCOL = 1
TRIES = 3  # answers to one question
MOST_ABSENT = 3  # questions in a row that the game answers; then the program is dropped
READY_WITHIN = 10.0  # seconds, from its start
SECONDS = 5.0  # per question, by default
LONGEST_NAME = 20
LONGEST_WHY = 200

Plain = dict[str, object]
Judge = Callable[[str], str]
"""The legal move that a text means; raises IllegalMove, saying what was expected."""


@final
@dataclass
class Conduct:
    """How a program behaved in a match."""

    answers: int = 0
    refused: int = 0  # answers that were none, or not legal
    absent: int = 0  # questions that the game answered for it
    slowest: float = 0.0  # seconds

    def add(self, other: Conduct) -> None:
        self.answers += other.answers
        self.refused += other.refused
        self.absent += other.absent
        self.slowest = max(self.slowest, other.slowest)

    def plain(self) -> Plain:
        return {
            "answers": self.answers,
            "refused": self.refused,
            "absent": self.absent,
            "slowest": round(self.slowest, 3),
        }


@final
class TextSeat:
    """A program that speaks the protocol, from its first word to its last."""

    def __init__(
        self, command: str, tell: Tell, seconds: float = SECONDS, log: TextIO | None = None
    ) -> None:
        """Start the program and hear its name.

        :raises SeatLost: if it cannot be started, or does not say that it is ready.
        """
        self.seconds = seconds
        self.conduct = Conduct()
        self.why = ""
        """What it said of its last answer."""
        self._tell = tell
        self._log = log
        self._asked = 0
        self._reason = "time"
        self._late = 0  # answers that are still to come to questions that are closed
        self._in_a_row = 0
        self._child = Child(command, tell)
        try:
            self.name, self._wants_moves = self._greet()
        except BaseException:
            self._child.end()
            raise

    def begin(self, game: Game, seat: Seat, seats: list[str], number: int, seed: int) -> None:
        """A match begins; `seed` is for the program's own chance and tells nothing."""
        self.conduct = Conduct()
        self._in_a_row = 0
        message: Plain = {
            "type": "match",
            "match": number,
            "game": game.name,
            "rules": game.rules,
            "options": plain(game.options),
            "unit": game.unit,
            "seats": seats,
            "seat": seat,
            "seed": seed,
        }
        if self._wants_moves:
            message["moves"] = [plain_move(move) for move in game.moves.all]
        self._send(message)

    def ask(self, question: Plain, judge: Judge, seconds: float | None = None) -> str | None:
        """The legal move that it answers; None if it gives none in time or within its tries.

        :raises SeatLost: if it has ended.
        """
        given = self.seconds if seconds is None else min(seconds, self.seconds)
        start = time.monotonic()
        reason = "time"
        for tries in range(TRIES - 1, -1, -1):
            left = max(0.0, start + given - time.monotonic())
            self._asked += 1
            self._send({"type": "choose", "id": self._asked, **question, "seconds": round(left, 3)})
            answer = self._answer(start + given)
            self.conduct.slowest = max(self.conduct.slowest, time.monotonic() - start)
            if answer is None:
                self._late += 1
                reason = "time"
                break
            try:
                move = judge(self._move_in(answer))
            except IllegalMove as error:
                self.conduct.refused += 1
                self._say(f"refused: {error}")
                self._send(
                    {"type": "refused", "id": self._asked, "message": str(error), "tries": tries}
                )
                reason = "refused"
                question = {**question, "events": []}
                continue
            self.conduct.answers += 1
            self._in_a_row = 0
            return move
        self._reason = reason
        return None

    def absent(self, move: str) -> None:
        """Tell it what was played for it.

        :raises SeatLost: if that has been so too often in a row.
        """
        self.conduct.absent += 1
        self._in_a_row += 1
        self._send({"type": "absent", "id": self._asked, "move": move, "because": self._reason})
        why = "out of time" if self._reason == "time" else "no legal answer"
        self._say(f"{why}: '{move}' was played for it")
        if self._in_a_row >= MOST_ABSENT:
            raise SeatLost(f"{self.name} gave no answer to {MOST_ABSENT} questions in a row")

    def over(self, ending: Plain) -> None:
        self._send({"type": "over", **ending})

    def quit(self) -> None:
        with suppress(SeatLost):
            self._send({"type": "quit"})
        self._child.end()

    # --- its own

    def _greet(self) -> tuple[str, bool]:
        self._send({"type": "hello", "protocol": PROTOCOL, "host": f"microciv {__version__}"})
        line = self._child.receive(READY_WITHIN)
        if line is None:
            raise SeatLost(
                f"{self._child.words[0]} did not say that it is ready within {READY_WITHIN:g}"
                " seconds; is its output flushed?"
            )
        self._note("<", line.decode("utf-8", "replace"))
        expected = 'expected {"type": "ready", "name": "…"} first'
        try:
            ready = _object(line)
        except IllegalMove as error:
            raise SeatLost(f"{self._child.words[0]}: {expected}: {error}") from None
        name = ready.get("name")
        if ready.get("type") != "ready" or not isinstance(name, str):
            raise SeatLost(f"{self._child.words[0]}: {expected}, not {_shown(line)}")
        name = " ".join(name.split())
        if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
            raise SeatLost(f"name: expected 1 to {LONGEST_NAME} characters, not {name[:40]!r}")
        return name, ready.get("moves") is True

    def _answer(self, deadline: float) -> bytes | None:
        """The next line that answers this question; those to closed questions are ignored."""
        while True:
            line = self._child.receive(deadline - time.monotonic())
            if line is None:
                return None
            self._note("<", line.decode("utf-8", "replace"))
            if not self._is_late(line):
                return line

    def _is_late(self, line: bytes) -> bool:
        """Each question has one answer, and they come in order: with an `id` it is certain which
        is which, without one it is counted.
        """
        id_: object = None
        with suppress(IllegalMove):
            id_ = _object(line).get("id")
        if isinstance(id_, int):
            self._late = 0 if id_ == self._asked else self._late
            return id_ < self._asked
        late = self._late > 0
        self._late -= late
        return late

    def _move_in(self, line: bytes) -> str:
        answer = _object(line)
        move, why = answer.get("move"), answer.get("why", "")
        if answer.get("id", self._asked) != self._asked:
            raise IllegalMove(f"id: expected {self._asked}, not {answer['id']!r:.40}")
        if not isinstance(move, str):
            raise IllegalMove(f'expected {{"move": "…"}}, not {_shown(line)}')
        self.why = why[:LONGEST_WHY] if isinstance(why, str) else ""
        return move

    def _send(self, message: Plain) -> None:
        line = json.dumps(message, separators=(",", ":"))
        self._note(">", line)
        self._child.send(line)

    def _note(self, way: str, line: str) -> None:
        if self._log is not None:
            self._log.write(f"{way} {line.rstrip()}\n")

    def _say(self, words: str) -> None:
        self._tell(f"{self.name}: {words}")


@contextmanager
def seat_program(
    command: str, tell: Tell = aside, seconds: float = SECONDS, log: TextIO | None = None
) -> Iterator[TextSeat]:
    """A program, started and ready, for as long as the block lasts.

    :raises SeatLost: if it cannot be started, or does not say that it is ready.
    """
    program = TextSeat(command, tell, seconds, log)
    try:
        yield program
    finally:
        program.quit()


@final
class TextBot(Bot):
    """A program's seat in a match of this process, as any other bot's."""

    def __init__(self, game: Game, seat: Seat, seed: int, program: TextSeat) -> None:
        super().__init__(game, seat, seed)
        self.program = program
        self._number = 0
        self._since = 0
        self._events: list[Plain] = []

    def begin(self, seats: list[str], number: int = 1) -> None:
        """A match begins, with these in its seats."""
        self._number = number
        self.program.begin(self.game, self.seat, seats, number, self.seed)

    def hear(self, events: list[Heard]) -> None:
        self._events += [plain_event(self.game, event) for event in events]

    def choose(self, seen: Observation) -> Move:
        question = {**self._news(seen), "legal": [plain_move(move) for move in seen.legal]}
        text = self.program.ask(question, lambda text: self.game.legal_move(seen, text).text)
        if text is None:
            text = self.game.absent(seen).text
            self.program.absent(text)
        return self.game.moves.parse(text)

    def over(self, match: Match) -> None:
        self.hear(match.heard(self.seat, self._since + len(self._events)))
        ending = {"scores": match.scores(), "places": match.places()}
        self.program.over({**self._news(match.observe(self.seat)), **ending})

    def _news(self, seen: Observation) -> Plain:
        """What it has heard since the last question, and what it sees."""
        news: Plain = {"match": self._number, "since": self._since, "events": self._events}
        self._since += len(self._events)
        self._events = []
        return {**news, "seen": plain_seen(seen)}


def _object(line: bytes) -> Plain:
    """A line as a JSON object.

    :raises IllegalMove: if it is none.
    """
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        raise IllegalMove(
            f"expected one JSON object a line, not {_shown(line)}; notes go to standard error"
        ) from None
    if not isinstance(value, dict):
        raise IllegalMove(f"expected a JSON object, not {_shown(line)}")
    return value


def _shown(line: bytes) -> str:
    text = line.decode("utf-8", "replace").strip()
    return repr(text if len(text) <= 60 else text[:59] + "…")
