"""Many matches at once, arrays in and out: what programs that learn from self-play step through.

matches = Matches("5x", 64, seed=1, seats=4)
while learning:
    seen = matches.observe()
    outcome = matches.step(policy(seen.observation, seen.action_mask))
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, final

from microciv.adapters import missing
from microciv.adapters.rewards import WIN
from microciv.core.errors import BadOption
from microciv.core.moves import Seat
from microciv.games import open_game

try:
    import numpy as np
    from numpy.typing import NDArray

    from microciv.adapters.arena import SEEDS, Arena
except ImportError as error:
    raise missing("gymnasium") from error

Numbers: TypeAlias = NDArray[np.int64]


@final
@dataclass(frozen=True)
class Seen:
    """Every learner that is to act, in order of match and seat: n rows."""

    match: Numbers  # (n,): which match it is in
    seat: Numbers  # (n,)
    observation: NDArray[np.float32]  # (n, size)
    action_mask: NDArray[np.int8]  # (n, actions)


@final
@dataclass(frozen=True)
class Outcome:
    """What came of the actions, a row a match. Matches that are over have begun anew."""

    terminated: NDArray[np.bool_]  # (count,)
    rewards: NDArray[np.float32]  # (count, seats): of matches that are over; else 0
    places: Numbers  # (count, seats): 1 for first; of matches that are over; else 0
    illegal: NDArray[
        np.bool_
    ]  # (n,): whose action was not legal; the game played its time-out move


@final
class Matches:
    """Vectorized matches of one game. The same seed and actions give the same matches."""

    def __init__(
        self,
        name: str,
        count: int,
        *,
        seed: int = 0,
        bots: dict[Seat, str] | None = None,
        reward: str = WIN,
        **options: object,
    ) -> None:
        """`bots`: by seat, the level of the bot that sits there; learners sit everywhere else.

        :raises BadOption: if the game has no such option, level or seat, or nobody learns.
        """
        if count < 1:
            raise BadOption(f"count: expected at least one match, not {count}")
        game = open_game(name, options)
        self.arenas = [Arena(game, reward, bots) for _ in range(count)]
        first = self.arenas[0]
        if len(first.levels) == first.game.seats:
            raise BadOption("bots: there is a bot in every seat, and nobody learns")
        self.count = count
        self.seats = first.game.seats
        self.size = first.size
        self.actions = first.actions
        self._random = np.random.Generator(np.random.PCG64(seed))
        self._to_act: list[tuple[int, Seat]] = []
        for arena in self.arenas:
            self._begin(arena)

    def observe(self) -> Seen:
        """What every learner that is to act sees, and may do. There is always one."""
        self._to_act = [
            (number, seat) for number, arena in enumerate(self.arenas) for seat in arena.to_act()
        ]
        rows = [self.arenas[number].seen(seat) for number, seat in self._to_act]
        return Seen(
            np.array([number for number, _seat in self._to_act], np.int64),
            np.array([seat for _number, seat in self._to_act], np.int64),
            np.stack([row["observation"] for row in rows]),
            np.stack([row["action_mask"] for row in rows]),
        )

    def step(self, actions: Numbers) -> Outcome:
        """An action, shape (n,), for each row of the last `observe()`."""
        if len(actions) != len(self._to_act):
            raise ValueError(f"expected {len(self._to_act)} actions, not {len(actions)}")
        steps: list[dict[Seat, int]] = [{} for _ in self.arenas]
        for (number, seat), action in zip(self._to_act, actions, strict=True):
            steps[number][seat] = int(action)
        terminated = np.zeros(self.count, np.bool_)
        rewards = np.zeros((self.count, self.seats), np.float32)
        places = np.zeros((self.count, self.seats), np.int64)
        refused: set[tuple[int, Seat]] = set()
        for number, arena in enumerate(self.arenas):
            refused.update([(number, seat) for seat in arena.step(steps[number])])
            if arena.over():
                terminated[number] = True
                rewards[number] = arena.rewards()
                places[number] = arena.state.places()
                self._begin(arena)
        illegal = np.array([who in refused for who in self._to_act], np.bool_)
        self._to_act = []
        return Outcome(terminated, rewards, places, illegal)

    def _begin(self, arena: Arena) -> None:
        arena.begin(int(self._random.integers(SEEDS)))
