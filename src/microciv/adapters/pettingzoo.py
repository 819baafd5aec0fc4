"""The games in PettingZoo: several agents, in turns (`env`) or all at once (`parallel_env`).

Both proceed in cycles. In a cycle every seat that is to act adds one step to its answer, and nobody
sees the others' before the cycle is over. In parallel all agents take part in every cycle; who is
not asked has nothing to do but wait, the last action. In turns only those that are asked do,
unless `everybody` says otherwise.
"""

from __future__ import annotations

import sys
from typing import Any, ClassVar, Final, final

from microciv.adapters import missing
from microciv.adapters.rewards import WIN
from microciv.core.moves import Seat
from microciv.games import open_game

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv, ParallelEnv

    from microciv.adapters.arena import SEEDS, Arena, Seen
except ImportError as error:
    raise missing("pettingzoo") from error

RENDER_MODES: Final = ["ansi", "human"]


def env(name: str, **settings: Any) -> TurnsEnv:  # noqa: ANN401  # as `TurnsEnv` takes them
    """A game in turns: `env("5x", seats=4)`."""
    return TurnsEnv(name, **settings)


def parallel_env(name: str, **settings: Any) -> TogetherEnv:  # noqa: ANN401
    """A game in which all agents act at once: `parallel_env("5x", seats=4)`."""
    return TogetherEnv(name, **settings)


def agent_of(seat: Seat) -> str:
    return f"seat_{seat}"


@final
class Round:
    """What both kinds of environment have: the match, its cycles and its spaces."""

    def __init__(self, name: str, options: dict[str, object], reward: str) -> None:
        self.arena = Arena(open_game(name, options), reward)
        self.agents = [agent_of(seat) for seat in range(self.arena.game.seats)]
        self.seat = {agent: seat for seat, agent in enumerate(self.agents)}
        self.cycles = 0
        self.random: np.random.Generator | None = None
        self.observations = {agent: self.observation_space() for agent in self.agents}
        self.actions = {agent: Discrete(self.arena.actions) for agent in self.agents}

    def observation_space(self) -> Dict:
        """The numbers of an observation, and which actions are legal."""
        return Dict(
            {
                "observation": Box(-1.0, 1.0, (self.arena.size,), np.float32),
                "action_mask": Box(0, 1, (self.arena.actions,), np.int8),
            }
        )

    def begin(self, seed: int | None) -> None:
        """A new match; a seed fixes it and all that follow."""
        if seed is not None or self.random is None:
            self.random, _ = seeding.np_random(seed)
        self.cycles = 0
        self.arena.begin(int(self.random.integers(SEEDS)))

    def seen(self, agent: str) -> Seen:
        return self.arena.seen(self.seat[agent])

    def go_round(self, actions: dict[str, Any]) -> list[str]:
        """One cycle; returns the agents whose actions were not legal."""
        steps = {
            seat: int(actions.get(agent_of(seat), self.arena.wait)) for seat in self.arena.to_act()
        }
        idle = [agent for agent in actions if self.seat[agent] not in steps]
        refused = [agent_of(seat) for seat in self.arena.step(steps)]
        self.cycles += 1
        return refused + [agent for agent in idle if int(actions[agent]) != self.arena.wait]

    def is_truncated(self, most: int | None) -> bool:
        """Is the match cut off after this many cycles, before its end?"""
        return most is not None and self.cycles >= most and not self.arena.over()

    def rewards(self) -> dict[str, float]:
        return {agent_of(seat): worth for seat, worth in enumerate(self.arena.rewards())}

    def render(self, mode: str | None) -> str | None:
        """The table as a spectator sees it: returned, or written to standard output."""
        if mode == "ansi":
            return self.arena.picture()
        if mode == "human":
            sys.stdout.write(self.arena.picture() + "\n\n")
        return None


def metadata_of(name: str) -> dict[str, Any]:
    """What PettingZoo wants to know of an environment."""
    return {"name": f"microciv_{name}_v1", "render_modes": RENDER_MODES}


def told(agents: list[str], refused: list[str]) -> dict[str, dict[str, Any]]:
    """What is said to each agent beside: was its last action not legal?"""
    return {agent: {"illegal": agent in refused} for agent in agents}


class Surroundings:
    metadata: ClassVar[dict[str, Any]]
    possible_agents: list[str]
    agents: list[str]

    def prepare(
        self, round_: Round, name: str, max_cycles: int | None, render_mode: str | None
    ) -> None:
        self.metadata = metadata_of(name)  # type: ignore[misc]  # of this game
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.round = round_
        self.possible_agents = round_.agents[:]
        self.agents = []

    def observation_space(self, agent: str) -> Dict:
        return self.round.observations[agent]

    def action_space(self, agent: str) -> Discrete[Any]:
        return self.round.actions[agent]

    def render(self) -> str | None:
        return self.round.render(self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


@final
class TogetherEnv(Surroundings, ParallelEnv):
    """All agents act in every cycle."""

    metadata: ClassVar[dict[str, Any]] = metadata_of("parallel")

    def __init__(
        self,
        name: str,
        *,
        reward: str = WIN,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        self.prepare(Round(name, options, reward), name, max_cycles, render_mode)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        self.round.begin(seed)
        self.agents = self.possible_agents[:]
        return {agent: self.round.seen(agent) for agent in self.agents}, told(self.agents, [])

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[
        dict[str, Seen],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        if not self.agents:
            return {}, {}, {}, {}, {}
        agents = self.agents
        refused = self.round.go_round(actions)
        terminated = self.round.arena.over()
        truncated = self.round.is_truncated(self.max_cycles)
        if terminated or truncated:
            self.agents = []
        return (
            {agent: self.round.seen(agent) for agent in agents},
            self.round.rewards(),
            dict.fromkeys(agents, terminated),
            dict.fromkeys(agents, truncated),
            told(agents, refused),
        )


@final
class TurnsEnv(Surroundings, AECEnv):
    """The agents that are asked act one after the other."""

    metadata: ClassVar[dict[str, Any]] = metadata_of("turns")

    def __init__(
        self,
        name: str,
        *,
        reward: str = WIN,
        everybody: bool = False,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        super().__init__()
        self.prepare(Round(name, options, reward), name, max_cycles, render_mode)
        self.everybody = everybody
        self.agent_selection: str = self.possible_agents[0]
        self.waiting: list[str] = []
        self.actions: dict[str, Any] = {}

    def observe(self, agent: str) -> Seen:
        """What the agent knows, and what it may do."""
        return self.round.seen(agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.round.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = told(self.agents, [])
        self.call()

    def step(self, action: Any) -> None:  # noqa: ANN401  # None of an agent that is done
        """The agent whose turn it is acts; after the last one the cycle is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.actions[agent] = action
        self.waiting = self.waiting[1:]
        if self.waiting:
            self.agent_selection = self.waiting[0]
            return
        refused = self.round.go_round(self.actions)
        self.infos = told(self.agents, refused)
        terminated = self.round.arena.over()
        truncated = self.round.is_truncated(self.max_cycles)
        if terminated or truncated:
            self.rewards = self.round.rewards()
            self.terminations = dict.fromkeys(self.agents, terminated)
            self.truncations = dict.fromkeys(self.agents, truncated)
            self.agent_selection = self.agents[0]
        else:
            self.call()
        self._accumulate_rewards()

    def call(self) -> None:
        to_act = [agent_of(seat) for seat in self.round.arena.to_act()]
        self.waiting = self.agents[:] if self.everybody else to_act
        self.actions = {}
        self.agent_selection = self.waiting[0]
