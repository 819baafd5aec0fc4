"""The log: whole lines, with time and request, and why the database failed."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import socket
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from uvicorn.protocols.utils import ClientDisconnected

from microciv.server.http.app import Application
from microciv.server.limits import Networks
from microciv.server.logs import Line, in_short, log, request_id
from microciv.server.store.rows import StoreError
from microciv.server.store.sql import single
from microciv.server.store.store import Store, open_store
from tests.server.processes import server_process
from tests.server.site import PATIENCE, serving_file, settings


@pytest.fixture
def lines() -> Iterator[Callable[[], list[Any]]]:
    """What is logged meanwhile, as JSON."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(Line("json"))
    log.addHandler(handler)
    yield lambda: [json.loads(line) for line in written.getvalue().splitlines()]
    log.removeHandler(handler)


def record(words: str, *values: object, fault: BaseException | None = None) -> logging.LogRecord:
    told = None if fault is None else (type(fault), fault, fault.__traceback__)
    return logging.LogRecord("some.module", logging.WARNING, "file.py", 1, words, values, told)


def test_an_event_is_one_line_of_text_or_json():
    words = record("two\nlines of %s", "words")
    moment, _, rest = Line("text").format(words).partition(" ")
    assert "WARNING some.module: two lines of words" == rest
    parts = json.loads(Line("json").format(words))
    assert {
        "time": moment,
        "level": "WARNING",
        "logger": "some.module",
        "event": "two lines of words",
    } == parts
    assert datetime.fromisoformat(moment).timestamp() == pytest.approx(words.created, abs=0.001)


def test_an_event_names_its_request():
    mark = request_id.set("abc")
    try:
        assert "abc" == json.loads(Line("json").format(record("x")))["request"]
        assert Line("text").format(record("x")).endswith("WARNING some.module abc: x")
    finally:
        request_id.reset(mark)


@pytest.mark.parametrize("form", ["text", "json"])
def test_the_words_of_a_fault_stay_out_whoever_logs_it(form: Any):
    try:
        raise RuntimeError("seat 0 has sealed expand")
    except RuntimeError as fault:
        line = Line(form).format(record("Exception in callback", fault=fault))
    assert "expand" not in line
    assert "Exception in callback: RuntimeError at " in line


def test_the_system_says_why():
    assert "PermissionError at ? (EACCES)" == in_short(PermissionError(13, "in words"))
    assert "StoreError at ? (SQLITE_FULL)" == in_short(StoreError("in words", "SQLITE_FULL"))


def test_a_fault_of_a_library_is_told_where_we_called_it():
    with pytest.raises(ValueError, match="does not appear") as caught:
        Networks(["x"])
    assert in_short(caught.value).startswith("ValueError at /server/limits.py:")


@pytest.mark.parametrize("form", ["text", "json"])
def test_the_settings_say_how_a_server_logs(tmp_path: Path, form: str):
    errors = tmp_path / "errors"
    flags = ("--set", f"log_format={form}", "--set", "connections=1")
    database = str(tmp_path / "site")
    with errors.open("w") as file, server_process(database, *flags, errors=file) as (_, site):
        site.get("/healthz")
        with socket.create_connection(("127.0.0.1", site.port), PATIENCE) as second:
            assert second.recv(12) == b"HTTP/1.1 429"
    [line] = errors.read_text().splitlines()
    told = "turned away: too many connections from your address (1)"
    if form == "json":
        assert told == json.loads(line)["event"]
    else:
        assert line.endswith(f" WARNING microciv.server: {told}")


# --- requests


def test_answer_and_log_have_the_same_id(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: Callable[[], list[Any]]
):
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError

    with serving_file(tmp_path / "site") as site:
        table = site.create("open", "open", "open")["table"]
        monkeypatch.setattr("microciv.server.table.views.table_view", fail)
        answers = [site.get(f"/api/tables/{table}") for _ in range(2)]
    ids = [answer.headers["x-request-id"] for answer in answers]
    assert ids == [line["request"] for line in lines()]
    assert 2 == len({*ids})


def test_a_connection_has_an_id_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: Callable[[], list[Any]]
):
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError

    with serving_file(tmp_path / "site") as site:
        client = site.connect(site.create("open", "open", "open")["table"])
        assert client.socket.response is not None
        monkeypatch.setattr("microciv.server.api.socket.read_message", fail)
        client.send(type="ping")
        client.closed()
        assert [client.socket.response.headers["x-request-id"]] == [
            line["request"] for line in lines()
        ]


@pytest.mark.anyio
@pytest.mark.parametrize("path", ["/ws/tables/some", "/ws/nowhere"])
async def test_a_client_that_has_hung_up_already_is_no_fault(
    tmp_path: Path, lines: Callable[[], list[Any]], path: str
):
    async def receive() -> Any:
        return {"type": "websocket.connect"}

    async def send(_: object) -> None:
        raise ClientDisconnected

    app = Application(open_store(str(tmp_path / "site")), settings())
    scope = {"type": "websocket", "path": path, "headers": [], "client": ("127.0.0.1", 1)}
    await app({**scope, "root_path": ""}, receive, send)
    assert [] == lines()


@pytest.mark.parametrize(
    "proxies, sent, kept",
    [
        (("127.0.0.1",), "4bf92f3577b34da6-1", True),
        (("127.0.0.1",), "two words", False),
        (("127.0.0.1",), "x" * 65, False),
        (("192.0.2.1",), "4bf92f3577b34da6-1", False),
        ((), "4bf92f3577b34da6-1", False),
    ],
)
def test_the_id_of_a_trusted_proxy_is_kept_if_it_is_sane(
    tmp_path: Path, proxies: tuple[str, ...], sent: str, *, kept: bool
):
    with serving_file(tmp_path / "site", proxies=proxies) as site:
        answer = site.http.get("/healthz", headers={"x-request-id": sent})
        assert kept == (answer.headers["x-request-id"] == sent)


# --- the database


def reason(store: Store, sql: str, *values: object) -> str:
    """Why the database does not do this."""

    async def ask() -> None:
        await store.open()
        try:
            await store.run(single(sql, *values))
        finally:
            await store.close()

    with pytest.raises(StoreError) as caught:
        asyncio.run(ask())
    return caught.value.reason


def test_sqlite_says_why(tmp_path: Path):
    store = open_store(str(tmp_path / "site"))
    assert "SQLITE_ERROR" == reason(store, "SELECT json_extract('{}', ?)", "a secret")


@pytest.mark.postgres
@pytest.mark.parametrize(
    "sql, values, expected",
    [
        ("SELECT CAST(? AS integer)", ["a secret"], "22P02"),
        (
            "SELECT pg_terminate_backend(pg_backend_pid())",
            [],
            "57P01 terminating connection due to administrator command",
        ),
    ],
)
def test_postgresql_says_why_and_quotes_nothing(
    postgres_url: str, sql: str, values: list[str], expected: str
):
    assert expected == reason(open_store(postgres_url), sql, *values)
