"""The games in PettingZoo: several agents, in turns (`env`) or all at once (`parallel_env`).

Both proceed in cycles. In a cycle every seat that is to act adds one step to its answer, and nobody
sees the others' steps before the cycle is over. In `parallel_env` all agents act in every cycle;
those that are not to act may only wait, which is the last action. In `env` only seats that are to
act take a turn; with `everybody=True` the others take one too, and wait.
"""

from __future__ import annotations

import sys
from typing import Any, ClassVar, final

from microciv.adapters import is_whole, missing
from microciv.adapters.copying import Independent
from microciv.adapters.rewards import WIN
from microciv.core.errors import BadOption
from microciv.core.fields import shown
from microciv.core.moves import Seat
from microciv.games import about, open_game

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv, ParallelEnv

    from microciv.adapters.bulk.arena import SEEDS, Arena
    from microciv.adapters.encoding import Encoding, Vector
    from microciv.adapters.picture import RENDER_MODES, check_mode, picture
    from microciv.adapters.spaces import Seen, check_central, seen_by, space_of, state_space_of
except ImportError as error:
    raise missing("pettingzoo") from error


def env(name: str, **settings: Any) -> TurnsEnv:  # noqa: ANN401  # as `TurnsEnv` takes them
    """A game in turns: `env("5x", seats=4)`.

    :raises BadOption: for an unknown game, option or reward, or a wrong value.
    """
    return TurnsEnv(name, **settings)


def parallel_env(name: str, **settings: Any) -> TogetherEnv:  # noqa: ANN401
    """A game in which all agents act at once: `parallel_env("5x", seats=4)`.

    :raises BadOption: for an unknown game, option or reward, or a wrong value.
    """
    return TogetherEnv(name, **settings)


def agent_of(seat: Seat) -> str:
    """The name of the agent in this seat, counted from 0."""
    return f"seat_{seat}"


@final
class Round:
    """What both kinds of environment share: the match, its cycles and its spaces."""

    def __init__(self, name: str, options: dict[str, object], reward: str) -> None:
        game = open_game(name, options)
        self.arena = Arena(game, reward)
        self.encoding = Encoding(game)
        self.agents = [agent_of(seat) for seat in range(self.arena.game.seats)]
        self.seat = {agent: seat for seat, agent in enumerate(self.agents)}
        self.cycles = 0
        self.random: np.random.Generator | None = None
        self.observations = {
            agent: space_of(self.encoding, self.arena.actions) for agent in self.agents
        }
        self.actions = {agent: Discrete(self.arena.actions) for agent in self.agents}

    def begin(self, seed: int | None) -> None:
        """Begin a new match; a seed determines it and all that follow."""
        if seed is not None or self.random is None:
            self.random, _ = seeding.np_random(seed)
        self.cycles = 0
        self.arena.begin(int(self.random.integers(SEEDS)))

    def seen(self, agents: list[str]) -> dict[str, Seen]:
        """By agent, what it knows and its mask of legal actions."""
        seats = [self.seat[agent] for agent in agents]
        return dict(zip(agents, seen_by(self.arena, self.encoding, seats), strict=True))

    def go_round(self, actions: dict[str, Any]) -> list[str]:
        """Play one cycle, in which agents left out wait; return the agents whose actions were
        illegal.
        """
        steps = [self.arena.wait] * len(self.agents)
        for agent, action in actions.items():
            steps[self.seat[agent]] = int(action)
        self.cycles += 1
        return [self.agents[seat] for seat in self.arena.step(steps)]

    def state(self) -> Vector:
        """What all seats know together: their rows in seat order, shape (seats * size,)."""
        rows = self.arena.rows(list(range(self.arena.game.seats)))
        state: Vector = self.encoding.rows(rows).ravel()
        return state

    def is_truncated(self, most: int | None) -> bool:
        """Is the match truncated, that is, not over after `most` cycles? Never if that is None."""
        return most is not None and self.cycles >= most and not self.arena.over()

    def rewards(self) -> dict[str, float]:
        """The reward of each agent, by agent; 0 until the match is over."""
        if not self.arena.over():
            return dict.fromkeys(self.agents, 0.0)
        return {agent_of(seat): worth for seat, worth in enumerate(self.arena.rewards())}

    def render(self, mode: str | None) -> str | None:
        """The table as a spectator sees it: returned for `ansi`, written to standard output for
        `human`.
        """
        if mode == "ansi":
            return picture(self.arena.game, self.arena.state)
        if mode == "human":
            sys.stdout.write(picture(self.arena.game, self.arena.state) + "\n\n")
        return None


def metadata_of(name: str) -> dict[str, Any]:
    """PettingZoo's metadata: the environment's name, with the version of its encoding, and its
    render modes.
    """
    return {"name": f"microciv_{name}_v{about(name).encoding}", "render_modes": RENDER_MODES}


def told(agents: list[str], refused: list[str], seen: dict[str, Seen]) -> dict[str, dict[str, Any]]:
    """The infos by agent: `illegal`, was its last action illegal? And for agents in `seen`,
    `action_mask`.
    """
    infos: dict[str, dict[str, Any]] = {}
    for agent in agents:
        infos[agent] = {"illegal": agent in refused}
    for agent, one in seen.items():
        infos[agent]["action_mask"] = one["action_mask"]
    return infos


class Surroundings(Independent):
    """The part of PettingZoo's interface that both kinds of environment answer in the same way."""

    metadata: ClassVar[dict[str, Any]]
    possible_agents: list[str]
    agents: list[str]
    state_space: Box

    def prepare(
        self,
        round_: Round,
        name: str,
        max_cycles: int | None,
        render_mode: str | None,
        central: bool,
    ) -> None:
        """Set the attributes that PettingZoo expects; `agents` is empty before the first `reset`.

        :raises BadOption: for an unknown render mode, or a `max_cycles` that is neither None nor a
            whole number from 1 on.
        """
        if max_cycles is not None and not (is_whole(max_cycles) and max_cycles >= 1):
            raise BadOption(
                f"max_cycles: expected None or a number from 1 on, not {shown(max_cycles)}"
            )
        self.metadata = metadata_of(name)  # type: ignore[misc]  # of this game
        self.max_cycles = max_cycles
        self.render_mode = check_mode(render_mode)
        self.round = round_
        self.possible_agents = round_.agents[:]
        self.agents = []
        self.central = central
        if central:
            self.state_space = state_space_of(len(round_.agents), round_.encoding.size)

    def state(self) -> Vector:
        """What all seats know together, shape (seats * size,), for a critic in training. Opt-in,
        since it shows what is hidden from agents.

        :raises NotImplementedError: unless the environment was made with `central=True`.
        """
        check_central(central=self.central)
        return self.round.state()

    def observation_space(self, agent: str) -> Dict:
        """The space of `observation`, float32 of shape (size,) from -1 to 1, and of `action_mask`,
        int8 of shape (actions,); the same for all agents.
        """
        return self.round.observations[agent]

    def action_space(self, agent: str) -> Discrete[Any]:
        """The moves of the game by index and, as the last action, wait; the same for all agents."""
        return self.round.actions[agent]

    def render(self) -> str | None:
        """The table as a spectator sees it: returned if `render_mode` is `ansi`, written to
        standard output if it is `human`; without a mode nothing is done.
        """
        return self.round.render(self.render_mode)

    def close(self) -> None:
        """Do nothing: nothing is held open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


@final
class TogetherEnv(Surroundings, ParallelEnv):
    """All agents act in every cycle."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES}

    def __init__(
        self,
        name: str,
        *,
        reward: str = WIN,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        central: bool = False,
        **options: object,
    ) -> None:
        self.prepare(Round(name, options, reward), name, max_cycles, render_mode, central)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Begin a new match; return observations and infos by agent. A seed determines this match
        and all that follow; there are no `options`.
        """
        self.round.begin(seed)
        self.agents = self.possible_agents[:]
        seen = self.round.seen(self.agents)
        return seen, told(self.agents, [], seen)

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[
        dict[str, Seen],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Play one cycle with an action for each agent, by its name. Agents left out wait; if one
        of them was to act, that is an illegal action. Returns observations, rewards, terminations
        (is the match over?), truncations (did `max_cycles` end it?) and infos, each by agent.
        """
        if not self.agents:
            return {}, {}, {}, {}, {}
        agents = self.agents
        refused = self.round.go_round(actions)
        terminated = self.round.arena.over()
        truncated = self.round.is_truncated(self.max_cycles)
        if terminated or truncated:
            self.agents = []
        seen = self.round.seen(agents)
        return (
            seen,
            self.round.rewards(),
            dict.fromkeys(agents, terminated),
            dict.fromkeys(agents, truncated),
            told(agents, refused, seen),
        )


@final
class TurnsEnv(Surroundings, AECEnv):
    """The agents that are to act take turns, by seat; their answers are sealed."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES}

    def __init__(
        self,
        name: str,
        *,
        reward: str = WIN,
        everybody: bool = False,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        central: bool = False,
        **options: object,
    ) -> None:
        super().__init__()
        self.prepare(Round(name, options, reward), name, max_cycles, render_mode, central)
        self.everybody = everybody
        self.agent_selection: str = self.possible_agents[0]
        self.waiting: list[str] = []
        self.actions: dict[str, Any] = {}
        self._seen: dict[str, Seen] = {}
        """By agent, what it sees in this cycle; filled in when asked for."""
        self._refused: list[str] = []
        """The agents whose last action was illegal: kept here, since an agent may take no turn for
        many cycles.
        """

    def observe(self, agent: str) -> Seen:
        """What the agent knows, and its mask of legal actions."""
        if agent not in self._seen:
            self._seen |= self.round.seen([agent])
        return {**self._seen[agent]}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new match, at the first agent's turn. A seed determines this match and all that
        follow; there are no `options`.
        """
        self.round.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._refused = []
        self.call()

    def step(self, action: Any) -> None:  # noqa: ANN401  # None for an agent that is done
        """The agent whose turn it is acts. The cycle is played when the last agent has acted; until
        then no agent sees another's action. An agent that is done takes None.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.actions[agent] = action
        self.waiting = self.waiting[1:]
        if self.waiting:
            self.agent_selection = self.waiting[0]
            return
        earlier = [agent for agent in self._refused if agent not in self.actions]
        self._refused = earlier + self.round.go_round(self.actions)
        terminated = self.round.arena.over()
        truncated = self.round.is_truncated(self.max_cycles)
        if terminated or truncated:
            self.rewards = self.round.rewards()
            self.terminations = dict.fromkeys(self.agents, terminated)
            self.truncations = dict.fromkeys(self.agents, truncated)
            self.agent_selection = self.agents[0]
            self._seen = self.round.seen(self.agents)
            self.infos = told(self.agents, self._refused, self._seen)
            self._accumulate_rewards()
        else:
            self.call()

    def call(self) -> None:
        """Begin the next cycle: give turns to the agents that are to act in it."""
        names = self.possible_agents
        to_act = [names[seat] for seat in self.round.arena.to_act()]
        self.waiting = self.agents[:] if self.everybody else to_act
        self.actions = {}
        self._seen = self.round.seen(self.waiting)
        self.infos = told(self.agents, self._refused, self._seen)
        self.agent_selection = self.waiting[0]
