"""What an operator does by `microciv admin` while the tables are played at: the server follows."""

from __future__ import annotations

import json
import sqlite3
import time
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest
from typer.testing import CliRunner, Result
from websockets.exceptions import InvalidStatus

from microciv.cli.main import app
from microciv.server.people import erasing
from microciv.server.store import sqlite
from microciv.server.store.store import open_store
from microciv.server.table.tables import hash_token
from tests.server.site import Site, first_choice, play_through, sealed, serving, settings, soon

STORES: Final = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]
NAME: Final = "Zebedee"


class Operator:
    """Somebody at a terminal, beside a server."""

    def __init__(self, site: Site, database: str) -> None:
        self.site = site
        self.database = database

    def run(self, *words: str, says: str = "") -> Result:
        where = ["--database", self.database]
        return CliRunner().invoke(app, ["admin", *words, *where], input=says)

    def json(self, *words: str) -> Any:
        done = self.run(*words, "--json")
        assert 0 == done.exit_code, done.output
        return json.loads(done.stdout)


@pytest.fixture(params=STORES)
def operator(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Operator]:
    monkeypatch.setattr(sqlite, "LOOK", 0.02)
    if request.param == "sqlite":
        database = str(tmp_path / "site.sqlite3")
    else:
        database = str(request.getfixturevalue("postgres_url"))
    with serving(open_store(database), settings()) as site:
        yield Operator(site, database)


def test_tables_are_listed_and_looked_at(operator: Operator):
    site = operator.site
    table, _, _ = site.three(leaders=False)
    lobby = site.create("you", "open", "bot:easy", "bot:easy", game="5-ages", name=NAME)["table"]
    lines = {line["table"]: line for line in operator.json("list")}
    assert {table, lobby} == {*lines}
    playing = lines[table]
    assert ("playing", "5x", 1, ["Ann", "Ben", "Cleo"], 0, 0) == tuple(
        playing[part] for part in ("state", "game", "match", "people", "bots", "open")
    )
    assert 0 <= time.time() - playing["changed"] < 3600
    for words in (("--state", "lobby"), ("--game", "5-ages"), ("--name", NAME)):
        assert [lobby] == [line["table"] for line in operator.json("list", *words)], words
    assert 1 == len(operator.json("list", "--limit", "1"))
    assert [] == operator.json("list", "--state", "finished")
    assert table in operator.run("list").stdout
    look = operator.json("show", table)
    assert ("playing", ["Ann", "Ben", "Cleo"]) == (
        look["view"]["state"],
        [seat["name"] for seat in look["view"]["seats"]],
    )
    shown = operator.run("show", table).stdout
    assert "Ben" in shown
    assert "thinking" in shown


def test_nothing_is_shown_that_who_watches_does_not_see(operator: Operator):
    site = operator.site
    table, tokens, clients = site.three(leaders=False)
    answer = first_choice(clients[1])
    assert "accepted" == clients[1].play(answer)["type"]
    clients[1].sync()
    assert [answer] == sealed(clients[1].update)
    seen = operator.json("show", table)
    watcher = site.get(f"/api/tables/{table}").json()
    assert watcher == {**seen["view"], "paused": watcher["paused"]}
    shown = [operator.run(*words) for words in (("list",), ("list", "--json"), ("show", table))]
    words = " ".join([one.stdout for one in shown]) + json.dumps(seen)
    assert not [token for token in tokens if token in words or hash_token(token) in words]
    assert None is seen["view"]["seed"]
    assert "legal" not in words


def test_a_closed_table_is_gone_and_its_people_are_told(operator: Operator):
    site = operator.site
    table, tokens, clients = site.three()
    refused = operator.run("close", table, says="n\n")
    assert 1 == refused.exit_code
    assert 200 == site.get(f"/api/tables/{table}", tokens[0]).status_code
    assert {"closed": table} == operator.json("close", table, "--yes")
    assert {1001} == {client.closed() for client in clients}
    assert 404 == site.get(f"/api/tables/{table}", tokens[0]).status_code
    back = site.connect(table)
    back.send(type="hello", token=tokens[0])
    assert "closed, or tidied away" in back.next("refused")["message"]


def test_who_loses_the_seat_is_out_and_a_bot_plays_on(operator: Operator):
    site = operator.site
    table, tokens, (ann, ben, cleo) = site.three()
    assert 0 == operator.run("revoke", table, "Ben", says="y\n").exit_code
    ben.closed()
    assert (403, "removed") == refusal(site, table, tokens[1])
    cleo.until(lambda _: cleo.table["seats"][1]["kind"] == "bot")
    operator.json("revoke", table, "Ann", "--yes")
    ann.closed()
    assert (403, "removed") == refusal(site, table, tokens[0])
    assert [False, False, True] == [
        seat["host"] for seat in site.get(f"/api/tables/{table}", tokens[2]).json()["seats"]
    ]
    operator.json("revoke", table, "Cleo", "--yes")
    cleo.closed()
    assert [False] * 3 == [
        seat["host"] for seat in site.get(f"/api/tables/{table}").json()["seats"]
    ]
    assert (403, "removed") == refusal(site, table, tokens[2])
    lobby = site.create("you", "open", "open")
    operator.json("revoke", lobby["table"], "Ann", "--yes")
    assert 404 == site.get(f"/api/tables/{lobby['table']}").status_code


def refusal(site: Site, table: str, token: str) -> tuple[int, str]:
    refused = site.get(f"/api/tables/{table}", token)
    return refused.status_code, refused.json()["error"]


def test_an_address_is_blocked_and_let_in_again(operator: Operator):
    site = operator.site
    made = site.create("you", "bot:random", "bot:random")
    client = site.join(made["table"], made["token"])
    operator.json("block", "192.0.2.0/24")
    assert 200 == site.get("/api/games").status_code
    blocked = operator.json("block", "127.0.0.1", "--hours", "2")
    assert "127.0.0.1/32" == blocked["blocked"]
    assert 7000 < blocked["until"] - time.time() <= 7200
    client.closed()
    refused = site.get("/api/games")
    assert (403, "blocked") == (refused.status_code, refused.json()["error"])
    assert "your address is blocked here until 2" in refused.json()["message"]
    with pytest.raises(InvalidStatus):
        site.connect(made["table"])
    listed = [line["network"] for line in operator.json("blocked")]
    assert ["127.0.0.1/32", "192.0.2.0/24"] == listed
    assert "192.0.2.0/24" in operator.run("blocked").stdout
    operator.json("unblock", "127.0.0.1")
    soon(lambda: site.get("/api/games").status_code == 200)
    assert 1 == operator.run("unblock", "127.0.0.1").exit_code


def test_of_ipv6_the_network_of_a_visitor_is_blocked(operator: Operator):
    assert "2001:db8:0:1::/64" == operator.json("block", "2001:db8:0:1::7")["blocked"]
    assert "2001:db8::/32" == operator.json("block", "2001:db8::/32")["blocked"]


def test_a_block_ends_by_itself(operator: Operator, monkeypatch: pytest.MonkeyPatch):
    operator.json("block", "127.0.0.1", "--hours", "1")
    soon(lambda: operator.site.get("/api/games").status_code == 403)
    now = int(time.time())
    monkeypatch.setattr("microciv.server.store.sql.now", lambda: now + 3700)
    assert 200 == operator.site.get("/api/games").status_code
    assert [] == operator.json("blocked")


def everything_stored(database: str) -> str:
    """All that is in a database, unpacked, as text."""
    if "://" in database:
        import psycopg

        with psycopg.connect(database) as connection:
            names = connection.execute(
                "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
            ).fetchall()
            rows = [
                row
                for (name,) in names
                for row in connection.execute(f'SELECT * FROM "{name}"').fetchall()
            ]
    else:
        with closing(sqlite3.connect(database)) as file:
            names = file.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            rows = [row for (name,) in names for row in file.execute(f"SELECT * FROM {name}")]
    return "\n".join([_text(value) for row in rows for value in row])


def _text(value: object) -> str:
    if not isinstance(value, bytes):
        return str(value)
    try:
        return zlib.decompress(value).decode()
    except zlib.error:
        return value.decode()


def test_a_name_is_erased_wherever_it_is_stored(operator: Operator):
    site = operator.site
    made = site.create("you", "open", "open", name=NAME, leaders=False, talk="free")
    table, tokens = made["table"], [made["token"]]
    tokens += [site.sit(table, name)["token"] for name in ("Ben", "Cleo")]
    site.start(table, tokens[0])
    clients = [site.join(table, token) for token in tokens]
    play_through(clients)
    for token in tokens:
        site.post(f"/api/tables/{table}/rematch", {"match": 1}, token)
    for client in clients:
        client.until(lambda message: message["type"] == "update" and message["match"] == 2)
    play_through(clients, upto=2)
    clients[0].send(type="say", match=2, text=f"{NAME} was here", id="say")
    clients[0].next("said")
    other = site.create("you", "open", "open", name=NAME)["table"]
    assert NAME in everything_stored(operator.database)

    refused = operator.run("erase", NAME, says="n\n")
    assert 1 == refused.exit_code
    assert {"erased": NAME, "tables": [table]} == operator.json(
        "erase", NAME, "--table", table, "--yes"
    )
    clients[1].until(lambda _: clients[1].table["seats"][0]["name"] == erasing.PLAYER)
    replay = site.get(f"/api/tables/{table}/replay?match=1").json()
    assert ["Ben", "Cleo", erasing.PLAYER] == sorted(replay["seats"])
    assert replay["steps"]
    score = site.get(f"/api/tables/{table}", tokens[1]).json()["score"]
    assert erasing.PLAYER in [one["name"] for one in score]
    newcomer = site.join(table, tokens[2])
    newcomer.sync()
    assert [] == newcomer.said
    assert [other] == operator.json("erase", NAME, "--yes")["tables"]
    assert NAME not in everything_stored(operator.database)

    play_through(clients)  # nothing of the match was lost, and its end names nobody
    last = site.get(f"/api/tables/{table}/replay").json()
    assert ["Ben", "Cleo", erasing.PLAYER] == sorted(last["seats"])
    assert NAME not in everything_stored(operator.database)
    assert [] == operator.json("erase", NAME, "--yes")["tables"]


def test_what_is_erased_is_the_name_alone():
    body = b'{"host":{"name":"Ann","token":"a"},"score":{"a":{"name":"Ann"},"b":{"name":"Anna"}}}'
    erased = json.loads(erasing.in_body("Ann", body))
    assert {"a": {"name": "a player"}, "b": {"name": "Anna"}} == erased["score"]
    taken = body.replace(b"Anna", b"A player")
    assert "a player 2" == json.loads(erasing.in_body("Ann", taken))["host"]["name"]
    assert body == erasing.in_body("Ben", body)
    names = '["Ann (bot plays)","Anna","Ben"]'
    assert ["a player (bot plays)", "Anna", "Ben"] == json.loads(erasing.in_names("Ann", names))
    for damaged in (b"{", b"\xff", b"[]"):
        assert damaged == erasing.in_body("Ann", damaged) == erasing.in_replay("Ann", damaged)
    assert "{" == erasing.in_names("Ann", "{")


REFUSED: Final[dict[tuple[str, ...], str]] = {
    ("show", "nowhere"): "no table 'nowhere'; `microciv admin list` lists them",
    ("close", "nowhere", "--yes"): "no table 'nowhere'",
    ("revoke", "nowhere", "Ann", "--yes"): "no table 'nowhere'",
    ("erase", "Ann", "--table", "nowhere", "--yes"): "no table 'nowhere'",
    ("block", "next door"): "expected an address such as 192.0.2.7 or a network",
    ("unblock", "192.0.2.7"): "192.0.2.7/32: is not blocked",
}


def test_what_cannot_be_done_is_told(operator: Operator):
    table, _, _ = operator.site.three()
    nobody = "nobody at this table has that name"
    for words, told in [*REFUSED.items(), (("revoke", table, "Dora", "--yes"), nobody)]:
        done = operator.run(*words)
        assert 1 == done.exit_code, words
        assert told in done.stderr


def test_an_unserved_database_can_be_looked_after(tmp_path: Path):
    path = str(tmp_path / "site.sqlite3")
    with serving(open_store(path), settings()) as site:
        table, _, _ = site.three()
    operator = Operator(site, path)
    assert ["Ann", "Ben", "Cleo"] == operator.json("list")[0]["people"]
    operator.json("close", table, "--yes")
    assert [] == operator.json("list")
    nowhere = Operator(site, str(tmp_path / "nowhere"))
    assert "there is no such database" in nowhere.run("list").stderr
