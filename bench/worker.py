"""One process of a benchmark: every measure in turn, round after round, as JSON."""

from __future__ import annotations

import argparse
import gc
import json
import sys
import time
from collections.abc import Callable

from bench import environments, memory, ours, peers
from microciv.core import state


def rate(task: Callable[[], int], seconds: float) -> float:
    """Units a second of CPU time."""
    units, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        units += task()
    return units / (time.process_time() - start)


def main() -> None:
    """Measure what is asked for."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("rounds", type=int)
    arguments.add_argument("seconds", type=float)
    arguments.add_argument("--only", default="", help="measures whose names have one of these in")
    wishes = arguments.parse_args()
    wanted = wishes.only.split(",")
    tasks = {
        name: task
        for name, task in {**ours.measures(), **environments.measures(), **peers.measures()}.items()
        if any(part in name for part in wanted)
    }
    gc.collect()
    gc.freeze()  # the peers' modules are large, and not what is measured
    rates: dict[str, list[float]] = {name: [] for name in tasks}
    for number in range(wishes.rounds):
        for name, task in tasks.items():
            rates[name].append(rate(task, wishes.seconds))
        print(f"round {number + 1} of {wishes.rounds}", file=sys.stderr, flush=True)
    json.dump(
        {
            "compiled": not state.__file__.endswith(".py"),
            "rates": rates,
            "bytes": {} if wishes.only else memory.measures(),
        },
        sys.stdout,
    )


if __name__ == "__main__":
    main()
