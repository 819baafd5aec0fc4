"""What is measured of the environments: random play through each of them, masks and observations
included, in decisions with a choice.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from bench.ours import TABLES, Tasks
from bench.peers import installed

ROWS: Final = 512
STEPS: Final = 500  # of a long match, at a time


def measures() -> Tasks:
    """Of every game at every table."""
    tasks: Tasks = {}
    if installed("gymnasium") is None or installed("pettingzoo") is None:
        return tasks
    from microciv.adapters import pettingzoo
    from microciv.adapters.gymnasium import SeatEnv

    for name, seats in TABLES:
        if name == "goofspiel":
            continue
        label, options = f"{name} {seats}", {"seats": seats}
        tasks[f"{label}: matches, {ROWS} rows"] = partial(many, made(name, seats))
        tasks[f"{label}: AEC"] = partial(in_turns, pettingzoo.env(name, **options))
        tasks[f"{label}: parallel"] = partial(together, pettingzoo.parallel_env(name, **options))
        tasks[f"{label}: one seat against easy"] = partial(alone, SeatEnv(name, **options))  # type: ignore[arg-type]
    return tasks


def made(name: str, seats: int) -> Callable[[], int]:
    """A step of `ROWS` rows, drawn from the lists of legal actions."""
    import numpy as np

    from microciv.adapters.matches import Matches

    matches = Matches(name, ROWS // seats, seats=seats, copy=False)
    matches.reset(seed=1)
    draw = np.random.default_rng(1)
    actions = np.zeros(matches.num_envs, np.int64)

    def step() -> int:
        rows, legal, starts = matches.legal()
        counts = np.diff(starts)
        chosen = starts[:-1] + (draw.random(len(rows)) * counts).astype(np.int64)
        actions[rows] = legal[chosen]
        matches.step(actions)
        return int((counts > 1).sum())

    return step


def many(step: Callable[[], int]) -> int:
    """A few steps."""
    return sum([step() for _ in range(4)])


def any_of(mask: Any) -> tuple[int, bool]:  # noqa: ANN401
    """Any legal action, and whether there was a choice."""
    legal = mask.view("?").nonzero()[0]  # ten times as fast as of numbers
    return int(legal[int(random.random() * len(legal))]), len(legal) > 1


def in_turns(environment: Any) -> int:  # noqa: ANN401
    """The beginning of a match, agent by agent."""
    environment.reset()
    choices = 0
    for number, _agent in enumerate(environment.agent_iter()):
        seen, _reward, terminated, truncated, _info = environment.last()
        if terminated or truncated or number == STEPS:
            break
        action, choice = any_of(seen["action_mask"])
        choices += choice
        environment.step(action)
    return choices


def together(environment: Any) -> int:  # noqa: ANN401
    """The beginning of a match, all agents at once."""
    seen, _infos = environment.reset()
    choices = 0
    for _step in range(STEPS):
        if not environment.agents:
            break
        actions = {}
        for agent, one in seen.items():
            actions[agent], choice = any_of(one["action_mask"])
            choices += choice
        seen, *_ = environment.step(actions)
    return choices


def alone(environment: Any) -> int:  # noqa: ANN401
    """The beginning of a match of one seat against bots."""
    seen, _info = environment.reset()
    choices = 0
    for _step in range(STEPS):
        action, choice = any_of(seen["action_mask"])
        choices += choice
        seen, _reward, terminated, _truncated, _info = environment.step(action)
        if terminated:
            break
    return choices
