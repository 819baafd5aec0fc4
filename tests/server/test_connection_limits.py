"""Who comes in: half-sent requests, crowds of one address, proxies, and a machine at its limits."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import uvicorn
from uvicorn.server import ServerState

from microciv.server.http import connection_limits
from microciv.server.http.connection_limits import READ_AHEAD, GuardedSocket
from microciv.server.limits import SELDOM, Crowd, Networks, Seldom, network_of
from microciv.server.rooms import rooms
from tests.server.processes import server_process
from tests.server.site import PATIENCE, Site, serving_file

HALF = b"GET /api/games HTTP/1.1\r\nHost: x\r\n"
BODY = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{"


@contextmanager
def knocking(site: Site, count: int, said: bytes = b"") -> Iterator[list[socket.socket]]:
    """So many connections that say this and no more."""
    with ExitStack() as stack:
        made = [
            stack.enter_context(socket.create_connection(("127.0.0.1", site.port), PATIENCE))
            for _ in range(count)
        ]
        for one in made:
            one.sendall(said)
        yield made


def rest(connection: socket.socket) -> bytes:
    """All that comes until the server hangs up, with or without having heard us out."""
    data = b""
    with suppress(ConnectionResetError):
        while chunk := connection.recv(4096):
            data += chunk
    return data


def upgrade(table: str, **headers: str) -> bytes:
    """The request for a WebSocket."""
    lines = [
        f"GET /ws/tables/{table} HTTP/1.1",
        "Host: x",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {'A' * 22}==",
        *[f"{name}: {value}" for name, value in headers.items()],
    ]
    return "\r\n".join([*lines, "", ""]).encode("ascii")


def ask(site: Site) -> int:
    """A request on a connection of its own."""
    address = f"http://127.0.0.1:{site.port}/api/games"
    return httpx.get(address, timeout=PATIENCE).status_code


@pytest.mark.parametrize("said", [b"", b"G", HALF, BODY])
def test_a_request_that_does_not_come_to_its_end_is_hung_up_on(
    tmp_path: Path, said: bytes, caplog: pytest.LogCaptureFixture
):
    with serving_file(tmp_path / "site.sqlite3", whole=0.3) as site:
        with knocking(site, 10, said) as made:
            assert 200 == ask(site)
            told = [rest(one) for one in made]
            if said == BODY:  # an answer might have begun
                assert {b""} == {*told}
            else:
                assert {b"HTTP/1.1 408 Request Timeout"} == {one[:28] for one in told}
        assert 200 == ask(site)
    assert ["turned away: the request was incomplete (1)"] == [
        record.getMessage() for record in caplog.records
    ]


def test_a_request_that_drips_is_hung_up_on_too(tmp_path: Path):
    with serving_file(tmp_path / "site.sqlite3", whole=0.3) as site, knocking(site, 1) as [slow]:
        slow.settimeout(0.01)
        told = b""
        while not told:
            try:
                slow.sendall(b"X")
                told = slow.recv(4096)
            except TimeoutError:
                continue
        assert told.startswith(b"HTTP/1.1 408")


def test_a_second_request_has_its_own_time_and_sockets_are_not_hurried(tmp_path: Path):
    with serving_file(tmp_path / "site.sqlite3", whole=0.3) as site:
        made = site.create("you", "open", "open")
        client = site.join(made["table"], made["token"])
        with knocking(site, 1, HALF + b"\r\n") as [one]:
            assert one.recv(15) == b"HTTP/1.1 200 OK"
            one.sendall(HALF)
            assert b"HTTP/1.1 408" in rest(one)
        client.sync()


def test_who_gives_no_sign_of_life_is_soon_away(tmp_path: Path):
    """As a machine that was shut: the line is not cut, and nothing comes any more."""
    with serving_file(tmp_path / "site.sqlite3", signs=(0.1, 0.2)) as site:
        made = site.create("you", "open", "open")
        watcher = site.join(made["table"], None)
        hello = msgspec.json.encode({"type": "hello", "token": made["token"]})
        frame = bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello
        with knocking(site, 1, upgrade(made["table"])) as [silent]:
            assert silent.recv(12) == b"HTTP/1.1 101"
            silent.sendall(frame)
            for status in ("ready", "away"):
                while watcher.table["seats"][0]["status"] != status:
                    watcher.receive()


def test_so_many_connections_of_an_address_and_no_more(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    with serving_file(tmp_path / "site.sqlite3", connections=6) as site:
        site.http.close()
        with knocking(site, 20, HALF) as made:
            told = [rest(one) for one in made[6:]]
            assert {b"HTTP/1.1 429 Too Many Requests"} == {one[:30] for one in told}
            assert all(b'"error":"too_fast"' in one for one in told)
        while whole(site).startswith(b"HTTP/1.1 429"):
            pass  # the six are just going
        assert whole(site).startswith(b"HTTP/1.1 200")
    assert [(logging.WARNING, "turned away: too many connections from your address (1)")] == [
        (record.levelno, record.getMessage()) for record in caplog.records
    ]


def test_a_socket_is_read_on_unless_much_waits():
    told: list[str] = []

    class Line:
        def pause_reading(self) -> None:
            told.append("stop")

        def resume_reading(self) -> None:
            told.append("go on")

    async def nothing(scope: object, receive: object, send: object) -> None:
        pass

    async def reads() -> None:
        socket: Any = GuardedSocket(uvicorn.Config(nothing, log_config=None), ServerState(), {})
        socket.transport = Line()
        for count in (1, READ_AHEAD - 1, READ_AHEAD + 1):
            for _ in range(count):
                socket.frames, socket.curr_msg_data_type = [b"{}"], "text"
                socket.send_receive_event_to_app()
            for _ in range(count):
                assert "{}" == (await socket.receive())["text"]
            told.append(f"{count} read")

    asyncio.run(reads())
    much = f"{READ_AHEAD + 1} read"
    assert ["1 read", f"{READ_AHEAD - 1} read", "stop", "go on", much] == told


def whole(site: Site) -> bytes:
    """What a request is answered that is all there."""
    with knocking(site, 1, HALF + b"Connection: close\r\n\r\n") as [one]:
        return rest(one)


def visit(site: Site, table: str, stack: ExitStack, **headers: str) -> bool:
    """Is a socket let in? It stays for as long as the stack does."""
    [one] = stack.enter_context(knocking(site, 1, upgrade(table, **headers)))
    with suppress(ConnectionResetError):
        return one.recv(12) == b"HTTP/1.1 101"
    return False


def test_sockets_count_until_they_are_closed(tmp_path: Path):
    with serving_file(tmp_path / "site.sqlite3", connections=4) as site:
        table = site.create("open", "open", "open")["table"]
        site.http.close()
        with ExitStack() as gone, ExitStack() as here:
            assert visit(site, table, gone)
            while not visit(site, table, here):
                pass  # the connection for HTTP is just going
            assert [True, True, False] == [visit(site, table, here) for _ in range(3)]
            gone.close()
            while not visit(site, table, here):
                pass


@pytest.mark.skipif(sys.platform == "darwin", reason="it has one address for itself")
def test_who_connects_too_often_is_turned_away_and_others_are_not(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    with serving_file(tmp_path / "site.sqlite3", connects=(0.001, 4), connections=20) as site:
        site.http.close()  # the first of four
        told = []
        for _ in range(6):
            with knocking(site, 1, HALF + b"Connection: close\r\n\r\n") as [one]:
                told.append(rest(one)[:12])
        assert [b"HTTP/1.1 200"] * 3 == told[:3]
        assert {b"HTTP/1.1 200"}.isdisjoint(told[3:])
        with socket.create_connection(
            ("127.0.0.1", site.port), PATIENCE, source_address=("127.0.0.2", 0)
        ) as other:
            other.sendall(HALF + b"\r\n")
            assert b"HTTP/1.1 200" == other.recv(12)
    assert ["turned away: too many connections; wait a moment (1)"] == [
        record.getMessage() for record in caplog.records
    ]


def test_a_full_house_says_so(tmp_path: Path):
    with serving_file(tmp_path / "site.sqlite3", places=5) as site:
        site.http.close()
        with knocking(site, 12, HALF) as made:
            assert {b"HTTP/1.1 503 Service"} == {rest(one)[:20] for one in made[5:]}


@pytest.mark.parametrize(
    "proxies, let_in", [((), [True, True, False, False]), (("127.0.0.0/8",), [True] * 4)]
)
def test_a_proxy_is_believed_only_if_the_settings_say_so(
    tmp_path: Path, proxies: tuple[str, ...], let_in: list[bool]
):
    """Behind a proxy each visitor is counted; who only says so, is one."""
    how: dict[str, Any] = {"connections": 3, "proxies": proxies}
    with serving_file(tmp_path / "site.sqlite3", **how) as site, ExitStack() as stack:
        table = site.create("open", "open", "open")["table"]  # by a connection that stays
        visitors = [f"203.0.113.{number}" for number in (1, 1, 2, 2)]
        assert let_in == [
            visit(site, table, stack, **{"X-Forwarded-For": visitor}) for visitor in visitors
        ]
        if proxies:
            assert [True, False] == [
                visit(site, table, stack, **{"X-Forwarded-For": "203.0.113.1"}) for _ in range(2)
            ]


@pytest.mark.parametrize("text", ["", "localhost", "1.2.3", "*", "127.0.0.1:80"])
def test_a_proxy_is_an_address(text: str):
    with pytest.raises(ValueError, match="does not appear to be"):
        Networks([text])


def test_descriptors_run_short_and_the_log_hears_of_it_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(rooms, "OUT_OF_DESCRIPTORS", Seldom(logging.getLogger().error))
    fault: dict[str, Any] = {"exception": OSError(errno.EMFILE, "Too many open files")}
    for _ in range(100):
        rooms._quietly(None, fault)  # type: ignore[arg-type]  # the loop is not asked
    assert ["no descriptor left for a connection (1)"] == [
        record.getMessage() for record in caplog.records
    ]


def test_what_happens_often_is_told_seldom(monkeypatch: pytest.MonkeyPatch):
    moment = [100.0]
    told: list[str] = []
    monkeypatch.setattr("microciv.server.limits.time.monotonic", lambda: moment[0])
    seldom = Seldom(told.append)
    for what in ("a", "a", "b"):
        seldom.note(what)
    moment[0] += SELDOM
    seldom.note("a")
    assert ["a (1)", "a (2), b (1)"] == told


def test_a_crowd_is_counted_by_address():
    crowd = Crowd(2)
    assert [True, True, False, True] == [crowd.enter(address) for address in "aaab"]
    crowd.leave("a")
    assert [True, False] == [crowd.enter("a") for _ in range(2)]


def test_a_visitor_has_a_network_of_ipv6():
    assert ["203.0.113.1", "203.0.113.1", "2001:db8::/64", "x"] == [
        network_of(host) for host in ("203.0.113.1", "::ffff:203.0.113.1", "2001:db8::5%eth0", "x")
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="it has one address for itself")
def test_half_open_requests_of_one_address_keep_nobody_else_from_a_table(tmp_path: Path):
    """More than the server has descriptors for."""
    connection_limits.raise_descriptors()
    few = ("sh", "-c", 'ulimit -n 1024; exec "$@"', "sh")
    way = httpx.HTTPTransport(local_address="127.0.0.2")
    wish = {"game": "5x", "seats": [{"kind": "open"}] * 3}
    with (
        server_process(str(tmp_path / "site.sqlite3"), under=few) as (_, site),
        knocking(site, 1100, HALF),
        httpx.Client(transport=way, timeout=2.0) as other,
    ):
        made = other.post(f"http://127.0.0.1:{site.port}/api/tables", json=wish)
        assert 201 == made.status_code


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such limits")
def test_the_limit_of_descriptors_is_raised_as_far_as_it_goes():
    """In a process of its own, as limits cannot be raised again."""
    program = (
        "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (256, 1024));"
        "from microciv.server.http.connection_limits import raise_descriptors;"
        "print(raise_descriptors(), *resource.getrlimit(resource.RLIMIT_NOFILE))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert [1024 - connection_limits.RESERVED, 1024, 1024] == [
        int(word) for word in done.stdout.split()
    ]
