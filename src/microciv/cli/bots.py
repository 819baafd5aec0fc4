"""`bots`: accounts for programs of one's own, on any site (docs/programs.md)."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from typing import Annotated

import typer

from microciv.cli.keyholder import CodeOption, Keyholder, SiteArgument
from microciv.cli.printing import say
from microciv.core.errors import MicrocivError

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="What the account is called.")]


def _owner(site: str, code: str | None) -> Keyholder:
    owner = Keyholder(site)
    owner.be_known(code)
    return owner


def _named(owner: Keyholder, name: str) -> str:
    """The id of an account of theirs.

    :raises MicrocivError: if there is none of this name.
    """
    mine = {bot["name"]: bot["id"] for bot in owner.ask("/api/me/bots")}
    if name not in mine:
        known = ", ".join(mine) or "none"
        raise MicrocivError(f"no bot account {name!r} of yours at {owner.site}; yours: {known}")
    return str(mine[name])


def _tell(token: str) -> None:
    """The token alone on standard output, so that a script can keep it."""
    sys.stderr.write("Its token, which is shown only once; whoever has it plays as your bot:\n")
    say(token)


def _day(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d")


def list_bots(site: SiteArgument, code: CodeOption = None) -> None:
    """List your bot accounts at a site, with the day when each token was last used.

    The site knows you by a key that is kept on this computer, as in a browser. Until you have used
    --code once, you are a new person there.
    """
    mine = _owner(site, code).ask("/api/me/bots")
    for bot in mine:
        used = f"last used {_day(bot['used'])}" if bot["used"] else "never used"
        say(f"{bot['name']}: made {_day(bot['made'])}, {used}")
    if not mine:
        say("You have no bot accounts there.")


def new_bot(site: SiteArgument, name: NameArgument, code: CodeOption = None) -> None:
    """Make a bot account for a program of yours, and print its token, which is shown only once."""
    _tell(_owner(site, code).ask("/api/me/bots", {"name": name})["token"])


def renew_bot(site: SiteArgument, name: NameArgument, code: CodeOption = None) -> None:
    """Print a new token for a bot account of yours; the old one stops working."""
    owner = _owner(site, code)
    _tell(owner.ask("/api/me/bots/renew", {"bot": _named(owner, name)})["token"])


def delete_bot(site: SiteArgument, name: NameArgument, code: CodeOption = None) -> None:
    """Delete a bot account of yours; the server's bots finish its matches."""
    owner = _owner(site, code)
    owner.ask("/api/me/bots/delete", {"bot": _named(owner, name)})
    say(f"{name} is deleted.")
