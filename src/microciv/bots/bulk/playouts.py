"""Quiet random playouts: the inner loop of studies."""

from __future__ import annotations

from typing import Final, final

from microciv.core.game import Game
from microciv.core.moves import Move, Seat
from microciv.core.policy import Policy, step
from microciv.core.rng import Rng
from microciv.core.state import State

SEED_BITS: Final = 64  # of a match's seed: bots draw from streams beyond them


def play_out(state: State, rng: Rng) -> int:
    """Play to the end with random moves, each as likely; returns how many of them were choices."""
    choices = 0
    while state.to_act:
        to_act = state.to_act
        if len(to_act) == 1:  # nobody to wait for, and no list to make
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
    """A bot's own, in a match of this seed."""
    return ((seat + 1) << SEED_BITS) + seed


@final
class Watch:
    """What studies want to know of a match besides its events: how much there was to choose from,
    and the scores as each round began. The round is told by an event of that name.
    """

    def __init__(self, game: Game) -> None:
        self.choices = 0
        """Steps with two legal moves or more."""
        self.menus = 0
        """Their legal moves, all together."""
        self.largest = 0
        self.scores: list[list[int]] = []
        self._round = game.kinds.get("round")
        self._heard = 0

    def look(self, state: State) -> None:
        """Before each question: has a round begun?"""
        log = state.log
        while self._heard < len(log):
            if log[self._heard].kind is self._round:
                self.scores.append(state.scores())
            self._heard += 1

    def asked(self, count: int) -> None:
        """A step is wanted, and there are this many legal moves."""
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
    """A match among these policies, which have sat down; `seated` has them by seat. Returns its
    end, and in how many steps. With a `watch`, it has heard all that happened. The bots draw from
    the generators of this match, or of the one that `bots` is the seed of.
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
    """Play to the end with a policy and a generator by seat; returns how many steps were made. One
    policy may have several seats; all have begun. With a `log`, each step is added to it with its
    decision set and seat.

    The policies read the state itself: the law *blind* proves that this tells them nothing.
    """
    steps = 0
    while state.to_act:
        to_act = state.to_act
        if watch is not None:
            watch.look(state)
        if len(to_act) == 1:  # nobody to wait for, and no list to make
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
    """The seat's next step, from the state itself where the policy does not peek."""
    legal = state.legal(seat)
    if watch is not None:
        watch.asked(len(legal))
    if len(legal) == 1:
        return legal[0]
    if policy.peeks(state, seat):
        return dealt_step(policy, state, seat, rng)
    return step(policy, state, seat, legal, rng)


def dealt_step(policy: Policy, state: State, seat: Seat, rng: Rng) -> Move:
    """The next step, thought out in a re-deal of what the seat sees."""
    world = policy.game.redeal(state.observe(seat), rng)
    return step(policy, world, seat, world.legal(seat), rng)
