"""The C files of mypyc, compiled side by side, and only those whose meaning changed.

setuptools compiles one file after the other, and all of them anew. Here each object lies beside a
digest of what it was made from: its C file, the arguments, and of the headers what can matter to
it. A change of a function's body compiles one file; one that adds a literal renumbers those of
all files, and compiles them all.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from setuptools.command.build_ext import build_ext

CORES: Final = os.cpu_count() or 1
# `extern` and what it declares, on a line of its own: nothing to files that do not name it.
DECLARED: Final = re.compile(r"extern [^;(\[]*?\b(\w+)(?:\[\w*\])?(?:\(.*\))?;\n")
WORD: Final = re.compile(r"\w+")


class CompileSideBySide(build_ext):  # type: ignore[misc]  # setuptools does not say what it is
    """As many compilers as there are cores; `build_ext --parallel` says otherwise."""

    parallel: int | None

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or CORES

    def build_extensions(self) -> None:
        """All extensions, their files among each other too."""
        compile_files = self.compiler.compile

        def compile_one(source: str, how: dict[str, Any]) -> str:
            [made] = self.compiler.object_filenames([source], output_dir=how["output_dir"])
            remembered = Path(f"{made}.digest")
            digest = digest_of(source, how)
            if Path(made).is_file() and remembered.is_file():
                if remembered.read_text(encoding="ascii") == digest:
                    return str(made)
                remembered.unlink()  # an interrupted compiler leaves an object without a digest
            compile_files([source], **how)
            remembered.write_text(digest, encoding="ascii")
            return str(made)

        with ThreadPoolExecutor(self.parallel) as pool:
            self.compiler.compile = lambda sources, **how: list(
                pool.map(lambda source: compile_one(source, how), sources)
            )
            super().build_extensions()


def digest_of(source: str, how: dict[str, Any]) -> str:
    """What an object depends on; the compiler itself, and Python's headers, by Python's name."""
    text = Path(source).read_text(encoding="utf-8")
    words = set(WORD.findall(text))
    parts = [sys.version, version("mypy"), repr(sorted(how.items())), text]
    for header in how["depends"] or ():
        always, declared = header_of(header, Path(header).stat().st_mtime_ns)
        parts += [always, *[line for name, line in declared if name in words]]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


@lru_cache
def header_of(path: str, _changed: int) -> tuple[str, list[tuple[str, str]]]:
    """What every file depends on, and the declarations of single names."""
    text = Path(path).read_text(encoding="utf-8")
    return DECLARED.sub("", text), [(m[1], m[0]) for m in DECLARED.finditer(text)]
