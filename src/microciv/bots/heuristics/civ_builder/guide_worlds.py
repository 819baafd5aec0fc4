"""Steps of an answer compared in the same worlds.

Every way to go on is played in each world with the same cards to come, so that most of what chance
does falls out of the difference; ways that fall behind are given up on the way.
"""

from __future__ import annotations

from typing import Final, final

from microciv.bots.heuristics.civ_builder.guide import CivBuilderGuide
from microciv.core.moves import Move
from microciv.core.rng import Rng
from microciv.core.state import State
from microciv.games.civ_builder.game import CivBuilderGame
from microciv.games.civ_builder.observation import CivBuilderObservation

AT_LEAST: Final = 2  # ways that are looked at to the end
FIRST: Final = 4  # a quarter of the worlds before half of the ways are given up


@final
class Way:
    """A step, and what came of it."""

    def __init__(self, move: Move) -> None:
        self.move = move
        self.looks: int = 0
        """In how many worlds it was played."""
        self.total: float = 0.0
        """Its chances to win there, added up."""

    def mean(self) -> float:
        """Its chance to win; even, if it was not looked at."""
        return self.total / self.looks if self.looks else 0.5


@final
class Worlds:
    """Worlds that look like what a seat sees, all at the same step of its answer."""

    def __init__(
        self, game: CivBuilderGame, seen: CivBuilderObservation, guide: CivBuilderGuide, seed: int
    ) -> None:
        self.game = game
        self.seen = seen
        self.guide = guide
        self.rng = Rng(seed)
        self.dealt: list[State] = []
        self.taken: list[Move] = []
        """Steps that the answer has gone on with."""
        self.ways: list[Way] = []
        """Of the last step that was compared, the best first."""
        self.alive: list[Way] = []
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
        """Prepare to compare the steps worth a look; False if the answer is whole."""
        state = self.world(0)
        seat = self.seen.seat
        if state.sets != 1 or seat not in state.owing:
            return False
        menu = self.guide.promising(state, seat, state.legal(seat))
        self.ways = [Way(move) for move in menu]
        self.alive = self.ways[:]
        return True

    def compare(self, number: int, worlds: int) -> None:
        """Play on from each way that is left in the world of this number, of so many in all."""
        if number * FIRST in (worlds, 2 * worlds):
            self.give_up()
        world = self.world(number)
        for way in self.alive:
            way.total += self.play_on(world.clone(), way.move)
            way.looks += 1
            self.looks += 1

    def give_up(self) -> None:
        """The worse half."""
        left = max(AT_LEAST, (len(self.alive) + 1) // 2)
        while len(self.alive) > left:
            worst = self.alive[-1]
            for way in self.alive:
                if way.mean() < worst.mean():
                    worst = way
            self.alive.remove(worst)

    def play_on(self, state: State, move: Move) -> float:
        """The chance to win where the guide stops."""
        guide, seat = self.guide, self.seen.seat
        state.apply(seat, move)
        while state.owing:
            if state.sets != 1 and guide.is_far(state, 1):
                break
            moves: list[Move] = []
            for other in state.owing:
                legal = state.legal(other)
                moves.append(
                    legal[0] if len(legal) == 1 else guide.pick(state, other, legal, self.rng)
                )
            state.apply_all(moves)
        return guide.values(state)[seat]

    def best(self) -> Way:
        """The best of those that are left; of equals the first."""
        best = self.alive[0]
        for way in self.alive:
            if way.mean() > best.mean():
                best = way
        return best

    def take(self, move: Move) -> None:
        """Go on with this step in all worlds."""
        self.taken.append(move)
        for state in self.dealt:
            state.apply(self.seen.seat, move)
