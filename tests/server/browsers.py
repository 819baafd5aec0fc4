"""Browsers: they send their origin and keep a cookie."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from tests.server.site import PATIENCE, TLS, Client, Site, play_through

FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"
PIXEL = (
    "Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)"
    " Chrome/140.0.0.0 Mobile Safari/537.36"
)


class Browser:
    """A browser: it sends its origin, and keeps a cookie."""

    def __init__(self, port: int, agent: str = FIREFOX) -> None:
        base = f"http://127.0.0.1:{port}"
        headers = {"origin": base, "user-agent": agent}
        self.http = httpx.Client(base_url=base, headers=headers, timeout=PATIENCE, verify=TLS)

    def __repr__(self) -> str:
        return f"<browser, {'with' if self.key else 'without'} a key>"

    @property
    def key(self) -> str | None:
        return self.http.cookies.get("microciv")

    def get(self, path: str) -> Any:
        found = self.http.get(path)
        assert 200 == found.status_code, found.text
        return found.json()

    def post(self, path: str, body: Any = None, token: str | None = None) -> Any:
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        found = self.http.post(path, json=body or {}, headers=headers)
        assert found.status_code in (200, 201), found.text
        return found.json()

    def refused(self, path: str, body: Any = None) -> str:
        return str(self.http.post(path, json=body or {}).json()["error"])

    def me(self) -> Any:
        return self.get("/api/me")

    def create(self, *kinds: str, name: str = "Ann", **more: Any) -> Any:
        seats = [{"kind": kind} for kind in kinds]
        return self.post("/api/tables", {"game": "5x", "seats": seats, "name": name, **more})

    def sit(self, table: str, name: str) -> Any:
        return self.post(f"/api/tables/{table}/sit", {"name": name})


@contextmanager
def browsers(site: Site, *agents: str) -> Iterator[list[Browser]]:
    opened = [Browser(site.port, agent) for agent in agents]
    try:
        yield opened
    finally:
        for one in opened:
            one.http.close()


def played(site: Site, ann: Browser, ben: Browser | None = None) -> str:
    """A match of Ann's to its end, with Ben or with a bot."""
    seating = ann.create("you", "bot", "bot" if ben is None else "open")
    table: str = seating["table"]
    clients: list[Client] = []
    if ben is not None:
        other = ben.sit(table, "Ben")
        ann.post(f"/api/tables/{table}/start", {}, seating["token"])
        clients.append(site.join(table, other["token"]))
    clients.insert(0, site.join(table, seating["token"]))
    play_through(clients)
    return table
