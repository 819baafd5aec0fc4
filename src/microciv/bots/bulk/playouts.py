"""Playing a state to its end, at random or by policies: the inner loop of studies."""

from __future__ import annotations

from typing import Final, final

from microciv.core.game import Game
from microciv.core.moves import Move, Seat
from microciv.core.policy import Policy, step
from microciv.core.rng import Rng
from microciv.core.state import State

SEED_BITS: Final = 64  # of a match's seed; the seeds of its bots are above these


def play_out(state: State, rng: Rng) -> int:
    """Play to the end with random moves, all equally likely; returns the number of moves where two
    or more were legal.
    """
    choices = 0
    while state.to_act:
        to_act = state.to_act
        if len(to_act) == 1:  # a single answer needs no list
            seat = to_act[0]
            legal = state.legal(seat)
            count = len(legal)
            if count > 1:
                choices += 1
            state.apply(seat, legal[rng.below(count) if count > 1 else 0])
            continue
        moves: list[Move] = []
        for seat in to_act:
            legal = state.legal(seat)
            count = len(legal)
            if count > 1:
                choices += 1
            moves.append(legal[rng.below(count) if count > 1 else 0])
        state.apply_all(moves)
    return choices


def bot_seed(seed: int, seat: Seat) -> int:
    """The seed of the bot in this seat, in a match of this seed."""
    return ((seat + 1) << SEED_BITS) + seed


@final
class Watch:
    """Notes what studies measure while a match is played: how much there was to choose from, and
    the scores at the beginning of each round. Rounds begin with an event called `round`.
    """

    def __init__(self, game: Game) -> None:
        self.choices = 0
        """The number of steps with two legal moves or more."""
        self.menus = 0
        """The number of their legal moves, summed up."""
        self.largest = 0
        """The highest number of legal moves in a step."""
        self.scores: list[list[int]] = []
        """By round and seat, the score as the round began, in the game's unit."""
        self._round = game.kinds.get("round")
        self._heard = 0

    def look(self, state: State) -> None:
        """Note the scores if a round has begun; called before each decision set."""
        log = state.log
        while self._heard < len(log):
            if log[self._heard].kind is self._round:
                self.scores.append(state.scores())
            self._heard += 1

    def asked(self, count: int) -> None:
        """Note that a step is to be chosen from this many legal moves."""
        if count > 1:
            self.choices += 1
            self.menus += count
            self.largest = max(self.largest, count)


def play_match(
    game: Game,
    seed: int,
    policies: list[Policy],
    seated: list[Policy],
    log: list[tuple[int, Seat, Move]] | None,
    watch: Watch | None = None,
    bots: int | None = None,
) -> tuple[State, int]:
    """Play a match among policies; returns its last state, and the number of steps.

    `policies` are all policies, which must have sat down, and `seated` has them by seat. Each step
    is added to the `log`, if given. With a `watch` the state also keeps its events. `seed`
    determines the deal, and the bots' random numbers unless these have a seed of their own, `bots`.
    """
    state = game.deal(seed)
    if watch is None:
        state.hush()
    for policy in policies:
        policy.begin(state)
    own = seed if bots is None else bots
    rngs = [Rng(bot_seed(own, seat)) for seat in range(game.seats)]
    return state, play_policies(state, seated, rngs, log, watch)


def play_policies(
    state: State,
    policies: list[Policy],
    rngs: list[Rng],
    log: list[tuple[int, Seat, Move]] | None = None,
    watch: Watch | None = None,
) -> int:
    """Play to the end with a policy and a generator for each seat; returns the number of steps. One
    policy may have several seats, and all must have begun (`Policy.begin`). Each step is added to
    the `log`, if given, with the number of its decision set and its seat.

    The policies read the state itself: by the law *blind* they pick the same as from what their
    seats see.
    """
    steps = 0
    while state.to_act:
        to_act = state.to_act
        if watch is not None:
            watch.look(state)
        if len(to_act) == 1:  # a single answer needs no list
            seat = to_act[0]
            move = next_step(policies[seat], state, seat, rngs[seat], watch)
            if log is not None:
                log.append((state.sets, seat, move))
            state.apply(seat, move)
            steps += 1
            continue
        moves: list[Move] = []
        for seat in to_act:
            move = next_step(policies[seat], state, seat, rngs[seat], watch)
            moves.append(move)
            if log is not None:
                log.append((state.sets, seat, move))
        steps += len(moves)
        state.apply_all(moves)
    return steps


def next_step(
    policy: Policy, state: State, seat: Seat, rng: Rng, watch: Watch | None = None
) -> Move:
    """The seat's next step: picked from the state itself, or from a re-deal if the policy would
    peek.
    """
    legal = state.legal(seat)
    if watch is not None:
        watch.asked(len(legal))
    if len(legal) == 1:
        return legal[0]
    if policy.peeks(state, seat):
        return dealt_step(policy, state, seat, rng)
    return step(policy, state, seat, legal, rng)


def dealt_step(policy: Policy, state: State, seat: Seat, rng: Rng) -> Move:
    """The seat's next step, picked from a re-deal of what it sees."""
    world = policy.game.redeal(state.observe(seat), rng)
    return step(policy, world, seat, world.legal(seat), rng)
