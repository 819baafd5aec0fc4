"""Lessons: a first match that teaches a game, with a fixed deal, and notes shown beside what they
are about.

A lesson is data, in `GAME.lesson.en.toml` among the texts. Which note is due follows only from what
the learner's seat sees and has heard, so replaying a record gives the same notes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias, final

from microciv.core.codec import plain_event, plain_move, plain_seen
from microciv.core.errors import IllegalMove
from microciv.core.match import Match, Record
from microciv.core.moves import Seat
from microciv.speech import language, speaking
from microciv.texts import lesson_words

LEARNER: Final[Seat] = 0
Parts: TypeAlias = Mapping[str, object]


@final
@dataclass(frozen=True)
class Note:
    """A text that is shown once, and the conditions for it."""

    id: str
    at: str
    """The thing on the screen beside which it is shown, by the name in its `data-lesson`."""
    text: str
    clause: str
    """The clause of the rules that it is about; "" for a note about the screen."""
    seen: Parts
    """Fields that the observation must have."""
    legal: Parts
    """Parts that some legal move must have; no condition if empty."""
    heard: Parts
    """Parts that some event since the seat's last choice must have; no condition if empty."""
    hint: str
    """What to try; shown only if `move` can be played, or is empty."""
    move: str
    """The answer that the hint suggests, as a line; may be empty."""


@final
@dataclass(frozen=True)
class Lesson:
    """A match with notes, which is the same for everybody who plays in the same way."""

    game: str
    seats: int
    level: str
    """The level of the bots, which have all seats but the first."""
    seed: int
    options: Parts
    notes: tuple[Note, ...]


@final
@dataclass(frozen=True)
class Due:
    """The note for the open decision, and its hint if that applies."""

    note: Note
    number: int
    """How many notes have been shown, including this one."""
    hint: str


def lesson_of(game: str) -> Lesson | None:
    """The lesson of a game in the current language; None if it has none."""
    return _lesson_in(game, language())


@cache
def _lesson_in(game: str, spoken: str) -> Lesson | None:
    with speaking(spoken):
        words = lesson_words(game)
    if not words:
        return None
    return Lesson(
        game=game,
        seats=words["seats"],
        level=words["level"],
        seed=words["seed"],
        options=words.get("options", {}),
        notes=tuple([_note(**row) for row in words["notes"]]),
    )


def said(game: str, note: Note) -> Note:
    """A note of this game's lesson in the current language."""
    lesson = lesson_of(game)
    notes = [] if lesson is None else lesson.notes
    return next((one for one in notes if one.id == note.id), note)


def bot_seed(deal: int, decision: int, seat: Seat) -> int:
    """The seed for a bot's decision in a lesson, so that the same play meets the same answers."""
    return (deal * 10_007 + decision * 101 + seat) % 2**32


def _note(
    id: str,  # noqa: A002  # its name in the file
    at: str,
    text: str,
    when: dict[str, Parts],
    clause: str = "",
    hint: str = "",
    move: str = "",
) -> Note:
    unknown = {*when} - {"seen", "legal", "heard"}
    if unknown:
        raise ValueError(f"notes.{id}.when: unknown {', '.join(sorted(unknown))}")
    seen, legal, heard = [when.get(part, {}) for part in ("seen", "legal", "heard")]
    return Note(id, at, " ".join(text.split()), clause, seen, legal, heard, hint, move)


@final
class Learner:
    """The learner's progress in a lesson; call `look` after every answer."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.due: Due | None = None
        """The note that is due in the open decision, if there is one."""
        self._left = list(lesson.notes)
        self._moments: set[tuple[int, str]] = set()
        """The moments in which the seat had a choice: decision sets, with their stages of a turn.
        """
        self._heard = 0

    def look(self, match: Match) -> None:
        """Find the note that is due: the first one left whose conditions are met. There is at most
        one for each stage of a decision set in which the seat has a choice, and one at the end of
        the match. It stays due until the next one in the same decision set.
        """
        seen = match.observe(LEARNER)
        this = match.set_number()
        moment = (this, str(getattr(seen, "stage", "")))
        if moment in self._moments:
            return
        game = match.game
        forced = LEARNER in match.to_act() and (game.obvious(seen) or game.habit(seen))
        choosing = LEARNER in match.to_act() and not forced
        goes_on = any([number == this for number, _ in self._moments])
        if match.to_act() and not choosing:
            self.due = self.due if goes_on else None
            return
        self._moments.add(moment)
        heard = match.heard(LEARNER, self._heard)
        self._heard += len(heard)
        events = [plain_event(match.game, event) for event in heard]
        moves = [plain_move(move) for move in seen.legal]
        fields = plain_seen(seen)
        self.due = self.due if goes_on else None
        for note in self._left:
            if _has(fields, note.seen) and _any(moves, note.legal) and _any(events, note.heard):
                self._left.remove(note)
                told = len(self.lesson.notes) - len(self._left)
                fits = not note.move or _playable(match, note.move)
                self.due = Due(note, told, note.hint if fits else "")
                return


def learned(match: Match, record: Record, lesson: Lesson) -> Learner:
    """The progress of the learner at the end of a record. `match` must be at its beginning; the
    record is played in it.
    """
    learner = Learner(lesson)
    learner.look(match)
    for seat, text in record.moves:
        match.play(seat, text)
        learner.look(match)
    return learner


def _has(data: Parts, parts: Parts) -> bool:
    return all([name in data and data[name] == value for name, value in parts.items()])


def _any(rows: Iterable[Parts], parts: Parts) -> bool:
    return not parts or any([_has(row, parts) for row in rows])


def _playable(match: Match, line: str) -> bool:
    try:
        match.steps(LEARNER, line)
    except IllegalMove:
        return False
    return True
