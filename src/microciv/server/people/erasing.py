"""Erasing somebody: their name is taken out of all that is stored under it; the matches stay."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec

from microciv.server.names import check_name
from microciv.server.store.rows import Unfit
from microciv.server.table.replays import packed, unpacked
from microciv.server.table.seating import revoke
from microciv.server.table.tables import Chair, read_table
from microciv.server.wire.messages import Refused

OWNED: Final = re.compile(r" \(bot of .*\)")
"""Whose bot account somebody was: not told of one that has been erased."""
PLAYER: Final = "a player"
"""What somebody is called who has been erased."""


def in_body(name: str, body: bytes) -> bytes:
    """A stored table, of whatever version, where nobody has this name any more; a person is
    whatever has a `name`.
    """
    try:
        table = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeError):
        return body
    people = [*_people(table)]
    if name not in [person["name"] for person in people]:
        return body
    instead = check_name(PLAYER, [str(person["name"]) for person in people])
    for person in people:
        if person["name"] == name:
            person["name"] = instead
    return msgspec.json.encode(table)


def person_in_body(person: str, body: bytes) -> tuple[set[str], bytes | None]:
    """What somebody, by id, is called at a stored table, and the table without them: their seat is
    open again, or a bot's. None: nobody is left who waits for a match.
    """
    try:
        table = read_table(body)
    except Unfit:
        return set(), body
    names = {one.name for one in table.persons() if one.id == person}
    for name in sorted(names):
        try:
            left = revoke(table, name)
        except Refused:  # the seat was given up before
            continue
        if left is None:
            return names, None
        table = left
    empty = {"id": "", "tokens": {}, "owner": ""}
    table = table.with_persons(
        lambda one: msgspec.structs.replace(one, **empty) if one.id == person else one
    )
    without = msgspec.structs.replace(
        table,
        removed=[one for one in table.removed if one != person],
        chairs=[_uninvited(chair, person) for chair in table.chairs],
    )
    body = msgspec.json.encode(without) if names or without != table else body
    for name in sorted(names):
        body = in_body(name, body)
    return names, body


def _uninvited(chair: Chair, bot: str) -> Chair:
    asked = chair.invited is not None and chair.invited.id == bot
    return Chair("open") if asked else chair


def _people(value: Any) -> list[dict[str, Any]]:  # noqa: ANN401  # any JSON
    parts = [*value.values()] if isinstance(value, dict) else value
    found = [value] if isinstance(value, dict) and "name" in value else []
    if isinstance(parts, list):
        for part in parts:
            found += _people(part)
    return found


def in_names(name: str, names: str) -> str:
    """The names of a match, as JSON, without this one; some have a remark: "Ann (bot plays)"."""
    try:
        called = msgspec.json.decode(names, type=list[str])
    except msgspec.DecodeError:
        return names
    erased = _erased(name, called)
    return names if erased == called else msgspec.json.encode(erased).decode()


def in_company(name: str, company: str) -> str:
    """Who has played a match, as its players keep it, without this name."""
    return in_body(name, company.encode()).decode()


def in_replay(name: str, replay: bytes) -> bytes:
    """The packed replays of a match, by view, without this name; only lists of seats have names."""
    try:
        views = {
            seat: msgspec.json.decode(view, type=dict[str, msgspec.Raw])
            for seat, view in unpacked(replay).items()
        }
        before = [msgspec.json.decode(view["seats"], type=list[str]) for view in views.values()]
    except (Unfit, msgspec.DecodeError, KeyError):
        return replay
    after = [_erased(name, seats) for seats in before]
    if before == after:
        return replay
    for view, seats in zip(views.values(), after, strict=True):
        view["seats"] = msgspec.Raw(msgspec.json.encode(seats))
    return packed(views)


def _erased(name: str, called: list[str]) -> list[str]:
    pattern = re.compile(rf"{re.escape(name)}( \(.*\))?")
    instead = check_name(PLAYER, [one for one in called if not pattern.fullmatch(one)])
    return [
        pattern.sub(lambda found: instead + OWNED.sub("", found[1] or ""), one, 1)
        if pattern.fullmatch(one)
        else one
        for one in called
    ]
