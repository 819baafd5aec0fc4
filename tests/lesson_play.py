"""A learner's match, played without a server: by what the notes suggest, or anyhow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from microciv.bots import make_bot
from microciv.core.match import Match
from microciv.core.moves import Seat
from microciv.core.state import Observation
from microciv.games import open_game
from microciv.lessons import LEARNER, Due, Learner, Lesson, bot_seed
from microciv.trust import table_number

Chooser: TypeAlias = Callable[[Match, Observation, Due | None], str]
Watcher: TypeAlias = Callable[[Match, Learner], None]

MOST_STEPS: Final = 2000


def begin(lesson: Lesson) -> Match:
    return Match(
        open_game(lesson.game, {**lesson.options, "seats": lesson.seats}), seed=lesson.seed
    )


def play(lesson: Lesson, choose: Chooser, watch: Watcher = lambda match, learner: None) -> Match:
    """The whole match, with the bots of the lesson; `watch` is called whenever a note is due."""
    match, learner = begin(lesson), Learner(lesson)
    before: Due | None = None
    for _ in range(MOST_STEPS):
        learner.look(match)
        if learner.due is not before and learner.due is not None:
            watch(match, learner)
        before = learner.due
        if not match.to_act():
            return match
        answer(lesson, match, learner, choose)
    raise AssertionError("the lesson does not end")


def answer(lesson: Lesson, match: Match, learner: Learner, choose: Chooser) -> None:
    """One step of everybody's answer; the learner's comes last."""
    this = match.set_number()
    for seat in sorted(match.to_act(), reverse=True):
        if match.set_number() != this:
            return
        seen = match.observe(seat)
        obvious = match.game.obvious(seen)
        if obvious is not None:
            match.play(seat, obvious.text)
        elif seat == LEARNER:
            match.answer(seat, choose(match, seen, learner.due))
        else:
            match.play(seat, bot_move(lesson, match, seat))


def bot_move(lesson: Lesson, match: Match, seat: Seat) -> str:
    mind = bot_seed(lesson.seed, match.set_number(), seat)
    number = table_number(lesson.seed)
    bot = make_bot(lesson.level, match.game, seat, mind, table_number=number)
    bot.hear(match.heard(seat))
    return bot.choose(match.observe(seat)).text


def willing(lesson: Lesson) -> Chooser:
    """A learner who does what is suggested, once, and else what an easy bot does."""
    done: set[str] = set()

    def choose(match: Match, seen: Observation, due: Due | None) -> str:
        if due is not None and due.hint and due.note.move and due.note.id not in done:
            done.add(due.note.id)
            return due.note.move
        return bot_move(lesson, match, LEARNER)

    return choose
