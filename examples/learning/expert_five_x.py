"""Train the network that `expert` plays 5X with, in PyTorch, and export it in whole numbers.

pip install -r examples/learning/requirements-torch.txt
OMP_NUM_THREADS=1 python examples/learning/expert_five_x.py --iterations 1400 --export learned.json

One network plays all seats of tables of three to six. It meets itself, itself as it was some
iterations ago, and bots that search; it learns by proximal policy optimization (Schulman et al.
2017) from every seat in which it sits. Outputs of its layers are clipped and weights are small, so
that a byte holds each (as in Stockfish's NNUE; Nasu 2018).
"""

from __future__ import annotations

import argparse
import json
import time
from base64 import b64encode
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, final

import numpy as np
import torch
from gymnasium.vector import AutoresetMode
from seen_five_x import LARGEST, OF_TABLE, Rows, inputs_of
from torch import nn

from microciv.adapters.encoding import Mask, Numbers
from microciv.adapters.matches import Matches
from microciv.games.five_x.policy.inputs import OF_SEAT, SMALLEST
from microciv.games.five_x.policy.network import (
    FIRST,
    FULL,
    MOVES,
    ONE,
    RIVAL,
    SECOND,
    WEIGHT,
    ZERO,
)

SEATS: Final = range(SMALLEST, LARGEST + 1)
SELF: Final = 40  # matches at once of the network with itself, for each number of seats
FORMER: Final = 10  # with itself as it was
BOTS: Final = 8  # with bots in every second seat
LEVEL: Final = "hard"
DECISIONS: Final = 8192  # per iteration, without forced ones
EPOCHS: Final = 3
BATCH: Final = 1024  # decisions per gradient step
RATE: Final = 1e-3
TRACE: Final = 0.9  # of the advantages (Schulman et al. 2016)
CLIP: Final = 0.2
ENTROPY: Final = 0.02
VALUE: Final = 2.0
LARGEST_NORM: Final = 1.0
EVERY: Final = 15  # iterations from one former self to the next
MEMBERS: Final = 12  # former selves that are kept
TOLD: Final = 10  # iterations per line of the report
NEVER: Final = -1e9
CLIPPED: Final = FULL / ONE  # the largest output of a layer
HEAVIEST: Final = (ZERO - 1) / WEIGHT  # the largest weight


@final
class TorchNetwork:
    """The network of microciv/games/five_x/policy/network.py, and an estimate of the end."""

    def __init__(self) -> None:
        self.layers = nn.ModuleDict(
            {
                "rival": nn.Linear(OF_SEAT, RIVAL),
                "own": nn.Linear(OF_SEAT + OF_TABLE, FIRST),
                "rivals": nn.Linear(RIVAL, FIRST, bias=False),
                "second": nn.Linear(FIRST, SECOND),
                "move": nn.Linear(SECOND, MOVES),
                "worth": nn.Linear(SECOND, 1),
            }
        )
        with torch.no_grad():
            self.layers["move"].weight.mul_(0.1)  # at first all moves are about as likely

    def read(self, table: Any, each: Any) -> tuple[Any, Any]:  # noqa: ANN401  # tensors
        """How much it likes each move, (n, MOVES), and its share of the win, (n,)."""
        layers, others = self.layers, each[:, 1:]
        there = others.any(dim=2, keepdim=True)
        rivals = clipped((torch.relu(layers["rival"](others)) * there).sum(dim=1))
        own = layers["own"](torch.cat([each[:, 0], table], dim=1))
        first = clipped(own + layers["rivals"](rivals))
        thought = clipped(layers["second"](first))
        return layers["move"](thought), torch.sigmoid(layers["worth"](thought))[:, 0]

    def think(self, rows: Rows, mask: Mask, seats: int) -> tuple[Rows, Rows]:
        """The probability of each move, (n, MOVES), and the estimates, (n,)."""
        with torch.no_grad():
            liking, worth = self.read(*[torch.from_numpy(seen) for seen in inputs_of(rows, seats)])
            liking = liking.masked_fill(torch.from_numpy(narrowed(mask)) == 0, NEVER)
            return torch.softmax(liking, dim=1).numpy(), worth.numpy()

    def exported(self) -> dict[str, str]:
        """Its layers in bytes, as `Network` takes them, in Base64."""
        rival, own, rivals, second, move = [
            {name: weights.detach().numpy() for name, weights in layer.named_parameters()}
            for layer in [
                self.layers[name] for name in ("rival", "own", "rivals", "second", "move")
            ]
        ]
        layers = {
            "rival": [rival["weight"], rival["bias"][:, None]],
            "first": [own["weight"], own["bias"][:, None], rivals["weight"]],
            "second": [second["weight"], second["bias"][:, None]],
            "move": [move["weight"], move["bias"][:, None]],
        }
        return {name: in_bytes(np.concatenate(parts, axis=1)) for name, parts in layers.items()}


def clipped(outputs: Any) -> Any:  # noqa: ANN401  # a tensor
    """From 0 to what a byte holds."""
    return outputs.clamp(0.0, CLIPPED)


def in_bytes(weights: Rows) -> str:
    """Weights in parts of `WEIGHT`."""
    whole = np.clip(np.rint(weights * WEIGHT), -ZERO, ZERO - 1) + ZERO
    return b64encode(whole.astype(np.uint8).tobytes()).decode()


def narrowed(mask: Mask) -> Mask:
    """The legal moves among those that the network knows, (n, MOVES); where it knows none, its last
    one, instead of which `Matches` then plays a legal one.
    """
    found: Mask = mask[:, :MOVES].copy()
    found[~found.any(axis=1), MOVES - 1] = 1
    return found


def drawn(likely: Rows, random: np.random.Generator) -> Numbers:
    """A move for each row."""
    draw = random.random((len(likely), 1)) * likely.sum(axis=1, keepdims=True)
    moves: Numbers = (likely.cumsum(axis=1) < draw).sum(axis=1)
    return np.minimum(moves, MOVES - 1)


@final
class Chair:
    """A seat for a former self: a function for `Matches`."""

    def __init__(self, sitter: TorchNetwork, seats: int, random: np.random.Generator) -> None:
        self.sitter = sitter
        self.seats = seats
        self.random = random

    def __call__(self, rows: Rows, mask: Mask) -> Numbers:
        """A move for each row."""
        return drawn(self.sitter.think(rows, mask, self.seats)[0], self.random)


@final
@dataclass
class Decisions:
    """Decisions of tables of one size, a list entry each."""

    rows: list[Rows] = field(default_factory=list)
    masks: list[Mask] = field(default_factory=list)
    moves: list[int] = field(default_factory=list)
    likely: list[float] = field(default_factory=list)
    worth: list[float] = field(default_factory=list)
    results: list[float] = field(default_factory=list)

    def add(self, taken: list[Any], reward: float) -> None:
        """What a seat decided in a match, and what became of it."""
        result = reward
        for at in range(len(taken) - 1, -1, -1):
            row, mask, move, likely, worth = taken[at]
            if mask.sum() > 1:
                self.rows.append(row)
                self.masks.append(mask)
                self.moves.append(move)
                self.likely.append(likely)
                self.worth.append(worth)
                self.results.append(result)
            result = TRACE * result + (1 - TRACE) * worth


@final
class Group:
    """Matches of tables of one size with the same kind of opponents."""

    def __init__(self, name: str, matches: Matches, chairs: list[Chair], seed: int) -> None:
        self.name = name
        self.matches = matches
        self.chairs = chairs
        self.seen, self.info = matches.reset(seed=seed)
        self.taken: list[list[Any]] = [[] for _ in range(matches.num_envs)]
        self.won: list[float] = []
        """By match and seat that has ended, its share, where 1 is an equal share."""

    def step(
        self, network: TorchNetwork, random: np.random.Generator, found: dict[int, Decisions]
    ) -> None:
        """One decision of every seat that is to act; what is over goes to `found`."""
        matches = self.matches
        to_act = np.flatnonzero(self.info["to_act"])
        rows = self.seen["observation"][to_act]
        mask = self.seen["action_mask"][to_act]
        likely, worth = network.think(rows, mask, matches.seats)
        moves = drawn(likely, random)
        actions = np.full(matches.num_envs, matches.actions - 1)
        actions[to_act] = moves
        narrow = narrowed(mask)
        for at, row in enumerate(to_act.tolist()):
            move = int(moves[at])
            self.taken[row].append(
                (rows[at], narrow[at], move, float(likely[at, move]), float(worth[at]))
            )
        self.seen, rewards, over, _truncated, self.info = matches.step(actions)
        for row in np.flatnonzero(over).tolist():
            found[matches.seats].add(self.taken[row], float(rewards[row]))
            self.won.append(float(rewards[row]) * matches.seats)
            self.taken[row] = []


def groups_of(network: TorchNetwork, level: str, random: np.random.Generator) -> list[Group]:
    """All matches that go on at once."""
    groups: list[Group] = []

    def begin(name: str, count: int, seats: int, bots: dict[int, Any]) -> None:
        matches = Matches(
            "5x", count, seats=seats, bots=bots, autoreset_mode=AutoresetMode.SAME_STEP
        )
        chairs = [bot for bot in bots.values() if isinstance(bot, Chair)]
        groups.append(Group(name, matches, chairs, int(random.integers(2**31))))

    for seats in SEATS:
        begin("itself", SELF, seats, {})
        former = {seat: Chair(network, seats, random) for seat in range(1, seats, 2)}
        begin("former", FORMER, seats, former)
        for first in (0, 1):
            begin(level, BOTS, seats, dict.fromkeys(range(first, seats, 2), level))
    return groups


def collect(
    network: TorchNetwork, groups: list[Group], random: np.random.Generator
) -> tuple[Any, ...]:
    """At least `DECISIONS` of them as tensors: table, seats, masks, moves, the logarithms of how
    likely they were, results and advantages.
    """
    found = {seats: Decisions() for seats in SEATS}
    while sum(len(one.moves) for one in found.values()) < DECISIONS:
        for group in groups:
            group.step(network, random, found)
    each = [(seats, one) for seats, one in found.items() if one.moves]
    inputs = [inputs_of(np.stack(one.rows), seats) for seats, one in each]
    arrays = (
        np.concatenate([table for table, _each in inputs]),
        np.concatenate([seen for _table, seen in inputs]),
        np.concatenate([np.stack(one.masks) for _seats, one in each]),
        np.concatenate([np.array(one.moves, np.int64) for _seats, one in each]),
        np.log(np.concatenate([np.array(one.likely, np.float32) for _seats, one in each])),
        np.concatenate([np.array(one.results, np.float32) for _seats, one in each]),
    )
    worth = np.concatenate([np.array(one.worth, np.float32) for _seats, one in each])
    better = arrays[-1] - worth
    better = (better - better.mean()) / (better.std() + 1e-6)
    return tuple([torch.from_numpy(array) for array in (*arrays, better)])


def improve(network: TorchNetwork, steps: torch.optim.Optimizer, batch: tuple[Any, ...]) -> None:
    """A few gradient steps."""
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(batch[0])).split(BATCH):
            table, each, mask, move, before, result, better = [part[rows] for part in batch]
            liking, worth = network.read(table, each)
            logs = torch.log_softmax(liking.masked_fill(mask == 0, NEVER), dim=1)
            ratio = (logs.gather(1, move[:, None])[:, 0] - before).exp()
            gain = torch.minimum(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better)
            entropy = -(logs.exp() * logs).sum(dim=1)
            wrong = (worth - result) ** 2
            loss = (-gain - ENTROPY * entropy + VALUE * wrong).mean()
            steps.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.layers.parameters(), LARGEST_NORM)
            steps.step()
            with torch.no_grad():
                for weights in network.layers.parameters():
                    weights.clamp_(-HEAVIEST, HEAVIEST)


def train(network: TorchNetwork, level: str, iterations: int, seed: int) -> None:
    """Train for this many iterations; the learning rate falls."""
    random = np.random.default_rng(seed)
    groups = groups_of(network, level, random)
    steps = torch.optim.Adam(network.layers.parameters(), lr=RATE)
    members = [deepcopy(network)]
    began, decisions = time.perf_counter(), 0
    for number in range(1, iterations + 1):
        for each in steps.param_groups:
            each["lr"] = RATE * max(0.02, 1 - number / iterations)
        for group in groups:
            for chair in group.chairs:
                chair.sitter = members[int(random.integers(len(members)))]
        batch = collect(network, groups, random)
        improve(network, steps, batch)
        decisions += len(batch[0])
        if number % EVERY == 0:
            members.append(deepcopy(network))
            del members[1 : len(members) - MEMBERS + 1]
        if number % TOLD == 0:
            won: dict[str, list[float]] = {}
            for group in groups:
                won.setdefault(group.name, []).extend(group.won)
                group.won = []
            said = ", ".join([f"{name} {np.mean(all_):.2f}" for name, all_ in won.items()])
            spent = time.perf_counter() - began
            print(f"{number:5} {decisions:9} decisions {spent:5.0f} s  {said}", flush=True)


def main() -> None:
    """Train, and write down what has been learned."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--iterations", type=int, default=1400, help="45 minutes of a core")
    parser.add_argument("--level", default=LEVEL, help="of the bots that it meets")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--load", type=Path, help="weights to begin with (.pt)")
    parser.add_argument("--save", type=Path, help="where to write the weights (.pt)")
    parser.add_argument("--export", type=Path, help="where to write its layers (.json)")
    asked = parser.parse_args()
    torch.manual_seed(asked.seed)
    network = TorchNetwork()
    if asked.load:
        network.layers.load_state_dict(torch.load(asked.load))
    train(network, asked.level, asked.iterations, asked.seed)
    if asked.save:
        torch.save(network.layers.state_dict(), asked.save)
    if asked.export:
        asked.export.write_text(json.dumps(network.exported(), indent=2) + "\n", "ascii")


if __name__ == "__main__":
    main()
