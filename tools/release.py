"""Tag a release, if everything agrees: `make release` has run the checks, the tests and the build.

It refuses unless the checkout is clean and on main, CHANGELOG.md has a dated section for the
version of pyproject.toml and nothing left under Unreleased, and the tag is new. It publishes
nothing: it says what to do next.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent


def git(*arguments: str) -> str:
    """What git answers."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def objections(version: str) -> list[str]:
    """Everything that speaks against releasing this version now."""
    found = []
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    if git("status", "--porcelain"):
        found.append("the checkout has changes that are not committed")
    if git("branch", "--show-current") != "main":
        found.append("releases are made from main")
    if git("tag", "--list", f"v{version}"):
        found.append(f"v{version} is tagged already: raise `version` in pyproject.toml")
    if not re.search(
        rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d$", changelog, re.MULTILINE
    ):
        found.append(f"CHANGELOG.md has no section '## [{version}] - YYYY-MM-DD'")
    unreleased = re.search(
        r"^## \[Unreleased\]\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL
    )
    if unreleased and unreleased[1].strip():
        found.append("CHANGELOG.md has something left under Unreleased")
    if not sorted((ROOT / "dist").glob(f"microciv-{version}*")):
        found.append("dist/ has no build of this version: make wheel")
    return found


def main() -> int:
    """Tag the release; 1 and the objections if there are any."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    version = project["project"]["version"]
    against = objections(version)
    if against:
        print(f"microciv {version} is not released:", *against, sep="\n  - ", file=sys.stderr)
        return 1
    git("tag", "--annotate", f"v{version}", "--message", f"microciv {version}")
    print(f"Tagged v{version}. Next: git push --follow-tags, and upload dist/*.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
