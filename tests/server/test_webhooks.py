"""Whom a webhook may reach, and who may name it."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress

import pytest

from microciv.server.notices import outbound
from microciv.server.notices.channels import Failed
from microciv.server.notices.outbound import check_url, is_public
from microciv.server.store.store import open_store
from microciv.server.wire.messages import Refused
from tests.server.post import Post
from tests.server.site import PATIENCE, serving


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "ftp://example.org/",
        "https://",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://10.0.0.1/",
        "https://192.168.1.20/hook",
        "https://169.254.169.254/latest",
        "https://[::ffff:10.0.0.1]/",
        "https://[64:ff9b::a00:1]/",
        "https://localhost/",
        "https://user@example.org/",
        "https://example.org:25/",
        "https://example.org/a b",
    ],
)
def test_an_address_that_is_not_public_is_refused(url: str):
    with pytest.raises(Refused, match="url: expected"):
        check_url(url, loopback=False)


def test_a_public_address_is_fine():
    check_url("https://example.org/hook?key=1", loopback=False)
    assert [True, False, False] == [is_public(one) for one in ("1.1.1.1", "0.0.0.0", "fd00::1")]


def test_who_answers_by_drops_is_not_waited_for(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(outbound, "SECONDS", 0.2)
    gone = threading.Event()

    def drip(listener: socket.socket) -> None:
        line, _ = listener.accept()
        with line, suppress(OSError):
            line.sendall(b"HTTP/1.1 200 ")
            while not gone.wait(0.05):
                line.sendall(b"x")

    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = threading.Thread(target=drip, args=(listener,))
        server.start()
        began = time.monotonic()
        with pytest.raises(Failed):
            outbound.post(f"http://127.0.0.1:{listener.getsockname()[1]}/", b"", {}, loopback=True)
        gone.set()
        server.join()
    assert time.monotonic() - began < PATIENCE / 4


def test_a_name_that_cannot_be_looked_up_is_a_failure():
    with pytest.raises(Failed):
        outbound.post(f"https://{'a' * 64}.example/", b"", {}, loopback=False)


def test_a_webhook_is_the_hosts_and_the_owners_affair(post: Post):
    url = f"{post.web.address}/hook"
    with serving(open_store(post.address), post.settings()) as site:
        post.come(site, ("Ann", "Ben", "Cleo"))
        post.begin()
        hook = f"/api/tables/{post.table}/hook"
        ben = site.http.post(
            hook, json={"url": url}, headers={"authorization": f"Bearer {post.tokens['Ben']}"}
        )
        assert (403, "not_host") == (ben.status_code, ben.json()["error"])
        assert url == site.get(hook, post.tokens["Ann"]).json()["url"]
        assert url not in site.get(f"/api/tables/{post.table}", post.tokens["Ben"]).text
        live = site.create("you", "open", "open")
        refused = site.post(f"/api/tables/{live['table']}/hook", {"url": url}, live["token"])
        assert "illegal" == refused.json()["error"]
    with serving(open_store(post.address), post.settings(webhooks=False)) as site:
        assert "not_found" == site.get(hook, post.tokens["Ann"]).json()["error"]
        assert {"mail": True, "push": "", "webhooks": False} == {
            **site.get("/api/notices").json(),
            "push": "",
        }
