"""`make quick`: the tests beside what changed, interpreted, in 90 seconds at most.

Changed is what the branch did since it left the trunk, and what is not committed. The map is that
of the folders, the nearest first: for src/microciv/games/five_x those of tests/games/five_x, the
laws of 5X, its golden records. What has not begun after 75 seconds is left to `make test`.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
TRUNKS: Final = ("origin/main", "main")
SECONDS: Final = 75
LEFT_OUT: Final = "not slow and not compiled and not browser and not postgres"

# The first pattern that a changed file begins with says where its tests are. Games after `+` are
# those whose laws and golden records are tried.
NEAR: Final = (
    (r"tests/(?:.*/)?test_\w+\.py", r"\g<0>"),
    (r"tests/(laws|records|counts|conftest)", "tests/core + goofspiel"),
    (r"tests/(games/\w+|\w+)/", r"tests/\1"),
    (r"src/microciv/(core|hidden)/", r"tests/\1 tests/core tests/games/five_x + goofspiel five_x"),
    (r"src/microciv/(games/(\w+))/", r"tests/\1 + \2"),
    (r"src/microciv/games/", "tests/games/test_names.py tests/cli/test_catalogue.py"),
    (r"src/microciv/bots/heuristics/(\w+)/", r"tests/bots/test_\1*.py"),
    (r"src/microciv/bots/", "tests/bots/test_advice.py tests/bots/test_s*.py tests/bots"),
    (r"src/microciv/clients/", "tests/cli/test_clients.py tests/cli/test_bot_host.py"),
    (r"src/microciv/schemas/", "tests/test_schema.py"),
    (r"src/microciv/(\w+)/", r"tests/\1 tests/test_\1.py"),
    (r"src/microciv/(\w+)\.py", r"tests/test_\1.py tests/cli"),
    (r"(tools/|setup\.py|Makefile|pyproject\.toml)", "tests/tools tests/cli/test_docs.py"),
    (r"(examples/\w+)/", r"\1"),
    (r".*\.md", "tests/test_docs.py tests/games/*/test_pages.py tests/cli/test_docs.py"),
)
ALWAYS: Final = ("tests/test_architecture.py", "tests/test_links.py")
OF_GAMES: Final = ("tests/test_golden.py", "tests/laws/test_laws.py")


def git(*arguments: str) -> list[str]:
    """The lines that git answers; none where it cannot."""
    done = subprocess.run(
        ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.splitlines() if done.returncode == 0 else []


def changed() -> list[str]:
    """The files that differ from where this branch left the trunk, new ones included."""
    bases = [base for trunk in TRUNKS for base in git("merge-base", "HEAD", trunk)]
    found = {*git("diff", "--name-only", *(bases or ["HEAD"])[:1])}
    return sorted(found | {*git("ls-files", "--others", "--exclude-standard")})


def beside(files: list[str]) -> tuple[list[str], list[str]]:
    """The tests of these files, nearest first; and the games whose laws are touched."""
    tests: list[str] = []
    games: list[str] = []
    for file in files:
        for pattern, near in NEAR:
            if found := re.match(pattern, file):
                places, _, named = found.expand(near).partition("+")
                tests += [
                    path.relative_to(ROOT).as_posix()
                    for place in places.split()
                    for path in sorted(ROOT.glob(place))
                ]
                games += named.split()
                break
    return list(dict.fromkeys([*tests, *ALWAYS])), list(dict.fromkeys(games))


def name_of(folder: str) -> str:
    """What a game is called in the names of tests: "5x" for five_x."""
    about = ROOT / "src" / "microciv" / "games" / folder / "about.py"
    found = about.is_file() and re.search(r'\bname="([\w-]+)"', about.read_text(encoding="utf-8"))
    return found[1] if found else folder


def run(files: list[str], more: list[str]) -> int:
    """The tests beside these files; 0 if none fails."""
    tests, games = beside(files)
    arguments = ["-n", "auto", "--dist", "load", "-p", "no:randomly", "-q", "-m", LEFT_OUT, *more]
    if games:
        laws = " or ".join(name_of(game) for game in games)
        arguments += ["-k", f"{laws} or not ({' or '.join(map(stem, OF_GAMES))})"]
        tests += OF_GAMES
    print(f"{len(files)} changed files: {' '.join(tests)} {' '.join(games)}".rstrip(), flush=True)
    web = (
        subprocess.Popen([sys.executable, "tools/page.py", "run", "test"], cwd=ROOT)
        if (any(file.startswith("web/") for file in files))
        else None
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *arguments, *tests],
        cwd=ROOT,
        env={**os.environ, "MICROCIV_UNTIL": str(time.time() + SECONDS)},
        check=False,
    )
    return done.returncode or (web.wait() if web else 0)


def stem(path: str) -> str:
    """What `-k` knows a file by."""
    return Path(path).name


if __name__ == "__main__":
    sys.exit(run(changed(), sys.argv[1:]))
