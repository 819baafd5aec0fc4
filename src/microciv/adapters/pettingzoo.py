"""The games in PettingZoo: several agents, in turns (`env`) or all at once (`parallel_env`).

Both proceed in cycles. In a cycle every seat that is to act adds one step to its answer, and nobody
sees the others' before the cycle is over. In parallel all agents take part in every cycle; who is
not asked has nothing to do but wait, the last action. In turns only those that are asked do,
unless `everybody` says otherwise.
"""

from __future__ import annotations

import sys
from typing import Any, ClassVar, final

from microciv.adapters import missing
from microciv.adapters.rewards import WIN
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
    """What both kinds of environment have: the match, its cycles and its spaces."""

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
        """A new match; a seed fixes it and all that follow."""
        if seed is not None or self.random is None:
            self.random, _ = seeding.np_random(seed)
        self.cycles = 0
        self.arena.begin(int(self.random.integers(SEEDS)))

    def seen(self, agents: list[str]) -> dict[str, Seen]:
        """What these agents know, and what they may do."""
        seats = [self.seat[agent] for agent in agents]
        return dict(zip(agents, seen_by(self.arena, self.encoding, seats), strict=True))

    def go_round(self, actions: dict[str, Any]) -> list[str]:
        """One cycle; returns the agents whose actions were not legal."""
        names, wait = self.agents, self.arena.wait
        steps = {seat: int(actions.get(names[seat], wait)) for seat in self.arena.to_act()}
        refused = [names[seat] for seat in self.arena.step(steps)]
        if len(actions) > len(steps):
            for agent, action in actions.items():
                if self.seat[agent] not in steps and int(action) != wait:
                    refused.append(agent)
        self.cycles += 1
        return refused

    def state(self) -> Vector:
        """What all seats know together, (seats * size,): their rows, seat by seat."""
        rows = self.arena.rows(list(range(self.arena.game.seats)))
        state: Vector = self.encoding.rows(rows).ravel()
        return state

    def is_truncated(self, most: int | None) -> bool:
        """Is the match cut off after this many cycles, before its end?"""
        return most is not None and self.cycles >= most and not self.arena.over()

    def rewards(self) -> dict[str, float]:
        """What the match is worth to each agent; 0 until it is over."""
        if not self.arena.over():
            return dict.fromkeys(self.agents, 0.0)
        return {agent_of(seat): worth for seat, worth in enumerate(self.arena.rewards())}

    def render(self, mode: str | None) -> str | None:
        """The table as a spectator sees it: returned, or written to standard output."""
        if mode == "ansi":
            return picture(self.arena.game, self.arena.state)
        if mode == "human":
            sys.stdout.write(picture(self.arena.game, self.arena.state) + "\n\n")
        return None


def metadata_of(name: str) -> dict[str, Any]:
    """What PettingZoo wants to know of an environment."""
    return {"name": f"microciv_{name}_v{about(name).encoding}", "render_modes": RENDER_MODES}


def told(agents: list[str], refused: list[str], seen: dict[str, Seen]) -> dict[str, dict[str, Any]]:
    """What is said to each agent beside: was its last action not legal? Those who look are told
    there, too, what they may do.
    """
    infos: dict[str, dict[str, Any]] = {}
    for agent in agents:
        infos[agent] = {"illegal": False}
    for agent, one in seen.items():
        infos[agent]["action_mask"] = one["action_mask"]
    for agent in refused:
        infos[agent]["illegal"] = True
    return infos


class Surroundings:
    """What both kinds of environment tell of themselves: names, spaces, pictures, the state."""

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
        """Set up what PettingZoo asks for; nobody is an agent before the first `reset`.

        :raises BadOption: for a render mode that there is not.
        """
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
        """What all seats know together, for a critic in training; opt-in, since no agent may.

        :raises NotImplementedError: unless the environment was made with `central=True`.
        """
        check_central(central=self.central)
        return self.round.state()

    def observation_space(self, agent: str) -> Dict:
        """`observation`, float32 of shape (size,) from -1 to 1, and `action_mask`, int8 of shape
        (actions,); the same for all agents.
        """
        return self.round.observations[agent]

    def action_space(self, agent: str) -> Discrete[Any]:
        """The moves of the game by index, and the last, to wait; the same for all agents."""
        return self.round.actions[agent]

    def render(self) -> str | None:
        """The table as a spectator sees it: returned if `render_mode` is `ansi`, written to
        standard output if it is `human`; without a mode nothing is done.
        """
        return self.round.render(self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""

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
        """A new match: what each agent sees, and what is said to it beside. A seed fixes this match
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
        """One cycle with an action of each agent, by its name; agents left out wait. Returns, by
        agent, observations, rewards, whether the match is over, whether `max_cycles` cut it off,
        and what is said beside.
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
    """The agents that are asked act one after the other."""

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
        """What agents see in this cycle, as far as anybody asked."""
        self._refused: list[str] = []
        """Whose last actions were not legal; some of them take no turn for many cycles."""

    def observe(self, agent: str) -> Seen:
        """What the agent knows, and what it may do."""
        if agent not in self._seen:
            self._seen |= self.round.seen([agent])
        return {**self._seen[agent]}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match, and the first agent's turn. A seed fixes this match and all that follow;
        there are no `options`.
        """
        self.round.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._refused = []
        self.call()

    def step(self, action: Any) -> None:  # noqa: ANN401  # None of an agent that is done
        """The agent whose turn it is acts; after the last one the cycle is over."""
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
        """The next cycle begins."""
        names = self.possible_agents
        to_act = [names[seat] for seat in self.round.arena.to_act()]
        self.waiting = self.agents[:] if self.everybody else to_act
        self.actions = {}
        self._seen = self.round.seen(self.waiting)
        self.infos = told(self.agents, self._refused, self._seen)
        self.agent_selection = self.waiting[0]
