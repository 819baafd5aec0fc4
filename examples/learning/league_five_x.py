"""Learn 5X by playing against earlier versions of the learner, a league of checkpoints.

    python examples/learning/league_five_x.py

The learner sits in one seat, members of the league in the others: each is a copy of the learner as
it was some iterations ago, and who sits where is drawn anew for each iteration. Nobody in the
league has ever met a bot; `easy` only measures what has been learned.
"""

from __future__ import annotations

import argparse
import time
from copy import deepcopy
from pathlib import Path
from typing import Final, final

from learn_five_x import (
    AT_ONCE,
    DECISIONS,
    LEVEL,
    RATE,
    TOLD,
    Player,
    collect,
    improve,
    measure,
    tables,
)

from small_policy import Numbers, Policy  # isort: skip

import numpy as np

from microciv.adapters.encoding import Mask, Vector
from microciv.adapters.opponents import Opponent

EVERY: Final = 10  # iterations from one checkpoint to the next
MEMBERS: Final = 8  # the league has at most; the oldest but one leaves


@final
class Chair:
    """Somebody's seat: a function for `Matches`, whoever sits there now."""

    def __init__(self, sitter: Policy, seed: int) -> None:
        self.sitter = sitter
        self._random = np.random.default_rng(seed)

    def __call__(self, observation: Vector, mask: Mask) -> Numbers:
        """An action for each row, as likely as the sitter finds it."""
        _hidden, likely, _worth = self.sitter.think(observation, mask.astype(np.float32))
        drawn = self._random.random((len(likely), 1), np.float32) * likely.sum(1, keepdims=True)
        actions: Numbers = (likely.cumsum(axis=1) < drawn).sum(axis=1)
        return actions


@final
class League:
    """Checkpoints of a learner, the first one among them, and the chairs that they sit in."""

    def __init__(self, learner: Policy, chairs: int, seed: int) -> None:
        self.members: list[Policy] = []
        self.admit(learner)
        self.chairs = [Chair(self.members[0], seed + at) for at in range(chairs)]
        self.bots: list[Opponent] = [*self.chairs]
        """The same, as `Matches` takes them."""
        self._random = np.random.default_rng(seed)

    def admit(self, learner: Policy) -> None:
        """The learner as it is now."""
        self.members.append(deepcopy(learner))
        if len(self.members) > MEMBERS:
            del self.members[1]

    def sit_down(self) -> None:
        """Draw who sits where: half of the time the youngest, who plays best."""
        for chair in self.chairs:
            youngest = self._random.random() < 0.5
            at = -1 if youngest else int(self._random.integers(len(self.members)))
            chair.sitter = self.members[at]


def train(
    policy: Policy, league: League, player: Player, iterations: int, decisions: int = DECISIONS
) -> list[float]:
    """Returns the fraction of matches won against the league in each iteration."""
    random = np.random.default_rng(1)
    shares: list[float] = []
    began = time.process_time()
    for number in range(iterations):
        if number and number % EVERY == 0:
            league.admit(policy)
        league.sit_down()
        batch, won = collect(player, decisions)
        improve(policy, batch, RATE * (1 - number / iterations), random)
        shares.append(won)
        if (number + 1) % TOLD == 0:
            spent = time.process_time() - began
            recent = sum(shares[-TOLD:]) / TOLD
            print(
                f"iteration {number + 1:4}  won {recent:.3f} against {len(league.members)}"
                f" checkpoints  after {spent:.0f} s",
                flush=True,
            )
    return shares


def main() -> None:
    """Train in the league, then evaluate against bots."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--iterations", type=int, default=80)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--matches", type=int, default=402, help="to evaluate on")
    parser.add_argument("--save", type=Path, help="where to write the weights (.npz)")
    asked = parser.parse_args()
    sizes = tables(1, asked.seats, LEVEL)[0]
    policy = Policy(sizes.size, sizes.actions, asked.seed)
    league = League(policy, asked.seats - 1, asked.seed)
    seated = tables(AT_ONCE, asked.seats, league.bots)
    train(policy, league, Player(seated, policy, asked.seed), asked.iterations)
    rivals: dict[str, Opponent] = {LEVEL: LEVEL}
    rivals["its own beginning"] = Chair(league.members[0], asked.seed)
    for whom, bots in rivals.items():
        won, wide = measure(policy, asked.seats, bots, asked.matches)
        print(
            f"against {whom}: won {won:.3f} +- {wide:.3f} of {asked.matches};"
            f" an equal share is {1 / asked.seats:.3f}"
        )
    if asked.save:
        policy.save(asked.save)


if __name__ == "__main__":
    main()
