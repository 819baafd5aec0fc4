"""`join`: a table of a site, at this terminal. What it takes is loaded when it is wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from microciv import __version__
from microciv.cli import seats
from microciv.cli.printing import screen
from microciv.cli.prompt import Leave
from microciv.cli.typing_in import read_line
from microciv.core.errors import MicrocivError
from microciv.games import catalogue
from microciv.speech import t

if TYPE_CHECKING:
    from microciv.cli.site import Site
    from microciv.server.wire.messages import TableView

FULL = frozenset({"started", "taken"})
GONE = frozenset({"bad_token", "removed", "unknown_table"})
"""Refusals after which a seat is no more."""
IN_VAIN = frozenset({"malformed", "stranded"})
"""After these the same command would come to the same end."""


def join(
    link: Annotated[str, typer.Argument(metavar="LINK", help="The link to a table.")],
    name: Annotated[
        str | None, typer.Option("--name", help="What you are called there; by default asked.")
    ] = None,
) -> None:
    """Play at a table of a site, by its link: with friends who have the page open, or a terminal.

    The same command on this machine comes back to the same seat. Where no seat is free you watch.
    Ctrl-C, `quit` or the end of input stops here; the seat stays yours. Type ? for help.
    """
    from microciv.cli.site import Site, read_link

    attend(Site(read_link(link)), name)


def attend(site: Site, name: str | None) -> None:
    """Take part at a table until the company parts or the guest stops.

    :raises MicrocivError: if there is nothing to be joined, or the table is no more.
    """
    from microciv.cli.guest import Guest
    from microciv.cli.site import NotAllowed

    try:
        table = seated(site, name)
        Guest(site, table).run()
    except (Leave, KeyboardInterrupt):
        screen().print()
    except MicrocivError as error:
        code = error.code if isinstance(error, NotAllowed) else ""
        if code in GONE:
            seats.forget(site.link)
        if code in IN_VAIN or not _may_come_back(site):
            raise
        back = t(
            "{why}; come back with: {command}", why=error, command=f"microciv join {site.link}"
        )
        raise MicrocivError(back) from None
    if _may_come_back(site):
        back = t("Come back with: {command}", command=f"microciv join {site.link}")
        screen().print(Text(back), soft_wrap=True)


def _may_come_back(site: Site) -> bool:
    return site.token is not None and seats.seat_at(site.link) is not None


def seated(site: Site, name: str | None) -> TableView:
    """The table, from the seat that is kept here, a seat that is free, or beside it.

    :raises MicrocivError: if there is nothing to be joined.
    """
    from microciv.cli.site import NotAllowed

    site.token = seats.seat_at(site.link)
    table = site.table()
    if table.game not in catalogue():
        raise MicrocivError(
            t(
                "{game} is not a game of this microciv, {version}",
                game=table.title,
                version=__version__,
            )
        )
    if table.me is not None:
        return table
    site.token = site.mine()
    if site.token is not None:
        seats.keep(site.link, site.token)
        return site.table()
    if table.state == "stranded":
        raise MicrocivError(t("the match of this table cannot be continued"))
    name = name or asked_name()
    try:
        try:
            seating = site.sit(name)
        except NotAllowed as refused:
            if refused.code not in FULL or table.state != "playing":
                raise
            seating = site.sit(name, wait=True)
    except NotAllowed as refused:
        if refused.code not in FULL:
            raise
        if table.state == "finished":
            over = t("the match of this table is over; see it at {link}", link=site.link.replay)
            raise MicrocivError(over) from None
        screen().print(Text(t("No seat is free: you watch."), style="bold"))
        return table
    site.token = seating.token
    seats.keep(site.link, seating.token)
    return site.table()


def asked_name() -> str:
    typed = read_line(screen(), t("Your name: "))
    if typed is None:
        raise Leave
    return typed.strip()
