"""Matches by the day, in lines: what is due, and what people ask each other for."""

from __future__ import annotations

from datetime import datetime, timedelta

from microciv.cli.tables.reading import enumerated
from microciv.server.messages import TableView
from microciv.server.pace_messages import USUAL_HOURS, Pace, WishView


def pace_words(pace: Pace, hours: int | None) -> str:
    """What a table's clock is like."""
    if pace == "daily":
        return f"by the day, {hours_words(hours or USUAL_HOURS)} for each decision"
    return "no clock" if pace == "none" else f"a {pace} clock"


def hours_words(hours: int) -> str:
    """How long: "8 hours", "3 days"."""
    number, unit = (hours, "hour") if hours % 24 else (hours // 24, "day")
    return f"{number} {unit}{'' if number == 1 else 's'}"


def due_words(seconds: float) -> str:
    """Until when there is time, by the clock of this machine."""
    due = datetime.now().astimezone() + timedelta(seconds=seconds)
    hours = int(seconds // 3600)
    left = f"{int(seconds // 60)} minutes" if hours < 1 else f"{hours} hours"
    if hours == 1:
        left = "1 hour"
    return f"until {due:%a %d %b, %H:%M} ({left} left)"


def wish_lines(before: TableView, now: TableView) -> list[str]:
    """What is asked for since, and what has come of what was."""
    told = [_line(wish, now) for wish in now.wishes if wish.id not in _ids(before)]
    if (before.pace, before.hours) != (now.pace, now.hours):
        told.append(f"All agree: the table plays {_with(now.pace, now.hours)} from now on.")
    for holiday in now.holidays:
        if holiday not in before.holidays:
            who = "You are" if holiday.name == now.me else f"{holiday.name} is"
            told.append(f"All agree: {who} away until {_day(holiday.back)}.")
    return told


def open_wishes(table: TableView) -> list[str]:
    """What is asked for when one comes."""
    return [_line(wish, table) for wish in table.wishes]


def _line(wish: WishView, table: TableView) -> str:
    what = f"for a holiday until {_day(wish.back or 0)}"
    if wish.pace is not None:
        what = f"to play {_with(wish.pace, wish.hours)}"
    if wish.by == table.me:
        return f"You ask {what}. Waiting for {enumerated(wish.silent)}."
    to_say = " Type agree or refuse." if table.me in wish.silent else ""
    return f"{wish.by} asks {what}.{to_say}"


def _with(pace: Pace, hours: int | None) -> str:
    words = pace_words(pace, hours)
    return words if pace == "daily" else f"with {words}"


def _day(moment: int) -> str:
    return f"{datetime.fromtimestamp(moment).astimezone():%a %d %b}"


def _ids(table: TableView) -> set[str]:
    return {wish.id for wish in table.wishes}


def to_answer(table: TableView) -> WishView | None:
    """What the reader has still to agree to, or not; the oldest first."""
    return next((wish for wish in table.wishes if table.me in wish.silent), None)
