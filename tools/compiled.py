"""What mypyc compiles, whether this machine can, and `make compiled`.

setup.py asks the first two questions; run as a script, this builds the package with its compiled
modules into build/compiled and leaves src alone: a compiled module beside its source would
silently hide every later change. Use the result with PYTHONPATH=build/compiled.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import setuptools  # noqa: F401  # it brings distutils where Python no longer has it

ROOT: Final = Path(__file__).resolve().parent.parent
SOURCE: Final = ROOT / "src"
TARGET: Final = ROOT / "build" / "compiled"
READY: Final = ROOT / "build" / "ready"
"""A link to build/compiled, there only while that is whole."""
UNFINISHED: Final = ROOT / "build" / "unfinished"
"""There from the beginning of a build to its end."""

# Folders of the package say what is compiled: rules, and of bots and adapters what plays in masses.
COMPILED: Final = ("core", "hidden", "games", "bots/bulk", "bots/search", "adapters/bulk")
# Folders of a game in which nothing is worth a compiler: words for people, and documents, once
# a decision or less. A third of all lines, and of the minutes that mypyc takes.
INTERPRETED: Final = ("people", "positions")

PROBE: Final = "#include <Python.h>\nint microciv_probe(void) { return PY_MAJOR_VERSION; }\n"


def compiled_sources(*, examples: bool = False) -> list[str]:
    """The files of the one unit that mypyc compiles, relative to the root, in a fixed order."""
    package = SOURCE / "microciv"
    found = [path for folder in COMPILED for path in (package / folder).rglob("*.py")]
    if examples:
        found += (ROOT / "examples" / "goofspiel").glob("goofspiel*.py")
    return sorted(
        path.relative_to(ROOT).as_posix()
        for path in found
        if path.name != "__init__.py" and path.parent.name not in INTERPRETED
    )


def has_compiler() -> bool:
    """Whether two lines of C that want Python's headers compile here."""
    from distutils.ccompiler import new_compiler
    from distutils.errors import CCompilerError, DistutilsError
    from distutils.sysconfig import customize_compiler

    with tempfile.TemporaryDirectory() as folder:
        probe = Path(folder, "probe.c")
        probe.write_text(PROBE, encoding="utf-8")
        compiler = new_compiler()
        try:
            customize_compiler(compiler)
            compiler.compile(
                [str(probe)], output_dir=folder, include_dirs=[sysconfig.get_path("include")]
            )
        except (CCompilerError, DistutilsError, OSError):
            return False
    return True


def build() -> None:
    """Bring build/compiled up to date; what did not change is not compiled again."""
    environment = {**os.environ, "MICROCIV_COMPILE": "1", "MICROCIV_PAGE": "0"}
    with alone():
        offer(whole=False)
        if UNFINISHED.exists():  # an interrupted linker leaves a library newer than its objects
            for library in TARGET.rglob("*.so"):
                library.unlink()
        UNFINISHED.touch()
        subprocess.run(
            [sys.executable, "setup.py", "--quiet", "build", "--build-lib", str(TARGET)],
            cwd=ROOT,
            env=environment,
            check=True,
        )
        prune()
        UNFINISHED.unlink()
        offer(whole=True)


def offer(*, whole: bool) -> None:
    """Lead whoever looks at build/ready to build/compiled, or nowhere."""
    READY.unlink(missing_ok=True)
    if whole:
        READY.symlink_to(TARGET.name)


@contextmanager
def alone() -> Iterator[None]:
    """One build at a time: `make play` compiles behind the game, `make test` beside it."""
    import fcntl

    (ROOT / "build").mkdir(exist_ok=True)
    with (ROOT / "build" / "compiling.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def prune() -> None:
    """Remove from build/compiled what no longer has a source."""
    wanted = {module_of(source) for source in compiled_sources(examples=True)}
    wanted.add(Path("microciv__mypyc"))
    for path in sorted(TARGET.rglob("*.*")):
        relative = path.relative_to(TARGET)
        if path.suffix == ".py" and not (SOURCE / relative).is_file():
            path.unlink()
        elif path.suffix in {".so", ".pyd"}:
            module = relative.with_name(relative.name.partition(".")[0])
            if module not in wanted:
                path.unlink()


def module_of(source: str) -> Path:
    """Where the compiled form of a source lies under build/compiled, without its ending."""
    path = Path(source).with_suffix("")
    return path.relative_to("src") if path.parts[0] == "src" else Path(path.name)


if __name__ == "__main__":
    if sys.argv[1:] == ["--can"]:
        sys.exit(0 if has_compiler() else 1)
    build()
