"""Lay what plays on a device without a server beside the built page: Python for WebAssembly, and
the modules that it needs, compiled by that Python.

python tools/device.py   into src/microciv/server/page

The files lie in one folder that is named by what is in them; `engine.json` says which one it is,
and how much a device has to load, the page itself included.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from microciv.server.http.pages import PACKED
from tools import page

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGE: Final = ROOT / "src" / "microciv"
BUILD: Final = ROOT / "build" / "device"
LOCK: Final = ROOT / "requirements" / "run.lock"
PYODIDE: Final = page.WEB / "node_modules" / "pyodide"
COMPILE: Final = ("precompile.mjs", "precompile.py")
"""In this folder: what runs in Node, and in Pyodide there."""

RUNTIME: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
"""Of Pyodide's npm package: the rest is for Node, for consoles and for packages from elsewhere."""
PYTHON: Final = "3.14"
PLATFORM: Final = "pyemscripten_2026_0_wasm32"
"""Of that Pyodide. `msgspec` is the one module in C that tables need; it has a wheel for it."""
LEFT_OUT: Final = re.compile(
    r"__main__|(adapters|cli|clients|laws)/"
    r"|server/(page|http|notices|admin|configuration|metrics|serve|api/notices"
    r"|store/(backup|postgres))\b"
    r"|study/(chunks|cluster|findings|league|live|moving|panel|ratings|report|rows|rulings|running"
    r"|tuning)\b"
)
"""What needs HTTP, a console or a laboratory; a small study needs none."""
DATA: Final = (".py", ".toml", ".json", ".sql")
BESIDES: Final = ("mypy_extensions.py", "typing_extensions.py")
LIKENESS: Final = "confusable_homoglyphs"
LIKENESS_FILES: Final = ("__init__.py", "_version.py", "confusables.json")
BY_PYTHON: Final = ("python_stdlib.zip", "msgspec.whl", "microciv.zip")
"""What is compiled, and what it imports."""
WORTH: Final = 0.9
"""What can be packed to less than this is sent so; archives are packed already."""
TEXTS: Final = (".js", ".css", ".html", ".svg")
"""These the server packs itself (`server.http.pages`)."""
BY_ITSELF: Final = ("engine.json", "sw.js")
"""What a browser looks for anew by itself."""
MOMENT: Final = (1980, 1, 1, 0, 0, 0)
"""The same sources make the same archive."""


def modules() -> bytes:
    """An archive of the sources of our modules, and of the pure ones that they import."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, path in sorted(_files()):
            archive.writestr(zipfile.ZipInfo(name, MOMENT), path.read_bytes(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _files() -> Iterator[tuple[str, Path]]:
    for path in PACKAGE.rglob("*"):
        name = path.relative_to(PACKAGE).as_posix()
        if path.suffix in DATA and path.is_file() and not LEFT_OUT.match(name):
            yield f"microciv/{name}", path
    for name in BESIDES:
        yield name, _found(name.removesuffix(".py"))
    folder = _found(LIKENESS).parent
    for name in LIKENESS_FILES:
        yield f"{LIKENESS}/{name}", folder / name


def _found(module: str) -> Path:
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise SystemExit(f"error: {module} is not installed; `make setup` installs it")
    return Path(spec.origin)


def wheel() -> Path:
    """The locked msgspec for Pyodide, downloaded once."""
    lock = LOCK.read_text(encoding="utf-8")
    [wanted] = re.findall(r"^msgspec==.*(?:\n    --hash.*)+", lock, re.MULTILINE)
    folder = BUILD / hashlib.sha256(f"{wanted}{PLATFORM}".encode()).hexdigest()[:12]
    if not [*folder.glob("*.whl")]:
        folder.mkdir(parents=True, exist_ok=True)
        needs = folder / "requirements.txt"
        needs.write_text(wanted, encoding="utf-8")
        subprocess.run(
            [
                *(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"),
                *("--disable-pip-version-check", "--require-hashes", "--only-binary", ":all:"),
                *("--python-version", PYTHON, "--platform", PLATFORM),
                *("--dest", str(folder), "--requirement", str(needs)),
            ],
            check=True,
        )
    [found] = folder.glob("*.whl")
    return found


def contents() -> dict[str, bytes]:
    """All files of the engine, by name."""
    files = {name: (PYODIDE / name).read_bytes() for name in RUNTIME}
    # Which Pyodide it is; that there are packages elsewhere is no business of ours.
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    files["pyodide-lock.json"] = json.dumps({**lock, "packages": {}}).encode()
    files["msgspec.whl"] = wheel().read_bytes()
    files["microciv.zip"] = modules()
    return files | compiled({name: files[name] for name in BY_PYTHON})


def compiled(files: dict[str, bytes]) -> dict[str, bytes]:
    """The archives among these files with compiled modules in place of sources: to compile them
    would take a device longer than all else that it does at a start.
    """
    node, _npm = page.find_node()
    script, python = (Path(__file__).with_name(name) for name in COMPILE)
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            (Path(folder) / name).write_bytes(content)
        command = [str(node), str(script), str(PYODIDE), str(python), folder]
        if subprocess.run(command, check=False).returncode:
            raise SystemExit("error: the modules of a device do not compile in Pyodide")
        return {name: (Path(folder) / name).read_bytes() for name in files}


def lay(folder: Path) -> None:
    """Lay the engine into the folder of the built page, in place of a former one."""
    files = contents()
    digest = hashlib.sha256()
    for name, content in sorted(files.items()):
        digest.update(name.encode() + hashlib.sha256(content).digest())
    engine = f"assets/engine-{digest.hexdigest()[:16]}"
    for former in folder.glob("assets/engine-*"):
        shutil.rmtree(former)
    (folder / engine).mkdir(parents=True)
    for name, content in files.items():
        (folder / engine / name).write_bytes(content)
        packed = gzip.compress(content, 9, mtime=0)
        if len(packed) < WORTH * len(content):
            (folder / engine / f"{name}.gz").write_bytes(packed)
    told = {"folder": engine, **weighed(folder)}
    (folder / "engine.json").write_text(json.dumps(told), encoding="utf-8")


def weighed(folder: Path, *, packed: bool = True) -> dict[str, object]:
    """All `files` that a device has to load: of each the bytes that are sent, `packed` as a server
    of ours does it, and those that it has; and the `version`, which tells one from another.
    """
    sizes: dict[str, tuple[int, int]] = {}
    version = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if not path.is_file() or path.suffix in PACKED.values() or name in BY_ITSELF:
            continue
        content = path.read_bytes()
        besides = [path.with_name(path.name + ending) for ending in PACKED.values()]
        smallest = next((one.stat().st_size for one in besides if one.is_file()), len(content))
        if packed and path.suffix in TEXTS and smallest == len(content):
            smallest = len(gzip.compress(content, 9))
        sizes["" if name == "index.html" else name] = smallest, len(content)
        version.update(name.encode() + hashlib.sha256(content).digest())
    return {"version": version.hexdigest()[:16], "files": sizes}


def main(arguments: list[str]) -> int:
    """Do what the arguments say; 2 if they mean nothing."""
    match arguments:
        case []:
            try:
                lay(page.PAGE)
            except subprocess.CalledProcessError:
                # The page is whole without it, and says that there is nothing to load.
                print("note: no wheel of msgspec for browsers, so nothing is played offline")
            except page.NoNode as error:
                raise SystemExit(f"error: {error}") from None
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
