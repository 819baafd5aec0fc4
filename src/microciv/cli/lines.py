"""Complete answers in one line, in any game that has a notation for them."""

from __future__ import annotations

from collections.abc import Sequence

from microciv.cli.finding import find_answer, find_any, matching, several_answers
from microciv.cli.looks import Look
from microciv.cli.scene import Scene
from microciv.core.errors import IllegalMove
from microciv.core.match import Match
from microciv.core.moves import Move, Seat
from microciv.texts.words import SEATS


def steps_meant(typed: str, scene: Scene, look: Look) -> list[str]:
    """The steps that were typed: those of a line or of several numbers, unchecked, or one that is
    legal now.

    :raises MicrocivError: if it is neither, saying what was expected.
    """
    game, seen = scene.game, scene.observation
    short = look.meant(scene, typed)
    if short:
        return short
    several = several_answers(typed, game, seen)
    if several:
        return [move.text for move in several]
    words = look.written(scene, scene.texts.meant(typed))
    if not words.isdecimal():
        try:
            steps = game.steps(seen, words)
        except IllegalMove:
            if len(matching(words, seen.legal, scene.texts)) != 1:
                raise
            steps = [words]
        if len(steps) > 1:
            return [exact(step, scene) for step in steps]
        words = steps[0]
    return [find_answer(words, game, seen, scene.texts).text]


def exact(step: str, scene: Scene) -> str:
    """One of several steps as the game writes it.

    :raises MicrocivError: if it is no move, or could be several.
    """
    if scene.game.moves.find(step) is not None:
        return step
    return find_any(step, scene.game, scene.observation, scene.texts).text


def steps_written(typed: str, scene: Scene, look: Look) -> list[str]:
    """The steps that a line, or several numbers, stand for, legal or not; what is neither is one
    step.

    :raises IllegalMove: if it begins like such a line, saying what is wrong with it.
    :raises MicrocivError: if a number is none of the list.
    """
    several = several_answers(typed, scene.game, scene.observation)
    if several:
        return [move.text for move in several]
    return scene.game.steps(scene.observation, look.written(scene, scene.texts.meant(typed)))


def is_whole(match: Match, seat: Seat, number: int) -> bool:
    """Has the seat nothing more to do in the decision set of this number?"""
    return match.set_number() != number or seat not in match.to_act()


def written(moves: Sequence[Move], scene: Scene) -> str:
    """A complete answer: in the game's notation if shorter than its steps, else in words."""
    line = scene.game.line(scene.observation, list(moves))
    if len(moves) == 1 or line == "; ".join([move.text for move in moves]):
        return "; ".join([scene.label(move) for move in moves])
    named = [
        scene.names[value]
        for move in moves
        for part, value in move.parts().items()
        if part in SEATS and isinstance(value, int)
    ]
    return f"{line} ({', '.join(dict.fromkeys(named))})" if named else line
