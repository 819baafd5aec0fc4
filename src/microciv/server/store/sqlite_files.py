"""SQLite files: how one is opened, and the right to serve it."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final, Literal

from microciv.files import reason
from microciv.server.store.rows import StoreError, StoreInUse

PATIENCE: Final = 2.0
"""Seconds to wait for whoever has a lock."""


def claim(path: str) -> sqlite3.Connection:
    """The right to serve a file, which one process has at a time, until this is closed.

    It is a lock of SQLite's own on an empty file beside it: so it works on every system, ends with
    the process however that ends, and lets others read and write the file itself.

    :raises StoreError: `StoreInUse`, if another process has it.
    """
    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        lock = sqlite3.connect(f"{path}.lock", timeout=PATIENCE, isolation_level=None)
    except OSError as error:
        raise StoreError(f"{path}: {reason(error)}") from None
    except sqlite3.Error as error:
        raise complaint(path, error) from None
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        lock.close()
        raise complaint(path, error) from None
    return lock


def connect(path: str, mode: Literal["ro", "rw", "rwc"]) -> sqlite3.Connection:
    """The database in a file; "rwc" makes the file if there is none.

    :raises StoreError: if it cannot be opened.
    """
    if mode != "rwc" and not Path(path).is_file():
        raise StoreError(f"{path}: there is no such database")
    try:
        address = f"{Path(path).absolute().as_uri()}?mode={mode}"
        database = sqlite3.connect(address, timeout=PATIENCE, isolation_level=None, uri=True)
    except sqlite3.Error as error:
        raise complaint(path, error) from None
    try:
        # What was committed survives a power cut, and whoever reads keeps nobody from writing.
        if mode != "ro":
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = FULL")
            database.execute("PRAGMA foreign_keys = ON")
            database.execute("BEGIN IMMEDIATE")
            database.execute("COMMIT")
    except sqlite3.Error as error:
        database.close()
        raise complaint(path, error) from None
    return database


def complaint(path: str, error: sqlite3.Error) -> StoreError:
    """What SQLite says, for the operator."""
    if "locked" in str(error):
        return StoreInUse(
            f"{path}: another microciv has this database open; stop it, or choose another"
            " file with --database"
        )
    return StoreError(f"{path}: {error}", getattr(error, "sqlite_errorname", ""))
