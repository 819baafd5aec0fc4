"""The games in PettingZoo: its own tests, for every game and number of seats."""

from __future__ import annotations

import warnings
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its tests load an environment of theirs in an old way
    from pettingzoo.test import (
        api_test,
        max_cycles_test,
        parallel_api_test,
        parallel_seed_test,
        render_test,
        seed_test,
    )
from microciv import BadOption, catalogue  # after the skip
from microciv.adapters.pettingzoo import env, parallel_env

# Theirs are for arrays alone; an observation with a mask is a dictionary, as in their own games.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


def games() -> list[Any]:
    """Every game with every number of seats, and some options."""
    found = []
    for name, about in catalogue().items():
        for seats in about.seats:
            extra: dict[str, object] = {}
            if name == "civ-builder" and seats > 6:
                extra = {"allow_7_to_10": True}
            found.append(pytest.param(name, {"seats": seats, **extra}, id=f"{name} {seats}"))
    others: list[tuple[str, dict[str, object]]] = [
        ("5x", {"seats": 3, "leaders": False}),
        ("5-ages", {"seats": 4, "jokers": 4, "trade_ticks": 1}),
        ("civ-builder", {"seats": 3, "trade_mode": "clock"}),
        ("civ-card-game", {"seats": 3, "max_rounds": 5}),
    ]
    return found + [pytest.param(name, extra, id=f"{name} {extra}") for name, extra in others]


EVERY = pytest.mark.parametrize("name, options", games())


@EVERY
def test_turns_pass_their_test(name: str, options: dict[str, object]):
    api_test(env(name, **options), num_cycles=60)
    api_test(env(name, everybody=True, **options), num_cycles=20)


@EVERY
def test_acting_at_once_passes_their_test(name: str, options: dict[str, object]):
    parallel_api_test(parallel_env(name, **options), num_cycles=60)


@EVERY
def test_a_seed_fixes_everything(name: str, options: dict[str, object]):
    seed_test(partial(env, name, **options), num_cycles=20)
    parallel_seed_test(partial(parallel_env, name, **options), num_cycles=20)


@EVERY
def test_a_match_can_be_cut_off(name: str, options: dict[str, object]):
    """Their test counts the turns of all agents, so everybody takes part."""
    module = SimpleNamespace(
        env=partial(env, name, everybody=True, **options),
        parallel_env=partial(parallel_env, name, **options),
    )
    max_cycles_test(module)


@EVERY
def test_it_can_be_looked_at(name: str, options: dict[str, object]):
    render_test(partial(env, name, **options))


def test_the_picture_is_that_of_a_spectator():
    shown = env("5x", seats=3, render_mode="ansi")
    shown.reset(seed=4)
    picture = shown.render() or ""
    assert "5X, 3 players" in picture
    assert '"known": []' in picture
    leaders = [name for name in ("gandhi", "genghis", "cleopatra") if name in picture]
    assert [] == leaders


def test_who_is_not_asked_can_only_wait():
    together = parallel_env("civ-card-game", seats=3)
    observations, _ = together.reset(seed=1)
    masks = [observation["action_mask"] for observation in observations.values()]
    wait = together.action_space("seat_0").n - 1
    idle = [mask for mask in masks if mask[wait]]
    assert 2 == len(idle)
    assert all(mask.sum() == 1 for mask in idle)
    assert 1 == sum(mask[:wait].any() for mask in masks)


def test_turns_and_all_at_once_are_the_same_match():
    turns, together = env("5x", seats=4), parallel_env("5x", seats=4)
    turns.reset(seed=8)
    seen, _ = together.reset(seed=8)
    random = np.random.default_rng(8)
    rewards: dict[str, float] = {}
    while together.agents:
        actions = {}
        asked = [agent for agent in together.agents if not seen[agent]["action_mask"][-1]]
        for agent in asked:
            assert agent == turns.agent_selection
            observation, *_ = turns.last()
            assert np.array_equal(observation["observation"], seen[agent]["observation"])
            actions[agent] = int(random.choice(np.flatnonzero(observation["action_mask"])))
            turns.step(actions[agent])
        seen, rewards, *_ = together.step(actions)
    assert rewards == turns.rewards
    assert sum(rewards.values()) == pytest.approx(1.0)


def test_masks_are_told_beside_as_well():
    """Some learners look for them there; in turns only those that are asked have one."""
    together, turns = parallel_env("5x", seats=3), env("5x", seats=3)
    seen, infos = together.reset(seed=2)
    for agent in together.agents:
        assert infos[agent]["action_mask"] is seen[agent]["action_mask"]
    turns.reset(seed=2)
    asked = turns.agent_selection
    assert np.array_equal(turns.infos[asked]["action_mask"], turns.observe(asked)["action_mask"])


def test_an_action_that_is_not_legal_is_no_answer():
    """The game plays the seat's time-out move, and tells it."""
    together = parallel_env("5x", seats=3, leaders=False)
    together.reset(seed=2)
    wrong = dict.fromkeys(together.agents, together.action_space("seat_0").n - 2)
    _seen, _rewards, _terminated, _truncated, infos = together.step(wrong)
    assert infos["seat_1"]["illegal"]
    turns = env("5x", seats=3, leaders=False)
    turns.reset(seed=2)
    legal = np.flatnonzero(turns.last()[0]["action_mask"])
    turns.step(int(legal[0]))
    for _ in range(2):
        turns.step(int(np.flatnonzero(turns.last()[0]["action_mask"])[0]))
    assert not turns.infos["seat_1"]["illegal"]


@pytest.mark.parametrize("reward, together", [("win", 1.0), ("places", 2.0), ("score", 0.0)])
def test_rewards_come_at_the_end(reward: str, together: float):
    turns = env("5x", seats=4, reward=reward)
    turns.reset(seed=3)
    random = np.random.default_rng(3)
    for agent in turns.agent_iter():
        observation, worth, terminated, _truncated, _info = turns.last()
        if terminated:
            break
        assert worth == 0
        turns.step(int(random.choice(np.flatnonzero(observation["action_mask"]))))
        assert agent in turns.agents
    assert sum(turns.rewards.values()) == pytest.approx(together)


@pytest.mark.parametrize("make", [env, parallel_env])
def test_a_critic_sees_what_all_see_together_if_that_is_asked_for(make: Any):
    played = make("5x", seats=3, central=True)
    played.reset(seed=2)
    state = played.state()
    assert state in played.state_space
    rows = state.reshape(3, -1)
    seen = played.round.seen(played.agents)
    for agent, row in zip(played.agents, rows, strict=True):
        assert np.array_equal(seen[agent]["observation"], row)
    closed = make("5x", seats=3)
    closed.reset(seed=2)
    with pytest.raises(NotImplementedError, match="central=True"):
        closed.state()


@pytest.mark.parametrize("make", [env, parallel_env])
def test_there_is_no_picture_but_text(make: Any):
    with pytest.raises(BadOption, match="expected 'ansi' or 'human', not 'rgb_array'"):
        make("5x", render_mode="rgb_array")


def test_whose_action_was_not_legal_is_told_when_it_is_asked_next():
    """Others may have had turns meanwhile."""
    turns = env("civ-card-game", seats=3, max_rounds=3)
    turns.reset(seed=1)
    wrong = turns.agent_selection
    turns.step(turns.action_space(wrong).n - 1)
    others = 0
    for agent in turns.agent_iter():
        seen, _reward, _terminated, _truncated, info = turns.last()
        assert info["illegal"] == (agent == wrong)
        if agent == wrong:
            break
        others += 1
        turns.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert others
    turns.step(int(np.flatnonzero(turns.last()[0]["action_mask"])[0]))
    assert not turns.infos[wrong]["illegal"]


@pytest.mark.parametrize("cycles", ["a", 0, -1, 1.5, True])
def test_a_number_of_cycles_that_is_none_is_refused(cycles: Any):
    for made in (env, parallel_env):
        with pytest.raises(BadOption, match="max_cycles: expected None or a number from 1 on, not"):
            made("5x", max_cycles=cycles)
        assert np.int64(3) == made("5x", max_cycles=np.int64(3)).max_cycles
