"""Backups are taken while matches are played, and are whole; restoring destroys nothing."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest
from websockets.exceptions import ConnectionClosed

from microciv.server.store import sql
from microciv.server.store.backup import PARTIAL, REPLACED, back_up, restore
from microciv.server.store.rows import StoreError, StoreInUse
from microciv.server.store.store import open_store
from tests.server.authenticator import Authenticator
from tests.server.browsers import FIREFOX, PIXEL, Browser, browsers
from tests.server.post import Post, confirm, words_in
from tests.server.processes import server_process
from tests.server.site import (
    PATIENCE,
    Client,
    Site,
    first_choice,
    play_through,
    serving,
    serving_file,
    soon,
)

TABLES: Final = 2
"""Tables at which answers are given while backups are taken."""
CHANGES: Final = 5
"""Changes of mind before an answer."""


@dataclass
class Evening:
    """A table whose people answer, after some changes of mind, until they are told to stop."""

    table: str
    tokens: list[str]
    clients: list[Client]
    acknowledged: list[str] = field(default_factory=list)
    _asked: int = 0
    _more: threading.Condition = field(default_factory=threading.Condition)

    def play(self, stop: threading.Event) -> None:
        while not stop.is_set():
            for client in self.clients:
                for _ in range(CHANGES):
                    self._answer(client)
                    self._note(client.take_back(id=self._next()))
                self._answer(client)

    def _answer(self, client: Client) -> None:
        client.sync()
        if client.update["legal"] and not client.update["answer"]:
            self._note(client.play(first_choice(client), id=self._next()))

    def wait(self, answers: int) -> None:
        """Until this many were acknowledged."""
        with self._more:
            assert self._more.wait_for(lambda: len(self.acknowledged) >= answers, PATIENCE)

    def _next(self) -> str:
        self._asked += 1
        return f"{self.table}-{self._asked}"

    def _note(self, answer: Any) -> None:
        if answer["type"] == "accepted":  # and no change of mind after the set has closed
            with self._more:
                self.acknowledged.append(answer["id"])
                self._more.notify()


@contextmanager
def busy(site: Site) -> Iterator[list[Evening]]:
    """Answers come in for as long as the block lasts."""
    stop = threading.Event()
    evenings = [Evening(*site.three()) for _ in range(TABLES)]
    threads = [threading.Thread(target=one.play, args=(stop,)) for one in evenings]
    for thread in threads:
        thread.start()
    try:
        yield evenings
    finally:
        stop.set()
        for thread in threads:
            thread.join(PATIENCE)
        assert not [thread for thread in threads if thread.is_alive()]


def stored(path: Path) -> set[str]:
    """The answers that a database has, by their ids."""
    with closing(sqlite3.connect(path)) as database:
        assert [("ok",)] == database.execute("PRAGMA integrity_check").fetchall()
        return {id_ for (id_,) in database.execute("SELECT answer_id FROM entries")}


def microciv(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "microciv", *words],
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip


def test_backups_are_taken_while_answers_come_in(tmp_path: Path):
    database = tmp_path / "site.sqlite3"
    before: list[set[str]] = []
    with serving_file(database) as site, busy(site) as evenings:
        for number in range(6):
            for one in evenings:
                one.wait(10 * (number + 1))
            before.append({id_ for one in evenings for id_ in one.acknowledged})
            assert TABLES == back_up(str(database), str(tmp_path / f"{number}.sqlite3"))
        before.append({id_ for one in evenings for id_ in one.acknowledged})
        told = microciv("backup", str(database), str(tmp_path / "6.sqlite3"))
        assert 0 == told.returncode, told.stderr
        assert f"6.sqlite3:{TABLES}tables" in "".join(told.stdout.split())  # lines are wrapped
    sizes = []
    for number, acknowledged in enumerate(before):
        kept = stored(tmp_path / f"{number}.sqlite3")
        assert acknowledged <= kept
        sizes.append(len(kept))
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[-1]
    assert [] == [path.name for path in tmp_path.iterdir() if path.name.endswith(PARTIAL)]
    backup = tmp_path / "3.sqlite3"
    assert 0o600 == backup.stat().st_mode & 0o777 or os.name != "posix"
    with serving_file(backup) as site:
        for one in evenings:
            clients = [site.join(one.table, token) for token in one.tokens]
            for client in clients:
                client.sync()
            play_through(clients, upto=clients[0].update["decision"] + 2)


def test_what_a_killed_server_had_acknowledged_is_in_the_backup(tmp_path: Path):
    database = tmp_path / "site.sqlite3"
    with server_process(str(database)) as (process, site):
        table, tokens, clients = site.three()
        assert "accepted" == clients[1].play(first_choice(clients[1]), id="last")["type"]
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE)
        with pytest.raises(ConnectionClosed):
            clients[1].sync()
    back_up(str(database), str(tmp_path / "copy"))
    assert {"last"} == stored(tmp_path / "copy")
    restore(str(tmp_path / "copy"), str(database), replace=True)
    assert {"last"} == stored(database) == stored(Path(f"{database}{REPLACED}"))
    with serving_file(database) as site:
        assert site.join(table, tokens[1]).update["answer"]


def test_accounts_outlive_a_kill_and_a_restored_backup(post: Post, tmp_path: Path):
    passkey, address = Authenticator(), "ann@example.org"
    copy, restored = str(tmp_path / "copy"), str(tmp_path / "restored")
    with serving(open_store(post.address), post.settings()) as site:
        post.come(site, ("Ann", "Ben"), kept=False)
        ann, ben = post.people.values()
        deal = ann.post("/api/daily", {"game": "5x", "name": "Ann"})
        play_through([site.join(deal["table"], deal["token"])])
        group = ann.post("/api/groups", {"title": "Friday", "name": "Ann"})["group"]
        ben.post(f"/api/groups/{group}/join", {"name": "Ben"})

    def known(browser: Browser) -> list[Any]:
        """All that somebody is told of themselves but what time and devices change."""
        paths = ("/api/me", f"/api/groups/{group}", "/api/me/matches", "/api/daily")
        return [{**browser.get(path), "devices": None, "left": None} for path in paths]

    with (
        server_process(post.address, *post.flags()) as (process, site),
        browsers(site, FIREFOX) as [laptop],
    ):
        laptop.http.cookies.set("microciv", ann.key or "?")
        passkey.make(laptop)
        confirm(post, laptop, address)
        cup = {"game": "5x", "pairing": "swiss", "most": 3, "rounds": 2, "pace": "daily"}
        cups, players = f"/api/groups/{group}/tournaments", ["Ann", "Ben"]
        drawn = laptop.post(cups, {**cup, "hours": 24, "players": players})["inside"]
        [[one]] = drawn["tournaments"][0]["drawn"]
        before = known(laptop)
        told = microciv("backup", post.address, copy)
        assert 0 == told.returncode, told.stderr
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE)
    me = before[0]
    assert (True, 1, address) == (me["account"], me["played"], me["address"])
    told = microciv("restore", copy, restored)
    assert 0 == told.returncode, told.stderr
    for database in (post.address, restored):  # that of the killed server, and the backup
        with (
            serving(open_store(database), post.settings()) as site,
            browsers(site, PIXEL, PIXEL, FIREFOX) as [by_passkey, by_mail, by_key],
        ):
            passkey.sign_in(by_passkey)
            post.mails.kept.clear()
            by_mail.post("/api/sign-in/mail", {"address": address})
            soon(lambda: bool(post.mails.kept))
            by_mail.post("/api/me/device", {"words": words_in(post.mails.kept[0])})
            by_key.http.cookies.set("microciv", ann.key or "?")
            assert [before] * 3 == [known(one) for one in (by_passkey, by_mail, by_key)]
            token = by_mail.post(f"/api/tables/{one['table']}/mine")["token"]
            assert site.join(one["table"], token).update["legal"]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with a table, and nobody serves it."""
    path = tmp_path / "site.sqlite3"
    with serving_file(path) as site:
        site.create("you", "open", "open")
    return path


@pytest.fixture
def backup(database: Path, tmp_path: Path) -> str:
    back_up(str(database), str(tmp_path / "backup"))
    return str(tmp_path / "backup")


def test_a_backup_takes_the_place_of_no_file(database: Path, backup: str):
    with pytest.raises(StoreError, match="this file exists"):
        back_up(str(database), backup)
    with pytest.raises(StoreError, match="this file exists"):
        back_up(backup, str(database))


def test_a_backup_becomes_the_database_where_there_is_none(backup: str, tmp_path: Path):
    to = tmp_path / "new folder" / "site.sqlite3"
    told = microciv("restore", backup, str(to))
    assert 0 == told.returncode, told.stderr
    assert "1 table" in told.stdout
    assert [] == [*to.parent.glob("*.replaced*")]
    with serving_file(to) as site:
        assert [] == site.get("/api/tables").json()


def test_a_database_is_replaced_by_force_alone_and_kept(database: Path, backup: str):
    with serving_file(database) as site:
        second = site.create("you", "open", "open")["table"]
    with pytest.raises(StoreError, match="--force replaces it"):
        restore(backup, str(database))
    told = microciv("restore", backup, str(database), "--force")
    assert 0 == told.returncode, told.stderr
    with serving_file(database) as site:
        assert 404 == site.get(f"/api/tables/{second}").status_code
    with serving_file(Path(f"{database}{REPLACED}")) as site:
        assert 200 == site.get(f"/api/tables/{second}").status_code


def test_a_damaged_database_can_be_replaced(database: Path, backup: str):
    database.write_bytes(b"\xff" * 5000)
    assert 1 == restore(backup, str(database), replace=True)
    assert 1 == restore(backup, str(database), replace=True)
    with serving_file(database) as site:
        assert 200 == site.get("/readyz").status_code


def test_a_served_database_is_not_replaced(database: Path, backup: str):
    with serving_file(database) as site:
        table = site.create("you", "open", "open")["table"]
        with pytest.raises(StoreInUse):
            restore(backup, str(database), replace=True)
        assert 200 == site.get(f"/api/tables/{table}").status_code


def _letter(path: Path) -> None:
    path.write_text("Dear Ann, " * 1000, encoding="utf-8")


def _changed(statement: str, path: Path) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(statement)


def _cut(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])


@pytest.mark.parametrize(
    "spoil, words",
    [
        (_letter, "file is not a database"),
        (_cut, "malformed|damaged"),
        (lambda path: path.unlink(), "there is no such database"),
        (lambda path: path.write_bytes(b""), "expected a database of microciv"),
        (lambda path: _changed("DROP TABLE entries", path), "expected a database of microciv"),
        (lambda path: _changed("DELETE FROM schema_version", path), "expected a database of"),
        (lambda path: _changed("UPDATE schema_version SET version = 999", path), "update microciv"),
    ],
)  # fmt: skip
def test_what_is_no_backup_replaces_nothing(database: Path, backup: str, spoil, words: str):
    spoil(Path(backup))
    before = {path: path.read_bytes() for path in database.parent.iterdir()}
    with pytest.raises(StoreError, match=words):
        restore(backup, str(database), replace=True)
    after = {path: path.read_bytes() for path in database.parent.iterdir()}
    assert before == after


@pytest.mark.anyio
async def test_a_backup_of_before_is_migrated_when_it_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    old, new = tmp_path / "old", tmp_path / "new"
    with monkeypatch.context() as before:
        before.setattr(sql, "MIGRATIONS", sql.MIGRATIONS[:-1])
        store = open_store(str(old))
        await store.open()
        await store.close()
    restore(str(old), str(new))
    with serving_file(new) as site:
        assert 200 == site.get("/readyz").status_code


def test_postgresql_has_tools_of_its_own(tmp_path: Path):
    told = microciv("backup", "postgresql://nobody@127.0.0.1:9/none", str(tmp_path / "x"))
    assert 1 == told.returncode
    assert "PostgreSQL is backed up by pg_dump" in told.stderr
    assert [] == [*tmp_path.iterdir()]
