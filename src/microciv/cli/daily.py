"""Matches by the day, in lines: what is due, and what people ask each other for."""

from __future__ import annotations

from datetime import datetime, timedelta

from microciv.core.lists import all_of
from microciv.server.wire.messages import TableView
from microciv.server.wire.pace import USUAL_HOURS, Pace, WishView
from microciv.speech import t, tn


def pace_words(pace: Pace, hours: int | None) -> str:
    """How a table plays: "with no clock"."""
    if pace == "daily":
        each = hours_words(hours or USUAL_HOURS)
        return t("by the day, {hours} for each decision", hours=each)
    return {
        "none": t("with no clock"),
        "relaxed": t("with a relaxed clock"),
        "normal": t("with a normal clock"),
        "blitz": t("with a blitz clock"),
    }[pace]


def hours_words(hours: int) -> str:
    """How long: "8 hours", "3 days"."""
    if hours % 24:
        return tn(hours, "{n} hour", "{n} hours")
    return tn(hours // 24, "{n} day", "{n} days")


def due_words(seconds: float) -> str:
    """Until when there is time, by the clock of this machine."""
    due = datetime.now().astimezone() + timedelta(seconds=seconds)
    hours, minutes = int(seconds // 3600), int(seconds // 60)
    left = tn(hours, "{n} hour", "{n} hours") if hours else tn(minutes, "{n} minute", "{n} minutes")
    return t("until {moment} ({left} left)", moment=f"{_date(due)}, {due:%H:%M}", left=left)


def wish_lines(before: TableView, now: TableView) -> list[str]:
    """What is asked for since, and what has come of what was."""
    told = [_line(wish, now) for wish in now.wishes if wish.id not in _ids(before)]
    if (before.pace, before.hours) != (now.pace, now.hours):
        how = pace_words(now.pace, now.hours)
        told.append(t("All agree: the table plays {how} from now on.", how=how))
    for holiday in now.holidays:
        if holiday not in before.holidays:
            day = _day(holiday.back)
            told.append(
                t("All agree: You are away until {day}.", day=day)
                if holiday.name == now.me
                else t("All agree: {name} is away until {day}.", name=holiday.name, day=day)
            )
    return told


def open_wishes(table: TableView) -> list[str]:
    """What is asked for when one comes."""
    return [_line(wish, table) for wish in table.wishes]


def _line(wish: WishView, table: TableView) -> str:
    mine, day = wish.by == table.me, _day(wish.back or 0)
    if wish.pace is not None:
        how = pace_words(wish.pace, wish.hours)
        asked = (
            t("You ask to play {how}.", how=how)
            if mine
            else t("{name} asks to play {how}.", name=wish.by, how=how)
        )
    elif mine:
        asked = t("You ask for a holiday until {day}.", day=day)
    else:
        asked = t("{name} asks for a holiday until {day}.", name=wish.by, day=day)
    if mine:
        return f"{asked} {t('Waiting for {names}.', names=all_of(wish.silent))}"
    return f"{asked} {t('Type agree or refuse.')}" if table.me in wish.silent else asked


def _day(moment: int) -> str:
    return _date(datetime.fromtimestamp(moment).astimezone())


def _date(day: datetime) -> str:
    weekdays = (t("Mon"), t("Tue"), t("Wed"), t("Thu"), t("Fri"), t("Sat"), t("Sun"))
    months = (
        *(t("Jan"), t("Feb"), t("Mar"), t("Apr"), t("May"), t("Jun")),
        *(t("Jul"), t("Aug"), t("Sep"), t("Oct"), t("Nov"), t("Dec")),
    )
    return t(
        "{weekday} {day} {month}",
        weekday=weekdays[day.weekday()],
        day=f"{day:%d}",
        month=months[day.month - 1],
    )


def _ids(table: TableView) -> set[str]:
    return {wish.id for wish in table.wishes}


def to_answer(table: TableView) -> WishView | None:
    """What the reader has still to agree to, or not; the oldest first."""
    return next((wish for wish in table.wishes if table.me in wish.silent), None)
