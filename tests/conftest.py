"""What every test may ask for, and how strict a run is.

MICROCIV_CI=1           nothing may be skipped: a skip is a failure.
MICROCIV_LAWS=long      properties are tried on many more examples (`make laws`).
MICROCIV_SEED=...       the laws begin with this seed; by default with one of the day.
MICROCIV_CHROMIUM=...   the browser to use, when it is not on the path.
MICROCIV_UNTIL=...      no test begins after this second of the clock (`make quick`).
MICROCIV_POSTGRES=...   a PostgreSQL where databases may be made, when it is not the local one.
"""

from __future__ import annotations

import gc
import os
import shutil
import sys
import time
import uuid
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
import typer.main
import typer.testing
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NOTHING_IS_SKIPPED: Final = os.environ.get("MICROCIV_CI") == "1"
COMPILED: Final = os.environ.get("MICROCIV_COMPILED") == "1"
TESTS: Final = Path(__file__).parent
ENGINE: Final = (
    *[TESTS / folder for folder in ("core", "games", "laws", "bots")],
    TESTS.parent / "src" / "microciv" / "core",
)
"""Where the tests of what compiles are."""
UNTIL: Final = float(os.environ.get("MICROCIV_UNTIL", "inf"))


def _seed_of_the_day() -> int:
    """Room for a thousand seeds a day, half of them for the compiled run."""
    return int(f"{datetime.now(UTC):%y%m%d}") * 1_000 + 500 * COMPILED


# Workers inherit it, so that all of a run begins with one seed, also at midnight.
SEED: Final = os.environ.setdefault("MICROCIV_SEED", str(_seed_of_the_day()))


def pytest_report_header() -> str:
    """The seed, with which a run can be had again."""
    return f"laws: MICROCIV_SEED={SEED}"


# Typer would make all commands anew for each that is run, 40 ms a time.
typer.testing._get_command = cache(typer.main.get_command)  # type: ignore[attr-defined]

settings.register_profile("short", max_examples=50, deadline=None)
settings.register_profile(
    "long", max_examples=1_000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("MICROCIV_LAWS", "short"))


def _refuse_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    if NOTHING_IS_SKIPPED and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, and MICROCIV_CI=1 skips nothing: {report.longrepr}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Generator[None, object, object]:
    """mypy and mkdocs, which some tests call, let the stack grow deeper for the whole process: what
    a later test nests too deeply would no longer be so.
    """
    deepest = sys.getrecursionlimit()
    try:
        return (yield)
    finally:
        sys.setrecursionlimit(deepest)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Nothing that takes time is done for a test that comes too late."""
    if time.time() > UNTIL:
        pytest.skip("no time left; `make test` has it")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    _refuse_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    _refuse_skip(report)
    return report


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    of_engine = cache(lambda path: any(map(path.is_relative_to, ENGINE)))
    for item in items:
        if of_engine(item.path):
            item.add_marker("engine")


def pytest_collection_finish() -> None:
    """What has been collected stays: it is not looked through for garbage again and again, which
    took a twelfth of the time of the tests.
    """
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture
def anyio_backend() -> str:
    """Coroutines under test run on the event loop that the server runs on."""
    return "asyncio"


# ---------------------------------------------------------------------------------------------
# A browser

CHROMIUMS: Final = (
    "chromium-headless-shell",  # the same without a window: a fifth less to do
    "chromium",
    "chromium-browser",
    "google-chrome",
    "chrome",
)
CHROMIUM_FLAGS: Final = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--no-sandbox",
]


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The Chromium of this machine: never one that a test tool would download."""
    found = os.environ.get("MICROCIV_CHROMIUM") or next(
        filter(None, map(shutil.which, CHROMIUMS)), None
    )
    if found is None:
        pytest.skip("no Chromium here; on Debian: apt-get install chromium-headless-shell")
    return found


@pytest.fixture(scope="module")
def chromium(chromium_path: str) -> Iterator[Browser]:
    """A headless browser; a test opens a context of its own: `chromium.new_context()`.

    A module's, since Playwright keeps an event loop running as long as it is open, and tests of
    other modules want loops of their own.
    """
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


# ---------------------------------------------------------------------------------------------
# PostgreSQL

POSTGRES: Final = ("postgresql:///postgres", "postgresql://postgres@127.0.0.1/postgres")


@pytest.fixture(scope="session")
def postgres_server() -> str:
    """A PostgreSQL on which this person may make databases."""
    import psycopg

    asked = os.environ.get("MICROCIV_POSTGRES")
    for address in (asked,) if asked else POSTGRES:
        try:
            psycopg.connect(address, connect_timeout=20).close()
        except psycopg.OperationalError:
            continue
        return address
    pytest.skip("no PostgreSQL here; on Debian: apt-get install postgresql")


@pytest.fixture
def postgres_url(postgres_server: str) -> Iterator[str]:
    """The address of an empty database that lives as long as the test."""
    with empty_database(postgres_server) as address:
        yield address


@contextmanager
def empty_database(postgres_server: str) -> Iterator[str]:
    """Its address, for as long as the block lasts."""
    import psycopg
    from psycopg import sql
    from psycopg.conninfo import conninfo_to_dict

    name = f"microciv_test_{uuid.uuid4().hex}"
    with psycopg.connect(postgres_server, autocommit=True) as server:
        server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    parts = conninfo_to_dict(postgres_server)
    place = f"{parts['user']}@" if "user" in parts else ""
    try:
        yield f"postgresql://{place}{parts.get('host', '')}/{name}"
    finally:
        with psycopg.connect(postgres_server, autocommit=True) as server:
            server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
