"""kill -9 in the middle of a decision set: every sealed answer is there when the server is back."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from microciv.server.serve import ServeError, listen_on
from microciv.server.store.rows import StoreError
from microciv.server.store.store import Store
from tests.server.processes import server_process
from tests.server.site import PATIENCE, first_choice, play_through, sealed, serving_file


def test_after_kill_9_everybody_is_back_at_the_same_decision(tmp_path: Path):
    database = str(tmp_path / "site.sqlite3")
    with server_process(database) as (process, site):
        table, tokens, clients = site.three()
        play_through(clients, upto=2)
        ann, ben, _ = clients
        choice = first_choice(ann)
        assert "accepted" == ann.play(choice, id="before")["type"]
        assert "accepted" == ben.play(first_choice(ben), id="b")["type"]
        assert "accepted" == ben.take_back(id="c")["type"]
        for client in clients:
            client.sync()
        before = [(dict(client.update), client.heard) for client in clients]
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE)
    with server_process(database) as (process, site):
        back = [site.join(table, token) for token in tokens]
        for client, (update, heard) in zip(back, before, strict=True):
            assert heard == client.heard
            for name in ("match", "decision", "seen", "legal", "answer", "why"):
                assert update[name] == client.update[name]
        assert [choice] == sealed(back[0].update)
        assert [[], []] == [sealed(client.update) for client in back[1:]]
        for client in back:
            client.sync()
        assert ["locked", "thinking", "thinking"] == [
            seat["status"] for seat in back[1].table["seats"]
        ]
        # What was acknowledged before is known still, and the match goes on.
        assert "accepted" == back[0].play("whatever", id="before")["type"]
        play_through(back, upto=4)
        process.send_signal(signal.SIGINT)
        assert 0 == process.wait(PATIENCE)
        assert process.stdout is not None
        assert "goes on where it was" in process.stdout.read()


def test_lobby_end_and_rematch_outlive_kill_9(tmp_path: Path):
    database = str(tmp_path / "site.sqlite3")

    def die(process: subprocess.Popen[str]) -> None:
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE)

    with server_process(database) as (process, site):
        host = site.create("you", "open", "open", "closed", leaders=False)
        table = host["table"]
        tokens = [host["token"], site.sit(table, "Ben")["token"]]
        lobby = site.get(f"/api/tables/{table}", tokens[1]).json()
        die(process)
    with server_process(database) as (process, site):
        assert lobby == site.get(f"/api/tables/{table}", tokens[1]).json()
        tokens.append(site.sit(table, "Cleo")["token"])
        site.start(table, tokens[0])
        clients = [site.join(table, token) for token in tokens]
        promised = clients[0].table["seed_hash"]
        play_through(clients)
        finished = dict(clients[1].update)
        record = site.get(f"/api/tables/{table}/record").json()
        die(process)
    with server_process(database) as (process, site):
        ben = site.join(table, tokens[1])
        assert ("finished", promised) == (ben.table["state"], ben.table["seed_hash"])
        for name in ("seen", "scores", "sources", "places"):
            assert finished[name] == ben.update[name]
        assert record == site.get(f"/api/tables/{table}/record").json()
        site.post(f"/api/tables/{table}/rematch", {"match": 1}, tokens[1])
        ben.until(lambda message: message["type"] == "update" and message["match"] == 2)
        die(process)
    with server_process(database) as (process, site):
        clients = [site.join(table, token) for token in tokens]
        assert ("playing", 2, None) == tuple(
            clients[0].table[name] for name in ("state", "match", "seed")
        )
        assert promised != clients[0].table["seed_hash"]
        assert 409 == site.get(f"/api/tables/{table}/record?match=2").status_code
        assert record == site.get(f"/api/tables/{table}/record").json()
        play_through(clients, upto=3)


def test_while_nothing_can_be_stored_answers_are_refused_and_bots_try_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    full = threading.Event()
    honest = Store.append

    async def append(self: Store, *entries: Any) -> None:
        if full.is_set():
            raise StoreError("disk full of exploit")
        await honest(self, *entries)

    monkeypatch.setattr(Store, "append", append)
    with serving_file(tmp_path / "site.sqlite3") as site:
        full.set()
        made = site.create("you", "bot:random", "bot:random", leaders=False)
        ann = site.join(made["table"], made["token"])
        watcher = site.join(made["table"], None)
        assert "unavailable" == ann.play("expand")["code"]
        ann.close()
        watcher.until(lambda _: watcher.table["seats"][0]["status"] == "away")
        full.clear()
        assert ("playing", True) == (watcher.table["state"], watcher.table["paused"])
        back = site.join(made["table"], made["token"])
        watcher.until(lambda _: watcher.table["seats"][1]["status"] == "locked")
        assert [] == sealed(back.update)
        assert "accepted" == back.play("explore")["type"]
        back.until_decision(2)
    assert "exploit" not in caplog.text


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks Linux for processes")
def test_bots_end_with_a_server_that_is_killed(tmp_path: Path):
    with server_process(str(tmp_path / "site.sqlite3")) as (process, site):
        made = site.create("you", "bot:random", "bot:random", leaders=False)
        client = site.join(made["table"], made["token"])
        client.until(lambda _: client.table["seats"][1]["status"] == "locked")
        workers = children_of(process.pid)
        assert workers
        process.kill()
        process.wait(PATIENCE)
    deadline = time.monotonic() + PATIENCE
    while any(alive(worker) for worker in workers):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def children_of(parent: int) -> list[int]:
    """The processes that this one has started."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text(encoding="utf-8").rpartition(")")[2].split()
            if int(fields[1]) == parent:
                found.append(int(stat.parent.name))
    return found


def alive(process: int) -> bool:
    try:
        stat = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def second_server(database: str, *flags: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "microciv", "serve", "--port", "0", *flags]
    return subprocess.run(
        [*command, "--database", database],
        capture_output=True, text=True, timeout=PATIENCE, check=False,
        env={**os.environ, "BROWSER": "true"},
    )  # fmt: skip


def test_a_second_server_on_the_same_file_leads_to_the_first(tmp_path: Path):
    """Who wants the games in a browser gets them; a service that cannot start has failed."""
    database = str(tmp_path / "site.sqlite3")
    with server_process(database):
        address = Path(f"{database}.address").read_text(encoding="utf-8")
        opened = second_server(database, "--open")
        assert (0, "") == (opened.returncode, opened.stderr)
        assert f"microciv is running already at {address}\n" == opened.stdout
        second = second_server(database)
        assert (1, "") == (second.returncode, second.stdout)
        assert f"microciv is running already at {address}" in second.stderr


def test_a_second_server_that_cannot_find_the_first_says_why(tmp_path: Path):
    database = str(tmp_path / "site.sqlite3")
    with server_process(database):
        Path(f"{database}.address").write_text("http://127.0.0.1:1/", encoding="utf-8")
        second = second_server(database)
        assert 1 == second.returncode
        assert "another microciv has this database open" in second.stderr
        assert "Traceback" not in second.stderr


@pytest.mark.parametrize(
    "host, port, words",
    [
        ("127.0.0.1", 70_000, "expected 0 to 65535"),
        ("192.0.2.1", 0, "cannot listen on 192.0.2.1"),
    ],
)
def test_where_it_cannot_listen_is_told(host: str, port: int, words: str):
    with pytest.raises(ServeError, match=words):
        listen_on(host, port)


def test_a_busy_port_is_an_error_unless_any_will_do():
    with closing(listen_on("127.0.0.1", 0)) as first:
        port = first.getsockname()[1]
        with pytest.raises(ServeError, match=f"port {port}: .*; choose another with --port"):
            listen_on("127.0.0.1", port)
        with closing(listen_on("127.0.0.1", port, or_free=True)) as second:
            assert port != second.getsockname()[1]
