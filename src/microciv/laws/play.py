"""Random play, as the laws look at it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from microciv.core.game import Game
from microciv.core.match import Match
from microciv.core.moves import SPECTATOR, Move, Seat
from microciv.core.rng import Rng
from microciv.core.state import State
from microciv.laws.telling import Broken

SAMPLE: Final = 24  # of this many decisions, one is looked at closely, to keep the laws quick
MOST_DECISIONS: Final = 100_000  # of a match
FAR: Final = 150  # decisions that a copy of a long match is played on; others go to their end


def length(game: Game) -> int:
    """How many times more decisions a match has than most."""
    return game.secrets().length


def is_long(game: Game) -> bool:
    """Are matches longer than most? Then copies are not played to their end."""
    return length(game) > 1


def sample(game: Game) -> int:
    """Look closely at one decision in `SAMPLE`."""
    return SAMPLE * length(game)


def far(game: Game) -> int:
    """Enough steps to reach the end, or far."""
    return FAR if is_long(game) else FAR * FAR


def random_move(match: Match, seat: Seat, rng: Rng) -> Move:
    """Any of the seat's legal moves, each as likely."""
    legal = match.state.legal(seat)  # an observation would take most of a law's time
    return legal[rng.below(len(legal))]


def any_seat(game: Game, rng: Rng) -> Seat:
    """One of the seats, or a spectator."""
    seat = rng.below(game.seats + 1)
    return seat if seat < game.seats else SPECTATOR


def decisions(match: Match, rng: Rng) -> Iterator[None]:
    """Play the match to its end with random moves, stopping before each."""
    played = 0
    while match.to_act():
        played += 1
        if played > MOST_DECISIONS:
            raise Broken(f"the match does not end within {MOST_DECISIONS} decisions")
        yield
        to_act = match.to_act()
        if to_act:
            seat = to_act[rng.below(len(to_act))]
            match.play(seat, random_move(match, seat, rng).text)


def play_on(state: State, rng: Rng, steps: int) -> None:
    """This many steps, or to the end, with random moves."""
    while state.to_act and steps:
        steps -= 1
        seat = state.to_act[rng.below(len(state.to_act))]
        legal = state.legal(seat)
        state.apply(seat, legal[rng.below(len(legal))])


def play_steps(match: Match, rng: Rng, steps: int) -> None:
    """As `play_on`, by the referee."""
    while match.to_act() and steps:
        steps -= 1
        seat = match.to_act()[rng.below(len(match.to_act()))]
        legal = match.state.legal(seat)
        match.play(seat, legal[rng.below(len(legal))].text)


def seal_some(state: State, spared: Seat, rng: Rng) -> None:
    """Let some of the other seats answer, never all that are asked."""
    for seat in state.to_act:
        if seat != spared and len(state.to_act) > 1 and rng.below(2):
            legal = state.legal(seat)
            state.apply(seat, legal[rng.below(len(legal))])
