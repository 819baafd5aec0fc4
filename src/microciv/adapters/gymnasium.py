"""The games in Gymnasium: one seat learns, bots of any level sit in the others.

Importing this module registers them: `gymnasium.make("microciv/5x-v1", bots="easy", seats=4)`.
"""

from __future__ import annotations

import sys
from typing import Any, Final, SupportsInt, final

from microciv.adapters import missing
from microciv.adapters.rewards import WIN
from microciv.core.errors import BadOption
from microciv.core.moves import Seat
from microciv.games import catalogue, open_game

try:
    import gymnasium
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete

    from microciv.adapters.arena import SEEDS, Arena, Seen
except ImportError as error:
    raise missing("gymnasium") from error

EASY: Final = "easy"
Observed = dict[str, Any]


@final
class SeatEnv(gymnasium.Env[Observed, np.int64]):
    """One seat of a match. A step is one step of an answer of this seat; the bots' answers, and
    what the rules make of all, happen between.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # Gymnasium declares it so
        "render_modes": ["ansi", "human"],
        "render_fps": 1,
    }

    def __init__(
        self,
        name: str,
        *,
        seat: Seat | None = None,
        bots: str | list[str] = EASY,
        reward: str = WIN,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        """`seat` None: another one every match. `bots`: a level, or one for each other seat, from
        the left neighbour on.

        :raises BadOption: if the game has no such option, level or seat.
        """
        self.render_mode = render_mode
        self._game = open_game(name, options)
        self._reward = reward
        self._seats = self._game.seats
        self._levels = [bots] * (self._seats - 1) if isinstance(bots, str) else list(bots)
        if len(self._levels) != self._seats - 1:
            raise BadOption(f"bots: expected {self._seats - 1} levels, not {len(self._levels)}")
        if seat is not None and not 0 <= seat < self._seats:
            raise BadOption(f"seat: expected 0 to {self._seats - 1}, not {seat}")
        self._seat = seat
        self._arenas: dict[Seat, Arena] = {}
        self.seat = seat or 0
        """Where the learner sits in this match."""
        self.arena = self._arena(self.seat)
        self.observation_space = Dict(
            {
                "observation": Box(-1.0, 1.0, (self.arena.size,), np.float32),
                "action_mask": Box(0, 1, (self.arena.actions,), np.int8),
            }
        )
        self.action_space = Discrete(self.arena.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """A new match; a seed fixes it and all that follow."""
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(self._seats))
        self.seat = drawn if self._seat is None else self._seat
        self.arena = self._arena(self.seat)
        self.arena.begin(int(self.np_random.integers(SEEDS)))
        return self._observed(), {"seat": self.seat, "illegal": False}

    def step(self, action: SupportsInt) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        """Add a step to the answer; an action that is not legal is none: the game plays its
        time-out move.
        """
        refused = self.arena.step({self.seat: int(action)}) if not self.arena.over() else []
        reward = self.arena.rewards()[self.seat]
        info: dict[str, Any] = {"seat": self.seat, "illegal": bool(refused)}
        terminated = self.arena.over()
        if terminated:
            info["places"] = self.arena.state.places()
        return self._observed(), reward, terminated, False, info

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        """Which actions are legal now, as some learners ask for it."""
        return self.arena.seen(self.seat)["action_mask"]

    def render(self) -> str | None:
        """The table as a spectator sees it: returned, or written to standard output."""
        if self.render_mode == "ansi":
            return self.arena.picture()
        if self.render_mode == "human":
            sys.stdout.write(self.arena.picture() + "\n\n")
        return None

    def _observed(self) -> Observed:
        seen: Seen = self.arena.seen(self.seat)
        return {"observation": seen["observation"], "action_mask": seen["action_mask"]}

    def _arena(self, seat: Seat) -> Arena:
        """Matches with the learner in this seat."""
        if seat not in self._arenas:
            others = [(seat + step) % self._seats for step in range(1, self._seats)]
            levels = dict(zip(others, self._levels, strict=True))
            self._arenas[seat] = Arena(self._game, self._reward, levels)
        return self._arenas[seat]


def identity(game: str) -> str:
    """What Gymnasium calls a game: `microciv/5x-v1`."""
    return f"microciv/{game}-v1"


def register() -> None:
    """Tell Gymnasium of every game of the catalogue."""
    for name in catalogue():
        gymnasium.register(
            id=identity(name),
            entry_point="microciv.adapters.gymnasium:SeatEnv",
            kwargs={"name": name},
        )


register()
