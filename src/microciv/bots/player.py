"""A policy as a bot: it thinks in a world that is re-dealt from what its seat sees."""

from __future__ import annotations

from typing import final

from microciv.bots.bot import Bot
from microciv.core.game import Game
from microciv.core.moves import Move, Seat
from microciv.core.policy import Policy, PolicyMaker, Reason, step
from microciv.core.rng import Rng
from microciv.core.state import Observation


@final
class Player(Bot):
    """Plays as its policy does. It thinks out an answer as a whole, since its seat learns nothing
    new until the answer is complete.
    """

    def __init__(self, game: Game, seat: Seat, seed: int, maker: PolicyMaker) -> None:
        super().__init__(game, seat, seed)
        self._maker = maker
        self._policy: Policy | None = None
        self._rng = Rng(seed)
        self._sealed: list[Move] = []
        """The steps of its current answer so far."""
        self._next: list[tuple[Move, Reason]] = []
        """The steps with which it means to continue, each with the reason that it then gives."""

    def at_its_best(self) -> Bot:
        return Player(self.game, self.seat, self.seed, self._sober)

    def choose(self, seen: Observation) -> Move:
        ahead = list(seen.answer) == self._sealed and self._next
        if not ahead or self._next[0][0] not in seen.legal:
            self._think(seen)
        move, self.why = self._next.pop(0)
        self._sealed = [*seen.answer, move]
        return move

    def foreseen(self) -> list[Move]:
        return [move for move, _reason in self._next]

    def _think(self, seen: Observation) -> None:
        policy = self._policy = self._policy or self._maker(self.game)
        policy.sit_down(self.table_number)
        world = self.game.redeal(seen, self._rng)
        policy.begin(world)
        start, seat = world.sets, seen.seat
        answer = list(seen.answer)
        self._next = []
        while world.sets == start and seat in world.to_act:
            move = step(policy, world, seat, world.legal(seat), self._rng)
            answer.append(move)
            self._next.append((move, policy.reason(world, seat, answer)))
            world.apply(seat, move)

    def _sober(self, game: Game) -> Policy:
        policy = self._maker(game)
        policy.sober()
        return policy
