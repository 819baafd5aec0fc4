"""Matches at this terminal that are not over: one file each, written after every decision."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import final

from platformdirs import user_data_path

from microciv.cli.sitting import Sitting, plain_sitting, sitting_from
from microciv.core.codec import plain_record, read_record
from microciv.core.errors import BadRecord, MicrocivError
from microciv.core.match import Record
from microciv.files import read_json, reason, write_json, write_record
from microciv.speech import t

LATEST = "latest"
MOST_NAMED = 8


@final
@dataclass(frozen=True)
class Save:
    """A match with its people, and how much of it each seat has been shown."""

    record: Record
    sittings: tuple[Sitting, ...]
    told: tuple[int, ...]
    lesson: bool = False
    """Is it a first match that teaches?"""


def folder(kind: str) -> Path:
    """Where saves or records lie; MICROCIV_DATA names another folder."""
    chosen = os.environ.get("MICROCIV_DATA")
    return (Path(chosen) if chosen else user_data_path("microciv", appauthor=False)) / kind


def new_name(game: str) -> str:
    """A name that no save has, which says when the match began."""
    moment = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M")
    name = f"{game}-{moment}"
    number = 2
    while _path(name).exists() or record_path(name).exists():
        name = f"{game}-{moment}-{number}"
        number += 1
    return name


def record_path(name: str) -> Path:
    return folder("records") / f"{name}.json"


def names() -> list[str]:
    """The names of all saves, the latest first."""
    try:
        found = [path for path in folder("saves").glob("*.json") if not path.name.startswith(".")]
        found.sort(key=lambda path: (path.stat().st_mtime_ns, path.name), reverse=True)
    except OSError as error:
        why = t("{path}: cannot be read: {why}", path=folder("saves"), why=reason(error))
        raise MicrocivError(why) from None
    return [path.stem for path in found]


def write(name: str, save: Save) -> None:
    """Write a save, at once or not at all."""
    data = {
        "seats": [plain_sitting(sitting) for sitting in save.sittings],
        "told": list(save.told),
        "record": plain_record(save.record),
    }
    if save.lesson:
        data["lesson"] = True
    write_json(_path(name), data)


def finish(name: str, record: Record) -> Path:
    """The match is over: its record stays, its save goes."""
    path = record_path(name)
    write_record(path, record)
    _path(name).unlink(missing_ok=True)
    return path


def drop(name: str) -> None:
    """Nobody wants to go on with this match."""
    _path(name).unlink(missing_ok=True)


def read(name: str) -> tuple[str, Save]:
    """A save by its name, or the latest.

    :raises MicrocivError: naming the saves there are, or the field that cannot be read.
    """
    known = names()
    if not known:
        raise MicrocivError(t("no match has been saved; begin one with `microciv play`"))
    if name == LATEST:
        name = known[0]
    if name not in known:
        there = ", ".join(known[:MOST_NAMED])
        raise MicrocivError(
            t("no save {name}; there are {names} and others", name=repr(name[:60]), names=there)
            if len(known) > MOST_NAMED
            else t("no save {name}; there are {names}", name=repr(name[:60]), names=there)
        )
    path = _path(name)
    data = read_json(path)
    if not isinstance(data, dict):
        raise MicrocivError(f"{path}: expected an object")
    try:
        record = read_record(data.get("record"))
    except BadRecord as error:
        raise BadRecord(f"{path}: {error}") from None
    seats, told = data.get("seats"), data.get("told")
    if not isinstance(seats, list):
        raise MicrocivError(f"{path}: seats: expected a list")
    sittings = [
        sitting_from(seat, f"{path}: seats[{number}]", record.game)
        for number, seat in enumerate(seats)
    ]
    numbers = told if isinstance(told, list) else []
    shown = [number if isinstance(number, int) and number >= 0 else 0 for number in numbers]
    shown += [0] * (len(sittings) - len(shown))
    lesson = data.get("lesson") is True
    return name, Save(record, tuple(sittings), tuple(shown[: len(sittings)]), lesson)


def _path(name: str) -> Path:
    return folder("saves") / f"{name}.json"
