"""What the people of a table agree on during a match: another pace, and holidays. Each change gives
the table as it is afterwards, or refuses.
"""

from __future__ import annotations

import secrets
from typing import Final

import msgspec

from microciv.server import refusals
from microciv.server.store.sql import DAY, now
from microciv.server.table.tables import Person, Table, Wish
from microciv.server.wire.by_day import AskFor
from microciv.server.wire.messages import Refused
from microciv.server.wire.pace import USUAL_HOURS, HolidayView, WishView
from microciv.speech import t

LONGEST: Final = 30 * DAY
"""How long somebody may be away at a time."""


def ask(table: Table, token: str | None, wanted: AskFor) -> Table:
    """Somebody asks for another pace or a holiday, in place of what they have asked for before; who
    is back needs no consent.

    :raises Refused: if it is not for them to ask, or cannot be.
    """
    person, *others = _players(table, token)
    if (wanted.pace is None) == (wanted.back is None):
        raise Refused("malformed", t("expected a pace, or when you are back"))
    wishes = [
        one
        for one in table.wishes
        if one.by != person.token or (one.pace is None) != (wanted.pace is None)
    ]
    if wanted.back == 0:
        holidays = {token: back for token, back in table.holidays.items() if token != person.token}
        return msgspec.structs.replace(table, wishes=wishes, holidays=holidays)
    wish = Wish(secrets.token_hex(4), person.token, agreed=[one.token for one in (person, *others)])
    if wanted.pace is not None:
        hours = _check_pace(table, wanted)
        wish = msgspec.structs.replace(wish, pace=wanted.pace, hours=hours)
    else:
        wish = msgspec.structs.replace(wish, back=_check_back(table, wanted.back or 0))
    return settled(msgspec.structs.replace(table, wishes=[*wishes, wish]))


def _check_pace(table: Table, wanted: AskFor) -> int:
    if table.sharing and wanted.pace != "none":
        raise Refused("bad_option", refusals.no_clock())
    if table.rated and wanted.pace == "none":
        raise Refused("bad_option", t("pace: a rated table has a clock"))
    if wanted.pace != "daily" and wanted.hours is not None:
        raise Refused("malformed", t('hours: only where the pace is "daily"'))
    hours = (wanted.hours or USUAL_HOURS) if wanted.pace == "daily" else 0
    if (wanted.pace, hours) == (table.pace, table.hours):
        raise Refused("illegal", t("the table has that pace already"))
    return hours


def _check_back(table: Table, back: int) -> int:
    if table.pace != "daily":
        raise Refused("illegal", t("holidays are for matches by the day"))
    if not now() < back <= now() + LONGEST:
        raise Refused(
            "malformed", t("back: expected a time in the next {days} days", days=LONGEST // DAY)
        )
    return back


def answer(table: Table, token: str | None, id_: str, *, agree: bool) -> Table:
    """Somebody agrees to what another asks for, or not; then nobody asks for it any more.

    :raises Refused: if nobody asks for that, or they have no part in it.
    """
    tokens = [person.token for person in _players(table, token)]
    found = next((one for one in table.wishes if one.id == id_), None)
    if found is None:
        raise Refused("stale", t("nobody asks for that any more"))
    others = [one for one in table.wishes if one != found]
    if not agree:
        return msgspec.structs.replace(table, wishes=others)
    said = msgspec.structs.replace(found, agreed=[*dict.fromkeys([*found.agreed, *tokens])])
    return settled(msgspec.structs.replace(table, wishes=[*others, said]))


def _players(table: Table, token: str | None) -> list[Person]:
    """Who speaks: one, or all who share a device."""
    seated = table.seated
    people = [person for person in table.speaks_for(token) if person in seated]
    if not people:
        raise Refused("not_your_seat", t("only who plays here has a say in it"))
    if table.match == 0:
        raise Refused("not_started", t("the match has not begun: its host sets the pace"))
    return people


def settled(table: Table) -> Table:
    """The table with what all agree on; nobody waits for those whom a bot plays for."""
    for wish in table.wishes:
        if not _silent(table, wish):
            table = _granted(table, wish)
    return table


def _granted(table: Table, wish: Wish) -> Table:
    wishes = [one for one in table.wishes if one != wish]
    if wish.pace is None:
        holidays = {token: back for token, back in table.holidays.items() if back > now()}
        holidays[wish.by] = wish.back
        return msgspec.structs.replace(table, wishes=wishes, holidays=holidays)
    # To ask for another pace would be to go back on what has just been agreed on.
    wishes = [one for one in wishes if one.pace is None and wish.pace == "daily"]
    return msgspec.structs.replace(table, wishes=wishes, pace=wish.pace, hours=wish.hours)


def _silent(table: Table, wish: Wish) -> list[Person]:
    sitting = [chair.person for chair in table.chairs if chair.kind == "person"]
    return [one for one in sitting if one is not None and one.token not in wish.agreed]


def wish_views(table: Table) -> list[WishView]:
    """What is asked for, for everybody at the table to see."""
    names = {person.token: person.name for person in table.seated}
    return [
        WishView(
            id=wish.id,
            by=names[wish.by],
            pace=wish.pace,
            hours=wish.hours or None,
            back=wish.back or None,
            agreed=[names[token] for token in wish.agreed if token in names],
            silent=[person.name for person in _silent(table, wish)],
        )
        for wish in table.wishes
        if wish.by in names
    ]


def holiday_views(table: Table) -> list[HolidayView]:
    """Who is away by consent."""
    names = {person.token: person.name for person in table.seated}
    return [
        HolidayView(name=names[token], back=back)
        for token, back in table.holidays.items()
        if token in names and back > now()
    ]
