"""Learn 5X against `easy` from observations alone, and measure what has been learned.

    python examples/learning/learn_five_x.py

A learner sits in one seat, bots of the level `easy` in the others; the winner gets 1. An iteration
plays a few hundred matches, some in each seat, and then takes a few gradient steps. With
`--workers 4`, four other processes play them.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias, final

from small_policy import Array, Batch, Learner, Mask, Numbers, Policy  # isort: skip  # before NumPy

import numpy as np
from gymnasium.vector import AutoresetMode

from microciv.adapters.matches import Matches
from microciv.adapters.opponents import Opponents
from microciv.adapters.processes import SharedMatches
from microciv.adapters.rewards import WIN

Tables: TypeAlias = list[Matches] | list[SharedMatches]
"""Matches with a learner in each seat: in this process, or in others."""

GAME: Final = "5x"
LEVEL: Final = "easy"
AT_ONCE: Final = 48  # matches in each seat
DECISIONS: Final = 4096  # per iteration
EPOCHS: Final = 4
ROWS: Final = 512  # per gradient step
RATE: Final = 1e-3
TOLD: Final = 10  # iterations per line of the report
UNSEEN: Final = 2**40  # first seed of the evaluation matches


@final
@dataclass
class Decision:
    """What a learner saw and did."""

    observation: Array
    mask: Mask
    action: int
    likely: float
    worth: float


@final
@dataclass
class End:
    """A match that is over, and what the learner did in it."""

    seat: int
    match: int
    decisions: list[Decision]
    reward: float


def tables(
    count: int,
    seats: int,
    bots: Opponents,
    game: str = GAME,
    reward: str = WIN,
    workers: int = 0,
) -> Tables:
    """Matches with a learner in each seat, and these bots in the others; about as many `workers`,
    at least one for each seat, play them, or this process if it is 0. It makes no other difference.
    """
    settings: dict[str, Any] = {
        "seats": seats,
        "bots": bots,
        "reward": reward,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }
    if not workers:
        return [Matches(game, count, seat=seat, **settings) for seat in range(seats)]
    each = min(count, -(-workers // seats))
    return [
        SharedMatches(game, count, processes=each, seat=seat, **settings) for seat in range(seats)
    ]


def seconds(tables: Tables) -> float:
    """Of a core, that this process and those of the tables have taken until now."""
    others = [table.spent for table in tables if isinstance(table, SharedMatches)]
    return time.process_time() + sum(others)


@final
class Player:
    """Plays many matches, and remembers those that are not over yet."""

    def __init__(self, tables: Tables, policy: Learner, seed: int, scale: float = 1.0) -> None:
        """Rewards are divided by `scale`: a learner estimates numbers about 1 best."""
        self.tables = tables
        self.policy = policy
        self.scale = scale
        self._random = np.random.default_rng(seed)
        self._seen = [matches.reset(seed=seed + at)[0] for at, matches in enumerate(tables)]
        self._open: list[list[list[Decision]]] = [
            [[] for _ in range(matches.count)] for matches in tables
        ]

    def play(self) -> Iterator[End]:
        """One decision in every match; the matches that are over with it."""
        taken = [self._decide(seat) for seat in range(len(self.tables))]
        steps = self._step(taken)
        for seat, (still, step) in enumerate(zip(self._open, steps, strict=True)):
            self._seen[seat], rewards, terminated, _truncated, _info = step
            for match in np.flatnonzero(terminated).tolist():
                yield End(seat, match, still[match], float(rewards[match]) / self.scale)
                still[match] = []

    def _decide(self, seat: int) -> Numbers:
        """An action for every match with a learner in this seat, as likely as the policy says."""
        seen, still = self._seen[seat], self._open[seat]
        mask = seen["action_mask"]
        _hidden, likely, worth = self.policy.think(seen["observation"], mask)
        drawn = self._random.random((len(likely), 1), np.float32)
        actions: Numbers = (likely.cumsum(axis=1) < drawn * likely.sum(axis=1, keepdims=True)).sum(
            axis=1
        )
        for match, action in enumerate(actions.tolist()):
            still[match].append(
                Decision(
                    seen["observation"][match],
                    mask[match],
                    action,
                    float(likely[match, action]),
                    float(worth[match]),
                )
            )
        return actions

    def _step(self, taken: list[Numbers]) -> list[Any]:
        """What comes of these actions, by seat; processes work on all seats at the same time."""
        seats = range(len(self.tables))
        if isinstance(self.tables[0], Matches):
            return [self.tables[seat].step(taken[seat]) for seat in seats]
        with ThreadPoolExecutor(len(seats)) as waiting:
            return list(waiting.map(lambda seat: self.tables[seat].step(taken[seat]), seats))


def collect(player: Player, decisions: int, trace: float = 1.0) -> tuple[Batch, float]:
    """At least this many decisions, of complete matches, and the fraction of matches won. With a
    `trace` below 1, a decision is judged by the estimates that follow it, the nearest ones most
    (Schulman et al. 2016, arXiv:1506.02438), and so by less chance in a long match.
    """
    taken: list[Decision] = []
    results: list[float] = []
    won: list[float] = []
    while len(taken) < decisions:
        for end in player.play():
            taken += end.decisions
            results += judged(end, trace)
            won.append(end.reward)
    result = np.array(results, np.float32)
    advantage = result - np.array([decision.worth for decision in taken], np.float32)
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
    batch = Batch(
        np.stack([decision.observation for decision in taken]),
        np.stack([decision.mask for decision in taken]),
        np.array([decision.action for decision in taken], np.int64),
        np.array([decision.likely for decision in taken], np.float32),
        advantage,
        result,
    )
    return batch, sum(won) / len(won)


def judged(end: End, trace: float) -> list[float]:
    """By decision, what the match was worth from there on."""
    if trace == 1:
        return [end.reward] * len(end.decisions)
    worth, found = end.reward, [end.reward]
    for decision in reversed(end.decisions[1:]):
        worth = trace * worth + (1 - trace) * decision.worth
        found.append(worth)
    return found[::-1]


def improve(policy: Learner, batch: Batch, rate: float, random: np.random.Generator) -> None:
    """A few gradient steps on this batch."""
    for _ in range(EPOCHS):
        order = random.permutation(len(batch.action))
        for start in range(0, len(order), ROWS):
            policy.learn(batch.rows(order[start : start + ROWS]), rate)


def train(
    policy: Learner,
    player: Player,
    iterations: int,
    decisions: int = DECISIONS,
    *,
    rate: float = RATE,
    trace: float = 1.0,
) -> list[float]:
    """Returns the fraction of matches won in each iteration; the learning rate falls to 0."""
    random = np.random.default_rng(1)
    shares: list[float] = []
    began = seconds(player.tables)
    for number in range(iterations):
        batch, won = collect(player, decisions, trace)
        shares.append(won)
        improve(policy, batch, rate * (1 - number / iterations), random)
        if (number + 1) % TOLD == 0:
            spent = seconds(player.tables) - began
            recent = sum(shares[-TOLD:]) / TOLD
            print(f"iteration {number + 1:4}  won {recent:.3f}  after {spent:.0f} s", flush=True)
    return shares


def measure(
    policy: Learner,
    seats: int,
    bots: Opponents,
    matches: int,
    seed: int = UNSEEN,
    game: str = GAME,
    workers: int = 0,
) -> tuple[float, float]:
    """The fraction won of this many matches unseen in training, equally many in each seat, and the
    half-width of its 95 % interval.
    """
    seated = tables(-(-matches // seats), seats, bots, game, workers=workers)
    player = Player(seated, policy, seed)
    first: dict[tuple[int, int], float] = {}
    while len(first) < len(seated) * seated[0].count:
        for end in player.play():
            first.setdefault((end.seat, end.match), end.reward)
    for table in seated:
        table.close()
    shares = np.array(list(first.values()))
    return float(shares.mean()), float(1.96 * shares.std(ddof=1) / np.sqrt(len(shares)))


def main() -> None:
    """Train, then evaluate."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--iterations", type=int, default=80)
    parser.add_argument("--level", default=LEVEL, help="of the bots")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--matches", type=int, default=402, help="to evaluate on")
    parser.add_argument("--workers", type=int, default=0, help="processes that play the matches")
    parser.add_argument("--save", type=Path, help="where to write the weights (.npz)")
    asked = parser.parse_args()
    seated = tables(AT_ONCE, asked.seats, asked.level, workers=asked.workers)
    policy = Policy(seated[0].size, seated[0].actions, asked.seed)
    train(policy, Player(seated, policy, asked.seed), asked.iterations)
    won, wide = measure(policy, asked.seats, asked.level, asked.matches, workers=asked.workers)
    print(
        f"won {won:.3f} +- {wide:.3f} of {asked.matches}; an equal share is {1 / asked.seats:.3f}"
    )
    if asked.save:
        policy.save(asked.save)


if __name__ == "__main__":
    main()
