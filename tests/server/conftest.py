"""The server under test: on a free port, without pauses, on a database of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.site import Site, serving_file


@pytest.fixture(scope="module")
def shared_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serving_file(tmp_path_factory.mktemp("site") / "site.sqlite3") as running:
        yield running


@pytest.fixture
def site(shared_site: Site) -> Iterator[Site]:
    """A server that the tests of a file share, each with tables of its own."""
    yield shared_site
    shared_site.hang_up()
