"""A small policy in NumPy: one hidden layer, a number for each action, and an estimate of the end.

It learns by proximal policy optimization (Schulman et al. 2017, arXiv:1707.06347) with Adam (Kingma
and Ba 2015, arXiv:1412.6980): nothing here knows what game it plays.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias, final

os.environ.setdefault("OMP_NUM_THREADS", "1")  # matrices this small are quicker on one core

import numpy as np  # it reads this once
from numpy.typing import NDArray

Array: TypeAlias = NDArray[np.floating[Any]]
Numbers: TypeAlias = NDArray[np.int64]
Mask: TypeAlias = NDArray[np.number[Any]]

HIDDEN: Final = 128
CLIP: Final = 0.2  # how far one batch may change how likely an action is
ENTROPY: Final = 0.01  # what a mixed policy is worth
VALUE: Final = 0.5  # weight of the estimate's error
MOMENTUM: Final = 0.9
SECOND: Final = 0.999
TINY: Final = 1e-8
SMALLEST: Final = 1e-30  # chance of anything legal
NEVER: Final = -1e9  # the logit of an action that is not legal
LARGEST: Final = 1.0  # norm of a gradient


@final
@dataclass(frozen=True)
class Batch:
    """Decisions and what came of them: n rows."""

    observation: Array  # (n, size)
    mask: Mask  # (n, actions), 1 for legal
    action: Numbers  # (n,)
    likely: Array  # (n,): how likely the action was when it was taken; 0 for as likely as now
    advantage: Array  # (n,): how much better it went than expected
    result: Array  # (n,): what the match was worth in the end

    def rows(self, which: Numbers) -> Batch:
        """Some of the rows."""
        return Batch(
            self.observation[which],
            self.mask[which],
            self.action[which],
            self.likely[which],
            self.advantage[which],
            self.result[which],
        )


class Learner(Protocol):
    """What can play, and learn from it."""

    def think(self, observation: Array, mask: Mask) -> tuple[Array, Array, Array]:
        """Anything; how likely each action is; and what the match is expected to be worth."""

    def learn(self, batch: Batch, rate: float) -> None:
        """Get a little better."""


@final
class Policy:
    """Weights, and how they are changed."""

    def __init__(self, size: int, actions: int, seed: int = 0, words: Array | None = None) -> None:
        """`words`, (actions, words): which words each action's name has. Then weights are those of
        words, and what is learned of an action is learned of all that share some of its words.
        """
        random = np.random.default_rng(seed)
        self.words = words
        named = actions if words is None else words.shape[1]
        self.weights: dict[str, Array] = {
            "in": drawn(random, size, HIDDEN, np.sqrt(2 / size)),
            "in0": np.zeros(HIDDEN, np.float32),
            "act": drawn(random, HIDDEN, named, 0.01),
            "act0": np.zeros(named, np.float32),
            "worth": drawn(random, HIDDEN, 1, 0.01),
            "worth0": np.zeros(1, np.float32),
        }
        self._means = {name: np.zeros_like(weight) for name, weight in self.weights.items()}
        self._squares = {name: np.zeros_like(weight) for name, weight in self.weights.items()}
        self._steps = 0

    def think(self, observation: Array, mask: Mask) -> tuple[Array, Array, Array]:
        """What is hidden (n, HIDDEN), how likely each action is (n, actions), and what the match is
        expected to be worth (n,).
        """
        hidden = np.tanh(observation @ self.weights["in"] + self.weights["in0"])
        columns = legal_anywhere(mask)
        likely = np.zeros(mask.shape, hidden.dtype)
        likely[:, columns] = self._chances(hidden, mask, columns)
        worth = (hidden @ self.weights["worth"] + self.weights["worth0"])[:, 0]
        return hidden, likely, worth

    def _weights(self, columns: Numbers) -> tuple[Array, Array]:
        """Those of these actions, (HIDDEN, k) and (k,)."""
        act, act0 = self.weights["act"], self.weights["act0"]
        if self.words is None:
            return act[:, columns], act0[columns]
        spelt = self.words[columns].T
        return act @ spelt, act0 @ spelt

    def _chances(self, hidden: Array, mask: Mask, columns: Numbers) -> Array:
        """How likely each of these actions is, (n, k)."""
        act, act0 = self._weights(columns)
        logits = np.where(mask[:, columns] > 0, hidden @ act + act0, NEVER)
        logits = np.exp(logits - logits.max(axis=1, keepdims=True))
        chances: Array = logits / logits.sum(axis=1, keepdims=True)
        return chances

    def learn(self, batch: Batch, rate: float) -> None:
        """One step down the slope of the loss on these rows."""
        self._descend(self.slopes(batch), rate)

    def sharpen(self, factor: float) -> None:
        """Let what is likely become likelier, by taking each chance to this power."""
        self.weights["act"] *= factor
        self.weights["act0"] *= factor

    def loss(self, batch: Batch) -> float:
        """What is to become less: gains not made, certainty, and a wrong estimate of the end."""
        _hidden, likely, worth = self.think(batch.observation, batch.mask)
        ratio = ratios(likely[np.arange(len(batch.action)), batch.action], batch.likely)
        clipped = np.clip(ratio, 1 - CLIP, 1 + CLIP)
        gain = np.minimum(ratio * batch.advantage, clipped * batch.advantage)
        entropy = -(likely * np.log(likely + TINY)).sum(axis=1)
        wrong = VALUE * (worth - batch.result) ** 2 / 2
        return float((-gain - ENTROPY * entropy + wrong).mean())

    def slopes(self, batch: Batch) -> dict[str, Array]:
        """The slope of the loss by each weight."""
        columns = legal_anywhere(batch.mask)
        hidden = np.tanh(batch.observation @ self.weights["in"] + self.weights["in0"])
        worth = (hidden @ self.weights["worth"] + self.weights["worth0"])[:, 0]
        likely = self._chances(hidden, batch.mask, columns)
        action = np.searchsorted(columns, batch.action)
        count = len(action)
        rows = np.arange(count)
        now = likely[rows, action]
        ratio = ratios(now, batch.likely)
        gain = batch.advantage
        held = np.where(gain > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
        weight = np.where(held, 0, -gain * ratio)
        taken = np.zeros_like(likely)
        taken[rows, action] = 1
        logs = np.log(likely + TINY)
        entropy = -(likely * logs).sum(axis=1, keepdims=True)
        by_logits = (
            weight[:, None] * (taken - likely) + ENTROPY * likely * (logs + entropy)
        ) / count
        by_worth = (VALUE * (worth - batch.result) / count)[:, None]
        by_hidden = by_logits @ self._weights(columns)[0].T + by_worth * self.weights["worth"].T
        by_inner = by_hidden * (1 - hidden**2)
        by_act, by_act0 = hidden.T @ by_logits, by_logits.sum(axis=0)
        if self.words is None:
            act, act0 = np.zeros_like(self.weights["act"]), np.zeros_like(self.weights["act0"])
            act[:, columns], act0[columns] = by_act, by_act0
        else:
            spelt = self.words[columns]
            act, act0 = by_act @ spelt, by_act0 @ spelt
        return {
            "in": batch.observation.T @ by_inner,
            "in0": by_inner.sum(axis=0),
            "act": act,
            "act0": act0,
            "worth": hidden.T @ by_worth,
            "worth0": by_worth.sum(axis=0),
        }

    def _descend(self, gradients: dict[str, Array], rate: float) -> None:
        norm = float(np.sqrt(sum([float((part**2).sum()) for part in gradients.values()])))
        scale = min(1.0, LARGEST / (norm + TINY))
        self._steps += 1
        first, second = 1 - MOMENTUM**self._steps, 1 - SECOND**self._steps
        for name, gradient in gradients.items():
            slope = gradient * scale
            mean, square = self._means[name], self._squares[name]
            mean += (1 - MOMENTUM) * (slope - mean)
            square += (1 - SECOND) * (slope**2 - square)
            self.weights[name] -= rate * (mean / first) / (np.sqrt(square / second) + TINY)

    def save(self, path: Path) -> None:
        """Write the weights down."""
        np.savez_compressed(path, **self.weights)  # type: ignore[arg-type]  # arrays by name

    def load(self, path: Path) -> None:
        """Take weights that were written down."""
        with np.load(path) as stored:
            self.weights = {name: stored[name] for name in self.weights}


def legal_anywhere(mask: Mask) -> Numbers:
    """The actions that are legal in any of these rows: no others are looked at."""
    columns: Numbers = np.flatnonzero(mask.any(axis=0))
    return columns


def ratios(now: Array, before: Array) -> Array:
    """How much likelier actions have become, (n,); 1 where nobody has drawn them (`Batch`)."""
    found: Array = now / np.where(before > 0, before, np.maximum(now, SMALLEST))
    return found


def drawn(random: np.random.Generator, rows: int, columns: int, spread: float) -> Array:
    """Weights to begin with."""
    return (random.standard_normal((rows, columns)) * spread).astype(np.float32)
