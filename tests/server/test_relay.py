"""Whoever comes to a process for a table that another one serves is passed on, and only so."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import httpx
import psycopg
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from microciv.server.peers import HEADER
from microciv.server.store.store import open_store
from tests.server.processes import server_process
from tests.server.site import (
    PATIENCE,
    TRY_AGAIN,
    Site,
    first_choice,
    play_through,
    serving,
    settings,
)

pytestmark = pytest.mark.postgres

QUICK: Final = settings(hint=(20, 5.0), look=(20, 5.0))


class Two(NamedTuple):
    """A server that has the tables, and one that visitors come to."""

    home: Site
    door: Site
    database: str

    def secret(self, site: Site) -> str:
        """What other processes know of it."""
        with psycopg.connect(self.database) as database:
            row = database.execute(
                "SELECT secret FROM processes WHERE address = %s",
                (f"http://127.0.0.1:{site.port}",),
            ).fetchone()
        assert row is not None
        return str(row[0])


@pytest.fixture
def two(postgres_url: str) -> Iterator[Two]:
    with (
        serving(open_store(postgres_url), QUICK) as home,
        serving(open_store(postgres_url), QUICK) as door,
    ):
        yield Two(home, door, postgres_url)


def test_all_of_a_table_is_to_be_had_at_another_server(two: Two):
    """Sockets, hints, records, replays and reviews; refusals as they are."""
    home, door, _ = two
    table, tokens, clients = home.three(leaders=False, hints="on")
    away = door.join(table, tokens[1])
    away.send(type="hint", match=1, decision=1, id="h")
    assert "h" == away.next("hinted")["id"]
    assert "accepted" == away.play(first_choice(away))["type"]
    assert "thanks" == away.say("thanks")["key"]
    assert "thanks" == clients[0].next("said")["key"]
    address = f"/api/tables/{table}"
    for path in ("", "/record", "/review?seat=1", "/replay"):
        here, there = home.get(address + path, tokens[1]), door.get(address + path, tokens[1])
        assert (here.status_code, here.json()) == (there.status_code, there.json())
    assert 403 == door.post(f"{address}/close", {}, tokens[1]).status_code
    assert 413 == door.post(f"{address}/sit", {"name": "x" * 100_000}).status_code
    play_through([*clients[:1], away, clients[2]])
    for path in ("/record", "/replay?seat=1"):
        assert home.get(address + path).json() == door.get(address + path).json()
    with door.http.stream("GET", f"{address}/review?seat=1") as lines:
        kinds = [json.loads(line)["type"] for line in lines.iter_lines()]
    assert ("plan", "sum") == (kinds[0], kinds[-1])
    assert len(kinds) > 2
    assert 404 == door.get("/api/tables/nowhere").status_code
    assert 1008 == refused_at(door, "nowhere")


def test_what_is_told_before_hello_is_in_the_language_of_the_visitor_at_both_servers(two: Two):
    home, door, _ = two
    table, *_ = home.three(leaders=False)
    for site in (home, door):
        address, wanted = f"ws://127.0.0.1:{site.port}/ws/tables/{table}", {"accept-language": "de"}
        with connect(address, additional_headers=wanted, open_timeout=PATIENCE) as line:
            line.send(json.dumps({"type": "say", "match": 1, "text": "hello?"}))
            [told] = json.loads(line.recv(PATIENCE))
        assert ("refused", "sag erst hello") == (told["type"], told["message"])


def refused_at(site: Site, table: str) -> int:
    client = site.connect(table)
    client.send(type="hello", token=None)
    return client.closed()


def test_how_tables_stand_is_asked_of_those_who_serve_them(two: Two):
    home, door, _ = two
    table, tokens, clients = home.three(leaders=False)
    made = door.create("you", "open", "open", name="Dora")
    door.join(made["table"], made["token"])
    seats = [
        {"table": table, "token": tokens[0]},
        {"table": made["table"], "token": made["token"]},
        {"table": table, "token": "not mine"},
    ]
    expected = [(table, "playing", True), (made["table"], "lobby", False), (table, "gone", False)]
    for site in (door, home):
        told = site.post("/api/held", {"seats": seats}).json()
        assert expected == [(one["table"], one["state"], one["turn"]) for one in told]
    clients[0].play(first_choice(clients[0]))
    told = door.post("/api/held", {"seats": seats[:1]}).json()
    assert not told[0]["turn"]


def test_who_only_says_that_it_passes_somebody_on_is_refused(two: Two):
    home, door, _ = two
    made = home.create("you", "open", "open")
    home.join(made["table"], made["token"])
    for word in ("", "x 203.0.113.9 -", f"{two.secret(door)} 203.0.113.9 -"):
        for path in ("/", "/api/games", f"/api/tables/{made['table']}"):
            assert 421 == home.http.get(path, headers={HEADER: word}).status_code
        with pytest.raises(InvalidStatus, match="421"):
            knock(home, made["table"], word)
    twice = [(HEADER, f"{two.secret(home)} 203.0.113.9 -"), (HEADER, "x")]
    assert 421 == home.http.get("/api/games", headers=twice).status_code
    # At the door it does not count what a visitor says of it.
    assert 421 == door.http.get(f"/api/tables/{made['table']}", headers={HEADER: "x"}).status_code


def knock(site: Site, table: str, word: str) -> None:
    address = f"ws://127.0.0.1:{site.port}/ws/tables/{table}"
    connect(address, additional_headers={HEADER: word}, open_timeout=PATIENCE).close()


def test_what_was_passed_on_is_not_passed_on_again(two: Two):
    home, door, _ = two
    made = home.create("you", "open", "open")
    home.join(made["table"], made["token"])
    credentials = {HEADER: f"{two.secret(door)} 203.0.113.9 -"}
    assert 200 == door.http.get("/api/games", headers=credentials).status_code
    answer = door.http.get(f"/api/tables/{made['table']}", headers=credentials)
    assert 421 == answer.status_code
    with pytest.raises(InvalidStatus, match="421"):
        knock(door, made["table"], credentials[HEADER])


def test_limits_are_those_of_the_visitor(two: Two):
    """Who was passed on is blocked, and counted, by their own address."""
    home, _, database = two
    made = home.create("you", "open", "open")
    home.join(made["table"], made["token"])
    said = f"{two.secret(home)} 203.0.113.9 -"
    path = f"/api/tables/{made['table']}"
    assert 200 == home.http.get(path, headers={HEADER: said}).status_code
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("INSERT INTO blocked VALUES ('203.0.113.9/32', 99999999999)")
        connection.execute("SELECT pg_notify('microciv', '')")
    end = time.monotonic() + PATIENCE
    while 403 != home.http.get(path, headers={HEADER: said}).status_code:
        assert time.monotonic() < end
    assert 200 == home.get(path).status_code


def test_servers_that_do_not_find_each_other_say_so(postgres_url: str):
    """An address that leads elsewhere, as one's own: nothing goes round in a circle."""
    with (
        serving(open_store(postgres_url), settings(lease=2.0)) as door,
        serving(
            open_store(postgres_url), settings(lease=2.0, address=f"http://127.0.0.1:{door.port}")
        ) as home,
    ):
        made = home.create("you", "open", "open")
        home.join(made["table"], made["token"])
        refused = door.get(f"/api/tables/{made['table']}")
        assert (503, "unavailable") == (refused.status_code, refused.json()["error"])
        assert TRY_AGAIN == door.connect(made["table"]).closed()
        told = ask_held(door, made)
        assert [("lobby", "")] == [(one["state"], one["game"]) for one in told]


def ask_held(site: Site, made: Any) -> Any:
    seat = {"table": made["table"], "token": made["token"]}
    return site.post("/api/held", {"seats": [seat]}).json()


def test_a_server_that_does_not_answer_is_waited_for_no_longer_than_its_lease(postgres_url: str):
    with (
        serving(open_store(postgres_url), settings(lease=1.5, beat=0.1)) as door,
        server_process(postgres_url) as (process, home),
    ):
        made = home.create("you", "open", "open")
        home.join(made["table"], made["token"])
        process.send_signal(signal.SIGSTOP)
        begun = time.monotonic()
        refused = door.get(f"/api/tables/{made['table']}")
        assert (503, "unavailable") == (refused.status_code, refused.json()["error"])
        client = door.back(made["table"], made["token"])
        assert "lobby" == client.table["state"]
        assert time.monotonic() - begun < 1.5 + 1.0 + 6.0
        process.send_signal(signal.SIGCONT)


def test_a_visitor_who_goes_is_gone_at_the_other_server(two: Two):
    home, door, _ = two
    made = home.create("you", "open", "open")
    ben = home.sit(made["table"], "Ben")
    ann = home.join(made["table"], made["token"])
    away = door.join(made["table"], ben["token"])
    ann.until(lambda _: ann.table["seats"][1]["status"] == "ready")
    away.close()
    ann.until(lambda _: ann.table["seats"][1]["status"] == "away")


def test_a_table_that_nobody_is_at_is_served_by_whoever_is_asked_next(postgres_url: str):
    how = settings(beat=0.05, unused=0.05)
    with (
        serving(open_store(postgres_url), how) as home,
        serving(open_store(postgres_url), how) as door,
    ):
        made = home.create("you", "open", "open")
        home.join(made["table"], made["token"]).close()
        end = time.monotonic() + PATIENCE
        with psycopg.connect(postgres_url, autocommit=True) as database:
            while database.execute("SELECT 1 FROM serving").fetchall():
                assert time.monotonic() < end
        door.join(made["table"], made["token"])
        assert 200 == home.get(f"/api/tables/{made['table']}").status_code


def test_the_header_is_nothing_on_a_server_of_its_own(tmp_path: Any):
    with serving(open_store(str(tmp_path / "site.sqlite3"))) as site:
        assert 421 == httpx.get(f"http://127.0.0.1:{site.port}/", headers={HEADER: "x"}).status_code
