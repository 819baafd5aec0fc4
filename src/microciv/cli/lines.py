"""Whole answers in one line, in any game that has a notation for them: all of it or nothing."""

from __future__ import annotations

from collections.abc import Sequence

from microciv.cli.finding import choices, find_answer, matching
from microciv.cli.scene import Scene
from microciv.cli.tables import Look
from microciv.core.errors import IllegalMove, MicrocivError
from microciv.core.match import Match, replay
from microciv.core.moves import Move, Seat
from microciv.texts.words import SEATS


def steps_meant(typed: str, scene: Scene, look: Look) -> list[str]:
    """The steps that were typed: those of a line, unchecked, or one that is legal now.

    :raises MicrocivError: if it is neither, saying what was expected.
    """
    game, seen = scene.game, scene.observation
    short = look.meant(scene, typed)
    if short:
        return short
    words = look.written(scene, scene.texts.meant(typed))
    if not words.isdecimal():
        try:
            steps = game.steps(seen, words)
        except IllegalMove:
            if len(matching(words, seen.legal, scene.texts)) != 1:
                raise
            steps = [words]
        if len(steps) > 1:
            return steps
        words = steps[0]
    return [find_answer(words, game, seen, scene.texts).text]


def steps_written(typed: str, scene: Scene, look: Look) -> list[str]:
    """The steps that a line stands for, legal or not; what is no such line is one step.

    :raises IllegalMove: if it begins like such a line, saying what is wrong with it.
    """
    return scene.game.steps(scene.observation, look.written(scene, scene.texts.meant(typed)))


def check_line(match: Match, seat: Seat, steps: Sequence[str], *, chains: bool) -> None:
    """Would these steps make the seat's answer whole? Or go on with it, where it `chains` lines?
    They are tried on a copy of the match.

    :raises IllegalMove: at the step that is not allowed, or if one is missing or too many.
    """
    twin = replay(match.game, match.record())
    number = twin.set_number()
    for place, step in enumerate(steps):
        if place and is_whole(twin, seat, number):
            raise IllegalMove(f"the answer ends with '{steps[place - 1]}'; leave '{step}' out")
        twin.play(seat, step)
    if not chains and not is_whole(twin, seat, number):
        legal = twin.observe(seat).legal
        raise IllegalMove(f"the answer goes on after '{steps[-1]}'; expected {choices(legal)}")


def is_whole(match: Match, seat: Seat, number: int) -> bool:
    """Does the seat owe nothing more in the decision set of this number?"""
    return match.set_number() != number or seat not in match.owing()


def written(moves: Sequence[Move], scene: Scene) -> str:
    """A whole answer: in the game's notation if that is shorter than its steps, else in words."""
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


def why_not_line(match: Match, seat: Seat, steps: Sequence[str], *, chains: bool) -> str:
    """What is wrong with a line of several steps; empty if it is allowed now."""
    try:
        check_line(match, seat, steps, chains=chains)
    except MicrocivError as error:
        return str(error)
    return ""
