"""Tag a release, if everything agrees: `make release` has run the checks, the tests and the build.

It refuses unless the checkout is clean (generated pages included), on main, and that of the
repository which pyproject.toml names; CHANGELOG.md has a dated section for the version of
pyproject.toml and nothing left under Unreleased; dist/ has what is to be published, of this
version alone; and the tag is new. It publishes nothing: it says what to do next.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent


def git(root: Path, *arguments: str) -> str:
    """What git answers; nothing, where it refuses."""
    done = subprocess.run(
        ["git", *arguments], cwd=root, check=False, capture_output=True, text=True
    )
    return done.stdout.strip()


def objections(root: Path) -> list[str]:
    """Everything that speaks against releasing this checkout now."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [*_checkout(root, project), *_changelog(root, project), *_builds(root, project)]


def _checkout(root: Path, project: dict[str, Any]) -> list[str]:
    found = []
    if changed := git(root, "status", "--porcelain"):
        names = ", ".join([line.split()[-1] for line in changed.splitlines()[:5]])
        found.append(f"the checkout has changes that are not committed: {names}")
    if git(root, "branch", "--show-current") != "main":
        found.append("releases are made from main")
    home, remote = project["urls"]["Source"], git(root, "remote", "get-url", "origin")
    if _place(remote) != _place(home):
        found.append(f"this is not a checkout of {home}: origin is {remote or 'nowhere'}")
    if git(root, "tag", "--list", f"v{project['version']}"):
        found.append(f"v{project['version']} is tagged already: raise `version` in pyproject.toml")
    return found


def _place(address: str) -> str:
    """Host and path of a repository, however it is reached.

    >>> _place("git@h.example:a/b.git") == _place("https://h.example/a/b")
    True
    """
    return re.sub(r"^(\w+://)?(\w+@)?", "", address).replace(":", "/").removesuffix(".git")


def _changelog(root: Path, project: dict[str, Any]) -> list[str]:
    found = []
    changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    version = project["version"]
    if not re.search(
        rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d$", changelog, re.MULTILINE
    ):
        found.append(f"CHANGELOG.md has no section '## [{version}] - YYYY-MM-DD'")
    unreleased = re.search(
        r"^## \[Unreleased\]\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL
    )
    if unreleased and unreleased[1].strip():
        found.append("CHANGELOG.md has something left under Unreleased")
    return found


def _builds(root: Path, project: dict[str, Any]) -> list[str]:
    name = f"microciv-{project['version']}"
    built = {path.name for path in (root / "dist").glob("*")}
    wanted = {f"{name}.tar.gz", f"{name}-py3-none-any.whl"}
    found = [f"dist/ has no {missing}: make wheel" for missing in sorted(wanted - built)]
    strange = sorted(file for file in built if not file.startswith((f"{name}-", f"{name}.tar")))
    return found + [f"dist/{file} is not of this version: make wheel" for file in strange]


def main() -> int:
    """Tag the release; 1 and the objections if there are any."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    version = project["project"]["version"]
    against = objections(ROOT)
    if against:
        print(f"microciv {version} is not released:", *against, sep="\n  - ", file=sys.stderr)
        return 1
    git(ROOT, "tag", "--annotate", f"v{version}", "--message", f"microciv {version}")
    print(
        f"Tagged v{version}. Next: git push --follow-tags; `make wheels` on Linux (x86-64 and"
        " arm64), macOS and Windows; twine upload dist/*."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
