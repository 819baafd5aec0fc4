"""What a supervisor asks: does the process answer, and can people play?"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from microciv.server.store.rows import StoreError
from microciv.server.store.store import Store, open_store
from tests.server.site import serving, settings


async def broken() -> None:
    raise StoreError("the disk is full of secrets")


async def stuck() -> None:
    await asyncio.Event().wait()


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(str(tmp_path / "store"))


def test_a_server_that_can_be_played_on_says_so(store: Store):
    with serving(store) as site:
        for path in ("/healthz", "/readyz"):
            answered = site.get(path)
            assert (200, {"status": "ok"}) == (answered.status_code, answered.json())
            assert "no-store" == answered.headers["cache-control"]


@pytest.mark.parametrize("fault", [broken, stuck])
def test_without_its_database_it_lives_and_is_not_ready(
    store: Store, fault: object, monkeypatch: pytest.MonkeyPatch
):
    with serving(store, settings(reach=1.0)) as site:
        monkeypatch.setattr(store, "reach", fault)
        assert 200 == site.get("/healthz").status_code
        answered = site.get("/readyz")
        assert (503, "unavailable") == (answered.status_code, answered.json()["error"])
        assert "secrets" not in answered.text
        monkeypatch.undo()
        assert 200 == site.get("/readyz").status_code
