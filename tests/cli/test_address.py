"""Addresses of sites: how they are spelled, and where one leads on to another."""

import threading
from contextlib import contextmanager
from email.message import Message
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from microciv import MicrocivError
from microciv.cli import keyholder, seats
from microciv.cli import site as sites
from microciv.cli.address import Moved, fetch, read_site
from microciv.cli.grouped import read_group
from microciv.cli.keyholder import Keyholder
from microciv.cli.site import Link, Site, read_link

MISTYPED = ("play..example", f"{'a' * 64}.example", "http://[::1", "http://a:b", "ftp://a", "")
SECRET = {"Authorization": "Bearer secret", "Cookie": "microciv=secret"}


@pytest.mark.parametrize("typed, meant", [
    ("play.example", "http://play.example"),
    (" HTTPS://Play.Example:443/x#y ", "https://play.example"),
    ("127.0.0.1:8000", "http://127.0.0.1:8000"),
    ("http://[::1]:8000/", "http://[::1]:8000"),
    ("https://müller.example", "https://xn--mller-kva.example"),
])  # fmt: skip
def test_a_site_has_one_spelling(typed, meant):
    assert meant == read_site(typed)
    assert meant == Keyholder(typed).site


@pytest.mark.parametrize("typed", MISTYPED)
def test_what_is_no_address_is_refused_in_words(typed):
    with pytest.raises(MicrocivError, match="is not the address of a site; expected https://SITE"):
        Keyholder(typed)
    with pytest.raises(MicrocivError, match="is not a link to a table"):
        read_link(f"{typed}/t/x")
    with pytest.raises(MicrocivError, match="is not a link to a group"):
        read_group(f"{typed}/#group/x")


def test_the_key_of_a_site_is_found_however_it_is_typed(home):
    who = Keyholder("HTTP://Play.Example")
    who._keep(["microciv=key; Path=/"])
    assert "key" == Site(read_link("play.example/t/x")).key


@contextmanager
def leading_on(to):
    """A site that leads all who ask on, and how it was asked."""
    asked = []

    class Leading(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.command)
            self.send_response(301)
            self.send_header("Location", to + self.path)
            self.end_headers()

        def do_POST(self):
            self.do_GET()

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Leading) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", asked
        finally:
            server.shutdown()


@pytest.mark.parametrize("body", [None, b"{}"])
def test_where_the_same_host_goes_on_by_https_is_said(body):
    with (
        leading_on("https://127.0.0.1:1") as (address, asked),
        pytest.raises(Moved, match=r"leads on to https://127\.0\.0\.1:1: use that") as moved,
    ):
        fetch(address, "/api/me", SECRET, body)
    assert "https://127.0.0.1:1" == moved.value.to
    assert ["GET" if body is None else "POST"] == asked


def test_nothing_is_sent_to_another_host():
    with (
        leading_on("http://nowhere") as (there, asked),
        leading_on(there.replace("127.0.0.1", "localhost")) as (address, _),
        pytest.raises(MicrocivError, match=r"leads on to http://localhost:\d+: use that address"),
    ):
        fetch(address, "/api/me", SECRET)
    assert [] == asked


HTTP, HTTPS = "http://play.example", "https://play.example"


@pytest.fixture
def sent(monkeypatch):
    """What is sent where, in a world where the site has moved to https."""
    sent = []

    def answer(site_, path, headers, body=None):
        sent.append((site_, path, headers.get("Authorization"), headers.get("Cookie"), body))
        if site_ == HTTP:
            raise Moved(HTTP, HTTPS)
        return b'{"known": true}', Message()

    monkeypatch.setattr(keyholder, "fetch", answer)
    monkeypatch.setattr(sites, "fetch", answer)
    Keyholder(HTTPS)._keep(["microciv=key"])
    return sent


def test_who_is_known_by_https_is_known_though_http_was_typed(sent):
    who = Keyholder(HTTP)
    who.be_known(None)
    assert HTTPS == who.site
    ways = [(HTTP, "/api/me", None, None, None), (HTTPS, "/api/me", None, "microciv=key", None)]
    assert ways == sent


def test_a_seat_by_https_is_found_though_http_was_typed(sent):
    seats.keep(Link(HTTPS, "x"), "token")
    guest = Site(read_link("play.example/t/x"))
    with pytest.raises(MicrocivError):  # what comes is no table
        guest.table()
    assert f"{HTTPS}/t/x" == str(guest.link)
    assert [(HTTP, None), (HTTPS, "Bearer token")] == [(row[0], row[2]) for row in sent][:2]


def test_a_key_that_cannot_be_kept_is_no_silence_of_the_site(cli, site, home):
    home.mkdir()
    (home / "keys").write_text("")
    told = cli("groups", "list", f"127.0.0.1:{site.port}").stderr
    assert "cannot be written: " in told
    assert "does not answer" not in told
