"""A real server in a process of its own, which a test may kill, and pages of a real browser."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, final

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    ViewportSize,
    expect,
)

from tests.e2e.pilot import listen_in

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "src" / "microciv" / "server" / "page"
ENGINE: Final = ROOT / os.environ.get("MICROCIV_ENGINE", "src")
"""Where the server under test is taken from; compiled, a match costs little but the browser."""
AXE: Final = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
PATIENCE: Final = 60.0

expect.set_options(timeout=PATIENCE * 1000)

DESKTOP: Final[ViewportSize] = {"width": 1280, "height": 720}
PHONE: Final[ViewportSize] = {"width": 390, "height": 844}


@final
class Site:
    """A server on a port of its own; started again, it has the same port and the same database."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, **environment: str) -> None:
        log = (self.folder / "server.log").open("ab")
        script = Path(__file__).with_name("quick_server.py")
        self.process = subprocess.Popen(
            [sys.executable, str(script), str(self.port), str(self.folder / "site.sqlite3")],
            stdout=log,
            stderr=log,
            env={**os.environ, "PYTHONPATH": str(ENGINE), **environment},
        )
        log.close()
        self._wait()

    def kill(self) -> None:
        """No goodbye: as when the power fails."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()

    def _wait(self) -> None:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                urllib.request.urlopen(f"{self.url}/api/games", timeout=1).close()
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                assert time.monotonic() < until, (self.folder / "server.log").read_text()
                time.sleep(0.05)
            else:
                return


@pytest.fixture(scope="session")
def built_page() -> Path:
    """The page as it is in the package."""
    if not (PAGE / "index.html").is_file():
        pytest.skip("the page is not built: `make page`")
    return PAGE


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, built_page: Path) -> Iterator[Site]:
    """One server for all tests that leave it alone."""
    running = Site(tmp_path_factory.mktemp("site"))
    running.start()
    yield running
    running.kill()


@pytest.fixture
def own_site(tmp_path: Path, built_page: Path) -> Iterator[Site]:
    """A server for one test, which may kill it."""
    running = Site(tmp_path)
    running.start()
    yield running
    running.kill()


Open = Callable[..., Page]

LOST: Final = r"Failed to load resource: net::|WebSocket connection to .* failed"
REFUSED: Final = r"Failed to load resource: the server responded with a status of 4\d\d"
"""What Chromium says of its own accord when a server is gone, and when it refuses something; no
page can keep it from saying so.
"""


@pytest.fixture
def expected(request: pytest.FixtureRequest) -> list[re.Pattern[str]]:
    """What the pages of a test may say in the console, by `pytest.mark.console(pattern, ...)`;
    nothing else.
    """
    marks = request.node.iter_markers("console")
    return [re.compile(pattern) for mark in marks for pattern in mark.args]


@pytest.fixture
def browse(chromium: Browser, expected: list[re.Pattern[str]]) -> Iterator[Open]:
    """Open a page of a new person: `browse(url, PHONE)`. What goes wrong in it fails the test, and
    so does every word in its console that `pytest.mark.console` does not announce.

    `motion`: as with people who did not ask for less of it; `pilot`: it is listened to by
    `tests.e2e.pilot`.
    """
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        told = message.text
        if not any([pattern.search(told) for pattern in expected]):
            wrong.append(f"{message.type}: {told} ({message.location['url']})")

    def open_page(
        url: str,
        size: ViewportSize = DESKTOP,
        *,
        motion: bool = False,
        pilot: bool = False,
        locale: str = "en-US",
    ) -> Page:
        context = chromium.new_context(
            viewport=size,
            locale=locale,
            has_touch=size["width"] < 700,
            reduced_motion="no-preference" if motion else "reduce",
        )
        context.set_default_timeout(PATIENCE * 1000)
        contexts.append(context)
        if pilot:
            listen_in(context)
        context.on("console", hear)
        context.on("weberror", lambda error: wrong.append(str(error.error)))
        page = context.new_page()
        page.goto(url)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not wrong, "\n".join(wrong)


@pytest.fixture(scope="session")
def axe() -> Callable[..., list[str]]:
    """What axe-core finds on a page against WCAG 2.2 A and AA, or by these rules alone; nothing is
    as it should be.
    """
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: `make page`")
    source = AXE.read_text(encoding="utf-8")

    def violations(page: Page, *rules: str) -> list[str]:
        if not page.evaluate("() => 'axe' in window"):
            page.evaluate(source)
        found: list[str] = page.evaluate(
            """async (rules) => {
                const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
                const runOnly = rules.length
                    ? { type: 'rule', values: rules } : { type: 'tag', values: tags };
                const result = await axe.run({ runOnly, resultTypes: ['violations'] });
                return result.violations.flatMap((violation) => violation.nodes.map(
                    (node) => `${violation.id}: ${node.html.slice(0, 160)} ${
                        (node.any[0] ?? node.all[0] ?? node.none[0])?.message ?? ''}`));
            }""",
            rules,
        )
        return found

    return violations
