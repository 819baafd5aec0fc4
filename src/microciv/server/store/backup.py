"""Copies of a database in an SQLite file: taken while it is served, and put back."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from microciv.files import reason
from microciv.server.store.rows import StoreError
from microciv.server.store.sql import check_not_newer
from microciv.server.store.sqlite_files import claim, complaint, connect

PARTIAL: Final = ".partial"
"""Ends the name of a copy until it is whole."""
REPLACED: Final = ".replaced"
"""Ends the name under which a database is kept that another has replaced."""


def back_up(database: str, to: str) -> int:
    """Copy a database, served or not, as it is at one moment; the number of its tables.

    :raises StoreError: if it cannot be read, or there is a file at `to` already.
    """
    _check_file(database)
    if Path(to).exists():
        raise StoreError(f"{to}: this file exists; name another for the backup")
    tables = _copy(database, to)
    _rename(to + PARTIAL, to)
    return tables


def restore(backup: str, database: str, *, replace: bool = False) -> int:
    """Make a backup the database, while nobody serves that; the number of its tables. What is
    replaced is kept beside it.

    :raises StoreError: if the backup is damaged, not one of ours, or from a newer microciv; if the
        database is served, or exists and is not to be replaced. Nothing has changed.
    """
    _check_file(database)
    with closing(claim(database)):
        if Path(database).exists() and not replace:
            raise StoreError(
                f"{database}: there is a database already; --force replaces it, and keeps it as"
                f" {database}{REPLACED}"
            )
        tables = _copy(backup, database)
        for ending in ("-shm", "-wal", ""):  # together they are the database
            Path(database + REPLACED + ending).unlink(missing_ok=True)
            if Path(database + ending).exists():
                _rename(database + ending, database + REPLACED + ending)
        _rename(database + PARTIAL, database)
    return tables


def _check_file(database: str) -> None:
    if "://" in database:
        raise StoreError(
            "expected an SQLite file: PostgreSQL is backed up by pg_dump and restored by pg_restore"
        )


def _copy(source: str, to: str) -> int:
    """A copy beside `to`, on the disk and found to be whole."""
    partial = to + PARTIAL
    try:
        Path(partial).unlink(missing_ok=True)
        os.close(os.open(partial, os.O_CREAT | os.O_EXCL, 0o600))  # seeds are nobody's business
        with closing(connect(source, "ro")) as original, closing(sqlite3.connect(partial)) as copy:
            original.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, and nothing beside it
            return _count_tables(copy, source)
    except sqlite3.Error as error:
        Path(partial).unlink(missing_ok=True)
        raise complaint(source, error) from None
    except OSError as error:
        raise StoreError(f"{partial}: {reason(error)}") from None
    except StoreError:
        Path(partial).unlink(missing_ok=True)
        raise


def _count_tables(database: sqlite3.Connection, source: str) -> int:
    """How many tables there are in what was copied from `source`.

    :raises StoreError: if it is damaged, or no database of a microciv that we know.
    """
    try:
        version = database.execute("SELECT version FROM schema_version").fetchone()
        count = database.execute("SELECT COUNT(*) FROM tables").fetchone()
        database.execute("SELECT 1 FROM matches, entries LIMIT 1")
    except sqlite3.OperationalError:
        raise StoreError(f"{source}: expected a database of microciv") from None
    if version is None:
        raise StoreError(f"{source}: expected a database of microciv")
    check_not_newer(version[0])
    (found,) = database.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise StoreError(f"{source}: damaged: {found}")
    return int(count[0])


def _rename(old: str, new: str) -> None:
    """Give a file another name, also on the disk."""
    try:
        Path(old).replace(new)
        if hasattr(os, "O_DIRECTORY"):
            folder = os.open(Path(new).absolute().parent, os.O_DIRECTORY)
            os.fsync(folder)
            os.close(folder)
    except OSError as error:
        raise StoreError(f"{new}: {reason(error)}") from None
