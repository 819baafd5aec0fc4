"""Who is there, as connections and the clock tell, and whether a match waits for somebody."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from microciv.server.rooms.watcher import Watcher
from microciv.server.table.live_match import LiveMatch
from microciv.server.table.tables import Table
from microciv.server.wire.messages import Refused
from microciv.speech import t

MOST_TABS: Final = 20
"""Connections of one seat."""
ABOUT: Final = (1000, 500, 200, 100, 50, 20, 10)
"""The number of watchers is rounded down to these: else each newcomer would change it for all."""


def check_room(watchers: Iterable[Watcher], token: str | None, most: int) -> None:
    """However many watch, they never keep out who sits here.

    :raises Refused: "too_fast".
    """
    like = len([watcher for watcher in watchers if watcher.token == token])
    if token is None and like >= most:
        raise Refused("too_fast", t("too many connections watch this table"))
    if token is not None and like >= MOST_TABS:
        raise Refused("too_fast", t("this seat has {most} connections already", most=MOST_TABS))


def audience(watchers: Iterable[Watcher]) -> int:
    """How many connections watch without being anybody here, about."""
    count = len([watcher for watcher in watchers if watcher.token is None])
    return next((about for about in ABOUT if count >= about), count)


def connected(table: Table | None, watchers: Iterable[Watcher]) -> set[str]:
    """The persons (their hashed tokens) who have a connection, or share a device with one."""
    if table is None:
        return set()
    people = [table.there_with(watcher.token) for watcher in watchers]
    return {person.token for some in people for person in some}


def by_the_day(table: Table | None) -> bool:
    """Does the match go on while nobody is there?"""
    return table is not None and table.by_the_day


def those_present(table: Table | None, live: LiveMatch | None, connected: set[str]) -> set[str]:
    """The persons (their hashed tokens) who are there: they have a connection, and the clock has
    not answered last for them; by the day, all who play themselves.
    """
    if table is None or live is None:
        return connected
    chairs = [table.chairs[number] for number in table.playing]
    if table.by_the_day:
        kept = {one.person.token for one in chairs if one.person is not None and one.kind == "bot"}
        playing = {one.person.token for one in chairs if one.person and one.kind == "person"}
        return (connected | playing) - kept
    return connected - {
        chair.person.token
        for seat, chair in enumerate(chairs)
        if chair.person is not None and (chair.kind == "bot" or live.missed(seat) > 0)
    }


def is_paused(table: Table | None, live: LiveMatch | None, present: set[str]) -> bool:
    """Do people sit here, none of whom is present?"""
    if table is None or live is None or live.over or live.agreed is not None:
        return False
    people = {person.token for person in table.seated}
    coming = {late.person.token for late in table.late if late.chair is not None}
    return bool(people) and not (people | coming) & present
