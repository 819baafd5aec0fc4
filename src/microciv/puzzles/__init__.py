"""Puzzles: a decision from a real match, whose best answer is known, and how the others compare.

`GAME.json` has those of a game, found by `tools/find_puzzles.py`: a match up to the decision, the
seat that decides, and all its answers, weighed. A puzzle shows what that seat saw, nothing else.
"""

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final, final

from microciv.bots.why import Why, read_why
from microciv.core.codec import plain_record, read_record
from microciv.core.errors import BadOption, IllegalMove
from microciv.core.match import Match, Record, replay
from microciv.core.moves import Seat
from microciv.games import about, open_game
from microciv.speech import t

LEVEL: Final = "hard"
"""The level of the bots that played these matches."""
WEAK: Final = "easy"
"""The level of the bot that goes wrong."""


@final
@dataclass(frozen=True)
class Weighed:
    """An answer, or the next step of one, with what it is worth."""

    text: str
    chance: float
    error: float
    """The standard error of the chance."""
    why: Why
    """For the best answer, compared with the next; for the others, compared with the best."""


@final
@dataclass(frozen=True)
class Puzzle:
    """What would you play? Every legal answer is weighed."""

    game: str
    number: int
    """Its number among the puzzles of its game, from 1."""
    id: str
    """Identifies it, whatever its number."""
    record: Record
    """The match up to the decision."""
    seat: Seat
    phase: str
    answers: tuple[Weighed, ...]
    """The best first."""
    easy: str
    """What a `WEAK` bot would have played."""

    @property
    def best(self) -> str:
        return self.answers[0].text

    def index_of(self, text: str) -> int:
        """The index of this answer among all of them, from 0."""
        return [answer.text for answer in self.answers].index(text)


@cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game; all those in its file are of the current version of its rules."""
    file = resources.files("microciv.puzzles").joinpath(f"{game}.json")
    return read_puzzles(game, file.read_text(encoding="utf-8")) if file.is_file() else ()


def read_puzzles(game: str, text: str) -> tuple[Puzzle, ...]:
    rows: list[dict[str, Any]] = json.loads(text)["puzzles"]
    return tuple([_puzzle(game, number, row) for number, row in enumerate(rows, 1)])


def puzzle_of(game: str, number: int) -> Puzzle:
    """The puzzle of a game with this number.

    :raises BadOption: if there is none; the message says which there are.
    """
    known = puzzles_of(about(game).name)
    if not known:
        raise BadOption(t("{game} has no puzzles", game=about(game).title))
    if not 1 <= number <= len(known):
        raise BadOption(
            t(
                "{game} has puzzles 1 to {last}, not {number}",
                game=about(game).title,
                last=len(known),
                number=number,
            )
        )
    return known[number - 1]


def asked(puzzle: Puzzle) -> Match:
    """The match as it stands when the puzzle is posed."""
    record = puzzle.record
    return replay(open_game(record.game, {**record.options}), record)


def answered(puzzle: Puzzle, match: Match, lines: list[str]) -> Weighed:
    """The weighed answer that these lines begin with, in a match as `asked` returns it. Steps that
    the seat has already sealed stand, and may be repeated.

    :raises IllegalMove: if there is none; the message says what is expected.
    """
    sealed = [*match.sealed(puzzle.seat)]
    if sealed and lines[: len(sealed)] == sealed:
        lines = lines[len(sealed) :]
    if not lines or lines == sealed[: len(lines)]:
        raise IllegalMove(t("choose how the answer goes on; what is sealed of it stands"))
    first = match.steps(puzzle.seat, *lines)[0]
    return puzzle.answers[puzzle.index_of(first.text)]


def packed(record: Record) -> str:
    """A record as short text, as links of the page have it."""
    text = json.dumps(plain_record(record), separators=(",", ":"))
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def _unpacked(text: str) -> Record:
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    return read_record(json.loads(zlib.decompress(data)))


def _puzzle(game: str, number: int, row: dict[str, Any]) -> Puzzle:
    answers = tuple(
        [Weighed(text, chance, error, read_why(why)) for text, chance, error, why in row["answers"]]
    )
    told = f"{row['record']} {row['seat']}".encode()
    id_ = f"{zlib.crc32(told):08x}"
    record = _unpacked(row["record"])
    return Puzzle(game, number, id_, record, row["seat"], row["phase"], answers, row["easy"])
