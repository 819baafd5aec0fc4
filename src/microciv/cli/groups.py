"""`groups`: people who play with each other again and again, at any site (docs/play/groups.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from microciv.cli import seats as kept
from microciv.cli.join import asked_name, attend
from microciv.cli.keyholder import CodeOption, Keyholder, SiteArgument
from microciv.cli.printing import screen
from microciv.cli.settings import GameArgument
from microciv.core.errors import MicrocivError
from microciv.speech import t, tn

if TYPE_CHECKING:
    from microciv.cli.grouped import Group
    from microciv.cli.site import Link

GroupArgument = Annotated[str, typer.Argument(metavar="LINK", help="The link of the group.")]
NameOption = Annotated[
    str | None, typer.Option("--name", help="What you are called there; by default asked.")
]


def list_groups(site: SiteArgument, code: CodeOption = None) -> None:
    """List the groups at a site that you are a member of, with their links.

    The site knows you by a key that is kept on this computer, as in a browser.
    """
    from microciv.cli.grouped import Group, my_groups

    who = _known(Keyholder(site), code)
    mine = my_groups(who)
    page = screen()
    for one in mine:
        members = tn(one.members, "{n} member", "{n} members")
        open_ = tn(one.waiting, "{n} open table", "{n} open tables")
        page.print(Text.assemble((one.title, "bold"), f": {members}, {open_}"))
        page.print(Text(f"  {Group(who, one.group).link}"), soft_wrap=True)
    if not mine:
        page.print(Text(t("You are in no group there.")))


def new_group(
    site: SiteArgument,
    title: Annotated[str, typer.Argument(metavar="TITLE", help="What the group is called.")],
    name: NameOption = None,
    code: CodeOption = None,
) -> None:
    """Make a group at a site, and print its link: whoever has it may join."""
    from microciv.cli.grouped import made

    group = made(_known(Keyholder(site), code), title, name or asked_name())
    screen().print(Text(group.link), soft_wrap=True)


def join_group(link: GroupArgument, name: NameOption = None, code: CodeOption = None) -> None:
    """Become a member of a group by its link, or change your name there."""
    from microciv.cli.grouped import show

    group = _group(link, code)
    group.join(name or asked_name())
    show(screen(), group)


def show_group(link: GroupArgument, code: CodeOption = None) -> None:
    """Show a group of yours: its open tables, the evening's score, and what it has played.

    A star marks the tables where you sit.
    """
    from microciv.cli.grouped import show

    show(screen(), _group(link, code))


def open_table(
    link: GroupArgument,
    game: GameArgument,
    seats: Annotated[
        int | None,
        typer.Option("--seats", help="How many; by default as many as the group has members."),
    ] = None,
) -> None:
    """Open a table in a group, and sit down there; the other members find it in the group."""
    group = _group(link, None)
    table, token = group.open(game, seats)
    kept.keep(table, token)
    _attend(group, table)


def sit(
    link: GroupArgument,
    number: Annotated[
        int, typer.Argument(metavar="NUMBER", help="Which table, as `groups show` lists them.")
    ] = 1,
) -> None:
    """Sit down at a table of a group, or go on at one where you already have a seat."""
    from microciv.cli.grouped import called

    group = _group(link, None)
    inside = group.inside()
    if not 1 <= number <= len(inside.tables):
        last = len(inside.tables)
        raise MicrocivError(
            t("this group has tables 1 to {last}, not {number}", last=last, number=number)
            if last
            else t("this group has no table just now; open one with `microciv groups open`")
        )
    _attend(group, group.at(inside.tables[number - 1].table), called(inside))


def _known(who: Keyholder, code: str | None) -> Keyholder:
    who.be_known(code)
    return who


def _group(link: str, code: str | None) -> Group:
    from microciv.cli.grouped import read_group

    group = read_group(link)
    _known(group.who, code)
    return group


def _attend(group: Group, table: Link, name: str | None = None) -> None:
    from microciv.cli.site import Site

    kept.keep_group(table, group.link)
    attend(Site(table), name)
