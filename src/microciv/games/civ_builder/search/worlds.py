"""Steps of an answer compared in the same worlds.

Every way to go on is played in each world with the same cards to come, so that most of what chance
does cancels out of the difference. What the policy would do stands unless another way is better by
more than chance may explain: of several that are looked at in few worlds, one always looks good.
"""

from __future__ import annotations

from math import sqrt
from typing import Final, final

from microciv.core.moves import Move
from microciv.core.rng import Rng
from microciv.core.state import State
from microciv.games.civ_builder.game import CivBuilderGame
from microciv.games.civ_builder.policy.play import CivBuilderPolicy
from microciv.games.civ_builder.views.observation import CivBuilderObservation

FIRST: Final = 4  # worlds before ways are dropped; then whenever there are twice as many
HOPE: Final = 1.0  # errors that a way may lie behind the best and still be looked at
DOUBT: Final = 1.0  # errors that a way must lie before the policy's to be taken
UNKNOWN: Final = 1.0  # the error of a way that was looked at less than twice


@final
class Way:
    """A step, and what came of it."""

    def __init__(self, move: Move) -> None:
        self.move = move
        self.looks: int = 0
        """In how many worlds it was played."""
        self.total: float = 0.0
        """Its chances to win there, added up."""
        self.leads: float = 0.0
        """What they were more than those of the policy's way."""
        self.squares: float = 0.0
        """The same, squared."""

    def learn(self, value: float, policies: float) -> None:
        """What came of it in one more world, and what of the policy's way."""
        lead = value - policies
        self.looks += 1
        self.total += value
        self.leads += lead
        self.squares += lead * lead

    def mean(self) -> float:
        """Its chance to win; even, if it was not looked at."""
        return self.total / self.looks if self.looks else 0.5

    def lead(self) -> float:
        """How much better it is than the policy's way."""
        return self.leads / self.looks if self.looks else 0.0

    def error(self) -> float:
        """How far off that may be: a standard error."""
        if self.looks < 2:
            return UNKNOWN
        spread = self.squares - self.leads * self.leads / self.looks
        return sqrt(max(0.0, spread) / (self.looks * (self.looks - 1)))


@final
class Worlds:
    """Worlds that look like what a seat sees, all at the same step of its answer."""

    def __init__(
        self, game: CivBuilderGame, seen: CivBuilderObservation, policy: CivBuilderPolicy, seed: int
    ) -> None:
        self.game = game
        self.seen = seen
        self.policy = policy
        self.rng = Rng(seed)
        self.dealt: list[State] = []
        self.taken: list[Move] = []
        """Steps that the answer has gone on with."""
        self.ways: list[Way] = []
        """Of the last step that was compared, the policy's first."""
        self.alive: list[Way] = []
        """Those that may still be the best, and the policy's."""
        self.looks = 0
        """How many playouts there were."""

    def world(self, number: int) -> State:
        """One of them, dealt when it is first wanted."""
        while number >= len(self.dealt):
            state = self.game.redeal(self.seen, self.rng)
            for move in self.taken:
                state.apply(self.seen.seat, move)
            self.dealt.append(state)
        return self.dealt[number]

    def open(self) -> bool:
        """Prepare to compare the steps worth a look; False if the answer is complete."""
        state = self.world(0)
        seat = self.seen.seat
        if state.sets != 1 or seat not in state.to_act:
            return False
        legal = state.legal(seat)
        menu = self.policy.select(state, seat, legal)
        own = menu[0] if len(menu) == 1 else self.policy.pick(state, seat, legal, self.rng)
        self.ways = [Way(own), *[Way(move) for move in menu if move is not own]]
        self.alive = self.ways[:]
        return True

    def compare(self, worlds: int) -> bool:
        """Play on from each way that is left, in one more world; False if no more is to be learnt,
        or this many were looked at.
        """
        number = self.ways[0].looks
        if len(self.alive) == 1 or number >= worlds:
            return False
        world = self.world(number)
        policies = 0.0
        for way in self.alive:
            value = self.play_on(world.clone(), way.move)
            if way is self.alive[0]:
                policies = value
            way.learn(value, policies)
            self.looks += 1
        number += 1
        if number >= FIRST and number & (number - 1) == 0:
            self.give_up()
        return True

    def give_up(self) -> None:
        most = max([way.lead() for way in self.alive])
        self.alive = [
            way
            for way in self.alive
            if way is self.ways[0] or way.lead() + HOPE * way.error() >= most
        ]

    def play_on(self, state: State, move: Move) -> float:
        """The chance to win where the policy stops."""
        policy, seat = self.policy, self.seen.seat
        state.apply(seat, move)
        while state.to_act:
            if state.sets != 1 and policy.is_far(state, 1):
                break
            moves: list[Move] = []
            for other in state.to_act:
                legal = state.legal(other)
                moves.append(
                    legal[0] if len(legal) == 1 else policy.pick(state, other, legal, self.rng)
                )
            state.apply_all(moves)
        return policy.evaluate(state)[seat]

    def best(self) -> Way:
        """The policy's way, or the one that is surely better by most."""
        best, most = self.ways[0], 0.0
        for way in self.alive[1:]:
            sure = way.lead() - DOUBT * way.error()
            if sure > most:
                best, most = way, sure
        return best

    def take(self, move: Move) -> None:
        """Go on with this step in all worlds."""
        self.taken.append(move)
        for state in self.dealt:
            state.apply(self.seen.seat, move)
