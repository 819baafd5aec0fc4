"""Run in Pyodide (tools/precompile.mjs): compile the modules of a device, as `python -OO` does, so
that no device has to.

In /host, microciv.zip becomes an archive without sources. In python_stdlib.zip what the site
imports at its start is compiled; the rest stays, but for what can never be needed.
"""

import io
import re
import sys
import sysconfig
import zipfile
from collections.abc import Callable
from pathlib import Path
from py_compile import PycInvalidationMode
from py_compile import compile as compile_file
from typing import Final

HOST: Final = Path("/host")
OURS: Final = Path(sysconfig.get_path("purelib"))
STDLIB: Final = Path(next(path for path in sys.path if path.endswith(".zip")))
NEVER: Final = re.compile(
    r"(_pyrepl|ctypes|html|idlelib|profiling|pydoc_data|unittest|wsgiref|xml|xmlrpc)/"
    r"|(_pydatetime|_pyio|doctest|ftplib|imaplib|mailbox|pdb|poplib|profile|pydoc|smtplib|trace)\.py"
    r"|encodings/(big5|cp(?!437)|euc|gb|hp_|iso|johab|koi8|kz|mac_|palmos|ptcp|shift|tis)"
)
"""For consoles, tests, profiles, mail, servers, old encodings; in Python what is in C as well."""
MOMENT: Final = (1980, 1, 1, 0, 0, 0)


def compiled(source: bytes, path: Path) -> bytes:
    """A module as bytes that are never held against its source."""
    file, result = Path("module.py"), Path("module.pyc")
    file.write_bytes(source)
    never = PycInvalidationMode.UNCHECKED_HASH
    compile_file(
        str(file), str(result), str(path), doraise=True, optimize=2, invalidation_mode=never
    )
    return result.read_bytes()


def rewrite(name: str, folder: Path, chosen: Callable[[str], bool]) -> None:
    """Compile the chosen modules of an archive, which is imported from this folder."""
    packed = io.BytesIO()
    with (
        zipfile.ZipFile(HOST / name) as before,
        zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as after,
    ):
        for file in sorted(before.namelist()):
            content = before.read(file)
            if NEVER.match(file):
                continue
            if file.endswith(".py") and chosen(file):
                content, file = compiled(content, folder / file), f"{file}c"  # noqa: PLW2901
            after.writestr(zipfile.ZipInfo(file, MOMENT), content, zipfile.ZIP_DEFLATED)
    (HOST / name).write_bytes(packed.getvalue())


def main() -> None:
    """Import what a device imports, then compile."""
    for name in ("msgspec.whl", "microciv.zip"):
        with zipfile.ZipFile(HOST / name) as archive:
            archive.extractall(OURS)
    import microciv.device.browser  # noqa: F401

    needed = {getattr(module, "__file__", None) for module in [*sys.modules.values()]}
    rewrite("python_stdlib.zip", STDLIB, lambda file: str(STDLIB / file) in needed)
    rewrite("microciv.zip", OURS, lambda _file: True)


main()
