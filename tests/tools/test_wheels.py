"""A wheel has every file of the package: what pyproject.toml does not name would be left out."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from setuptools.command.build_py import build_py

from tools import compiled, wheels

KINDS = {
    "microciv/py.typed",
    "microciv/clients/microciv_client.mjs",
    "microciv/puzzles/5x.json",
    "microciv/schemas/5x.json",
    "microciv/speech/de.toml",
    "microciv/study/report.html",
    "microciv/texts/5x.lesson.es.toml",
}
"""One of each kind that is no Python."""


def test_a_wheel_has_every_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Asked of setuptools itself, as a build asks it, without building anything."""
    from distutils.core import run_setup  # setuptools has brought it, where Python has none

    monkeypatch.chdir(compiled.ROOT)
    monkeypatch.setenv("MICROCIV_COMPILE", "0")
    made = run_setup("setup.py", ["--quiet", "build_py"], stop_after="commandline")
    command = made.get_command_obj("build_py")
    assert isinstance(command, build_py)
    command.build_lib = str(tmp_path)
    command.ensure_finalized()
    built = command.get_outputs(include_bytecode=False)
    there = {Path(path).relative_to(tmp_path).as_posix() for path in built}
    wanted = wheels.files_of(compiled.SOURCE)
    assert there == wanted
    assert wanted >= KINDS


def test_a_wheel_that_lacks_a_file_is_not_even_tried(tmp_path: Path):
    made = tmp_path / "microciv-1-py3-none-any.whl"
    with zipfile.ZipFile(made, "w") as archive:
        for name in wheels.files_of(compiled.SOURCE) - {"microciv/speech/de.toml"}:
            archive.writestr(name, "")
    with pytest.raises(SystemExit, match=r"any\.whl lacks microciv/speech/de\.toml: package-data"):
        wheels.attempt(made, "interpreted")
