"""The baselines of docs/baselines.md: what others' results can be held against.

    python examples/learning/baselines.py bots          # bots of every level, in every game
    python examples/learning/baselines.py ppo           # small_policy.py, and clones of `easy`
    python examples/learning/baselines.py equilibria    # CFR and MCCFR on the small 5X

Each row is repeated with several seeds. `--first 101` takes others: their mean falls into the
interval in 95 of 100 rows.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import sys
from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from statistics import mean, stdev
from typing import Any, Final, TypeAlias, final

from cloning import Watched, clone, words_of
from learn_five_x import AT_ONCE, DECISIONS, RATE, Player, measure, tables, train
from small_policy import Policy

from microciv.adapters.gymnasium import identity
from microciv.adapters.rewards import SCORE, WIN
from microciv.games import open_game
from microciv.study.matches import Lineup

SEATS: Final = 3
EASY: Final = "easy"
REPEATS: Final = 5  # seeds of a row
BLOCK: Final = 1_000_000  # match seeds of a repeat

# Matches of a repeat, by game and level: as many as take a minute or two a row.
MATCHES: Final[dict[str, dict[str, int]]] = {
    "5x": {"random": 2000, "easy": 2000, "hard": 200, "expert": 1000},
    "5-ages": {"random": 1000, "easy": 1000, "hard": 100, "expert": 60},
    "civ-builder": {"random": 150, "easy": 150, "hard": 20, "expert": 12},
    "civ-card-game": {"random": 300, "easy": 300, "hard": 9, "expert": 6},
}


@final
@dataclass(frozen=True)
class Course:
    """How masked PPO learns a game: by `score` where a beginner never wins, or after cloning."""

    iterations: int
    reward: str = WIN
    scale: float = 1.0  # of the reward
    cloned: int = 0  # iterations in which it learns to do what `easy` does
    rate: float = RATE
    trace: float = 1.0
    at_once: int = AT_ONCE  # matches in each seat
    decisions: int = DECISIONS  # per iteration


PPO: Final = "masked PPO"
CLONED: Final = "cloned `easy`"
BOTH: Final = "cloned `easy`, then masked PPO"
CLONING: Final = Course(0, cloned=20, at_once=1)
AFTER: Final = Course(10, cloned=20, rate=2e-4, trace=0.95, at_once=16)
COURSES: Final[dict[tuple[str, str], Course]] = {
    ("5x", PPO): Course(80),
    ("5-ages", PPO): Course(80),
    ("civ-builder", PPO): Course(80, SCORE, 30.0),
    ("civ-card-game", PPO): Course(80, SCORE, 30.0),
    ("5-ages", CLONED): CLONING,
    ("5-ages", BOTH): AFTER,
    ("civ-builder", CLONED): CLONING,
    ("civ-builder", BOTH): AFTER,
    ("civ-card-game", CLONED): CLONING,
    ("civ-card-game", BOTH): AFTER,
}
SHARPER: Final = 5.0  # what is likely is to be as much likelier: clones draw too many slips
# Matches that a learned policy is measured on.
EVALUATED: Final = {"5x": 600, "5-ages": 300, "civ-builder": 150, "civ-card-game": 150}

# Student's t for 95 % on both sides, by the number of repeats.
STUDENT: Final = {2: 12.706, 3: 4.303, 4: 3.182, 5: 2.776, 6: 2.571, 8: 2.365, 10: 2.262}

SMALL: Final[dict[str, dict[str, Any]]] = {
    "rounds=1": {"rounds": 1},
    'resources=(1, 1, 1), hand=("exterminate", "expand")': {
        "resources": (1, 1, 1),
        "hand": ("exterminate", "expand"),
    },
    "defaults": {},
}
CFR_ITERATIONS: Final = {"rounds=1": 100, "defaults": 20}
MCCFR_ITERATIONS: Final = 500

Repeat: TypeAlias = Callable[[int], float]
"""What came of it with this seed."""


@final
@dataclass(frozen=True)
class Found:
    """The mean of several repeats, and how far that of as many others may lie from it."""

    mean: float
    wide: float

    def __str__(self) -> str:
        return f"{self.mean:.3f} ± {self.wide:.3f}"


def found(values: list[float], *, matches: int = 0) -> Found:
    """Both means vary, so the interval is wider by the root of 2 than that of a single mean. What
    varies is what differs between seeds: training, deals, dice. Few seeds can be alike by chance:
    shares of this many `matches` each vary by that of the draw at least.
    """
    centre, count = mean(values), len(values)
    spread = stdev(values)
    if matches:
        likely = (centre * count * matches + 1) / (count * matches + 2)
        spread = max(spread, sqrt(likely * (1 - likely) / matches))
    return Found(centre, STUDENT[count] * spread * sqrt(2 / count))


def bots(game: str, level: str, matches: int) -> Repeat:
    """The share of matches won by a bot of this level against easy ones, in every seat in turn."""
    opened = open_game(game, {"seats": SEATS})

    def repeat(seed: int) -> float:
        won = 0.0
        for number in range(matches):
            seat = number % SEATS
            levels = [EASY] * SEATS
            levels[seat] = level
            places = Lineup(opened, levels).play(seed * BLOCK + number).places
            won += (places[seat] == 1) / places.count(1)
        return won / matches

    return repeat


def learned(game: str, course: Course, seed: int) -> Policy:
    """A policy that was trained against easy bots."""
    opened = open_game(game, {"seats": SEATS})
    seated = tables(course.at_once, SEATS, EASY, game, course.reward)
    words = words_of(opened) if course.cloned else None
    policy = Policy(seated[0].size, seated[0].actions, seed, words)
    if course.cloned:
        watched = Watched(opened, EASY, course.reward, seed * BLOCK, course.scale)
        clone(policy, watched, course.cloned)
        policy.sharpen(SHARPER)
    if course.iterations:
        player = Player(seated, policy, seed * BLOCK, course.scale)
        settings = {"rate": course.rate, "trace": course.trace}
        with contextlib.redirect_stdout(io.StringIO()):
            train(policy, player, course.iterations, course.decisions, **settings)
    return policy


def ppo(game: str, course: Course, matches: int) -> Repeat:
    """The same of a policy that was trained against them, on matches that it has not seen."""

    def repeat(seed: int) -> float:
        policy = learned(game, course, seed)
        won, _wide = measure(policy, SEATS, EASY, matches, seed * BLOCK + BLOCK // 2, game)
        return won

    return repeat


def equilibrium(name: str, *, sampled: bool) -> Repeat:
    """NashConv of the average policy: what all seats together would gain by a best response."""
    import numpy as np
    from open_spiel.python.algorithms import cfr, exploitability, external_sampling_mccfr

    from microciv.adapters.openspiel import small_five_x

    game = small_five_x(**SMALL[name])

    def repeat(seed: int) -> float:
        if sampled:
            np.random.seed(seed)  # noqa: NPY002  # OpenSpiel draws from this one
            sampling = external_sampling_mccfr.ExternalSamplingSolver(
                game, external_sampling_mccfr.AverageType.SIMPLE
            )
            for _ in range(MCCFR_ITERATIONS):
                sampling.iteration()
            policy = sampling.average_policy()
        else:
            solver = cfr.CFRSolver(game)
            for _ in range(CFR_ITERATIONS.get(name, 30)):
                solver.evaluate_and_update_policy()
            policy = solver.average_policy()
        return float(exploitability.nash_conv(game, policy))

    return repeat


def row(name: str, who: str, repeat: Repeat, seeds: list[int], matches: int = 0) -> None:
    """Print it as soon as it is known; what draws nothing needs one seed."""
    values: list[float] = []
    for seed in seeds:
        values.append(repeat(seed))
        print(f"seed {seed}: {values[-1]:.3f}", file=sys.stderr, flush=True)
    told = str(found(values, matches=matches)) if len(values) > 1 else f"{values[0]:.3f}"
    print(f"| {name} | {who} | {told} | {len(values)} × {matches or 1} |", flush=True)


def main() -> None:
    """Print the rows that are asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("what", choices=["bots", "ppo", "equilibria"])
    parser.add_argument("--games", nargs="+", default=list(MATCHES), choices=list(MATCHES))
    parser.add_argument("--levels", nargs="+", default=["random", "easy", "hard", "expert"])
    parser.add_argument("--players", nargs="+", default=[PPO, CLONED], choices=[PPO, CLONED, BOTH])
    parser.add_argument("--first", type=int, default=1, help="seed")
    parser.add_argument("--repeats", type=int, default=REPEATS, choices=list(STUDENT))
    asked = parser.parse_args()
    seeds = list(range(asked.first, asked.first + asked.repeats))
    if asked.what == "equilibria":
        for name in SMALL:
            row(name, "CFR", equilibrium(name, sampled=False), seeds[:1])
            row(name, "external-sampling MCCFR", equilibrium(name, sampled=True), seeds)
    for game in asked.games if asked.what == "bots" else []:
        for level in asked.levels:
            matches = MATCHES[game][level]
            row(identity(game), level, bots(game, level, matches), seeds, matches)
    for (game, player), course in COURSES.items() if asked.what == "ppo" else []:
        if game in asked.games and player in asked.players:
            matches = EVALUATED[game]
            row(identity(game), player, ppo(game, course, matches), seeds, matches)


if __name__ == "__main__":
    main()
