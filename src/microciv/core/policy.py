"""A way to play a game: one piece of code for bots at tables, playouts, hints and bulk play.

A policy reads a state and knows only what its seat knows: its pick on the true state is its pick
on every re-deal of the observation (law *blind*). So at a table it thinks in a world re-dealt
from what its seat sees, and where all seats are policies it plays on the state itself.
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
"""A sentence by its name in a game's texts (`[reasons]`), and what is put into it."""

NO_REASON: Final[Reason] = ("", {})
NO_SLIPS: Final[list[int]] = []
FINE: Final = 1000
MOST_STEPS: Final = 1000  # more than any answer has

Assets: TypeAlias = tuple[list[float], list[float], float]
"""What a chance to win is made of, see `Policy.assets`: how much there is of each, what one of each
is worth, and the rest.
"""
NO_ASSETS: Final[list[Reason]] = []

Clock: TypeAlias = Callable[[], float]
"""Seconds that only grow; bots have no clock of their own."""

Avoids: TypeAlias = Callable[[State, Seat, Move], bool]
"""Would this legal move break the restriction? Asks only for what the seat knows."""


@final
class Restriction:
    """Something that a player never does as long as there is anything else to do, to find out what
    it is worth (Jaffe 2012).
    """

    def __init__(self, name: str, about: str, avoids: Avoids) -> None:
        self.name = name  # as in `easy:never-attacks`
        self.about = about
        self.avoids = avoids

    def left(self, state: State, seat: Seat, legal: list[Move]) -> list[Move]:
        """The moves that it leaves; all of them if it leaves none."""
        return [move for move in legal if not self.avoids(state, seat, move)] or legal


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy:
    """Knows nothing: any move, each as likely, to the end of the match. A game's own is in its
    folder `policy`. One policy may play several seats of a match.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seats = game.seats
        self.slips = 0.0
        """In this share of the answers that it begins in `slip_phases`, the first step is any."""
        self.slip_phases: list[int] = NO_SLIPS
        """Phases by number; in no others does it slip."""
        self.asset_names: list[Reason] = NO_ASSETS
        """What `assets` counts, by its names in the game's texts (`[assets]`)."""
        self.restriction: Restriction | None = None

    def sober(self) -> None:
        """From now on without slips, or whatever else it errs by on purpose."""
        self.slips = 0.0

    def sit_down(self, table_number: int) -> None:
        """Hear the number of the table that the match is played at: styles follow from it and the
        seat, and nothing follows from it of the deal. By default there are no styles.
        """

    def begin(self, state: State) -> None:
        """Play begins here: a match, or playouts from a world like this, from which `is_far` may
        count. By default nothing is kept of it.
        """

    def pick(self, state: State, seat: Seat, legal: list[Move], rng: Rng) -> Move:
        """What the seat plays, of two legal moves or more that no restriction avoids; by default
        any, each as likely.
        """
        return legal[rng.below(len(legal))]

    def peeks(self, state: State, seat: Seat) -> bool:
        """Would its pick lean here on what the seat cannot know? Then it is given a re-deal in bulk
        play, too. By default it never does.
        """
        return False

    def reason(self, state: State, seat: Seat, answer: list[Move]) -> Reason:
        """What it says of this answer, or of its first steps, before they are sealed. Everybody
        may hear it once the answer is open, so it tells no more than that does.
        """
        return NO_REASON

    # --- for the search

    def select(self, state: State, seat: Seat, legal: list[Move]) -> list[Move]:
        """The moves worth a look, at least one of them; by default all."""
        return legal

    def key(self, state: State, seat: Seat) -> int:
        """A part of the information-set key: what the seat sees now and should play differently
        for, as a small number from 0. It tells decisions apart that follow the same own moves.
        By default 0: nothing but what is asked.
        """
        return 0

    def is_far(self, state: State, start: int) -> bool:
        """Does a playout stop here, the search having begun at set `start`? By default never."""
        return False

    def evaluate(self, state: State) -> list[float]:
        """Each seat's chance to win from here on, from 0 to 1; asked where playouts stop. By
        default the share in the victory so far.
        """
        places = state.places()
        share = 1.0 / len([place for place in places if place == 1])
        return [share if place == 1 else 0.0 for place in places]

    def assets(self, state: State, seat: Seat) -> Assets:
        """What `evaluate` makes of a seat, by what a player counts: how much it has of each of
        `asset_names` and what one more of it is worth. With the rest, above all what rivals have,
        the products add up to the seat's chance, or to the logarithm of its odds. By default there
        is nothing but the rest.
        """
        return [], [], self.evaluate(state)[seat]


PolicyMaker: TypeAlias = Callable[[Game], Policy]


def step(policy: Policy, state: State, seat: Seat, legal: list[Move], rng: Rng) -> Move:
    """The next step of the seat's answer: what is forced, a slip, or what the policy picks."""
    if policy.restriction is not None:
        legal = policy.restriction.left(state, seat, legal)
    if len(legal) == 1:
        return legal[0]
    begins = policy.slips > 0.0 and not state.answers[seat] and state.phase in policy.slip_phases
    if begins and errs(rng, policy.slips):
        return legal[rng.below(len(legal))]
    return policy.pick(state, seat, legal, rng)


def picked(policy: Policy, state: State, seat: Seat, rng: Rng) -> Move:
    """The same without slips and restrictions."""
    legal = state.legal(seat)
    return legal[0] if len(legal) == 1 else policy.pick(state, seat, legal, rng)


def usual_answer(
    policy: Policy, seen: Observation, rng: Rng, most: int = MOST_STEPS
) -> tuple[Move, ...]:
    """What the policy would add to the answer now, as far as this many steps. Until an answer is
    complete its seat learns nothing new, so any world will do to ask in.
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
    """The policy, from now on with slips: begun without a thought, this share of its answers in
    these phases sets a lower level apart.
    """
    policy.slips = share
    policy.slip_phases = [policy.game.phases.index(phase) for phase in phases]
    return policy


def restricted(maker: PolicyMaker, restriction: Restriction) -> PolicyMaker:
    """A maker of the same policy under this restriction."""

    def make(game: Game) -> Policy:
        policy = maker(game)
        policy.restriction = restriction
        return policy

    return make


def asset(name: str, **parts: str | int) -> Reason:
    """What an asset is called, and what is put into that."""
    return name, parts


def errs(rng: Rng, share: float) -> bool:
    """True this often, to the thousandth."""
    return rng.below(FINE) < share * FINE
