"""What is said in refusals that several modules give."""

from __future__ import annotations

from datetime import UTC, datetime

from microciv.speech import t


def no_such_table() -> str:
    return t("there is no such table; it may have been closed, or tidied away")


def unreadable() -> str:
    return t("this table is of another version of microciv, or damaged: it cannot be shown")


def cannot_go_on() -> str:
    return t(
        "this match cannot be continued: its game has changed since, or what was stored is damaged"
    )


def moved() -> str:
    return t("another process serves this table; connect again")


def removed() -> str:
    return t("you have been removed from this table")


def unwatched() -> str:
    return t("this match is seen by its players alone, as its host has set")


def not_now() -> str:
    return t("others' programs are asked before the first match")


def nobody_here() -> str:
    return t("this browser has no key here; it gets one when you sit down at a table")


def bad_code() -> str:
    return t("there is no such code (any more): it is good once, for some minutes")


def no_clock() -> str:
    return t("pace: people who share a device pass it on, which no clock waits for; take none")


def bad_passkey() -> str:
    return t("that passkey cannot be used here; try again, or use another")


def design_off() -> str:
    return t("designing is off on this server; its owner turns it on by `microciv serve --design`")


def design_missing() -> str:
    return t("designing is off: this server lacks packages (pip install 'microciv[study]')")


def left() -> str:
    return t("you have left this table")


def blocked(until: int) -> str:
    end = datetime.fromtimestamp(until, UTC)
    return t("your address is blocked here until {end:%F %R} UTC", end=end)
