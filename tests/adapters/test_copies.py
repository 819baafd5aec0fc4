"""Environments copy and pickle as they stand, and play on alike."""

from __future__ import annotations

import copy
import pickle
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")

from microciv import catalogue  # after the skips
from microciv.adapters.gymnasium import SeatEnv
from microciv.adapters.matches import Matches
from microciv.adapters.pettingzoo import env, parallel_env
from microciv.adapters.processes import SharedMatches
from microciv.bots import levels

STEPS = 12
EVERY = pytest.mark.parametrize("name", list(catalogue()))


def copies_of(thing: Any) -> list[Any]:
    return [copy.copy(thing), copy.deepcopy(thing), pickle.loads(pickle.dumps(thing))]


def exact(seen: Any) -> str:
    """All numbers of all arrays."""
    with np.printoptions(threshold=sys.maxsize):
        return repr(seen)


def some_legal(mask: Any, random: np.random.Generator) -> Any:
    return random.choice(np.flatnonzero(mask))


def one_seat(played: SeatEnv, seed: int) -> list[Any]:
    random, seen = np.random.default_rng(seed), []
    for _ in range(STEPS):
        told = played.step(some_legal(played.action_masks(), random))
        seen.append([told, played.reset() if told[2] else None])
    return [played.seat, seen]


def all_together(played: Any, seed: int) -> list[Any]:
    random, told = np.random.default_rng(seed), []
    for _ in range(STEPS):
        actions = {
            agent: some_legal(seen["action_mask"], random)
            for agent, seen in played.round.seen(played.agents).items()
        }
        told.append(played.step(actions))
    return told


def in_turns(played: Any, seed: int) -> list[Any]:
    random, seen = np.random.default_rng(seed), []
    for _ in range(STEPS):
        if not played.agents:  # all have been told that it is over
            break
        agent = played.agent_selection
        over = played.terminations[agent]
        mask = played.observe(agent)["action_mask"]
        played.step(None if over else some_legal(mask, random))
        seen.append([agent, played.agent_selection, played.rewards, played.infos])
    return seen


def many(played: Matches, seed: int) -> list[Any]:
    random, seen = np.random.default_rng(seed), []
    for _ in range(STEPS):
        actions = np.array([some_legal(mask, random) for mask in played.action_masks()])
        seen.append(played.step(actions))
    return seen


@EVERY
def test_a_seat_among_bots(name: str):
    played = SeatEnv(name, bots="random")
    played.reset(seed=3)
    one_seat(played, 3)
    others = copies_of(played)
    expected = exact(one_seat(played, 4))
    assert [expected] * 3 == [exact(one_seat(other, 4)) for other in others]


@EVERY
def test_agents_that_act_together_or_in_turn(name: str):
    for made, play in ((parallel_env, all_together), (env, in_turns)):
        played = made(name)
        played.reset(seed=3)
        play(played, 3)
        others = copies_of(played)
        expected = exact(play(played, 4))
        assert [expected] * 3 == [exact(play(other, 4)) for other in others]


@EVERY
def test_many_matches_with_a_bot_that_remembers(name: str):
    seats = catalogue()[name].seats[0]
    level = "easy" if "easy" in levels(name) else "random"
    played = Matches(name, 2, bots={0: level}, seats=seats)
    played.reset(seed=3)
    many(played, 3)
    others = copies_of(played)
    expected = exact(many(played, 4))
    assert [expected] * 3 == [exact(many(other, 4)) for other in others]


def test_one_that_has_not_begun():
    for other in copies_of(SeatEnv("5x")):
        observed, _info = other.reset(seed=1)
        assert exact(SeatEnv("5x").reset(seed=1)[0]) == exact(observed)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickle.dumps])
def test_one_with_processes_of_its_own_says_that_it_is_not_copied(copied: Callable[[Any], object]):
    shared = SharedMatches("5x", 2, processes=1)
    try:
        with pytest.raises(TypeError, match="SharedMatches has processes of its own and cannot be"):
            copied(shared)
    finally:
        shared.close()
