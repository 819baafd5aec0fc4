"""Try a wheel with learning libraries, as a researcher would install and use them.

python tools/try_libraries.py dist/microciv-0.1.0-py3-none-any.whl
python tools/try_libraries.py WHEEL --with torch==2.13.0 --only ray --environment build/libraries

Into an environment of its own go the wheel and requirements/libraries.txt. There every example of
`examples/libraries` trains for a moment, and the suites of PettingZoo, Gymnasium and OpenSpiel are
run (`tests/adapters`). It says what ran in which version, and exits with 1 if anything fails. No
test runs it: it installs gigabytes.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, final

ROOT: Final = Path(__file__).resolve().parent.parent
REQUIREMENTS: Final = ROOT / "requirements" / "libraries.txt"
PATIENCE: Final = 1800  # seconds for each
TOLD: Final = 25  # lines of what failed


@final
@dataclass(frozen=True)
class Trial:
    """What is tried of a package: one of the examples, or one of the tests."""

    package: str
    file: str

    def command(self) -> list[str]:
        """What Python is called with."""
        if not self.file.startswith("test_"):
            return ["-I", str(ROOT / "examples" / "libraries" / self.file)]
        others = "not goofspiel"  # the game of another package, which is not there
        return ["-I", "-m", "pytest", "-q", "--import-mode=importlib", "-k", others, self.file]


TRIALS: Final = (
    Trial("sb3-contrib", "sb3_masked_ppo.py"),
    Trial("supersuit", "supersuit_ppo.py"),
    Trial("tianshou", "tianshou_dqn.py"),
    Trial("ray", "rllib_ppo.py"),
    Trial("pettingzoo", "test_pettingzoo.py"),
    Trial("gymnasium", "test_gymnasium.py"),
    Trial("open-spiel", "test_openspiel.py"),
    Trial("open-spiel", "test_small_five_x.py"),
)


@contextmanager
def folder_of(asked: Path | None) -> Iterator[Path]:
    """Where the environment is made: as asked for, or in a place that is gone afterwards."""
    if asked is not None:
        yield asked
        return
    with tempfile.TemporaryDirectory() as made:
        yield Path(made)


def install(folder: Path, wheel: Path, further: list[str]) -> Path:
    """The Python of an environment with the wheel in it; one that is there already is used.

    :raises CalledProcessError: if something cannot be installed.
    """
    python = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
    pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    subprocess.run((*pip, "--requirement", REQUIREMENTS, wheel, *further), check=True)
    again = ("--no-deps", "--force-reinstall", wheel)  # of the same version, perhaps
    subprocess.run((*pip, *again), check=True)
    return python


def version(python: Path, package: str) -> str:
    """Of what is installed there."""
    asked = "import importlib.metadata, sys; print(importlib.metadata.version(sys.argv[1]))"
    done = subprocess.run(
        (python, "-I", "-c", asked, package), check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def attempt(python: Path, trial: Trial, folder: Path) -> bool:
    """Run it in this folder; say how it went."""
    began = time.monotonic()
    try:
        done = subprocess.run(
            (python, *trial.command()),
            cwd=folder,
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=PATIENCE,
        )
        code, lines = done.returncode, done.stdout.strip().splitlines()
    except subprocess.TimeoutExpired:
        code, lines = -1, [f"no end after {PATIENCE} s"]
    spent = f"{time.monotonic() - began:.0f} s"
    what = f"{trial.package} {version(python, trial.package)}: {trial.file}"
    if code:
        print(f"FAILED  {what} ({spent})", *lines[-TOLD:], sep="\n        ", flush=True)
    else:
        print(f"ran     {what} ({spent}): {lines[-1] if lines else ''}", flush=True)
    return code == 0


def main(arguments: list[str] | None = None) -> int:
    """1 if anything failed."""
    names = sorted({trial.package for trial in TRIALS})
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("wheel", type=Path)
    parser.add_argument("--with", nargs="+", default=[], dest="further", help="requirements")
    parser.add_argument("--only", nargs="+", default=names, choices=names, help="packages")
    parser.add_argument("--environment", type=Path, help="a folder to keep it in")
    asked = parser.parse_args(arguments)
    with folder_of(asked.environment) as made, tempfile.TemporaryDirectory() as work:
        python = install(made.resolve(), asked.wheel.resolve(), asked.further)
        print(f"microciv {version(python, 'microciv')}, {asked.wheel.name}", flush=True)
        for trial in TRIALS:  # away from the checkout: it is the wheel that is tried
            if trial.file.startswith("test_"):
                shutil.copy(ROOT / "tests" / "adapters" / trial.file, work)
        wanted = [trial for trial in TRIALS if trial.package in asked.only]
        went = [attempt(python, trial, Path(work)) for trial in wanted]
    return 0 if all(went) else 1


if __name__ == "__main__":
    sys.exit(main())
