"""How fast microciv is beside its peers: `make bench`, or `make bench ARGS="--rounds 5 --write"`.

All measures take turns in one process on one pinned core, compiled first and then interpreted;
what counts are the ratios of one round, of which the smallest, the median and the largest are
printed. Peers are measured where they are installed:
`.venv/bin/pip install open_spiel rlcard "pettingzoo[classic]"`.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, Final, TypeAlias, final

ROOT: Final = Path(__file__).parent.parent
RESULTS: Final = ROOT / "bench" / "results.md"
ON_A_DEVICE: Final = "## On a device"
"""The section that `bench.device` writes."""

Report: TypeAlias = dict[str, Any]

# At a middle seat count.
FOUR: Final = ("5x 4", "5-ages 5", "civ-builder 4", "civ-card-game 3")
ENVIRONMENTS: Final = ("AEC", "parallel", "one seat against easy")
# Four, six and ten times what they were when every step made an observation first, as parts of
# `play_out`.
ENVIRONMENTS_WANTED: Final = {
    "5x 4": (0.042, 0.040, 0.034),
    "5-ages 5": (0.035, 0.034, 0.018),
    "civ-builder 4": (0.031, 0.014, 0.009),
    "civ-card-game 3": (0.026, 0.015, 0.017),
}


@final
@dataclass(frozen=True)
class Goal:
    """What the median ratio of ours to theirs should be at least, compiled; of several of ours,
    the one in the middle.
    """

    ours: tuple[str, ...]
    theirs: str
    wanted: float

    def title(self) -> str:
        """What is compared."""
        if len(self.ours) == 1:
            return self.ours[0]
        return f"median of the four games: {self.ours[0].partition(': ')[2]}"

    def ratios(self, rates: dict[str, list[float]]) -> list[float]:
        """Round by round; none where something was not measured."""
        if not all(name in rates for name in (*self.ours, self.theirs)):
            return []
        theirs = rates[self.theirs]
        return [
            median([rates[name][number] for name in self.ours]) / theirs[number]
            for number in range(len(theirs))
        ]


def _goals() -> list[Goal]:
    goals: list[Goal] = []
    for way, wanted in (("python loop", 2.0), ("own loop", 1.2)):
        for seats in (4, 7):
            name = f"goofspiel {seats}: {way}"
            goals.append(Goal((name,), f"OpenSpiel {name}", wanted))
    for way, wanted in (("python loop", 1.5), ("own loop", 1.0)):
        four = tuple([f"{label}: {way}" for label in FOUR])
        goals.append(Goal(four, f"OpenSpiel hearts: {way}", wanted))
        goals += [Goal((name,), f"OpenSpiel hearts: {way}", 0.7) for name in four]
    goals += [
        Goal((f"{label}: python loop",), "RLCard leduc-holdem: env.step", 5.0) for label in FOUR
    ]
    for where in ("start", "middle"):
        theirs = f"OpenSpiel hearts: IS-MCTS in C++ from the {where}: decisions"
        four = tuple([f"{label}: search from the {where}: decisions" for label in FOUR])
        goals += [Goal((name,), theirs, 0.5) for name in four]
    for level, wanted in (("random", 0.7), ("easy", 0.12)):
        goals += [
            Goal((f"{label}: {level} in bulk, matches",), f"{label}: own loop, matches", wanted)
            for label in FOUR
        ]
    for label in FOUR:
        goals.append(Goal((f"{label}: matches, 512 rows",), f"{label}: own loop", 0.1))
        for way, wanted in zip(ENVIRONMENTS, ENVIRONMENTS_WANTED[label], strict=True):
            goals.append(Goal((f"{label}: {way}",), f"{label}: own loop", wanted))
    return goals


GOALS: Final = _goals()

# Ratios without a promise.
ASIDE: Final = [
    *[
        Goal((f"{label}: easy in a study, matches",), f"{label}: own loop, matches", 0.0)
        for label in FOUR
    ],
    *[Goal((f"{label}: python loop",), "RLCard uno: env.step", 0.0) for label in FOUR],
    *[
        Goal((f"{label}: python loop",), "PettingZoo leduc_holdem_v4: env.step", 0.0)
        for label in FOUR
    ],
    *[
        Goal((f"{label}: {ours}",), theirs, 0.0)
        for ours, theirs in (
            ("matches, 512 rows", "OpenSpiel hearts: rl_environment"),
            ("AEC", "OpenSpiel hearts: rl_environment"),
            ("AEC", "RLCard leduc-holdem: env.step"),
            ("AEC", "PettingZoo leduc_holdem_v4: env.step"),
        )
        for label in FOUR
    ],
    *[
        Goal(
            (f"{label}: search from the middle: iterations",),
            "OpenSpiel hearts: IS-MCTS in Python from the middle: iterations",
            0.0,
        )
        for label in FOUR
    ],
]


def run(folder: Path, rounds: int, seconds: float, only: str) -> Report:
    """The rates of one process whose modules come from this folder."""
    places = [str(folder), str(ROOT), str(ROOT / "examples" / "goofspiel")]
    words = [sys.executable, "-m", "bench.worker", str(rounds), str(seconds), "--only", only]
    finished = subprocess.run(
        words,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(places), "PYTHONHASHSEED": "0"},
        stdout=subprocess.PIPE,
        check=True,
        cwd=ROOT,
    )
    report: Report = json.loads(finished.stdout)
    return report


def spread(values: list[float]) -> str:
    """Smallest, median, largest."""
    return f"{min(values):.2f} · {median(values):.2f} · {max(values):.2f}"


def ratios(goals: list[Goal], report: Report) -> list[str]:
    """The ratios to our peers, a line each."""
    lines = ["| ours | theirs | ratio: min · median · max | wanted | |", "|---|---|---|---|---|"]
    for goal in goals:
        found = goal.ratios(report["rates"])
        wanted = f"{goal.wanted}" if goal.wanted else ""
        cells = [goal.title(), goal.theirs]
        if not found:
            lines.append(f"| {' | '.join(cells)} | not measured | {wanted} | |")
            continue
        verdict = (
            "" if not goal.wanted else "holds" if median(found) >= goal.wanted else "**short**"
        )
        lines.append(f"| {' | '.join(cells)} | {spread(found)} | {wanted} | {verdict} |")
    return lines


def table(reports: dict[bool, Report]) -> list[str]:
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


def sizes(reports: dict[bool, Report]) -> list[str]:
    """Bytes of a state and of a match."""
    lines = [
        "| what is kept | compiled: traced | resident | interpreted: traced | resident |",
        "|---|---|---|---|---|",
    ]
    for name in next(iter(reports.values()))["bytes"]:
        cells = []
        for way in (True, False):
            found = reports[way]["bytes"][name] if way in reports else {}
            cells += [
                f"{found[how]:,.0f}" if found.get(how) else "" for how in ("traced", "resident")
            ]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return lines


def main() -> None:
    """Measure and print."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--seconds", type=float, default=0.4, help="of each measure in a round")
    arguments.add_argument("--only", default="", help="measures whose names have one of these in")
    arguments.add_argument("--compiled", type=Path, default=ROOT / "build" / "compiled")
    arguments.add_argument("--write", action="store_true", help=f"write {RESULTS.name}")
    wishes = arguments.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    reports: dict[bool, Report] = {}
    for folder in (wishes.compiled, ROOT / "src"):
        if folder.exists():
            report = run(folder, wishes.rounds, wishes.seconds, wishes.only)
            reports[report["compiled"]] = report
    best = reports[max(reports)]
    lines = [
        *("## Beside our peers", "", *ratios(GOALS, best)),
        *("", "## Ratios without a promise", "", *ratios(ASIDE, best)),
        *("", "## Memory, in bytes", "", *sizes(reports)),
        *("", "## Every measure", "", *table(reports)),
    ]
    print("\n".join(lines))
    if wishes.write:
        of_device = section_in(RESULTS.read_text("utf-8"), ON_A_DEVICE)
        lines += ["", *of_device.splitlines()] if of_device else []
        RESULTS.write_text(head(wishes, compiled=max(reports)) + "\n".join(lines) + "\n", "utf-8")


def section_in(text: str, heading: str) -> str:
    """The section with this heading; empty if there is none."""
    found = re.search(rf"^{heading}\n.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return "" if found is None else found[0].rstrip() + "\n"


def head(wishes: argparse.Namespace, *, compiled: bool) -> str:
    """What has to be known to read the page."""
    ours = "compiled" if compiled else "interpreted"
    return f"""\
# Benchmark results

CPython {platform.python_version()}, {platform.machine()}, one pinned core, \
{wishes.rounds} rounds of {wishes.seconds} s of CPU time a measure.
Ours runs {ours} where it is compared with a peer. Terms:

- Decisions without a choice are not counted for either side. The number of choices in a C++ match
  is counted by the Python loop.
- *python loop*: a typical research loop over `legal` and `apply_all`, hushed as docs/engine.md
  advises for simulation; *with events*: the same with the event log.
- *own loop*: `play_out` here, `evaluate_bots` with uniform random bots there.
- *in bulk*: matches among policies of a level (`study.matches.Lineup`), relative to `play_out`;
  *in a study*: the same, by a chunk of 100, with all that is measured and the Parquet files.
- *matches*: `Matches` with this many rows; *AEC*, *parallel*, *one seat against easy*: PettingZoo's
  and Gymnasium's environments; all with observations and masks. They are relative to `play_out`.
- *search*: without a policy, so that rollouts are random and go to the end, like those of the
  peers; *guided*: with the policy of the strongest level. It starts at the first choice after the
  deal, or in the middle of a match, and counts the choices of its playouts.
- Memory is measured with many objects alive at once: *traced* is what Python allocates, *resident*
  the growth of the process.
- Peers are measured where they are installed:
  `.venv/bin/pip install open_spiel rlcard "pettingzoo[classic]"`.

"""


if __name__ == "__main__":
    main()
