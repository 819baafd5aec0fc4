"""What is counted, who may read it, and that it names nobody."""

from __future__ import annotations

import json
import socket
import threading
import urllib.request
from io import BytesIO
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from typer.testing import CliRunner

from microciv.cli.figures import within
from microciv.cli.main import app
from microciv.server.bots import workers
from microciv.server.bots.workers import BotWorkers, Question, Thought
from microciv.server.store.rows import StoreError
from microciv.server.store.store import Store, open_store
from tests.server.site import PATIENCE, Site, first_choice, serving, serving_file, settings


def counted(site: Site) -> dict[tuple[str, str], float]:
    """Every sample by its name and the values of its labels."""
    page = site.get("/metrics")
    assert page.status_code == 200
    return {
        (sample.name, " ".join(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(page.text)
        for sample in family.samples
    }


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(str(tmp_path / "site.sqlite3"))


def test_tables_connections_and_answers_are_counted(store: Store):
    with serving(store) as site:
        _, _, [ann, ben, _] = site.three()
        site.get(f"/api/tables/{site.create('open', 'open', 'open')['table']}")
        ann.play(first_choice(ann))
        ben.play(first_choice(ben))
        ben.play("nonsense", id="y")
        now = counted(site)
        assert (2, 1) == (now["microciv_tables", ""], now["microciv_tables_watched", ""])
        assert (3, 3) == (now["microciv_connections", ""], now["microciv_watchers", ""])
        assert 2 == now["microciv_answer_seconds_count", ""]
        assert 0 < now["microciv_answer_seconds_sum", ""] < PATIENCE
        assert 1 == now["microciv_refusals_total", "illegal"]
        assert 3 == now["microciv_requests_total", "GET /ws/tables/{table} 101"]


def test_requests_are_counted_by_route_and_status(store: Store):
    with serving(store) as site:
        for path in ("/api/tables/one", "/api/tables/two", "/favicon.svg"):
            site.get(path)
        site.http.request("BREW", "/api/games")
        now = counted(site)
        assert 2 == now["microciv_requests_total", "GET /api/tables/{table} 404"]
        assert 2 == now["microciv_refusals_total", "unknown_table"]
        assert 1 == now["microciv_requests_total", "other /api/games 405"]
        assert {"GET", "POST", "other"} >= {
            labels.split()[0] for name, labels in now if name == "microciv_requests_total"
        }


def test_what_waits_for_a_worker_is_counted(store: Store, monkeypatch: pytest.MonkeyPatch):
    whole, begun, goes_on = workers.think, threading.Event(), threading.Event()

    def think(asked: Question) -> Thought:
        begun.set()
        assert goes_on.wait(PATIENCE)
        return whole(asked)

    monkeypatch.setattr(workers, "think", think)
    with serving(store) as site:
        made = site.create("you", "bot:random", "bot:random", "bot:random")
        site.join(made["table"], made["token"])
        assert begun.wait(PATIENCE)
        assert 2 == counted(site)["microciv_questions_waiting", ""]
        goes_on.set()


async def no_answer(*_: object) -> None:
    """A worker that died."""


@pytest.mark.parametrize("fails", [False, True])
def test_bots_are_timed_and_those_that_fail_counted(
    store: Store, monkeypatch: pytest.MonkeyPatch, *, fails: bool
):
    if fails:
        monkeypatch.setattr(BotWorkers, "ask", no_answer)
    with serving(store) as site:
        host = site.create("you", "bot", "bot")
        ann = site.join(host["table"], host["token"])
        ann.play(first_choice(ann))
        ann.until_decision(2)
        now = counted(site)
        assert 2 <= now["microciv_bot_seconds_count", ""]
        assert fails == (now["microciv_worker_seconds_count", ""] == 0)
        assert fails == (now["microciv_bots_failed_total", ""] >= 2)


def test_questions_that_wait_and_workers_that_are_busy_are_counted(
    store: Store, monkeypatch: pytest.MonkeyPatch
):
    begun, go_on = threading.Event(), threading.Event()

    def ponder(_: object) -> None:
        begun.set()
        go_on.wait(PATIENCE)

    monkeypatch.setattr("microciv.server.bots.workers.think", ponder)
    with serving(store) as site:
        host = site.create("you", "bot", "bot")
        site.join(host["table"], host["token"])
        assert begun.wait(PATIENCE)
        now = counted(site)
        go_on.set()
        waiting, busy = now["microciv_questions_waiting", ""], now["microciv_workers_busy", ""]
        assert (1, 1) == (waiting, busy)


def test_faults_are_counted_by_kind(store: Store, monkeypatch: pytest.MonkeyPatch):
    async def broken() -> None:
        raise StoreError("the disk is full of secrets")

    with serving(store) as site:
        before = counted(site).get(("microciv_faults_total", "StoreError"), 0)
        monkeypatch.setattr(store, "reach", broken)
        site.get("/readyz")
        assert before + 1 == counted(site)["microciv_faults_total", "StoreError"]


def test_those_who_are_turned_away_are_counted(store: Store):
    with serving(store, settings(connections=1)) as site:
        assert site.get("/healthz").status_code == 200
        with socket.create_connection(("127.0.0.1", site.port), PATIENCE) as second:
            assert second.recv(12) == b"HTTP/1.1 429"
        assert 1 == counted(site)["microciv_turned_away_total", "too_fast"]


def test_two_servers_count_apart(store: Store, tmp_path: Path):
    with serving(store) as one, serving_file(tmp_path / "other") as other:
        one.create("open", "open", "open")
        assert ("microciv_requests_total", "POST /api/tables 201") in counted(one)
        assert ("microciv_requests_total", "POST /api/tables 201") not in counted(other)


@pytest.mark.parametrize(
    "header",
    [
        "X-Forwarded-For: 127.0.0.1",
        "Forwarded: for=127.0.0.1",
        "Via: 1.1 x",
        "X-Real-IP: 127.0.0.1",
    ],
)
@pytest.mark.parametrize("proxies", [(), ("127.0.0.1",)])
def test_through_a_proxy_it_is_not_there(store: Store, header: str, proxies: tuple[str, ...]):
    name, _, value = header.partition(": ")
    with serving(store, settings(proxies=proxies)) as site:
        assert site.http.get("/metrics", headers={name: value}).status_code == 404
        assert site.get("/metrics").status_code == 200


def test_to_strangers_it_is_not_there(store: Store):
    with serving(store, settings(metrics=("192.0.2.1",))) as site:
        refused, missing = site.get("/metrics"), site.get("/nothing")
        assert (404, "not_found") == (refused.status_code, refused.json()["error"])
        assert refused.text == missing.text.replace("/nothing", "/metrics")


def test_nobody_and_nothing_is_named(store: Store):
    with serving(store) as site:
        table, tokens, [ann, *_] = site.three()
        secret = first_choice(ann)
        ann.play(secret)
        ann.say("hello")
        site.get(f"/api/tables/{table}/record", tokens[0])
        text = site.get("/metrics").text
        for word in (table, *tokens, secret, "Ben", "Cleo", "127.0.0.1"):
            assert word not in text


def test_the_owner_reads_the_figures_of_each_process(store: Store, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MICROCIV_SERVE_HOSTS", "127.0.0.1")
    with serving(store, settings(hosts=("127.0.0.1",))) as site:
        _, _, [ann, ben, _] = site.three()
        ann.play(first_choice(ann))
        ben.play("nonsense", id="y")
        address = f"http://127.0.0.1:{site.port}"
        told = CliRunner().invoke(app, ["admin", "figures", address]).stdout
        for line in ("connections to a table 3", "answers of people 1", "refused: illegal 1"):
            assert line in " ".join(told.split())
        again = CliRunner().invoke(app, ["admin", "figures", address, "--json"]).stdout
        [one] = json.loads(again)
        asked = ("address", "answers of people", "answers of bots, half within")
        assert [address, 1, None] == [one[name] for name in asked]


@pytest.mark.parametrize("page", [
    b"<!doctype html><p>Hello", b"\xff\xfe", b"", b"up 1\n", b'microciv_tables{a="b"} 1\n',
])  # fmt: skip
def test_what_are_no_figures_of_ours_is_said(monkeypatch: pytest.MonkeyPatch, page: bytes):
    monkeypatch.setattr(urllib.request, "urlopen", lambda *_, **__: BytesIO(page))
    told = CliRunner().invoke(app, ["admin", "figures", "http://127.0.0.1:1"])
    assert (1, True) == (told.exit_code, "does not tell the figures of a microciv" in told.stderr)


@pytest.mark.parametrize("address", ["127.0.0.1:8000", "http://[::1", "http://play..example"])
def test_figures_are_asked_of_an_address(address: str):
    told = CliRunner().invoke(app, ["admin", "figures", address])
    assert (1, True) == (told.exit_code, "expected an address like http://" in told.stderr)


def test_figures_that_nobody_may_read_are_refused_in_words(store: Store):
    with serving(store, settings(metrics=("192.0.2.1",))) as site:
        told = CliRunner().invoke(app, ["admin", "figures", f"http://127.0.0.1:{site.port}"])
        assert (1, True) == (told.exit_code, "does not show its figures here" in told.stderr)


def test_times_are_those_of_the_bucket_in_which_a_share_is_full():
    buckets = {"0.01": 4.0, "0.1": 9.0, "+Inf": 10.0}
    assert (0.01, 0.1, None) == tuple(within(buckets, share) for share in (0.4, 0.5, 0.99))
    assert within({"+Inf": 0.0}, 0.5) is None
