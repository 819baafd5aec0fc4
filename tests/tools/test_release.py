"""A release is tagged only where everything agrees, and an index shows README as it is meant."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path
from typing import Final

import pytest

from tools import compiled, described, release

HOME: Final = "https://home.example/us/microciv"
PROJECT: Final = f"""
[project]
name = "microciv"
version = "1.2.0"
urls = {{ Source = "{HOME}" }}
"""
CHANGELOG: Final = "# Changes\n\n## [Unreleased]\n\n## [1.2.0] - 2026-02-03\n\n- More.\n"
DIST: Final = ("microciv-1.2.0.tar.gz", "microciv-1.2.0-py3-none-any.whl")


def git(root: Path, *arguments: str) -> None:
    who = ("-c", "user.name=a", "-c", "user.email=a@b.example")
    subprocess.run(["git", *who, *arguments], cwd=root, check=True, capture_output=True)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """One against which nothing speaks."""
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    (tmp_path / ".gitignore").write_text("dist\n")
    (tmp_path / "dist").mkdir()
    for name in DIST:
        (tmp_path / "dist" / name).touch()
    git(tmp_path, "init", "--initial-branch", "main")
    git(tmp_path, "remote", "add", "origin", "git@home.example:us/microciv.git")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--message", "all")
    return tmp_path


def test_nothing_speaks_against_a_checkout_that_is_ready(checkout):
    assert [] == release.objections(checkout)


def test_what_speaks_against_a_release_is_said(checkout):
    (checkout / "CHANGELOG.md").write_text("# Changes\n\n## [Unreleased]\n\n- More.\n")
    (checkout / "dist" / DIST[1]).rename(checkout / "dist" / "microciv-1.1.0-py3-none-any.whl")
    git(checkout, "checkout", "-b", "work")
    git(checkout, "tag", "v1.2.0")
    git(checkout, "remote", "set-url", "origin", "https://home.example/fork/microciv")
    assert [
        "the checkout has changes that are not committed: CHANGELOG.md",
        "releases are made from main",
        f"this is not a checkout of {HOME}: origin is https://home.example/fork/microciv",
        "v1.2.0 is tagged already: raise `version` in pyproject.toml",
        "CHANGELOG.md has no section '## [1.2.0] - YYYY-MM-DD'",
        "CHANGELOG.md has something left under Unreleased",
        f"dist/ has no {DIST[1]}: make wheel",
        "dist/microciv-1.1.0-py3-none-any.whl is not of this version: make wheel",
    ] == release.objections(checkout)


def test_an_index_shows_readme_without_a_link_into_nowhere():
    text = described.described((compiled.ROOT / "README.md").read_text(), HOME, "1.2.0")
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert [] == [link for link in links if not link.startswith(("https://", "#"))]
    assert f"({HOME}/raw/v1.2.0/docs/images/5x-table.png)" in text
    assert f"({HOME}/tree/v1.2.0/docs/decisions)" in text


def test_wheels_are_made_for_the_pythons_that_are_promised():
    data = tomllib.loads((compiled.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    promised = [
        found[1].replace(".", "")
        for classifier in data["project"]["classifiers"]
        if (found := re.search(r"Python :: (3\.\d+)$", classifier))
    ]
    assert [f"cp{version}-*" for version in promised] == data["tool"]["cibuildwheel"]["build"]
