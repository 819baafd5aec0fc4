"""The games in Gymnasium: the agent plays one seat, bots or functions play the others.

Importing this module registers them: `gymnasium.make("microciv/5x-v2", bots="easy", seats=4)`.
With the same name, `gymnasium.make_vec` makes `Matches`.
"""

from __future__ import annotations

import sys
from typing import Any, SupportsInt, final

from microciv.adapters import missing, warn_of_left_out
from microciv.adapters.copying import Independent
from microciv.adapters.rewards import WIN, rewards_of
from microciv.core.moves import Seat
from microciv.games import about, catalogue, open_game, usual_player

try:
    import gymnasium
    import numpy as np
    from gymnasium.spaces import Discrete

    from microciv.adapters.bulk.arena import SEEDS, Arena
    from microciv.adapters.encoding import Encoding, Mask
    from microciv.adapters.opponents import (
        Function,
        Opponents,
        actions_of,
        around,
        functions_of,
        levels_of,
        read_seat,
    )
    from microciv.adapters.picture import RENDER_MODES, check_mode, picture
    from microciv.adapters.spaces import mask_of, masks_of, space_of
except ImportError as error:
    raise missing("gymnasium") from error

Observed = dict[str, Any]


@final
class SeatEnv(Independent, gymnasium.Env[Observed, np.int64]):
    """One seat of a match. One `step` adds one step to this seat's answer; then the bots and the
    rules go on until the seat is to act again or the match is over.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # Gymnasium declares it so
        "render_modes": RENDER_MODES,
        "render_fps": 1,
    }

    def __init__(
        self,
        name: str,
        *,
        seat: Seat | None = None,
        bots: Opponents | None = None,
        reward: str = WIN,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        """`name` and `options`: the game. `seat`: the agent's seat; None draws one for each match.
        `bots`: a level or a function, or a list with one for each other seat, left neighbour first;
        None means `easy`, or `random` in a game without it.

        :raises BadOption: if the game has no such option, level, seat or reward, or for an unknown
            render mode.
        """
        self.render_mode = check_mode(render_mode)
        game = open_game(name, options)
        self._fixed = read_seat(seat, game.seats)
        self._around: Opponents = usual_player(name) if bots is None else bots
        self.seat = self._fixed or 0
        """The agent's seat in the current match."""
        self._encoding = Encoding(game)
        others = around(self.seat, game.seats, self._around)
        self.arena = Arena(game, reward, levels_of(others))
        self._functions: dict[Seat, Function] = functions_of(others)
        self.observation_space = space_of(self._encoding, self.arena.actions)
        self.action_space = Discrete(self.arena.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """Begin a new match; a seed determines it and all that follow. There are no `options`."""
        super().reset(seed=seed)
        seats = self.arena.game.seats
        drawn = int(self.np_random.integers(seats))
        if self._fixed is None and drawn != self.seat:
            self.seat = drawn
            others = around(drawn, seats, self._around)
            self.arena.seat_bots(levels_of(others))
            self._functions = functions_of(others)
        self.arena.begin(int(self.np_random.integers(SEEDS)))
        self._let_functions_play()
        seen = self._observed()
        mask = seen["action_mask"]
        return seen, {"seat": self.seat, "illegal": False, "action_mask": mask}

    def step(self, action: SupportsInt) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        """Add a step to the seat's answer. After an illegal action the game plays its time-out move
        instead, and `info["illegal"]` is true.

        :raises ValueError: if an opponent that is a function does not return an action for each
            row, or (IllegalMove) returns an illegal one.
        """
        arena, seat = self.arena, self.seat
        illegal = not arena.over() and not arena.act(seat, int(action))
        arena.let_bots_play()
        if self._functions:
            self._let_functions_play()
        seen = self._observed()
        info = {"seat": seat, "illegal": illegal, "action_mask": seen["action_mask"]}
        if not arena.over():
            return seen, 0.0, False, False, info
        places = info["places"] = arena.state.places()
        worth = rewards_of(arena.game, arena.state, arena.reward, places)
        return seen, worth[seat], True, False, info

    def action_masks(self) -> Mask:
        """The mask of legal actions, shape (actions,), under the name that sb3-contrib expects."""
        return mask_of(self.arena, self.seat)

    def render(self) -> str | None:
        """The table as a spectator sees it: returned if `render_mode` is `ansi`, written to
        standard output if it is `human`; without a mode nothing is done.
        """
        if self.render_mode == "ansi":
            return picture(self.arena.game, self.arena.state)
        if self.render_mode == "human":
            sys.stdout.write(picture(self.arena.game, self.arena.state) + "\n\n")
        return None

    def _let_functions_play(self) -> None:
        """Let opponents that are functions answer, until none of them is to act."""
        asked = [seat for seat in self.arena.to_act() if seat in self._functions]
        while asked:
            seat = asked[0]
            rows = self._encoding.rows(self.arena.rows([seat]))
            actions = actions_of(self._functions[seat], rows, masks_of(self.arena, [seat]))
            self.arena.act(seat, int(actions[0]))
            self.arena.let_bots_play()
            asked = [seat for seat in self.arena.to_act() if seat in self._functions]

    def _observed(self) -> Observed:
        arena, seat = self.arena, self.seat
        return {
            "observation": self._encoding.row(arena.rows([seat])),
            "action_mask": mask_of(arena, seat),
        }


def identity(game: str) -> str:
    """The name of a game in Gymnasium, which ends with the version of its encoding:
    `microciv/5x-v2`.
    """
    return f"microciv/{game}-v{about(game).encoding}"


def register() -> None:
    """Register every game of the catalogue with Gymnasium."""
    warn_of_left_out()
    for name in catalogue():
        gymnasium.register(
            id=identity(name),
            entry_point="microciv.adapters.gymnasium:SeatEnv",
            vector_entry_point="microciv.adapters.matches:vector",
            kwargs={"name": name},
        )


register()
