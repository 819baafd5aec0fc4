"""A server in a process of its own, to be killed."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO

from tests.server.site import PATIENCE, Site

SHIFTED = """
import sys, time
real, apart = time.time, int(sys.argv.pop(1))
time.time = lambda: real() + apart
from microciv.__main__ import main
main()
"""


@contextmanager
def server_process(
    database: str,
    *more: str,
    under: Sequence[str] = (),
    errors: IO[str] | None = None,
    apart: int = 0,
) -> Iterator[tuple[subprocess.Popen[str], Site]]:
    """`microciv serve` on any free port, run by a command if there is one; its machine's clock is
    `apart` seconds ahead.
    """
    begin = ["-c", SHIFTED, str(apart)] if apart else ["-m", "microciv"]
    command = [sys.executable, *begin, "serve", "--port", "0", "--database", database]
    with subprocess.Popen(
        [*under, *command, *more], stdout=subprocess.PIPE, stderr=errors, text=True
    ) as process:
        try:
            assert process.stdout is not None
            found = re.search(r":(\d+)/", process.stdout.readline())
            assert found is not None
            site = Site(int(found[1]))
            yield process, site
            site.close()
        finally:
            process.kill()
            process.wait(PATIENCE)
