"""The server under test: on a free port, without pauses, on a database of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.post import Post
from tests.server.receivers import receiving
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


@pytest.fixture
def post(tmp_path: Path) -> Iterator[Post]:
    """A site that tells people of their turns, on a database of its own."""
    with receiving() as (mails, web):
        post = Post(str(tmp_path / "site.sqlite3"), mails, web)
        yield post
        for browser in post.people.values():
            browser.http.close()
