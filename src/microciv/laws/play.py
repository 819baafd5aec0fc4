"""The random play on which laws are checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from microciv.core.game import Game
from microciv.core.match import Match
from microciv.core.moves import SPECTATOR, Move, Seat
from microciv.core.rng import Rng
from microciv.core.state import State
from microciv.laws.telling import Broken, Endless

SAMPLE: Final = 24  # one in this many decisions is checked closely, to keep the laws quick
MOST_DECISIONS: Final = 20_000  # in a match
MOST_STEPS: Final = 1_000  # in an answer
FAR: Final = 150  # steps that a copy of a long match is played on; others are played to the end


def length(game: Game) -> int:
    """A match's number of decisions as a multiple of the usual (`Secrets.length`)."""
    return game.secrets().length


def is_long(game: Game) -> bool:
    """Are matches longer than usual? If so, copies are not played to their end."""
    return length(game) > 1


def sample(game: Game) -> int:
    """On average, one in this many decisions is checked closely."""
    return SAMPLE * length(game)


def far(game: Game) -> int:
    """For how many steps copies are played on: to the end, except in long matches."""
    return FAR if is_long(game) else FAR * FAR


Chooser: TypeAlias = Callable[[Match, Seat, Rng], Move]
"""Chooses a move for a seat that is to act."""


def random_move(match: Match, seat: Seat, rng: Rng) -> Move:
    """One of the seat's legal moves, all equally likely."""
    return any_legal(match.state, seat, rng)


def any_legal(state: State, seat: Seat, rng: Rng) -> Move:
    """The same from a state, without an observation, which would take most of a law's time."""
    legal = legal_moves(state, seat)
    return legal[rng.below(len(legal))]


def legal_moves(state: State, seat: Seat) -> list[Move]:
    """The legal moves of a seat that is to act.

    :raises Broken: if there are none.
    """
    legal = state.legal(seat)
    if not legal:
        asking: Any = state
        phase = asking.game.phases[state.phase]
        after = " ".join([f"'{move.text}'" for move in state.answers[seat]])
        raise Broken(
            f"seat {seat} is to act in the phase '{phase}'{after and f' after {after}'}, and"
            " `legal` gives it no move"
        )
    return legal


def any_seat(game: Game, rng: Rng) -> Seat:
    """A random seat or the spectator, all equally likely."""
    seat = rng.below(game.seats + 1)
    return seat if seat < game.seats else SPECTATOR


def decisions(match: Match, rng: Rng, choose: Chooser = random_move) -> Iterator[None]:
    """Play the match to its end, by default with random moves; yields before each move.

    :raises Endless: if the match or an answer does not end.
    """
    for _ in range(MOST_DECISIONS):
        if not match.to_act():
            return
        yield
        to_act = match.to_act()
        if to_act:
            seat = to_act[rng.below(len(to_act))]
            if len(match.state.answers[seat]) >= MOST_STEPS:
                raise Endless(
                    f"an answer of seat {seat} has {MOST_STEPS} steps and goes on: `closes` says"
                    " with which it is complete"
                )
            match.play(seat, choose(match, seat, rng).text)
    ends(match)


def ends(match: Match) -> None:
    """Check that the match is over, after `MOST_DECISIONS`.

    :raises Endless: if it is not.
    """
    if match.to_act():
        raise Endless(f"the match does not end within {MOST_DECISIONS} decisions")


def play_on(state: State, rng: Rng, steps: int) -> None:
    """Play this many random steps, or to the end of the match."""
    while state.to_act and steps:
        steps -= 1
        seat = state.to_act[rng.below(len(state.to_act))]
        state.apply(seat, any_legal(state, seat, rng))


def play_steps(match: Match, rng: Rng, steps: int) -> None:
    """The same with a `Match`."""
    while match.to_act() and steps:
        steps -= 1
        seat = match.to_act()[rng.below(len(match.to_act()))]
        match.play(seat, random_move(match, seat, rng).text)


def seal_some(state: State, spared: Seat, rng: Rng) -> None:
    """Let some of the other seats that are to act take a step, never all that are to act."""
    for seat in state.to_act:
        if seat != spared and len(state.to_act) > 1 and rng.below(2):
            state.apply(seat, any_legal(state, seat, rng))
