"""Try the files of deploy/ on this machine: a server behind nginx and behind Caddy, with TLS, a
page, a socket and addresses; and the units, where there is systemd. What is not installed is told.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import msgspec
from websockets.sync.client import connect
from websockets.typing import Origin

DEPLOY = Path(__file__).parent.parent / "deploy"
PATIENCE = 20.0
"""Seconds until something should have answered."""
NAME = "play.example"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(*command: str) -> Iterator[None]:
    """A program, for as long as the block lasts."""
    silent = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=silent, stderr=silent) as process:
        try:
            yield
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE)


def soon(ask: Callable[[], int], wanted: int) -> None:
    """Until this is answered."""
    end = time.monotonic() + PATIENCE
    answer = 0
    while answer != wanted:
        assert time.monotonic() < end, f"expected {wanted}, not {answer}"
        time.sleep(0.1)
        with suppress(httpx.TransportError):
            answer = ask()


def self_signed(folder: Path) -> tuple[Path, Path]:
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1",
         "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}",
         "-out", certificate, "-keyout", key],
        check=True, capture_output=True,
    )  # fmt: skip
    return certificate, key


def nginx(folder: Path, servers: list[int], port: int) -> list[str]:
    """The command that runs nginx as its page says, at another port, with our certificate, before
    these servers.
    """
    certificate, key = self_signed(folder)
    site = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    for old, new in (
        (
            "server 127.0.0.1:8000;",
            " ".join([f"server 127.0.0.1:{server};" for server in servers]),
        ),
        ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", str(certificate)),
        (f"/etc/letsencrypt/live/{NAME}/privkey.pem", str(key)),
    ):
        assert old in site, old
        site = site.replace(old, new)
    site = re.sub(r" *listen \[::\].*\n", "", site)
    temporary = "".join(
        [f"{what}_temp_path {folder}/{what};\n"
         for what in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")]
    )  # fmt: skip
    whole = f"pid {folder}/pid;\nerror_log stderr;\nevents {{}}\nhttp {{\naccess_log off;\n"
    path = folder / "nginx.conf"
    path.write_text(f"{whole}{temporary}{site}}}\n", encoding="utf-8")
    subprocess.run(["nginx", "-t", "-q", "-p", folder, "-c", path], check=True)
    return ["nginx", "-p", str(folder), "-c", str(path), "-g", "daemon off;"]


def caddy(folder: Path, servers: list[int], port: int) -> list[str]:
    """The command that runs Caddy as its page says, at another port, with our certificate, before
    these servers.
    """
    certificate, key = self_signed(folder)
    site = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert "reverse_proxy 127.0.0.1:8000 {" in site
    upstreams = " ".join([f"127.0.0.1:{server}" for server in servers])
    site = site.replace("reverse_proxy 127.0.0.1:8000 {", f"reverse_proxy {upstreams} {{")
    ours = f"{NAME}:{port} {{\n\ttls {certificate} {key}\n\tbind 127.0.0.1"
    site = site.replace(f"{NAME} {{", ours, 1)
    path = folder / "Caddyfile"
    path.write_text(
        "{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + site,
        encoding="utf-8",
    )
    how = ["--config", str(path), "--adapter", "caddyfile"]
    caddy = ["env", f"XDG_CONFIG_HOME={folder}", f"XDG_DATA_HOME={folder}", "caddy"]
    subprocess.run([*caddy, "validate", *how], check=True, capture_output=True)
    return [*caddy, "run", *how]


def trusting() -> ssl.SSLContext:
    """The certificate is our own."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def check_site(port: int, database: Path) -> None:
    """A page, a table, a socket, and who the visitors are taken for."""
    host = {"host": f"{NAME}:{port}"}
    own = {**host, "origin": f"https://{NAME}:{port}"}
    names = {"sni_hostname": NAME}
    with httpx.Client(
        base_url=f"https://127.0.0.1:{port}", verify=trusting(), timeout=60
    ) as client:

        def get(path: str, **headers: str) -> int:
            request = client.build_request("GET", path, headers={**host, **headers})
            request.extensions |= names
            return client.send(request).status_code

        soon(lambda: get("/readyz"), 200)
        assert get("/") in (200, 404), "the page, if it is built"
        assert get("/metrics") != 200, "numbers are for this machine"
        seats = [{"kind": "you"}, *[{"kind": "bot", "level": "easy"}] * 2]
        body = {"game": "5x", "seats": seats, "name": "Ann"}
        request = client.build_request("POST", "/api/tables", json=body, headers=own)
        request.extensions |= names
        made = client.send(request)
        assert made.status_code == 201, made.text
        table, token = made.json()["table"], made.json()["token"]
        raw = socket.create_connection(("127.0.0.1", port))
        with connect(
            f"wss://{NAME}:{port}/ws/tables/{table}",
            sock=raw, ssl=trusting(), server_hostname=NAME, origin=Origin(own["origin"]),
        ) as line:  # fmt: skip
            line.send(msgspec.json.encode({"type": "hello", "token": token}).decode())
            while '"type":"update"' not in str(line.recv(PATIENCE)):
                pass
        admin(database, "block", "203.0.113.9")
        time.sleep(2)  # it looks once a second
        assert get("/api/games", **{"x-forwarded-for": "203.0.113.9"}) == 200, "a lie is believed"
        admin(database, "block", "127.0.0.1")
        soon(lambda: get("/api/games"), 403)


def admin(database: Path, *words: str) -> None:
    command = [sys.executable, "-m", "microciv", "admin", *words, "--database", str(database)]
    subprocess.run(command, check=True, capture_output=True)


class Says(BaseHTTPRequestHandler):
    """A server that says its port to everybody."""

    def do_GET(self) -> None:
        assert isinstance(self.server, ThreadingHTTPServer)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(str(self.server.server_port).encode())

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # as it is called there
        del format, args


def check_route(command: Callable[[Path, list[int], int], list[str]]) -> None:
    """Whatever is of one table goes to one server, and what is of none by the visitor."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        servers = [stack.enter_context(ThreadingHTTPServer(("127.0.0.1", 0), Says)) for _ in "ab"]
        for server in servers:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            stack.callback(server.shutdown)
        port = free_port()
        ports = [server.server_port for server in servers]
        stack.enter_context(running(*command(folder, ports, port)))
        client = stack.enter_context(httpx.Client(verify=trusting(), timeout=60))

        def get(path: str) -> httpx.Response:
            headers = {"host": f"{NAME}:{port}", "x-microciv-table": "as somebody wishes"}
            request = client.build_request(
                "GET", f"https://127.0.0.1:{port}{path}", headers=headers
            )
            request.extensions |= {"sni_hostname": NAME}
            return client.send(request)

        soon(lambda: get("/").status_code, 200)
        # A visitor's studies are at one of them, too.
        assert len({get(path).text for path in ("/", "/api/tables", "/api/studies/a/more")}) == 1
        found: set[str] = set()
        for number in range(40):
            at = f"tables/{number}x"
            paths = (f"/api/{at}", f"/api/{at}/sit", f"/api/{at}/review?seat=1", f"/ws/{at}")
            [one] = {get(path).text for path in paths}
            found.add(one)
        assert found == {str(one) for one in ports}


def check_proxy(name: str, command: Callable[[Path, list[int], int], list[str]]) -> None:
    if shutil.which(name) is None:
        sys.stdout.write(f"{name}: not installed, not tried\n")
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder, server, port = Path(temporary), free_port(), free_port()
        database = folder / "site.sqlite3"
        settings = (DEPLOY / "microciv.toml").read_text(encoding="utf-8")
        settings = settings.replace("/var/lib/microciv/site.sqlite3", str(database))
        config = folder / "microciv.toml"
        config.write_text(settings, encoding="utf-8")
        serve = [sys.executable, "-m", "microciv", "serve", "--config", str(config)]
        with running(*serve, "--port", str(server)), running(*command(folder, [server], port)):
            check_site(port, database)
    check_route(command)
    sys.stdout.write(f"{name}: page, socket, addresses and tables as they should be\n")


def check_units() -> None:
    if shutil.which("systemd-analyze") is None:
        sys.stdout.write("systemd: not installed, not tried\n")
        return
    units = [path for path in DEPLOY.iterdir() if path.suffix in (".service", ".timer")]
    told = subprocess.run(
        ["systemd-analyze", "verify", *sorted(units)], capture_output=True, text=True, check=False
    ).stderr
    # What it runs is not installed where this is tried.
    faults = [
        line for line in told.splitlines()
        if str(DEPLOY) in line or (" is not executable" not in line and "microciv" in line)
    ]  # fmt: skip
    assert not faults, "\n".join(faults)
    sys.stdout.write("systemd: the units are well formed\n")


if __name__ == "__main__":
    os.chdir(DEPLOY)
    check_units()
    check_proxy("nginx", nginx)
    check_proxy("caddy", caddy)
