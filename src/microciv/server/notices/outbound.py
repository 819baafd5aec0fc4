"""Requests to addresses that visitors have named: over https, to public addresses alone, with no
redirects, within seconds, and with nothing of the answer but its status.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import suppress
from typing import Final, final
from urllib.parse import urlsplit

from microciv.server.notices.channels import SECONDS, Failed, Gone
from microciv.server.wire.messages import Refused
from microciv.speech import t

LONGEST: Final = 2000
LEAST_PORT: Final = 1024
HTTPS: Final = 443
GONE: Final = (404, 410)


def check_url(url: str, *, loopback: bool) -> None:
    """Could this be sent to? Where its name leads is looked up when something is sent.

    :raises Refused: "malformed", saying what was expected.
    """
    try:
        parts = urlsplit(url)
        port = parts.port or HTTPS
    except ValueError:
        parts, port = urlsplit(""), 0
    fine = url.isascii() and url.isprintable() and " " not in url and len(url) <= LONGEST
    schemes = ("https", "http") if loopback else ("https",)
    if not fine or parts.scheme not in schemes or not parts.hostname or parts.username is not None:
        raise Refused("malformed", t("url: expected an address that begins with https://"))
    if port != HTTPS and port < LEAST_PORT:
        raise Refused(
            "malformed", t("url: expected port 443, or one from {least} on", least=LEAST_PORT)
        )
    if not loopback and _is_private(parts.hostname):
        raise Refused("malformed", t("url: expected a public address, none of a private network"))


def _is_private(host: str) -> bool:
    """Is it an IP address that is not public, or localhost? Another name may still lead to one."""
    try:
        return not is_public(host)
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def is_public(host: str) -> bool:
    """:raises ValueError: if it is a name, not an IP address."""
    address = ipaddress.ip_address(host.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is not None or address in NAT64:
            return inner is not None and inner.is_global
    return address.is_global and not address.is_multicast


NAT64: Final = ipaddress.ip_network("64:ff9b::/96")
"""Leads to any address of IPv4."""


def post(url: str, body: bytes, headers: Mapping[str, str], *, loopback: bool) -> None:
    """Send it, to an address that has been looked at: a name that is looked up twice could lead to
    another one.

    :raises Gone, Failed: if it was not taken.
    """
    try:
        check_url(url, loopback=loopback)
    except Refused:
        raise Gone from None
    parts = urlsplit(url)
    port = parts.port or (HTTPS if parts.scheme == "https" else 80)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    line = _Line(parts.hostname or "", port, secure=parts.scheme == "https", loopback=loopback)
    # A socket's time limit is for each read: an answer that comes byte by byte could go on forever.
    end = threading.Timer(SECONDS, line.end)
    end.start()
    try:
        line.request("POST", path, body, {"User-Agent": "microciv", **headers})
        status = line.getresponse().status
    except (OSError, ValueError, http.client.HTTPException):  # a name may be none (UnicodeError)
        raise Failed from None
    finally:
        end.cancel()
        line.close()
    if line.over:  # what was said until then is no answer
        raise Failed
    if status in GONE:
        raise Gone
    if not 200 <= status < 300:
        raise Failed


@final
class _Line(http.client.HTTPConnection):
    def __init__(self, host: str, port: int, *, secure: bool, loopback: bool) -> None:
        super().__init__(host, port, timeout=SECONDS)
        self._secure, self._loopback, self.over = secure, loopback, False
        if secure:
            self.default_port = HTTPS

    def connect(self) -> None:
        """:raises OSError: if there is no such address, or it is none for us."""
        found = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)
        address = str(found[0][4][0])
        here = self._loopback and ipaddress.ip_address(address.partition("%")[0]).is_loopback
        if not here and not is_public(address):
            raise OSError("not a public address")
        self.sock = socket.create_connection((address, self.port), SECONDS)
        if self._secure:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(
                self.sock, server_hostname=self.host, do_handshake_on_connect=False
            )
        if self.over:
            raise TimeoutError
        if isinstance(self.sock, ssl.SSLSocket):
            self.sock.do_handshake()

    def end(self) -> None:
        """Whoever waits for it waits no longer."""
        self.over = True
        if self.sock is not None:
            with suppress(OSError):
                self.sock.shutdown(socket.SHUT_RDWR)
