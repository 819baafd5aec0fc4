"""How fast microciv is beside its peers: `make bench`, or `make bench ARGS="--rounds 5 --write"`.

All measures take turns in one process on one pinned core, compiled first and then interpreted;
what counts are the ratios of one round, of which the smallest, the median and the largest are
printed. Peers are measured where they are installed: `.venv/bin/pip install open_spiel rlcard`.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any, Final

ROOT: Final = Path(__file__).parent.parent
RESULTS: Final = ROOT / "bench" / "results.md"

# Ours, theirs, the least ratio that we want, compiled or interpreted.
GOALS: Final[list[tuple[str, str, float, bool]]] = [
    ("goofspiel 4: python loop", "OpenSpiel goofspiel 4: python loop", 1.5, True),
    ("goofspiel 7: python loop", "OpenSpiel goofspiel 7: python loop", 1.5, True),
    ("goofspiel 4: own loop", "OpenSpiel goofspiel 4: own loop", 1.0, True),
    ("goofspiel 7: own loop", "OpenSpiel goofspiel 7: own loop", 1.0, True),
    ("5x 4: python loop", "OpenSpiel hearts: python loop", 1.0, True),
    ("5-ages 5: python loop", "OpenSpiel hearts: python loop", 1.0, True),
    ("civ-builder 4: python loop", "OpenSpiel hearts: python loop", 1.0, True),
    ("civ-card-game 3: python loop", "OpenSpiel hearts: python loop", 1.0, True),
    ("5x 4: python loop", "RLCard uno: env.step", 2.0, False),
]


def run(folder: Path, rounds: int, seconds: float) -> dict[str, Any]:
    """The rates of one process whose modules come from this folder."""
    places = [str(folder), str(ROOT), str(ROOT / "examples" / "goofspiel")]
    finished = subprocess.run(
        [sys.executable, "-m", "bench.worker", str(rounds), str(seconds)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(places), "PYTHONHASHSEED": "0"},
        stdout=subprocess.PIPE,
        check=True,
        cwd=ROOT,
    )
    report: dict[str, Any] = json.loads(finished.stdout)
    return report


def spread(values: list[float]) -> str:
    """Smallest, median, largest."""
    return f"{min(values):.2f} · {median(values):.2f} · {max(values):.2f}"


def goals(reports: dict[bool, dict[str, Any]]) -> list[str]:
    """The ratios to our peers, a line each."""
    lines = ["| ours | theirs | ours runs | ratio: min · median · max | wanted |"]
    lines.append("|---|---|---|---|---|")
    for our, their, wanted, compiled in GOALS:
        rates = reports[compiled]["rates"] if compiled in reports else {}
        if our not in rates or their not in rates:
            lines.append(f"| {our} | {their} | | not measured: not installed | {wanted} |")
            continue
        ratios = [mine / theirs for mine, theirs in zip(rates[our], rates[their], strict=True)]
        way = "compiled" if compiled else "interpreted"
        lines.append(f"| {our} | {their} | {way} | {spread(ratios)} | {wanted} |")
    return lines


def table(reports: dict[bool, dict[str, Any]]) -> list[str]:
    """What each measure gave."""
    lines = ["| measure | compiled: median a second | interpreted | ratio |", "|---|---|---|---|"]
    first = next(iter(reports.values()))["rates"]
    for name in first:
        found = [
            median(reports[way]["rates"][name]) if way in reports else 0 for way in (True, False)
        ]
        ratio = f"{found[0] / found[1]:.1f}" if all(found) and not name[0].isupper() else ""
        cells = [f"{rate:,.0f}" if rate else "" for rate in found]
        lines.append(f"| {name} | {cells[0]} | {cells[1]} | {ratio} |")
    return lines


def main() -> None:
    """Measure and print."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--seconds", type=float, default=0.4, help="of each measure in a round")
    arguments.add_argument("--write", action="store_true", help=f"write {RESULTS.name}")
    wishes = arguments.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    reports: dict[bool, dict[str, Any]] = {}
    for folder in (ROOT / "build" / "compiled", ROOT / "src"):
        if folder.exists():
            report = run(folder, wishes.rounds, wishes.seconds)
            reports[report["compiled"]] = report
    lines = [*goals(reports), "", *table(reports)]
    print("\n".join(lines))
    if wishes.write:
        head = (
            "# Benchmark results\n\n"
            f"CPython {platform.python_version()}, {platform.machine()}, one pinned core,"
            f" {wishes.rounds} rounds of {wishes.seconds} s of CPU time a measure.\n"
            "Decisions without a choice are not counted on either side. Peers are measured where"
            "\nthey are installed: `.venv/bin/pip install open_spiel rlcard`.\n\n"
        )
        RESULTS.write_text(head + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
