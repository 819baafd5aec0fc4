"""Reading and writing data files: card patches, records, positions, saves.

Whatever a file contains, reading it results in plain data, or an error that names file and field.
"""

from __future__ import annotations

import errno
import json
import os
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Final

from microciv.core.codec import plain, plain_record
from microciv.core.codec import read_record as record_from
from microciv.core.errors import BadOption, BadPosition, BadRecord, MicrocivError
from microciv.core.match import Record
from microciv.core.options import About
from microciv.speech import t

MOST_BYTES: Final = 5_000_000
STANDARD_INPUT: Final = "-"
MOST_TOLD: Final = 10  # wrong rows that are reported under a heading, at most
HALF: Final = ".new"  # ends the names of files that are being written
ABANDONED: Final = 600  # seconds after which such a file is no longer being written


def named(path: Path | str) -> str:
    """The name of a file in messages."""
    return t("standard input") if str(path) == STANDARD_INPUT else str(path)


def reason(error: OSError) -> str:
    """Why a file could not be read or written, or a site could not be reached, without error number
    and path.

    Common reasons are in the current language, all others in the words of the system.
    """
    if isinstance(error, TimeoutError):
        return t("timed out")
    known = {
        errno.EACCES: t("permission denied"),
        errno.EADDRINUSE: t("address already in use"),
        errno.ECONNREFUSED: t("connection refused"),
        errno.ECONNRESET: t("connection reset by peer"),
        errno.EEXIST: t("file exists"),
        errno.EHOSTUNREACH: t("no route to host"),
        errno.EISDIR: t("is a directory"),
        errno.ENAMETOOLONG: t("file name too long"),
        errno.ENETUNREACH: t("network is unreachable"),
        errno.ENOENT: t("no such file or directory"),
        errno.ENOSPC: t("no space left on device"),
        errno.ENOTDIR: t("not a directory"),
        errno.EPERM: t("operation not permitted"),
        errno.EROFS: t("read-only file system"),
    }
    said = error.strerror or str(error) or type(error).__name__
    return known.get(error.errno or 0) or said.lower()


def read_bytes(path: Path | str) -> bytes:
    """The bytes of a file, or of standard input for `-`.

    :raises MicrocivError: if it cannot be read or is larger than 5 MB.
    """
    try:
        if str(path) == STANDARD_INPUT:
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise MicrocivError(
            t("{path}: cannot be read: {why}", path=named(path), why=reason(error))
        ) from None
    except ValueError:  # a zero byte in a path
        raise MicrocivError(t("{path}: no such file", path=repr(str(path))[:80])) from None
    if len(data) > MOST_BYTES:
        raise MicrocivError(
            t("{path}: larger than {most} MB", path=named(path), most=MOST_BYTES // 1_000_000)
        )
    return data


def read_text(path: Path | str) -> str:
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise MicrocivError(
            t("{path}: not UTF-8 text (byte {at})", path=named(path), at=error.start)
        ) from None


def read_json(path: Path | str) -> object:
    """The data of a JSON file.

    :raises MicrocivError: if it cannot be read or is not JSON; NaN, repeated names in an object and
        very deep nesting are refused too.
    """
    try:
        return json.loads(read_text(path), parse_constant=_no_constant, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        raise MicrocivError(
            t(
                "{path}: not JSON: {why} (line {line}, column {column})",
                path=named(path),
                why=error.msg,
                line=error.lineno,
                column=error.colno,
            )
        ) from None
    except RecursionError:
        raise MicrocivError(
            t("{path}: not JSON that we read: nested too deeply", path=named(path))
        ) from None
    except MicrocivError:
        raise
    except ValueError as error:
        raise MicrocivError(t("{path}: not JSON: {why}", path=named(path), why=error)) from None


def read_toml(path: Path | str) -> dict[str, object]:
    return toml_in(path, read_text(path))


def toml_in(path: Path | str, text: str) -> dict[str, object]:
    """The data of a TOML text, which comes from this file.

    :raises MicrocivError: if it is not TOML; the message names the file and the line.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise MicrocivError(t("{path}: not TOML: {why}", path=named(path), why=error)) from None
    except RecursionError:
        raise MicrocivError(
            t("{path}: not TOML that we read: nested too deeply", path=named(path))
        ) from None


def read_record(path: Path | str) -> Record:
    """Read the record of a match from a file: a record, a save, or a row of `microciv match
    --json`.

    :raises BadRecord: if it is not a record; the message names file and field.
    """
    data = read_json(path)
    if isinstance(data, dict) and "record" in data and "moves" not in data:
        data = data["record"]  # a save, or a row of `microciv match --json --records`
    try:
        return record_from(data)
    except BadRecord as error:
        raise BadRecord(f"{named(path)}: {error}") from None


def write_record(path: Path | str, record: Record) -> None:
    """Write a record to a JSON file.

    :raises MicrocivError: if it cannot be written.
    """
    write_json(path, plain_record(record))


def no_object(path: Path | str, data: object) -> str:
    return t("{path}: expected an object, not {given}", path=named(path), given=repr(data)[:60])


def read_position(path: Path | str) -> dict[str, object]:
    """Read a position document from a file. The rest is checked by the game that it names.

    :raises BadPosition: if it is not an object that names a game.
    """
    data = read_json(path)
    if isinstance(data, dict) and "game" not in data and isinstance(data.get("position"), dict):
        data = data["position"]  # what `microciv position --moves` prints
    if not isinstance(data, dict):
        raise BadPosition(no_object(path, data))
    if not isinstance(data.get("game"), str):
        raise BadPosition(t("{path}: game: expected the name of a game", path=named(path)))
    if not isinstance(data.get("options", {}), dict):
        raise BadPosition(t("{path}: options: expected an object", path=named(path)))
    return data


def read_cards(path: Path | str, about: About) -> dict[str, object]:
    """Read a patch of a game's cards as options (JSON if the name ends with `.json`, else TOML).

    :raises BadOption: if it is wrong; the message names the file, the heading, and the rows and
        fields that are wrong.
    """
    data: object = read_json(path) if str(path).endswith(".json") else read_toml(path)
    if not isinstance(data, dict):
        raise BadOption(no_object(path, data))
    meant = data.get("game", about.name)
    if meant != about.name:
        raise BadOption(
            t(
                "{path}: game: these cards are for {meant}, not {wanted}",
                path=named(path),
                meant=repr(meant)[:40],
                wanted=repr(about.name),
            )
        )
    headings = {
        heading_of(item.name): item for item in fields(about.options) if item.metadata.get("read")
    }
    patch: dict[str, object] = {}
    for name, value in data.items():
        if name == "game":
            continue
        item = headings.get(heading_of(name))
        if item is None:
            raise BadOption(no_heading(path, name, about.title, sorted(headings)))
        try:
            item.metadata["read"](value)
        except ValueError as error:
            told = _wrong_rows(name, value, item.metadata["read"], str(error))
            raise BadOption(f"{named(path)}: {told}") from None
        patch[item.name] = value
    return patch


def write_whole(path: Path, data: bytes) -> None:
    """Write a file completely or not at all, even if the program or the machine stops.

    :raises OSError: if it cannot be written.
    """
    beside = path.with_suffix(f".{os.getpid()}{HALF}")
    try:
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def sweep(folder: Path) -> None:
    """Remove unfinished files that a killed `write_whole` has left in this folder.

    :raises OSError: if it cannot be removed.
    """
    for half in folder.glob(f"*{HALF}"):
        with suppress(FileNotFoundError):  # removed or completed by another process
            if time.time() - half.stat().st_mtime > ABANDONED:
                half.unlink()


def no_heading(path: Path | str, name: str, title: str, known: list[str]) -> str:
    if not known:
        return t(
            "{path}: {name}: no such table; {game} has no cards that could be changed",
            path=named(path),
            name=name,
            game=title,
        )
    return t(
        "{path}: {name}: no such table; {game} has {known}",
        path=named(path),
        name=name,
        game=title,
        known=", ".join(known),
    )


def heading_of(name: str) -> str:
    """The heading of an option in a patch: `[[wonders]]` for `wonder_table`; for other names the
    name itself.
    """
    return name.removesuffix("_table") + "s" if name.endswith("_table") else name


def _wrong_rows(name: str, value: object, read: Callable[[object], object], complaint: str) -> str:
    """Everything that is wrong under a heading, row by row. If the complaint of `read` names a row,
    it is enough, since rows may depend on each other; otherwise each row is read alone.
    """
    if complaint.startswith("row "):
        return f"{name}, {complaint}"
    wrong: list[str] = []
    if isinstance(value, list) and _has_rows(value):
        for number, row in enumerate(value, start=1):
            try:
                read([row])
            except ValueError as error:
                wrong.append(
                    t("{table}, row {number}: {why}", table=name, number=number, why=error)
                )
    if not wrong:
        return f"{name}: {complaint}"
    told = "; ".join(wrong[:MOST_TOLD])
    more = len(wrong) - MOST_TOLD
    return t("{told}; and {more} more", told=told, more=more) if more > 0 else told


def write_json(path: Path | str, data: object) -> None:
    """Write plain data to a JSON file, completely or not at all.

    :raises MicrocivError: if it cannot be written.
    """
    path = Path(path)
    text = json.dumps(plain(data), ensure_ascii=False, separators=(",", ":")) + "\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, rough = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            Path(rough).replace(path)
        except BaseException:
            Path(rough).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise MicrocivError(
            t("{path}: cannot be written: {why}", path=path, why=reason(error))
        ) from None


def _has_rows(value: list[object]) -> bool:
    return bool(value) and all(isinstance(row, dict) for row in value)


def _no_constant(name: str) -> float:
    raise ValueError(t("{name} is not a number", name=name))


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object of these pairs.

    :raises ValueError: if a name is repeated.
    """
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(t("{name} stands twice in one object", name=repr(name)[:60]))
        found[name] = value
    return found
