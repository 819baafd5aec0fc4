"""One process of a benchmark: every measure in turn, round after round, as JSON."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable

from bench import ours, peers
from microciv.core import state


def rate(task: Callable[[], int], seconds: float) -> float:
    """Units a second of CPU time."""
    units, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        units += task()
    return units / (time.process_time() - start)


def main() -> None:
    """Rounds and seconds a measure come as arguments."""
    rounds, seconds = int(sys.argv[1]), float(sys.argv[2])
    tasks = {**ours.measures(), **peers.measures()}
    rates: dict[str, list[float]] = {name: [] for name in tasks}
    for _ in range(rounds):
        for name, task in tasks.items():
            rates[name].append(rate(task, seconds))
    json.dump({"compiled": not state.__file__.endswith(".py"), "rates": rates}, sys.stdout)


if __name__ == "__main__":
    main()
