"""Where the server that has a database open is, for the next one that wants it.

A second `make play` should not fail because the first is still there: it should lead to it. The
address lies in a small file beside an SQLite database.
"""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

PATIENCE: Final = 1.0  # seconds to find out whether the address answers


def _note(database: str) -> Path | None:
    return None if "://" in database else Path(f"{database}.address")


@contextlib.contextmanager
def announced(database: str, address: str) -> Iterator[None]:
    """Say where the database is served for as long as it is."""
    note = _note(database)
    if note is None:
        yield
        return
    with contextlib.suppress(OSError):
        note.write_text(address, encoding="utf-8")
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            note.unlink()


def address_of(database: str) -> str | None:
    """Where the database is served already; None if nobody answers there."""
    note = _note(database)
    try:
        address = note.read_text(encoding="utf-8").strip() if note is not None else ""
        parts = urlsplit(address)
        if parts.scheme != "http" or parts.hostname is None or parts.port is None:
            return None
        socket.create_connection((parts.hostname, parts.port), PATIENCE).close()
    except (OSError, ValueError):
        return None
    return address
