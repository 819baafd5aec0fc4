"""Who sits at a table of a site, and what changes: in lines."""

from __future__ import annotations

from microciv.cli.daily import pace_words, wish_lines
from microciv.cli.sitting import Sitting
from microciv.cli.tables.reading import enumerated
from microciv.server.messages import LateView, NextMatch, SeatView, TableView

OF_TALK = {"off": "no talk", "phrases": "talk in set phrases", "free": "free talk"}
RATED = "Rated: without hints, for people whom the site knows by their browser. Who leaves is last."


def sittings_of(table: TableView) -> list[Sitting]:
    """Who plays, by the numbers of the match."""
    playing = sorted([view for view in table.seats if view.seat >= 0], key=lambda view: view.seat)
    return [
        Sitting("bot" if view.kind == "bot" else "person", view.name or "?", view.level or "")
        for view in playing
    ]


def about_table(table: TableView) -> list[str]:
    """What one should know of a table before the match."""
    words = pace_words(table.pace, table.hours)
    clock = words.capitalize() if table.pace == "daily" else f"With {words}"
    changed = ", ".join([f"{name}={value}" for name, value in table.changed.items()])
    return [
        f"{clock}, {OF_TALK[table.talk]}" + (f"; {changed}." if changed else "."),
        *([RATED] if table.rated else []),
        " · ".join([_seat(view, table) for view in table.seats if view.kind != "closed"]),
    ]


def _seat(view: SeatView, table: TableView) -> str:
    if view.kind == "open":
        return "an open seat"
    level = f" ({view.level})" if view.kind == "bot" else ""
    whose = " (you)" if _is_mine(view, table) else " (host)" if view.host else ""
    return f"{view.name}{whose or level}"


def _is_mine(view: SeatView, table: TableView) -> bool:
    return view.seat >= 0 and view.seat == table.you


def is_away(table: TableView) -> bool:
    """Does the table go on without its reader, or wait for a sign of them?"""
    return table.paused or any(
        [
            _is_mine(view, table) and (view.stands_in or view.status == "away")
            for view in table.seats
        ]
    )


def awaited(table: TableView) -> str:
    """Whom the table waits for; empty if for nobody."""
    names = [
        f"{view.name} (away)" if view.status == "away" else str(view.name)
        for view in table.seats
        if view.status in {"thinking", "away"} and view.seat >= 0 and not _is_mine(view, table)
    ]
    return f"Waiting for {enumerated(names)}." if names else ""


def company_news(before: TableView, now: TableView) -> list[str]:
    """What has changed at a table, but for how far everybody's answers are."""
    told = [*_comings(before, now)]
    if before.match == now.match and before.you is None and now.you is not None:
        told.append("You play from now on.")
    told += wish_lines(before, now)
    told += [late_line(late, now) for late in now.late if late not in before.late]
    if now.host and not before.host:
        told.append("You are the host now." + (" `start` begins." if now.state == "lobby" else ""))
    if now.paused != before.paused:
        told.append("The match is paused: nobody is here." if now.paused else "The match goes on.")
    if now.agreed is not None and before.agreed is None and now.match == before.match:
        told.append("Bots play out the rest, as agreed.")
    if before.match == now.match and now.next is not None and before.next is not None:
        told += _of_next(before.next, now.next, now.me)
    return told


def late_line(late: LateView, table: TableView) -> str:
    """What becomes of somebody who has come late."""
    mine = late.name == table.me
    if late.seat is None:
        return f"{'You watch, and play' if mine else f'{late.name} plays'} the next match."
    bot = table.seats[late.seat].name
    who = "You take" if mine else f"{late.name} takes"
    return f"{who} the seat of {bot}, a bot, at the next decision."


def _comings(before: TableView, now: TableView) -> list[str]:
    """Who has come, gone, or let a bot play. After a new deal the seats are others."""
    if before.match != now.match:
        return []
    told: list[str] = []
    for old, new in zip(before.seats, now.seats, strict=False):
        if (old.kind, old.name, old.stands_in) == (new.kind, new.name, new.stands_in):
            continue
        mine = _is_mine(new, now)
        if new.kind == "open":
            told.append(f"{old.name or 'A bot'} leaves an open seat.")
        elif new.kind == "closed":
            told.append("A seat is closed.")
        elif new.stands_in and not old.stands_in:
            told.append(f"A bot plays for {'you' if mine else new.name} now.")
        elif old.stands_in and old.name == new.name:
            told.append("You are back." if mine else f"{new.name} is back.")
        elif new.kind == "person" and not mine:
            told.append(f"{new.name} sits down.")
        elif mine:
            pass  # who sits down knows
        else:
            told.append(f"{new.name}, a bot, sits down.")
    return told


def _of_next(before: NextMatch, now: NextMatch, me: str | None) -> list[str]:
    yes = [name for name in now.wanted if name not in before.wanted and name != me]
    no = [name for name in now.unwanted if name not in before.unwanted and name != me]
    return [
        *[f"{name} wants another match." for name in yes],
        *[f"{name} does not want another match." for name in no],
    ]


def score_line(table: TableView) -> str:
    """What has been won at this table; empty after the first match."""
    rows = table.score
    if not rows or max([row.played for row in rows]) < 2:
        return ""
    told = [
        f"{'you' if row.name == table.me else row.name} {row.won} of {row.played}" for row in rows
    ]
    return f"Won so far: {', '.join(told)}."
