"""Every lesson: what it says is true when it is said, and it comes to its end."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from microciv.core.codec import plain_event, plain_move, plain_seen
from microciv.core.match import Match, replay
from microciv.core.state import Observation
from microciv.games import catalogue
from microciv.lessons import LEARNER, Due, Learner, Lesson, Note, learned, lesson_of
from tests.lesson_play import begin, play, willing

ROOT: Final = Path(__file__).resolve().parent.parent
GAMES: Final = [name for name in catalogue() if lesson_of(name) is not None]
RESULT: Final = "result"
"""Where the last note stands: no board has it."""

MOST_NOTES: Final = 14
MOST_WORDS: Final = 45
WORDS_A_MINUTE: Final = 200
SECONDS_A_TAP: Final = 2.5
LONGEST: Final = 4.0


def lesson(game: str) -> Lesson:
    found = lesson_of(game)
    assert found is not None
    return found


def words(text: str) -> int:
    return len(text.split())


@cache
def boards(game: str) -> str:
    """The sources of the game's board."""
    module = catalogue()[game].game.split(":")[0].split(".")[2]
    files = sorted((ROOT / "web" / "src" / "games" / module).glob("*.svelte"))
    return "\n".join([file.read_text(encoding="utf-8") for file in files])


def test_every_game_of_ours_has_a_lesson():
    ours = [name for name, about in catalogue().items() if about.game.startswith("microciv.games.")]
    assert ours == GAMES


@pytest.mark.parametrize("game", GAMES)
def test_notes_are_short_and_few(game):
    notes = lesson(game).notes
    assert len(notes) <= MOST_NOTES
    assert [] == [note.id for note in notes if words(note.text) > MOST_WORDS]
    assert len({note.id for note in notes}) == len(notes)
    assert notes[-1].at == RESULT
    assert all(note.seen or note.legal or note.heard for note in notes)


@pytest.mark.parametrize("game", GAMES)
def test_every_note_is_about_something_that_the_board_has(game):
    places = {
        place
        for value in re.findall(r'data-lesson=(?:"([^"]+)"|\{([^}]+)\})', boards(game))
        for place in re.findall(r"\w+", " ".join(value))
    }
    assert [] == [note.at for note in lesson(game).notes[:-1] if note.at not in places]


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_is_in_the_rules(game):
    ledger = (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    unknown = [
        note.clause
        for note in lesson(game).notes
        if note.clause and f"**{note.clause}" not in ledger
    ]
    assert [] == unknown


@pytest.mark.parametrize("game", GAMES)
def test_who_follows_the_suggestions_is_told_everything_in_four_minutes(game):
    taught = lesson(game)
    told: list[Note] = []
    hints: list[str] = []
    read = taps = 0
    follow = willing(taught)

    def watch(_: Match, learner: Learner) -> None:
        nonlocal read
        assert learner.due is not None
        told.append(learner.due.note)
        hints.append(learner.due.hint)
        read += words(learner.due.note.text) + words(learner.due.hint)
        assert learner.due.number == len(told)

    def choose(match: Match, seen: Observation, due: Due | None) -> str:
        nonlocal taps
        taps += 1
        return follow(match, seen, due)

    play(taught, choose, watch)
    assert {note.id for note in taught.notes} == {note.id for note in told}
    assert told[-1] == taught.notes[-1]
    assert [note.hint for note in told] == hints  # and all of them can be followed
    minutes = read / WORDS_A_MINUTE + taps * SECONDS_A_TAP / 60
    assert minutes <= LONGEST


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", GAMES)
def test_whatever_the_learner_does_no_note_is_wrong(game, seed):
    taught = lesson(game)
    rng = random.Random(seed)
    told: list[str] = []
    moments: list[tuple[int, str]] = []

    def watch(match: Match, learner: Learner) -> None:
        due = learner.due
        assert due is not None
        note, seen = due.note, match.observe(LEARNER)
        fields, moves = plain_seen(seen), [plain_move(move) for move in seen.legal]
        events = [plain_event(match.game, one) for one in match.heard(LEARNER)]
        assert all(fields[name] == value for name, value in note.seen.items())
        assert not note.legal or any(note.legal.items() <= move.items() for move in moves)
        assert not note.heard or any(note.heard.items() <= event.items() for event in events)
        if due.hint and note.move:
            match.steps(LEARNER, note.move)
        told.append(note.id)
        moments.append((match.set_number(), getattr(seen, "stage", "")))

    play(taught, lambda _, seen, __: rng.choice(seen.legal).text, watch)
    assert told[-1] == taught.notes[-1].id
    assert len(set(told)) == len(told)
    assert len(set(moments)) == len(moments)


@pytest.mark.parametrize("game", GAMES)
def test_a_record_tells_which_note_is_due(game):
    taught = lesson(game)
    follow = willing(taught)
    was: list[tuple[int, str]] = []

    def watch(match: Match, learner: Learner) -> None:
        assert learner.due is not None
        was.append((len(match.record().moves), learner.due.note.id))

    record = play(taught, follow, watch).record()
    for plies, id_ in was:
        part = replay(begin(taught).game, record, plies).record()
        due = learned(begin(taught), part, taught).due
        assert due is not None
        assert id_ == due.note.id


def test_a_note_whose_move_cannot_be_played_suggests_nothing():
    taught = lesson("5x")
    told: dict[str, str] = {}

    def watch(_: Match, learner: Learner) -> None:
        assert learner.due is not None
        told[learner.due.note.id] = learner.due.hint

    def contrary(_: Match, seen: Observation, __: Due | None) -> str:
        texts = [move.text for move in seen.legal]
        return "explore" if "explore" in texts else texts[0]

    play(taught, contrary, watch)
    assert told["exploit"]
    assert told["explore"] == ""  # it lies in the pile by then
