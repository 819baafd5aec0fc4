"""The same as learn_five_x.py with a larger policy, in PyTorch, for any game and with a GPU.

pip install -r examples/learning/requirements-torch.txt
python examples/learning/learn_torch.py 5-ages --iterations 200 --save policy.pt
OMP_NUM_THREADS=1 python examples/learning/learn_torch.py 5x --workers 15 --at-once 256

A GPU waits less if other processes play the matches, and many at once.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any, Final, final

import numpy as np
import torch
from baselines import AFTER, SHARPER
from cloning import Watched, clone, words_of
from learn_five_x import AT_ONCE, LEVEL, Player, measure, tables, train
from small_policy import CLIP, ENTROPY, LARGEST, VALUE, Array, Batch, Mask
from torch import nn

from microciv.adapters.rewards import WIN
from microciv.games import open_game

DECISIONS: Final = 16_384  # per iteration
SLOWER: Final = 0.3  # a larger policy learns in smaller steps


@final
class LargePolicy:
    """Two hidden layers, a number for each action, and an estimate of the end."""

    def __init__(
        self,
        size: int,
        actions: int,
        seed: int,
        width: int,
        device: str,
        words: Array | None = None,
    ) -> None:
        """`words`, (actions, words): as the small policy takes them."""
        torch.manual_seed(seed)
        self.device = device
        self.words = None if words is None else torch.as_tensor(words.T, device=device)
        named = actions if words is None else words.shape[1]
        self.layers = nn.Sequential(
            *(nn.Linear(size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()),
            nn.Linear(width, named + 1),
        ).to(device)
        with torch.no_grad():
            self.layers[-1].weight.mul_(0.01)  # at first all actions are about as likely
        self._steps = torch.optim.Adam(self.layers.parameters())

    def _read(self, observation: Array, mask: Mask) -> tuple[Any, Any]:
        """Logarithms of how likely actions are (n, actions), and what the match is worth (n,)."""
        found = self.layers(torch.as_tensor(observation, device=self.device))
        logits, worth = found[:, :-1], found[:, -1]
        if self.words is not None:
            logits = logits @ self.words
        legal = torch.as_tensor(mask, device=self.device) > 0
        return torch.log_softmax(logits.masked_fill(~legal, -1e9), dim=1), worth

    def think(self, observation: Array, mask: Mask) -> tuple[Array, Array, Array]:
        """Nothing, how likely each action is (n, actions), and what the match is worth (n,)."""
        with torch.no_grad():
            logs, worth = self._read(observation, mask)
        return np.zeros(0, np.float32), logs.exp().cpu().numpy(), worth.cpu().numpy()

    def learn(self, batch: Batch, rate: float) -> None:
        """One step of proximal policy optimization on these rows."""

        def there(numbers: Any) -> Any:  # noqa: ANN401  # an array
            return torch.as_tensor(numbers, device=self.device)

        logs, worth = self._read(batch.observation, batch.mask)
        taken = logs.gather(1, there(batch.action)[:, None])[:, 0]
        before = there(batch.likely)
        before = torch.where(before > 0, before.log(), taken.detach())
        ratio, advantage = (taken - before).exp(), there(batch.advantage)
        gain = torch.minimum(ratio * advantage, ratio.clamp(1 - CLIP, 1 + CLIP) * advantage)
        entropy = -(logs.exp() * logs).sum(dim=1)
        wrong = VALUE * (worth - there(batch.result)) ** 2 / 2
        loss = (-gain - ENTROPY * entropy + wrong).mean()
        self._steps.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.layers.parameters(), LARGEST)
        for group in self._steps.param_groups:
            group["lr"] = rate * SLOWER
        self._steps.step()

    def sharpen(self, factor: float) -> None:
        """Let what is likely become likelier, by taking each chance to this power."""
        with torch.no_grad():
            self.layers[-1].weight[:-1].mul_(factor)
            self.layers[-1].bias[:-1].mul_(factor)


def main() -> None:
    """Train, then evaluate."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game", nargs="?", default="5x")
    parser.add_argument("--iterations", type=int, default=200)
    parser.add_argument("--decisions", type=int, default=DECISIONS, help="of an iteration")
    parser.add_argument("--level", default=LEVEL, help="of the bots")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--width", type=int, default=512, help="of a hidden layer")
    parser.add_argument("--clone", type=int, default=0, help=f"iterations of cloning {LEVEL} first")
    parser.add_argument("--at-once", type=int, default=AT_ONCE, help="matches in each seat")
    parser.add_argument("--workers", type=int, default=0, help="processes that play the matches")
    parser.add_argument("--matches", type=int, default=600, help="to evaluate on")
    parser.add_argument("--save", type=Path, help="where to write the weights (.pt)")
    asked = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    game = open_game(asked.game, {"seats": asked.seats})
    seated = tables(asked.at_once, asked.seats, asked.level, asked.game, workers=asked.workers)
    size, actions = seated[0].size, seated[0].actions
    words = words_of(game) if asked.clone else None
    policy = LargePolicy(size, actions, asked.seed, asked.width, device, words)
    how: dict[str, float] = {}
    if asked.clone:
        clone(policy, Watched(game, LEVEL, WIN, asked.seed), asked.clone)
        policy.sharpen(SHARPER)
        how = {"rate": AFTER.rate, "trace": AFTER.trace}
    player, began = Player(seated, policy, asked.seed), time.perf_counter()
    train(policy, player, asked.iterations, asked.decisions, **how)
    a_second = asked.iterations * asked.decisions / (time.perf_counter() - began)
    print(f"{asked.game} on {device}: {a_second:.0f} decisions a second", flush=True)
    won, wide = measure(
        policy,
        asked.seats,
        asked.level,
        asked.matches,
        game=asked.game,
        workers=asked.workers,
    )
    print(f"won {won:.3f} +- {wide:.3f} of {asked.matches}")
    if asked.save:
        torch.save(policy.layers.cpu().state_dict(), asked.save)


if __name__ == "__main__":
    main()
