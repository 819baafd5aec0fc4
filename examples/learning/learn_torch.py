"""The same as learn_five_x.py with a larger policy, in PyTorch, for any game and with a GPU.

pip install -r examples/learning/requirements-torch.txt
python examples/learning/learn_torch.py 5-ages --iterations 200 --save policy.pt
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final, final

import numpy as np
import torch
from learn_five_x import AT_ONCE, LEVEL, Player, measure, tables, train
from small_policy import CLIP, ENTROPY, LARGEST, VALUE, Array, Batch, Mask
from torch import nn

DECISIONS: Final = 16_384  # per iteration
SLOWER: Final = 0.3  # a larger policy learns in smaller steps


@final
class LargePolicy:
    """Two hidden layers, a number for each action, and an estimate of the end."""

    def __init__(self, size: int, actions: int, seed: int, width: int, device: str) -> None:
        torch.manual_seed(seed)
        self.device = device
        self.layers = nn.Sequential(
            *(nn.Linear(size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()),
            nn.Linear(width, actions + 1),
        ).to(device)
        with torch.no_grad():
            self.layers[-1].weight.mul_(0.01)  # at first all actions are about as likely
        self._steps = torch.optim.Adam(self.layers.parameters())

    def _read(self, observation: Array, mask: Mask) -> tuple[Any, Any]:
        """Logarithms of how likely actions are (n, actions), and what the match is worth (n,)."""
        found = self.layers(torch.as_tensor(observation, device=self.device))
        legal = torch.as_tensor(mask, device=self.device) > 0
        logits = torch.where(legal, found[:, :-1], torch.full_like(found[:, :-1], -1e9))
        return torch.log_softmax(logits, dim=1), found[:, -1]

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
    parser.add_argument("--matches", type=int, default=600, help="to evaluate on")
    parser.add_argument("--save", type=Path, help="where to write the weights (.pt)")
    asked = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    seated = tables(AT_ONCE, asked.seats, asked.level, asked.game)
    policy = LargePolicy(seated[0].size, seated[0].actions, asked.seed, asked.width, device)
    train(policy, Player(seated, policy, asked.seed), asked.iterations, asked.decisions)
    won, wide = measure(policy, asked.seats, asked.level, asked.matches, game=asked.game)
    print(f"{asked.game} on {device}: won {won:.3f} +- {wide:.3f} of {asked.matches}")
    if asked.save:
        torch.save(policy.layers.state_dict(), asked.save)


if __name__ == "__main__":
    main()
