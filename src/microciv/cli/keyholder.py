"""Somebody at a site: their key lies on this computer, as another does in a browser."""

from __future__ import annotations

import hashlib
import http.client
import json
import socket
import ssl
import urllib.error
from typing import Annotated, Any, Final, final

import typer

from microciv.cli.address import Moved, fetch, read_site
from microciv.cli.saves import folder
from microciv.core.errors import MicrocivError
from microciv.files import read_json, reason, write_json
from microciv.speech import language, t

COOKIE: Final = "microciv"

SiteArgument = Annotated[
    str, typer.Argument(metavar="SITE", help="The address of a site, as https://play.example.")
]
CodeOption = Annotated[
    str | None,
    typer.Option(
        "--code",
        metavar="WORDS",
        help="Six words that “My devices” shows there: the site then knows this computer as yours.",
    ),
]


@final
class Keyholder:
    """Somebody at a site, by a key that lies on this computer."""

    def __init__(self, site: str) -> None:
        self._settle(read_site(site))

    def _settle(self, site: str) -> None:
        self.site = site
        digest = hashlib.sha256(self.site.encode()).hexdigest()[:16]
        self._path = folder("keys") / f"{digest}.json"
        self.key = ""
        if self._path.exists():
            kept = read_json(self._path)
            self.key = str(kept.get("key", "")) if isinstance(kept, dict) else ""

    def be_known(self, code: str | None) -> None:
        """Be who shows these words; or without any, who this computer is already, or somebody new.

        :raises MicrocivError: if the site refuses.
        """
        mine = self.ask("/api/me")  # first of all: it may settle the address
        if code is not None:
            self.ask("/api/me/device", {"words": code})
        elif not isinstance(mine, dict) or not mine.get("known"):
            self.key = ""
            self.ask("/api/me", {})

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:  # noqa: ANN401  # any JSON
        """The answer to a request, which is a POST if there is a body.

        :raises MicrocivError: in the words of the site, or if there is none.
        """
        try:
            return self._ask(path, body)
        except Moved as moved:
            self._settle(moved.to)
            return self._ask(path, body)

    def _ask(self, path: str, body: dict[str, Any] | None) -> Any:  # noqa: ANN401  # any JSON
        headers = {"Content-Type": "application/json", "User-Agent": "microciv"}
        headers["Accept-Language"] = language()
        if self.key:
            headers["Cookie"] = f"{COOKIE}={self.key}"
        data = None if body is None else json.dumps(body).encode()
        try:
            told, head = fetch(self.site, path, headers, data)
        except urllib.error.HTTPError as error:
            raise MicrocivError(_words(error)) from None
        except (OSError, http.client.HTTPException) as error:
            raise silence(self.site, error) from None
        try:
            answer = json.loads(told)
        except ValueError:
            raise MicrocivError(t("{site} is not a microciv site", site=self.site)) from None
        self._keep(head.get_all("set-cookie") or [])
        return answer

    def _keep(self, cookies: list[str]) -> None:
        for cookie in cookies:
            name, _, rest = cookie.partition("=")
            key = rest.partition(";")[0]
            if name == COOKIE and key and key != self.key:
                self.key = key
                write_json(self._path, {"site": self.site, "key": key})


def silence(site: str, error: Exception) -> MicrocivError:
    """What is said where a site does not answer."""
    why = getattr(error, "reason", None) or error
    if isinstance(why, socket.gaierror):
        said = t("its name is not known")
    elif isinstance(why, OSError) and not isinstance(why, ssl.SSLError):
        said = reason(why)
    else:  # the numbers of TLS are its own
        said = str(why) or type(error).__name__
    return MicrocivError(t("{site} does not answer: {why}", site=site, why=said)[:300])


def _words(error: urllib.error.HTTPError) -> str:
    try:
        return str(json.loads(error.read())["message"])[:500]
    except (OSError, ValueError, KeyError, TypeError):
        return t("the site answers with status {status}", status=error.code)
