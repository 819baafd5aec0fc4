"""Who sits at a table of a site, and what changes: in lines."""

from __future__ import annotations

from microciv.cli.daily import pace_words, wish_lines
from microciv.cli.sitting import Sitting
from microciv.core.lists import all_of
from microciv.server.wire.messages import LateView, NextMatch, ScoreView, SeatView, TableView
from microciv.speech import t
from microciv.speech.things import person_called
from microciv.texts import level_words


def sittings_of(table: TableView) -> list[Sitting]:
    """Who plays, by the numbers of the match."""
    playing = sorted([view for view in table.seats if view.seat >= 0], key=lambda view: view.seat)
    return [
        Sitting("bot" if view.kind == "bot" else "person", _called(view) or "?", view.level or "")
        for view in playing
    ]


def about_table(table: TableView) -> list[str]:
    """What one should know of a table before the match."""
    clock = pace_words(table.pace, table.hours)
    talk = {"off": t("no talk"), "phrases": t("talk in set phrases"), "free": t("free talk")}
    rated = t(
        "Rated: without hints, for people whom the site knows by their browser."
        " Whoever leaves is ranked last."
    )
    changed = ", ".join([f"{name}={value}" for name, value in table.changed.items()])
    return [
        f"{clock[:1].upper()}{clock[1:]}, {talk[table.talk]}"
        + (f"; {changed}." if changed else "."),
        *([rated] if table.rated else []),
        " · ".join([_seat(view, table) for view in table.seats if view.kind != "closed"]),
    ]


def _called(one: SeatView | LateView | ScoreView) -> str:
    return person_called(one.name or "")


def _seat(view: SeatView, table: TableView) -> str:
    if view.kind == "open":
        return t("an open seat")
    if _is_mine(view, table):
        return t("{name} (you)", name=_called(view))
    if view.host:
        return t("{name} (host)", name=_called(view))
    return (
        f"{_called(view)} ({level_words(view.level)})"
        if view.kind == "bot" and view.level
        else _called(view)
    )


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
        t("{name} (away)", name=_called(view)) if view.status == "away" else _called(view)
        for view in table.seats
        if view.status in {"thinking", "away"} and view.seat >= 0 and not _is_mine(view, table)
    ]
    return t("Waiting for {names}.", names=all_of(names)) if names else ""


def company_news(before: TableView, now: TableView) -> list[str]:
    """What has changed at a table, but for how far everybody's answers are."""
    told = [*_comings(before, now)]
    if before.match == now.match and before.you is None and now.you is not None:
        told.append(t("You play from now on."))
    told += wish_lines(before, now)
    told += [late_line(late, now) for late in now.late if late not in before.late]
    if now.host and not before.host:
        begins = f" {t('`start` begins.')}" if now.state == "lobby" else ""
        told.append(t("You are the host now.") + begins)
    if now.paused != before.paused:
        told.append(
            t("The match is paused: nobody is here.") if now.paused else t("The match goes on.")
        )
    if now.agreed is not None and before.agreed is None and now.match == before.match:
        told.append(t("Bots play out the rest, as agreed."))
    if before.match == now.match and now.next is not None and before.next is not None:
        told += _of_next(before.next, now.next, now.me)
    return told


def late_line(late: LateView, table: TableView) -> str:
    """What becomes of somebody who has come late."""
    mine = late.name == table.me
    if late.seat is None:
        if mine:
            return t("You watch, and play the next match.")
        return t("{name} plays the next match.", name=_called(late))
    bot = table.seats[late.seat].name
    if mine:
        return t("You take the seat of {bot}, a bot, at the next decision.", bot=bot)
    return t(
        "{name} takes the seat of {bot}, a bot, at the next decision.", name=_called(late), bot=bot
    )


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
            told.append(
                t("{name} leaves an open seat.", name=_called(old))
                if old.name
                else t("A bot leaves an open seat.")
            )
        elif new.kind == "closed":
            told.append(t("A seat is closed."))
        elif new.stands_in and not old.stands_in:
            told.append(
                t("A bot plays for you now.")
                if mine
                else t("A bot plays for {name} now.", name=_called(new))
            )
        elif old.stands_in and old.name == new.name:
            told.append(t("You are back.") if mine else t("{name} is back.", name=_called(new)))
        elif new.kind == "person" and not mine:
            told.append(t("{name} sits down.", name=_called(new)))
        elif mine:
            pass  # who sits down knows
        else:
            told.append(t("{name}, a bot, sits down.", name=_called(new)))
    return told


def _of_next(before: NextMatch, now: NextMatch, me: str | None) -> list[str]:
    yes = [name for name in now.wanted if name not in before.wanted and name != me]
    no = [name for name in now.unwanted if name not in before.unwanted and name != me]
    return [
        *[t("{name} wants another match.", name=name) for name in yes],
        *[t("{name} does not want another match.", name=name) for name in no],
    ]


def score_line(table: TableView) -> str:
    """What has been won at this table; empty after the first match."""
    rows = table.score
    if not rows or max([row.played for row in rows]) < 2:
        return ""
    told = [
        t("you {won} of {played}", won=row.won, played=row.played)
        if row.name == table.me
        else t("{name} {won} of {played}", name=_called(row), won=row.won, played=row.played)
        for row in rows
    ]
    return t("Won so far: {score}.", score=", ".join(told))
