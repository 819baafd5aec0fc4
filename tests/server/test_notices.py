"""Who is told whose turn it is: with a mail server and a web server of our own, and a clock that
goes on when a test says so.
"""

from __future__ import annotations

import logging
import re
import sqlite3
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path
from typing import Any, Final

import msgspec
import psycopg
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from microciv.server.messages import Refused
from microciv.server.notices.outbound import check_url, is_public
from microciv.server.notices.push import sealed
from microciv.server.store import open_store
from tests.server.browsers import FIREFOX, PIXEL, Browser, browsers
from tests.server.processes import server_process
from tests.server.receivers import Mails, Sent, Web, receiving
from tests.server.site import Client, Site, first_choice, play_through, serving, settings, soon
from tests.server.spelling import offer_spelling

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

    def come(self, site: Site, names: tuple[str, ...] = NAMES) -> None:
        """People at the site, each with a browser and an address."""
        self.site = site
        for name in names:
            browser = self.people[name] = Browser(site.port, FIREFOX)
            browser.post("/api/me", {"name": name})
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

    def join(self, name: str) -> Client:
        client: Client = self.site.join(self.table, self.tokens[name])
        return client

    def answer(self, *names: str) -> None:
        """Look in, answer, and go."""
        for name in names:
            client = self.join(name)
            assert "accepted" == client.play(first_choice(client), id=name)["type"]
            client.close()

    def goes_on(self) -> None:
        """All answer, until another decision is open."""
        clients = [self.join(name) for name in self.people]
        play_through(clients, clients[0].update["set"] + 1)
        for client in clients:
            client.close()

    def passes(self, seconds: int) -> None:
        """So much time goes by, and whatever is due is sent."""
        soon(lambda: bool(self.rows("SELECT 1 FROM deadlines WHERE due IS NOT NULL")))
        gone = seconds * 1000
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


@pytest.fixture
def post(tmp_path: Path) -> Iterator[Post]:
    with receiving() as (mails, web):
        post = Post(str(tmp_path / "site.sqlite3"), mails, web)
        yield post
        for browser in post.people.values():
            browser.http.close()


# --- a match of five days


@pytest.mark.parametrize("kind", STORES)
def test_three_people_are_told_what_is_due_in_five_days_and_no_more(
    kind: str, post: Post, request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.DEBUG, "microciv.server")
    if kind == "postgres":
        post.address = request.getfixturevalue("postgres_url")
    with serving(open_store(post.address), post.settings()) as site:
        post.come(site)
        post.begin()
        post.passes(30)
        assert {"Ann": [], "Ben": [], "Cleo": []} == post.told()
        post.passes(31)  # a minute in all
        turn, half = "Your turn in 5X", "5X waits for you"
        assert {"Ann": [turn], "Ben": [turn], "Cleo": [turn]} == post.told()
        # On the second day two of them have answered, and the third is reminded, once.
        post.passes(30 * HOUR)
        post.answer("Ann", "Ben")
        post.passes(7 * HOUR)
        assert {"Ann": [], "Ben": [], "Cleo": [half]} == post.told()
        post.passes(10 * HOUR)
        assert {"Ann": [], "Ben": [], "Cleo": []} == post.told()
        post.answer("Cleo")
        # Who looks at the table sees that it is their turn; who does so and goes is reminded.
        ann = post.join("Ann")
        secrets = [f" {move['text']}" for move in ann.update["legal"]]
        post.passes(61)
        assert {"Ann": [], "Ben": [turn], "Cleo": [turn]} == post.told()
        ann.close()
        post.passes(37 * HOUR)
        post.answer("Cleo")
        assert {"Ann": [half], "Ben": [half], "Cleo": [half]} == post.told()
        everybody = [*NAMES]
        assert [
            *(("turn", everybody), ("half", ["Cleo"])),
            *(("turn", everybody), ("half", everybody)),
        ] == post.hooked()
        # Nobody is told of turns that are over within the minute; of the end is who does not look.
        post.passes(HOUR)
        play_through([post.join(name) for name in NAMES])
        post.settles()
        assert {"Ann": [], "Ben": [], "Cleo": []} == post.told()
        assert [("over", [])] == post.hooked()
        secrets += [*post.tokens.values(), *[one.key or "?" for one in post.people.values()]]
        secrets += ["127.0.0.1", "Firefox"]
    assert 9 == len(post.letters)
    for mail in post.letters:
        text = mail.get_content()
        assert f"{SITE}/t/{post.table}\n" in text
        others = [mailbox(name) for name in NAMES if mailbox(name) != mail["To"]]
        assert not [word for word in [*secrets, *map(mailbox, NAMES)] if word in text]
        assert not [word for word in others if word in mail.as_string()]
    for sent in post.hooks:
        told = sent.body.decode()
        assert not [word for word in [*secrets, *map(mailbox, NAMES)] if word in told]
    logged = [one.getMessage() for one in caplog.records if one.name == "microciv.server"]
    assert not [word for word in [*secrets, *map(mailbox, NAMES)] if word in str(logged)]


# --- what is said when


def test_who_does_not_look_is_told_that_it_is_over(post: Post, monkeypatch: pytest.MonkeyPatch):
    offer_spelling(monkeypatch)
    with serving(open_store(post.address), post.settings()) as site:
        post.come(site, ("Ann", "Ben"))
        post.begin(game="spelling", rounds=1)
        post.passes(61)
        post.passes(HOUR)
        post.told()
        for name in ("Ben", "Ann"):
            client = post.join(name)
            client.play("a", "stop")
            if name == "Ben":
                client.close()
        post.settles()
        assert {"Ann": [], "Ben": ["Spelling is over"]} == post.told()
        assert ("over", []) == post.hooked()[-1]


def test_what_comes_within_an_hour_of_a_mail_waits_and_comes_in_one(post: Post):
    with serving(open_store(post.address), post.settings()) as site:
        post.come(site, ("Ann", "Ben", "Cleo"))
        post.begin()
        post.passes(61)
        assert ["Your turn in 5X"] == post.told()["Ann"]
        tables = [post.table]
        for _ in range(2):
            post.begin()
            tables.append(post.table)
            post.passes(61)
        post.passes(50 * MINUTE)
        assert [] == post.told()["Ann"]
        post.passes(10 * MINUTE)
        [mail] = post.mails.to(mailbox("Ann"))
        assert "2 tables have news for you" == mail["Subject"]
        links = [table for table in tables if f"/t/{table}\n" in mail.get_content()]
        assert tables[1:] == links


def test_nobody_is_told_in_their_quiet_hours(post: Post):
    minute = datetime.now(UTC).hour * 60 + datetime.now(UTC).minute
    quiet = {"zone": "UTC", "start": (minute - 60) % 1440, "end": (minute + 120) % 1440}
    with serving(open_store(post.address), post.settings()) as site:
        post.come(site)
        post.people["Ben"].post("/api/me/quiet", {"quiet": quiet})
        post.begin()
        post.passes(61)
        assert {"Ann": 1, "Ben": 0, "Cleo": 1} == {
            one: len(told) for one, told in post.told().items()
        }
        [(due,)] = post.rows("SELECT due FROM notices WHERE person IS NOT NULL AND kind = 'turn'")
        assert 110 * MINUTE < due / 1000 - datetime.now(UTC).timestamp() <= 120 * MINUTE
        post.people["Ben"].post("/api/me/quiet", {"quiet": None})
        post.passes(3 * HOUR)
        assert ["Your turn in 5X"] == post.told()["Ben"]


def test_who_is_on_holiday_is_told_when_half_of_their_last_hours_is_left(post: Post):
    back = round(datetime.now(UTC).timestamp()) + 5 * 24 * HOUR
    with serving(open_store(post.address), post.settings()) as site:
        post.come(site, ("Ann", "Ben", "Cleo"))
        post.begin(24)
        wishes = f"/api/tables/{post.table}/wishes"
        [wish] = post.people["Ben"].post(wishes, {"back": back}, post.tokens["Ben"])["wishes"]
        for name in ("Ann", "Cleo"):
            post.people[name].post(f"{wishes}/{wish['id']}", {"agree": True}, post.tokens[name])
        post.goes_on()
        soon(lambda: 5 == len(post.rows("SELECT 1 FROM notices WHERE person IS NOT NULL")))
        post.passes(61)
        assert {"Ann": 1, "Ben": 0, "Cleo": 1} == {
            one: len(told) for one, told in post.told().items()
        }
        post.passes(4 * 24 * HOUR + 13 * HOUR)
        assert ["Your turn in 5X"] == post.told()["Ben"]


# --- turned off


def test_one_tap_in_a_mail_ends_mails_and_looking_at_the_link_does_not(post: Post):
    with serving(open_store(post.address), post.settings()) as site:
        post.come(site)
        post.begin()
        post.passes(61)
        [mail] = post.mails.to(mailbox("Ann"))
        [link] = re.findall(r"<(.*)>", mail["List-Unsubscribe"])
        assert "List-Unsubscribe=One-Click" == mail["List-Unsubscribe-Post"]
        assert link in mail.get_content()
        path = link.removeprefix(SITE)
        assert "Turn them off" in site.http.get(path).text
        assert post.people["Ann"].me()["mails"]
        forged = path[:-1] + ("0" if path[-1] != "0" else "1")
        assert 404 == site.http.post(forged).status_code
        body = {"List-Unsubscribe": "One-Click"}
        assert "You get no more mails" in site.http.post(path, data=body).text
        assert not post.people["Ann"].me()["mails"]
        post.told()
        post.passes(37 * HOUR)
        assert {"Ann": 0, "Ben": 1, "Cleo": 1} == {
            one: len(told) for one, told in post.told().items()
        }
        assert post.people["Ann"].post("/api/me/address/mails", {"wanted": True})["mails"]


def test_a_mailbox_that_is_gone_gets_no_more_mails(post: Post):
    with serving(open_store(post.address), post.settings()) as site:
        post.come(site, ("Ann", "Ben", "Cleo"))
        post.mails.refusing = "550 no such mailbox"
        post.begin()
        post.passes(61)
        assert not post.people["Ann"].me()["mails"]
        assert 'outcome="gone"' in site.get("/metrics").text


def test_what_fails_is_tried_again_and_not_for_ever(post: Post):
    with serving(open_store(post.address), post.settings()) as site:
        post.come(site, ("Ann", "Ben", "Cleo"))
        post.begin()
        token = post.tokens["Ann"]
        hook = f"/api/tables/{post.table}/hook"
        post.people["Ann"].post(hook, {"url": f"{post.web.address}/500"}, token)
        post.goes_on()
        soon(lambda: bool(post.rows("SELECT 1 FROM notices WHERE person IS NULL")))
        post.rows("UPDATE notices SET due = due - 61000")
        soon(lambda: 1 == len(post.web.kept))

        def is_given_up() -> bool:
            post.rows("UPDATE notices SET due = due - 7200000 WHERE channel = 'hook'")
            return not post.rows("SELECT 1 FROM notices WHERE channel = 'hook'")

        soon(is_given_up)
        assert [{"/500"}, 5] == [{sent.path for sent in post.web.kept}, len(post.web.kept)]
        # One that is gone is forgotten.
        post.people["Ann"].post(hook, {"url": f"{post.web.address}/410"}, token)
        post.goes_on()
        soon(lambda: bool(post.rows("SELECT 1 FROM notices WHERE person IS NULL")))
        post.rows("UPDATE notices SET due = due - 61000")
        soon(lambda: post.rows("SELECT 1 FROM hooks") == [])


# --- push


class Device:
    """What a browser keeps to read what is pushed to it."""

    def __init__(self, private: bytes, auth: bytes) -> None:
        self.key = ec.derive_private_key(int.from_bytes(private, "big"), ec.SECP256R1())
        how = Encoding.X962, PublicFormat.UncompressedPoint
        self.public, self.auth = self.key.public_key().public_bytes(*how), auth

    def keys(self) -> dict[str, str]:
        return {"p256dh": text64(self.public), "auth": text64(self.auth)}

    def reads(self, body: bytes) -> bytes:
        salt, point, sealed = body[:16], body[21:86], body[86:]
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        secret = self.key.exchange(ec.ECDH(), theirs)
        secret = hkdf(secret, self.auth, b"WebPush: info\0" + self.public + point, 32)
        key = hkdf(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = hkdf(secret, salt, b"Content-Encoding: nonce\0", 12)
        return AESGCM(key).decrypt(nonce, sealed, None).removesuffix(b"\2")


def hkdf(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def text64(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes64(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


DEVICE: Final = Device(
    bytes64("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), bytes64("BTBZMqHH6r4Tts7J_aSIgg")
)
"""That of the example in RFC 8291."""


def test_a_browser_reads_the_example_of_the_standard_and_what_we_seal():
    example = bytes64(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
        "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
        "lcy4a-fN"
    )
    assert b"When I grow up, I want to be a watermelon" == DEVICE.reads(example)
    assert b"your turn" == DEVICE.reads(sealed(b"your turn", *DEVICE.keys().values()))


def is_signed(header: str, audience: str, public: str) -> bool:
    found = re.fullmatch(r"vapid t=([\w-]+\.([\w-]+))\.([\w-]+), k=([\w-]+)", header)
    assert found is not None
    text, claims, signature, key = found.groups()
    halves = [
        int.from_bytes(half, "big") for half in (bytes64(signature)[:32], bytes64(signature)[32:])
    ]
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes64(key))
    theirs.verify(encode_dss_signature(*halves), text.encode(), ec.ECDSA(hashes.SHA256()))
    told = msgspec.json.decode(bytes64(claims))
    return (audience, SITE, public) == (told["aud"], told["sub"], key)


def test_a_device_is_told_by_push_until_it_is_signed_out(post: Post):
    with serving(open_store(post.address), post.settings(smtp=None)) as site:
        post.come(site, ("Ann", "Ben", "Cleo"))
        ann, ben = post.people["Ann"], post.people["Ben"]
        endpoint = {"endpoint": f"{post.web.address}/push/ann", "keys": DEVICE.keys()}
        assert ann.post("/api/me/push", {**endpoint, "endpoint": f"{post.web.address}/x"})["push"]
        assert ann.post("/api/me/push", endpoint)["push"]
        gone = {**endpoint, "endpoint": f"{post.web.address}/push/410"}
        assert ben.post("/api/me/push", gone)["push"]
        assert "malformed" == ben.refused(
            "/api/me/push", {**gone, "keys": {"p256dh": "x", "auth": "y"}}
        )
        post.begin()
        post.passes(61)
        pushed = [sent for sent in post.web.kept if sent.path.startswith("/push")]
        assert ["/push/410", "/push/ann"] == sorted([sent.path for sent in pushed])
        [sent] = [sent for sent in pushed if sent.path == "/push/ann"]
        told = {"title": "Your turn in 5X", "path": f"/t/{post.table}"}
        assert {**told, "body": "It is your turn in 5X with Ben and Cleo."} == msgspec.json.decode(
            DEVICE.reads(sent.body)
        )
        public = site.get("/api/notices").json()["push"]
        assert is_signed(sent.headers["authorization"], post.web.address, public)
        assert "aes128gcm" == sent.headers["content-encoding"]
        assert post.table not in str(sent.headers)
        assert not ben.me()["push"]
        with browsers(site, PIXEL) as [phone]:
            phone.post("/api/me/device", {"words": ann.post("/api/me/code")["words"]})
            phone.post("/api/me/push", {**endpoint, "endpoint": f"{post.web.address}/push/phone"})
            assert 2 == len(post.rows("SELECT 1 FROM pushes"))
            ann.post("/api/me/sign-out", {"others": True})
        assert 1 == len(post.rows("SELECT 1 FROM pushes"))
        assert not ann.post("/api/me/push/forget")["push"]
    with serving(open_store(post.address), post.settings(loopback=False)) as site:
        assert public == site.get("/api/notices").json()["push"]
        with browsers(site, PIXEL) as [guest]:
            guest.post("/api/me")
            assert "malformed" == guest.refused("/api/me/push", endpoint)


# --- whom a webhook may reach, and who may name it


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


# --- what outlives what


def test_a_killed_server_tells_what_it_had_to_tell(post: Post):
    given = {"site": SITE, "smtp": "127.0.0.1", "smtp_port": str(post.mails.port)}
    given |= {"smtp_tls": "none", "sender": "civ@play.example", "webhooks": "true"}
    flags = [part for name, value in given.items() for part in ("--set", f"{name}={value}")]
    with server_process(post.address, *flags) as (process, site):
        post.come(site)
        post.web = Web()  # nothing is sent there: this server takes no private address
        post.site = site
        ann = post.people["Ann"]
        seats = [{"kind": "you"}, {"kind": "open"}, {"kind": "open"}]
        made = ann.post(
            "/api/tables", {"game": "5x", "seats": seats, "name": "Ann", "pace": "daily"}
        )
        for name in ("Ben", "Cleo"):
            post.people[name].sit(made["table"], name)
        ann.post(f"/api/tables/{made['table']}/start", {}, made["token"])
        soon(lambda: 6 == len(post.rows("SELECT 1 FROM notices")))
        process.kill()
    post.web.server_close()
    with serving(open_store(post.address), post.settings()):
        post.passes(61)
        assert {name: ["Your turn in 5X"] for name in NAMES} == post.told()


@pytest.mark.postgres
def test_two_processes_tell_it_once(post: Post, postgres_url: str):
    post.address = postgres_url
    how = post.settings(beat=0.05)
    with ExitStack() as stack:
        sites = [stack.enter_context(serving(open_store(postgres_url), how)) for _ in range(2)]
        post.come(sites[0])
        for _ in range(4):
            post.begin()
        post.passes(61)
        post.passes(HOUR)
        post.passes(HOUR)
        told = [mail.get_content() for mail in post.mails.to(mailbox("Ann"))]
        links = [link for text in told for link in re.findall(r"/t/(\w+)", text)]
        assert 4 == len(links) == len({*links})
        assert 4 == len([sent for sent in post.web.kept if b'"turn"' in sent.body])


# --- an address that signs in


def test_a_guest_is_kept_by_mail_and_signs_in_on_another_device(post: Post):
    with serving(open_store(post.address), post.settings()) as site:
        post.come(site, ("Ann", "Ben"))
        ann, phone = post.people["Ann"], Browser(site.port, PIXEL)
        me = ann.me()
        assert (True, mailbox("Ann"), "") == (me["account"], me["address"], me["unconfirmed"])
        asked = [
            phone.http.post("/api/sign-in/mail", json={"address": address})
            for address in (" ANN@example.org", "nobody@example.org")
        ]
        assert [(200, {})] * 2 == [(one.status_code, one.json()) for one in asked]
        soon(lambda: len(post.mails.kept) > 0)
        words = words_in(post.mails.to(mailbox("Ann"))[-1])
        assert f"{SITE}/#device/{words.replace(' ', '-')}\n" in post.mails.kept[0].get_content()
        phone.post("/api/me/device", {"words": words})
        assert 2 == len(phone.me()["devices"])
        assert "bad_code" == phone.refused("/api/me/device", {"words": words})
        told = ann.get("/api/me/export")["person"]["addresses"]
        assert [mailbox("Ann")] == [one["address"] for one in told]
        assert mailbox("Ann") not in post.people["Ben"].http.get("/api/me/export").text
        ann.post("/api/me/erase")
        assert [] == post.rows(f"SELECT 1 FROM addresses WHERE address = '{mailbox('Ann')}'")
        phone.http.close()


def test_words_for_an_address_are_good_where_they_were_asked_for(post: Post):
    with serving(open_store(post.address), post.settings()) as site:
        post.come(site, ("Ann", "Ben"))
        ann, ben = post.people["Ann"], post.people["Ben"]
        ann.post("/api/me/address", {"address": "new@example.org"})
        soon(lambda: bool(post.mails.kept))
        words = words_in(post.mails.kept[0])
        assert "bad_code" == ben.refused("/api/me/address/confirm", {"words": words})
        assert "bad_code" == ben.refused("/api/me/device", {"words": words})
        assert "new@example.org" == ann.me()["unconfirmed"]
        assert "new@example.org" == ann.post("/api/me/address/confirm", {"words": words})["address"]


def test_a_guest_who_confirms_the_address_of_an_account_is_signed_in_there(post: Post):
    with serving(open_store(post.address), post.settings()) as site:
        post.come(site, ("Ann", "Ben"))
        phone = Browser(site.port, PIXEL)
        table = phone.create("you", "open", "open", name="Guest")["table"]
        me = confirm(post, phone, mailbox("Ann"))
        assert (2, [table]) == (len(me["devices"]), post.people["Ann"].me()["tables"])
        assert "bad_code" != post.people["Ben"].refused("/api/me/address", {"address": "no"})
        post.mails.kept.clear()
        post.people["Ben"].post("/api/me/address", {"address": mailbox("Ann")})
        soon(lambda: bool(post.mails.kept))
        words = words_in(post.mails.kept[0])
        assert "taken" == post.people["Ben"].refused("/api/me/address/confirm", {"words": words})
        phone.http.close()


def test_mails_with_words_are_metered_by_address_and_by_person(post: Post):
    with serving(open_store(post.address), post.settings(mails=(0.0001, 2))) as site:
        ann = Browser(site.port)
        ann.post("/api/me")
        for name in ("one", "two"):
            ann.post("/api/me/address", {"address": f"{name}@example.org"})
        assert "too_fast" == ann.refused("/api/me/address", {"address": "three@example.org"})
        ann.http.close()


def test_without_a_mail_server_there_is_nothing_of_mail(post: Post):
    with serving(open_store(post.address), post.settings(smtp=None)) as site:
        ann = Browser(site.port)
        ann.post("/api/me")
        wish = {"address": "ann@example.org"}
        paths = ("/api/me/address", "/api/sign-in/mail")
        assert ["not_found"] * 2 == [ann.refused(path, wish) for path in paths]
        assert not ann.get("/api/notices")["mail"]
        ann.http.close()
