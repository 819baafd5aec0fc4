"""The example learns: a little in a moment, and the gradient is the gradient."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("numpy", reason="NumPy is not installed")

from learn_five_x import Player, measure, tables, train  # after the skip
from small_policy import Batch, Policy


def test_a_few_iterations_make_it_better(tmp_path: Path) -> None:
    """Against random moves, in a few seconds; the weights can be kept."""
    seated = tables(24, seed=4, seats=3, level="random")
    policy = Policy(seated[0].size, seated[0].actions, seed=4)
    shares = train(policy, Player(seated, policy, seed=3), iterations=8, decisions=1200)
    assert sum(shares[-3:]) / 3 > sum(shares[:3]) / 3 + 0.05
    policy.save(tmp_path / "weights.npz")
    again = Policy(seated[0].size, seated[0].actions)
    again.load(tmp_path / "weights.npz")
    won, wide = measure(policy, 3, "random", 60)
    assert (won, wide) == measure(again, 3, "random", 60)
    assert 0 < won < 1
    assert 0.05 < wide < 0.2


def test_what_was_better_than_expected_becomes_likelier() -> None:
    """And an action that is not legal stays impossible."""
    policy = Policy(4, 3, seed=1)
    seen = np.ones((2, 4), np.float32)
    mask = np.array([[1, 1, 0], [1, 1, 0]], np.float32)
    _hidden, before, _worth = policy.think(seen, mask)
    batch = Batch(
        seen,
        mask,
        np.array([0, 1]),
        before[[0, 1], [0, 1]],
        np.array([1.0, -1.0], np.float32),
        np.array([1.0, 1.0], np.float32),
    )
    for _ in range(5):
        policy.learn(batch, 0.01)
    _hidden, after, worth = policy.think(seen, mask)
    assert after[0, 0] > before[0, 0] + 0.01
    assert 0 == after[0, 2]
    assert worth[0] > 0


def test_the_gradient_is_the_slope_of_the_loss() -> None:
    """Against differences, for a few weights of every kind."""
    random = np.random.default_rng(2)
    policy = Policy(5, 4, seed=2)
    policy.weights = {name: part.astype(np.float64) for name, part in policy.weights.items()}
    policy.weights["act"] = random.standard_normal(policy.weights["act"].shape)
    seen, mask = random.standard_normal((6, 5)), np.ones((6, 4))
    mask[:, 3] = 0
    action = random.integers(0, 3, 6)
    _hidden, likely, _worth = policy.think(seen, mask)
    taken = likely[np.arange(6), action]
    batch = Batch(seen, mask, action, taken, random.standard_normal(6), random.random(6))
    slopes = policy.slopes(batch)
    for name, slope in slopes.items():
        weight = policy.weights[name]
        for place in [tuple(random.integers(0, size) for size in weight.shape) for _ in range(4)]:
            was, step = weight[place], 1e-5
            weight[place] = was + step
            above = policy.loss(batch)
            weight[place] = was - step
            below = policy.loss(batch)
            weight[place] = was
            assert slope[place] == pytest.approx((above - below) / (2 * step), abs=2e-5)
