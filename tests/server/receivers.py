"""A mail server and a web server of our own on this machine, which keep what they are sent."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple, cast


class Mails(socketserver.ThreadingTCPServer):
    """As much of SMTP as a client needs; `refusing` is what it answers to a recipient, if any."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Talk)
        self.kept: list[EmailMessage] = []
        self.refusing = ""

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def to(self, address: str) -> list[EmailMessage]:
        return [mail for mail in self.kept if mail["To"] == address]


class _Talk(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        server = cast("Mails", self.server)
        self.say("220 ready")
        for line in self.rfile:
            word = line[:4].upper()
            if word == b"DATA":
                self.say("354 go on")
                lines = [*iter(self.rfile.readline, b".\r\n")]
                text = b"".join(lines).replace(b"\r\n", b"\n")
                server.kept.append(message_from_bytes(text, policy=policy.default))
            refused = server.refusing if word == b"RCPT" else ""
            if word == b"QUIT":
                self.say("221 farewell")
                return
            self.say(refused or "250 fine")

    def say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


class Sent(NamedTuple):
    """A request as it came."""

    path: str
    headers: dict[str, str]
    body: bytes


class Web(ThreadingHTTPServer):
    """Takes whatever is posted; what it answers is the last part of the path, if that is a number,
    else 201.
    """

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Post)
        self.kept: list[Sent] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Post(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        length = int(self.headers["content-length"])
        headers = {name.lower(): value for name, value in self.headers.items()}
        sent = Sent(self.path, headers, self.rfile.read(length))
        cast("Web", self.server).kept.append(sent)
        last = self.path.rpartition("/")[2]
        self.send_response(int(last) if last.isdecimal() else 201)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def receiving() -> Iterator[tuple[Mails, Web]]:
    with Mails() as mails, Web() as web:
        for server in (mails, web):
            threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        try:
            yield mails, web
        finally:
            mails.shutdown()
            web.shutdown()
