"""`make play`: the games at once, and behind them, where that can be done, a faster engine.

The server starts as things are. If build/compiled is not up to date, a child brings it there at the
lowest priority; then the link build/ready appears, and bots think with what it leads to. The child
ends with the server, and what it has compiled by then is not compiled again.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools import compiled

SERVE: Final = (str(Path(sys.executable).with_name("microciv")), "serve", "--open", "--design")
COMPILE: Final = ("nice", "-n", "19", "make", "compiled")
LOG: Final = compiled.READY.with_name("compiling.log")
STOPS: Final = ("SIGTERM", "SIGHUP")


def play(arguments: list[str]) -> int:
    """Serve, compiling behind it if that is wanted; the exit status of the server."""
    fresh = is_fresh()
    compiled.offer(whole=fresh)
    server = start([*SERVE, "--compiled", str(compiled.READY), *arguments])
    if fresh or os.environ.get("MICROCIV_COMPILE") == "0" or not compiled.has_compiler():
        return server.wait()
    with compiling(COMPILE, server):
        return server.wait()


def is_fresh() -> bool:
    """Is build/compiled up to date?"""
    asked = subprocess.run(
        ["make", "-q", "compiled"], cwd=compiled.ROOT, capture_output=True, check=False
    )
    return asked.returncode == 0


def start(command: list[str]) -> subprocess.Popen[bytes]:
    """A server whose end is waited for: Ctrl-C reaches it by itself, other signals are told."""
    server: subprocess.Popen[bytes] | None = None
    stopped = False

    def stop(*_: object) -> None:
        nonlocal stopped
        stopped = True
        if server is not None:
            server.terminate()

    signal.signal(signal.SIGINT, lambda *_: None)
    for name in STOPS:
        signal.signal(getattr(signal, name), stop)
    server = subprocess.Popen(command)
    if stopped:  # before there was one
        server.terminate()
    return server


@contextmanager
def compiling(command: tuple[str, ...], server: subprocess.Popen[bytes]) -> Iterator[None]:
    """Compile in a group of processes of its own, which Ctrl-C does not reach and the end does."""
    LOG.parent.mkdir(exist_ok=True)
    with LOG.open("wb") as log:
        compiler = subprocess.Popen(
            command,
            cwd=compiled.ROOT,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )

    def tell() -> None:
        if compiler.wait() != 0 and server.poll() is None:
            print(f"No faster engine: compiling failed, {LOG} says why. Play goes on.", flush=True)

    telling = threading.Thread(target=tell)
    telling.start()
    try:
        yield
    finally:
        if compiler.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(compiler.pid, signal.SIGTERM)
        telling.join()


if __name__ == "__main__":
    sys.exit(play(sys.argv[1:]))
