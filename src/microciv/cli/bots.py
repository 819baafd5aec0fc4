"""`bots`: accounts for programs of one's own, on any site (docs/programs.md)."""

from __future__ import annotations

import hashlib
import http.client
import json
import sys
import urllib.error
import urllib.request
from datetime import UTC, datetime
from typing import Annotated, Any, Final, final
from urllib.parse import urlsplit

import typer

from microciv.cli.printing import say
from microciv.cli.saves import folder
from microciv.core.errors import MicrocivError
from microciv.files import read_json, write_json

WITHIN: Final = 15.0
COOKIE: Final = "microciv"

SiteArgument = Annotated[
    str, typer.Argument(metavar="SITE", help="The address of a site, as https://play.example.")
]
NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="What the account is called.")]
CodeOption = Annotated[
    str | None,
    typer.Option(
        "--code",
        metavar="WORDS",
        help="Six words that “My devices” shows there: this computer belongs to you from now on.",
    ),
]


@final
class Owner:
    """Somebody at a site, by a key that lies on this computer."""

    def __init__(self, site: str) -> None:
        parts = urlsplit(site if "://" in site else f"http://{site}")
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise MicrocivError(f"{site[:80]!r} is no address of a site; expected https://SITE")
        self._site = f"{parts.scheme}://{parts.netloc}"
        digest = hashlib.sha256(self._site.encode()).hexdigest()[:16]
        self._path = folder("keys") / f"{digest}.json"
        self._key = ""
        if self._path.exists():
            kept = read_json(self._path)
            self._key = str(kept.get("key", "")) if isinstance(kept, dict) else ""

    def be_known(self, code: str | None) -> None:
        """Be who shows these words; or without any, who this computer is already, or somebody new.

        :raises MicrocivError: if the site refuses.
        """
        if code is not None:
            self.ask("/api/me/device", {"words": code})
        elif not self._key or not self.ask("/api/me")["known"]:
            self._key = ""
            self.ask("/api/me", {})

    def named(self, name: str) -> str:
        """The id of an account of theirs.

        :raises MicrocivError: if there is none of this name.
        """
        mine = {bot["name"]: bot["id"] for bot in self.ask("/api/me/bots")}
        if name not in mine:
            known = ", ".join(mine) or "none"
            raise MicrocivError(f"no bot account {name!r} of yours at {self._site}; yours: {known}")
        return str(mine[name])

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:  # noqa: ANN401  # any JSON
        """The answer to a request, which is a POST if there is a body.

        :raises MicrocivError: in the words of the site, or if there is none.
        """
        headers = {"Content-Type": "application/json", "User-Agent": "microciv"}
        if self._key:
            headers["Cookie"] = f"{COOKIE}={self._key}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._site + path, data, headers)  # noqa: S310  # http or https: see above
        try:
            with urllib.request.urlopen(request, timeout=WITHIN) as reply:  # noqa: S310  # as above
                self._keep(reply.headers.get_all("set-cookie") or [])
                return json.loads(reply.read())
        except urllib.error.HTTPError as error:
            raise MicrocivError(_words(error)) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            reason = getattr(error, "reason", None) or error
            said = getattr(reason, "strerror", None) or str(reason) or type(error).__name__
            raise MicrocivError(f"{self._site} does not answer: {said}"[:300]) from None

    def _keep(self, cookies: list[str]) -> None:
        for cookie in cookies:
            name, _, rest = cookie.partition("=")
            key = rest.partition(";")[0]
            if name == COOKIE and key and key != self._key:
                self._key = key
                write_json(self._path, {"site": self._site, "key": key})


def _words(error: urllib.error.HTTPError) -> str:
    try:
        return str(json.loads(error.read())["message"])[:500]
    except (OSError, ValueError, KeyError, TypeError):
        return f"the site answers with status {error.code}"


def _owner(site: str, code: str | None) -> Owner:
    owner = Owner(site)
    owner.be_known(code)
    return owner


def _tell(token: str) -> None:
    """The token alone on standard output, so that a script can keep it."""
    sys.stderr.write("Its token, which is told this once; whoever has it plays as your bot:\n")
    say(token)


def _day(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d")


def list_bots(site: SiteArgument, code: CodeOption = None) -> None:
    """List your bot accounts at a site, with the day when their tokens were used last.

    You are known there by a key that lies on this computer, like a browser's. Without --code you
    are somebody new there at first.
    """
    mine = _owner(site, code).ask("/api/me/bots")
    for bot in mine:
        used = f"last used {_day(bot['used'])}" if bot["used"] else "never used"
        say(f"{bot['name']}: made {_day(bot['made'])}, {used}")
    if not mine:
        say("You have no bot accounts there.")


def new_bot(site: SiteArgument, name: NameArgument, code: CodeOption = None) -> None:
    """Make a bot account for a program of yours, and print its token, which is told this once."""
    _tell(_owner(site, code).ask("/api/me/bots", {"name": name})["token"])


def renew_bot(site: SiteArgument, name: NameArgument, code: CodeOption = None) -> None:
    """Print another token for a bot account of yours; the former one opens nothing any more."""
    owner = _owner(site, code)
    _tell(owner.ask("/api/me/bots/renew", {"bot": owner.named(name)})["token"])


def delete_bot(site: SiteArgument, name: NameArgument, code: CodeOption = None) -> None:
    """Delete a bot account of yours; bots of the server play its matches on."""
    owner = _owner(site, code)
    owner.ask("/api/me/bots/delete", {"bot": owner.named(name)})
    say(f"{name} is deleted.")
