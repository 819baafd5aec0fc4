"""Policies: ways to play a game, the same for bots at tables, playouts, hints and bulk play.

A policy reads a state but uses only what its seat knows: it picks the same move on the true state
and on every re-deal of the observation (law *blind*). So at a table it thinks in a world re-dealt
from what its seat sees, and if all seats are played by policies they use the state itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias, final

from mypy_extensions import mypyc_attr

from microciv.core.game import Game
from microciv.core.moves import Move, Seat
from microciv.core.rng import Rng
from microciv.core.state import Observation, State

Reason: TypeAlias = tuple[str, dict[str, str | int]]
"""The name of a sentence in the game's texts (`[reasons]`), and the values for its placeholders."""

NO_REASON: Final[Reason] = ("", {})
NO_SLIPS: Final[list[int]] = []
FINE: Final = 1000
MOST_STEPS: Final = 1000  # more than any answer has

Assets: TypeAlias = tuple[list[float], list[float], float]
"""What a chance to win consists of (`Policy.assets`): the amount of each asset, the worth of one of
each, and the rest.
"""
NO_ASSETS: Final[list[Reason]] = []

Clock: TypeAlias = Callable[[], float]
"""Returns seconds, which never decrease. Bots have no clock but the one that they are given."""

Avoids: TypeAlias = Callable[[State, Seat, Move], bool]
"""Would this legal move break the restriction? It may use only what the seat knows."""


@final
class Restriction:
    """Something that a player never does if it has any other move, to find out what it is worth
    (restricted play, Jaffe et al. 2012).
    """

    def __init__(self, name: str, about: str, avoids: Avoids) -> None:
        self.name = name  # such as `never-attacks`, as in `easy:never-attacks`
        self.about = about
        self.avoids = avoids

    def left(self, state: State, seat: Seat, legal: list[Move]) -> list[Move]:
        """The moves that it allows; all of them if it allows none."""
        return [move for move in legal if not self.avoids(state, seat, move)] or legal


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy:
    """The default policy: plays any move, all equally likely, to the end of the match. Games
    subclass it in their folder `policy`. One policy may play several seats of a match.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seats = game.seats
        self.slips = 0.0
        """The share of answers in `slip_phases` that begin with a random step, from 0 to 1."""
        self.slip_phases: list[int] = NO_SLIPS
        """The numbers of the phases in which it may slip."""
        self.asset_names: list[Reason] = NO_ASSETS
        """The names in the game's texts (`[assets]`) of what `assets` counts, in the same order."""
        self.restriction: Restriction | None = None

    def sober(self) -> None:
        """From now on, make no slips or other intended errors."""
        self.slips = 0.0

    def sit_down(self, table_number: int) -> None:
        """Take in the number of the match's table. Styles follow from this and the seat; it tells
        nothing about the deal. By default there are no styles.
        """

    def begin(self, state: State) -> None:
        """Take note that a match, or a playout, begins with this state. By default nothing is
        noted.
        """

    def pick(self, state: State, seat: Seat, legal: list[Move], rng: Rng) -> Move:
        """The move that the seat plays. `legal` has two or more moves, without those that a
        restriction avoids. By default any of them, all equally likely.
        """
        return legal[rng.below(len(legal))]

    def peeks(self, state: State, seat: Seat) -> bool:
        """Would its pick here depend on what the seat cannot know? If so, even bulk play gives it a
        re-deal. By default it never would.
        """
        return False

    def reason(self, state: State, seat: Seat, answer: list[Move]) -> Reason:
        """Its reason for this answer, or the first steps of one, asked before they are sealed.
        Everybody may hear it once the answer is open, so it must not reveal more than the answer
        does.
        """
        return NO_REASON

    # --- for the search

    def select(self, state: State, seat: Seat, legal: list[Move]) -> list[Move]:
        """The moves that the search considers, at least one; by default all."""
        return legal

    def key(self, state: State, seat: Seat) -> int:
        """The policy's part of the information-set key: a small number from 0 by which it
        distinguishes what the seat sees. Decisions after the same own moves share a node of the
        tree only if their keys are equal. By default 0, so nothing but the question counts.
        """
        return 0

    def is_far(self, state: State, start: int) -> bool:
        """Does a playout stop here, if it began in decision set `start`? By default it never stops
        before the end of the match.
        """
        return False

    def evaluate(self, state: State) -> list[float]:
        """The evaluator: by seat, the chance to win from here, from 0 to 1. It is asked where
        playouts stop. By default the seat's share of the win if the match ended now.
        """
        places = state.places()
        share = 1.0 / len([place for place in places if place == 1])
        return [share if place == 1 else 0.0 for place in places]

    def assets(self, state: State, seat: Seat) -> Assets:
        """What the seat's chance to win in `evaluate` consists of, in a player's terms: how much it
        has of each of `asset_names`, and what one of each is worth. The products and the rest,
        mainly what rivals have, add up to the seat's chance, or to the logarithm of its odds. By
        default there is only the rest.
        """
        return [], [], self.evaluate(state)[seat]


PolicyMaker: TypeAlias = Callable[[Game], Policy]


def step(policy: Policy, state: State, seat: Seat, legal: list[Move], rng: Rng) -> Move:
    """The next step of the seat's answer: the only one there is, a slip, or the policy's pick."""
    if policy.restriction is not None:
        legal = policy.restriction.left(state, seat, legal)
    if len(legal) == 1:
        return legal[0]
    begins = policy.slips > 0.0 and not state.answers[seat] and state.phase in policy.slip_phases
    if begins and errs(rng, policy.slips):
        return legal[rng.below(len(legal))]
    return policy.pick(state, seat, legal, rng)


def picked(policy: Policy, state: State, seat: Seat, rng: Rng) -> Move:
    """The next step of the seat's answer as in `step`, but without slips and restrictions."""
    legal = state.legal(seat)
    return legal[0] if len(legal) == 1 else policy.pick(state, seat, legal, rng)


def usual_answer(
    policy: Policy, seen: Observation, rng: Rng, most: int = MOST_STEPS
) -> tuple[Move, ...]:
    """The policy's default answer: the steps, at most this many, with which it would complete the
    open answer. It is asked in a re-deal: any will do, since a seat learns nothing new until its
    answer is complete.
    """
    state = policy.game.redeal(seen, rng)
    policy.begin(state)
    start, seat = state.sets, seen.seat
    steps: list[Move] = []
    while len(steps) < most and state.sets == start and seat in state.to_act:
        move = picked(policy, state, seat, rng)
        steps.append(move)
        state.apply(seat, move)
    return tuple(steps)


def slipping(policy: Policy, share: float, phases: list[str]) -> Policy:
    """The same policy, from now on with slips, for a lower level: this share of its answers in
    these phases begins with a random step.
    """
    policy.slips = share
    policy.slip_phases = [policy.game.phases.index(phase) for phase in phases]
    return policy


def restricted(maker: PolicyMaker, restriction: Restriction) -> PolicyMaker:
    """A maker of the same policy with this restriction."""

    def make(game: Game) -> Policy:
        policy = maker(game)
        policy.restriction = restriction
        return policy

    return make


def asset(name: str, **parts: str | int) -> Reason:
    """The name of an asset in the game's texts, and the values for its placeholders."""
    return name, parts


def errs(rng: Rng, share: float) -> bool:
    """True in this share of calls, precise to a thousandth."""
    return rng.below(FINE) < share * FINE
