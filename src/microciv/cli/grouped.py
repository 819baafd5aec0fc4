"""A group of a site, as its members see it at this terminal (docs/play/groups.md)."""

from __future__ import annotations

from typing import Final, TypeVar, final
from urllib.parse import quote, unquote

import msgspec
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from microciv.cli.address import split
from microciv.cli.daily import pace_words
from microciv.cli.keyholder import Keyholder
from microciv.cli.site import Link
from microciv.core.errors import MicrocivError
from microciv.core.lists import all_of
from microciv.games import about
from microciv.server.wire.groups import (
    GroupCard,
    GroupInside,
    GroupMember,
    GroupScore,
    GroupTable,
    GroupView,
    JoinGroup,
    NewGroup,
)
from microciv.server.wire.lobby import Seating
from microciv.server.wire.messages import NewTable, Request, SeatPlan, encode
from microciv.speech import t, tn
from microciv.speech.things import person_called

T = TypeVar("T")

FRAGMENT: Final = "group/"


@final
class Group:
    """What somebody asks of one group."""

    def __init__(self, who: Keyholder, id_: str) -> None:
        self.who = who
        self.id = id_

    @property
    def link(self) -> str:
        """As people send it to each other."""
        return f"{self.who.site}/#{FRAGMENT}{quote(self.id, safe='')}"

    def look(self) -> GroupView:
        return _asked(self.who, f"{self._path}", GroupView)

    def inside(self) -> GroupInside:
        """What members alone see.

        :raises MicrocivError: if I am none.
        """
        inside = self.look().inside
        if inside is None:
            way = f'microciv groups join "{self.link}"'
            raise MicrocivError(
                t("you are no member of this group; join it with: {command}", command=way)
            )
        return inside

    def join(self, name: str) -> GroupView:
        return _asked(self.who, f"{self._path}/join", GroupView, JoinGroup(name=name))

    def open(self, game: str, seats: int | None) -> tuple[Link, str]:
        """A new table of the group, and the token of my seat there. Without a number of seats there
        is one for each member, as far as the game has them.
        """
        inside, known = self.inside(), about(game).seats
        count = seats or min(known, key=lambda number: abs(number - len(inside.members)))
        wanted = [SeatPlan(kind="you" if seat == 0 else "open") for seat in range(count)]
        wish = NewTable(game=game, seats=wanted, name=called(inside), group=self.id)
        seating = _asked(self.who, "/api/tables", Seating, wish)
        return self.at(seating.table), seating.token

    def at(self, table: str) -> Link:
        """The link to a table of the group."""
        return Link(self.who.site, table)

    @property
    def _path(self) -> str:
        return f"/api/groups/{quote(self.id, safe='')}"


def read_group(text: str) -> Group:
    """A group by its link as it was copied from the page; `http://` may be left out.

    :raises MicrocivError: saying what was expected.
    """
    found = split(text)
    if found is None or not found[1].fragment.startswith(FRAGMENT):
        raise MicrocivError(
            t(
                "{words} is not a link to a group;"
                " expected https://SITE/#group/GROUP, as on the page",
                words=repr(text[:80]),
            )
        )
    site, parts = found
    return Group(Keyholder(site), unquote(parts.fragment.removeprefix(FRAGMENT)))


def my_groups(who: Keyholder) -> list[GroupCard]:
    """The groups that I am a member of."""
    return _asked(who, "/api/groups", list[GroupCard])


def made(who: Keyholder, title: str, name: str) -> Group:
    """A new group, with me as its first member."""
    return Group(who, _asked(who, "/api/groups", GroupView, NewGroup(title=title, name=name)).group)


def called(inside: GroupInside) -> str:
    """My name in a group."""
    return next((one.name for one in inside.members if one.you), "")


def show(page: Console, group: Group) -> None:
    """Its tables, by the numbers that `groups sit` takes, who has won what, and who is in it."""
    inside = group.inside()
    page.print(Text(group.look().title, style="bold"))
    page.print(Text(all_of([_told(one) for one in inside.members])))
    for number, table in enumerate(inside.tables, 1):
        page.print(Text(f"{number:>3}  {table_line(table)}"))
    if not inside.tables:
        page.print(Text(t("No table is open just now."), style="dim"))
    for title, rows in (
        (t("This evening"), inside.evening),
        (t("Since the group began"), inside.ever),
    ):
        if rows:
            page.print(Text(f"\n{title}", style="bold"))
            page.print(scores(rows))
    if inside.tournaments:
        way = t("Its tournaments are on the page: {link}", link=group.link)
        page.print(Text(way, style="dim"), soft_wrap=True)


def table_line(table: GroupTable) -> str:
    """What is played, who is there, and what it waits for."""
    who = all_of([person_called(name) for name in table.names]) if table.names else t("nobody yet")
    if table.playing:
        state = t("in play")
    elif table.open:
        state = tn(table.open, "a seat open", "{n} seats open")
    else:
        state = t("ready to start")
    parts = [who, state, pace_words(table.pace, table.hours)]
    return f"{table.title}: {', '.join(parts)}{' *' if table.mine else ''}"


def scores(rows: list[GroupScore]) -> Table:
    """Who has won how much, as on the page."""
    grid = Table(box=SIMPLE_HEAD, pad_edge=False)
    grid.add_column(t("player"))
    for heading in (t("points"), t("won"), t("matches")):
        grid.add_column(heading, justify="right")
    for row in rows:
        grid.add_row(_told(row), str(row.points), str(row.won), str(row.matches))
    return grid


def _told(one: GroupMember | GroupScore) -> str:
    name = person_called(one.name)
    return t("{name} (you)", name=name) if one.you else name


def _asked(who: Keyholder, path: str, kind: type[T], wish: Request | None = None) -> T:
    body = None if wish is None else msgspec.json.decode(encode(wish))
    try:
        return msgspec.convert(who.ask(path, body), kind)
    except msgspec.ValidationError:
        raise MicrocivError(t("{site} is not a microciv site", site=who.site)) from None
