"""Whatever comes in is answered with a typed refusal, and changes nothing."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

import microciv.server
from microciv.server import usage
from microciv.server.api.socket import MOST_REFUSED
from microciv.server.limits import host_of
from microciv.server.rooms.presence import MOST_TABS
from microciv.server.table.live_match import MOST_CHANGES
from microciv.server.wire import messages
from microciv.server.wire.messages import Refused, read_message
from tests.server.site import PATIENCE, Client, Site, first_choice, sealed, serving_file

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
# Nearly right: the fields that there are, with anything in them.
NEARLY = st.fixed_dictionaries(
    {"type": st.sampled_from(["hello", "play", "take_back", "say", "ping", "update", ""]) | JSON},
    optional={
        "match": JSON | st.integers(-1, 3),
        "decision": JSON | st.integers(-1, 3),
        "moves": JSON | st.lists(st.sampled_from(["exploit", "bid 1", "", "x" * 300]), max_size=3),
        "id": JSON,
        "token": JSON,
        "since": JSON,
    },
)
ANYTHING = st.one_of(
    JSON.map(json.dumps),
    NEARLY.map(json.dumps),
    st.text(st.characters(exclude_categories=["Cs"])),
    st.binary(),
)


@given(ANYTHING)
def test_a_message_is_read_or_refused_and_nothing_else(data: str | bytes):
    found: object
    try:
        found = read_message(data)
    except Refused as refused:
        found = refused.code
    assert found in ("malformed", "too_large") or isinstance(found, messages.Request)


def test_a_message_is_measured_in_bytes():
    assert isinstance(read_message('{"type":"ping"}' + " " * (messages.SMALL - 15)), messages.Ping)
    for data in (
        "é" * messages.SMALL,
        b" " * (messages.SMALL + 1),
        "[" * messages.SMALL,
        "{" + " " * 9000,
    ):
        with pytest.raises(Refused) as refused:
            read_message(data)
        assert refused.value.code in ("too_large", "malformed")


def test_every_code_that_is_used_is_declared():
    used: set[str] = set()
    for path in Path(microciv.server.__file__).parent.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        used |= {part.partition('"')[0] for part in text.replace("\n", "").split('Refused("')[1:]}
        used |= {
            part.strip().partition('"')[2].partition('"')[0]
            for part in text.split("Refused(\n")[1:]
        }
    assert used == set(messages.STATUS)


@pytest.fixture(scope="module")
def match_of_three(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, list[Client]]]:
    path = tmp_path_factory.mktemp("fuzz") / "site.sqlite3"
    with serving_file(path) as site:
        _, _, clients = site.three()
        clients[0].play(first_choice(clients[0]))
        for client in clients:
            client.sync()
        yield site, clients


@given(data=ANYTHING)
def test_no_message_but_a_right_one_changes_a_match(
    match_of_three: tuple[Site, list[Client]], data: str | bytes
):
    """Seat 1 sends what it likes: nobody else hears of it, and it is told why not."""
    _, [ann, ben, _] = match_of_three
    heard = len(ann.frames)
    before = len(ben.frames)
    ben.send_raw(data)
    ben.sync()
    answers = [msgspec.json.decode(frame) for frame in ben.frames[before:]]
    assert {answer["type"] for answer in answers} <= {"refused", "pong", "update"}
    assert all(
        answer["code"] in messages.STATUS for answer in answers if answer["type"] == "refused"
    )
    ann.sync()
    assert [b'{"type":"pong"}'] == ann.frames[heard:]


@given(body=JSON | NEARLY, path=st.sampled_from(["", "/{t}/sit", "/{t}/start", "/{t}/rematch"]))
def test_no_request_but_a_right_one_changes_a_table(
    match_of_three: tuple[Site, list[Client]], body: Any, path: str
):
    site, [ann, *_] = match_of_three
    table = ann.table["table"]
    before = site.get(f"/api/tables/{table}").content
    answer = site.http.post(
        f"/api/tables{path.format(t=table)}",
        content=json.dumps(body),
        headers={"content-type": "application/json"},
    )
    assert 400 <= answer.status_code < 500
    assert answer.json()["error"] in messages.STATUS
    assert before == site.get(f"/api/tables/{table}").content


def test_requests_of_another_kind_or_size_are_refused(site: Site):
    large = site.post("/api/tables", {"game": "x" * messages.LARGE})
    assert (413, "too_large") == (large.status_code, large.json()["error"])
    form = site.http.post("/api/tables", data={"game": "5x"})
    assert (400, "malformed") == (form.status_code, form.json()["error"])


def test_numbers_and_ids_that_cannot_be_are_refused(site: Site):
    made = site.create("you", "open", "open")
    for table, number, code in (
        (made["table"], "9" * 5000, "malformed"),
        (made["table"], "-1", "malformed"),
        (made["table"], "x", "malformed"),
        (made["table"], "3", "not_found"),
        ("%00", "0", "unknown_table"),
        ("x" * 3000, "0", "unknown_table"),
    ):
        refused = site.post(f"/api/tables/{table}/seats/{number}", {"kind": "bot"}, made["token"])
        assert code == refused.json()["error"]


@pytest.mark.parametrize(
    "options",
    [
        {"montezuma_extra_target": "x" * 50_000},
        {"x" * 50_000: 1},
        {"wonder_table": [{"letter": "A", "name": "x" * 50_000}]},
        {"wonder_table": [{"letter": "A", "name": "\x00"}]},
        {"wonder_table": [{"letter": "A", "points": 1e300}]},
        {"wonder_table": [{"letter": "A"}] * 1000},
        {"leader_pool": ["erik"] * 5000},
    ],
    ids=str,
)
def test_options_that_cannot_be_are_refused_in_a_few_words(site: Site, options: dict[str, Any]):
    wish = {"game": "5x", "seats": [{"kind": "open"}] * 3, "options": options}
    refused = site.post("/api/tables", wish)
    assert (422, "bad_option") == (refused.status_code, refused.json()["error"])
    assert len(refused.json()["message"]) <= messages.LONGEST_SENTENCE


@pytest.mark.parametrize("depth", [300, 900, 960, 1000, 20_000])
def test_depths_are_no_faults(site: Site, depth: int):
    seats = '[{"kind":"open"},{"kind":"open"},{"kind":"open"}]'
    value = "[" * depth + "]" * depth
    refused = site.http.post(
        "/api/tables",
        content=f'{{"game":"5x","seats":{seats},"options":{{"tie_without_wonder":{value}}}}}',
        headers={"content-type": "application/json"},
    )
    assert refused.json()["error"] in ("bad_option", "malformed")


def test_an_id_of_an_answer_is_plain_text(site: Site):
    _, _, [ann, *_] = site.three(leaders=False)
    for id_ in ("\x00", "é", "x" * 65):
        assert "malformed" == ann.play("explore", id=id_)["code"]
    assert "accepted" == ann.play("explore", id="3f-1 ~!")["type"]


def test_limits_are_counted_by_address_or_network():
    same = ["2001:db8:1:2::1", "2001:db8:1:2:3:4:5:6"]
    assert 1 == len({host_of({"client": (host, 1)}) for host in same})
    other = ["2001:db8:1:3::1", "::1", "fe80::1%eth0", "10.0.0.1", "testclient"]
    assert 6 == len({host_of({"client": (host, 1)}) for host in [same[0], *other]})
    assert "10.0.0.1" == host_of({"client": ("::ffff:10.0.0.1", 1)})
    assert "?" == host_of({})


def test_a_large_message_is_refused_and_a_huge_one_ends_the_connection(site: Site):
    _, _, [ann, *_] = site.three()
    ann.send_raw(b"x" * (messages.SMALL + 1))
    assert "too_large" == ann.next("refused")["code"]
    ann.send_raw(b"x" * (messages.LARGE + 1))
    assert 1009 == ann.closed()


def test_too_many_messages_are_refused_and_then_the_connection_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(usage, "PENALTY", 0)
    with serving_file(tmp_path / "site", messages=(0.01, 3)) as site:
        made = site.create("you", "bot", "bot")
        client = site.join(made["table"], made["token"])
        for _ in range(3):
            client.sync()
        client.send(type="ping")
        assert "too_fast" == client.next("refused")["code"]
        for _ in range(MOST_REFUSED - 1):
            client.send(type="ping")
            client.next("refused")
        client.send(type="ping")
        assert 1008 == client.closed()


def test_too_many_requests_are_refused(tmp_path: Path):
    with serving_file(tmp_path / "site", requests=(0.01, 2), connections=20) as site:
        made = site.create("you", "open", "open")
        site.sit(made["table"], "Ben")
        refused = site.post(f"/api/tables/{made['table']}/sit", {"name": "Cleo"})
        assert (429, "too_fast") == (refused.status_code, refused.json()["error"])
        assert 200 == site.get(f"/api/tables/{made['table']}").status_code


def test_a_full_audience_is_told_and_keeps_nobody_from_a_seat(tmp_path: Path):
    with serving_file(tmp_path / "site", audience=2) as site:
        made = site.create("you", "open", "open")
        for _ in range(2):
            site.join(made["table"], None)
        client = site.connect(made["table"])
        client.send(type="hello")
        assert "too_fast" == client.next("refused")["code"]
        for _ in range(MOST_TABS):
            site.join(made["table"], made["token"])
        client.send(type="hello", token=made["token"])
        assert "too_fast" == client.next("refused")["code"]


def test_a_hundred_watch_and_all_see_the_same(site: Site):
    table, _, [ann, *_] = site.three()
    crowd = [site.join(table, None) for _ in range(100)]
    ann.play(first_choice(ann))
    for watcher in crowd:
        watcher.sync()
    assert 1 == len({tuple(watcher.frames[-2:]) for watcher in crowd})
    assert "locked" == crowd[0].table["seats"][0]["status"]


def test_very_many_changes_of_mind_are_refused_and_the_answer_stands(
    match_of_three: tuple[Site, list[Client]],
):
    site, _ = match_of_three
    _, _, [ann, ben, _] = site.three(leaders=False)
    for number in range(MOST_CHANGES):
        ann.play("explore" if number % 2 else "exploit", id=str(number))
    assert "too_fast" == ann.play("expand", id="more")["code"]
    assert "too_fast" == ann.take_back(id="back")["code"]
    assert "accepted" == ann.play("expand", id="3")["type"]  # known, and not played again
    ann.next("update")
    assert ["explore"] == sealed(ann.update)
    assert "accepted" == ben.play("expand")["type"]


def test_who_says_nothing_is_not_waited_for(tmp_path: Path):
    with serving_file(tmp_path / "site", greeting=0.01) as site:
        made = site.create("you", "open", "open")
        assert 1008 == site.connect(made["table"]).closed()


def test_hello_is_said_first_and_once(site: Site):
    made = site.create("you", "bot", "bot")
    client = site.connect(made["table"])
    client.send(type="play", match=1, decision=1, moves=["expand"])
    assert "malformed" == client.next("refused")["code"]
    client.send(type="hello", token=made["token"])
    client.next("update")
    client.send(type="hello", token=made["token"])
    assert "malformed" == client.next("refused")["code"]


def test_pages_of_other_origins_are_refused(site: Site):
    made = site.create("you", "open", "open")
    path = f"/api/tables/{made['table']}/sit"
    evil, own = {"origin": "https://evil.example"}, {"origin": f"http://127.0.0.1:{site.port}"}
    refused = site.http.post(path, json={"name": "Eve"}, headers=evil)
    assert (403, "bad_origin") == (refused.status_code, refused.json()["error"])
    assert 200 == site.http.post(path, json={"name": "Ben"}, headers=own).status_code
    address = f"ws://127.0.0.1:{site.port}/ws/tables/{made['table']}"
    with (
        pytest.raises(InvalidStatus),
        connect(address, additional_headers=evil, open_timeout=PATIENCE),
    ):
        pass
    with connect(address, additional_headers=own, open_timeout=PATIENCE):
        pass


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "null", "\xff", "http://", ""])
def test_origins_that_are_none_are_refused_like_others(
    site: Site, origin: str, caplog: pytest.LogCaptureFixture
):
    headers = {b"origin": origin.encode("latin-1")}
    refused = site.http.post("/api/tables", json={}, headers=headers)
    assert (403, "bad_origin") == (refused.status_code, refused.json()["error"])
    assert [] == caplog.records


def test_what_is_no_text_ends_the_connection_and_stays_out_of_the_log(
    site: Site, caplog: pytest.LogCaptureFixture
):
    made = site.create("you", "open", "open")
    for told in (True, False):
        client = site.join(made["table"], None) if told else site.connect(made["table"])
        client.socket.send(b'{"type":"\xff"}', text=True)
        assert 1007 == client.closed()
    client = site.join(made["table"], None)
    client.send_raw(b'{"type":"\xff"}')
    assert "malformed" == client.next("refused")["code"]
    assert [] == caplog.records


@pytest.mark.parametrize(
    "head, body",
    [
        (b"POST /api/tables", b'{"game":"\xff"}'),
        (b"POST /api/tables", b"\xff\xfe{\0}\0"),
        (b"POST /api/tables/%ff/sit", b'{"name":"\\ud800"}'),
        (b"POST /api/tables/\xff", b"{}"),
        (b"GET /api/tables/%ff%fe", b""),
        (b"GET /%ed%a0%80", b""),
        (b"GET /api/games/5x/texts?napoleon_adds=%ff", b""),
    ],
    ids=ascii,
)
def test_requests_that_are_no_text_are_refused_quietly(
    site: Site, head: bytes, body: bytes, caplog: pytest.LogCaptureFixture
):
    length = b"Content-Length: %d" % len(body)
    lines = [head + b" HTTP/1.1", b"Host: x", b"Authorization: Bearer \xff\xfe", length]
    told = said(site, b"\r\n".join([*lines, b"Connection: close", b"", body]))
    assert told.startswith(b"HTTP/1.1 4")
    assert [] == caplog.records


def said(site: Site, request: bytes) -> bytes:
    """What is answered to these bytes."""
    told = b""
    with socket.create_connection(("127.0.0.1", site.port), PATIENCE) as line:
        line.sendall(request)
        while chunk := line.recv(4096):
            told += chunk
    return told


@pytest.mark.parametrize("path", [b"/api/games", b"/ws/tables/x"])
@pytest.mark.parametrize(
    "host, status",
    [
        (b"play.example", b"200"),
        (b"PLAY.example:8000", b"200"),
        (b"[::1]:8000", b"200"),
        (b"evil.example", b"421"),
        (b"play.example.evil.example", b"421"),
        (b"", b"421"),
        (b"play.example@evil.example", b"400"),
        (b"play.example:8000:1", b"400"),
        (b"play.example/", b"400"),
        (b"\xff", b"400"),
    ],
    ids=ascii,
)
def test_a_server_answers_to_its_own_names(
    named_site: Site, path: bytes, host: bytes, status: bytes, caplog: pytest.LogCaptureFixture
):
    lines = [b"GET " + path + b" HTTP/1.1", b"Host: " + host]
    if path.startswith(b"/ws"):
        lines += [b"Connection: Upgrade", b"Upgrade: websocket", b"Sec-WebSocket-Version: 13"]
        lines += [b"Sec-WebSocket-Key: " + b"A" * 22 + b"=="]
        status = status.replace(b"200", b"101")
    with socket.create_connection(("127.0.0.1", named_site.port), PATIENCE) as line:
        line.sendall(b"\r\n".join([*lines, b"", b""]))
        assert b"HTTP/1.1 " + status == line.recv(12)
    assert [] == caplog.records


@pytest.fixture(scope="module")
def named_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    path = tmp_path_factory.mktemp("named") / "site.sqlite3"
    with serving_file(path, hosts=("127.0.0.1", "Play.example", "[::1]")) as site:
        yield site


def test_a_server_without_a_name_answers_to_any_that_can_be_one(site: Site):
    for host, status in (("evil.example", 200), ("evil example", 400), ("a@b", 400)):
        assert status == site.http.get("/readyz", headers={"host": host}).status_code


def test_no_answer_can_be_read_by_other_origins(site: Site):
    answer = site.http.get("/api/tables", headers={"origin": "https://evil.example"})
    assert "access-control-allow-origin" not in answer.headers
    assert isinstance(answer, httpx.Response)
