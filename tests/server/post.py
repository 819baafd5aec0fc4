"""A site that tells people of their turns, with a mail server and a web server of our own, and a
clock that goes on when a test says so.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from email.message import EmailMessage
from typing import Any, Final

import msgspec
import psycopg
import pytest

from tests.server.browsers import FIREFOX, Browser
from tests.server.receivers import Mails, Sent, Web
from tests.server.site import (
    Client,
    Site,
    first_choice,
    is_to_act,
    play_through,
    sealed,
    settings,
    soon,
)
from tests.server.visits import turn

SITE: Final = "https://play.example"
MINUTE: Final = 60
HOUR: Final = 3600
STORES: Final = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]
NAMES: Final = ("Ann", "Ben", "Cleo")
Rows = Callable[[str], list[Any]]


class Post:
    """A site that tells people of their turns, its database, and what it has sent."""

    def __init__(self, address: str, mails: Mails, web: Web) -> None:
        self.address, self.mails, self.web = address, mails, web
        self.people: dict[str, Browser] = {}
        self.tokens: dict[str, str] = {}
        self.site: Any = None
        self.table = ""
        self.letters: list[EmailMessage] = []
        self.hooks: list[Sent] = []
        self.pushes: list[Sent] = []
        self.passed = 0
        """Seconds that have gone by."""

    def rows(self, statement: str) -> list[Any]:
        """What a statement finds or does beside the server."""
        if "://" in self.address:
            with psycopg.connect(self.address, autocommit=True) as shared:
                cursor = shared.execute(statement)
                return [] if cursor.description is None else cursor.fetchall()
        with closing(sqlite3.connect(self.address)) as database, database:
            return database.execute(statement).fetchall()

    def settings(self, **changes: Any) -> Any:
        wanted: dict[str, Any] = {"site": SITE, "loopback": True, "webhooks": True, "due": 0.02}
        wanted |= {
            "reveal": 0.05,
            "smtp": "127.0.0.1",
            "smtp_port": self.mails.port,
            "smtp_tls": "none",
        }
        return settings(**{**wanted, "sender": "civ@play.example", **changes})

    def flags(self, *more: str) -> list[str]:
        """What a server in a process of its own is told of the mail server."""
        given = {"site": SITE, "smtp": "127.0.0.1", "smtp_port": str(self.mails.port)}
        given |= {"smtp_tls": "none", "sender": "civ@play.example"}
        told = [*[f"{name}={value}" for name, value in given.items()], *more]
        return [part for one in told for part in ("--set", one)]

    def come(self, site: Site, names: tuple[str, ...] = NAMES, *, kept: bool = True) -> None:
        """People at the site, each with a browser and, if they are to be kept, an address."""
        self.site = site
        for name in names:
            browser = self.people[name] = Browser(site.port, FIREFOX)
            browser.post("/api/me", {"name": name})
            if kept:
                self.rows(
                    "INSERT INTO addresses (address, person, confirmed, wanted, mailed)"
                    f" SELECT '{mailbox(name)}', id, 1, 1, 0 FROM people WHERE name = '{name}'"
                )

    def begin(self, hours: int = 72, game: str = "5x", **options: Any) -> None:
        """A match of theirs by the day, with a webhook."""
        first, *others = self.people
        ann = self.people[first]
        seats = [{"kind": "you"}, *[{"kind": "open"} for _ in others]]
        wish = {"game": game, "seats": seats, "name": first, "pace": "daily", "hours": hours}
        made = ann.post("/api/tables", {**wish, "options": options})
        self.table, self.tokens[first] = made["table"], made["token"]
        for name in others:
            self.tokens[name] = self.people[name].sit(self.table, name)["token"]
        url = f"{self.web.address}/hook"
        ann.post(f"/api/tables/{self.table}/hook", {"url": url}, made["token"])
        ann.post(f"/api/tables/{self.table}/start", {}, made["token"])
        planned = f"SELECT 1 FROM deadlines WHERE table_id = '{self.table}' AND due IS NOT NULL"
        soon(lambda: bool(self.rows(planned)))

    def join(self, name: str) -> Client:
        client: Client = self.site.join(self.table, self.tokens[name])
        return client

    def answer(self, *names: str) -> None:
        """Look in, answer, and go."""
        for name in names:
            client = self.join(name)
            self.reply(client)
            client.close()

    def reply(self, client: Client) -> None:
        """Somebody who looks answers."""
        number = client.update["decision"]
        while is_to_act(client) and client.update["decision"] == number:
            moves = [*sealed(client.update), first_choice(client)]
            told = client.play(*moves, id=f"{id(client)} {number} {len(moves)}")
            assert "accepted" == told["type"]
            client.sync()

    def asked(self) -> list[str]:
        """Whose turn it is."""
        return [name for name, token in self.tokens.items() if turn(self.site, self.table, token)]

    def goes_on(self) -> None:
        """All answer, until another decision is open."""
        clients = [self.join(name) for name in self.people]
        play_through(clients, clients[0].update["decision"] + 1)
        for client in clients:
            client.close()

    def passes(self, seconds: int) -> None:
        """So much time goes by, and whatever is due is sent."""
        soon(lambda: bool(self.rows("SELECT 1 FROM deadlines WHERE due IS NOT NULL")))
        gone = seconds * 1000
        self.passed += seconds
        # First: what is due before it is known that the last mail was long ago would wait again.
        self.rows(f"UPDATE addresses SET mailed = mailed - {gone}")
        for table in ("deadlines", "notices"):
            self.rows(f"UPDATE {table} SET due = due - {gone}")
        self.settles()

    def settles(self) -> None:
        """Nothing is left that is due."""
        # A claim is some minutes ahead, so what is on its way is looked for as well.
        now = round(1000 * datetime.now(UTC).timestamp())
        waits = f"SELECT 1 FROM notices WHERE due <= {now} OR tries > 0"
        soon(lambda: not self.rows(waits))

    def told(self) -> dict[str, list[str]]:
        """Subjects by person, since this was asked last."""
        found = {
            name: [str(mail["Subject"]) for mail in self.mails.to(mailbox(name))]
            for name in self.people
        }
        self.letters += self.mails.kept
        self.mails.kept.clear()
        return found

    def hooked(self) -> list[tuple[str, list[str]]]:
        """What the webhook was told, since this was asked last."""
        self.hooks += self.web.kept
        told = [msgspec.json.decode(sent.body) for sent in self.web.kept if sent.path == "/hook"]
        self.web.kept.clear()
        return [(one["event"], one["names"]) for one in told]


def mailbox(name: str) -> str:
    return f"{name.lower()}@example.org"


def words_in(mail: Any) -> str:
    found = re.search(r"^(?:[a-z]+ ){5}[a-z]+$", mail.get_content(), re.MULTILINE)
    assert found is not None
    return found[0]


def confirm(post: Post, browser: Browser, address: str) -> Any:
    browser.post("/api/me/address", {"address": address})
    soon(lambda: bool(post.mails.to(address)))
    return browser.post("/api/me/address/confirm", {"words": words_in(post.mails.to(address)[-1])})
